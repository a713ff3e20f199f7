// Time for the gateway: the system's, behind the same interface as the widget's clock, so that tests move it.

import type { Clock } from '../src/platform/types.ts';

export type { Clock };

export function createSystemClock(): Clock {
  const timers = new Map<number, NodeJS.Timeout>();
  let lastId = 0;
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimeout(callback, delayMs) {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        timers.delete(id);
        callback();
      }, delayMs);
      timers.set(id, timer);
      return id;
    },
    clearTimeout(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
  };
}

/** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
