// The bus by itself, and over real servers where this machine has them.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createSystemClock } from '../../kernel/clock.ts';
import { createIds } from '../../kernel/ids.ts';
import { createBus } from '../../log/bus/bus.ts';
import { deltaOf, readMessages, writeMessages } from '../../log/bus/messages.ts';
import { createPostgresTransport } from '../../log/bus/postgres-transport.ts';
import { createRedisTransport } from '../../log/bus/redis-transport.ts';
import type { Bus, BusMessage, Transport } from '../../log/bus/types.ts';
import { PREVIEW_TYPES } from '../../log/preview.ts';
import { createBroker } from '../memory-bus.ts';
import { findPostgres, startPostgres } from '../postgres-server.ts';
import { findRedis, startRedis } from '../redis-server.ts';

const delta = (text: string): BusMessage => ({
  kind: 'preview',
  session_id: 'ses_1',
  preview: deltaOf('evt_1', text, 0),
});
const events = (seq: number, session = 'ses_1'): BusMessage => ({
  kind: 'events',
  session_id: session,
  seq,
});

const textOf = (messages: readonly BusMessage[]) =>
  messages
    .map((message) =>
      message.kind === 'preview' && message.preview.type === 'event_delta'
        ? message.preview.delta.content.text
        : '',
    )
    .join('');

describe('a bus that closes', () => {
  it('tells the others what it still had to say, and waits for no transport that hangs', async () => {
    for (const isHanging of [false, true]) {
      const said: string[] = [];
      let isOpen = true;
      const clock = createVirtualClock();
      let hear = (_text: string) => {};
      const bus = createBus(
        {
          maxBytes: 7900,
          deafAdvice: '',
          open({ onUp, onText }) {
            hear = onText;
            onUp();
          },
          async send(texts) {
            if (isHanging && said.length > 0) await new Promise(() => {});
            if (isOpen) said.push(...texts);
            for (const text of texts) hear(text);
          },
          renew() {},
          async close() {
            isOpen = false;
          },
        },
        createIds(),
        clock,
      );
      bus.listen({ onMessage() {}, onGap() {} });
      bus.send({ kind: 'run', session_id: 'ses_1', run_id: 'run_1' });
      const closed = bus.close();
      await clock.advance(2000);
      await closed;
      expect(said.join('').includes('run_1')).toBe(!isHanging);
    }
  });
});

