// Writes everything that a database holds as lines of JSON: a head, then one line for each row, then how many there were.
// Any database of the gateway can be filled from it, embedded or on a server, since the database itself writes and reads
// the rows. Knows no table by name.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { FORMAT, type Head, KEPT_APART, type Tail } from './format.ts';
import { readTables } from './tables.ts';

const ROWS_AT_ONCE = 500;

const idRow = z.object({
  id: z.string(),
});

/** Writes all rows as of one instant, so that writes meanwhile don't matter. `write` takes whole lines, each with its line feed. */
export async function writeArchive(
  db: Db,
  write: (text: string) => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  return db.transaction(
    async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const applied = await readRows(tx, idRow, 'SELECT id FROM migrations ORDER BY id');
      const head: Head = { format: FORMAT, migrations: applied.map(({ id }) => id) };
      await write(`${JSON.stringify(head)}\n`);
      const counts: Record<string, number> = {};
      for (const { name } of await readTables(tx)) {
        if (!KEPT_APART.has(name)) counts[name] = await writeTable(tx, name, write);
      }
      const tail: Tail = { rows: counts };
      await write(`${JSON.stringify(tail)}\n`);
      return counts;
    },
    { isLong: true },
  );
}

const rowRow = z.object({
  row: z.string(),
});

async function writeTable(
  tx: Queryable,
  table: string,
  write: (text: string) => Promise<void>,
): Promise<number> {
  // The rows stay text: numbers above 2^53 keep every digit.
  await tx.query(
    `DECLARE archive NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${table}" t`,
  );
  let count = 0;
  for (;;) {
    const rows = await readRows(tx, rowRow, `FETCH ${ROWS_AT_ONCE} FROM archive`);
    if (rows.length === 0) break;
    count += rows.length;
    await write(rows.map(({ row }) => `{"table":"${table}","row":${row}}\n`).join(''));
  }
  await tx.query('CLOSE archive');
  return count;
}
