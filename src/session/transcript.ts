// The transcript as a function of log and outbox. The same inputs give the same entry objects: a segment is built again
// exactly when one of its inputs is another. Knows no network, storage or clock.

import type { SessionEvent, ToolResultBlock } from '../protocol/index.ts';
import { indexOfId } from './log.ts';
import {
  candidates,
  claimedIds,
  isUnsettled,
  isUntried,
  messagesOf,
  type OutboxRow,
} from './outbox-rows.ts';
import type { Fragment } from './previews.ts';
import type { RunFacts } from './run-state.ts';
import { buildSegment, inputsOf, isAgentEvent, type Segment } from './segment.ts';
import { splitTurns } from './turns.ts';
import type { TranscriptEntry } from './types.ts';
import { type UnsentInput, unsentEntries } from './unsettled.ts';

export interface TranscriptInput extends UnsentInput {
  /** When storage was asked for `rows`, Unix milliseconds. Default 0: long ago. */
  rowsReadAt?: number;
  /** When a message came to this page, Unix milliseconds. */
  arrivedAt?: (eventId: string) => number;
  run: RunFacts;
  /** What was shown of messages that aren't whole. */
  fragments?: readonly Fragment[];
  /** When this browser first saw an event, Unix milliseconds. */
  seenAt: (eventId: string) => number;
}

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  /** How many of the entries stand before the place where text that is being written goes on. */
  readonly end: number;
  /** By the id of their first event. */
  readonly segments: ReadonlyMap<string, Segment>;
}

const LOOK_BACK = 200;
const NO_IDS: ReadonlySet<string> = new Set();

export function buildTranscript(previous: Transcript | null, input: TranscriptInput): Transcript {
  const { events, rows, run, seenAt } = input;
  const copyIds = idsOfCopies(rows);
  const rowOf = rowsOfEvents(input);
  const answers = answersIn(events);
  const pending = new Set(run.state === 'idle' ? [] : run.calls.map((call) => call.use.id));
  const fragmentsOf = fragmentsByTurn(input);
  const { turns, writing } = splitTurns(events, copyIds);
  // The run in flight writes into the last segment that the agent has written into.
  const inFlight = turns.findLastIndex((turn) => turn.some(isAgentEvent));
  const segments = new Map<string, Segment>();
  const entries: TranscriptEntry[] = [];
  let end = 0;
  turns.forEach((part, index) => {
    const id = part[0]?.id ?? '';
    const state = index === inFlight ? run.state : 'idle';
    const fragments = part.flatMap(({ id }) => fragmentsOf.get(id) ?? []);
    const context = { seenAt, rowOf, answers, pending, run: state, copyIds, fragments };
    const inputs = inputsOf(part, context);
    const before = previous?.segments.get(id);
    const isSame =
      before?.inputs.length === inputs.length && inputs.every((it, at) => it === before.inputs[at]);
    const segment = isSame
      ? before
      : { inputs, entries: buildSegment(part, context, before?.entries) };
    segments.set(id, segment);
    entries.push(...segment.entries);
    if (index === writing) end = entries.length;
  });
  entries.push(...unsentEntries(input, new Set(rowOf.values())));
  return { entries, end, segments };
}

/** The first answer to each call. It can stand before the call: it is ordered by when its request came. */
function answersIn(events: readonly SessionEvent[]): ReadonlyMap<string, ToolResultBlock> {
  const answers = new Map<string, ToolResultBlock>();
  for (const event of events) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) {
      if (!answers.has(block.tool_use_id)) answers.set(block.tool_use_id, block);
    }
  }
  return answers;
}

/** By the event behind which each began; without those that are whole by now. */
function fragmentsByTurn({ fragments = [], events }: TranscriptInput): Map<string, Fragment[]> {
  const byEvent = new Map<string, Fragment[]>();
  for (const fragment of fragments) {
    if (indexOfId(events, fragment.id) >= 0) continue;
    byEvent.set(fragment.behind, [...(byEvent.get(fragment.behind) ?? []), fragment]);
  }
  return byEvent;
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
          messagesOf(row, events.slice(-LOOK_BACK), taken).filter(
            (it) => arrivedAt(it) >= row.at && arrivedAt(it) > rowsReadAt,
          )
        : candidates(row, row.attempt, events, taken);
    if (id !== undefined) rowOf.set(id, row);
  }
  return rowOf;
}

function idsOfCopies(rows: readonly OutboxRow[]): ReadonlySet<string> {
  if (rows.every((row) => row.copies === undefined)) return NO_IDS;
  const own = new Set(rows.map((row) => row.eventId));
  return new Set([...claimedIds(rows)].filter((id) => !own.has(id)));
}
