import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/doubles/seeded-random.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createBackoff } from '../../client/backoff.ts';

describe('back-off', () => {
  it('doubles its ceiling from half a second to thirty', () => {
    const backoff = createBackoff(createVirtualClock(), { next: () => 1 });
    const waits = Array.from({ length: 9 }, () => backoff.next());
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(backoff.attempts()).toBe(9);
    backoff.reset();
    expect(backoff.next()).toBe(500);
  });

  it('spreads over the whole range (full jitter)', () => {
    const random = createSeededRandom(3);
    const waits = Array.from({ length: 400 }, () =>
      createBackoff(createVirtualClock(), random).next(),
    );
    expect(Math.min(...waits)).toBeLessThan(20);
    expect(Math.max(...waits)).toBeGreaterThan(480);
  });

  it('waits at least as long as the server asked', () => {
    const backoff = createBackoff(createVirtualClock(), { next: () => 0.5 });
    expect(backoff.next(10_000)).toBe(10_250);
  });

  it('stays finite after a thousand attempts', () => {
    const backoff = createBackoff(createVirtualClock(), { next: () => 1 });
    for (let i = 0; i < 1_000; i += 1) backoff.next();
    expect(backoff.next()).toBe(30_000);
  });

  it('waits by the clock, and stops when the signal says so', async () => {
    const clock = createVirtualClock();
    const backoff = createBackoff(clock, { next: () => 1 });
    let isDone = false;
    void backoff.wait().then(() => {
      isDone = true;
    });
    await clock.advance(499);
    expect(isDone).toBe(false);
    await clock.advance(1);
    expect(isDone).toBe(true);
    const stop = new AbortController();
    const waiting = backoff.wait({ signal: stop.signal });
    stop.abort(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    expect(clock.pending()).toBe(0);
  });
});
