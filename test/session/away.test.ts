// A site that has no session to give for a while.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/gateway/index.ts';
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
    await world.advance(5_000);
    expect(tab.snapshot().trouble?.kind).toBe(kind);
    world.network.issue = issue;
    await world.advance(120_000);
    expect(tab.snapshot().trouble).toBeNull();
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });
});
