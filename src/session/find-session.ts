// Asking the site for a session, as often as it takes: not offline, and on a hidden page only for a message that waits.

import type { Platform } from '../platform/types.ts';
import { troubleOf } from './trouble.ts';
import type { View } from './view.ts';
import type { Waker } from './wait.ts';

export interface FindSessionPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'page'>;
  view: Pick<View, 'set'>;
  /** Woken where asking again may help. */
  waker: Waker;
  ask(): Promise<string>;
  /** A message was written that belongs to no session yet. */
  isWanted(): boolean;
}

/** Resolves to its id; null once the signal aborts. */
export async function findSession(
  { platform, view, waker, ask, isWanted }: FindSessionPorts,
  signal: AbortSignal,
): Promise<string | null> {
  const { clock, random, page } = platform;
  for (let failures = 0; !signal.aborted; ) {
    if (!page.isOnline() || (!page.isVisible() && !isWanted())) {
      await waker.sleep(null, signal);
      continue;
    }
    view.set({ connection: 'connecting' });
    try {
      const id = await ask();
      return signal.aborted ? null : id;
    } catch (error) {
      if (signal.aborted) break;
      const { trouble, delayMs } = troubleOf(error, { clock, random, failures, hasWorked: false });
      failures += 1;
      view.set({ trouble, connection: 'waiting' });
      await waker.sleep(delayMs, signal);
    }
  }
  return null;
}

export function noSession(): Promise<string> {
  return Promise.reject(
    Object.assign(new Error('There is no session, and nobody to ask for one.'), {
      code: 'no_session',
    }),
  );
}
