// The transcript as a function of log, outbox and previews. Incremental: the same inputs give the same entry
// objects, and a change builds only the turns that it can have touched. Knows no network, storage or clock.

import {
  type Citation,
  MAX_CITATIONS,
  type SessionEvent,
  type ToolResultBlock,
  type Usage,
} from '../protocol/index.ts';
import { indexOfId } from './log.ts';
import { claimedIds, type DeliveryContext, deliveryOf, type OutboxRow } from './outbox-rows.ts';
import type { RunFacts } from './run-state.ts';
import type { AgentEntry, TranscriptEntry, TurnPart, TurnState, UserEntry } from './types.ts';

export interface TranscriptInput {
  events: readonly SessionEvent[];
  /** This session's rows, in the order of sending. */
  rows: readonly OutboxRow[];
  run: RunFacts;
  /** Text so far of messages that are being written, by event id. */
  previews: ReadonlyMap<string, string>;
  /** When this browser first saw an event, Unix milliseconds. */
  seenAt: (eventId: string) => number;
  delivery: Omit<DeliveryContext, 'isFirst'>;
}

/** A message of the visitor and all that followed it until the next. */
interface Segment {
  /** Index of its first event. */
  start: number;
  entries: TranscriptEntry[];
  agent: AgentEntry | null;
}

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  readonly input: TranscriptInput;
  readonly segments: readonly Segment[];
  /** The segment of each call, to find what a late answer changes. */
  readonly callSegment: Map<string, number>;
  /** Events that are shown as a second copy of another. */
  readonly copyIds: ReadonlySet<string>;
}

const LOOK_BACK = 200;
const NO_IDS: ReadonlySet<string> = new Set();

export function buildTranscript(previous: Transcript | null, input: TranscriptInput): Transcript {
  const { events, rows } = input;
  const copyIds = idsOfCopies(rows);
  const rowOf = new Map<string, OutboxRow>();
  for (const row of rows) if (row.eventId !== undefined) rowOf.set(row.eventId, row);

  const kept = previous === null ? 0 : keptSegments(previous, input, copyIds, rowOf);
  const segments = previous?.segments.slice(0, kept) ?? [];
  const callSegment = new Map<string, number>();
  for (const [id, index] of previous?.callSegment ?? [])
    if (index < kept) callSegment.set(id, index);
  const from = kept === 0 ? 0 : (previous?.segments[kept]?.start ?? events.length);

  const answers = new Map<string, ToolResultBlock>();
  // A late answer is ordered by when its request came, which can be before the call itself is written.
  for (let index = Math.max(0, from - LOOK_BACK); index < events.length; index++) {
    const event = events[index];
    if (event?.type !== 'user.tool_result') continue;
    for (const block of event.content) {
      if (!answers.has(block.tool_use_id)) answers.set(block.tool_use_id, block);
    }
  }

  const drafts: { start: number; end: number }[] = [];
  for (let index = from; index < events.length; index++) {
    const event = events[index];
    const open = drafts.at(-1);
    if (open === undefined || (event?.type === 'user.message' && !copyIds.has(event.id))) {
      if (open !== undefined) open.end = index;
      drafts.push({ start: index, end: events.length });
    }
  }
  const lastActive = drafts.findLastIndex(({ start, end }) => hasAgentEvent(events, start, end));
  const pending = new Set(input.run.state === 'idle' ? [] : input.run.calls.map((c) => c.use.id));
  drafts.forEach(({ start, end }, index) => {
    const isLast = index === lastActive && input.run.state !== 'idle';
    const before = previous?.segments[segments.length];
    const segment = buildSegment(input, start, end, { rowOf, answers, pending, isLast, copyIds });
    for (const part of segment.agent?.parts ?? []) {
      if (part.kind === 'tool') callSegment.set(part.toolUseId, segments.length);
    }
    segments.push(reuse(before, segment));
  });

  const entries = segments.flatMap((segment) => segment.entries);
  addPreviews(entries, input);
  addUnsent(entries, input);
  return { entries, input, segments, callSegment, copyIds };
}

