// Rows are read by a schema, whichever database answered.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import { int8, readRows, UnexpectedRow } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

const bin = findPostgres();

const everyKind = z.object({
  small: z.number(),
  exact: int8,
  large: int8,
  sum: z.string(),
  share: z.number(),
  is_so: z.boolean(),
  name: z.string(),
  nothing: z.string().nullable(),
  bytes: z.instanceof(Uint8Array),
});

const EVERY_KIND = `SELECT 7::integer AS small, 9007199254740991::bigint AS exact,
  9007199254740993::bigint AS large, sum(n)::numeric AS sum, 0.5::float8 AS share, true AS is_so,
  'a'::text AS name, NULL::text AS nothing, '\\x00ff'::bytea AS bytes FROM (VALUES (1), (2)) v (n)`;

describe.each([
  ['embedded', true],
  ['server', bin !== null],
])('the %s database', (kind, isHere) => {
  let server: PostgresServer | null = null;
  let db: Db;
  beforeAll(async () => {
    if (!isHere) return;
    server = kind === 'server' ? await startPostgres(bin ?? '') : null;
    db =
      server === null
        ? await openMemoryDatabase()
        : await openDatabase({ url: await server.newDatabase() });
  });
  afterAll(async () => {
    if (isHere) await db.close();
    await server?.close();
  });

  it.runIf(isHere)('gives each kind of column as its schema says', async () => {
    const [row] = await readRows(db, everyKind, EVERY_KIND);
    expect(row).toEqual({
      small: 7,
      exact: 9_007_199_254_740_991,
      large: 9_007_199_254_740_993n,
      sum: '3',
      share: 0.5,
      is_so: true,
      name: 'a',
      nothing: null,
      bytes: expect.any(Uint8Array),
    });
    expect([...(row?.bytes ?? [])]).toEqual([0, 255]);
  });

  it.runIf(isHere)('leaves out columns that the schema doesn’t name', async () => {
    const rows = await db.transaction((tx) =>
      readRows(tx, z.object({ a: z.number() }), 'SELECT $1::integer AS a, 2 AS b', [1]),
    );
    expect(rows).toEqual([{ a: 1 }]);
  });
});

describe('a row of another shape', () => {
  const answering = (row: object) => ({ query: async () => [row] });
  const row = z.object({ seq: z.number(), state: z.enum(['open', 'closed']) });
  const sql = `
    SELECT seq, state FROM doors WHERE house = $1 AND floor = $2 AND is_painted ORDER BY seq`;

  it.each([
    ['a column that is missing', { seq: 1 }, 'state'],
    ['a column of another type', { seq: '1', state: 'open' }, 'seq'],
    ['a null that nobody expects', { seq: null, state: 'open' }, 'seq'],
    ['a word that is none of its', { seq: 1, state: 'a secret' }, 'state'],
  ])('is a fault that names the statement and the column: %s', async (_what, given, column) => {
    const fault = await readRows(answering(given), row, sql, ['h', 2]).catch((error) => error);
    expect(fault).toBeInstanceOf(UnexpectedRow);
    expect(fault).toMatchObject({ name: 'UnexpectedRow', column });
    expect(fault.message).toContain(
      `“SELECT seq, state FROM doors WHERE house = $1 AND floor = …” with an unexpected ${column}: `,
    );
    // What was stored is nobody's business who reads a log.
    expect(fault.message).not.toContain('secret');
  });
});
