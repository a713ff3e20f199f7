// The browser's clock. Wall time may jump; the monotonic one never goes back.

import type { Clock } from './types.ts';

/**
 * The longest delay that a timer takes; a longer one fires at once. Firing early is harmless: callers check the time.
 */
const MAX_DELAY_MS = 0x7fff_ffff;

export function createBrowserClock(): Clock {
  return {
    now: () => Number(Date.now()),
    monotonic: () => performance.now(),
    // In Node a timer is an object, in a browser a number: callers always get a number.
    setTimeout: (callback, delayMs) =>
      Number(globalThis.setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS))),
    clearTimeout: (id) => globalThis.clearTimeout(id),
  };
}
