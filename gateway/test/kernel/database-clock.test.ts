import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createDatabaseClock } from '../../kernel/db/clock.ts';
import type { Queryable } from '../../kernel/db/types.ts';

/** A database whose time this is, and whose replies take `delayMs`. */
function databaseWith(time: ReturnType<typeof createVirtualClock>, delayMs = () => 0): Queryable {
  return {
    async query<Row extends object>() {
      const delay = delayMs();
      if (delay > 0) await time.advance(delay);
      return [{ now: time.now() }] as unknown as Row[];
    },
  };
}

describe('the time of a process that shares its database', () => {
  it('is the database’s, however wrong the process’s own clock is', async () => {
    const time = createVirtualClock();
    const right = time.now();
    const db = { query: async () => [{ now: right }] } as unknown as Queryable;
    time.jump(40_000);
    const clock = await createDatabaseClock(db, time);
    expect(clock.now()).toBe(right);
    time.jump(-3_600_000);
    expect(clock.now()).toBe(right);
    await time.advance(1234);
    expect(clock.now()).toBe(right + 1234);
    clock.close();
  });

  it('is asked for again every minute, for a process whose clock runs too fast', async () => {
    const time = createVirtualClock();
    let asked = 0;
    const db = {
      query: async () => {
        asked += 1;
        return [{ now: 1_000_000 * asked }];
      },
    } as unknown as Queryable;
    const clock = await createDatabaseClock(db, time);
    await time.advance(60_000);
    expect(clock.now()).toBe(2_000_000);
    clock.close();
    await time.advance(600_000);
    expect(asked).toBe(2);
  });

  it('goes on when the database can’t be asked', async () => {
    const time = createVirtualClock();
    let isAway = false;
    const db = {
      query: async () => {
        if (isAway) throw new Error('away');
        return [{ now: 5_000_000 }];
      },
    } as unknown as Queryable;
    const clock = await createDatabaseClock(db, time);
    isAway = true;
    await time.advance(180_000);
    expect(clock.now()).toBe(5_180_000);
    clock.close();
  });

  it('counts an answer from the middle of the time that it took', async () => {
    const time = createVirtualClock();
    const clock = await createDatabaseClock(
      databaseWith(time, () => 100),
      time,
    );
    // The reply left the database at the end of those 100 ms, at most 50 ms from what is taken for it.
    expect(Math.abs(clock.now() - time.now())).toBeLessThanOrEqual(50);
    clock.close();
  });
});
