import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/gateway/gateway-error.ts';
import { createPatience } from '../../src/session/patience.ts';
import { createWaker } from '../../src/session/wait.ts';
import { createSeededRandom } from '../doubles/seeded-random.ts';
import { createVirtualClock } from '../doubles/virtual-clock.ts';

describe('patience', () => {
  it('[SY11] keeps a refusal when a request that was under way fails otherwise', () => {
    const clock = createVirtualClock();
    const platform = { clock, random: createSeededRandom('patience') };
    const patience = createPatience({ platform, waker: createWaker(clock), onTrouble() {} });
    expect(patience.fail(new GatewayError('unauthenticated', 'Refused.'))).toBeNull();
    patience.fail(new GatewayError('unavailable', 'Away.'));
    expect(patience.trouble()).toEqual({ kind: 'session_ended' });
    expect(patience.heldMs()).toBe(Number.POSITIVE_INFINITY);
    patience.retryNow();
    expect(patience.heldMs()).toBe(0);
  });

  it('[SY10] keeps a Retry-After that was told behind a refusal, for when that has ended', () => {
    const clock = createVirtualClock();
    const platform = { clock, random: createSeededRandom('patience') };
    const patience = createPatience({ platform, waker: createWaker(clock), onTrouble() {} });
    patience.fail(new GatewayError('forbidden', 'Refused.'));
    patience.fail(new GatewayError('rate_limited', 'Slowly.', { retryAfterMs: 4_000 }));
    patience.retryNow();
    expect(patience.heldMs()).toBe(4_000);
  });
});
