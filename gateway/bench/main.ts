// Measures real gateways, as `npm run bench -- gateway` shows it.
//   node gateway/bench/main.ts [--only reach,take-over,throughput,fairness,recall,streams,long-logs,upgrade,desk-list]
// Prints its rows as JSON, one a line.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../kernel/db/open.ts';
import { createProcess } from '../test/faults/processes.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { findRedis, startRedis } from '../test/redis-server.ts';
import { benchDeskList, fillConversations } from './desk-list.ts';
import { benchFairness } from './fairness.ts';
import { benchLongLogs } from './long-logs.ts';
import {
  bareStreams,
  benchReach,
  benchStreams,
  benchTakeOver,
  benchThroughput,
  startProcesses,
  throughputRows,
} from './many.ts';
import { benchRecall } from './recall.ts';
import type { Row } from './rows.ts';
import { benchUpgrade } from './upgrade.ts';

const STREAMS = [1000, 5000];
const CONVERSATIONS = [100_000, 1_000_000];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const bin = findPostgres();
const redisProgram = findRedis();
const directory = await mkdtemp(join(tmpdir(), 'bellhop-bench-'));
const postgres = bin === null ? null : await startPostgres(bin);

const print = (rows: readonly Row[]) => {
  for (const row of rows) console.log(JSON.stringify(row));
};

const GROUPS: Readonly<Record<string, (server: PostgresServer) => Promise<void>>> = {
  async reach(server) {
    for (const count of [2, 4]) print(await benchReach(server, count));
    if (redisProgram === null) return;
    const redis = await startRedis(redisProgram);
    for (const count of [2, 4]) {
      print(await benchReach(server, count, { REDIS_URL: redis.url }, 'Redis'));
    }
    await redis.stop();
  },
  async 'take-over'(server) {
    print(await benchTakeOver(server));
  },
  async throughput(server) {
    const measure = async (count: number) => {
      const processes = await startProcesses(count, { DATABASE_URL: await server.newDatabase() });
      const found = await benchThroughput(processes.map(({ base }) => base ?? ''));
      for (const each of processes) await each.kill();
      return found;
    };
    const one = await measure(1);
    const embedded = createProcess({ args: ['--data', join(directory, 'throughput')] });
    await embedded.start();
    const own = await benchThroughput([embedded.base ?? '']);
    await embedded.kill();
    print(throughputRows('PGlite', own, one));
    for (const count of [2, 4]) {
      print(throughputRows(`${count} processes on PostgreSQL`, await measure(count), one));
    }
  },
  async fairness(server) {
    print(await benchFairness('PGlite', { args: ['--data', join(directory, 'fairness')] }));
    const env = { DATABASE_URL: await server.newDatabase() };
    print(await benchFairness('PostgreSQL', { env }));
  },
  async recall() {
    print(await benchRecall());
  },
  async streams(server) {
    for (const count of STREAMS) {
      const bareKb = await bareStreams(count);
      const embedded = createProcess({ args: ['--data', join(directory, `streams-${count}`)] });
      await embedded.start();
      print(await benchStreams('PGlite', [embedded], count, bareKb));
      await embedded.kill();
      for (const size of [1, 2, 4]) {
        const processes = await startProcesses(size, { DATABASE_URL: await server.newDatabase() });
        print(await benchStreams(`PostgreSQL, processes: ${size}`, processes, count, bareKb));
        for (const each of processes) await each.kill();
      }
    }
  },
  async upgrade(server) {
    print(await benchUpgrade(await server.newDatabase()));
  },
  async 'desk-list'(server) {
    const db = await openDatabase({ url: await server.newDatabase() });
    let filled = 0;
    for (const count of CONVERSATIONS) {
      await db.alone((connection) => fillConversations(connection, filled, count));
      filled = count;
      print(await benchDeskList(db, `PostgreSQL, ${count.toLocaleString('en')} conversations`));
    }
    await db.close();
  },
  async 'long-logs'(server) {
    const embedded = await openDatabase({ directory: join(directory, 'long') });
    print(await benchLongLogs(embedded, 'PGlite'));
    await embedded.close();
    const shared = await openDatabase({ url: await server.newDatabase() });
    print(await benchLongLogs(shared, 'PostgreSQL'));
    await shared.close();
  },
};

try {
  if (postgres === null) throw new Error('PostgreSQL is not installed here.');
  for (const [name, run] of Object.entries(GROUPS)) {
    if (only === undefined || only.includes(name)) await run(postgres);
  }
} finally {
  await postgres?.close();
  await rm(directory, { recursive: true, force: true });
}
