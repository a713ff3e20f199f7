// The outbox as data: what a row is, how it is read back, what the visitor is told of it, and which event of the
// log is its message. Knows no storage, network or clock.

import { writeJson } from '../dom/json.ts';
import {
  asCount,
  asString,
  asTime,
  countOf,
  type InputBlock,
  isRecord,
  type MessageBlock,
  optional,
  parseMessageBlock,
  type SessionEvent,
  textsOf,
} from '../protocol/index.ts';
import type { Blockage, Delivery } from './types.ts';

export type RowState = 'queued' | 'sending' | 'checking' | 'unconfirmed' | 'sent' | 'refused';

export interface Attempt {
  /** POSTs so far: the number is the name of the latest. */
  n: number;
  /** How many of them were lost without a word, since the visitor last decided. */
  lost: number;
  /** How many of them may have arrived: all that the gateway didn't refuse. */
  open: number;
  /** Where looking begins: the event before which nothing can be ours. Null: the beginning. */
  baseline: string | null;
  /** Messages of equal content that were there before the first attempt. */
  known: string[];
  /** Wall time of the latest attempt, Unix milliseconds. */
  startedAt: number;
  /** The gateway says that it has failed itself, and that the request may be repeated after a look. */
  hasFailed?: boolean;
  /** All POSTs so far carried the row's id as a name, which the gateway stores once. */
  isNamed?: boolean;
  /** When it ended without an answer, if another tab had marked it as lost before that. */
  endedAt?: number;
}

export interface OutboxRow {
  localId: string;
  /** Null until there is a session. */
  sessionId: string | null;
  /** Whose it is, if it was written before there was a session: see whose.ts. */
  owner?: string;
  /** Emptied when the message has been in a list for so long that no second copy can come. */
  content: InputBlock[];
  state: RowState;
  at: number;
  attempt?: Attempt;
  eventId?: string;
  /** Events that are this message once more. */
  copies?: string[];
  refusal?: { code: string; message: string };
}

const ROW_STATES: readonly unknown[] = [
  'queued',
  'sending',
  'checking',
  'unconfirmed',
  'sent',
  'refused',
];

/**
 * Rows as they were stored, by this version or another. Values that aren't rows are dropped, and so is the second row of
 * one id: a browser that lost its disk during a commit has the same transaction made again.
 */
export function parseRows(stored: unknown): OutboxRow[] {
  if (!isRecord(stored) || !Array.isArray(stored.rows)) return [];
  const rows = stored.rows.map(parseRow).filter((row) => row !== null);
  const ids = new Set<string>();
  return rows.filter(({ localId }) => !ids.has(localId) && ids.add(localId));
}

function parseRow(value: unknown): OutboxRow | null {
  if (!isRecord(value) || typeof value.localId !== 'string') return null;
  if (!ROW_STATES.includes(value.state) || !Array.isArray(value.content)) return null;
  const content = value.content.map(parseMessageBlock).filter(isInputBlock);
  const row: OutboxRow = {
    localId: value.localId,
    sessionId: asString(value.sessionId) ?? null,
    content,
    state: value.state as RowState,
    at: asTime(value.at) ?? 0,
    ...textsOf(value, 'owner', 'eventId'),
  };
  if (isRecord(value.attempt)) row.attempt = parseAttempt(value.attempt);
  const copies = strings(value.copies);
  if (copies.length > 0) row.copies = copies;
  if (isRecord(value.refusal)) {
    row.refusal = { code: '', message: '', ...textsOf(value.refusal, 'code', 'message') };
  }
  return row.state === 'sent' || content.length > 0 ? row : null;
}

function parseAttempt(value: Record<string, unknown>): Attempt {
  return {
    n: countOf(value.n),
    lost: countOf(value.lost),
    // An older version did not store this.
    open: asCount(value.open) ?? 1,
    baseline: asString(value.baseline) ?? null,
    known: strings(value.known),
    startedAt: asTime(value.startedAt) ?? 0,
    ...optional('hasFailed', value.hasFailed === true || undefined),
    ...optional('isNamed', value.isNamed === true || undefined),
    ...optional('endedAt', asTime(value.endedAt)),
  };
}

