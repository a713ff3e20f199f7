import { afterEach, expect, it, vi } from 'vitest';
import { createBrowserClock } from '../../platform/clock.ts';

afterEach(() => vi.restoreAllMocks());

it('waits as long as a timer can where it should wait for longer: timers would fire at once', () => {
  const asked = vi.spyOn(globalThis, 'setTimeout');
  const clock = createBrowserClock();
  const id = clock.setTimeout(() => {}, 40 * 24 * 3_600_000);
  clock.clearTimeout(id);
  expect(asked.mock.calls[0]?.[1]).toBe(2 ** 31 - 1);
});
