// Several gateways on one database, as several processes are, with a bus between them. Any of them takes any request.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Log } from '../../kernel/observability/log.ts';
import {
  createHarness,
  type Harness,
  type HarnessOptions,
  message,
  type SessionHandle,
} from '../harness.ts';
import { type Broker, createBroker } from '../memory-bus.ts';
import { createTestClock } from '../test-database.ts';

let db: Db;
let queries: string[] = [];
let broker: Broker;
let open: Harness[] = [];
let clock: ReturnType<typeof createTestClock>;

beforeAll(async () => {
  const embedded = await openMemoryDatabase();
  // As a server's: others may use it as well.
  db = {
    ...embedded,
    isExclusive: false,
    query: (sql, params) => {
      queries.push(sql);
      return embedded.query(sql, params);
    },
    transaction: (work) => {
      queries.push('transaction');
      return embedded.transaction(work);
    },
  };
});
beforeEach(() => {
  clock = createTestClock();
  broker = createBroker(clock);
});
afterEach(async () => {
  for (const harness of open) await harness.close();
  open = [];
});
afterAll(() => db.close());

async function gateway(parts: HarnessOptions = {}): Promise<Harness> {
  const harness = await createHarness({ db, clock, bus: broker.bus(), ...parts });
  open.push(harness);
  return harness;
}

/** The session as it is reached through another gateway. */
function by(harness: Harness, session: SessionHandle) {
  return {
    send: (...events: unknown[]) => harness.call('POST', session.path, { events }, session.token),
    async stream(query = '') {
      const response = await harness.gateway.request(
        `/v1beta1/sessions/${session.id}/events/stream?${query}`,
        { headers: { Authorization: `Bearer ${session.token}` } },
      );
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const pump = async () => {
        for (;;) {
          const next = await reader?.read();
          if (next === undefined || next.done) break;
          text += next.value;
        }
      };
      pump().catch(() => {});
      return { text: () => text, close: () => reader?.cancel() };
    },
  };
}

const isRunning = async (session: SessionHandle) =>
  (await session.types()).at(-1) === 'session.status_running';
const texts = (stream: { text(): string }) =>
  [...stream.text().matchAll(/"text":"(\w+)"/g)].map(([, text]) => text);

describe('several processes', () => {
  it('a stream shows at once what another process wrote, in the order of the log', async () => {
    const [one, two, three] = [await gateway(), await gateway(), await gateway()];
    const session = await one.session();
    const stream = await by(three, session).stream();
    await by(two, session).send(message('a', 'system.message'));
    await by(one, session).send(message('b', 'system.message'), message('c', 'system.message'));
    await by(three, session).send(message('d', 'system.message'));
    await one.until(() => texts(stream).length === 4);
    expect(texts(stream)).toEqual(['a', 'b', 'c', 'd']);
    await stream.close();
  });

  it('each shows an answer while it is written, whoever runs it', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const text = 'A longer answer, which comes in several pieces. '.repeat(60);
    const session = await one.session({ script: [[{ say: text }]] });
    const streams = [
      await by(one, session).stream('event_deltas[]=agent.message'),
      await by(two, session).stream('event_deltas[]=agent.message'),
    ];
    await by(one, session).send(message('?'));
    await one.settled();
    await one.until(() => streams.every((stream) => stream.text().includes('status_idle')));
    const shown = streams.map((stream) =>
      [...stream.text().matchAll(/^event: event_delta\ndata: (.*)$/gm)]
        .map(([, data]) => JSON.parse(data ?? '').delta.content.text)
        .join(''),
    );
    expect(shown).toEqual([text, text]);
    for (const stream of streams) await stream.close();
  });

  it('a Stop that one process takes ends the run of another without waiting', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await one.until(() => isRunning(session));
    await by(two, session).send({ type: 'user.interrupt' });
    await one.until(async () => (await session.last()).type === 'session.status_idle');
    expect((await session.last()).content).toMatchObject({ stop_reason: 'user_cancelled' });
  });

  it('streams in which nothing happens cost no query each', async () => {
    const one = await gateway();
    const sessions = [];
    for (let i = 0; i < 8; i += 1) sessions.push(await one.session());
    const few = [];
    const count = async () => {
      await clock.advance(60_000);
      queries = [];
      await clock.advance(60_000);
      return queries.length;
    };
    for (const session of sessions.slice(0, 2)) few.push(await session.stream());
    const withTwo = await count();
    for (const session of sessions.slice(2)) few.push(await session.stream());
    // What goes by the time alone, such as reading the keys again, may fall into one minute or the next.
    expect(await count()).toBeLessThanOrEqual(withTwo + 2);
    for (const stream of few) await stream.close();
  });
});

