import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { proveWork } from '../../client/proof-of-work.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const open = new AbortController().signal;
const challengeOf = (number: number, maxnumber: number) => ({
  challenge: hash(`salt${number}`),
  maxnumber,
  salt: 'salt',
  signature: 'signed',
});

/** A device that takes this long for a hash, one after the other. */
function createDevice(hashMs: number) {
  const clock = createVirtualClock();
  let now = 0;
  /** Hashes that are under way at once, of each slice. */
  const slices: number[] = [];
  let underWay = 0;
  return {
    slices,
    hashes: () => Math.round(now / hashMs),
    parts: {
      clock: { ...clock, monotonic: () => now },
      async digest(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
        now += hashMs;
        underWay += 1;
        await Promise.resolve();
        if (underWay > 0) slices.push(underWay);
        underWay = 0;
        return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
      },
    },
  };
}

describe('the proof of work', () => {
  it.each([0, 1, 17, 999, 1000])('finds %i', async (number) => {
    const { parts } = createDevice(0.01);
    const proof = await proveWork(challengeOf(number, 1000), { ...parts, signal: open });
    expect(JSON.parse(atob(proof ?? ''))).toEqual({
      algorithm: 'SHA-256',
      challenge: hash(`salt${number}`),
      number,
      salt: 'salt',
      signature: 'signed',
    });
  });

  it('ends where no number fits', async () => {
    const { parts, hashes } = createDevice(0.01);
    expect(await proveWork(challengeOf(51, 50), { ...parts, signal: open })).toBeNull();
    expect(hashes()).toBe(51);
  });

  it.each([0.01, 0.1, 1])(
    'takes slices of less than 10 ms where a hash takes %f ms',
    async (ms) => {
      const { parts, slices } = createDevice(ms);
      await proveWork(challengeOf(3_000, 3_000), { ...parts, signal: open });
      // The first slices find out how fast the device is.
      expect(Math.max(...slices.slice(3)) * ms).toBeLessThan(10.5);
      expect(slices.length).toBeLessThan(1_000);
    },
  );

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const { parts, hashes } = createDevice(1);
    const digest: typeof parts.digest = (bytes) => {
      if (hashes() === 40) stop.abort();
      return parts.digest(bytes);
    };
    const { signal } = stop;
    expect(await proveWork(challengeOf(9_999, 9_999), { ...parts, digest, signal })).toBeNull();
    expect(hashes()).toBeLessThan(100);
  });
});
