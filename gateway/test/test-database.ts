// The database of a test file: the embedded one in memory; with BELLHOP_TEST_POSTGRES=1 a PostgreSQL server's, so
// that everything the gateway promises can be tried there too.

import { afterAll } from 'vitest';
import { openMemoryDatabase } from '../../test/doubles/memory-database.ts';
import { createVirtualClock, type VirtualClock } from '../../test/doubles/virtual-clock.ts';
import { openDatabase } from '../kernel/db/open.ts';
import type { Db } from '../kernel/db/types.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts';

const isOnPostgres = process.env.BELLHOP_TEST_POSTGRES === '1';
let server: Promise<PostgresServer> | null = null;

// Hooks run last in, first out: what the test file itself closes is closed by then.
afterAll(async () => {
  const mine = server;
  // Files of one worker share this module: the next one starts a server of its own.
  server = null;
  await (await mine)?.close();
});

/** Empty, migrated, its own. */
export async function openTestDatabase(): Promise<Db> {
  if (!isOnPostgres) return openMemoryDatabase();
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL is not installed here.');
  server ??= startPostgres(bin);
  return counted(await openDatabase({ url: await (await server).newDatabase() }));
}

/** Statements and transactions that a server has not answered yet. */
let underWay = 0;

async function count<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

const counted = (db: Db): Db => ({
  ...db,
  query: (sql, params) => count(() => db.query(sql, params)),
  transaction: (work) => count(() => db.transaction(work)),
});

/** A statement that waits for another's lock may wait for virtual time: so long, no time passes for its sake. */
const PATIENCE_MS = 1_000;

/** A server's replies need real time: none of the virtual one passes while a statement is under way, however busy the machine. */
export function createTestClock(): VirtualClock {
  return isOnPostgres ? createVirtualClock({ settle: settleWithServer }) : createVirtualClock();
}

async function settleWithServer(): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  do await new Promise((done) => setTimeout(done, 2));
  while (underWay > 0 && performance.now() < end);
}
