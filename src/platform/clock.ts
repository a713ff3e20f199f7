// The browser's clock. Wall time may jump; the monotonic one never goes back.

import type { Clock } from './types.ts';

/** The longest delay of a timer; a longer one would fire at once. Firing early does no harm: callers check the time again. */
const MAX_DELAY_MS = 0x7fff_ffff;

export function createBrowserClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    // Node's timers are objects, a browser's are numbers; the room above sees numbers only.
    setTimeout: (callback, delayMs) =>
      Number(globalThis.setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS))),
    clearTimeout: (id) => globalThis.clearTimeout(id),
  };
}
