// The database of a test file: the embedded one in memory; with BELLHOP_TEST_POSTGRES=1 a PostgreSQL server's, so
// that everything the gateway promises can be tried there too.

import { afterAll } from 'vitest';
import { openMemoryDatabase } from '../../test/doubles/memory-database.ts';
import { createVirtualClock, type VirtualClock } from '../../test/doubles/virtual-clock.ts';
import { openDatabase } from '../db/open.ts';
import type { Db } from '../db/types.ts';
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
  return openDatabase({ url: await (await server).newDatabase() });
}

/** A server's replies need real time: the clock lets a little of it pass whenever it settles. */
export function createTestClock(): VirtualClock {
  return isOnPostgres
    ? createVirtualClock({ settle: () => new Promise((done) => setTimeout(done, 2)) })
    : createVirtualClock();
}
