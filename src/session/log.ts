// The event log as a pure reducer: events by id, in the order of the list, with a provisional tail from the
// stream and from replies. Knows no network, storage or clock.

import type { SessionEvent } from '../protocol/index.ts';

/** Events that are read again before the last one, since rows may become visible late. */
export const OVERLAP = 20;
/** How far back the saved anchors lie; an anchor that the gateway refuses leads to the next. */
const ANCHOR_DISTANCES = [0, 1, 10, 100] as const;

export interface Log {
  /** What lists have shown, in their order: contiguous from the first event here to the last. */
  readonly listed: readonly SessionEvent[];
  /** What only the stream or a reply has shown, in order of arrival. */
  readonly tail: readonly SessionEvent[];
  /** For each event of the tail the events behind which it stands, as far as anybody knows. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** A list has reached the end at least once, in this page or an earlier one. */
  readonly isLoaded: boolean;
  /** The gateway has events before the first one here. */
  readonly hasOlder: boolean;
  /** A superset of the ids here: a miss is certain, a hit is looked up. It only saves time. */
  readonly ids: Set<string>;
}

const NOTHING_BEFORE: ReadonlyMap<string, readonly string[]> = new Map();

export function emptyLog(): Log {
  return {
    listed: [],
    tail: [],
    before: new Map(),
    isLoaded: false,
    hasOlder: false,
    ids: new Set(),
  };
}

/**
 * Everything in order: the listed events, and those of the tail behind what came before them. A row that becomes
 * visible late is in the tail still when its answer is listed, and must not slip behind it.
 */
export function allEvents(log: Log): readonly SessionEvent[] {
  if (log.tail.length === 0) return log.listed;
  const events = [...log.listed];
  for (const event of log.tail) {
    // Behind all of them: one that came late may be listed far before the others. Nearly always it is the last one.
    const before = log.before.get(event.id) ?? [];
    const place = events.findLastIndex(({ id }) => before.lastIndexOf(id) >= 0);
    // A tab that has missed all of them is behind: what it hears of is newer than what it has.
    const isUnknown = place < 0 && before.length > 0;
    events.splice(isUnknown ? events.length : place + 1, 0, event);
  }
  return events;
}

/** The index of an id from the end backwards, where nearly all that is asked for lies; -1 where it isn't. */
export function indexOfId(events: readonly SessionEvent[], id: string): number {
  for (let index = events.length - 1; index >= 0; index--) {
    if (events[index]?.id === id) return index;
  }
  return -1;
}

export function has(log: Log, id: string): boolean {
  return log.ids.has(id) && (indexOfId(log.tail, id) >= 0 || indexOfId(log.listed, id) >= 0);
}

/** A log from stored events, or from the newest page of a list. */
export function fromListed(listed: readonly SessionEvent[], hasOlder: boolean): Log {
  return mergeListed({ ...emptyLog(), isLoaded: true, hasOlder }, null, listed);
}

/** Events before the first one: a page of older ones, oldest first. What only the stream had shown is placed by it. */
export function prependOlder(log: Log, older: readonly SessionEvent[], hasOlder: boolean): Log {
  const fresh = older.filter(({ id }) => indexOfId(log.listed, id) < 0);
  for (const { id } of fresh) log.ids.add(id);
  const placed = fresh.map((event) => {
    const known = findById(log.tail, event.id);
    return known === undefined ? event : newerCopy(known, event);
  });
  const ids = new Set(fresh.map(({ id }) => id));
  const tail = log.tail.filter(({ id }) => !ids.has(id));
  return { ...log, listed: [...placed, ...log.listed], ...tailOf(log, tail), hasOlder };
}

/** What is left of the tail; the same objects where nothing has gone. */
function tailOf(log: Log, tail: readonly SessionEvent[]): Pick<Log, 'tail' | 'before'> {
  return {
    tail: tail.length === log.tail.length ? log.tail : tail,
    before: tail.length === 0 ? NOTHING_BEFORE : log.before,
  };
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
    if (index === undefined && log.ids.has(event.id) && indexOfId(before, event.id) >= 0) continue;
    if (index !== undefined) keepUntil(index);
    placed.add(event.id);
    const known = index === undefined ? findById(log.tail, event.id) : old[index];
    merged.push(known === undefined ? event : newerCopy(known, event));
    log.ids.add(event.id);
  }
  keepUntil(old.length);
  const tail = log.tail.filter((event) => !answered.has(event.id));
  return {
    ...log,
    listed: isSame(merged, log.listed) ? log.listed : merged,
    ...tailOf(log, tail),
    isLoaded: true,
  };
}

/**
 * An event of the stream or of a reply: provisional until a list shows it.
 * @param before behind which events it stands: of a reply those known when its request began. What the stream
 * brings stands behind everything.
 */
export function addProvisional(log: Log, event: SessionEvent, before?: readonly string[]): Log {
  if (log.ids.has(event.id)) {
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
  log.ids.add(event.id);
  return {
    ...log,
    tail: [...log.tail, event],
    before: new Map(log.before).set(event.id, before ?? endOf(log)),
  };
}

/** The ids behind all of which what is new stands: of the last listed event, and of the tail. */
export function endOf({ listed, tail }: Log): readonly string[] {
  return [...listed.slice(-1), ...tail].map(({ id }) => id);
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
  return JSON.stringify(copy) === JSON.stringify(known) ? known : copy;
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

function isSame(a: readonly SessionEvent[], b: readonly SessionEvent[]): boolean {
  return a.length === b.length && a.every((event, index) => event === b[index]);
}

/** The tail of another log on top of this one. */
export function withTail(log: Log, from: Log): Log {
  let next = log;
  for (const event of from.tail) next = addProvisional(next, event, from.before.get(event.id));
  return next;
}
