// A schedule in real time as data, made from a seed: what the visitor does, what happens to pages and network, and when.
// It is short, since its seconds are real ones. One maker serves the players over sockets and in browsers; a `Shape`
// says what they need differently.

import { createSeededRandom, type SeededRandom } from '../../doubles/seeded-random.ts';
import { STEPS, type StepName } from '../network-faults.ts';
import { type SocketFault, socketFaultsOf } from './faults.ts';

export type Mishap =
  | 'reload'
  /** The tab dies without a word to its page. */
  | 'kill'
  | 'close'
  | 'open'
  | 'hide'
  | 'show'
  | 'freeze'
  | 'thaw'
  /** The visitor goes to another page, or back. */
  | 'walk'
  | 'back'
  | 'offline'
  | 'outage'
  | 'revoke'
  | 'clock_jump'
  | 'channel_deaf';

export type RealAction =
  | { at: number; tab: number; kind: 'send'; text: string; isDoubled: boolean }
  | { at: number; tab: number; kind: 'stop' }
  | { at: number; tab: number; kind: 'answer'; decision: 'once' | 'no' }
  | { at: number; tab: number; kind: 'device'; text: string }
  | { at: number; tab: number; kind: Mishap; ms: number };

export interface RealPlan {
  seed: string;
  tabs: number;
  transport: 'auto' | 'poll';
  /** The agent's steps, turn by turn. */
  script: unknown[][];
  actions: RealAction[];
  /** The fault that the nth request of a step meets. */
  faults: { step: StepName; nth: number; fault: SocketFault }[];
  /** Of tabs in this process; a real browser has its own. `disk`: the double of a disk; `idb`: an IndexedDB in memory. */
  storage: 'idb' | 'disk';
  hasChannel: boolean;
  /** The chance that a new connection is reset before its first request. */
  resetChance: number;
}

export interface Shape {
  tabs: readonly number[];
  spansMs: readonly number[];
  maxSends: number;
  mishaps: readonly Mishap[];
  faultRates: readonly number[];
  turns: readonly Turn[];
  resetChances: readonly number[];
}

type Turn = 'say' | 'long' | 'once' | 'read' | 'two' | 'ask' | 'fail';

/** What can happen to any page. */
const MISHAPS = [
  ...['reload', 'reload', 'kill', 'kill', 'open', 'freeze', 'thaw', 'offline', 'outage', 'revoke'],
] as const satisfies readonly Mishap[];

export const OVER_SOCKETS: Shape = {
  tabs: [1, 1, 2, 2, 3],
  spansMs: [600, 1_500, 3_000],
  maxSends: 4,
  mishaps: [...MISHAPS, 'hide', 'show', 'outage', 'clock_jump', 'channel_deaf'],
  faultRates: [0.1, 0.3, 0.6],
  turns: ['say', 'say', 'long', 'once', 'read', 'two', 'ask', 'fail'],
  resetChances: [0, 0, 0.1],
};

/** Fewer tabs and faults: each tab is a page that loads, and every fault costs it seconds. */
export const IN_A_BROWSER: Shape = {
  tabs: [1, 1, 2],
  spansMs: [1_000, 2_000, 3_000],
  maxSends: 3,
  mishaps: [...MISHAPS, 'close', 'walk', 'walk', 'walk', 'back', 'back'],
  faultRates: [0, 0.1, 0.3],
  turns: ['say', 'long', 'once', 'once', 'read', 'two', 'ask'],
  resetChances: [0],
};

/** The names of a schedule's tools. "read" only reads, "ask" asks the visitor. */
export const TOOLS = ['once', 'read', 'ask'] as const;

const FAULTY_REQUESTS = 20;

export function makeRealPlan(seed: string, shape: Shape): RealPlan {
  const random = createSeededRandom(seed);
  const tabs = random.pick(shape.tabs);
  const spanMs = random.pick(shape.spansMs);
  const rate = random.pick(shape.faultRates);
  const when = (moreMs = 0): { at: number; tab: number } => ({
    at: 30 + random.int(spanMs + moreMs),
    tab: random.int(tabs),
  });
  const actions: RealAction[] = [];
  const sends = 1 + random.int(shape.maxSends);
  for (let index = 0; index < sends; index++) {
    const isDoubled = random.chance(0.1);
    actions.push({ ...when(), kind: 'send', text: `m${index} ${seed}`, isDoubled });
  }
  for (let index = random.int(4); index > 0; index--) {
    const act = when(800);
    const kind = random.pick(shape.mishaps);
    const ms =
      kind === 'clock_jump'
        ? random.pick([-3_600_000, -30_000, 30_000, 90_000, 3_600_000])
        : 150 + random.int(1_250);
    actions.push({ ...act, kind, ms });
    // A visitor who goes to another page mostly comes back.
    if (kind === 'walk' && random.chance(0.8)) {
      actions.push({ ...act, at: act.at + 300 + random.int(1_500), kind: 'back', ms: 0 });
    }
  }
  if (random.chance(0.25)) actions.push({ ...when(), kind: 'stop' });
  for (let index = 0; index < 3; index++) {
    actions.push({ ...when(1_500), kind: 'answer', decision: random.chance(0.7) ? 'once' : 'no' });
  }
  if (random.chance(0.15)) actions.push({ ...when(), tab: 0, kind: 'device', text: `d0 ${seed}` });
  const faults: RealPlan['faults'] = [];
  for (const step of STEPS) {
    const possible = socketFaultsOf(step);
    for (let nth = 0; nth < FAULTY_REQUESTS; nth++) {
      if (random.chance(rate)) faults.push({ step, nth, fault: random.pick(possible) });
    }
  }
  return {
    seed,
    tabs,
    transport: random.chance(0.15) ? 'poll' : 'auto',
    script: Array.from({ length: sends + 3 }, (_, turn) => makeTurn(random, turn, shape.turns)),
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults,
    storage: random.chance(0.5) ? 'idb' : 'disk',
    hasChannel: !random.chance(0.1),
    resetChance: random.pick(shape.resetChances),
  };
}

const call = (...names: string[]) => ({ call: names.map((name) => ({ name, input: {} })) });

function makeTurn(random: SeededRandom, turn: number, turns: readonly Turn[]): unknown[] {
  const say = { say: `answer${turn}` };
  const kind = random.pick(turns);
  switch (kind) {
    case 'say':
      return [say];
    case 'long':
      return [{ say: `begin${turn}` }, { wait_ms: 300 + random.int(1_500) }, { say: `end${turn}` }];
    case 'read':
      return [{ wait_ms: random.int(200) }, call('read'), say];
    case 'two':
      return [call('once', 'read'), call('once'), say];
    case 'fail':
      return [{ fail: 'upstream_error' }];
    default:
      return [call(kind), say];
  }
}
