// What the gateway is doing, read from the log alone: idle, running, or paused for the page's tools.
// Knows nothing of tools, outbox or time.

import type { SessionEvent, ToolUseBlock } from '../protocol/index.ts';
import { OVERLAP } from './log.ts';

export interface OpenCall {
  use: ToolUseBlock;
  /** The id of its agent.tool_use event. */
  eventId: string;
  traceparent?: string;
}

export type RunFacts =
  | { state: 'idle' }
  | {
      state: 'running' | 'paused';
      /** The event that shows the run first: the run's name, through all its pauses. */
      runId: string;
      /** The gateway's own name for it, where it gives one. */
      name: string | null;
      /** The event with which it began, or went on after its latest pause. */
      wentOnId: string;
      /** The user.message that began it; null where it isn't known here. */
      startedBy: string | null;
      /** Calls without an answer, in the gateway's order; empty while running. */
      calls: OpenCall[];
      /** The gateway waits for a call that isn't visible yet. */
      hasHidden: boolean;
      /** The log holds an interrupt of this run. */
      isInterrupted: boolean;
      /** It goes on after a pause whose answers no list shows: it may be the run of a message that isn't visible yet. */
      isUncertain: boolean;
    };

const IDLE: RunFacts = { state: 'idle' };

const NONE: ReadonlySet<string> = new Set();

/** Reads backwards to the end of the last run, then forwards: the cost is that of the latest run. */
export function readRun(
  events: readonly SessionEvent[],
  provisional: ReadonlySet<string> = NONE,
): RunFacts {
  // Only an end that a list has shown is an end for certain.
  let start = events.length;
  while (start > 0 && !isRunEnd(events[start - 1], provisional)) start--;
  // An event that was committed late can stand before the end of an earlier run.
  start = Math.max(0, start - OVERLAP);
  let state: RunFacts['state'] = 'idle';
  let runId: string | null = null;
  let name: string | null = null;
  let wentOnId: string | null = null;
  let startedBy: string | null = null;
  let openIds: string[] = [];
  let traceparents: Record<string, string> = {};
  let isInterrupted = false;
  let isUncertain = false;
  /** The run has said `status_running`, which it says when it begins, and after each pause. */
  let hasSaidRunning = false;
  /** All calls are answered, and nothing has shown yet that the run goes on. */
  let isResuming = false;
  const answered = new Set<string>();
  /** The message that came instead of a call's answer, by call. */
  const resolvedBy = new Map<string, string>();
  let lastMessage: string | null = null;
  const end = (): void => {
    state = 'idle';
    runId = null;
    name = null;
    wentOnId = null;
    startedBy = null;
    isInterrupted = false;
    isUncertain = false;
    hasSaidRunning = false;
    isResuming = false;
  };
  /** The message that has resolved a pause whose calls are all answered. */
  const resolver = (): string | undefined =>
    isResuming ? openIds.map((id) => resolvedBy.get(id)).find((id) => id !== undefined) : undefined;
  for (let index = start; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) continue;
    const isPaused = state === 'paused';
    // Where a provisional event stands is a guess, since rows turn up late. A call must not be dropped for it:
    // only its answer, or a list, ends a pause.
    if (isPaused && provisional.has(event.id) && event.type !== 'user.tool_result') {
      if (event.type === 'user.message') lastMessage = event.id;
      if (event.type !== 'session.status_idle' || !isPause(event)) continue;
    }
    switch (event.type) {
      case 'user.message':
        // A message that comes while the run is paused resolves the pause and begins another run.
        if (isPaused || isResuming) end();
        lastMessage = event.id;
        for (const id of cancelledBefore(events, index)) resolvedBy.set(id, event.id);
        break;
      case 'user.interrupt':
        // While it waits for results one has no effect.
        if (runId !== null && state === 'running' && (event.run_id ?? name) === name) {
          isInterrupted = true;
        }
        break;
      case 'user.tool_result':
        for (const block of event.content) answered.add(block.tool_use_id);
        if (isPaused && openIds.every((id) => answered.has(id))) {
          state = 'running';
          wentOnId = event.id;
          isResuming = true;
        }
        break;
      case 'session.error':
        end();
        break;
      case 'session.status_idle':
        if (!isPause(event)) {
          end();
          break;
        }
        // One pause can't follow another: if a provisional one seems to, it is late, and adds its calls to the open ones.
        openIds = [...(isPaused && provisional.has(event.id) ? openIds : []), ...idsOf(event)];
        traceparents = { ...traceparents, ...event.content.tool_traceparents };
        isResuming = openIds.every((id) => answered.has(id));
        if (resolver() !== undefined) {
          // The message was on its way when the run paused, and the list has it before the pause.
          lastMessage = resolver() ?? lastMessage;
          end();
          break;
        }
        runId ??= event.id;
        startedBy ??= lastMessage;
        // An interrupt that came before has not stopped the run: it has paused.
        isInterrupted = false;
        hasSaidRunning = false;
        // If answers stand before their pause, a message cancelled those calls, although it may not be visible yet.
        isUncertain ||= isResuming && openIds.length > 0;
        state = isResuming ? 'running' : 'paused';
        break;
      case 'session.status_running':
      case 'agent.message':
      case 'agent.tool_use':
        if (event.type === 'session.status_running') {
          // Another run: the end of the one before it isn't visible yet.
          if (hasSaidRunning) end();
          name = event.run_id ?? null;
          hasSaidRunning = true;
          isUncertain ||= isPaused;
        }
        if (runId === null) {
          runId = wentOnId = event.id;
          startedBy = lastMessage;
        }
        if (isPaused && event.type === 'session.status_running') wentOnId = event.id;
        if (event.type === 'session.status_running' || state === 'idle') {
          state = 'running';
          isResuming = false;
        }
        break;
      default:
        break;
    }
  }
  if (state === 'idle' || runId === null) return IDLE;
  const calls = state === 'paused' ? findCalls(events, openIds, answered, traceparents) : [];
  const open = openIds.filter((id) => !answered.has(id));
  return {
    state,
    runId,
    name,
    wentOnId: wentOnId ?? runId,
    startedBy: startedBy ?? lastMessageBefore(events, start),
    calls,
    hasHidden: state === 'paused' && calls.length < open.length,
    isInterrupted,
    isUncertain,
  };
}

