// What the agent is doing, read from the gateway's log by the referee's own rules: a client that reads runs wrongly must
// not be judged by its own reading. From the first row to the last, and every row counts.

import type { SessionEvent } from '../../src/protocol/index.ts';

export interface ReadRun {
  /** The first event of it. */
  id: string;
  /** The message before that; null where there is none. */
  startedBy: string | null;
  isPaused: boolean;
}

interface Reading extends ReadRun {
  open: readonly string[];
  /** It has said that it runs, since it began or since its last pause. */
  hasBegun: boolean;
  /** All calls of its pause are answered, and it has not gone on yet. */
  isAnswered: boolean;
}

/** The run that is in flight behind the last event, or null. */
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
      // It takes the place of the answers that a paused run waits for: another run begins with it.
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
        // The message was under way as the run paused, and has ended it before it shows.
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
