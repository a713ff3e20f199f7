// Brings a database to this version's schema, one recorded step after the other.

import { MIGRATIONS } from './migrations/index.ts';
import type { Db } from './types.ts';

/** Steps already applied are skipped. Two processes that start together take turns. */
export async function migrate(db: Db): Promise<void> {
  await db.query(
    'CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  await db.transaction(async (tx) => {
    await tx.query('LOCK TABLE migrations IN EXCLUSIVE MODE');
    const applied = await tx.query<{ id: string }>('SELECT id FROM migrations');
    const known = new Set(applied.map((row) => row.id));
    for (const migration of MIGRATIONS) {
      if (known.has(migration.id)) continue;
      for (const statement of migration.statements) await tx.query(statement);
      await tx.query('INSERT INTO migrations (id) VALUES ($1)', [migration.id]);
    }
  });
}
