// While the chat waits to try something again, a visitor who comes back to the window, or presses anything in the page,
// need not wait: it tries at once. Listens only as long as there is such a wait. Knows nothing of what is tried.

import type { Clock, Page } from '../platform/types.ts';

/** Presses in quick succession are one. */
const ONCE_MS = 1_000;

export interface Attention {
  /** Call it whenever the answer may have changed. */
  watch(isWaiting: boolean): void;
}

export function createAttention(
  { page, clock }: { page: Pick<Page, 'on'>; clock: Clock },
  tryNow: () => void,
): Attention {
  let off: (() => void) | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  function attend(): void {
    if (clock.monotonic() - triedAt < ONCE_MS) return;
    triedAt = clock.monotonic();
    tryNow();
  }
  return {
    watch(isWaiting) {
      if (isWaiting) off ??= page.on('attention', attend);
      else {
        off?.();
        off = null;
      }
    },
  };
}
