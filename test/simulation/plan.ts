// A schedule as data: what the visitor does, what happens to page and network, and when. It is made from a seed, and
// can be shrunk piece by piece.

import { createSeededRandom, type SeededRandom } from '../doubles/seeded-random.ts';
import { type FaultName, faultsOf, SILENT, STEPS, type StepName } from './network-faults.ts';

/** Mishaps of a tab, the browser or the gateway. */
export const MISHAPS = [
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
  'storage_slow',
  'channel_deaf',
  'revoke',
  'outage',
] as const;
export type Mishap = (typeof MISHAPS)[number];

/** The site's pages, which offer different tools at different times. */
export const PAGES = ['shop', 'blog', 'late'] as const;
export type PageName = (typeof PAGES)[number];

export const SESSIONS = ['s1', 's2'] as const;
export type SessionName = (typeof SESSIONS)[number];

/** States of a journal row. A tab can be struck at the moment when one of them is written. */
export const TOOL_STATES = ['claimed', 'started', 'finished', 'posted'] as const;
export type ToolState = (typeof TOOL_STATES)[number];

export const STRIKES = ['kill', 'reload', 'freeze', 'clock'] as const;

export type Action =
  | { at: number; tab: number; kind: 'send'; text: string; isDoubled: boolean }
  | { at: number; tab: number; kind: 'interrupt' }
  | { at: number; tab: number; kind: 'answer'; decision: 'once' | 'conversation' | 'no' }
  | { at: number; tab: number; kind: 'device'; text: string }
  /** The visitor goes to another page of the site. */
  | { at: number; tab: number; kind: 'page'; page: PageName; ms: number }
  /** The visitor opens another conversation. */
  | { at: number; tab: number; kind: 'conversation'; session: SessionName }
  /** Strikes, once, the tab that next writes a row in `state`: at once, or `ms` later. */
  | {
      at: number;
      tab: number;
      kind: 'strike';
      state: ToolState;
      how: (typeof STRIKES)[number];
      ms: number;
    }
  | { at: number; tab: number; kind: Mishap; ms: number };

export interface Plan {
  seed: string;
  tabs: number;
  hasChannel: boolean;
  isDurable: boolean;
  transport: 'auto' | 'poll';
  /** The chance that a row becomes visible late, and the longest delay. */
  lateChance: number;
  lateMs: number;
  /** How long an operation of the browser's storage takes, milliseconds. */
  diskMs: number;
  /** Rows of an earlier version or of a damaged disk are there at the start. */
  isPlanted: boolean;
  /** The gateway takes names for what is sent. Default: it doesn't. */
  hasIntents?: boolean;
  /** The fault of every stream, as behind a proxy that lets none through. Default: those in `faults`. */
  everyStream?: FaultName | null;
  actions: Action[];
  /** The fault that the nth request of a step meets. */
  faults: { step: StepName; nth: number; fault: FaultName }[];
}

/** The second word of a message, which tells the agent what to do. Those that call tools come more often. */
const KINDS = [
  ...['say', 'long', 'long', 'fail', 'odd'],
  ...['once', 'once', 'read', 'same', 'two', 'ask', 'ask', 'mix'],
  ...['slow', 'slow', 'go', 'stay', 'sure', 'throws', 'ghost'],
] as const;

/** For each step: how many of its first requests may get a fault, and how likely that is compared with others. */
const REACH: Record<StepName, { requests: number; weight: number }> = {
  list: { requests: 30, weight: 0.8 },
  message: { requests: 10, weight: 1.2 },
  result: { requests: 8, weight: 1.5 },
  interrupt: { requests: 4, weight: 2 },
  stream: { requests: 6, weight: 1 },
};

const BROKEN_STREAMS: readonly FaultName[] = [
  'request_lost',
  'http_500',
  'http_503',
  'edge_html',
  'stream_cut',
  'stream_deaf',
  'stream_missing',
];

export function makePlan(seed: string): Plan {
  const random = createSeededRandom(seed);
  const tabs = random.pick([1, 1, 2, 2, 3]);
  const spanMs = random.pick([3_000, 10_000, 30_000]);
  const rate = random.pick([0, 0.05, 0.15, 0.3]);
  const when = (more = 0): { at: number; tab: number } => ({
    at: random.int(spanMs + more),
    tab: random.int(tabs),
  });
  const actions: Action[] = [];
  const sends = 1 + random.int(5);
  for (let index = 0; index < sends; index++) {
    // Large results are rare, since they take long to play.
    const kind = random.chance(0.004) ? 'big' : random.pick(KINDS);
    const text = `m${index} ${kind}`;
    const isDoubled = random.chance(0.1);
    actions.push({
      at: 100 + random.int(spanMs),
      tab: random.int(tabs),
      kind: 'send',
      text,
      isDoubled,
    });
  }
  const faults: Plan['faults'] = [];
  // Sometimes say a text again: it must become a second message, in whichever tab, even if a request is lost.
  const again = actions[0];
  if (again?.kind === 'send' && random.chance(0.2)) {
    const at = spanMs + random.int(spanMs);
    actions.push({ ...again, at, tab: random.int(tabs), isDoubled: false });
    if (random.chance(0.5)) {
      faults.push({ step: 'message', nth: sends, fault: random.pick(SILENT) });
    }
  }
  for (let count = random.int(6); count > 0; count--) actions.push(mishap(random, when(10_000)));
  for (let count = random.pick([0, 0, 1, 1, 2, 3]); count > 0; count--) {
    actions.push({ ...when(5_000), kind: 'interrupt' });
  }
  for (let index = 0; index < 3; index++) {
    const decision = random.pick(['once', 'once', 'conversation', 'no'] as const);
    actions.push({ ...when(5_000), kind: 'answer', decision });
  }
  if (random.chance(0.25))
    actions.push({ ...when(10_000), tab: 0, kind: 'device', text: 'd0 say' });
  if (random.chance(0.25)) {
    const page = random.pick(PAGES);
    actions.push({ ...when(5_000), kind: 'page', page, ms: random.int(1_500) });
  }
  if (random.chance(0.1)) {
    for (const session of ['s2', 's1'] as const) {
      actions.push({ ...when(5_000), kind: 'conversation', session });
    }
  }
  if (random.chance(0.3)) {
    actions.push({
      at: 0,
      tab: 0,
      kind: 'strike',
      state: random.pick(TOOL_STATES),
      how: random.pick(STRIKES),
      ms: random.pick([0, 0, 1, 5, random.int(2_000)]),
    });
  }
  for (const step of STEPS) {
    const possible = faultsOf(step);
    const { requests, weight } = REACH[step];
    for (let nth = 0; nth < requests; nth++) {
      if (random.chance(rate * weight)) faults.push({ step, nth, fault: random.pick(possible) });
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
    diskMs: random.pick([1, 1, 1, 5, 40]),
    isPlanted: random.chance(0.1),
    // A draw of its own, so that schedules which were played before stay what they were.
    hasIntents: random.fork('intents').chance(0.5),
    everyStream: random.chance(0.06) ? random.pick(BROKEN_STREAMS) : null,
    actions: actions.toSorted((a, b) => a.at - b.at),
    faults,
  };
}

function mishap(random: SeededRandom, when: { at: number; tab: number }): Action {
  const kind = random.pick(MISHAPS);
  const ms =
    kind === 'clock_jump'
      ? random.pick([-3_600_000, -30_000, 30_000, 90_000, 700_000, 3_600_000])
      : 200 + random.int(15_000);
  return { ...when, kind, ms };
}
