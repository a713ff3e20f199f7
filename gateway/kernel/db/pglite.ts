// The embedded database: PostgreSQL inside this process, in a directory or in memory.

import { PGlite, type Transaction } from '@electric-sql/pglite';
import { z } from 'zod';
import { createSystemClock } from '../clock.ts';
import { durableFiles } from './durable-files.ts';
import { shareFairly } from './fair.ts';
import { createBreath, createRest } from './pglite-turns.ts';
import { readRows } from './rows.ts';
import { DatabaseUnavailable, type Db, type Queryable } from './types.ts';

/** Statements and transactions. Dead rows of so many are cleared away in milliseconds. */
const VACUUM_EVERY = 5000;

/**
 * A database that begins from copied files replays its log. PGlite never ends the timer that reports such a start every ten
 * seconds: it would keep a process alive that has nothing more to do. In memory alone: in a directory, with this setting, a
 * segment of the log outlives the checkpoint that a deleted conversation's words are cleared away by.
 */
const WITHOUT_PROGRESS = ['-c', 'log_startup_progress_interval=0'];

const tableRow = z.object({ name: z.string() });

export interface PgliteOptions {
  vacuumEvery?: number;
  /** A new database begins from these files, as PGlite's `dumpDataDir` gives them, instead of making its own for seconds. */
  image?: Blob;
}

/** @param directory where the data lives; none: in memory, gone with the process. */
export async function openPglite(
  directory?: string,
  { vacuumEvery = VACUUM_EVERY, image }: PgliteOptions = {},
): Promise<Db> {
  const pglite = await PGlite.create({
    ...(directory === undefined ? {} : durableFiles(directory)),
    ...(image === undefined ? {} : { loadDataDir: image }),
    ...(directory === undefined
      ? { startParams: [...PGlite.defaultStartParams, ...WITHOUT_PROGRESS] }
      : {}),
  });
  const clock = createSystemClock();
  let untilVacuum = vacuumEvery;
  const breathe = directory === undefined ? async () => {} : createBreath(clock);

  const alone: Omit<Db, 'as'> = {
    isExclusive: true,
    query: (sql, params) =>
      guard(async () => {
        await breathe();
        return run(pglite, sql, params);
      }),
    transaction: (work) =>
      guard(async () => {
        await breathe();
        return pglite.transaction((tx) => {
          const queryable: Queryable = { query: async (sql, params) => run(tx, sql, params) };
          return work(queryable);
        });
      }),
    alone: (work) => guard(() => work({ query: async (sql, params) => run(pglite, sql, params) })),
    ...(directory === undefined ? {} : { scrub: (tables) => guard(() => scrub(tables)) }),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
  return shareFairly(alone, {
    width: 1,
    ...(directory === undefined ? {} : { rest: createRest(clock) }),
  });

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    if (pglite.closed) throw new DatabaseUnavailable(new Error('PGlite is closed'));
    const result = await work();
    untilVacuum -= 1;
    if (untilVacuum === 0) {
      // Not awaited: nobody's request has to wait for it. A gateway that closes needs none.
      vacuum()
        .catch(() => {})
        .finally(() => {
          untilVacuum = vacuumEvery;
        });
    }
    return result;
  }

  async function scrub(tables: readonly string[]): Promise<void> {
    // VACUUM alone frees a row's place and leaves its bytes. Statistics have common texts of a column in them.
    const statements = [
      ...tables.map((table) => `VACUUM (FULL, ANALYZE) ${table}`),
      'VACUUM FULL pg_statistic',
      // Later writes go to a new piece of the log; the old ones are deleted with the checkpoint.
      'SELECT pg_switch_wal()',
      'CHECKPOINT',
    ];
    for (const statement of statements) {
      await breathe();
      await pglite.query(statement);
    }
  }

  /** A server has a process for this (autovacuum), PGlite has none. Table by table, so that others get their turn. */
  async function vacuum(): Promise<void> {
    const tables = await readRows(
      { query: (sql, params) => run(pglite, sql, params) },
      tableRow,
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) {
      if (!pglite.closed) await pglite.query(`VACUUM (ANALYZE) ${name}`);
    }
  }
}

async function run(
  target: PGlite | Transaction,
  sql: string,
  params: readonly unknown[] = [],
): Promise<unknown[]> {
  return (await target.query(sql, [...params])).rows;
}
