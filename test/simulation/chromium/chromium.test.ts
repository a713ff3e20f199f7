// A slice of the schedules in Chromium, another one with each commit; `npm run simulate -- --chromium N` plays more.

import { expect, it } from 'vitest';
import { sliceSeed } from '../slice-seed.ts';
import { describeBrowserRun, runInChromium } from './run.ts';

const SCHEDULES = 6;

it('keeps every invariant in a real browser, with reloads, killed tabs and the back-forward cache', {
  timeout: 300_000,
}, async () => {
  const seed = sliceSeed();
  const startedAt = performance.now();
  const names = Array.from({ length: SCHEDULES }, (_, n) => `${seed}/${n}`);
  console.log(`${SCHEDULES} schedules in Chromium, SIMULATION_SEED=${seed}`);
  const run = await runInChromium({ names, parallel: 3, log: (line) => console.log(line) });
  console.log(describeBrowserRun(run, (performance.now() - startedAt) / 1000));
  expect(run.failures).toEqual([]);
  expect(run.played + run.unproven.length).toBe(SCHEDULES);
});
