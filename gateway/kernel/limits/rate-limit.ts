// A bucket for each caller: so much a second, and a burst on top. The quietest is forgotten where there are too many; it
// would be full by then, or its caller gets a burst more.

import type { Clock } from '../clock.ts';
import { type HttpError, rateLimited } from '../http-error.ts';

/** A bucket that holds `burst` units, and fills by `perSecond`. */
export interface RateLimitOptions {
  perSecond: number;
  burst: number;
}

interface Bucket {
  level: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

export interface RateLimit {
  /**
   * Takes `amount` (1) of `key`. Where the bucket has anything left at all, the whole amount is let in, and what is
   * missing is a debt that the next one waits for: so a caller who is over its limit is refused before its body is read.
   * @throws HttpError 429 with Retry-After, and takes nothing.
   */
  take(key: string, amount?: number): void;
  /** The same for what is done already, or given back (a negative amount). Never throws. */
  charge(key: string, amount: number): void;
  /** Whether anything is left. */
  has(key: string): boolean;
  /** No more than this is left: others have taken of it, too. */
  lower(key: string, level: number): void;
  /** The sentence for a caller that has to wait. */
  refusal(key: string): HttpError;
}

/** @param what is counted, and @param whose it is, for the refusal. */
export function createRateLimit(
  { perSecond, burst }: RateLimitOptions,
  clock: Clock,
  what = 'requests',
  whose = 'a token, or for an address without one',
): RateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, amount = 1) {
      const bucket = find(key);
      if (bucket.level < 1) throw refusal(key);
      bucket.level -= amount;
    },
    charge(key, amount) {
      const bucket = find(key);
      bucket.level = Math.min(burst, bucket.level - amount);
    },
    has: (key) => find(key).level >= 0,
    lower(key, level) {
      const bucket = find(key);
      bucket.level = Math.min(bucket.level, level);
    },
    refusal,
  };

  function refusal(key: string): HttpError {
    return rateLimited(
      `Too many ${what}: ${perSecond} a second are allowed for ${whose}. Slow down.`,
      (1 - find(key).level) / perSecond,
    );
  }

  function find(key: string): Bucket {
    const now = clock.monotonic();
    const bucket = buckets.get(key) ?? { level: burst, at: now };
    bucket.level = Math.min(burst, bucket.level + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    // Newest last, so that the first key is the one that has been quiet for longest.
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > MAX_BUCKETS) {
      const [quietest] = buckets.keys();
      if (quietest !== undefined) buckets.delete(quietest);
    }
    return bucket;
  }
}
