// A message of the visitor and all that followed it until the next, as entries: one for the message, one for all that
// the agent did. A function of its events and of what is known about them. Knows no other segment.

import {
  addExact,
  type Citation,
  eachCount,
  type SessionEvent,
  type ToolResultBlock,
  type Usage,
} from '../protocol/index.ts';
import { citationsOf, messageParts } from './message-parts.ts';
import type { OutboxRow } from './outbox-rows.ts';
import type { Fragment } from './previews.ts';
import type { RunFacts } from './run-state.ts';
import type { AgentEntry, TranscriptEntry, TurnPart, TurnState, UserEntry } from './types.ts';

export interface Segment {
  /** All that the entries were made from. */
  readonly inputs: readonly unknown[];
  readonly entries: readonly TranscriptEntry[];
}

export interface SegmentContext {
  /** When this browser first saw an event, Unix milliseconds. */
  seenAt: (eventId: string) => number;
  rowOf: ReadonlyMap<string, OutboxRow>;
  answers: ReadonlyMap<string, ToolResultBlock>;
  pending: ReadonlySet<string>;
  /** What the run in flight is doing, where it writes here; else idle. */
  run: RunFacts['state'];
  copyIds: ReadonlySet<string>;
  /** What was shown here of messages that aren't whole. */
  fragments: readonly Fragment[];
}

/** What a segment is made from, as values that are compared one by one: a change of any makes it another. */
export function inputsOf(events: readonly SessionEvent[], context: SegmentContext): unknown[] {
  const inputs: unknown[] = [
    context.run,
    context.fragments.length,
    ...context.fragments,
    ...events,
  ];
  for (const event of events) {
    if (event.type === 'user.message') {
      inputs.push(context.rowOf.get(event.id), context.copyIds.has(event.id));
    } else if (event.type === 'agent.tool_use') {
      for (const { id } of event.content) {
        inputs.push(context.answers.get(id), context.pending.has(id));
      }
    }
  }
  return inputs;
}

/** @param before the entries of the same segment so far: a message that says the same stays the same object. */
export function buildSegment(
  events: readonly SessionEvent[],
  context: SegmentContext,
  before: readonly TranscriptEntry[] = [],
): readonly TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const parts: TurnPart[] = [];
  let turn: TurnState | null = null;
  let usage: Usage | null = null;
  let citations: Citation[] = [];
  let agentAt: number | null = null;
  let userId: string | null = null;
  const hasAgent = events.some(isAgentEvent);
  for (const event of events) {
    if (isAgentEvent(event)) agentAt ??= timeOf(event, context.seenAt);
    switch (event.type) {
      case 'user.message':
        if (context.copyIds.has(event.id)) break;
        userId = event.id;
        entries.push(
          kept(before, userEntry(event, context, event.processed_at !== null && !hasAgent)),
        );
        break;
      case 'session.compaction':
        entries.push({
          kind: 'compaction',
          key: event.id,
          summary: event.content.map((block) => ('text' in block ? block.text : '')).join('\n'),
          at: timeOf(event, context.seenAt),
        });
        break;
      case 'agent.message': {
        turn = null;
        parts.push(...messageParts(event));
        citations = citationsOf(event);
        break;
      }
      case 'agent.tool_use':
        turn = null;
        for (const use of event.content) {
          const result = context.answers.get(use.id) ?? null;
          if (result?.status === 'tool_loaded') continue;
          const isPending = context.pending.has(use.id);
          const { id: toolUseId, name, input, ui } = use;
          parts.push({
            kind: 'tool',
            key: toolUseId,
            toolUseId,
            name,
            input,
            ui,
            result,
            isPending,
          });
        }
        break;
      case 'session.status_running':
        turn = null;
        break;
      case 'session.status_idle':
        usage = addUsage(usage, event.usage);
        turn =
          event.content.stop_reason === 'client_tool_use'
            ? null
            : { state: 'ended', stopReason: event.content.stop_reason };
        break;
      case 'session.error': {
        const { code, text, request_id } = event.content;
        usage = addUsage(usage, event.usage);
        turn = {
          state: 'failed',
          code,
          text,
          ...(request_id === undefined ? {} : { requestId: request_id }),
        };
        break;
      }
      default:
        break;
    }
  }
  for (const { id, text, behind } of context.fragments) {
    // What the agent has done since stands in its place: a model that failed may have begun again.
    const since = events.slice(events.findIndex((event) => event.id === behind) + 1);
    if (since.some(({ type }) => type === 'agent.message' || type === 'agent.tool_use')) continue;
    const blocks = [{ type: 'text' as const, text }];
    parts.push({
      kind: 'message',
      key: id,
      eventId: id,
      blocks,
      isPreview: true,
      isIncomplete: true,
    });
    agentAt ??= timeOf(events[0] as SessionEvent, context.seenAt);
  }
  if (agentAt === null) return entries;
  const inFlight: TurnState =
    context.run === 'idle'
      ? { state: 'ended', stopReason: 'end_turn' }
      : { state: context.run === 'paused' ? 'paused' : 'working' };
  const state: TurnState = turn ?? inFlight;
  const key = `a:${userId ?? 'start'}`;
  const agent: AgentEntry = {
    kind: 'agent',
    key,
    parts,
    turn: state,
    citations,
    usage,
    at: agentAt,
  };
  const isShown = parts.length > 0 || state.state !== 'ended' || state.stopReason !== 'end_turn';
  if (isShown) entries.push(agent);
  return entries;
}

