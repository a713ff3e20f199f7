// The tables of a database in an order in which they can be filled: a row comes after those that it refers to.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

export interface Table {
  name: string;
  /** Those that a row brings with it; the database computes the others. */
  columns: readonly string[];
  /** Those of them that the database numbers by itself. */
  counters: readonly string[];
}

const tableRow = z.object({
  table: z.string(),
  name: z.string(),
  is_counter: z.boolean(),
});

const tableNeededRow = z.object({
  table: z.string(),
  needed: z.string(),
});

export async function readTables(tx: Queryable): Promise<Table[]> {
  const columns = await readRows(
    tx,
    tableRow,
    `SELECT c.relname AS "table", a.attname AS name,
            pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL AS is_counter
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      ORDER BY c.relname, a.attnum`,
  );
  const references = await readRows(
    tx,
    tableNeededRow,
    `SELECT c.relname AS "table", needed.relname AS needed
       FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class needed ON needed.oid = k.confrelid
      WHERE k.contype = 'f' AND k.conrelid <> k.confrelid
        AND c.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: Table[] = [];
  const begun = new Set<string>();
  const add = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { table, needed } of references) if (table === name) add(needed);
    const own = columns.filter(({ table }) => table === name);
    ordered.push({
      name,
      columns: own.map((column) => column.name),
      counters: own.filter(({ is_counter }) => is_counter).map((column) => column.name),
    });
  };
  for (const { table } of columns) add(table);
  return ordered;
}
