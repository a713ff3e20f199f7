// The passages whose vectors are nearest to a question's: found by pgvector where the database has it, else in this process.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { findNearest, type Near, readVectors } from './vector-rows.ts';

export interface Nearest {
  /** Best first. `collections`: with a number that grows with each write of vectors. */
  find(
    collections: readonly { id: string; writes: number }[],
    asked: Float32Array,
    limit: number,
  ): Promise<Near[]>;
}

/** Collections whose vectors stay in memory; the one that was asked the longest ago is forgotten. */
const MAX_COLLECTIONS = 16;

const isMadeRow = z.object({
  is_made: z.boolean(),
});

/** Whether the database compares vectors itself; the extension is made where that is allowed. */
export async function hasPgvector(db: Queryable): Promise<boolean> {
  const [known] = await readRows(
    db,
    isMadeRow,
    `SELECT installed_version IS NOT NULL AS is_made
       FROM pg_available_extensions WHERE name = 'vector'`,
  );
  if (known === undefined) return false;
  if (!known.is_made) await db.query('CREATE EXTENSION IF NOT EXISTS vector').catch(() => {});
  // It may be made, and stand in a schema that isn't looked into.
  return db.query("SELECT '[1]'::vector <=> '[1]'::vector").then(
    () => true,
    () => false,
  );
}

export function createNearest(db: Queryable, model: string, isByPgvector: boolean): Nearest {
  if (isByPgvector) {
    return {
      find: (collections, asked, limit) =>
        findNearest(
          db,
          collections.map(({ id }) => id),
          model,
          asked,
          limit,
        ),
    };
  }
  const cache = new Map<
    string,
    { writes: number; rows: Awaited<ReturnType<typeof readVectors>> }
  >();
  return {
    async find(collections, asked, limit) {
      const found: Near[] = [];
      for (const collection of collections) {
        for (const { hash, vector } of await rowsOf(collection)) {
          const similarity = dot(vector, asked);
          found.push({ collection_id: collection.id, passage_hash: hash, similarity });
        }
      }
      return found.toSorted((a, b) => b.similarity - a.similarity).slice(0, limit);
    },
  };

  async function rowsOf({ id, writes }: { id: string; writes: number }) {
    const known = cache.get(id);
    cache.delete(id);
    const rows = known?.writes === writes ? known.rows : await readVectors(db, id, model);
    cache.set(id, { writes, rows });
    const [oldest] = cache.keys();
    if (cache.size > MAX_COLLECTIONS && oldest !== undefined) cache.delete(oldest);
    return rows;
  }
}

/** How alike two vectors of length 1 are, from -1 to 1. */
function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -1;
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
