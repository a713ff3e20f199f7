// A slice of the fault simulation with a fresh seed each time; `npm run simulate` plays more.

import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const SCHEDULES = 2_000;

describe('the fault simulation', () => {
  it('keeps every invariant over a slice of fresh schedules', { timeout: 400_000 }, async () => {
    const seed = process.env.SIMULATION_SEED ?? String(Date.now() % 1_000_000_000);
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
      console.log(line);
    };
    const { failures, played } = await simulate({ schedules: SCHEDULES, seed, log });
    expect(failures.map(({ seed: name, broken }) => [name, ...broken])).toEqual([]);
    expect(played).toBe(SCHEDULES);
  });
});
