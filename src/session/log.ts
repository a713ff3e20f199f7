// The event log as a pure reducer: events by id, in the order of the list, with a provisional tail from the
// stream and from replies. Knows no network, storage or clock.

import { writeJson } from '../dom/json.ts';
import type { SessionEvent } from '../protocol/index.ts';

/** Events that are read again before the last one, since rows may become visible late. */
export const OVERLAP = 20;
/** How far back the saved anchors lie; an anchor that the gateway refuses leads to the next. */
const ANCHOR_DISTANCES = [0, 1, 10, 100] as const;
const MAX_TAIL = 1_000;

export interface Log {
  /** What lists have shown, in their order: contiguous from the first event here to the last. */
  readonly listed: readonly SessionEvent[];
  /** What only the stream or a reply has shown, in order of arrival. */
  readonly tail: readonly SessionEvent[];
  /** A list has reached the end at least once, in this page or an earlier one. */
  readonly isLoaded: boolean;
  /** The gateway has events before the first one here. */
  readonly hasOlder: boolean;
  /**
   * The number of each event's arrival here, for all ids here and perhaps more. Events of a reply get the number of the
   * last event that was known when its request began. An event of the tail stands behind all whose number isn't greater.
   */
  readonly arrivals: Map<string, number>;
}

export function emptyLog(): Log {
  return {
    listed: [],
    tail: [],
    isLoaded: false,
    hasOlder: false,
    arrivals: new Map(),
  };
}

/**
 * Everything in order: the listed events, and each of the tail behind those that arrived before it. A row that becomes
 * visible late may still be in the tail when a list shows the answer to it: the row must stay before that.
 */
export function allEvents(log: Log): readonly SessionEvent[] {
  if (log.tail.length === 0) return log.listed;
  const events = [...log.listed];
  const arrivalOf = ({ id }: SessionEvent): number => log.arrivals.get(id) ?? -1;
  for (const event of log.tail) {
    // Behind the last of them, nearly always the last event: an event that came late may be listed far before the others.
    const arrival = arrivalOf(event);
    const place = events.findLastIndex((other) => arrivalOf(other) <= arrival);
    events.splice(place + 1, 0, event);
  }
  return events;
}

/** The number of the last event that has arrived: what a request brings that begins now stands behind it. */
export function lastArrival({ arrivals }: Log): number {
  return arrivals.size - 1;
}

/** The index of an id from the end backwards, where nearly all that is asked for lies; -1 where it isn't. */
export function indexOfId(events: readonly SessionEvent[], id: string): number {
  for (let index = events.length - 1; index >= 0; index--) {
    if (events[index]?.id === id) return index;
  }
  return -1;
}

/** The stream runs so far ahead of the lists that no more of it is taken: a list brings it in its order. */
export const isFlooded = ({ tail }: Log): boolean => tail.length >= MAX_TAIL;

export function has(log: Log, id: string): boolean {
  return log.arrivals.has(id) && (indexOfId(log.tail, id) >= 0 || indexOfId(log.listed, id) >= 0);
}

/** A log from stored events, or from the newest page of a list. */
export function fromListed(listed: readonly SessionEvent[], hasOlder: boolean): Log {
  return mergeListed({ ...emptyLog(), isLoaded: true, hasOlder }, null, listed);
}

/** Events before the first one: a page of older ones, oldest first. What only the stream had shown is placed by it. */
export function prependOlder(log: Log, older: readonly SessionEvent[], hasOlder: boolean): Log {
  const fresh = older.filter(({ id }) => indexOfId(log.listed, id) < 0);
  for (const { id } of fresh) log.arrivals.set(id, -1);
  const placed = fresh.map((event) => {
    const known = findById(log.tail, event.id);
    return known === undefined ? event : newerCopy(known, event);
  });
  const ids = new Set(fresh.map(({ id }) => id));
  const tail = log.tail.filter(({ id }) => !ids.has(id));
  return { ...log, listed: [...placed, ...log.listed], tail: tailOf(log, tail), hasOlder };
}

/** What is left of the tail; the same array where nothing has gone. */
function tailOf(log: Log, tail: readonly SessionEvent[]): readonly SessionEvent[] {
  return tail.length === log.tail.length ? log.tail : tail;
}

/**
 * A list's answer to "everything after `afterId`" (null: from the very beginning), or the first part of it.
 * The list's order and copies win. What is known and missing in it stays where it was: a list can be late.
 */
