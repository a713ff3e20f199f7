// What one caller may take from the others: each limit by itself. How much the others notice is measured by `npm run bench`.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyImage } from '../../../test/doubles/memory-database.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { shareFairly } from '../../kernel/db/fair.ts';
import { openPglite } from '../../kernel/db/pglite.ts';
import { createRest } from '../../kernel/db/pglite-turns.ts';
import type { Db } from '../../kernel/db/types.ts';
import { createLanes } from '../../kernel/lanes.ts';
import { createHarness, type Harness, message, type Reply } from '../harness.ts';
import { openTestDatabase } from '../test-database.ts';

let db: Db;
/** Transactions and queries that are under way, or were asked for. */
const under = { way: 0, most: 0, queries: [] as string[] };
/** What each transaction waits for before it begins. */
let gate: Promise<unknown> = Promise.resolve();
let harness: Harness;
const opened: Harness[] = [];

beforeAll(async () => {
  const real = await openTestDatabase();
  db = {
    ...real,
    query: (sql, params) => {
      under.queries.push(sql);
      return real.query(sql, params);
    },
    transaction: async (work) => {
      under.way += 1;
      under.most = Math.max(under.most, under.way);
      try {
        await gate;
        return await real.transaction(work);
      } finally {
        under.way -= 1;
      }
    },
  };
  harness = await createHarness({ db });
});
afterAll(async () => {
  for (const one of [harness, ...opened]) await one.close();
  await db.close();
});

async function limited(options: Parameters<typeof createHarness>[0] & object) {
  const one = await createHarness({ db, ...options });
  opened.push(one);
  return one;
}

const system = (text: string) => message(text, 'system.message');

describe('sends to one session at once', () => {
  it('wait in the process, and take one connection to the database', async () => {
    const session = await harness.session();
    under.most = 0;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => session.send([system(`m${i}`)])),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(under.most).toBe(1);
    expect(await session.events()).toHaveLength(20);
  });

  it('are refused with 429 where too many wait, while another session’s are taken', async () => {
    const small = await limited({
      options: { sessionLimits: { waiting: 4, events: 1000, bytesPerDay: 1e9 } },
    });
    const [flooded, other] = [await small.session(), await small.session()];
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const refused: Reply[] = [];
    const flood = Array.from({ length: 20 }, async () => {
      const reply = await flooded.send([system('x')]);
      if (reply.status === 429) refused.push(reply);
    });
    await small.until(() => refused.length === 16);
    const calm = other.send([system('x')]);
    open();
    expect((await calm).status).toBe(200);
    await Promise.all(flood);
    expect(refused).toHaveLength(16);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await flooded.events()).toHaveLength(4);
  });

  it('leave a Stop its way, however many wait', async () => {
    const small = await limited({
      options: { sessionLimits: { waiting: 2, events: 1000, bytesPerDay: 1e9 } },
    });
    const session = await small.session();
    const flood = Array.from({ length: 10 }, () => session.send([system('x')]));
    const stop = session.send([{ type: 'user.interrupt' }]);
    await Promise.all(flood);
    expect((await stop).status).toBe(200);
  });

  it('go on after one of them was refused', async () => {
    const session = await harness.session();
    const [bad, good] = await Promise.all([
      session.send([
        { type: 'user.tool_result', content: [{ type: 'tool_result', tool_use_id: 'no' }] },
      ]),
      session.send([system('x')]),
    ]);
    expect([bad.status, good.status]).toEqual([400, 200]);
  });
});

