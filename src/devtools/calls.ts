// Every call of a tool that this page knows of: those of the conversation, from its log and from what this page does now. Pure
// functions of snapshots.

import type { JsonObject, ToolResultBlock } from '../protocol/index.ts';
import type { SessionSnapshot } from '../session/types.ts';
import type { CallState, CallView, ToolsSnapshot } from '../tools/types.ts';
import type { CallRecord, Heard } from './types.ts';

export type Steps = ReadonlyMap<string, CallRecord['steps']>;

/** The steps of before, and what has changed since. The same map where nothing has. */
export function follow(steps: Steps, live: ToolsSnapshot, now: number): Steps {
  let next: Map<string, CallRecord['steps']> | null = null;
  for (const { toolUseId, status } of live.calls.values()) {
    const known = steps.get(toolUseId) ?? [];
    if (known.at(-1)?.state === status.state) continue;
    next ??= new Map(steps);
    next.set(toolUseId, [...known, { state: status.state, at: now }]);
  }
  return next ?? steps;
}

/** Newest first. */
export function callsOf(session: SessionSnapshot, live: ToolsSnapshot, steps: Steps): CallRecord[] {
  const records: CallRecord[] = [];
  for (const entry of session.entries) {
    if (entry.kind !== 'agent') continue;
    for (const part of entry.parts) {
      if (part.kind !== 'tool') continue;
      const call = live.calls.get(part.toolUseId);
      records.push({
        id: part.toolUseId,
        name: part.name,
        title: call?.title ?? part.name,
        input: part.input as JsonObject,
        by: 'agent',
        state: stateOf(part.result, call, part.isPending),
        steps: steps.get(part.toolUseId) ?? [],
        durationMs: durationOf(part.result, call),
        heard: heardOf(part.result, call?.status),
      });
    }
  }
  return records.reverse();
}

function stateOf(
  result: ToolResultBlock | null,
  call: CallView | undefined,
  isPending: boolean,
): string {
  if (result !== null) return result.is_error ? 'failed' : 'done';
  if (call !== undefined) return call.status.state;
  return isPending ? 'waiting' : 'unanswered';
}

function durationOf(result: ToolResultBlock | null, call: CallView | undefined): number | null {
  const timing = result?.client_timing;
  if (timing) return timing.ended_at_ms - timing.started_at_ms;
  const status = call?.status;
  return status && 'outcome' in status ? status.outcome.durationMs : null;
}

function heardOf(result: ToolResultBlock | null, status: CallState | undefined): Heard | null {
  if (result !== null) {
    const { content = null } = result;
    return {
      isError: result.is_error === true,
      code: result.error_code ?? null,
      content: typeof content === 'object' && content !== null ? JSON.stringify(content) : content,
    };
  }
  if (!status || !('outcome' in status)) return null;
  const { isError, code = null, content = null } = status.outcome;
  return { isError, code, content };
}
