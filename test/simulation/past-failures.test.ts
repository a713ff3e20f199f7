// Plays shrunk schedules that once broke an invariant, so that those faults of the client or of the referee don't come
// back.

import { beforeAll, describe, expect, it } from 'vitest';
import { tryPlan } from './judge.ts';
import { lineOf, parseLine, readPastFailures } from './past-failures.ts';
import { makePlan } from './plan.ts';
import { describeFailure, REAL } from './simulate.ts';

beforeAll(() => import('../../src/tools/validate.ts'));

describe('a schedule that once broke an invariant', () => {
  for (const { since, plan } of readPastFailures()) {
    it(`keeps them all (${plan.seed}): ${since}`, async () => {
      expect(since).not.toBe('');
      expect((await tryPlan(plan, REAL)).broken).toEqual([]);
    });
  }

  it('is printed as the line that keeps it', () => {
    for (const seed of ['a/0', 'a/1', 'a/2', 'a/3']) {
      const plan = makePlan(seed);
      const line = lineOf({ since: '', plan });
      expect(parseLine(line)).toEqual({ since: '', plan });
      expect(line).not.toContain('\n');
      expect(describeFailure({ seed, broken: [], plan })).toContain(line);
    }
  });
});
