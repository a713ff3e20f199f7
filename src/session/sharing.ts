// What the tabs of one conversation tell each other about the log, and how that is read: checked as strictly as what
// the gateway sends, since any script of the origin can post to the channel. Knows no channel.

import {
  isRecord,
  parseEvent,
  parseEvents,
  type SessionEvent,
  type StreamFrame,
} from '../protocol/index.ts';
import {
  addBehind,
  allEvents,
  fromListed,
  idBefore,
  indexOfId,
  joinListed,
  type Log,
  mergeListed,
  withTail,
} from './log.ts';
import type { Connection, Trouble } from './types.ts';

/** Events that a tab which comes late is given. */
const CATCH_UP = 200;

/** An event that no list has shown yet, and the one right before it. */
interface TailEvent {
  event: SessionEvent;
  behind: string | null;
}

export interface ListedMessage {
  /** The event before the first of `events`; null where these replace what the tab has. */
  after: string | null;
  events: readonly SessionEvent[];
  hasOlder: boolean;
  /** The tail, if `events` replace everything: told at once, or the tail would stand in the wrong place for a moment. */
  tail?: TailEvent[];
}

/** What a list has changed, for tabs that had the log before it. Null: nothing. */
export function changeOf(before: Log, after: Log): ListedMessage | null {
  const { listed, hasOlder } = after;
  if (before.listed === listed) return null;
  let same = 0;
  while (same < listed.length && listed[same] === before.listed[same]) same++;
  if (same === 0 && before.hasOlder && before.listed[0] !== undefined) {
    // Older events in front: the other tabs read those for themselves.
    const at = indexOfId(listed, before.listed[0].id);
    if (at > 0 && listed.at(-1) === before.listed.at(-1)) return null;
  }
  const last = listed[same - 1]?.id ?? null;
  return { after: last, events: listed.slice(same), hasOlder };
}

/** How much the leading tab has told: `epoch` names its time of leading, `seq` counts what it has told since. */
export interface Position {
  epoch: string;
  seq: number;
}

export function readPosition(value: unknown): Position | null {
  if (!isRecord(value)) return null;
  const { epoch, seq } = value;
  return typeof epoch === 'string' && typeof seq === 'number' ? { epoch, seq } : null;
}

/** Nothing new, for tabs that only wait for the end of a list. */
export function nothingOf(log: Log): ListedMessage {
  return { after: log.listed.at(-1)?.id ?? null, events: [], hasOlder: log.hasOlder };
}

export function catchUpOf(log: Log): ListedMessage {
  const events = log.listed.slice(-CATCH_UP);
  const all = allEvents(log);
  const tail = log.tail.map((event) => ({ event, behind: idBefore(all, event.id) }));
  const hasOlder = log.hasOlder || events.length < log.listed.length;
  return { after: null, events, hasOlder, tail };
}

/** The log with what another tab's list brought; null where something is missing in between. */
export function applyListed(log: Log, message: Record<string, unknown>): Log | null {
  const events = parseEvents(message.events);
  const { after } = message;
  if (typeof after === 'string') {
    return indexOfId(log.listed, after) < 0 ? null : mergeListed(log, after, events);
  }
  // The other tab has nothing yet: this log stays.
  if (events.length === 0 && log.listed.length > 0) return log;
  let next =
    joinListed(log, events) ?? withTail(fromListed(events, message.hasOlder === true), log);
  // Not by `reduce`: Prototype 1.6 has put another in its place.
  for (const { event, behind } of readTail(message.tail)) next = addBehind(next, event, behind);
  return next;
}

function readTail(value: unknown): TailEvent[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const event = isRecord(entry) ? parseEvent(entry.event) : null;
    if (event === null) return [];
    return [{ event, behind: typeof entry.behind === 'string' ? entry.behind : null }];
  });
}

export function readFrame(value: unknown): StreamFrame | null {
  if (!isRecord(value)) return null;
  if (value.kind === 'event') {
    const event = parseEvent(value.event);
    return event === null ? null : { kind: 'event', event };
  }
  const { event_id, event_type, index, text } = value;
  if (typeof event_id !== 'string') return null;
  if (value.kind === 'preview_start' && typeof event_type === 'string') {
    return { kind: 'preview_start', event_id, event_type };
  }
  return value.kind === 'preview_delta' && typeof text === 'string'
    ? { kind: 'preview_delta', event_id, index: Number(index) || 0, text }
    : null;
}

const CONNECTIONS: readonly unknown[] = [
  'off',
  'connecting',
  'live',
  'polling',
  'waiting',
  'offline',
];
const TROUBLES: readonly unknown[] = [
  'unreachable',
  'rate_limited',
  'unavailable',
  'not_working',
  'session_ended',
  'forbidden',
  'not_found',
  'no_credits',
];

export function readConnection(value: unknown): Connection | null {
  return CONNECTIONS.includes(value) ? (value as Connection) : null;
}

export function readTrouble(value: unknown): Trouble | null {
  if (!isRecord(value) || !TROUBLES.includes(value.kind)) return null;
  const retryAt = typeof value.retryAt === 'number' ? value.retryAt : null;
  return { kind: value.kind, retryAt } as Trouble;
}
