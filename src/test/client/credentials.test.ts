import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createCredentials, type TicketReason } from '../../client/credentials.ts';
import type { SessionTicket } from '../../protocol/index.ts';

function setup(lifeMs: number | null = null, delayMs = 0) {
  const clock = createVirtualClock();
  const reasons: TicketReason[] = [];
  const seen: string[] = [];
  let failure: Error | null = null;
  let sameToken: string | null = null;
  const credentials = createCredentials<SessionTicket>({
    clock,
    async getTicket(reason) {
      reasons.push(reason);
      const token = sameToken ?? `token-${reasons.length}`;
      if (delayMs > 0) await clock.sleep(delayMs);
      if (failure !== null) throw failure;
      return {
        session_id: 's',
        token,
        ...(lifeMs === null ? {} : { expires_at: clock.now() + lifeMs }),
      };
    },
    onTicket: ({ token }) => seen.push(token),
  });
  return {
    clock,
    credentials,
    reasons,
    seen,
    fail: (error: Error | null) => {
      failure = error;
    },
    repeat: (token: string) => {
      sameToken = token;
    },
  };
}

describe('credentials', () => {
  it('ask once for many, and keep the token', async () => {
    const { clock, credentials, reasons, seen } = setup(null, 10);
    const all = Promise.all([credentials.token(), credentials.token(), credentials.ticket()]);
    await clock.advance(10);
    const [a, b, ticket] = await all;
    expect([a, b, ticket.token]).toEqual(['token-1', 'token-1', 'token-1']);
    expect(await credentials.token()).toBe('token-1');
    expect(reasons).toEqual(['first']);
    expect(seen).toEqual(['token-1']);
  });

  it('refresh once for many refusals of one token', async () => {
    const { clock, credentials, reasons } = setup(null, 10);
    void credentials.token();
    await clock.advance(10);
    const all = Promise.all([1, 2, 3].map(() => credentials.refresh('token-1')));
    await clock.advance(10);
    expect(await all).toEqual(['token-2', 'token-2', 'token-2']);
    expect(reasons).toEqual(['first', 'refused']);
  });

  it('give the token that has changed meanwhile, without asking', async () => {
    const { credentials, reasons } = setup();
    await credentials.token();
    expect(await credentials.refresh('token-1')).toBe('token-2');
    expect(await credentials.refresh('token-1')).toBe('token-2');
    expect(reasons).toEqual(['first', 'refused']);
  });

  it('never hand out a refused token again', async () => {
    const { clock, credentials, repeat } = setup();
    await credentials.token();
    repeat('token-1');
    for (const ask of [() => credentials.refresh('token-1'), () => credentials.token()]) {
      const refused = expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
      await clock.advance(2_000);
      await refused;
    }
    repeat('token-9');
    expect(await credentials.token()).toBe('token-9');
  });

  it('ask again a second later where the new token is the refused one: it may be signed to the second', async () => {
    const { clock, credentials, reasons, repeat } = setup();
    await credentials.token();
    repeat('token-1');
    const next = credentials.refresh('token-1');
    await clock.advance(1_000);
    repeat('token-of-the-next-second');
    await clock.advance(200);
    expect(await next).toBe('token-of-the-next-second');
    expect(reasons).toEqual(['first', 'refused', 'refused']);
  });

  it('ask anew shortly before the token expires, a minute or a fifth of its life', async () => {
    for (const [lifeMs, until] of [
      [900_000, 840_000],
      [10_000, 8_000],
    ] as const) {
      const { clock, credentials, reasons } = setup(lifeMs);
      await credentials.token();
      await clock.advance(until - 1);
      expect(await credentials.token()).toBe('token-1');
      await clock.advance(1);
      expect(await credentials.token()).toBe('token-2');
      expect(reasons).toEqual(['first', 'expiring']);
    }
  });

  it('use the old token while it lasts when the early refresh fails, without a storm of requests', async () => {
    const { clock, credentials, reasons, fail } = setup(100_000);
    await credentials.token();
    await clock.advance(85_000);
    fail(new Error('site is down'));
    expect(await credentials.token()).toBe('token-1');
    expect(await credentials.token()).toBe('token-1');
    expect(reasons.length).toBe(2);
    await clock.advance(15_000);
    await expect(credentials.token()).rejects.toMatchObject({
      code: 'no_session',
      isRetryable: true,
    });
  });

  it('are not fooled by a clock that stands ahead of the server', async () => {
    const { clock, credentials, reasons } = setup(-5_000);
    await credentials.token();
    await clock.advance(60_000);
    expect(await credentials.token()).toBe('token-1');
    expect(reasons.length).toBe(1);
  });

  it('are not fooled by a clock that is set forward later', async () => {
    const { clock, credentials, reasons } = setup(900_000);
    await credentials.token();
    clock.jump(86_400_000);
    expect(await credentials.token()).toBe('token-1');
    expect(reasons.length).toBe(1);
  });

  it('ask again after a failure', async () => {
    const { credentials, fail } = setup();
    fail(new Error('offline'));
    await expect(credentials.token()).rejects.toThrow('offline');
    fail(null);
    expect(await credentials.token()).toBe('token-2');
  });

  it('do not wait for ever for a page that never answers', async () => {
    const clock = createVirtualClock();
    const credentials = createCredentials({ clock, getTicket: () => new Promise<never>(() => {}) });
    const asked = credentials.token().catch((error: unknown) => error);
    await clock.advance(45_000);
    expect(await asked).toMatchObject({ code: 'no_session', outcome: 'not_applied' });
    expect(clock.pending()).toBe(0);
  });

  it('forget the token when closed', async () => {
    const { credentials } = setup();
    await credentials.token();
    credentials.close();
    await expect(credentials.token()).rejects.toMatchObject({ code: 'no_session' });
  });
});
