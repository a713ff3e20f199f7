// Time for the gateway, behind an interface, so that tests move it.

/** Time as the gateway sees it, so that tests can play it. */
export interface Clock {
  /** Unix milliseconds. The system's clock can be set, so this can go back. */
  now(): number;
  /** Milliseconds since some moment; never goes back. */
  monotonic(): number;
  setTimeout(callback: () => void, delayMs: number): number;
  clearTimeout(id: number): void;
}

/** The machine's own time. */
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
