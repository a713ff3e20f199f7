// Pauses between attempts, with full jitter, so that many browsers don't come back at the same moment.

import type { Signal } from '../platform/globals.ts';
import type { Clock, Random } from '../platform/types.ts';

export interface BackoffOptions {
  /** Ceiling of the first wait, milliseconds. Default 500. */
  minMs?: number;
  /** Largest ceiling, milliseconds. Default 30,000. */
  maxMs?: number;
}

export interface Backoff {
  /**
   * Milliseconds until the next attempt: uniform in [0, ceiling), the ceiling doubling from `minMs` to `maxMs`.
   * After a `Retry-After` it is that time at least, with the jitter added.
   */
  next(retryAfterMs?: number): number;
  /** Waits `next` milliseconds. Rejects with the signal's reason if the signal aborts. */
  wait(options?: { retryAfterMs?: number; signal?: Signal }): Promise<void>;
  /** Attempts since the start or the last reset. */
  attempts(): number;
  /** Call it after a success: the next wait is short again. */
  reset(): void;
}

export function createBackoff(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  random: Pick<Random, 'next'>,
  options: BackoffOptions = {},
): Backoff {
  const { minMs = 500, maxMs = 30_000 } = options;
  let attempts = 0;

  function next(retryAfterMs = 0): number {
    // Cap the exponent: 2 ** attempts would become Infinity.
    const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(attempts, 30));
    attempts += 1;
    return retryAfterMs + random.next() * ceiling;
  }

  return {
    next,
    wait: ({ retryAfterMs, signal } = {}) => sleep(clock, next(retryAfterMs), signal),
    attempts: () => attempts,
    reset: () => {
      attempts = 0;
    },
  };
}

/** Resolves after `delayMs`; rejects with the signal's reason if the signal aborts first. */
export function sleep(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  delayMs: number,
  signal?: Signal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener?.('abort', stop);
      resolve();
    }, delayMs);
    const stop = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener?.('abort', stop);
  });
}
