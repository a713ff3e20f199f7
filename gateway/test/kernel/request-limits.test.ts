// What counts as a request, a byte or a guess, where one might think it doesn’t.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_KEY, createHarness, type Harness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({
    options: {
      byteLimit: { perSecond: 1000, burst: 200_000 },
      strangerLimit: { perSecond: 1, burst: 3 },
    },
  });
});
afterAll(() => harness.close());

/** Without a Content-Length, as chunked. */
function chunked(text: string): RequestInit {
  const pieces = new Blob([text]).stream();
  return { method: 'POST', body: pieces, duplex: 'half' } as RequestInit;
}

describe('a body whose length isn’t told before', () => {
  it('counts as what has come of it', async () => {
    const session = await harness.session();
    const send = async () => {
      const text = 'x'.repeat(150_000);
      const events = [{ type: 'system.message', content: [{ type: 'text', text }] }];
      const reply = await harness.gateway.request(session.path, {
        ...chunked(JSON.stringify({ events })),
        headers: { Authorization: `Bearer ${session.token}` },
      });
      return reply.status;
    };
    expect([await send(), await send()]).toEqual([200, 200]);
    expect(await send()).toBe(429);
  });

  it('counts the same for an address without a token, and where it is refused in the middle', async () => {
    const send = async () => {
      const reply = await harness.gateway.request('/admin/desk/sign-in', {
        ...chunked(`{"key":"${'x'.repeat(2_000_000)}"}`),
        headers: { 'X-Bellhop-Desk': '1' },
      });
      return reply.status;
    };
    expect(await send()).toBe(413);
    expect(await send()).toBe(429);
  });
});

describe('many requests at once with a key that this process has not seen', () => {
  const ask = (token: string) =>
    Promise.all(
      Array.from({ length: 10 }, () => harness.call('GET', '/admin/sessions', undefined, token)),
    );

  it('are all served where it is a key', async () => {
    const { service_token } = (await harness.admin('POST', '/admin/sites')).body;
    const replies = await ask(service_token);
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('count each where it is none', async () => {
    const one = await createHarness({
      db: harness.db,
      options: { strangerLimit: { perSecond: 1, burst: 5 } },
    });
    const token = `bhk_${'x'.repeat(43)}`;
    const ask = () => one.call('GET', '/admin/sessions', undefined, token);
    const replies = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    for (let seconds = 0; seconds < 5; seconds += 1) {
      expect((await ask()).status).toBe(429);
      await one.clock.advance(1000);
    }
    await one.close();
  });
});

describe('the figures', () => {
  it('are no way round the limit on made-up tokens', async () => {
    const ask = async (token: string) => {
      const { status } = await harness.gateway.request('/metrics', {
        headers: { Authorization: `Bearer ${token}` },
      });
      return status;
    };
    for (let i = 0; i < 3; i += 1) expect(await ask(`guess-${i}`)).toBe(401);
    expect(await ask('guess-3')).toBe(429);
    expect(await ask(ADMIN_KEY)).toBe(200);
  });
});
