// The browser's clock. Wall time may jump; the monotonic one never goes back.

import type { Clock } from './types.ts';

export function createBrowserClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    // Node's timers are objects, a browser's are numbers; the room above sees numbers only.
    setTimeout: (callback, delayMs) => Number(globalThis.setTimeout(callback, delayMs)),
    clearTimeout: (id) => globalThis.clearTimeout(id),
  };
}