export function mergeListed(
  log: Log,
  afterId: string | null,
  events: readonly SessionEvent[],
): Log {
  const start = afterId === null ? 0 : indexOfId(log.listed, afterId) + 1;
  if (afterId !== null && start === 0) return log;
  const before = log.listed.slice(0, start);
  const old = log.listed.slice(start);
  const oldIndex = new Map(old.map((event, index) => [event.id, index]));
  const answered = new Set(events.map((event) => event.id));
  const merged: SessionEvent[] = before;
  const placed = new Set<string>();
  let next = 0;
  const keepUntil = (end: number): void => {
    for (; next < end; next++) {
      const kept = old[next];
      if (kept !== undefined && !answered.has(kept.id)) merged.push(kept);
    }
  };
  for (const event of events) {
    const index = oldIndex.get(event.id);
    if (placed.has(event.id)) continue;
    if (index === undefined && log.arrivals.has(event.id) && indexOfId(before, event.id) >= 0)
      continue;
    if (index !== undefined) keepUntil(index);
    placed.add(event.id);
    const known = index === undefined ? findById(log.tail, event.id) : old[index];
    merged.push(known === undefined ? event : newerCopy(known, event));
    arrive(log, event.id);
  }
  keepUntil(old.length);
  const tail = log.tail.filter((event) => !answered.has(event.id));
  return {
    ...log,
    listed: isSame(merged, log.listed) ? log.listed : merged,
    tail: tailOf(log, tail),
    isLoaded: true,
  };
}

/** The same for listed events that another tab has told or stored; null if the first of them isn't listed here. */
export function joinListed(log: Log, events: readonly SessionEvent[]): Log | null {
  const at = indexOfId(log.listed, events[0]?.id ?? '');
  return at < 0 ? null : mergeListed(log, log.listed[at - 1]?.id ?? null, events);
}

/**
 * An event of the stream or of a reply: provisional until a list shows it.
 * @param behind for a reply, `lastArrival` when its request began. An event of the stream stands behind all others.
 */
export function addProvisional(log: Log, event: SessionEvent, behind = log.arrivals.size): Log {
  if (log.arrivals.has(event.id)) {
    const inTail = indexOfId(log.tail, event.id);
    if (inTail >= 0) return { ...log, tail: replaceAt(log.tail, inTail, event) };
    const index = indexOfId(log.listed, event.id);
    const known = log.listed[index];
    if (known !== undefined) {
      // The list's copy wins; all that a later glimpse may add is that a run has processed the event.
      if (known.processed_at !== null || event.processed_at === null) return log;
      const { processed_at } = event;
      return { ...log, listed: replaceAt(log.listed, index, { ...known, processed_at }) };
    }
  }
  log.arrivals.set(event.id, behind);
  return { ...log, tail: [...log.tail, event] };
}

function arrive({ arrivals }: Log, id: string): void {
  if (!arrivals.has(id)) arrivals.set(id, arrivals.size);
}

/**
 * Puts an event where another tab's log has it: right behind `id` (null: first of all). If this log lacks `id`, it is
 * older than the other, so the event is newer than all of this one. Events that are told in order end up in order.
 */
export function addBehind(log: Log, event: SessionEvent, id: string | null): Log {
  const { arrivals } = log;
  const behind = id === null ? -1 : (arrivals.get(id) ?? arrivals.size);
  const known = findById(log.tail, event.id);
  if (known === undefined) return addProvisional(log, event, behind);
  arrivals.set(event.id, behind);
  return { ...log, tail: [...log.tail.filter((it) => it !== known), newerCopy(known, event)] };
}

/** The event right before this one; null: it is the first. */
export function idBefore(events: readonly SessionEvent[], id: string): string | null {
  return events[indexOfId(events, id) - 1]?.id ?? null;
}

/**
 * Where a list should begin: `after_id`s to try in order, 20 events before the settled one and then further back. Null:
 * at the very beginning, where the log is known from there and nothing so far back is settled.
 */
export function anchors(log: Log, settledId: string | null): (string | null)[] {
  const { listed, hasOlder } = log;
  const wanted = settledId === null ? -1 : indexOfId(listed, settledId) - OVERLAP;
  if (wanted < 0 && !hasOlder) return [null];
  const last = Math.max(0, wanted);
  const ids: string[] = [];
  for (const distance of ANCHOR_DISTANCES) {
    const id = listed[Math.max(0, last - distance)]?.id;
    if (id !== undefined && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** The later copy of one event; the same object where nothing has changed. */
function newerCopy(known: SessionEvent, fresh: SessionEvent): SessionEvent {
  const copy =
    fresh.processed_at === null && known.processed_at !== null
      ? { ...fresh, processed_at: known.processed_at }
      : fresh;
  return writeJson(copy) === writeJson(known) ? known : copy;
}

function replaceAt(
  events: readonly SessionEvent[],
  index: number,
  event: SessionEvent,
): readonly SessionEvent[] {
  const known = events[index];
  const copy = known === undefined ? event : newerCopy(known, event);
  return copy === known ? events : events.with(index, copy);
}

function findById(events: readonly SessionEvent[], id: string): SessionEvent | undefined {
  return events[indexOfId(events, id)];
}

export function isSame(a: readonly SessionEvent[], b: readonly SessionEvent[]): boolean {
  return a.length === b.length && a.every((event, index) => event === b[index]);
}

/** The tail of another log on top of this one. */
export function withTail(log: Log, from: Log): Log {
  if (from.tail.length === 0) return log;
  let next = log;
  const events = allEvents(from);
  for (const event of from.tail) {
    next = addBehind(next, event, idBefore(events, event.id));
  }
  return next;
}
