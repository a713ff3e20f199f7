// Parts that are fetched later: once, and again after a failure.

import { describe, expect, it } from 'vitest';
import { createLater } from '../model/later.ts';

function scene() {
  let isThere = true;
  let asked = 0;
  const part = createLater(async () => {
    asked += 1;
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  });
  return {
    part,
    asked: () => asked,
    lose: () => {
      isThere = false;
    },
    bring: () => {
      isThere = true;
    },
  };
}

describe('a part that is fetched later', () => {
  it('is fetched when it is wanted, and once', async () => {
    const { part, asked } = scene();
    expect([asked(), part.module.value]).toEqual([0, null]);
    await Promise.all([part.load(), part.load()]);
    await part.load();
    expect([asked(), part.module.value, part.hasFailed.value]).toEqual([1, 'the part', false]);
  });

  it('says that it didn’t come, and comes when it is asked for again', async () => {
    const { part, asked, lose, bring } = scene();
    lose();
    await part.load();
    expect([part.module.value, part.hasFailed.value]).toEqual([null, true]);
    bring();
    await part.load();
    expect([asked(), part.module.value, part.hasFailed.value]).toEqual([2, 'the part', false]);
  });
});
