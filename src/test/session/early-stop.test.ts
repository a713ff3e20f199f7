// Stop, pressed before the run shows that the message begins.

import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../test/simulation/model-types.ts';
import { brief, createWorld, live, long, type OpenTab, type World } from './world.ts';

const words = (content: readonly object[] | null): (string | undefined)[] | undefined =>
  content?.map((block) => (block as { text?: string }).text);

async function ready(script: Parameters<typeof createWorld>[0] = { script: long }) {
  const world = createWorld(script);
  const tab = world.open();
  await live(world, tab);
  return { world, tab };
}

/** The reply to a message's POST takes this long; the gateway has it at once. */
function slowReply(world: World, ms: number) {
  return world.open({
    wrap: (client) => ({
      ...client,
      async send(id, events, options) {
        const reply = await client.send(id, events, options);
        if (events[0]?.type === 'user.message') await world.browser.clock.sleep(ms);
        return reply;
      },
    }),
  });
}

const ended = (tab: OpenTab) => tab.snapshot().entries.at(-1);

describe('Stop before the run shows', () => {
  it('[IN7] reads as stopping at once, and stops the run that the message begins, whenever it is pressed', async () => {
    for (let afterMs = 0; afterMs <= 400; afterMs += 20) {
      const { world, tab } = await ready();
      await tab.send('go');
      await world.advance(afterMs);
      expect(tab.snapshot().run.state, `after ${afterMs} ms`).not.toBe('idle');
      const stopped = tab.session.interrupt();
      expect(tab.snapshot().run, `after ${afterMs} ms`).toMatchObject({ isStopping: true });
      await world.advance(60_000);
      expect(tab.snapshot().run, `after ${afterMs} ms`).toEqual({ state: 'idle' });
      const back = await stopped;
      if (back !== null) {
        expect(words(back)).toEqual(['go']);
        expect(tab.shown(), `after ${afterMs} ms`).toEqual([]);
        expect(world.gateway.rows()).toEqual([]);
      } else {
        expect(ended(tab), `after ${afterMs} ms`).toMatchObject({
          turn: { state: 'ended', stopReason: 'user_cancelled' },
        });
        expect(world.count('interrupt'), `after ${afterMs} ms`).toBe(1);
      }
    }
  });

  it('[IN7] what it takes back is on the disk or at the gateway at every moment, so that a crash loses nothing', async () => {
    let takenBack = 0;
    for (let afterMs = 0; afterMs <= 60; afterMs += 10) {
      const { world, tab } = await ready();
      world.browser.disk.latencyMs = 10;
      void tab.send('go');
      await world.advance(afterMs);
      const isSafe = (): boolean =>
        world.gateway.rows().length > 0 ||
        world.browser.disk.entries().some((entry) => JSON.stringify(entry).includes('"go"'));
      if (!isSafe()) continue;
      const stopped = tab.session.interrupt();
      for (let ms = 0; ms < 200; ms += 5) {
        await world.advance(5);
        expect(isSafe(), `Stop after ${afterMs} ms, looked at ${ms} ms later`).toBe(true);
      }
      world.browser.disk.latencyMs = 0;
      await world.advance(60_000);
      if ((await stopped) === null) continue;
      takenBack += 1;
      expect(tab.session.getDraft()).toBe('go');
    }
    expect(takenBack).toBeGreaterThan(0);
  });

  it('[IN7] takes no run of another device for that of a message whose pause has ended without an answer', async () => {
    for (let afterMs = 0; afterMs <= 100; afterMs += 5) {
      const { world, tab } = await ready({
        script: (said) => (said === 'go' ? [{ kind: 'call', names: ['slow'] }] : long()),
      });
      await tab.send('go');
      await world.until(() => tab.snapshot().run.state === 'paused');
      await world.advance(2_500);
      world.gateway.write('from another device');
      await world.advance(afterMs);
      if (tab.snapshot().run.state === 'paused') continue;
      const isShown = tab.snapshot().run.state === 'running';
      void tab.session.interrupt();
      await world.advance(60_000);
      expect(world.count('interrupt'), `after ${afterMs} ms`).toBe(isShown ? 1 : 0);
    }
  });

  it('[IN7] waits for a message whose reply is slow, or lost', async () => {
    for (const fault of ['none', 'response_lost', 'late_commit', 'delay'] as const) {
      const world = createWorld({ script: long });
      const tab = slowReply(world, 5_000);
      await live(world, tab);
      world.faults.set('message', [fault]);
      await tab.send('go');
      await world.until(() => world.count('message') === 1);
      const stopped = tab.session.interrupt();
      await world.advance(200_000);
      expect(await stopped, fault).toBeNull();
      expect(ended(tab), fault).toMatchObject({
        turn: { state: 'ended', stopReason: 'user_cancelled' },
      });
      expect(tab.snapshot().run, fault).toEqual({ state: 'idle' });
    }
  });

  it('[IN8] gives a message back that has not left, or that was lost', async () => {
    for (const fault of ['request_lost', 'http_429'] as const) {
      const { world, tab } = await ready();
      world.faults.set('message', [fault]);
      await tab.send('go');
      await world.until(() => world.network.asked.some(({ step }) => step === 'message'));
      const stopped = tab.session.interrupt();
      await world.advance(200_000);
      expect(words(await stopped), fault).toEqual(['go']);
      expect(tab.shown(), fault).toEqual([]);
      expect(world.count('message'), fault).toBe(1);
      expect(world.count('interrupt'), fault).toBe(0);
    }
  });

  it('[IN8] gives a message back that waits for its session, and for its turn', async () => {
    const world = createWorld({ script: long });
    const tab = world.open({
      session: { sessionId: null, getSessionId: () => new Promise(() => {}) },
    });
    await world.advance(100);
    await tab.send('one');
    await world.advance(1_000);
    await tab.send('two');
    const stopped = tab.session.interrupt();
    await world.advance(1_000);
    expect(words(await stopped)).toEqual(['one', 'two']);
    expect(tab.shown()).toEqual([]);
    expect(tab.session.getDraft()).toBe('one\ntwo');
  });

  it('[IN8] keeps the text for the next page too, where this one ends before the Stop is done', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost']);
    await tab.send('lost');
    await world.until(() => tab.users()[0]?.delivery.state === 'checking');
    await tab.send('second');
    void tab.session.interrupt();
    await world.advance(1_000);
    tab.tab.kill();
    const next = world.open();
    await world.advance(2_000);
    expect(next.users().map(({ content }) => words(content))).toEqual([['lost']]);
    expect(next.session.getDraft()).toBe('second');
  });

  it('[IN8] keeps it beside what the visitor writes meanwhile, also where that is sent', async () => {
    for (const isSent of [false, true]) {
      const { world, tab } = await ready();
      world.faults.set('message', ['request_lost']);
      await tab.send('lost');
      await world.until(() => tab.users()[0]?.delivery.state === 'checking');
      await tab.send('second');
      const stopped = tab.session.interrupt();
      await world.advance(1_000);
      tab.session.setDraft('typed');
      if (isSent) {
        tab.session.setDraft('');
        void tab.send('typed');
      }
      await world.advance(1_000);
      tab.tab.kill();
      const next = world.open();
      await world.advance(2_000);
      expect(next.session.getDraft()).toBe(isSent ? 'second' : 'typed\nsecond');
      void stopped;
    }
  });

  it('[IN8] gives it to the composer once, which then says what the draft is', async () => {
    const { world, tab } = await ready();
    tab.tab.page.goOffline();
    await tab.send('back');
    tab.tab.page.goOnline();
    const stopped = tab.session.interrupt();
    await world.advance(1_000);
    expect(words(await stopped)).toEqual(['back']);
    expect(tab.session.getDraft()).toBe('back');
    tab.session.setDraft('back, and more');
    expect(tab.session.getDraft()).toBe('back, and more');
    tab.session.setDraft('');
    await world.advance(1_000);
    tab.tab.kill();
    const next = world.open();
    await world.advance(2_000);
    expect(next.session.getDraft()).toBe('');
  });

  it('[IN7] is bound to the run of that message: another that is in flight, and the next one, go on', async () => {
    const { world, tab } = await ready({
      // The message arrives within the other run.
      seed: 2,
      script: (said) => (said === 'go' ? long() : [{ kind: 'wait', ms: 3_000 }, ...brief()]),
    });
    world.faults.set('message', ['delay']);
    await tab.send('go');
    await world.until(() => world.count('message') === 1);
    // Another device begins a run meanwhile.
    world.gateway.write('from a phone');
    void tab.session.interrupt();
    await world.advance(100_000);
    await tab.send('next');
    await world.advance(100_000);
    const messages = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    const hit = world.gateway.interrupted.map(({ runUserEventId }) => runUserEventId);
    const own = messages.find(({ event }) => JSON.stringify(event.content).includes('"go"'));
    expect(hit).toEqual([own?.event.id]);
    expect(tab.shown().filter((line) => line.startsWith('agent: brief'))).toHaveLength(2);
  });

  it('[IN7] is dropped where the message is refused, or its run has ended', async () => {
    const { world, tab } = await ready({ script: brief });
    const { handle } = world.gateway;
    let isRefusing = true;
    world.gateway.handle = (request: ModelRequest) =>
      request.method === 'POST' && isRefusing
        ? {
            status: 413,
            headers: {},
            body: { error: { message: 'no', type: 'too_large', code: 413, request_id: 'r' } },
          }
        : handle(request);
    await tab.send('big');
    await world.until(() => world.count('message') === 1);
    void tab.session.interrupt();
    await world.advance(5_000);
    expect(tab.snapshot().run).toEqual({ state: 'idle' });
    expect(tab.shown()).toEqual(['me: big [refused]']);
    isRefusing = false;
    await tab.send('small');
    await world.until(() => tab.snapshot().run.state === 'running');
    await world.until(() => tab.snapshot().run.state === 'idle');
    await tab.session.interrupt();
    await world.advance(60_000);
    await tab.send('again');
    await world.advance(60_000);
    expect(world.count('interrupt')).toBe(0);
  });

  it('[IN7] ends where no run comes, and what was written meanwhile goes out then', async () => {
    const { world, tab } = await ready({ script: brief });
    const { handle } = world.gateway;
    // A gateway whose agent is switched off: messages are stored, and nothing follows.
    world.gateway.handle = (request: ModelRequest) => {
      if (request.method !== 'POST' || world.count('message') > 1) return handle(request);
      const id = world.gateway.append('user.message', [{ type: 'text', text: 'go' }]);
      const data = world.gateway.rows().flatMap(({ event }) => (event.id === id ? [event] : []));
      return { status: 200, headers: {}, body: { data } };
    };
    await tab.send('go');
    await world.until(() => tab.users()[0]?.delivery.state === 'sent');
    void tab.session.interrupt();
    await tab.send('and then');
    await world.advance(20_000);
    expect(world.count('message')).toBe(1);
    await world.advance(60_000);
    expect(tab.snapshot().run).toEqual({ state: 'idle' });
    expect(tab.shown().slice(1)).toEqual(['me: and then [sent]', 'agent: brief [ended]']);
  });

  it('[IN7] works in a tab that doesn’t talk to the gateway itself', async () => {
    for (const afterMs of [0, 30, 60, 120]) {
      const { world } = await ready();
      const other = world.open();
      await world.advance(1_000);
      await other.send('go');
      await world.until(() => other.snapshot().run.state !== 'idle');
      await world.advance(afterMs);
      const stopped = other.session.interrupt();
      expect(other.snapshot().run).toMatchObject({ isStopping: true });
      await world.advance(60_000);
      const back = await stopped;
      expect(world.gateway.isRunning()).toBe(false);
      expect(back === null ? world.gateway.interrupted.length : 1, `after ${afterMs} ms`).toBe(1);
    }
  });
});
