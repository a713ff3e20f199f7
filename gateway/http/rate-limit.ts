// A bucket for each caller: so many requests a second, and a burst on top. The quietest is forgotten where there are
// too many; it would be full by then, or its caller gets a burst more.

import type { Clock } from '../clock.ts';
import { rateLimited } from './http-error.ts';

export interface RateLimitOptions {
  perSecond: number;
  burst: number;
}

interface Bucket {
  level: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

/** @returns a function that takes one request of `key`, or throws HttpError 429 with Retry-After. */
export function createRateLimit(
  { perSecond, burst }: RateLimitOptions,
  clock: Clock,
): (key: string) => void {
  const buckets = new Map<string, Bucket>();
  return (key) => {
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
    if (bucket.level < 1) {
      throw rateLimited(
        `Too many requests: ${perSecond} a second are allowed for a token, or for an address without one. Slow down.`,
        (1 - bucket.level) / perSecond,
      );
    }
    bucket.level -= 1;
  };
}
