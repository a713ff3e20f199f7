// Plays a slice of the fault simulation, the same one in each run; `npm run simulate` plays others.

import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { makeKillPlan } from './kills.ts';
import { describeFailure, describeResult, type SimulateOptions, simulate } from './simulate.ts';
import { sliceSeed } from './slice-seed.ts';

const SCHEDULES = 500;
const KILL_SCHEDULES = 100;

/** Plays schedules of the slice's seed; if one fails, the seed plays it again. */
async function run(what: string, options: Omit<SimulateOptions, 'seed'>) {
  const seed = sliceSeed();
  console.log(`${what}: ${options.schedules} schedules, SIMULATION_SEED=${seed}`);
  const result = await simulate({
    ...options,
    seed,
    workers: Math.min(2, availableParallelism()),
    onFailure: (failure) => console.log(describeFailure(failure)),
  });
  console.log(describeResult(result));
  expect(result.failures.map(({ seed: name, broken }) => [name, ...broken])).toEqual([]);
  expect(result.played).toBe(options.schedules);
  return result;
}

describe('the fault simulation', () => {
  it('keeps every invariant over a slice of schedules', async () => {
    const { met } = await run('faults', { schedules: SCHEDULES });
    expect(met.get('http_500 × result') ?? 0).toBeGreaterThan(0);
  });

  it('runs no tool twice when its tab is killed in the middle', async () => {
    const { kills } = await run('kills', { schedules: KILL_SCHEDULES, plan: makeKillPlan });
    expect([...kills.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(50);
  });
});
