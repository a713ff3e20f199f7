// Brings a database to this version's schema, one recorded step after the other.

import { MIGRATIONS } from './migrations/index.ts';
import type { Db } from './types.ts';

/** Any number, the same in all versions: who holds this lock of the database migrates it. */
const LOCK = 7_241_986;

/**
 * Steps already applied are skipped. Processes that start together take turns.
 * @param wanted ids of the steps to apply; all where left out
 * @returns those that were missing
 */
export async function migrate(db: Db, wanted?: readonly string[]): Promise<string[]> {
  return db.transaction(async (tx) => {
    const done: string[] = [];
    // Before anything else: two CREATE TABLE IF NOT EXISTS of one name at once fail.
    await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await tx.query(
      'CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = await tx.query<{ id: string }>('SELECT id FROM migrations');
    const known = new Set(applied.map((row) => row.id));
    for (const migration of MIGRATIONS) {
      if (known.has(migration.id) || wanted?.includes(migration.id) === false) continue;
      done.push(migration.id);
      for (const statement of migration.statements) await tx.query(statement);
      await tx.query('INSERT INTO migrations (id) VALUES ($1)', [migration.id]);
    }
    return done;
  });
}
