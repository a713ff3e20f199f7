import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';

let db: Harness;

beforeAll(async () => {
  db = await createHarness();
});
afterAll(() => db.close());

async function limited(trustedProxies: string[] = []) {
  const harness = await createHarness({
    db: db.db,
    options: { rateLimit: { perSecond: 2, burst: 3 }, trustedProxies },
  });
  return {
    harness,
    /** The status of a request without a token, as it comes over a socket from there. */
    async from(address: string | undefined, forwardedFor?: string) {
      const response = await harness.gateway.fetch(
        new Request('http://gateway.test/v1/sessions/ses_x/events', {
          headers: forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor },
        }),
        { incoming: { socket: { remoteAddress: address } } },
      );
      return response.status;
    },
  };
}

describe('without a token', () => {
  it('nobody shuts out a caller from another address', async () => {
    const { harness, from } = await limited();
    for (let i = 0; i < 3; i += 1) expect(await from('203.0.113.1')).toBe(401);
    expect(await from('203.0.113.1')).toBe(429);
    expect(await from('203.0.113.2')).toBe(401);
    await harness.clock.advance(1000);
    expect(await from('203.0.113.1')).toBe(401);
    await harness.close();
  });

  it('an address is the same however it is written, and a network of IPv6 is one caller', async () => {
    const { harness, from } = await limited();
    for (const same of ['203.0.113.1', '::ffff:203.0.113.1', '::FFFF:203.0.113.1'])
      await from(same);
    expect(await from('203.0.113.1')).toBe(429);
    for (const same of ['2001:db8::1', '2001:0db8:0:0:9::', '2001:db8::5%eth0']) await from(same);
    expect(await from('2001:db8:0:0:ffff::')).toBe(429);
    expect(await from('2001:db8:0:1::')).toBe(401);
    await harness.close();
  });

  it('a header that anybody can write counts for nothing by itself', async () => {
    const { harness, from } = await limited();
    for (let i = 0; i < 3; i += 1) await from('203.0.113.1', `198.51.100.${i}`);
    expect(await from('203.0.113.1', '198.51.100.9')).toBe(429);
    await harness.close();
  });

  it('a trusted proxy’s X-Forwarded-For tells the caller apart, as far as trusted proxies wrote it', async () => {
    const { harness, from } = await limited(['10.0.0.0/8', '::1']);
    for (let i = 0; i < 3; i += 1) await from('10.0.0.1', '203.0.113.1');
    expect(await from('::ffff:10.0.0.2', '203.0.113.1')).toBe(429);
    expect(await from('10.0.0.1', '203.0.113.2')).toBe(401);
    // Made up by the caller, in front of what the proxies added.
    expect(await from('::1', '8.8.8.8, 203.0.113.1, 10.1.1.1')).toBe(429);
    expect(await from('10.0.0.1', '203.0.113.1:50123')).toBe(429);
    for (let i = 0; i < 3; i += 1) await from('10.0.0.3', 'unknown');
    expect(await from('10.0.0.3')).toBe(429);
    await harness.close();
  });

  it('a crowd of addresses takes no more room than so many buckets', async () => {
    const { harness, from } = await limited();
    for (let i = 0; i < 10_050; i += 1) await from(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    // The first of them is forgotten, so it has its whole burst again.
    for (let i = 0; i < 3; i += 1) expect(await from('10.0.0.0')).toBe(401);
    expect(await from('10.0.0.0')).toBe(429);
    await harness.close();
  });
});

describe('with a token', () => {
  it('callers of one address do not share a limit', async () => {
    const { harness } = await limited();
    const [one, two] = [await harness.session(), await harness.session()];
    for (let i = 0; i < 3; i += 1) await one.list();
    expect((await one.list()).status).toBe(429);
    expect((await two.list()).status).toBe(200);
    await harness.close();
  });
});
