// What this tab knows of the conversation at the gateway: the log, the run that is read from it, messages that are
// still being written, and what of all that may be shown. Knows no network, storage, tabs or view.

import type { Clock } from '../platform/types.ts';
import type { SessionEvent, StreamFrame } from '../protocol/index.ts';
import { addProvisional, allEvents, emptyLog, indexOfId, isFlooded, type Log } from './log.ts';
import { createPreviews, type Previews } from './previews.ts';
import { type RunFacts, readRun } from './run-state.ts';
import { createSeenTimes, type SeenTimes } from './seen-times.ts';

/** Who goes on typing is told of again within this time. */
const TYPING_MS = 6_000;

export interface ConversationStatePorts {
  clock: Clock;
  /** Each event, when it is first seen. */
  onEvent(event: SessionEvent): void;
  /** The log has changed. */
  onLog(): void;
  /** The text of a message that is being written has changed, and nothing else. */
  onPreview(): void;
}

/** What may be shown and stored: all behind the floor, which is the event up to which the visitor has cleared this device. */
export interface Shown {
  readonly floor: string | null;
  readonly events: readonly SessionEvent[];
  /** The events that a list has brought. */
  readonly listed: readonly SessionEvent[];
  /** There are events before the first, and they may be shown. */
  readonly hasOlder: boolean;
}

export interface ConversationState {
  log(): Log;
  /** The log in order. */
  events(): readonly SessionEvent[];
  shown(): Shown;
  /** A run in flight goes on, although its events so far are hidden. */
  setFloor(eventId: string): void;
  run(): RunFacts;
  /** The log ends in the middle of a list: what is open there may long be over. */
  isPartial(): boolean;
  readonly previews: Pick<Previews, 'texts' | 'fragments' | 'all' | 'keep' | 'recall'>;
  readonly seen: Omit<SeenTimes, 'note'>;
  /** When something new was seen last, by the monotonic clock. */
  newsAt(): number;
  /** `news`: events of it that nothing had shown before. `isPart`: of a list, that goes on or has reached the end. */
  set(log: Log, news?: readonly SessionEvent[], isPart?: boolean): void;
  /** An event of the stream or of a reply; `behind`: see addProvisional. */
  add(event: SessionEvent, behind?: number): void;
  /** What the stream has brought. False: nothing was made of it. */
  apply(frame: StreamFrame): boolean;
}

export function createConversationState({
  clock,
  onEvent,
  onLog,
  onPreview,
}: ConversationStatePorts): ConversationState {
  const previews = createPreviews();
  const seen = createSeenTimes(clock);
  let log = emptyLog();
  let events: readonly SessionEvent[] = [];
  let floor: string | null = null;
  let shown = behindFloor();
  let run: RunFacts = { state: 'idle' };
  let newsAt = clock.monotonic();
  let isPartial = false;
  /** The page's first list has come: events that are new from now on happen now. */
  let hasBegun = false;

  function see(event: SessionEvent): void {
    previews.drop(event.id);
    if (!seen.note(event, !hasBegun)) return;
    newsAt = clock.monotonic();
    onEvent(event);
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
      if (run.state === 'idle' && !wasIdle) previews.keep();
    }
    shown = behindFloor();
    onLog();
  }

  function behindFloor(): Shown {
    const { listed, hasOlder } = log;
    if (floor === null) return { floor, events, listed, hasOlder };
    const index = indexOfId(events, floor);
    // The floor itself isn't listed yet: nothing behind it is either.
    const isTail = indexOfId(log.tail, floor) >= 0;
    return {
      floor,
      events: events.slice(index + 1),
      listed: isTail ? [] : listed.slice(indexOfId(listed, floor) + 1),
      hasOlder: hasOlder && index < 0,
    };
  }

  function add(event: SessionEvent, behind?: number): void {
    set(addProvisional(log, event, behind), [event]);
  }

  return {
    log: () => log,
    events: () => events,
    shown: () => shown,
    setFloor(eventId) {
      floor = eventId;
      shown = behindFloor();
      // Of a message that is being written the beginning was cleared; the whole message comes later.
      previews.clear();
      onLog();
    },
    run: () => run,
    isPartial: () => isPartial,
    previews,
    seen,
    newsAt: () => newsAt,
    set,
    add,
    apply(frame) {
      if (frame.kind === 'event') {
        if (isFlooded(log)) return false;
        add(frame.event);
        return true;
      }
      if (log.arrivals.has(frame.event_id)) return false;
      const isTyping = previews.apply(frame, events.at(-1)?.id ?? null);
      onPreview();
      if (isTyping) {
        clock.setTimeout(() => {
          previews.drop(frame.event_id);
          onPreview();
        }, TYPING_MS);
      }
      return true;
    },
  };
}
