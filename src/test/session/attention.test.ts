// What the visitor does while the chat waits to try something again.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../client/index.ts';
import { createWorld, live, type World } from './world.ts';

/** The gateway answers nobody, until the function that it returns is called. */
function lose(world: World): () => void {
  const { handle } = world.gateway;
  world.gateway.handle = () => {
    throw new TypeError('fetch failed');
  };
  return () => {
    world.gateway.handle = handle;
  };
}

/** WordPress while it updates itself: it names ten minutes and is mostly back after seconds. */
function maintain(world: World): () => void {
  const { handle } = world.gateway;
  world.gateway.handle = () => ({
    status: 503,
    headers: { 'retry-after': '600', 'content-type': 'text/html' },
    body: '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>',
  });
  return () => {
    world.gateway.handle = handle;
  };
}

const away = new GatewayError('no_session', 'not now', {
  outcome: 'not_applied',
  isRetryable: true,
  status: 500,
});

describe('a gateway that is away for a while', () => {
  it('[SY16] is asked again within 1, 2, 4 and 8 s', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const world = createWorld({ seed });
      const tab = world.open({ session: { options: { transport: 'poll' } } });
      await world.until(() => tab.snapshot().connection === 'polling');
      lose(world);
      const before = world.network.asked.length;
      await world.until(() => world.network.asked.length > before);
      await world.advance(16_000);
      const lists = world.network.asked.slice(before).filter(({ step }) => step === 'list');
      const gaps = lists.slice(1).map(({ at }, index) => at - (lists[index]?.at ?? 0));
      [1_000, 2_000, 4_000, 8_000].forEach((most, index) => {
        expect(gaps[index], `${seed}: ${gaps}`).toBeLessThanOrEqual(most + 100);
      });
    }
  });

  it('[SY16] is heard of within 8 s where it was away for 9 s', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const world = createWorld({ seed });
      const tab = world.open({ session: { options: { transport: 'poll' } } });
      await world.until(() => tab.snapshot().connection === 'polling');
      const back = lose(world);
      const before = world.network.asked.length;
      await world.until(() => world.network.asked.length > before);
      await world.advance(9_000);
      back();
      world.gateway.append('agent.message', [{ type: 'text', text: 'the answer' }]);
      await world.advance(8_100);
      expect(tab.shown().join()).toContain('the answer');
      expect(tab.snapshot().trouble).toBeNull();
    }
  });
});

describe('the visitor', () => {
  it('[SY17] who presses something, or comes back to the window, has what waits tried at once', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const back = lose(world);
    await tab.send('hello');
    await world.advance(120_000);
    expect(tab.snapshot().trouble).not.toBeNull();
    back();
    tab.tab.page.attend();
    await world.advance(1_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[SY17] has a session asked for at once', async () => {
    const world = createWorld();
    let isAway = true;
    const getSessionId = async (): Promise<string> => {
      if (isAway) throw away;
      return 's1';
    };
    const tab = world.open({ session: { sessionId: null, getSessionId } });
    await tab.send('hello');
    await world.advance(120_000);
    expect(tab.snapshot().trouble?.kind).toBe('not_working');
    isAway = false;
    tab.tab.page.attend();
    await world.advance(2_000);
    expect(tab.snapshot().trouble).toBeNull();
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[SY17] has it tried in the tab that talks to the gateway', async () => {
    const world = createWorld();
    const [first, second] = [world.open(), world.open()];
    await live(world, first);
    const back = lose(world);
    await second.send('hello');
    await world.advance(120_000);
    back();
    second.tab.page.attend();
    await world.advance(1_000);
    expect(second.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[SY17] ends no Retry-After, and costs no request more than once a second', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const { handle } = world.gateway;
    world.gateway.handle = (request) =>
      request.path.endsWith('/stream')
        ? handle(request)
        : {
            status: 503,
            headers: { 'retry-after': '300' },
            body: { error: { message: 'no', type: 'api_error', code: 503, request_id: 'r' } },
          };
    await tab.send('hello');
    await world.advance(5_000);
    const before = world.network.asked.length;
    for (let press = 0; press < 50; press += 1) {
      tab.tab.page.attend();
      await world.advance(100);
    }
    expect(world.network.asked.length).toBe(before);
    world.gateway.handle = () => {
      throw new TypeError('fetch failed');
    };
    await world.advance(400_000);
    const now = world.count('list') + world.count('message');
    for (let press = 0; press < 50; press += 1) {
      tab.tab.page.attend();
      await world.advance(100);
    }
    expect(world.count('list') + world.count('message') - now).toBeLessThanOrEqual(12);
  });

  it('[SY18] a site that is back long before its page of maintenance said is found by itself', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const end = maintain(world);
    await tab.send('hello');
    await world.advance(8_000);
    end();
    // A minute is what a message may take that was on its way.
    await world.advance(90_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
    expect(tab.snapshot().trouble).toBeNull();
  });

  it('[SY18] a visitor who looks again finds it at once', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const end = maintain(world);
    await tab.send('hello');
    await world.advance(180_000);
    const asked = world.network.asked.length;
    end();
    tab.tab.page.attend();
    await world.advance(6_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
    expect(asked).toBeLessThan(40);
  });

  it('[SY17] is not listened to while all is well, or once the chat is closed', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const before = tab.tab.page.listenerCount();
    const back = lose(world);
    await tab.send('hello');
    await world.advance(10_000);
    expect(tab.tab.page.listenerCount()).toBe(before + 1);
    back();
    await world.advance(60_000);
    expect(tab.tab.page.listenerCount()).toBe(before);
    lose(world);
    await tab.send('again');
    await world.advance(10_000);
    tab.session.close();
    expect(tab.tab.page.listenerCount()).toBe(0);
  });
});
