// How often the open desks of a process look for what others have written.

import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createDeskFeed } from '../../desk/feed.ts';
import type { Db } from '../../kernel/db/types.ts';

const POLL_MS = 1000;

function scene() {
  const clock = createVirtualClock();
  const waiting: ((rows: object[]) => void)[] = [];
  const db = {
    isExclusive: false,
    query: () => new Promise((resolve) => waiting.push(resolve)),
  } as unknown as Db;
  const feed = createDeskFeed({
    db,
    clock,
    hub: { watch: () => () => {} },
    pollMs: () => POLL_MS,
  });
  return {
    clock,
    feed,
    looks: () => waiting.length,
    async answer(rows: object[] = []) {
      for (const resolve of waiting.splice(0)) resolve(rows);
      await clock.settle();
    },
  };
}

describe('the feed of the desks', () => {
  it('looks once at a time, also where the last desk comes back during a look', async () => {
    const { clock, feed, looks, answer } = scene();
    const leave = feed.listen(() => {});
    await clock.advance(POLL_MS);
    expect(looks()).toBe(1);
    leave();
    feed.listen(() => {});
    await answer();
    await clock.advance(POLL_MS);
    expect(looks()).toBe(1);
    await answer();
    await clock.advance(POLL_MS);
    expect(looks()).toBe(1);
    feed.close();
  });

  it('leaves no timer behind where nobody listens at the end of a look', async () => {
    const { clock, feed, answer } = scene();
    const heard: (readonly string[])[] = [];
    const leave = feed.listen((ids) => heard.push(ids));
    await clock.advance(POLL_MS);
    leave();
    await answer([{ session_id: 'session_1' }]);
    feed.listen((ids) => heard.push(ids));
    await clock.advance(POLL_MS / 2);
    expect(heard).toEqual([]);
    feed.close();
  });
});
