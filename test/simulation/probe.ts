// Checks, once all is settled, that every tab still gets news: another device writes in each conversation, and every
// tab that shows the conversation must show the message.

import type { VirtualClock } from '../doubles/virtual-clock.ts';
import { isMessage } from './evidence.ts';
import type { Played } from './played.ts';

const PROBE = 'probe say';
/** A tab that polls may sleep for a minute. */
const PROBE_MS = 70_000;

/** @returns broken invariants. */
export async function probe(
  { conversations, tabs }: Pick<Played, 'conversations' | 'tabs'>,
  clock: VirtualClock,
): Promise<string[]> {
  const living = tabs.filter(({ tab }) => tab.isAlive());
  for (const { sessionId, gateway } of conversations.values()) {
    if (living.some((mine) => mine.sessionId === sessionId)) gateway.write(PROBE);
  }
  await clock.advance(PROBE_MS);
  return living.flatMap(({ slot, session }) => {
    const isHeard = session
      .getSnapshot()
      .entries.some(
        (entry) =>
          entry.kind === 'user' &&
          isMessage({ type: 'user.message', content: entry.content }, PROBE),
      );
    return isHeard ? [] : [`16: tab ${slot} hears nothing any more`];
  });
}
