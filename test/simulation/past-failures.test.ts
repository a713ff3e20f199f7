// Plays shrunk schedules that once broke an invariant, so that those faults of the client or of the referee don't come
// back. `since` says what has held since the fault was mended.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { tryPlan } from './judge.ts';
import type { Plan } from './plan.ts';
import { REAL } from './simulate.ts';

const PLANS: (Plan & { since: string })[] = JSON.parse(
  readFileSync(new URL('./past-failures.json', import.meta.url), 'utf8'),
);

beforeAll(() => import('../../src/tools/validate.ts'));

describe('a schedule that once broke an invariant', () => {
  for (const { since, ...plan } of PLANS) {
    it(`keeps them all (${plan.seed}): ${since}`, async () => {
      expect(since).not.toBe('');
      expect((await tryPlan(plan, REAL)).broken).toEqual([]);
    });
  }
});
