// When the gateway may be asked again, and what the visitor is told until then: back-off, Retry-After, and trouble
// that only the visitor or another session can end. One for all that this tab asks; knows nothing of what is asked.

import type { Platform } from '../platform/types.ts';
import { troubleOf } from './trouble.ts';
import type { Trouble } from './types.ts';
import type { Waker } from './wait.ts';

export interface PatiencePorts {
  platform: Pick<Platform, 'clock' | 'random'>;
  /** Woken by whoever ends all waits. */
  waker: Waker;
  onTrouble(): void;
}

export interface Patience {
  trouble(): Trouble | null;
  /** Trouble that no waiting ends. */
  isBlocked(): boolean;
  /** The error that was told last. */
  lastError(): unknown;
  /** Milliseconds until the gateway may be asked; 0: now, Infinity: not before it is retried. */
  heldMs(): number;
  /** An error of any request: milliseconds until it is worth trying again, null where waiting doesn't help. */
  fail(error: unknown): number | null;
  /** A request got through. */
  fine(): void;
  /** Waits out what the gateway asked for, whoever was told; at once when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** Ends the trouble, and the waits but those that the gateway has named. */
  retryNow(): void;
}

export function createPatience({ platform, waker, onTrouble }: PatiencePorts): Patience {
  const { clock, random } = platform;
  let trouble: Trouble | null = null;
  let isBlocked = false;
  let failures = 0;
  let retryAt = 0;
  /** What the gateway has named itself: no retrying ends it. */
  let boundUntil = 0;
  let lastError: unknown = null;
  let lastDelay: number | null = null;

  const leftMs = (): number => Math.max(0, Math.max(retryAt, boundUntil) - clock.monotonic());

  return {
    trouble: () => trouble,
    isBlocked: () => isBlocked,
    lastError: () => lastError,
    heldMs: () => (isBlocked ? Number.POSITIVE_INFINITY : leftMs()),
    fail(error) {
      // A list that several wait for fails once.
      if (error === lastError) return lastDelay;
      const found = troubleOf(error, { clock, random, failures });
      failures += 1;
      lastError = error;
      lastDelay = found.delayMs;
      // Only what the gateway asks for holds everybody; a lost request is the business of whoever lost it.
      const until = clock.monotonic() + (found.delayMs ?? 0);
      if (found.isBinding === true) boundUntil = Math.max(boundUntil, until);
      else if (found.isAsked) retryAt = until;
      // What was under way as the session was refused may fail otherwise: that ends no refusal.
      if (isBlocked && found.delayMs !== null) return found.delayMs;
      isBlocked = found.delayMs === null;
      ({ trouble } = found);
      onTrouble();
      return found.delayMs;
    },
    fine() {
      failures = 0;
      if (trouble === null || isBlocked) return;
      trouble = null;
      onTrouble();
    },
    async wait(signal) {
      while (!signal.aborted && (isBlocked || leftMs() > 0)) {
        await waker.sleep(isBlocked ? null : leftMs(), signal);
      }
    },
    retryNow() {
      isBlocked = false;
      retryAt = 0;
      lastError = null;
      failures = 0;
      trouble = null;
      onTrouble();
    },
  };
}
