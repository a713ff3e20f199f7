// What this tab knows of the conversation at the gateway: the log, the run that is read from it, messages that are
// still being written, and when each event was first seen here. Knows no network, storage, tabs or view.

import type { Clock } from '../platform/types.ts';
import type { SessionEvent, StreamFrame } from '../protocol/index.ts';
import { addProvisional, allEvents, emptyLog, endOf, indexOfId, type Log } from './log.ts';
import { createPreviews } from './previews.ts';
import { type RunFacts, readRun } from './run-state.ts';

/** A stream that runs so far ahead of the lists is a flood: what more it brings, a list brings in its order. */
const MAX_TAIL = 1_000;

export interface ConversationStatePorts {
  clock: Clock;
  /** Each event, when it is first seen. */
  onEvent(event: SessionEvent): void;
  /** The log has changed. */
  onLog(): void;
  /** The text of a message that is being written has changed, and nothing else. */
  onPreview(): void;
}

export interface ConversationState {
  log(): Log;
  /** The log in order. */
  events(): readonly SessionEvent[];
  /** What of it may be shown and stored: all behind the floor. */
  shown(): readonly SessionEvent[];
  /** Those of `shown` that a list has brought. */
  shownListed(): readonly SessionEvent[];
  /** There are events before the first that is shown, and they may be. */
  hasOlder(): boolean;
  /** The event up to which the visitor has cleared this device; what is in flight there goes on all the same. */
  floor(): string | null;
  setFloor(eventId: string): void;
  run(): RunFacts;
  /** Text so far by event id; a new map after each change. */
  previews(): ReadonlyMap<string, string>;
  lastId(): string | null;
  /** The last listed event and all of the tail: a row that came late can be the last of them, and be listed far before. */
  lastIds(): readonly string[];
  /** Since when an event can have been seen, Unix milliseconds: by this browser, or before it looked. 0: not at all. */
  seenAt(eventId: string): number;
  /** When a message came to this page, from the gateway, a tab or the disk, Unix milliseconds. */
  arrivedAt(eventId: string): number;
  /** When something new was seen last, by the monotonic clock. */
  newsAt(): number;
  /** `news`: events of it that nothing had shown before. `isPart`: of a list, that goes on or has reached the end. */
  set(log: Log, news?: readonly SessionEvent[], isPart?: boolean): void;
  /** The log ends in the middle of a list: what is open there may long be over. */
  isPartial(): boolean;
  /** An event of the stream or of a reply; `before`: behind which events it stands. */
  add(event: SessionEvent, before?: readonly string[]): void;
  /** What the stream has brought. False: nothing was made of it. */
  apply(frame: StreamFrame): boolean;
  /** Events that an earlier page has seen, and when: they are no news. */
  recall(events: readonly SessionEvent[], seen: readonly number[]): void;
  dropPreviews(): void;
}

export function createConversationState({
  clock,
  onEvent,
  onLog,
  onPreview,
}: ConversationStatePorts): ConversationState {
  const previews = createPreviews();
  const seen = new Map<string, number>();
  let log = emptyLog();
  let events: readonly SessionEvent[] = [];
  let shown = events;
  let floor: string | null = null;
  let run: RunFacts = { state: 'idle' };
  let newsAt = clock.monotonic();
  const arrived = new Map<string, number>();
  let isPartial = false;
  /** The page's first list has come: what is news from now on happens now. */
  let hasBegun = false;

  function see(event: SessionEvent): void {
    previews.drop(event.id);
    if (seen.has(event.id)) return;
    seen.set(event.id, firstSeen(event));
    arrive(event);
    newsAt = clock.monotonic();
    onEvent(event);
  }

  function arrive({ id, type }: SessionEvent): void {
    if (type === 'user.message' && !arrived.has(id)) arrived.set(id, clock.now());
  }

  /** What was there before this page was is as old as it says: a tool isn't run late because nobody had looked. */
  function firstSeen({ created_at }: SessionEvent): number {
    const now = Math.round(clock.now());
    const created = hasBegun ? Number.NaN : Date.parse(created_at ?? '');
    return Number.isNaN(created) ? now : Math.min(now, created);
  }

  function set(next: Log, news: readonly SessionEvent[] = [], isPart?: boolean): void {
    for (const event of news) see(event);
    const wasPartial = isPartial;
    isPartial = isPart ?? isPartial;
    const isWhole = wasPartial && !isPartial;
    hasBegun ||= isPart === false;
    if (next === log && !isWhole) return;
    log = next;
    const before = events;
    events = allEvents(log);
    if (events !== before || isWhole) {
      const wasIdle = run.state === 'idle';
      if (!isPartial) run = readRun(events, new Set(log.tail.map((event) => event.id)));
      if (run.state === 'idle' && !wasIdle) previews.clear();
      shown = behindFloor();
    }
    onLog();
  }

  function behindFloor(): readonly SessionEvent[] {
    return floor === null ? events : events.slice(indexOfId(events, floor) + 1);
  }

  function add(event: SessionEvent, before?: readonly string[]): void {
    set(addProvisional(log, event, before), [event]);
  }

  return {
    log: () => log,
    events: () => events,
    shown: () => shown,
    shownListed() {
      if (floor === null) return log.listed;
      // Not listed itself yet: nothing behind it is either.
      if (indexOfId(log.tail, floor) >= 0) return [];
      return log.listed.slice(indexOfId(log.listed, floor) + 1);
    },
    hasOlder: () => log.hasOlder && (floor === null || indexOfId(events, floor) < 0),
    floor: () => floor,
    setFloor(eventId) {
      floor = eventId;
      shown = behindFloor();
      // Of a message that is being written the beginning was cleared; it comes whole in the end.
      previews.clear();
      onLog();
    },
    run: () => run,
    previews: previews.texts,
    lastId: () => events.at(-1)?.id ?? null,
    lastIds: () => endOf(log),
    seenAt: (eventId) => seen.get(eventId) ?? 0,
    arrivedAt: (eventId) => arrived.get(eventId) ?? 0,
    newsAt: () => newsAt,
    set,
    isPartial: () => isPartial,
    add,
    apply(frame) {
      if (frame.kind === 'event') {
        if (log.tail.length >= MAX_TAIL) return false;
        add(frame.event);
        return true;
      }
      if (log.ids.has(frame.event_id)) return false;
      previews.apply(frame);
      onPreview();
      return true;
    },
    recall(stored, times) {
      stored.forEach((event, index) => {
        arrive(event);
        if (!seen.has(event.id)) seen.set(event.id, times[index] ?? 0);
      });
    },
    dropPreviews: previews.clear,
  };
}