function kept(before: readonly TranscriptEntry[], entry: UserEntry): UserEntry {
  const known = before.find(({ key }) => key === entry.key);
  if (known?.kind !== 'user') return entry;
  const isSame =
    known.content === entry.content &&
    known.eventId === entry.eventId &&
    known.isSentTwice === entry.isSentTwice &&
    known.isTaken === entry.isTaken &&
    known.at === entry.at &&
    known.delivery.state === entry.delivery.state;
  return isSame ? known : entry;
}

function userEntry(
  event: SessionEvent & { type: 'user.message' },
  { rowOf, seenAt }: SegmentContext,
  isTaken: boolean,
): UserEntry {
  const row = rowOf.get(event.id);
  return {
    kind: 'user',
    key: row?.localId ?? event.id,
    ...(row === undefined ? {} : { localId: row.localId }),
    eventId: event.id,
    content: event.content,
    delivery: { state: stateOf(row) },
    isSentTwice: (row?.copies?.length ?? 0) > 0,
    ...(isTaken ? { isTaken } : {}),
    at: timeOf(event, seenAt),
  };
}

/** A row that stands behind an event without having taken it is still on its way, for all that this tab knows. */
function stateOf(row: OutboxRow | undefined): 'sent' | 'sending' | 'checking' {
  if (row === undefined || row.eventId !== undefined) return 'sent';
  const isDoubtful = row.state === 'checking' || row.state === 'unconfirmed';
  return isDoubtful && !row.attempt?.isNamed ? 'checking' : 'sending';
}

function addUsage(sum: Usage | null, usage: Usage | undefined): Usage | null {
  if (usage === undefined || sum === null) return usage ?? sum;
  return {
    ...eachCount((key) => sum[key] + usage[key]),
    credits_nano: addExact(sum.credits_nano, usage.credits_nano),
  };
}

/** created_at, else processed_at, else when this browser first saw it: order is never taken from it. */
function timeOf(event: SessionEvent, seenAt: (eventId: string) => number): number {
  const time = Number(new Date(event.created_at ?? event.processed_at ?? ''));
  return Number.isNaN(time) ? seenAt(event.id) : time;
}

export function isAgentEvent(event: SessionEvent): boolean {
  return (
    event.type === 'agent.message' ||
    event.type === 'agent.tool_use' ||
    event.type === 'session.status_running' ||
    event.type === 'session.status_idle' ||
    event.type === 'session.error'
  );
}