describe('many requests of one token at once', () => {
  /** A gateway whose callers have two connections each, and what has asked for one, which all wait for `open`. */
  async function scene() {
    let isOpen = true;
    let letGo = () => {};
    let gate: Promise<void> = Promise.resolve();
    let most = 0;
    let working = 0;
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      working += 1;
      most = Math.max(most, working);
      await gate;
      try {
        return await work();
      } finally {
        working -= 1;
      }
    };
    const shared = shareFairly(
      {
        ...db,
        // No looks of the gateway's own in between.
        isExclusive: true,
        query: (sql, params) => counted(() => db.query(sql, params)),
        transaction: (work) => counted(() => db.transaction(work)),
      },
      { width: 2 },
    );
    const one = await createHarness({ db: shared });
    opened.push(one);
    return {
      one,
      close() {
        most = 0;
        isOpen = false;
        gate = new Promise((resolve) => {
          letGo = resolve;
        });
      },
      open() {
        isOpen = true;
        letGo();
      },
      /** Connections in use once everything waits; `expected` of them at least. */
      async used(expected: number) {
        if (isOpen) throw new Error('Nothing waits.');
        await one.until(() => most >= expected);
        for (let turn = 0; turn < 100; turn += 1) await one.clock.settle();
        return most;
      },
    };
  }

  it('take as many connections as one caller has, while another visitor and /readyz get theirs', async () => {
    const { one, close, open, used } = await scene();
    const [many, other] = [await one.session({ script: [[{ say: 'hi' }]] }), await one.session()];
    close();
    const replies = [
      ...Array.from({ length: 10 }, () => many.list()),
      ...Array.from({ length: 10 }, () => many.say('hi')),
    ];
    expect(await used(2)).toBe(2);
    const calm = other.list();
    expect(await used(3)).toBe(3);
    const ready = one.gateway.request('/readyz');
    expect(await used(4)).toBe(4);
    open();
    const statuses = await Promise.all([...replies, calm, ready]);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    await one.settled();
    expect(await many.types()).toContain('agent.message');
  });

  it('made with a key, which many visitors are behind, wait for those of the same session alone', async () => {
    const { one, close, open, used } = await scene();
    const key = (await one.admin('POST', '/admin/api-keys')).body.api_key;
    const [many, other] = [await one.session(), await one.session()];
    close();
    const flood = Array.from({ length: 10 }, () => many.list('', key));
    expect(await used(2)).toBe(2);
    const calm = other.list('', key);
    expect(await used(3)).toBe(3);
    open();
    await Promise.all([...flood, calm]);
  });

  it('made with a site’s token below /admin wait for each other, while another visitor gets theirs', async () => {
    const { one, close, open, used } = await scene();
    const { client_id, service_token } = (await one.admin('POST', '/admin/sites')).body;
    const other = await one.session();
    const search = () =>
      one.call('GET', `/admin/sites/${client_id}/conversations?q=a`, undefined, service_token);
    expect((await search()).status).toBe(200);
    close();
    const flood = Array.from({ length: 10 }, search);
    expect(await used(2)).toBe(2);
    const calm = other.list();
    expect(await used(3)).toBe(3);
    open();
    const statuses = await Promise.all([...flood, calm]);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('the one connection of the embedded database', () => {
  it('is left to others by a caller who had more than a visitor needs, for three times as long', async () => {
    const clock = createVirtualClock();
    const lanes = createLanes(1, createRest(clock));
    const began: number[] = [];
    const works = Array.from({ length: 5 }, () =>
      lanes.run('flood', async () => {
        began.push(clock.monotonic());
        await clock.sleep(100);
      }),
    );
    await clock.advance(3000);
    await Promise.all(works);
    // Two of 100 ms are its burst.
    expect(began).toEqual([0, 100, 200, 600, 1000]);
    const other = lanes.run('other', async () => clock.monotonic());
    expect(await other).toBe(clock.monotonic());
  });

  it('lets the process look at its sockets between two statements', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bellhop-breath-'));
    const embedded = await openPglite(join(directory, 'postgres'), { image: await emptyImage() });
    let isRead = false;
    setImmediate(() => {
      isRead = true;
    });
    let seenAt = 0;
    for (let asked = 1; asked <= 500; asked += 1) {
      await embedded.query('SELECT 1');
      if (isRead && seenAt === 0) seenAt = asked;
    }
    expect(seenAt).toBeGreaterThan(0);
    await embedded.close();
    await rm(directory, { recursive: true });
  });
});

describe('a session', () => {
  const options = { sessionLimits: { waiting: 32, events: 5, bytesPerDay: 1000 } };

  it('that holds its number of events takes no more, and says so; a Stop is still taken', async () => {
    const session = await (await limited({ options })).session();
    expect((await session.send(Array.from({ length: 5 }, () => system('x')))).status).toBe(200);
    const refused = await session.send([system('x')]);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({
      type: 'rate_limit_error',
      message: 'This conversation has its 5 events; begin a new one.',
    });
    expect((await session.send([{ type: 'user.interrupt' }])).status).toBe(200);
  });

  it('takes so many bytes in a day, and goes on the next day', async () => {
    const one = await limited({ options });
    const session = await one.session();
    expect((await session.send([system('x'.repeat(600))])).status).toBe(200);
    const refused = await session.send([system('x'.repeat(600))]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect((await session.send([system('x')])).status).toBe(200);
    one.clock.jump(86_400_000);
    const { token } = (await one.admin('POST', `/admin/sessions/${session.id}/tokens`)).body;
    expect((await session.send([system('x'.repeat(600))], token)).status).toBe(200);
  });
});

describe('a token', () => {
  it('sends so many messages a second, however few requests they come in', async () => {
    const one = await limited({ options: { messageLimit: { perSecond: 10, burst: 100 } } });
    const [session, other] = [await one.session(), await one.session()];
    const hundred = Array.from({ length: 100 }, () => system('x'));
    expect((await session.send(hundred)).status).toBe(200);
    const refused = await session.send([system('x')]);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toContain('Too many messages: 10 a second');
    expect((await other.send([system('x')])).status).toBe(200);
    await one.clock.advance(1000);
    expect((await session.send([system('x')])).status).toBe(200);
  });

  it('sends and reads so many bytes a second', async () => {
    const one = await limited({ options: { byteLimit: { perSecond: 150_000, burst: 250_000 } } });
    const session = await one.session();
    expect((await session.send([system('x'.repeat(100_000))])).status).toBe(200);
    for (let lists = 0; lists < 2; lists += 1) expect((await session.list()).status).toBe(200);
    const refused = await session.list();
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toContain('Too many bytes');
    await one.clock.advance(1000);
    expect((await session.list()).status).toBe(200);
  });

  it('that goes on all the same hears its refusals a second later, and nobody else does', async () => {
    const one = await limited({ options: { messageLimit: { perSecond: 0.001, burst: 1 } } });
    const [session, other] = [await one.session(), await one.session()];
    await session.send([system('x')]);
    for (let i = 0; i < 50; i += 1) expect((await session.send([system('x')])).status).toBe(429);
    let answered: number | null = null;
    const late = session.send([system('x')]).then(({ status }) => {
      answered = status;
    });
    await one.clock.advance(900);
    expect((await other.send([system('x')])).status).toBe(200);
    expect(answered).toBeNull();
    await one.clock.advance(200);
    await late;
    expect(answered).toBe(429);
  });

  it('of an operator has a limit too', async () => {
    const one = await limited({ options: { adminRateLimit: { perSecond: 1, burst: 3 } } });
    for (let i = 0; i < 3; i += 1) {
      expect((await one.admin('GET', '/admin/sites')).status).toBe(200);
    }
    expect((await one.admin('GET', '/admin/sites')).status).toBe(429);
  });
});

describe('an address whose tokens nobody has issued', () => {
  const ask = (one: Harness, address: string, token: string, path = '/v1/sessions/ses_x/events') =>
    one.gateway.fetch(
      new Request(`http://gateway.test${path}`, { headers: { Authorization: `Bearer ${token}` } }),
      { incoming: { socket: { remoteAddress: address } } },
    );
  const madeUp = (i: number) => `bhk_${String(i).padStart(43, 'x')}`;

  it('is refused before the database is asked, and nobody else is', async () => {
    const one = await limited({ options: { strangerLimit: { perSecond: 1, burst: 5 } } });
    const session = await one.session();
    const key = (await one.admin('POST', '/admin/api-keys')).body.api_key;
    expect((await ask(one, '203.0.113.9', key, session.path)).status).toBe(200);
    const statuses = [];
    under.queries = [];
    for (let i = 0; i < 10; i += 1)
      statuses.push((await ask(one, '203.0.113.9', madeUp(i))).status);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)]);
    expect(under.queries).toHaveLength(5);
    // From the same address: a key that was seen before, a session's token. From another one: anything.
    expect((await ask(one, '203.0.113.9', key, session.path)).status).toBe(200);
    expect((await ask(one, '203.0.113.9', session.token, session.path)).status).toBe(200);
    expect((await ask(one, '203.0.113.8', madeUp(11))).status).toBe(401);
  });

  it('costs no query where the token can’t be one of ours, nor without one', async () => {
    const one = await limited({});
    under.queries = [];
    for (const token of ['nonsense', 'a.b.c', 'bhk_short', 'bhx_'.padEnd(47, 'x')]) {
      expect((await ask(one, '203.0.113.9', token)).status).toBe(401);
      expect((await ask(one, '203.0.113.9', token, '/admin/sessions')).status).toBe(401);
    }
    expect((await one.gateway.request('/v1/sessions/ses_x/events')).status).toBe(401);
    expect(under.queries).toEqual([]);
  });

  it('gains nothing from addresses that ask for no token', async () => {
    const one = await limited({ options: { strangerLimit: { perSecond: 0.001, burst: 3 } } });
    for (let i = 0; i < 3; i += 1) {
      expect((await ask(one, '203.0.113.9', madeUp(i), '/v1/nothing')).status).toBe(404);
    }
    expect((await ask(one, '203.0.113.9', madeUp(0))).status).toBe(429);
  });
});
