// Gives callers their turns at the embedded database, which has one connection and answers inside of this process without waiting.

import { type Clock, sleep } from '../clock.ts';
import type { Rest } from '../lanes.ts';

/** How long statements may follow each other before the process looks at its sockets again. */
const HELD_MS = 3;
/** One caller may use the connection for so many milliseconds at once, and for this share of the time. */
const BURST_MS = 200;
const SHARE = 0.25;
const MAX_REST_MS = 500;
const MAX_CALLERS = 1000;

/**
 * Called before each statement: lets the process take up what has come meanwhile. Else one statement would follow the other,
 * and no request be read before all that are known have been answered.
 */
export function createBreath(clock: Pick<Clock, 'monotonic'>): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    if (clock.monotonic() - since < HELD_MS) return;
    await new Promise<void>((go) => setImmediate(go));
    since = clock.monotonic();
  };
}

/** A caller who has had more than a visitor needs leaves the connection to the others until its share comes up again. */
export function createRest(clock: Clock): Rest {
  const used = new Map<string, { ms: number; at: number }>();
  return {
    now: () => clock.monotonic(),
    after(key, tookMs) {
      const at = clock.monotonic();
      const before = used.get(key) ?? { ms: 0, at };
      const ms = Math.max(0, before.ms - (at - before.at) * SHARE) + tookMs;
      // The one that was quiet for longest is forgotten first.
      used.delete(key);
      used.set(key, { ms, at });
      const [quietest] = used.keys();
      if (used.size > MAX_CALLERS && quietest !== undefined) used.delete(quietest);
      if (ms <= BURST_MS) return null;
      return sleep(clock, Math.min(MAX_REST_MS, tookMs / SHARE - tookMs));
    },
  };
}
