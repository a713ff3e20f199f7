// Says for each code of the wire which message it gets, and what the visitor can do next. Data only; an unknown code
// gets the most general message. The codes are plain strings here, since this room imports no other.

import type ENDS from './later/ends.ts';
import type { MessageKey } from './messages.ts';

/** What the visitor can do next. The UI decides how each looks and what it calls. */
export type WayOn =
  | 'retry'
  | 'retry-later'
  | 'edit'
  | 'continue'
  | 'start-new'
  | 'contact'
  | 'remove-file';

export interface Wording {
  text: MessageKey;
  /** What happens next, or what helps; left out where the ways on say all. */
  next?: Exclude<keyof typeof ENDS, 'reference'>;
  ways: readonly WayOn[];
  /** Keep the gateway's request id at hand, folded: the owner may ask for it. */
  showsReference?: true;
}

const WRONG: Wording = {
  text: 'wrong',
  next: 'nextWrong',
  ways: ['retry', 'contact'],
  showsReference: true,
};
const LONG: Wording = { text: 'tookLong', next: 'nextLong', ways: ['retry', 'edit', 'contact'] };
const FULL: Wording = { text: 'full', next: 'nextFull', ways: ['start-new'] };
const CUT: Wording = { text: 'interrupted', next: 'nextCut', ways: ['retry'] };

/** Seconds until the Retry of `retry-later` may be pressed. */
export const RETRY_LATER_S = 10;

const RUN: ReadonlyMap<string, Wording> = new Map([
  ['rate_limit_error', { text: 'busy', next: 'nextBusy', ways: ['retry-later', 'contact'] }],
  ['upstream_timeout', LONG],
  ['run_timeout', LONG],
  ['context_exceeded', FULL],
  ['max_iterations', { text: 'tooMuch', next: 'nextMuch', ways: ['edit'] }],
  ['run_interrupted', CUT],
  ['run_abandoned', CUT],
  ['run_not_scheduled', { text: 'unanswered', next: 'nextUnanswered', ways: ['retry', 'contact'] }],
  ['invalid_tool_schema', { text: 'notWorking', next: 'nextLater', ways: ['retry', 'contact'] }],
  ['toolset_incomplete', { text: 'notWorking', next: 'nextLater', ways: ['contact'] }],
  ['insufficient_credits', { text: 'paused', next: 'nextLater', ways: ['contact'] }],
  ['attachment_unsupported', { text: 'cantRead', next: 'nextFile', ways: ['remove-file'] }],
] satisfies [string, Wording][]);

/** The wording for a failed run. */
export function wordRunError(code: string): Wording {
  return RUN.get(code) ?? WRONG;
}

const STOP: ReadonlyMap<string, Wording> = new Map([
  ['max_tokens', { text: 'cutShort', next: 'nextContinue', ways: ['continue'] }],
  ['model_context_window_exceeded', FULL],
  ['user_cancelled', { text: 'stopped', ways: ['retry', 'edit'] }],
] satisfies [string, Wording][]);

/** The wording for the end of a run. Null: say nothing, the composer is ready. */
export function wordStopReason(reason: string): Wording | null {
  return STOP.get(reason) ?? null;
}