describe('messages', () => {
  it('come out as they went in, in texts that NOTIFY has room for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 5000 }), { maxLength: 20 }),
        (pieces) => {
          const texts = writeMessages(pieces.map(delta), {
            sender: 'me',
            count: () => 1,
            maxBytes: 7900,
          });
          for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000);
          expect(textOf(texts.flatMap((text) => readMessages(text)?.messages ?? []))).toBe(
            pieces.join(''),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('tell of a person who is typing, and of how far a call is, as of what they are', () => {
    const messages: BusMessage[] = PREVIEW_TYPES.map((type) => ({
      kind: 'preview',
      session_id: 'ses_1',
      preview: { type: 'event_start', event: { type, id: `evt_${type}` } },
    }));
    const [text = ''] = writeMessages(messages, { sender: 'me', count: () => 1, maxBytes: 7900 });
    expect(readMessages(text)?.messages).toEqual(messages);
  });

  it.each(['', 'null', '[]', '{}', '{"from":"a"}', '{"from":1,"messages":[]}'])(
    '%j is none',
    (text) => {
      expect(readMessages(text)).toBe(null);
    },
  );

  it('of an unknown kind, or broken ones, are left out', () => {
    const broken = [
      { kind: 'moon' },
      { kind: 'events', session_id: 's', seq: 'x' },
      { kind: 'events', seq: 1 },
      { kind: 'cancel' },
      { kind: 'run', session_id: 's' },
      { kind: 'preview', session_id: 's', preview: { type: 'event_delta', event_id: 'e' } },
      {
        kind: 'preview',
        session_id: 's',
        preview: { type: 'event_start', event: { type: 'of.later', id: 'e' } },
      },
      null,
    ];
    const text = JSON.stringify({ from: 'a', messages: [...broken, events(3)] });
    expect(readMessages(text)?.messages).toEqual([events(3)]);
  });
});

/** What a bus hears. */
function heardBy(bus: Bus) {
  const messages: BusMessage[] = [];
  let gaps = 0;
  bus.listen({ onMessage: (message) => messages.push(message), onGap: () => (gaps += 1) });
  return { messages, gaps: () => gaps };
}

describe('the bus', () => {
  it('tells the others and not itself', async () => {
    const broker = createBroker();
    const [one, two] = [broker.bus(), broker.bus()];
    const [byOne, byTwo] = [heardBy(one), heardBy(two)];
    one.send({ kind: 'cancel', run_id: 'run_1' });
    await expect.poll(() => byTwo.messages).toEqual([{ kind: 'cancel', run_id: 'run_1' }]);
    expect(byOne.messages).toEqual([]);
  });

  it('says once what was said in one breath about one session', async () => {
    const broker = createBroker();
    const [one, two] = [broker.bus(), broker.bus()];
    heardBy(one);
    const { messages } = heardBy(two);
    for (let seq = 1; seq <= 5; seq += 1) one.send(events(seq));
    one.send(delta('a'));
    one.send(delta('b'));
    one.send(events(6));
    await expect.poll(() => messages).toEqual([events(5), delta('ab'), events(6)]);
  });

  it('lets all look for what they missed when it was away', async () => {
    const broker = createBroker();
    const [one, two] = [broker.bus(), broker.bus()];
    const [byOne, byTwo] = [heardBy(one), heardBy(two)];
    await expect.poll(() => byOne.gaps()).toBeGreaterThan(0);
    broker.cut();
    expect(one.state).toBe('away');
    one.send(events(1));
    const before = [byOne.gaps(), byTwo.gaps()];
    broker.mend();
    await expect.poll(() => byOne.gaps()).toBeGreaterThan(before[0] ?? 0);
    expect(byTwo.gaps()).toBeGreaterThan(before[1] ?? 0);
    expect(byTwo.messages).toEqual([]);
  });
});

const postgres = findPostgres();
const redis = findRedis();

describe.each([
  {
    name: 'PostgreSQL',
    isHere: postgres !== null,
    open: async () => {
      const server = await startPostgres(postgres ?? '');
      const url = await server.newDatabase();
      return {
        transport: () => createPostgresTransport(url, createSystemClock()),
        stop: server.stop,
        start: server.start,
        close: server.close,
      };
    },
  },
  {
    name: 'Redis',
    isHere: redis !== null,
    open: async () => {
      const server = await startRedis(redis ?? '');
      return {
        transport: () => createRedisTransport(server.url),
        stop: server.stop,
        start: server.start,
        close: server.stop,
      };
    },
  },
])('the bus over $name', ({ isHere, open }) => {
  let server: {
    transport(): Transport;
    stop(): Promise<void>;
    start(): Promise<void>;
    close(): Promise<void>;
  };
  let buses: Bus[] = [];
  beforeAll(async () => {
    if (!isHere) return;
    server = await open();
    buses = [1, 2].map(() => createBus(server.transport(), createIds()));
  });
  afterAll(async () => {
    for (const bus of buses) await bus.close();
    if (isHere) await server.close();
  });

  it.runIf(isHere)(
    'carries everything in its order, of any length, and comes back after an outage',
    async () => {
      const [one, two] = buses as [Bus, Bus];
      const { messages, gaps } = heardBy(two);
      heardBy(one);
      const isUp = ({ state }: Bus) => state === 'up';
      const areUp = () => isUp(one) && isUp(two);
      const limit = { timeout: 300_000, interval: 20 };
      await expect.poll(() => areUp(), limit).toBe(true);
      const text = 'a\0b“\ud83d\udece\ufe0f'.repeat(4000);
      for (let i = 0; i < 20; i += 1) one.send(events(i, `ses_${i}`));
      one.send(delta(text));
      one.send({ kind: 'cancel', run_id: 'run_1' });
      await expect.poll(() => messages.at(-1)?.kind, limit).toBe('cancel');
      expect(messages.slice(0, 20)).toEqual(
        Array.from({ length: 20 }, (_, i) => events(i, `ses_${i}`)),
      );
      expect(textOf(messages)).toBe(text);

      await server.stop();
      await expect.poll(() => isUp(one) || isUp(two), limit).toBe(false);
      const before = gaps();
      await server.start();
      await expect.poll(() => areUp() && gaps() > before, limit).toBe(true);
      one.send({ kind: 'cancel', run_id: 'run_2' });
      await expect.poll(() => messages.at(-1), limit).toEqual({ kind: 'cancel', run_id: 'run_2' });
    },
    600_000,
  );
});