/** One form for every text: well-formed, LF, no NUL, no space around. Null where nothing is left. */
export function normalizeContent(content: readonly InputBlock[]): InputBlock[] | null {
  const blocks: InputBlock[] = [];
  for (const block of content) {
    if (block.type !== 'text') {
      blocks.push(block);
      continue;
    }
    const text = wellFormed(block.text).replace(/\r\n?/g, '\n').replaceAll('\0', '').trim();
    if (text !== '') blocks.push({ type: 'text', text });
  }
  return blocks.length === 0 ? null : blocks;
}

/** Equal for two messages that say the same. A document's data isn't compared: a gateway may store it apart. */
export function contentKey(content: readonly MessageBlock[]): string {
  return writeJson(
    content.map((block) =>
      block.type === 'text'
        ? block.text
        : [block.type, block.type === 'document' ? (block.title ?? '') : ''],
    ),
  );
}

export function isUnsettled(row: OutboxRow): boolean {
  return row.state !== 'sent' && row.state !== 'refused';
}

/** As far as this tab knows, nobody has tried to send it, or what they tried was refused. */
export function isUntried(row: OutboxRow): boolean {
  return isUnsettled(row) && !row.attempt?.open;
}

export interface DeliveryContext {
  isOnline: boolean;
  hasSession: boolean;
  /** Trouble that stops all messages. */
  blockage?: Blockage | 'not_working' | null;
  /** The head of the queue waits for the end of a pause. */
  isHeld: boolean;
  /** The first row that isn't settled. */
  isFirst: boolean;
}

export function deliveryOf(row: OutboxRow, context: DeliveryContext): Delivery {
  switch (row.state) {
    case 'queued':
      if (!context.isOnline) return { state: 'queued', why: 'offline' };
      if (context.blockage) return { state: 'blocked', why: context.blockage };
      if (!context.hasSession) return { state: 'queued', why: 'starting' };
      if (!context.isFirst) return { state: 'queued', why: 'order' };
      return context.isHeld ? { state: 'queued', why: 'paused' } : { state: 'sending' };
    case 'refused':
      return { state: 'refused', code: '', message: '', ...row.refusal };
    case 'checking':
      // What has a name is sent again at once where it wasn't found: nothing is in doubt.
      return { state: row.attempt?.isNamed ? 'sending' : 'checking' };
    default:
      return { state: row.state };
  }
}

/** The ids that rows have taken, so that two rows never share an event. */
export function claimedIds(rows: readonly OutboxRow[]): Set<string> {
  const claimed = new Set<string>();
  for (const row of rows) {
    if (row.eventId !== undefined) claimed.add(row.eventId);
    for (const id of row.copies ?? []) claimed.add(id);
  }
  return claimed;
}

/**
 * Messages in the log that may be this row's: after the baseline, of its name or else of equal content, not there before,
 * taken by no other row; oldest first. None where no attempt can have arrived.
 */
export function candidates(
  row: Pick<OutboxRow, 'localId' | 'content'>,
  attempt: Attempt,
  events: readonly SessionEvent[],
  claimed: ReadonlySet<string>,
): string[] {
  if (attempt.open === 0) return [];
  const from = events.findLastIndex(({ id }) => id === attempt.baseline) + 1;
  const isNamed = attempt.isNamed === true;
  return messagesOf(row, from === 0 ? events : events.slice(from), claimed, isNamed).filter(
    (id) => !attempt.known.includes(id),
  );
}

/**
 * Messages of this row's name, or without a name and of the same words, that no row has taken; oldest first.
 * @param isNamed only those of its name: words say nothing where each attempt had one.
 */
export function messagesOf(
  { localId, content }: Pick<OutboxRow, 'localId' | 'content'>,
  events: readonly SessionEvent[],
  claimed: ReadonlySet<string>,
  isNamed = false,
): string[] {
  const key = contentKey(content);
  return events.flatMap((event) => {
    if (event.type !== 'user.message' || claimed.has(event.id)) return [];
    const name = event.intent_id;
    const isIt =
      name === undefined ? !isNamed && contentKey(event.content) === key : name === localId;
    return isIt ? [event.id] : [];
  });
}

function isInputBlock(block: MessageBlock | null): block is InputBlock {
  return block !== null && (block.type === 'text' || block.type === 'document');
}

export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function wellFormed(text: string): string {
  // Browsers older than toWellFormed(): encoding replaces what stands alone all the same.
  const modern = text as string & { toWellFormed?: () => string };
  return modern.toWellFormed?.() ?? new TextDecoder().decode(new TextEncoder().encode(text));
}
