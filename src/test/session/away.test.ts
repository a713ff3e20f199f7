// A site that has no session to give for a while.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../client/index.ts';
import { createWorld } from './world.ts';

describe('a site that is away', () => {
  it.each([
    ['that is away for a while', 503, 'unavailable'],
    ['that asks for patience', 429, 'rate_limited'],
    ['that doesn’t answer', undefined, 'unreachable'],
  ])('[SY11] waits for a site %s when it wants a token', async (_what, status, kind) => {
    const world = createWorld();
    const { issue } = world.network;
    world.network.issue = () => {
      throw new GatewayError('no_session', 'not now', {
        outcome: 'not_applied',
        isRetryable: true,
        ...(status === undefined ? {} : { status }),
      });
    };
    const tab = world.open();
    await tab.send('hello');
    await world.advance(12_000);
    expect(tab.snapshot().trouble?.kind).toBe(kind);
    world.network.issue = issue;
    await world.advance(120_000);
    expect(tab.snapshot().trouble).toBeNull();
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });
});

describe('a list that never comes', () => {
  it('[TB3] leaves what waits behind it to the next tab, also where the gateway has refused everything meanwhile', async () => {
    const world = createWorld();
    world.faults.set('list', ['delay']);
    world.faults.set('stream', ['none', 'http_403']);
    const tab = world.open();
    await world.until(() => world.count('list') === 1);
    await tab.send('hello');
    tab.tab.page.goOffline();
    await world.advance(1_000);
    tab.tab.page.goOnline();
    await world.until(() => tab.snapshot().trouble?.kind === 'forbidden');
    expect(world.count('message')).toBe(0);
    tab.session.close();
    const next = world.open();
    await world.advance(60_000);
    expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });
});
