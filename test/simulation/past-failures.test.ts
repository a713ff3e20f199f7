// Schedules, shrunk, that once broke an invariant. Each is a fault of the client that must not come back.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { tryPlan } from './judge.ts';
import type { Plan } from './plan.ts';
import { REAL } from './simulate.ts';

const PLANS: Plan[] = JSON.parse(
  readFileSync(new URL('./past-failures.json', import.meta.url), 'utf8'),
);

beforeAll(() => import('../../src/tools/validate.ts'));

describe('a schedule that once broke an invariant', () => {
  it.each(PLANS)('keeps them all: $seed', async (plan) => {
    expect((await tryPlan(plan, REAL)).broken).toEqual([]);
  });
});
