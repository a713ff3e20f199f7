// Why a run can fail, in words that a visitor may read, and the ways in which one is stopped from outside.

import type { RunErrorCode } from '../wire.ts';

export const FAILURE_TEXTS: Readonly<Record<RunErrorCode, string>> = {
  upstream_error: 'The model provider returned an error. Send the message again.',
  rate_limit_error: 'The model provider is busy. Wait a moment and send the message again.',
  context_exceeded: 'The conversation has become too long for the model.',
  upstream_timeout: 'The model provider took too long to answer. Send the message again.',
  max_iterations: 'The agent needed too many steps. Try again with a smaller task.',
  invalid_tool_schema: 'The model rejected the definition of a tool of this session.',
  toolset_incomplete: 'A tool or knowledge base that the agent needs could not be found.',
  run_timeout: 'The answer took too long. Send the message again, ideally as a smaller task.',
  run_interrupted: 'The answer was cut short. Send the message again.',
  run_abandoned: 'The answer was lost on the way. Send the message again.',
  internal_error: 'Something went wrong on our side. Send the message again.',
};

export function failureText(code: string): string {
  return (FAILURE_TEXTS as Readonly<Record<string, string>>)[code] ?? FAILURE_TEXTS.internal_error;
}

/** Why a run's signal was aborted. */
export type StopCause = 'cancelled' | 'run_timeout' | 'run_interrupted' | 'lost';

/** The reason given to AbortController.abort, and thrown wherever the run then waits. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly why: StopCause;
  constructor(why: StopCause) {
    super(`The run was stopped: ${why}.`);
    this.why = why;
  }
}
