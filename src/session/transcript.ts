// The transcript as a function of log and outbox. Incremental: the same inputs give the same entry
// objects, and a change builds only the turns that it can have touched. Knows no network, storage or clock.

import type { ToolResultBlock } from '../protocol/index.ts';
import {
  candidates,
  claimedIds,
  isUnsettled,
  isUntried,
  type OutboxRow,
  sameWords,
} from './outbox-rows.ts';
import type { RunFacts } from './run-state.ts';
import { reuse } from './same-entry.ts';
import { buildSegment, hasAgentEvent, type Segment } from './segment.ts';
import type { TranscriptEntry } from './types.ts';
import { type UnsentInput, unsentEntries } from './unsettled.ts';

export interface TranscriptInput extends UnsentInput {
  /** When storage was asked for `rows`, Unix milliseconds. Default 0: long ago. */
  rowsReadAt?: number;
  /** When a message came to this page, Unix milliseconds. */
  arrivedAt?: (eventId: string) => number;
  run: RunFacts;
  /** When this browser first saw an event, Unix milliseconds. */
  seenAt: (eventId: string) => number;
}

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  /** How many of the entries the log shows; behind them stands what isn't sent. */
  readonly settled: number;
  readonly input: TranscriptInput;
  readonly segments: readonly Segment[];
  /** The segment of each call, to find what a late answer changes. */
  readonly callSegment: Map<string, number>;
  /** Events that are shown as a second copy of another. */
  readonly copyIds: ReadonlySet<string>;
  /** The row behind an event of the visitor's, also where it waits for its reply. */
  readonly rowOf: ReadonlyMap<string, OutboxRow>;
}

const LOOK_BACK = 200;
const NO_IDS: ReadonlySet<string> = new Set();

export function buildTranscript(previous: Transcript | null, input: TranscriptInput): Transcript {
  const { events, rows } = input;
  const copyIds = idsOfCopies(rows);
  const rowOf = rowsOfEvents(input);

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
    const run = index === lastActive ? input.run.state : 'idle';
    const before = previous?.segments[segments.length];
    const context = { seenAt: input.seenAt, rowOf, answers, pending, run, copyIds };
    const segment = buildSegment(events, start, end, context);
    for (const part of segment.agent?.parts ?? []) {
      if (part.kind === 'tool') callSegment.set(part.toolUseId, segments.length);
    }
    segments.push(reuse(before, segment));
  });

  const shown = segments.flatMap((segment) => segment.entries);
  const entries = [...shown, ...unsentEntries(input, new Set(rowOf.values()))];
  return { entries, settled: shown.length, input, segments, callSegment, copyIds, rowOf };
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
  const isRead = previous.input.rowsReadAt !== input.rowsReadAt;
  if (isRead || previous.input.rows !== input.rows || !isSameSet(copyIds, previous.copyIds)) {
    const ids = [...rowOf.keys(), ...previous.rowOf.keys(), ...copyIds, ...previous.copyIds];
    for (const id of new Set(ids)) {
      const isSame =
        previous.rowOf.get(id) === rowOf.get(id) && copyIds.has(id) === previous.copyIds.has(id);
      if (isSame) continue;
      const index = before.findLastIndex((event) => event.id === id);
      if (index >= 0) touch(Math.max(0, segmentAt(index) - 1));
    }
  }
  return Math.max(0, kept);
}

/** A message can be in the log before its own reply is here: it is shown once, and still on its way. */
function rowsOfEvents({
  rows,
  rowsReadAt = 0,
  events,
  arrivedAt = () => 0,
}: TranscriptInput): Map<string, OutboxRow> {
  const rowOf = new Map<string, OutboxRow>();
  for (const row of rows) if (row.eventId !== undefined) rowOf.set(row.eventId, row);
  for (const row of rows) {
    if (row.eventId !== undefined || !isUnsettled(row)) continue;
    const taken = new Set([...claimedIds(rows), ...rowOf.keys()]);
    const [id] =
      row.attempt === undefined || isUntried(row)
        ? // Another tab may have sent it since this one read the outbox: what came here after that can be it.
          sameWords(row.content, events.slice(-LOOK_BACK), taken).filter(
            (it) => arrivedAt(it) >= row.at && arrivedAt(it) > rowsReadAt,
          )
        : candidates(row.content, row.attempt, events, taken);
    if (id !== undefined) rowOf.set(id, row);
  }
  return rowOf;
}

function idsOfCopies(rows: readonly OutboxRow[]): ReadonlySet<string> {
  if (rows.every((row) => row.copies === undefined)) return NO_IDS;
  const own = new Set(rows.map((row) => row.eventId));
  return new Set([...claimedIds(rows)].filter((id) => !own.has(id)));
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
