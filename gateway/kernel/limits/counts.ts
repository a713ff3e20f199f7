// Where a limit is counted for all processes together. Each key has one number: the moment at which its bucket will be full
// again. All stores do the same arithmetic on it, and each call is one atomic step.

import type { RateLimitOptions } from './rate-limit.ts';

export interface Take {
  /** Names nobody: what it was made of can't be read from it. */
  key: string;
  limit: RateLimitOptions;
  /** Negative: given back. */
  amount: number;
  /** Whether it counts also where nothing is left: it is done already. */
  isForced: boolean;
  /** Unix milliseconds, by the clock that all processes share. */
  now: number;
}

export interface Taken {
  isTaken: boolean;
  /** Units left in the bucket; below 0 a debt. */
  level: number;
}

/** A store that counts limits for all processes. */
export interface Counts {
  /** For the log. */
  readonly store: 'redis' | 'database';
  /** Rejects where the store is away. */
  take(take: Take): Promise<Taken>;
  close(): Promise<void>;
}

/** Milliseconds in which `amount` flows back. */
export const costOf = ({ limit, amount }: Take): number => (amount * 1000) / limit.perSecond;

/** The latest moment for the bucket to be full again, at which one more may be taken. */
export const latestOf = ({ limit, now, isForced }: Take): number =>
  isForced ? Number.MAX_SAFE_INTEGER : now + ((limit.burst - 1) * 1000) / limit.perSecond;

/** @param fullAt Unix milliseconds. */
export const levelOf = ({ limit, now }: Take, fullAt: number): number =>
  limit.burst - (Math.max(0, fullAt - now) * limit.perSecond) / 1000;
