// Says for each code of the wire which message it gets, and what the visitor can do next. Data only; an unknown code
// gets the most general message. The codes are plain strings here, since this room imports no other.

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
  ways: readonly WayOn[];
  /** Show the gateway's request id below the message. */
  showsReference?: true;
}

const WRONG: Wording = { text: 'wrong', ways: ['retry', 'contact'], showsReference: true };
const LONG: Wording = { text: 'tookLong', ways: ['retry', 'edit', 'contact'] };
const FULL: Wording = { text: 'full', ways: ['start-new'] };
const CUT: Wording = { text: 'interrupted', ways: ['retry'] };

/** Seconds until the Retry of `retry-later` may be pressed. */
export const RETRY_LATER_S = 10;

const RUN: ReadonlyMap<string, Wording> = new Map([
  ['rate_limit_error', { text: 'busy', ways: ['retry-later', 'contact'] }],
  ['upstream_timeout', LONG],
  ['run_timeout', LONG],
  ['context_exceeded', FULL],
  ['max_iterations', { text: 'tooMuch', ways: ['edit'] }],
  ['run_interrupted', CUT],
  ['run_abandoned', CUT],
  ['run_not_scheduled', { text: 'unanswered', ways: ['retry', 'contact'] }],
  ['invalid_tool_schema', { text: 'notWorking', ways: ['retry', 'contact'] }],
  ['toolset_incomplete', { text: 'notWorking', ways: ['contact'] }],
  ['insufficient_credits', { text: 'paused', ways: ['contact'] }],
  ['attachment_unsupported', { text: 'cantRead', ways: ['remove-file'] }],
] satisfies [string, Wording][]);

/** The wording for a failed run. */
export function wordRunError(code: string): Wording {
  return RUN.get(code) ?? WRONG;
}

const STOP: ReadonlyMap<string, Wording> = new Map([
  ['max_tokens', { text: 'cutShort', ways: ['continue'] }],
  ['model_context_window_exceeded', FULL],
  ['user_cancelled', { text: 'stopped', ways: ['retry', 'edit'] }],
] satisfies [string, Wording][]);

/** The wording for the end of a run. Null: say nothing, the composer is ready. */
export function wordStopReason(reason: string): Wording | null {
  return STOP.get(reason) ?? null;
}