function isPause(event: SessionEvent & { type: 'session.status_idle' }): boolean {
  return event.content.stop_reason === 'client_tool_use';
}

function idsOf(event: SessionEvent & { type: 'session.status_idle' }): readonly string[] {
  return event.content.tool_use_ids ?? [];
}

function isRunEnd(event: SessionEvent | undefined, provisional: ReadonlySet<string>): boolean {
  if (event === undefined || provisional.has(event.id)) return false;
  return (
    event.type === 'session.error' || (event.type === 'session.status_idle' && !isPause(event))
  );
}

/** The calls that the gateway has cancelled for the message at `index`: their answers stand right before it. */
export function cancelledBefore(events: readonly SessionEvent[], index: number): string[] {
  const ids: string[] = [];
  for (let at = index - 1; ; at--) {
    const event = events[at];
    if (event?.type !== 'user.tool_result') return ids;
    for (const { tool_use_id, error_code } of event.content) {
      if (error_code === 'cancelled') ids.push(tool_use_id);
    }
  }
}

function lastMessageBefore(events: readonly SessionEvent[], end: number): string | null {
  for (let index = end - 1; index >= 0; index--) {
    const event = events[index];
    if (event?.type === 'user.message') return event.id;
  }
  return null;
}

function findCalls(
  events: readonly SessionEvent[],
  ids: readonly string[],
  answered: ReadonlySet<string>,
  traceparents: Record<string, string>,
): OpenCall[] {
  const calls: OpenCall[] = [];
  for (const id of new Set(ids)) {
    if (answered.has(id)) continue;
    for (let index = events.length - 1; index >= 0; index--) {
      const event = events[index];
      if (event?.type !== 'agent.tool_use') continue;
      const use = event.content.find((block) => block.id === id);
      if (use === undefined) continue;
      const traceparent = traceparents[id];
      calls.push({ use, eventId: event.id, ...(traceparent === undefined ? {} : { traceparent }) });
      break;
    }
  }
  return calls;
}
