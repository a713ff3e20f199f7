// Brings a database to this version's schema, one recorded step after the other: a process that is ended in the middle leaves
// whole steps, and the next one goes on. Others may use the database meanwhile, so indexes of big tables are made beside their
// writers where the server can.

import { z } from 'zod';
import { MIGRATIONS } from './migrations/index.ts';
import { readRows } from './rows.ts';
import type { Db, IndexOf, Migration, Queryable } from './types.ts';

/** Any number, the same in all versions: who holds this lock of the database migrates it. */
const LOCK = 7_241_986;
const ASK_AGAIN_MS = 200;

const gotRow = z.object({
  got: z.boolean(),
});

/**
 * Steps already applied are skipped. Processes that start together take turns.
 * @param wanted ids of the steps to apply; all where left out
 * @returns those that were missing
 */
export async function migrate(
  db: Db,
  wanted?: readonly string[],
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  if (await isUpToDate(db, wanted, migrations)) return [];
  return db.transaction(
    async (holder) => {
      // Asked again and again instead of waited for: who waits inside of a statement has a snapshot, for which an index that
      // another process makes beside its writers waits in turn.
      for (;;) {
        const [row] = await readRows(
          holder,
          gotRow,
          `SELECT pg_try_advisory_xact_lock(${LOCK}) AS got`,
        );
        if (row?.got === true) break;
        await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
      }
      // The embedded database has one connection, which is this transaction's.
      if (db.isExclusive) return applyAll(holder, null, wanted, migrations);
      return applyAll(null, db, wanted, migrations);
    },
    { isLong: true },
  );
}

const nameRow = z.object({
  name: z.string().nullable(),
});

async function isUpToDate(
  db: Db,
  wanted: readonly string[] | undefined,
  migrations: readonly Migration[],
): Promise<boolean> {
  const [there] = await readRows(db, nameRow, `SELECT to_regclass('migrations')::text AS name`);
  if (there?.name == null) return false;
  return (await missing(db, wanted, migrations)).length === 0;
}

const idRow = z.object({
  id: z.string(),
});

async function missing(
  db: Queryable,
  wanted: readonly string[] | undefined,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const applied = await readRows(db, idRow, 'SELECT id FROM migrations');
  const known = new Set(applied.map((row) => row.id));
  return migrations.filter(({ id }) => !known.has(id) && wanted?.includes(id) !== false);
}

/** In one transaction where `one` is given, else a transaction for each step. */
async function applyAll(
  one: Queryable | null,
  each: Db | null,
  wanted: readonly string[] | undefined,
  migrations: readonly Migration[],
): Promise<string[]> {
  const within = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    if (one !== null) return work(one);
    if (each === null) throw new Error('There is no database to migrate.');
    return each.transaction(work, { isLong: true });
  };
  const todo = await within(async (tx) => {
    await tx.query(
      'CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    return missing(tx, wanted, migrations);
  });
  for (const { id, statements = [], indexes = [] } of todo) {
    if (each !== null && indexes.length > 0) await each.alone((db) => indexBeside(db, indexes));
    await within(async (tx) => {
      for (const statement of statements) await tx.query(statement);
      for (const { name, on } of indexes) {
        await tx.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
      }
      await tx.query('INSERT INTO migrations (id) VALUES ($1)', [id]);
    });
  }
  return todo.map(({ id }) => id);
}

/** Without a lock that writers wait for. One that broke off leaves an index that counts for nothing: it is made anew. */
async function indexBeside(db: Queryable, indexes: readonly IndexOf[]): Promise<void> {
  for (const { name, on } of indexes) {
    const broken = await db.query(
      `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`,
      [name],
    );
    if (broken.length > 0) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await db.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  }
}
