// Counts in the database that the processes share anyhow. The table is unlogged: its commits wait for no disk, and a crash of
// the server forgets them. Full buckets are swept away once a minute.

import { z } from 'zod';
import { readRows } from '../db/rows.ts';
import type { Db } from '../db/types.ts';
import { type Counts, costOf, latestOf, levelOf } from './counts.ts';

const SWEEP_MS = 60_000;

const fullAtIsTakenRow = z.object({
  full_at: z.number(),
  is_taken: z.boolean(),
});

/** The caller opened the database and closes it. */
export function createDatabaseCounts(db: Db): Counts {
  let sweptAt = 0;
  return {
    store: 'database',
    async take(take) {
      const { key, now } = take;
      // In a line of its own: behind all that its caller has asked it would come too late.
      const ask = () =>
        readRows(
          db,
          fullAtIsTakenRow,
          `WITH taken AS (
           INSERT INTO limits AS l (key, full_at) VALUES ($1, GREATEST($2::float8, $2::float8 + $3::float8))
           ON CONFLICT (key) DO UPDATE SET full_at = GREATEST($2::float8, GREATEST(l.full_at, $2::float8) + $3::float8)
            WHERE GREATEST(l.full_at, $2::float8) <= $4::float8
           RETURNING full_at)
         SELECT full_at, true AS is_taken FROM taken
         UNION ALL
         SELECT full_at, false FROM limits WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM taken)`,
          [key, now, costOf(take), latestOf(take)],
        );
      const [row] = await db.as(`limit ${key}`, ask);
      sweep(now);
      return {
        isTaken: row?.is_taken ?? true,
        level: levelOf(take, row?.full_at ?? now),
      };
    },
    async close() {},
  };

  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < SWEEP_MS) return;
    sweptAt = now;
    // The next minute's finds what this one could not.
    db.query('DELETE FROM limits WHERE full_at < $1', [now]).catch(() => {});
  }
}
