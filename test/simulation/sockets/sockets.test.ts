// Plays a slice of the schedules over sockets, the same one in each run; `npm run simulate -- --sockets N` plays
// others.

import { expect, it } from 'vitest';
import { OUTER } from '../../rings.ts';
import { sliceSeed } from '../slice-seed.ts';
import { describe as describeRun, runOverSockets } from './run.ts';

const SCHEDULES = 40;

it('keeps every invariant over real sockets, and catches up in two round trips after a reconnect', {
  ...OUTER,
}, async () => {
  const seed = sliceSeed();
  const startedAt = performance.now();
  const names = Array.from({ length: SCHEDULES }, (_, n) => `${seed}/${n}`);
  console.log(`${SCHEDULES} schedules over sockets, SIMULATION_SEED=${seed}`);
  const run = await runOverSockets({
    names,
    parallel: SCHEDULES,
    log: (line) => console.log(line),
  });
  console.log(describeRun(run, (performance.now() - startedAt) / 1000));
  expect(run.failures).toEqual([]);
  expect(run.results.length + run.unproven.length).toBe(SCHEDULES);
  expect(run.results.length).toBeGreaterThan(SCHEDULES / 2);
  expect(
    Math.max(...run.results.map(({ recovery }) => recovery?.roundTrips ?? 0)),
  ).toBeLessThanOrEqual(2);
});
