// A slice of the fault simulation, another one with each run; `npm run simulate` plays more.

import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { makeKillPlan } from './kills.ts';
import { describeFailure, describeResult, type SimulateOptions, simulate } from './simulate.ts';
import { sliceSeed } from './slice-seed.ts';

const SCHEDULES = 2_000;
const KILL_SCHEDULES = 150;
const LIMIT_MS = 500_000;

/** A run that fails is played again with its seed. */
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
  it('keeps every invariant over a fresh slice of schedules', { timeout: LIMIT_MS }, async () => {
    const { met } = await run('faults', { schedules: SCHEDULES });
    expect(met.get('http_500 × result') ?? 0).toBeGreaterThan(0);
  });

  it('runs no tool twice when its tab is killed in the middle', { timeout: LIMIT_MS }, async () => {
    const { kills } = await run('kills', { schedules: KILL_SCHEDULES, plan: makeKillPlan });
    expect([...kills.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(100);
  });
});
