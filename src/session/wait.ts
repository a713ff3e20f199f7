// Waiting, in the platform's clock: sleeps that an abort or a wake ends early, and the back-off's jitter.
// Knows nothing of what is waited for.

import type { Clock, Random } from '../platform/types.ts';

/** Resolves after `delayMs`, or at once when the signal aborts: callers look at the signal, nothing rejects. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.setTimeout(done, Math.max(0, delayMs));
    signal.addEventListener('abort', done);
  });
}

/** What `work` comes to; `instead`, as soon as the signal aborts. Nothing stays at the signal. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  instead: T,
): Promise<T> {
  let end = (): void => {};
  const aborted = new Promise<T>((resolve) => {
    end = () => resolve(instead);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

export interface Waker {
  /** Ends every sleep that is under way; where there is none, and it remembers, the next one is over at once. */
  wake(): void;
  /** Sleeps until woken, aborted, or `delayMs` later (null: no time limit). */
  sleep(delayMs: number | null, signal: AbortSignal): Promise<void>;
}

/** @param remembers a `wake` between two sleeps ends the next one at once. */
export function createWaker(clock: Clock, remembers = true): Waker {
  let sleepers: (() => void)[] = [];
  let isAwake = false;
  return {
    wake() {
      const woken = sleepers;
      isAwake = remembers && woken.length === 0;
      sleepers = [];
      for (const resume of woken) resume();
    },
    sleep(delayMs, signal) {
      return new Promise((resolve) => {
        if (signal.aborted || isAwake) {
          isAwake = false;
          return resolve();
        }
        const done = (): void => {
          if (timer !== null) clock.clearTimeout(timer);
          signal.removeEventListener('abort', done);
          sleepers = sleepers.filter((sleeper) => sleeper !== done);
          resolve();
        };
        const timer = delayMs === null ? null : clock.setTimeout(done, Math.max(0, delayMs));
        signal.addEventListener('abort', done);
        sleepers.push(done);
      });
    },
  };
}

/** Full jitter: uniform below a ceiling that doubles with each attempt (from 0), never under `minMs`. */
export function jitter(random: Random, attempt: number, minMs: number, maxMs: number): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(attempt + 1, 16));
  return Math.round(Math.max(minMs, random.next() * ceiling));
}

/**
 * The pause after a failure, of so many in a row before it: at most 1, 2, 4 and 8 s, since most outages are short; then
 * twice as long each time, up to 100 s and a quarter by chance. A request that never gets through is made 12 times in
 * ten minutes at most.
 */
export function pauseMs(random: Random, failures: number): number {
  const whole = Math.min(100_000, 1_000 * 2 ** Math.min(Math.max(0, failures), 9));
  return Math.round(whole * (whole > 8_000 ? 1 + random.next() / 4 : 1 - random.next() / 2));
}
