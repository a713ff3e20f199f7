// Limits that hold for all processes: each keeps a count of its own, which refuses what it can without asking anybody, and
// has the rest counted where all of them count: in Redis where there is one, else in the database what costs money or guesses a
// secret. A store that is away, or slower than a visitor's patience, stops nobody: the process's own count goes on alone.

import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { createLanes } from '../lanes.ts';
import type { Observer } from '../observability/observer.ts';
import type { Counts, Taken } from './counts.ts';
import { createDatabaseCounts } from './database-counts.ts';
import { createRateLimit, type RateLimitOptions } from './rate-limit.ts';

/** How long a request waits to be counted. */
const PATIENCE_MS = 500;
/** How long a store that failed isn't asked. */
const REST_MS = 1000;

export interface LimitWords {
  /** The unit that is counted, as the refusal names it; `requests` where nothing is said. */
  what?: string;
  /** The caller that is counted. */
  whose?: string;
  /** It costs money or guesses a secret: the database counts it where there is no Redis. */
  isCostly?: boolean;
}

/** One limit, with a bucket for each caller. */
export interface Limit {
  /**
   * Takes `amount` (1) of `key`. Where the bucket has anything left at all, the whole amount is let in, and what is
   * missing is a debt that the next one waits for. An amount of 0 asks this process's count alone.
   * @throws HttpError 429 with Retry-After, and takes nothing.
   */
  take(key: string, amount?: number): Promise<void>;
  /** The same for what is done already, or given back (a negative amount). Never throws, waits for nothing. */
  charge(key: string, amount: number): void;
}

/** Makes the limits of a gateway. */
export interface Limits {
  /** @param name tells its keys from those of every other limit. */
  create(name: string, options: RateLimitOptions, words?: LimitWords): Limit;
}

export interface LimitsParts {
  db: Db;
  clock: Clock;
  /** Null: no Redis. */
  counts: Counts | null;
  /** The same in all processes: keys are hashed with it, so that no address or login stands in the store. */
  secret: string;
  observer: Pick<Observer, 'say'>;
}

/** @param secret hides callers' names in the shared store */
export function createLimits({ db, clock, counts, secret, observer }: LimitsParts): Limits {
  const redis = counts === null ? null : createPatient(counts);
  // One at a time for each key: what waits for a row's lock would hold a connection.
  const lanes = createLanes();
  const database = redis ?? (db.isExclusive ? null : createPatient(createDatabaseCounts(db)));

  return {
    create(name, options, { what, whose, isCostly = false } = {}) {
      const own = createRateLimit(options, clock, what, whose);
      const shared = isCostly ? database : redis;
      return {
        async take(key, amount = 1) {
          own.take(key, amount);
          if (shared === null || amount === 0) return;
          const taken = await count(key, amount, false);
          if (taken?.isTaken !== false) return;
          own.charge(key, -amount);
          own.lower(key, taken.level);
          throw own.refusal(key);
        },
        charge(key, amount) {
          own.charge(key, amount);
          if (shared !== null && amount !== 0) count(key, amount, true);
        },
      };

      /** The level of the shared count is the most that is left here. Null where no shared store has counted. */
      async function count(key: string, amount: number, isForced: boolean): Promise<Taken | null> {
        if (shared === null) return null;
        const hashed = createHmac('sha256', secret).update(`${name}\n${key}`).digest('base64url');
        const take = { key: hashed, limit: options, amount, isForced, now: clock.now() };
        const taken = await lanes.run(hashed, () => shared.take(take));
        if (taken !== null) own.lower(key, taken.level);
        return taken;
      }
    },
  };

  /** Asks a store, and does without it where it doesn't answer: then not again for a moment, and one line says so. */
  function createPatient(store: Counts) {
    let isAway = false;
    let restUntil = 0;
    return {
      async take(take: Parameters<Counts['take']>[0]): Promise<Taken | null> {
        if (clock.monotonic() < restUntil) return null;
        try {
          const taken = await inTime(store.take(take));
          if (isAway) observer.say('info', 'limits_shared', { store: store.store });
          isAway = false;
          return taken;
        } catch {
          restUntil = clock.monotonic() + REST_MS;
          if (!isAway) observer.say('warn', 'limits_alone', { store: store.store });
          isAway = true;
          return null;
        }
      },
    };
  }

  function inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => reject(new Error('Not counted in time.')), PATIENCE_MS);
      work.then(resolve, reject).finally(() => clock.clearTimeout(timer));
    });
  }
}
