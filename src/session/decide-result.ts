// What to do next for results that go into one request: a function of how their earlier requests ended, what was seen,
// the page and the time. Knows no gateway or clock; results.ts carries the answer out, and asks again.
//
//   waiting ──post──▶ posting ──▶ accepted, discarded, failed
//      ▲                 │ lost, failed
//      └─────look────────┘

import { type Lost, searchFor } from './unnamed/index.ts';

/**
 * The least time between a request that failed and the next one for the same result. After the last of these the
 * visitor is told.
 */
const PAUSES_MS = [0, 5_000, 15_000, 45_000];

export interface ResultFacts extends Lost {
  /** Each has a name, under which the gateway takes it once. */
  isNamed: boolean;
  isOnline: boolean;
  /** Trouble that no waiting ends: no result is taken now. */
  isBlocked: boolean;
  /** Milliseconds until the gateway takes results. */
  gateMs: number;
  /** Milliseconds until the pause after the last failure is over. */
  pauseMs: number;
}

export type ResultAction =
  /** It can't be asked now; the results stay due. */
  | { do: 'leave' }
  | { do: 'wait'; ms: number }
  /** Ends early only by a retry. */
  | { do: 'back off'; ms: number }
  | { do: 'look' }
  | { do: 'post' };

/** Before each request a look: what is answered or cancelled already must not be posted. */
export function decideResult(facts: ResultFacts): ResultAction {
  const { isOnline, isBlocked, gateMs, pauseMs } = facts;
  if (!isOnline || isBlocked) return { do: 'leave' };
  const ms = Math.max(gateMs, pauseMs);
  if (ms > 0) return { do: 'back off', ms };
  if (facts.isNamed && facts.looked !== null) return { do: 'post' };
  const search = searchFor(facts);
  return search.do === 'over' ? { do: 'post' } : search;
}

/** The pause after so many failures in a row; null: no more requests. */
export function pauseAfter(failures: number): number | null {
  return PAUSES_MS[failures - 1] ?? null;
}