describe('without the bus', () => {
  it.each([
    ['is gone', () => broker.cut()],
    ['loses everything', () => broker.swallow(true)],
  ])('where it %s, an event comes later, and none is lost', async (_, breakIt) => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session();
    const stream = await by(two, session).stream();
    breakIt();
    await by(one, session).send(message('a', 'system.message'));
    await clock.settle();
    expect(texts(stream)).toEqual([]);
    await clock.advance(5000);
    await one.until(() => texts(stream).length === 1);
    await stream.close();
  });

  it('what was missed is looked for as soon as it is back', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session();
    const stream = await by(two, session).stream();
    broker.cut();
    await by(one, session).send(message('a', 'system.message'));
    broker.mend();
    await one.until(() => texts(stream).length === 1);
    await stream.close();
  });

  it('a Stop is heard of when the lease is renewed', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await one.until(() => isRunning(session));
    broker.cut();
    await by(two, session).send({ type: 'user.interrupt' });
    await clock.advance(2000);
    await one.until(async () => (await session.last()).type === 'session.status_idle');
  });
});

describe('a bus that is connected and hears nothing', () => {
  const readiness = async (harness: Harness) => {
    const { status, body } = await harness.call('GET', '/readyz');
    return [status, body.bus];
  };

  it('is noticed, told to the operator once with what to do, and replaced by a look each second', async () => {
    const lines: unknown[][] = [];
    const log: Log = { write: (...line) => lines.push(line) };
    const told = () => lines.filter(([, event]) => String(event).startsWith('bus_'));
    broker.swallow(true);
    const [one, two] = [await gateway(), await gateway({ log })];
    await clock.advance(5000);
    expect(told()).toEqual([['warn', 'bus_deaf', { advice: 'Mend the broker.' }]]);
    expect(await readiness(two)).toEqual([200, 'deaf']);

    const session = await one.session();
    const stream = await by(two, session).stream();
    for (const word of ['a', 'b', 'c']) {
      await by(one, session).send(message(word, 'system.message'));
      await clock.advance(1000);
      await one.until(() => texts(stream).at(-1) === word);
    }

    // Half a minute and an echo later it is tried again, in vain.
    await clock.advance(60_000);
    expect(told()).toHaveLength(1);
    broker.swallow(false);
    await clock.advance(35_000);
    expect(told().slice(1)).toEqual([['info', 'bus_up', {}]]);
    expect(await readiness(two)).toEqual([200, 'up']);
    await by(one, session).send(message('d', 'system.message'));
    await one.until(() => texts(stream).at(-1) === 'd');
    await stream.close();
  });

  it('is noticed too where it falls silent later', async () => {
    const one = await gateway();
    await clock.settle();
    expect(await readiness(one)).toEqual([200, 'up']);
    broker.swallow(true);
    await clock.advance(20_000);
    expect(await readiness(one)).toEqual([200, 'deaf']);
  });
});

describe('the runs of a process', () => {
  it('are not taken over by one whose clock is ahead, as long as it lives', async () => {
    const one = await gateway();
    const session = await one.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await one.until(() => isRunning(session));
    const ahead = createTestClock();
    ahead.jump(3_600_000);
    const two = await createHarness({ db, clock: ahead, bus: broker.bus() });
    open.push(two);
    for (let i = 0; i < 30; i += 1) {
      await ahead.advance(1000);
      await clock.advance(1000);
    }
    expect(await isRunning(session)).toBe(true);
  });

  it('are settled by another when it has been silent for a lease', async () => {
    const two = await gateway();
    const dead = await createHarness({ db, clock: createTestClock() });
    const session = await dead.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await dead.until(() => isRunning(session));
    await db.query('UPDATE runs SET lease_until = lease_until - 10000 WHERE session_id = $1', [
      session.id,
    ]);
    await clock.advance(12_000);
    await two.until(async () => (await session.last()).type === 'session.error');
    expect(await session.last()).toMatchObject({ error_code: 'run_abandoned' });
    await dead.close();
  });

  it('are given a lease’s time to show that they live when the database was away for all', async () => {
    const one = await gateway();
    const session = await one.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await one.until(() => isRunning(session));
    // A new process comes first; the outage has let the lease end.
    await db.query('UPDATE runs SET lease_until = 1 WHERE session_id = $1', [session.id]);
    const two = await createHarness({ db, clock, bus: broker.bus() });
    open.push(two);
    await clock.advance(30_000);
    expect(await isRunning(session)).toBe(true);
  });

  it('that one has queued and not begun are begun by another', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session({ script: [[{ wait_ms: 1000 }], [{ say: 'second' }]] });
    await session.say('first');
    await one.until(() => isRunning(session));
    await session.say('then');
    const drained = one.gateway.drain(20_000);
    await clock.advance(1000);
    await drained;
    await two.until(async () => (await two.settled()) === undefined);
    const { body } = await by(two, session).send(message('x', 'system.message'));
    expect(body.data).toHaveLength(1);
    const listed = await two.call('GET', `${session.path}?limit=100`, undefined, session.token);
    expect(listed.body.data.map(({ type }) => type)).toContain('agent.message');
  });
});
