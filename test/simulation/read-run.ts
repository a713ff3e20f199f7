// Reads from the gateway's log what the agent is doing, by the referee's own rules, since a client that reads runs
// wrongly must not be judged by its own reading. It reads every row from the first to the last.

import type { SessionEvent } from '../../src/protocol/index.ts';

export interface ReadRun {
  /** The id of its first event. */
  id: string;
  /** The id of the message before that; null: there is none. */
  startedBy: string | null;
  isPaused: boolean;
}

interface Reading extends ReadRun {
  open: readonly string[];
  /** A row has said that it runs, since it began or since its last pause. */
  hasBegun: boolean;
  /** All calls of its pause are answered, but it has not gone on yet. */
  isAnswered: boolean;
}

/** The run that is in flight after the last event, or null. */
export function runAtEnd(events: readonly SessionEvent[]): ReadRun | null {
  const answered = new Set<string>();
  /** For each call that was cancelled: the message that came instead of its answer. */
  const insteadOf = new Map<string, string>();
  let cancelled: string[] = [];
  let message: string | null = null;
  let run = null as Reading | null;
  const begin = (id: string): Reading => ({
    id,
    startedBy: message,
    isPaused: false,
    open: [],
    hasBegun: false,
    isAnswered: false,
  });
  for (const event of events) {
    const { id, type } = event;
    if (type !== 'user.tool_result' && type !== 'user.message') cancelled = [];
    if (type === 'user.message') {
      for (const call of cancelled) insteadOf.set(call, id);
      cancelled = [];
      // A message during a pause replaces the answers, so the paused run is over and the message begins another.
      if (run?.isPaused || run?.isAnswered) run = null;
      message = id;
    } else if (type === 'user.tool_result') {
      for (const { tool_use_id, error_code } of event.content) {
        answered.add(tool_use_id);
        if (error_code === 'cancelled') cancelled.push(tool_use_id);
      }
      if (run?.isPaused && run.open.every((call) => answered.has(call))) {
        run = { ...run, isPaused: false, isAnswered: true };
      }
    } else if (type === 'session.error') run = null;
    else if (type === 'session.status_idle') {
      if (event.content.stop_reason !== 'client_tool_use') {
        run = null;
        continue;
      }
      const open: readonly string[] = event.content.tool_use_ids ?? [];
      const isAnswered = open.every((call) => answered.has(call));
      const instead = open.map((call) => insteadOf.get(call)).find((by) => by !== undefined);
      if (isAnswered && instead !== undefined) {
        // The message ended the pause before its own row became visible.
        run = null;
        message = instead;
      } else
        run = { ...(run ?? begin(id)), open, isPaused: !isAnswered, isAnswered, hasBegun: false };
    } else if (type === 'session.status_running') {
      if (run?.hasBegun) run = null;
      run = { ...(run ?? begin(id)), hasBegun: true, isPaused: false, isAnswered: false };
    } else if (type === 'agent.message' || type === 'agent.tool_use') run ??= begin(id);
  }
  return run;
}
