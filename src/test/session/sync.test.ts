import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../client/index.ts';
import { createWorld, long, type OpenTab, type World } from './world.ts';

async function live(world: World, tab: OpenTab): Promise<void> {
  await world.until(() => tab.snapshot().connection === 'live');
  await world.advance(3_000);
}

function fill(world: World, count: number): void {
  for (let index = 0; index < count; index++) {
    world.gateway.append('system.message', [{ type: 'text', text: `s${index}` }]);
  }
}

describe('keeping up', () => {
  it('[SY1] shows what happens between opening the stream and the end of the list', async () => {
    const world = createWorld();
    const tab = world.open();
    await world.until(() => world.count('list') > 0);
    world.gateway.append('agent.message', [{ type: 'text', text: 'in between' }], {}, 30);
    expect(world.network.asked[0]?.step).toBe('stream');
    await world.advance(1_000);
    expect(tab.shown()).toEqual(['agent: in between [working]']);
    expect(world.count('list')).toBe(1);
  });

  it('[SY2] opens a rotated stream again at once, and lists', async () => {
    const world = createWorld();
    const tab = world.open();
    world.faults.set('stream', ['stream_rotates']);
    await world.advance(10_000);
    const streams = world.network.asked.filter(({ step }) => step === 'stream');
    expect(streams.length).toBe(2);
    const reopened = streams[1]?.at ?? 0;
    expect(world.network.asked.some(({ step, at }) => step === 'list' && at > reopened)).toBe(true);
    expect(tab.snapshot().connection).toBe('live');
  });

  it('[SY3] polls where there is no stream', async () => {
    const world = createWorld();
    world.faults.set('stream', ['stream_missing']);
    const tab = world.open();
    await world.advance(2_000);
    expect(tab.snapshot().connection).toBe('polling');
    await tab.send('hi');
    await world.advance(8_000);
    expect(tab.shown()).toEqual(['me: hi [sent]', 'agent: hi [ended]']);
    expect(world.count('stream')).toBe(1);
  });

  it('[SY4] gives up a stream that is silent while lists find news', async () => {
    const script = () => [
      { kind: 'wait', ms: 3_000 } as const,
      { kind: 'say', text: 'hi' } as const,
      { kind: 'wait', ms: 60_000 } as const,
    ];
    const world = createWorld({ script });
    world.faults.set('stream', ['stream_deaf']);
    const tab = world.open();
    await world.advance(3_000);
    await tab.send('hello');
    await world.advance(12_000);
    expect(tab.snapshot().connection).toBe('polling');
    expect(tab.shown()).toEqual(['me: hello [sent]', 'agent: hi [working]']);
  });

  it('[SY14] takes a thousand events of a flood, and the rest as lists bring it', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    for (let index = 0; index < 1_500; index++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `n${index}` }]);
    }
    await world.advance(1_000);
    const parts = (): number => {
      const [agent] = tab.snapshot().entries;
      return agent?.kind === 'agent' ? agent.parts.length : 0;
    };
    expect(parts()).toBe(1_000);
    await world.advance(70_000);
    expect(parts()).toBe(1_500);
  });

  it('[SY5] asks nothing while hidden and idle, and catches up when visible', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.hide();
    await world.advance(100);
    const before = world.network.asked.length;
    world.gateway.append('agent.message', [{ type: 'text', text: 'news' }]);
    await world.advance(3_600_000);
    expect(world.network.asked.length).toBe(before);
    tab.tab.page.show();
    await world.advance(1_000);
    expect(tab.shown()).toEqual(['agent: news [working]']);
  });

  it('[SY6] goes on reading while hidden with a run in flight', async () => {
    const script = () => [
      { kind: 'wait', ms: 5_000 } as const,
      { kind: 'say', text: 'ok' } as const,
    ];
    const world = createWorld({ script });
    const tab = world.open();
    await live(world, tab);
    await tab.send('go');
    await world.advance(1_000);
    tab.tab.page.hide();
    await world.advance(10_000);
    expect(tab.shown()).toEqual(['me: go [sent]', 'agent: ok [ended]']);
    expect(tab.snapshot().connection).toBe('off');
  });

  it('[SY7] reads the newest 100 first, and older ones when asked', async () => {
    const world = createWorld();
    world.gateway.append('user.message', [{ type: 'text', text: 'the very first' }]);
    fill(world, 150);
    const tab = world.open();
    await live(world, tab);
    expect(tab.snapshot().hasOlder).toBe(true);
    expect(tab.shown()).toEqual([]);
    await Promise.all([tab.session.loadOlder(), world.advance(1_000)]);
    expect(tab.snapshot().hasOlder).toBe(false);
    expect(tab.shown()).toEqual(['me: the very first [sent]']);
    expect(world.gateway.violations).toEqual([]);
  });

  it('[SY8] reads all anew where no anchor is known, and says so', async () => {
    const world = createWorld();
    fill(world, 50);
    const first = world.open();
    await live(world, first);
    await world.advance(120_000);
    first.tab.kill();
    const other = createWorld({ idPrefix: 'other_' });
    other.gateway.append('agent.message', [{ type: 'text', text: 'a new life' }]);
    for (const [key, value] of world.browser.disk.entries()) other.browser.disk.plant(key, value);
    other.network.isOnline = false;
    const tab = other.open();
    await tab.send('mine');
    other.network.isOnline = true;
    tab.session.retryNow();
    await other.advance(20_000);
    expect(tab.warnings.join()).toContain('read anew');
    expect(tab.shown()[0]).toBe('agent: a new life [ended]');
    expect(tab.shown()).toContain('me: mine [sent]');
  });

  it('[SY9] shows what is stored before any request, and asks for the rest once', async () => {
    const world = createWorld();
    const earlier = world.open();
    await live(world, earlier);
    await earlier.send('one');
    await world.advance(90_000);
    earlier.tab.kill();
    const asked = world.network.asked.length;
    const second = world.open();
    const first: unknown[] = [];
    second.session.subscribe(() => {
      if (second.snapshot().isRestored) first.push([second.shown(), world.network.asked.length]);
    });
    await world.advance(1);
    expect(first[0]).toEqual([['me: one [sent]', 'agent: hi [ended]'], asked]);
    await world.advance(1_000);
    const steps = world.network.asked.slice(asked).map(({ step }) => step);
    expect(steps).toEqual(['stream', 'list']);
    expect(second.snapshot().isUpToDate).toBe(true);
  });

  it('[SY13] is up to date after two requests when it is online again', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await tab.send('one');
    await world.advance(120_000);
    tab.tab.page.goOffline();
    await world.advance(60_000);
    for (let index = 0; index < 60; index++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `news ${index}` }]);
    }
    const asked = world.network.asked.length;
    tab.tab.page.goOnline();
    await world.until(() => tab.shown().join().includes('news 59'));
    expect(world.network.asked.slice(asked).map(({ step }) => step)).toEqual(['stream', 'list']);
    expect(tab.shown().join()).toContain('news 0, news 1,');
    await world.advance(100);
    expect(tab.snapshot()).toMatchObject({ connection: 'live', trouble: null });
  });

  it('[SY13] is up to date after two requests when it is reloaded, however long the talk', async () => {
    for (const count of [3, 30, 400]) {
      const world = createWorld();
      fill(world, count);
      const earlier = world.open();
      await live(world, earlier);
      await world.advance(120_000);
      earlier.tab.kill();
      world.gateway.append('agent.message', [{ type: 'text', text: 'meanwhile' }]);
      const asked = world.network.asked.length;
      const tab = world.open();
      await world.until(() => tab.snapshot().isUpToDate);
      const steps = world.network.asked.slice(asked).map(({ step }) => step);
      expect([count, ...steps]).toEqual([count, 'stream', 'list']);
      expect(tab.shown().at(-1)).toContain('meanwhile');
    }
  });

  it('[SY10] asks nothing before Retry-After is over', async () => {
    const world = createWorld();
    world.faults.set('list', ['http_429']);
    const tab = world.open();
    await world.until(() => world.network.asked.some(({ status }) => status === 429));
    await world.advance(10);
    expect(tab.snapshot().trouble?.kind).toBe('rate_limited');
    await tab.send('patience');
    const refused = world.network.asked.find(({ status }) => status === 429);
    tab.session.retryNow();
    await world.advance(20_000);
    const next = world.network.asked.find(({ at }) => at > (refused?.doneAt ?? 0));
    const wait = (next?.at ?? 0) - (refused?.doneAt ?? 0);
    expect(wait).toBeGreaterThanOrEqual(refused?.retryAfterMs ?? 0);
    expect(tab.snapshot().trouble).toBeNull();
  });

  it('[SY10] lets no message go that was being stored when the gateway asked for patience', async () => {
    let checked = 0;
    for (let afterMs = 100; afterMs < 1_500; afterMs += 100) {
      const world = createWorld();
      const tab = world.open();
      await live(world, tab);
      world.browser.disk.latencyMs = 300;
      void tab.send('patience');
      await world.advance(afterMs);
      world.faults.set('list', ['http_429']);
      tab.session.retryNow();
      await world.advance(30_000);
      const refused = world.network.asked.find(({ status }) => status === 429);
      const message = world.network.asked.find(({ step }) => step === 'message');
      const waitedMs = (message?.at ?? 0) - (refused?.doneAt ?? 0);
      expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
      // It had left before.
      if (waitedMs < 0) continue;
      checked += 1;
      expect(waitedMs).toBeGreaterThanOrEqual(refused?.retryAfterMs ?? Number.POSITIVE_INFINITY);
    }
    expect(checked).toBeGreaterThan(3);
  });

  it('[SY10] is not made impatient by another failure', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await tab.send('one');
    await world.until(() => world.count('message') === 1);
    world.faults.set('list', ['http_429']);
    world.faults.set('message', ['http_500']);
    await tab.send('two');
    await world.advance(30_000);
    const refused = world.network.asked.find(({ status }) => status === 429);
    const since = refused?.doneAt ?? 0;
    const next = world.network.asked.find(({ at, step }) => step === 'list' && at > since);
    expect((next?.at ?? 0) - since).toBeGreaterThanOrEqual(refused?.retryAfterMs ?? 0);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });

  // Chances with which the list is still under way when the interrupt is refused, and its page comes soon after.
  it.each([17, 19, 41])(
    '[SY10] waits in the middle of a list, too, when another request is told to (seed %i)',
    async (seed) => {
      const world = createWorld({ script: long, maxPage: 5, seed });
      const tab = world.open();
      await live(world, tab);
      await tab.send('go on');
      await world.until(() => tab.snapshot().run.state === 'running');
      fill(world, 12);
      world.faults.set('list', ['delay']);
      world.faults.set('interrupt', ['http_429']);
      tab.session.retryNow();
      void tab.session.interrupt();
      await world.advance(60_000);
      const refused = world.network.asked.find(({ status }) => status === 429);
      const since = refused?.doneAt ?? 0;
      const slow = world.network.asked.find(({ fault }) => fault === 'delay');
      const next = world.network.asked.find(({ at, step }) => step === 'list' && at > since);
      expect(slow?.at).toBeLessThan(since);
      expect(slow?.doneAt).toBeLessThan(since + (refused?.retryAfterMs ?? 0));
      expect(next?.url).toContain('page=');
      expect((next?.at ?? 0) - since).toBeGreaterThanOrEqual(refused?.retryAfterMs ?? 0);
    },
  );

  it('[SY10] sends nothing when the stream is told to wait while the look before it is under way', async () => {
    const world = createWorld();
    let refuseStream: () => void = () => {};
    let letListsGo: () => void = () => {};
    let held: Promise<void> | null = null;
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        async *stream(_sessionId, options) {
          options?.onOpen?.();
          await new Promise<void>((resolve) => {
            refuseStream = resolve;
          });
          throw new GatewayError('rate_limited', 'Wait.', { status: 429, retryAfterMs: 5_000 });
        },
        async *listAll(...asked) {
          if (held !== null) await held;
          yield* client.listAll(...asked);
        },
      }),
    });
    await live(world, tab);
    await world.advance(120_000);
    held = new Promise((resolve) => {
      letListsGo = resolve;
    });
    await tab.send('hello');
    await world.advance(200);
    refuseStream();
    await world.advance(200);
    letListsGo();
    await world.advance(4_000);
    expect(world.count('message')).toBe(0);
    await world.advance(3_000);
    expect(world.count('message')).toBe(1);
  });

  it('[SY11] tells of a refused token and asks no more until it is retried', async () => {
    const world = createWorld();
    world.network.issue = () => 'bad';
    const tab = world.open();
    await world.advance(5_000);
    expect(tab.snapshot().trouble).toEqual({ kind: 'session_ended' });
    const before = world.network.asked.length;
    await world.advance(600_000);
    expect(world.network.asked.length).toBe(before);
    world.network.issue = () => {
      world.gateway.tokens.add('good');
      return 'good';
    };
    tab.session.retryNow();
    await world.advance(5_000);
    expect(tab.snapshot()).toMatchObject({ trouble: null, connection: 'live' });
  });

  it('[SY12] asks nothing offline', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    await world.advance(10);
    const before = world.network.asked.length;
    await tab.send('later');
    await world.advance(600_000);
    expect(world.network.asked.length).toBe(before);
    expect(tab.snapshot().connection).toBe('offline');
  });
});