/** How many segments from the start can't have changed. */
function keptSegments(
  previous: Transcript,
  input: TranscriptInput,
  copyIds: ReadonlySet<string>,
  rowOf: ReadonlyMap<string, OutboxRow>,
): number {
  const { segments, callSegment } = previous;
  const before = previous.input.events;
  const { events } = input;
  let same = 0;
  if (before !== events) {
    while (same < events.length && same < before.length && before[same] === events[same]) same++;
  } else same = events.length;
  const segmentAt = (index: number): number => {
    let at = segments.length - 1;
    while (at > 0 && (segments[at]?.start ?? 0) > index) at--;
    return at;
  };
  // What comes first in a segment may now be the end of the one before it.
  let kept = segmentAt(Math.max(0, same - 1));
  // How a turn ends depends on whether it is the last one: the latest with an agent's part is built again.
  kept = Math.min(
    kept,
    segments.findLastIndex((segment) => segment.agent !== null),
  );
  const touch = (index: number | undefined): void => {
    if (index !== undefined) kept = Math.min(kept, index);
  };
  for (const run of [previous.input.run, input.run]) {
    if (run.state !== 'idle') for (const call of run.calls) touch(callSegment.get(call.use.id));
  }
  for (let index = same; index < events.length; index++) {
    const event = events[index];
    if (event?.type !== 'user.tool_result') continue;
    for (const block of event.content) touch(callSegment.get(block.tool_use_id));
  }
  if (previous.input.rows !== input.rows || !isSameSet(copyIds, previous.copyIds)) {
    const rowBefore = new Map(previous.input.rows.map((row) => [row.eventId, row]));
    const ids = new Set([...rowOf.keys(), ...copyIds, ...previous.copyIds]);
    for (const row of previous.input.rows) if (row.eventId !== undefined) ids.add(row.eventId);
    for (const id of ids) {
      const isSame =
        rowBefore.get(id) === rowOf.get(id) && copyIds.has(id) === previous.copyIds.has(id);
      if (isSame) continue;
      const index = before.findLastIndex((event) => event.id === id);
      if (index >= 0) touch(Math.max(0, segmentAt(index) - 1));
    }
  }
  return Math.max(0, kept);
}

interface SegmentContext {
  rowOf: ReadonlyMap<string, OutboxRow>;
  answers: ReadonlyMap<string, ToolResultBlock>;
  pending: ReadonlySet<string>;
  /** The run in flight writes here. */
  isLast: boolean;
  copyIds: ReadonlySet<string>;
}

