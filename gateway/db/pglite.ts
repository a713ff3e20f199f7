// The embedded database: PostgreSQL inside this process, in a directory or in memory.

import { PGlite, type Transaction } from '@electric-sql/pglite';
import { DatabaseUnavailable, type Db, type Queryable } from './types.ts';

/** @param directory where the data lives; none: in memory, gone with the process. */
export async function openPglite(directory?: string): Promise<Db> {
  const pglite = directory === undefined ? await PGlite.create() : await PGlite.create(directory);

  return {
    isExclusive: true,
    query: (sql, params) => guard(async () => (await run(pglite, sql, params)) as never),
    transaction: (work) =>
      guard(() =>
        pglite.transaction((tx) => {
          const queryable: Queryable = { query: async (sql, params) => run(tx, sql, params) };
          return work(queryable);
        }),
      ),
    close: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    if (pglite.closed) throw new DatabaseUnavailable(new Error('PGlite is closed'));
    return work();
  }
}

async function run<Row extends object>(
  target: PGlite | Transaction,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  return (await target.query<Row>(sql, [...params])).rows;
}
