// What to do next for the message at the head of the queue: a function of its row, what was seen, the page and the time.
// Knows no storage, gateway or clock; the outbox carries the answer out, and asks again.
//
//   queued ──post──▶ sending ──▶ sent, refused
//     ▲                 │ lost, or failed at the gateway
//     └──requeue── checking ──▶ unconfirmed

import type { OutboxRow } from './outbox-rows.ts';
import { type Lost, searchFor } from './unnamed/index.ts';

/** An attempt older than this is for the visitor to decide. */
const RESEND_LIMIT_MS = 600_000;
/** Trouble ends by being retried, which wakes; this is for what might not. */
export const MAX_WAIT_MS = 60_000;

/** Of its latest attempt, and of the last list that was read for the row as it is. */
export interface Facts extends Lost {
  row: Pick<OutboxRow, 'state' | 'attempt'>;
  /** Wall time, Unix milliseconds. */
  now: number;
  isOnline: boolean;
  /** Something must come before it. */
  isHeld: boolean;
  /** Milliseconds until the gateway takes messages. */
  gateMs: number;
  /** All its attempts had a name, and the gateway takes names: it can go out again without a doubt. */
  isNamed: boolean;
  /** The log here is the gateway's own: a list has shown it, and an open stream has told what came since. */
  isLive: boolean;
}

export type Action =
  /** Until something changes; or so long, where `ms` isn't null. */
  | { do: 'wait'; ms: number | null }
  /** Ends early only by a retry. */
  | { do: 'back off'; ms: number }
  | { do: 'look' }
  | { do: 'post' }
  /** Nobody knows whether the attempt arrived. */
  | { do: 'call lost' }
  /** It can't arrive any more, and goes out again. */
  | { do: 'requeue' }
  /** The visitor decides. */
  | { do: 'ask visitor' };

export function decide(facts: Facts): Action {
  const { row, looked } = facts;
  switch (row.state) {
    case 'queued':
      if (facts.isHeld) return { do: 'wait', ms: null };
      if (facts.gateMs > 0) return { do: 'back off', ms: Math.min(facts.gateMs, MAX_WAIT_MS) };
      // The gateway stores a name once: it may go out again whatever has become of it.
      if (facts.isNamed) return { do: 'post' };
      // One that was tried may have arrived after all. One that wasn't must be told later from what was there before it.
      if (looked === null && !(row.attempt === undefined && facts.isLive)) return { do: 'look' };
      // It may have waited since it was queued again.
      return lostOf(row) > 0 && !isYoung(facts) ? { do: 'ask visitor' } : { do: 'post' };
    case 'sending':
      // Its page is gone, or sends no more: else that would hold the lock.
      return { do: 'call lost' };
    case 'checking':
      return check(facts);
    default:
      return { do: 'wait', ms: null };
  }
}

/**
 * Looks until it is found, or until it can't arrive any more. What the gateway itself has failed, and what has a name, needs
 * one look.
 */
function check(facts: Facts): Action {
  if (facts.isNamed || facts.row.attempt?.hasFailed) {
    if (facts.gateMs > 0) return { do: 'back off', ms: Math.min(facts.gateMs, MAX_WAIT_MS) };
    return { do: facts.looked === null ? 'look' : 'requeue' };
  }
  const search = searchFor(facts);
  if (search.do !== 'over') return search;
  const mayResend = lostOf(facts.row) < 2 && isYoung(facts) && facts.isOnline;
  return { do: mayResend ? 'requeue' : 'ask visitor' };
}

const lostOf = ({ attempt }: Facts['row']): number => attempt?.lost ?? 0;

function isYoung({ row, now }: Facts): boolean {
  const age = now - (row.attempt?.startedAt ?? 0);
  return age >= 0 && age < RESEND_LIMIT_MS;
}
