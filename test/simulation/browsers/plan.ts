// A schedule for a real browser as data, made from a seed: what a visitor does with keyboard and mouse, and what
// happens to the pages and the network.

import { createSeededRandom, type SeededRandom } from '../../doubles/seeded-random.ts';
import { STEPS, type StepName } from '../network-faults.ts';
import { type SocketFault, socketFaultsOf } from '../sockets/faults.ts';

const MISHAPS = [
  'reload',
  'reload',
  'crash',
  'crash',
  'close',
  'open',
  'walk',
  'walk',
  'walk',
  'back',
  'back',
  'freeze',
  'thaw',
  'offline',
  'outage',
  'revoke',
] as const;
export type Mishap = (typeof MISHAPS)[number];

export type BrowserAction =
  | { at: number; tab: number; kind: 'send'; text: string; isDoubled: boolean }
  | { at: number; tab: number; kind: 'stop' | 'answer' }
  | { at: number; tab: number; kind: 'device'; text: string }
  | { at: number; tab: number; kind: Mishap; ms: number };

export interface BrowserPlan {
  seed: string;
  tabs: number;
  transport: 'auto' | 'poll';
  script: unknown[][];
  actions: BrowserAction[];
  faults: { step: StepName; nth: number; fault: SocketFault }[];
}

const call = (...names: string[]) => ({ call: names.map((name) => ({ name, input: {} })) });

function makeTurn(random: SeededRandom, turn: number): unknown[] {
  const kind = random.pick(['say', 'long', 'once', 'once', 'read', 'two', 'ask'] as const);
  switch (kind) {
    case 'long':
      return [{ say: `begin${turn}` }, { wait_ms: 500 + random.int(1_500) }, { say: `end${turn}` }];
    case 'two':
      return [call('once', 'read'), call('once'), { say: `answer${turn}` }];
    case 'say':
      return [{ say: `answer${turn}` }];
    default:
      return [call(kind), { say: `answer${turn}` }];
  }
}

export function makeBrowserPlan(seed: string): BrowserPlan {
  const random = createSeededRandom(seed);
  const tabs = random.pick([1, 1, 2]);
  const spanMs = random.pick([1_000, 2_000, 3_000]);
  const rate = random.pick([0, 0.1, 0.3]);
  const tab = (): number => random.int(tabs);
  const actions: BrowserAction[] = [];
  const sends = 1 + random.int(3);
  for (let index = 0; index < sends; index++) {
    const at = index === 0 ? 0 : random.int(spanMs);
    const isDoubled = random.chance(0.1);
    actions.push({ at, tab: tab(), kind: 'send', text: `m${index} ${seed}`, isDoubled });
  }
  for (let index = 1 + random.int(3); index > 0; index--) {
    const kind = random.pick(MISHAPS);
    const at = 150 + random.int(spanMs + 500);
    const slot = tab();
    actions.push({ at, tab: slot, kind, ms: 200 + random.int(1_300) });
    // A visitor who goes to another page mostly comes back.
    if (kind === 'walk' && random.chance(0.8)) {
      actions.push({ at: at + 300 + random.int(1_500), tab: slot, kind: 'back', ms: 0 });
    }
  }
  if (random.chance(0.25)) actions.push({ at: random.int(spanMs + 500), tab: tab(), kind: 'stop' });
  if (random.chance(0.5)) {
    actions.push({ at: 900 + random.int(spanMs), tab: tab(), kind: 'answer' });
  }
  if (random.chance(0.1)) {
    actions.push({ at: random.int(spanMs), tab: 0, kind: 'device', text: `d0 ${seed}` });
  }
  const faults: BrowserPlan['faults'] = [];
  for (const step of STEPS) {
    const possible = socketFaultsOf(step);
    for (let nth = 0; nth < 20; nth++) {
      if (random.chance(rate)) faults.push({ step, nth, fault: random.pick(possible) });
    }
  }
  return {
    seed,
    tabs,
    transport: random.chance(0.15) ? 'poll' : 'auto',
    script: Array.from({ length: sends + 2 }, (_, turn) => makeTurn(random, turn)),
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults,
  };
}
