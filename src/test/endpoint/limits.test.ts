import { describe, expect, it } from 'vitest';
import { createLimiter, isLocal, networkOf } from '../../endpoint/limits.ts';

describe('the limits', () => {
  it('end with their time', () => {
    let now = 1_000;
    const limiter = createLimiter({ newPerAddress: 1 }, { now: () => now });
    const caller = { owner: null, address: '203.0.113.1' };
    expect(limiter.newSession(caller)).toBe(0);
    expect(limiter.newSession(caller)).toBe(3600);
    expect(limiter.newSession({ ...caller, address: '203.0.113.2' })).toBe(0);
    now += 3_600_000;
    expect(limiter.newSession(caller)).toBe(0);
  });

  it('are a ceiling for the whole site where no address is known', () => {
    const limiter = createLimiter({ perAddress: 2 }, { now: () => 0 });
    const waits = Array.from({ length: 41 }, () => limiter.call({ owner: null, address: null }));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(40);
  });

  it('forget the oldest of a flood of addresses', () => {
    const limiter = createLimiter({ perAddress: 1 }, { now: () => 0 });
    for (let n = 0; n < 60_000; n += 1) {
      limiter.call({ owner: null, address: `198.51.${n >> 8}.${n & 255}` });
    }
    expect(limiter.call({ owner: null, address: '198.51.234.95' })).toBeGreaterThan(0);
    expect(limiter.call({ owner: null, address: '198.51.0.1' })).toBe(0);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
  ])('count %s as %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('know a proxy’s address from a visitor’s', () => {
    const all = ['127.0.0.1', '::1', '::ffff:10.0.0.2', '172.20.0.1', '8.8.8.8', '2001:db8::1'];
    expect(all.map(isLocal)).toEqual([true, true, true, true, false, false]);
  });
});
