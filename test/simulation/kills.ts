// Makes schedules for one question: does a tool run twice if its tab dies in the middle? Each kills tabs when a journal
// row is written, or shortly after, with one to three tabs, slow storage, and reloads.

import { createSeededRandom } from '../doubles/seeded-random.ts';
import { type Action, makePlan, type Plan, TOOL_STATES } from './plan.ts';

/** Tools that must not run twice. */
const KINDS = ['once', 'two', 'slow', 'ask', 'mix', 'sure', 'go'] as const;

export function makeKillPlan(seed: string): Plan {
  const random = createSeededRandom(`${seed}/kills`);
  const plan = makePlan(seed);
  const tabs = 1 + random.int(3);
  const actions: Action[] = [];
  for (let index = 0; index < 2; index++) {
    const text = `m${index} ${random.pick(KINDS)}`;
    actions.push({
      at: 100 + index * 6_000,
      tab: random.int(tabs),
      kind: 'send',
      text,
      isDoubled: false,
    });
  }
  for (let count = 2 + random.int(4); count > 0; count--) {
    actions.push({
      at: 0,
      tab: 0,
      kind: 'strike',
      // Before the handler's start, in the middle, and after its end.
      state: random.pick(['claimed', 'claimed', 'started', 'started', 'started', ...TOOL_STATES]),
      how: random.pick(['kill', 'kill', 'reload']),
      ms: random.pick([0, 0, 1, 3, random.int(50), random.int(1_500), random.int(6_000)]),
    });
  }
  for (let at = 800; at < 20_000; at += 1_200) {
    for (let tab = 0; tab < tabs; tab++) {
      actions.push({ at: at + random.int(300), tab, kind: 'answer', decision: 'once' });
      // Sometimes the visitor opens the dead tab again.
      if (random.chance(0.5)) actions.push({ at: at + random.int(600), tab, kind: 'open', ms: 0 });
    }
  }
  return {
    ...plan,
    tabs,
    isDurable: true,
    isPlanted: false,
    diskMs: random.pick([1, 5, 40, 150]),
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults: random.chance(0.5) ? [] : plan.faults.filter(({ step }) => step === 'result'),
  };
}