function buildSegment(
  input: TranscriptInput,
  start: number,
  end: number,
  context: SegmentContext,
): Segment {
  const { events } = input;
  const entries: TranscriptEntry[] = [];
  const parts: TurnPart[] = [];
  let turn: TurnState | null = null;
  let usage: Usage | null = null;
  let citations: Citation[] = [];
  let agentAt: number | null = null;
  let userId: string | null = null;
  for (let index = start; index < end; index++) {
    const event = events[index];
    if (event === undefined) continue;
    if (isAgentEvent(event)) agentAt ??= timeOf(event, input.seenAt);
    switch (event.type) {
      case 'user.message':
        if (context.copyIds.has(event.id)) break;
        userId = event.id;
        entries.push(userEntry(event, context.rowOf.get(event.id), input));
        break;
      case 'session.compaction':
        entries.push({
          kind: 'compaction',
          key: event.id,
          summary: event.content.map((block) => ('text' in block ? block.text : '')).join('\n'),
          at: timeOf(event, input.seenAt),
        });
        break;
      case 'agent.message': {
        turn = null;
        parts.push(...messageParts(event));
        const found = citationsOf(event);
        citations = found;
        break;
      }
      case 'agent.tool_use':
        turn = null;
        for (const use of event.content) {
          const result = context.answers.get(use.id) ?? null;
          if (result?.status === 'tool_loaded') continue;
          const isPending = context.pending.has(use.id);
          const { id: toolUseId, name } = use;
          parts.push({
            kind: 'tool',
            key: toolUseId,
            toolUseId,
            name,
            input: use.input,
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
  if (agentAt === null) return { start, entries, agent: null };
  const inFlight: TurnState = context.isLast
    ? { state: input.run.state === 'paused' ? 'paused' : 'working' }
    : { state: 'ended', stopReason: 'end_turn' };
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
  return { start, entries, agent };
}

function userEntry(
  event: SessionEvent & { type: 'user.message' },
  row: OutboxRow | undefined,
  input: TranscriptInput,
): UserEntry {
  return {
    kind: 'user',
    key: row?.localId ?? event.id,
    ...(row === undefined ? {} : { localId: row.localId }),
    eventId: event.id,
    content: event.content,
    delivery: { state: 'sent' },
    isSentTwice: (row?.copies?.length ?? 0) > 0,
    at: timeOf(event, input.seenAt),
  };
}

/** Messages that no event shows yet stand at the end, in the order of sending. */
function addUnsent(entries: TranscriptEntry[], input: TranscriptInput): void {
  let isFirst = true;
  for (const row of input.rows) {
    if (row.content.length === 0) continue;
    if (row.eventId !== undefined && indexOfId(input.events, row.eventId) >= 0) continue;
    entries.push({
      kind: 'user',
      key: row.localId,
      localId: row.localId,
      ...(row.eventId === undefined ? {} : { eventId: row.eventId }),
      content: row.content,
      delivery: deliveryOf(row, { ...input.delivery, isFirst }),
      isSentTwice: false,
      at: row.at,
    });
    if (row.state !== 'sent' && row.state !== 'refused') isFirst = false;
  }
}

/** A message that is being written stands at the end of the turn in flight, under the id it will have. */
function addPreviews(entries: TranscriptEntry[], input: TranscriptInput): void {
  const parts: TurnPart[] = [];
  for (const [eventId, text] of input.previews) {
    const blocks = [{ type: 'text' as const, text }];
    parts.push({ kind: 'message', key: eventId, eventId, blocks, isPreview: true });
  }
  if (parts.length === 0) return;
  const last = entries.at(-1);
  if (last?.kind === 'agent') {
    entries[entries.length - 1] = { ...last, parts: [...last.parts, ...parts] };
    return;
  }
  const userId = last?.kind === 'user' ? last.eventId : undefined;
  entries.push({
    kind: 'agent',
    key: `a:${userId ?? 'start'}`,
    parts,
    turn: { state: 'working' },
    citations: [],
    usage: null,
    at: last?.at ?? 0,
  });
}

const partsOfMessage = new WeakMap<SessionEvent, readonly TurnPart[]>();

/** The thoughts of a message and its other blocks; made once for each event object. */
function messageParts(event: SessionEvent & { type: 'agent.message' }): readonly TurnPart[] {
  const made = partsOfMessage.get(event);
  if (made !== undefined) return made;
  const parts: TurnPart[] = [];
  event.content.forEach((block, index) => {
    if (block.type !== 'thought') return;
    const durationMs = block.extra_content?.gateway.thinking_ms;
    parts.push({
      kind: 'thought',
      key: `${event.id}:${index}`,
      text: block.text,
      ...(durationMs === undefined ? {} : { durationMs }),
    });
  });
  const blocks = event.content.filter((block) => block.type !== 'thought');
  if (blocks.length > 0) {
    parts.push({ kind: 'message', key: event.id, eventId: event.id, blocks, isPreview: false });
  }
  partsOfMessage.set(event, parts);
  return parts;
}

/** One citation for each document, in the order of the answer. */
function citationsOf(event: SessionEvent & { type: 'agent.message' }): Citation[] {
  const byUri = new Map<string, Citation>();
  for (const block of event.content) {
    if (block.type !== 'text') continue;
    for (const citation of block.citations ?? []) {
      if (byUri.size >= MAX_CITATIONS) break;
      if (!byUri.has(citation.document_uri)) byUri.set(citation.document_uri, citation);
    }
  }
  return [...byUri.values()];
}

function addUsage(sum: Usage | null, usage: Usage | undefined): Usage | null {
  if (usage === undefined || sum === null) return usage ?? sum;
  return {
    input_tokens: sum.input_tokens + usage.input_tokens,
    output_tokens: sum.output_tokens + usage.output_tokens,
    cache_read_input_tokens: sum.cache_read_input_tokens + usage.cache_read_input_tokens,
    cache_creation_input_tokens:
      sum.cache_creation_input_tokens + usage.cache_creation_input_tokens,
    credits_nano: sum.credits_nano + usage.credits_nano,
  };
}

/** The entries of before, one by one, where they say the same: identity is what spares the view its work. */
function reuse(before: Segment | undefined, fresh: Segment): Segment {
  if (before === undefined) return fresh;
  const byKey = new Map(before.entries.map((entry) => [entry.key, entry]));
  let agent = fresh.agent;
  const entries = fresh.entries.map((entry) => {
    const known = byKey.get(entry.key);
    if (known === undefined || !isSameEntry(known, entry)) return entry;
    if (entry === agent && known.kind === 'agent') agent = known;
    return known;
  });
  return { start: fresh.start, entries, agent };
}

function isSameEntry(a: TranscriptEntry, b: TranscriptEntry): boolean {
  if (a.kind === 'agent' && b.kind === 'agent') {
    return (
      a.at === b.at &&
      a.parts.length === b.parts.length &&
      a.parts.every((part, index) => isSamePart(part, b.parts[index])) &&
      JSON.stringify([a.turn, a.usage, a.citations]) ===
        JSON.stringify([b.turn, b.usage, b.citations])
    );
  }
  if (a.kind === 'user' && b.kind === 'user') {
    return (
      a.content === b.content &&
      a.eventId === b.eventId &&
      a.isSentTwice === b.isSentTwice &&
      a.at === b.at &&
      a.delivery.state === b.delivery.state
    );
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSamePart(a: TurnPart, b: TurnPart | undefined): boolean {
  if (a === b) return true;
  if (a.kind !== 'tool' || b?.kind !== 'tool') return false;
  return (
    a.key === b.key && a.input === b.input && a.result === b.result && a.isPending === b.isPending
  );
}

/** created_at, else processed_at, else when this browser first saw it: order is never taken from it. */
export function timeOf(event: SessionEvent, seenAt: (eventId: string) => number): number {
  const time = Date.parse(event.created_at ?? event.processed_at ?? '');
  return Number.isNaN(time) ? seenAt(event.id) : time;
}

function isAgentEvent(event: SessionEvent): boolean {
  return (
    event.type === 'agent.message' ||
    event.type === 'agent.tool_use' ||
    event.type === 'session.status_running' ||
    event.type === 'session.status_idle' ||
    event.type === 'session.error'
  );
}

function hasAgentEvent(events: readonly SessionEvent[], start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const event = events[index];
    if (event !== undefined && isAgentEvent(event)) return true;
  }
  return false;
}

function idsOfCopies(rows: readonly OutboxRow[]): ReadonlySet<string> {
  if (rows.every((row) => row.copies === undefined)) return NO_IDS;
  const own = new Set(rows.map((row) => row.eventId));
  return new Set([...claimedIds(rows)].filter((id) => !own.has(id)));
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
