// Limits of several gateways that answer the same callers.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import type { VirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { shareFairly } from '../../kernel/db/fair.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Counts } from '../../kernel/limits/counts.ts';
import { createDatabaseCounts } from '../../kernel/limits/database-counts.ts';
import { openCounts } from '../../kernel/limits/redis-counts.ts';
import { OWN_PAGE } from '../desk-people.ts';
import { createHarness, type Harness, type HarnessOptions, message } from '../harness.ts';
import { findRedis, type RedisServer, startRedis } from '../redis-server.ts';
import { createTestClock } from '../test-database.ts';

const keyRow = z.object({
  key: z.string(),
});

let db: Db;
let isDatabaseCounting = true;
let open: Harness[] = [];
let clock: VirtualClock;
let lines: string[] = [];

beforeAll(async () => {
  const embedded = await openMemoryDatabase();
  // As a server's: others may use it as well.
  db = {
    ...embedded,
    isExclusive: false,
    query: (sql, params) =>
      sql.includes('INSERT INTO limits') && !isDatabaseCounting
        ? Promise.reject(new Error('There is no such table today.'))
        : embedded.query(sql, params),
  };
});
beforeEach(() => {
  clock = createTestClock();
  isDatabaseCounting = true;
  lines = [];
});
afterEach(async () => {
  for (const harness of open) await harness.close();
  open = [];
});
afterAll(() => db.close());

async function gateways(parts: HarnessOptions = {}): Promise<[Harness, Harness]> {
  const log = { write: (_: string, event: string) => lines.push(event) };
  for (const _ of [1, 2]) open.push(await createHarness({ db, clock, log, ...parts }));
  return open as [Harness, Harness];
}

const said = () => lines.filter((event) => event.startsWith('limits_'));

/** How many of so many messages the two take, in turns. */
async function taken(between: readonly Harness[], count: number): Promise<number> {
  const session = await between[0]?.session();
  let many = 0;
  for (let i = 0; i < count; i += 1) {
    const harness = between[i % between.length];
    const reply = await harness?.call(
      'POST',
      session?.path ?? '',
      { events: [message('hi', 'system.message')] },
      session?.token,
    );
    many += reply?.status === 200 ? 1 : 0;
  }
  return many;
}

const signIn = (harness: Harness, body: object) =>
  harness.gateway.request('/admin/desk/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...OWN_PAGE },
    body: JSON.stringify(body),
  });

const MESSAGES = { options: { messageLimit: { perSecond: 1, burst: 6 } } };

