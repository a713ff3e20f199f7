// The database's time. Several processes that share a database compare instants that others have written, and their own clocks
// differ: all of them go by this one.

import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { readRows } from './rows.ts';
import type { Queryable } from './types.ts';

/** SQL: the database's time while the statement runs, Unix milliseconds. */
export const DB_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const SYNC_MS = 60_000;
/** An answer that took longer says too little about the instant at which it was given. */
const MAX_ROUND_TRIP_MS = 500;

export interface DatabaseClock extends Clock {
  close(): void;
}

const nowRow = z.object({
  now: z.number(),
});

/** `clock` with the database's time as its `now()`: asked for at the start and every minute, and carried on by `monotonic()`. */
export async function createDatabaseClock(db: Queryable, clock: Clock): Promise<DatabaseClock> {
  let isClosed = false;
  let timer: number | undefined;
  /** The database's time when `monotonic()` was 0. */
  let origin = (await measure()).origin;
  scheduleSync();
  return {
    now: () => Math.round(origin + clock.monotonic()),
    monotonic: () => clock.monotonic(),
    setTimeout: (callback, delayMs) => clock.setTimeout(callback, delayMs),
    clearTimeout: (id) => clock.clearTimeout(id),
    close() {
      isClosed = true;
      if (timer !== undefined) clock.clearTimeout(timer);
    },
  };

  async function measure(): Promise<{ origin: number; tookMs: number }> {
    const asked = clock.monotonic();
    const [row] = await readRows(db, nowRow, `SELECT ${DB_NOW} AS now`);
    const answered = clock.monotonic();
    return {
      origin: (row?.now ?? clock.now()) - (asked + answered) / 2,
      tookMs: answered - asked,
    };
  }

  function scheduleSync(): void {
    timer = clock.setTimeout(async () => {
      // A database that can't be asked now: the time goes on without it.
      const measured = await measure().catch(() => null);
      if (measured !== null && measured.tookMs <= MAX_ROUND_TRIP_MS) origin = measured.origin;
      if (!isClosed) scheduleSync();
    }, SYNC_MS);
  }
}
