// Rows as their statement promises them. A query's columns are text to the compiler, and two drivers decide what becomes of an
// int8, a date or JSON; so each query that reads rows names a schema, and each row is parsed by it, whichever database answered.
//
// Types generated from the migrations (Kysely) were the other way. They would make SQL a builder's calls, know nothing of the
// many sums, unions and lateral joins here, and believe the driver at run time, which is where PGlite and pg could differ.

import { z } from 'zod';
import type { Queryable } from './types.ts';

/** An int8 that may be larger than a double holds: a `number` where that is exact, else a `bigint`. */
export const int8 = z.union([z.number(), z.bigint()]);

/**
 * A column of an open enumeration: a newer version of the gateway, which ran on this database before or runs beside this one, may
 * have written a value that isn't listed here. It is passed on.
 * @param _known the values of this version, for the type alone.
 */
export const openEnum = <Value extends string>(_known: readonly Value[]) =>
  z.custom<Value>((value) => typeof value === 'string', 'expected text');

/** A row has another shape than its statement promises: a fault of the gateway's own. The message holds no value of the row. */
export class UnexpectedRow extends Error {
  override readonly name = 'UnexpectedRow';
  /** The column that is wrong; '' where the row itself is none. */
  readonly column: string;

  /** @param statement its first words, which say where it stands. */
  constructor(statement: string, column: string, fault: string) {
    super(`The database answered “${statement} …” with an unexpected ${column}: ${fault}`);
    this.column = column;
  }
}

const NAMED_WORDS = 12;

/**
 * Runs one statement and reads its rows. Columns that the schema doesn't name are left out.
 * @param row made once, at the top of its file: making a schema takes longer than reading a row by it.
 * @param sql with values as `$1`, `$2`, … only.
 * @throws UnexpectedRow for a row that the schema doesn't fit, and as `query` does.
 */
export async function readRows<Row extends z.ZodType>(
  db: Queryable,
  row: Row,
  sql: string,
  params: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const found = await db.query(sql, params);
  return found.map((given) => {
    const read = row.safeParse(given);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new UnexpectedRow(
      sql.trim().split(/\s+/).slice(0, NAMED_WORDS).join(' '),
      issue?.path.join('.') ?? '',
      issue?.message ?? 'it is not valid',
    );
  });
}
