import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/doubles/seeded-random.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { GatewayError } from '../../client/gateway-error.ts';
import { createBackoff } from '../../session/backoff.ts';

describe('back-off', () => {
  it('[SY11] keeps a refusal when a request that was under way fails otherwise', () => {
    const clock = createVirtualClock();
    const platform = { clock, random: createSeededRandom('patience') };
    const backoff = createBackoff(platform);
    expect(backoff.fail(new GatewayError('unauthenticated', 'Refused.'))).toBeNull();
    backoff.fail(new GatewayError('unavailable', 'Away.'));
    expect(backoff.trouble()).toEqual({ kind: 'session_ended' });
    expect(backoff.waitMs()).toBe(Number.POSITIVE_INFINITY);
    backoff.retryNow();
    expect(backoff.waitMs()).toBe(0);
  });

  it('[SY10] keeps a Retry-After that was told behind a refusal, for when that has ended', () => {
    const clock = createVirtualClock();
    const platform = { clock, random: createSeededRandom('patience') };
    const backoff = createBackoff(platform);
    backoff.fail(new GatewayError('forbidden', 'Refused.'));
    backoff.fail(new GatewayError('rate_limited', 'Slowly.', { retryAfterMs: 4_000 }));
    backoff.retryNow();
    expect(backoff.waitMs()).toBe(4_000);
  });
});
