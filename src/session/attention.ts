// While the chat waits to try something again, a visitor who comes back to the window, or presses anything in the page,
// need not wait: it tries at once. Listens only as long as there is such a wait. Knows nothing of what is tried.

import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';

/** Presses in quick succession are one. */
const ONCE_MS = 1_000;

/** @param isWaiting a fact: something is tried again by itself, later. */
export function createAttention(
  { platform, facts }: Pick<SessionContext, 'platform' | 'facts'>,
  isWaiting: () => boolean,
  tryNow: () => void,
): void {
  const { clock, page } = platform;
  let off: (() => void) | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  function attend(): void {
    if (clock.monotonic() - triedAt < ONCE_MS) return;
    triedAt = clock.monotonic();
    tryNow();
  }
  function update(): void {
    if (isWaiting()) off ??= page.on('attention', attend);
    else {
      off?.();
      off = null;
    }
  }
  watch(isWaiting, update, facts.page.end);
  facts.page.hear((news) => news === 'gone' && update());
}
