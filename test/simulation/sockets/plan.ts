// A schedule over sockets as data, made from a seed: what the visitor does, what happens to page and network, and when.
// It is short, since its seconds are real ones.

import { createSeededRandom, type SeededRandom } from '../../doubles/seeded-random.ts';
import { STEPS, type StepName } from '../network-faults.ts';
import { type SocketFault, socketFaultsOf } from './faults.ts';

const MISHAPS = [
  'reload',
  'reload',
  'kill',
  'kill',
  'open',
  'hide',
  'show',
  'freeze',
  'thaw',
  'offline',
  'outage',
  'outage',
  'revoke',
  'clock_jump',
  'channel_deaf',
] as const;

export type SocketAction =
  | { at: number; tab: number; kind: 'send'; text: string; isDoubled: boolean }
  | { at: number; tab: number; kind: 'interrupt' }
  | { at: number; tab: number; kind: 'answer'; decision: 'once' | 'no' }
  | { at: number; tab: number; kind: 'device'; text: string }
  | { at: number; tab: number; kind: (typeof MISHAPS)[number]; ms: number };

export interface SocketPlan {
  seed: string;
  tabs: number;
  hasChannel: boolean;
  /** The real storage code on an IndexedDB in memory, or the double of a disk. */
  storage: 'idb' | 'disk';
  transport: 'auto' | 'poll';
  /** The chance that a new connection is reset before its first request. */
  resetChance: number;
  /** The agent's steps, turn by turn. */
  script: unknown[][];
  actions: SocketAction[];
  /** The fault that the nth request of a step meets. */
  faults: { step: StepName; nth: number; fault: SocketFault }[];
}

/** The names of a schedule's tools. "read" only reads, "ask" asks the visitor. */
export const TOOLS = ['once', 'read', 'ask'] as const;

const call = (...names: string[]) => ({ call: names.map((name) => ({ name, input: {} })) });

function makeTurn(random: SeededRandom, turn: number): unknown[] {
  const say = { say: `answer ${turn}` };
  switch (random.pick(['say', 'say', 'long', 'once', 'read', 'two', 'ask', 'fail'] as const)) {
    case 'long':
      return [say, { wait_ms: 300 + random.int(1_200) }, say];
    case 'once':
      return [call('once'), say];
    case 'read':
      return [{ wait_ms: random.int(200) }, call('read'), say];
    case 'two':
      return [call('once', 'read'), call('once'), say];
    case 'ask':
      return [call('ask'), say];
    case 'fail':
      return [{ fail: 'upstream_error' }];
    default:
      return [say];
  }
}

export function makeSocketPlan(seed: string): SocketPlan {
  const random = createSeededRandom(seed);
  const tabs = random.pick([1, 1, 2, 2, 3]);
  const spanMs = random.pick([600, 1_500, 3_000]);
  const rate = random.pick([0.1, 0.3, 0.6]);
  const actions: SocketAction[] = [];
  const sends = 1 + random.int(4);
  const tab = (): number => random.int(tabs);
  for (let index = 0; index < sends; index++) {
    const text = `m${index} ${seed}`;
    const isDoubled = random.chance(0.1);
    actions.push({ at: 30 + random.int(spanMs), tab: tab(), kind: 'send', text, isDoubled });
  }
  for (let index = random.int(4); index > 0; index--) {
    const kind = random.pick(MISHAPS);
    const ms =
      kind === 'clock_jump'
        ? random.pick([-3_600_000, -30_000, 30_000, 90_000, 3_600_000])
        : 150 + random.int(1_200);
    actions.push({ at: random.int(spanMs + 1_000), tab: tab(), kind, ms });
  }
  if (random.chance(0.25)) actions.push({ at: random.int(spanMs), tab: tab(), kind: 'interrupt' });
  for (let index = 0; index < 3; index++) {
    const decision = random.chance(0.7) ? 'once' : 'no';
    actions.push({ at: random.int(spanMs + 1_500), tab: tab(), kind: 'answer', decision });
  }
  if (random.chance(0.2)) {
    actions.push({ at: random.int(spanMs), tab: 0, kind: 'device', text: `d0 ${seed}` });
  }
  const faults: SocketPlan['faults'] = [];
  for (const step of STEPS) {
    const possible = socketFaultsOf(step);
    for (let nth = 0; nth < 20; nth++) {
      if (random.chance(rate)) faults.push({ step, nth, fault: random.pick(possible) });
    }
  }
  return {
    seed,
    tabs,
    hasChannel: !random.chance(0.1),
    storage: random.chance(0.5) ? 'idb' : 'disk',
    transport: random.chance(0.15) ? 'poll' : 'auto',
    resetChance: random.pick([0, 0, 0.1]),
    script: Array.from({ length: sends + 3 }, (_, turn) => makeTurn(random, turn)),
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults,
  };
}
