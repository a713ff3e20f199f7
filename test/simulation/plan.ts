// A schedule as data: what the visitor does, what the page and the network suffer, and when. Made from a seed, and
// small enough to be shrunk piece by piece.

import { createSeededRandom, type SeededRandom } from '../doubles/seeded-random.ts';
import { FAULTS, type FaultName, STEPS, type StepName } from './network.ts';

export const TAB_FAULTS = [
  'reload',
  'kill',
  'open',
  'hide',
  'show',
  'freeze',
  'thaw',
  'offline',
  'online',
  'clock_jump',
  'quota',
  'storage_closed',
  'channel_deaf',
  'revoke',
  'outage',
] as const;
export type TabFault = (typeof TAB_FAULTS)[number];

export type Action =
  | { at: number; tab: number; kind: 'send'; text: string; isDoubled: boolean }
  | { at: number; tab: number; kind: 'interrupt' }
  | { at: number; tab: number; kind: 'answer'; decision: 'once' | 'no' }
  | { at: number; tab: number; kind: 'device'; text: string }
  | { at: number; tab: number; kind: TabFault; ms: number };

export interface Plan {
  seed: string;
  tabs: number;
  hasChannel: boolean;
  isDurable: boolean;
  transport: 'auto' | 'poll';
  /** Chance that a row becomes visible late, and by how much at most. */
  lateChance: number;
  lateMs: number;
  actions: Action[];
  /** The fault that the nth request of a step meets. */
  faults: { step: StepName; nth: number; fault: FaultName }[];
}

/** What a step can meet: a cut stream is no fault of a POST, and so on. */
export function faultsOf(step: StepName): FaultName[] {
  return FAULTS.filter((fault) => {
    if (fault === 'none') return false;
    if (fault.startsWith('stream_')) return step === 'stream';
    if (fault === 'late_commit' || fault === 'duplicate') return !['list', 'stream'].includes(step);
    return true;
  });
}

const KINDS = ['say', 'say', 'long', 'once', 'read', 'two', 'ask', 'fail'] as const;

export function makePlan(seed: string): Plan {
  const random = createSeededRandom(seed);
  const tabs = random.pick([1, 1, 2, 2, 3]);
  const spanMs = random.pick([3_000, 10_000, 30_000]);
  const rate = random.pick([0, 0.05, 0.15, 0.3]);
  const actions: Action[] = [];
  const sends = 1 + random.int(5);
  for (let index = 0; index < sends; index++) {
    const at = 100 + random.int(spanMs);
    const tab = random.int(tabs);
    const text = `m${index} ${random.pick(KINDS)}`;
    actions.push({ at, tab, kind: 'send', text, isDoubled: random.chance(0.1) });
  }
  for (let index = random.int(6); index > 0; index--) actions.push(mishap(random, tabs, spanMs));
  if (random.chance(0.25))
    actions.push({ at: random.int(spanMs), tab: random.int(tabs), kind: 'interrupt' });
  for (let index = 0; index < 3; index++) {
    const decision = random.chance(0.7) ? 'once' : 'no';
    actions.push({
      at: random.int(spanMs + 5_000),
      tab: random.int(tabs),
      kind: 'answer',
      decision,
    });
  }
  if (random.chance(0.15))
    actions.push({ at: random.int(spanMs), tab: 0, kind: 'device', text: 'd0 say' });
  const faults: Plan['faults'] = [];
  for (const step of STEPS) {
    const possible = faultsOf(step);
    for (let nth = 0; nth < 30; nth++) {
      if (random.chance(rate)) faults.push({ step, nth, fault: random.pick(possible) });
    }
  }
  return {
    seed,
    tabs,
    hasChannel: !random.chance(0.1),
    isDurable: !random.chance(0.05),
    transport: random.chance(0.15) ? 'poll' : 'auto',
    lateChance: random.pick([0, 0, 0.05, 0.2]),
    lateMs: random.pick([800, 8_000]),
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults,
  };
}

function mishap(random: SeededRandom, tabs: number, spanMs: number): Action {
  const kind = random.pick(TAB_FAULTS);
  const ms =
    kind === 'clock_jump'
      ? random.pick([-3_600_000, -30_000, 30_000, 90_000, 3_600_000])
      : 200 + random.int(15_000);
  return { at: random.int(spanMs + 10_000), tab: random.int(tabs), kind, ms };
}
