// A gateway that answers one kind of request with a failure while it answers the others: the pauses belong to what fails.

import { describe, expect, it } from 'vitest';
import type { ModelReply } from '../../../test/simulation/model-types.ts';
import { GatewayError } from '../../client/index.ts';
import { createWorld, live, type World } from './world.ts';

const TEN_MINUTES_MS = 600_000;

const failure = (status: number, type = 'api_error'): ModelReply => ({
  status,
  headers: {},
  body: { error: { message: 'no', type, code: status, request_id: 'r' } },
});

/** Answers requests of a method before the gateway hears of them, until the function that it returns is called. */
function fail(world: World, method: string, answer: () => ModelReply): () => void {
  const { handle } = world.gateway;
  world.gateway.handle = (request) => (request.method === method ? answer() : handle(request));
  return () => {
    world.gateway.handle = handle;
  };
}

const lost = (): never => {
  throw new TypeError('fetch failed');
};

function pauses(world: World, step: 'message' | 'list'): number[] {
  const times = world.network.asked.filter((asked) => asked.step === step).map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

describe('back-off', () => {
  it.each([
    ['503', () => failure(503, 'service_unavailable')],
    ['429 without Retry-After', () => failure(429, 'rate_limit_error')],
    ['500', () => failure(500)],
    ['network error', lost],
  ])(
    '[SY16] a POST that meets a %s again and again is repeated ever more rarely, whatever lists say',
    async (what, answer) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const world = createWorld({ seed });
        const tab = world.open();
        await live(world, tab);
        const before = world.count('list');
        const mend = fail(world, 'POST', answer);
        await tab.send('hello');
        await world.advance(TEN_MINUTES_MS);
        expect(world.count('message')).toBeLessThanOrEqual(12);
        expect(world.count('list') - before).toBeLessThanOrEqual(45);
        if (what !== '503' && !what.startsWith('429')) continue;
        // It is seen to go on failing, and the longest pause is a minute at least.
        expect(Math.max(...pauses(world, 'message'))).toBeGreaterThanOrEqual(60_000);
        expect(pauses(world, 'message')[0]).toBeLessThan(5_000);
        expect(tab.snapshot().trouble).not.toBeNull();
        mend();
        await world.advance(120_000);
        expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
        expect(tab.snapshot().trouble).toBeNull();
      }
    },
  );

  it('[SY16] a POST that is refused for a while holds up no list: what others say is shown meanwhile', async () => {
    const world = createWorld();
    const tab = world.open({ session: { options: { transport: 'poll' } } });
    await world.until(() => tab.snapshot().connection === 'polling');
    fail(world, 'POST', () => failure(503, 'service_unavailable'));
    await tab.send('hello');
    await world.advance(120_000);
    world.gateway.append('agent.message', [{ type: 'text', text: 'meanwhile' }]);
    await world.advance(10_000);
    expect(tab.shown().join()).toContain('meanwhile');
  });

  it('[SY16] a Retry-After that comes again and again is no reason to ask as often', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    fail(world, 'POST', () => ({
      ...failure(429, 'rate_limit_error'),
      headers: { 'retry-after': '1' },
    }));
    await tab.send('hello');
    await world.advance(TEN_MINUTES_MS);
    expect(world.count('message')).toBeLessThanOrEqual(13);
  });

  it.each([
    ['503', () => failure(503, 'service_unavailable')],
    ['429 without Retry-After', () => failure(429, 'rate_limit_error')],
    ['500', () => failure(500)],
    ['network error', lost],
  ])(
    '[SY16] lists that meet a %s again and again are asked ever more rarely, though messages wait',
    async (_, answer) => {
      for (const seed of [1, 2, 3]) {
        const world = createWorld({ seed });
        const tab = world.open();
        await live(world, tab);
        const before = world.count('list');
        const { handle } = world.gateway;
        world.gateway.handle = (request) =>
          request.method === 'GET' && !request.path.endsWith('/stream')
            ? answer()
            : handle(request);
        await tab.send('hello');
        await world.advance(TEN_MINUTES_MS);
        expect(world.count('list') - before).toBeLessThanOrEqual(14);
        world.gateway.handle = handle;
        await world.advance(120_000);
        expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
        expect(tab.snapshot().trouble).toBeNull();
      }
    },
  );

  it.each([
    ['is unavailable', 503],
    ['asks for patience', 429],
    ['doesn’t answer', undefined],
  ])(
    '[SY16] a site whose session endpoint %s is asked for a token ever more rarely',
    async (_, status) => {
      for (const isNew of [false, true]) {
        const world = createWorld();
        let asked = 0;
        const refuse = (): never => {
          asked += 1;
          throw new GatewayError('no_session', 'not now', {
            outcome: 'not_applied',
            isRetryable: true,
            ...(status === undefined ? {} : { status }),
          });
        };
        world.network.issue = refuse;
        const tab = world.open(
          isNew ? { session: { sessionId: null, getSessionId: async () => refuse() } } : {},
        );
        await tab.send('hello');
        await world.advance(TEN_MINUTES_MS);
        expect(asked).toBeLessThanOrEqual(13);
      }
    },
  );

  it('[SY16] a page that is told to try now begins with short pauses again', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    fail(world, 'POST', () => failure(503, 'service_unavailable'));
    await tab.send('hello');
    await world.advance(300_000);
    const before = world.count('message');
    tab.session.retryNow();
    await world.advance(20_000);
    expect(world.count('message') - before).toBeGreaterThanOrEqual(3);
  });
});
