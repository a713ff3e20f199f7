// What the two databases promise below the gateway.

import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { emptyImage, prepareFolder } from '../../../test/doubles/memory-database.ts';
import { OUTER } from '../../../test/rings.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import { openPglite } from '../../kernel/db/pglite.ts';
import { readRows } from '../../kernel/db/rows.ts';
import { DatabaseUnavailable } from '../../kernel/db/types.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

const pidRow = z.object({
  pid: z.number(),
});

const sizeRow = z.object({
  size: z.number(),
});

describe('the embedded database', () => {
  it('has each commit written through to the disk before it answers', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bellhop-fsync-'));
    const fsync = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    await prepareFolder(join(directory, 'data'));
    const db = await openPglite(join(directory, 'data'));
    try {
      await db.query('CREATE TABLE kept (value integer)');
      for (const value of [1, 2, 3]) {
        fsync.mockClear();
        await db.query('INSERT INTO kept VALUES ($1)', [value]);
        expect(fsync).toHaveBeenCalled();
      }
    } finally {
      await db.close();
      fsync.mockRestore();
      syncBuiltinESMExports();
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('sets no timer by which a start would report itself for ever', async () => {
    const image = await emptyImage();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const db = await openPglite(undefined, { image });
    const waits = timer.mock.calls.map(([, ms]) => ms);
    timer.mockRestore();
    await db.close();
    expect(waits).not.toContain(10_000);
  });

  it('clears away dead rows by itself', OUTER, async () => {
    const sizeAfter = async (vacuumEvery: number) => {
      const db = await openPglite(undefined, { vacuumEvery });
      await db.query('CREATE TABLE counts (id integer PRIMARY KEY, value integer)');
      await db.query('CREATE INDEX counts_value ON counts (value)');
      await db.query('INSERT INTO counts SELECT i, i FROM generate_series(1, 100) i');
      for (let i = 0; i < 200; i += 1) await db.query('UPDATE counts SET value = value + 1000');
      const [row] = await readRows(db, sizeRow, `SELECT pg_relation_size('counts') AS size`);
      await db.close();
      return row?.size ?? 0;
    };
    expect(await sizeAfter(20)).toBeLessThan((await sizeAfter(1e9)) / 2);
  });
});

const bin = findPostgres();

describe.runIf(bin !== null)('a PostgreSQL server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.close());

  it('takes no gateway along when it goes away in the middle of a transaction', async () => {
    const url = await server.newDatabase();
    const [db, other] = [await openDatabase({ url }), await openDatabase({ url })];
    const work = db.transaction(async (tx) => {
      const [backend] = await readRows(tx, pidRow, 'SELECT pg_backend_pid() AS pid');
      await other.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
      // The connection ends while no query waits for it.
      await vi.waitUntil(async () => {
        const left = await other.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [
          backend?.pid,
        ]);
        return left.length === 0;
      });
      await other.query('SELECT pg_sleep(0.1)');
      await tx.query('SELECT 1');
    });
    await expect(work).rejects.toThrow(DatabaseUnavailable);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await db.close();
    await other.close();
  });

  it('is made ready by several processes that start on it at once', OUTER, async () => {
    for (let round = 0; round < 5; round += 1) {
      const url = await server.newDatabase();
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ url })));
      for (const db of opened) await db.close();
    }
  });
});