describe('what costs money or guesses a secret', () => {
  it('messages of a token count for all processes together, and again as time passes', async () => {
    const both = await gateways(MESSAGES);
    expect(await taken(both, 20)).toBe(6);
    const session = await both[0].session();
    const send = (harness: Harness) =>
      harness.call(
        'POST',
        session.path,
        { events: [message('x', 'system.message')] },
        session.token,
      );
    for (let i = 0; i < 6; i += 1) expect((await send(both[i % 2] ?? both[0])).status).toBe(200);
    const refused = await send(both[1]);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await clock.advance(1000);
    expect((await send(both[0])).status).toBe(200);
    expect((await send(both[1])).status).toBe(429);
  });

  it('passwords that are tried at one process are tried at all', async () => {
    const both = await gateways();
    const statuses = [];
    for (let i = 0; i < 14; i += 1) {
      const reply = await signIn(both[i % 2] ?? both[0], { key: `not-the-admin-key-${i}` });
      statuses.push(reply.status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('where the database can’t count, each process counts alone, and says so once', async () => {
    const both = await gateways(MESSAGES);
    isDatabaseCounting = false;
    expect(await taken(both, 20)).toBe(12);
    expect(said()).toEqual(['limits_alone', 'limits_alone']);
    isDatabaseCounting = true;
    await clock.advance(60_000);
    expect(await taken(both, 20)).toBe(6);
    expect(said().slice(2)).toEqual(['limits_shared', 'limits_shared']);
  });

  it('is counted apart from all that its caller waits for', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const asked: string[] = [];
    const shared = shareFairly(
      {
        ...db,
        query: (sql, params) => {
          asked.push(sql);
          return db.query(sql, params);
        },
        // It has another connection.
        transaction: (work) => work(db),
      },
      { width: 1 },
    );
    const counts = createDatabaseCounts(shared);
    const limit = { perSecond: 1, burst: 5 };
    const take = { key: 'k', limit, amount: 1, isForced: false, now: 0 };
    await shared.as('a flood', async () => {
      const slow = shared.transaction(() => held);
      expect((await counts.take(take)).isTaken).toBe(true);
      letGo();
      await slow;
    });
    expect(asked.filter((sql) => sql.includes('INSERT INTO limits'))).toHaveLength(1);
  });

  it('no address, login or token stands in the store', async () => {
    const both = await gateways(MESSAGES);
    await taken(both, 2);
    await signIn(both[0], { login: 'porter', password: 'x' });
    const rows = await readRows(db, keyRow, 'SELECT key FROM limits');
    expect(rows.length).toBeGreaterThan(2);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  it('buckets that are full again are swept away', async () => {
    const both = await gateways(MESSAGES);
    const full = () =>
      db
        .query('SELECT 1 FROM limits WHERE full_at < $1', [clock.now()])
        .then(({ length }) => length);
    await taken(both, 6);
    await clock.advance(120_000);
    expect(await full()).toBeGreaterThan(0);
    await taken(both, 1);
    await clock.settle();
    expect(await full()).toBe(0);
  });
});

const LISTS = { options: { rateLimit: { perSecond: 1, burst: 6 } } };

/** How many of twenty lists the two answer, in turns. */
async function listed(both: readonly Harness[]): Promise<number> {
  const session = await both[0]?.session();
  let many = 0;
  for (let i = 0; i < 20; i += 1) {
    const reply = await both[i % 2]?.call('GET', session?.path ?? '', undefined, session?.token);
    many += reply?.status === 200 ? 1 : 0;
  }
  return many;
}

describe('with a store for all limits', () => {
  it('requests of a token count for all processes together; without it for each', async () => {
    expect(await listed(await gateways(LISTS))).toBe(12);
    for (const harness of open.splice(0)) await harness.close();
    expect(await listed(await gateways({ ...LISTS, counts: createDatabaseCounts(db) }))).toBe(6);
  });

  it('one that says nothing holds a visitor up for half a second, once in a while, and refuses nobody', async () => {
    const counts: Counts = { store: 'redis', take: () => new Promise(() => {}), async close() {} };
    const [one] = await gateways({ counts });
    const made = one.session();
    await clock.advance(500);
    const session = await made;
    expect((await session.list()).status).toBe(200);
    expect(said()).toEqual(['limits_alone']);
  });
});

const redis = findRedis();

describe('with a Redis', () => {
  let server: RedisServer;
  const counts: Counts[] = [];
  beforeAll(async () => {
    if (redis === null) return;
    server = await startRedis(redis);
  });
  afterAll(async () => {
    for (const each of counts) await each.close();
    await server?.stop();
  });

  it.runIf(redis !== null)(
    'many requests at once are counted by it to the last one, and those of an outage by each process',
    async () => {
      for (const _ of [1, 2]) counts.push(openCounts({ redisUrl: server.url }) as Counts);
      const key = (name: string) => ({ key: name, limit: { perSecond: 0.001, burst: 50 } });
      const take = (name: string, at = 0) =>
        counts[at]?.take({ ...key(name), amount: 1, isForced: false, now: 1_767_268_800_000 });
      await expect
        .poll(
          () =>
            Promise.all([take('a'), take('a', 1)]).then(
              () => 'up',
              () => 'away',
            ),
          { timeout: 60_000 },
        )
        .toBe('up');
      const all = await Promise.all(Array.from({ length: 120 }, (_, i) => take('b', i % 2)));
      expect(all.filter((each) => each?.isTaken)).toHaveLength(50);
      await counts[0]?.take({ ...key('b'), amount: -10, isForced: true, now: 1_767_268_800_000 });
      const more = await Promise.all(Array.from({ length: 20 }, (_, i) => take('b', i % 2)));
      expect(more.filter((each) => each?.isTaken)).toHaveLength(10);

      await server.stop();
      await expect
        .poll(
          () =>
            take('b')?.then(
              () => 'up',
              () => 'away',
            ),
          { timeout: 60_000 },
        )
        .toBe('away');
    },
  );
});
