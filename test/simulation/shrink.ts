// Shrinks a failing schedule: leaves out each part without which the same invariant still breaks.

import { tryPlan } from './judge.ts';
import type { Plan } from './plan.ts';
import type { Subject } from './played.ts';

const CALM: readonly Partial<Plan>[] = [
  { isPlanted: false },
  { everyStream: null },
  { lateChance: 0 },
  { diskMs: 1 },
  { tabs: 1 },
  { hasChannel: true },
  { transport: 'auto' },
];

export async function shrink(
  plan: Plan,
  broken: readonly string[],
  subject: Subject,
): Promise<Plan> {
  const number = broken[0]?.split(':')[0];
  let smallest = plan;
  const tryOut = async (candidate: Plan): Promise<boolean> => {
    const { broken: again } = await tryPlan(candidate, subject);
    const fails = again.some((line) => line.split(':')[0] === number);
    if (fails) smallest = candidate;
    return fails;
  };
  for (const key of ['faults', 'actions'] as const) {
    for (let size = Math.ceil(plan[key].length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < smallest[key].length; ) {
        const list: unknown[] = smallest[key];
        const isOut = await tryOut({ ...smallest, [key]: list.toSpliced(at, size) } as Plan);
        if (!isOut) at += size;
      }
    }
  }
  for (const calm of CALM) await tryOut({ ...smallest, ...calm });
  return smallest;
}
