import { describe, expect, it } from 'vitest';
import { createLazyLocks } from '../../platform/lazy-locks.ts';
import type { Locks } from '../../platform/types.ts';

const locks: Locks = {
  request: async (_name, _options, run) => run(false),
};

describe('locks whose code is fetched when first asked for', () => {
  it('fetches nothing before the first request, and once for all of them', async () => {
    let fetched = 0;
    const lazy = createLazyLocks(async () => {
      fetched += 1;
      return locks;
    });
    expect(fetched).toBe(0);
    const run = async (isHeld: boolean) => isHeld;
    expect(await Promise.all([lazy.request('a', {}, run), lazy.request('b', {}, run)])).toEqual([
      false,
      false,
    ]);
    expect(fetched).toBe(1);
  });

  it('lets a tab work alone while the code can’t be had, and fetches again', async () => {
    let isReachable = false;
    const lazy = createLazyLocks(async () => {
      if (!isReachable) throw new Error('offline');
      return locks;
    });
    expect(await lazy.request('a', {}, async (isHeld) => isHeld)).toBe(true);
    isReachable = true;
    expect(await lazy.request('a', {}, async (isHeld) => isHeld)).toBe(false);
  });

  it('runs nothing for a request that was given up meanwhile', async () => {
    const giveUp = new AbortController();
    const lazy = createLazyLocks(async () => {
      giveUp.abort(new Error('given up'));
      return locks;
    });
    await expect(lazy.request('a', { signal: giveUp.signal }, async () => 'ran')).rejects.toThrow(
      'given up',
    );
  });
});
