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

/** A device that takes this long for a hash, one after the other, and hands them all back in one task. */
function createDevice(hashMs: number) {
  const clock = createVirtualClock();
  let now = 0;
  /** How long the page stood still, each time. */
  const standstills: number[] = [];
  let turnAt = 0;
  return {
    standstills,
    hashes: () => Math.round(now / hashMs),
    parts: {
      clock: { ...clock, monotonic: () => now },
      digester: {
        async digest(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
          now += hashMs;
          return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;
        },
        async nextTask(): Promise<void> {
          standstills.push(now - turnAt);
          turnAt = now;
        },
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

  it.each([0.01, 0.1, 0.5])(
    'never stands in the page’s way for 10 ms where a hash takes %f ms',
    async (ms) => {
      const { parts, standstills } = createDevice(ms);
      await proveWork(challengeOf(3_000, 3_000), { ...parts, signal: open });
      expect(Math.max(...standstills)).toBeLessThanOrEqual(10.3);
      expect(standstills.length).toBeLessThan(3_000);
    },
  );

  it('ends with its signal', async () => {
    const stop = new AbortController();
    const { parts, hashes } = createDevice(1);
    const digester = {
      ...parts.digester,
      digest(bytes: Uint8Array<ArrayBuffer>) {
        if (hashes() === 40) stop.abort();
        return parts.digester.digest(bytes);
      },
    };
    const { signal } = stop;
    expect(await proveWork(challengeOf(9_999, 9_999), { ...parts, digester, signal })).toBeNull();
    expect(hashes()).toBeLessThan(100);
  });
});
