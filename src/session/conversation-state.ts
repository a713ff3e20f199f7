// The log as a fact: what this tab knows of the conversation at the gateway, the run that is read from it, messages that
// are still being written, and what of all that may be shown. Knows no network, storage, tabs or view.

import { signal } from '@preact/signals-core';
import type { Clock, TimerId } from '../platform/types.ts';
import type { SessionEvent, StreamFrame } from '../protocol/index.ts';
import { again } from './facts.ts';
import { addProvisional, allEvents, emptyLog, indexOfId, isFlooded, type Log } from './log.ts';
import { createPreviews, type Previews } from './previews.ts';
import { type RunFacts, readRun } from './run-state.ts';
import { createSeenTimes, type SeenTimes } from './seen-times.ts';

/** Who goes on typing is told of again within this time. */
const TYPING_MS = 6_000;

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
  readonly previews: Pick<Previews, 'texts' | 'progress' | 'fragments' | 'all' | 'keep' | 'recall'>;
  readonly seen: Omit<SeenTimes, 'note'> & {
    /** How many messages were new so far. */
    messages(): number;
    /** When something new was seen last, by the monotonic clock. */
    newsAt(): number;
  };
  /** `news`: events of it that nothing had shown before. `isPart`: of a list, that goes on or has reached the end. */
  set(log: Log, news?: readonly SessionEvent[], isPart?: boolean): void;
  /** An event of the stream or of a reply; `behind`: see addProvisional. */
  add(event: SessionEvent, behind?: number): void;
  /** What the stream has brought. False: nothing was made of it. */
  apply(frame: StreamFrame): boolean;
}

/** What follows from the log, made anew with each change of it. */
interface Known {
  log: Log;
  events: readonly SessionEvent[];
  run: RunFacts;
  isPartial: boolean;
  floor: string | null;
  shown: Shown;
}

/** @param onEvent is told each event, when it is first seen. */
export function createConversationState(
  clock: Clock,
  onEvent: (event: SessionEvent) => void,
): ConversationState {
  const previews = createPreviews();
  const { note, ...seen } = createSeenTimes(clock);
  const messages = signal(0);
  const known = signal<Known>(
    withShown({
      log: emptyLog(),
      events: [],
      run: { state: 'idle' },
      isPartial: false,
      floor: null,
    }),
  );
  /** Forgets that a person types, whose message stands there without words. */
  const endTyping = () => previews.drop(typingId);
  let typingId = '';
  let typingTimer: TimerId | undefined;
  let newsAt = clock.monotonic();
  /** The page's first list has come: events that are new from now on happen now. */
  let hasBegun = false;

  function see(event: SessionEvent): void {
    previews.drop(event.id);
    if (!note(event, !hasBegun)) return;
    newsAt = clock.monotonic();
    if (event.type === 'user.message') again(messages);
    // The person's words are here: dots go on with the next notice.
    if (event.type === 'agent.message') endTyping();
    onEvent(event);
  }

  function set(log: Log, news: readonly SessionEvent[] = [], isPart?: boolean): void {
    for (const event of news) see(event);
    const before = known.peek();
    const isPartial = isPart ?? before.isPartial;
    const isWhole = before.isPartial && !isPartial;
    hasBegun ||= isPart === false;
    const events = log === before.log ? before.events : allEvents(log);
    let { run } = before;
    if ((events !== before.events || isWhole) && !isPartial) {
      run = readRun(events, new Set(log.tail.map((event) => event.id)));
    }
    if (run.state === 'idle' && before.run.state !== 'idle') previews.keep();
    if (log === before.log && isPartial === before.isPartial) return;
    known.value = withShown({ ...before, log, events, run, isPartial });
  }

  function add(event: SessionEvent, behind?: number): void {
    set(addProvisional(known.peek().log, event, behind), [event]);
  }

  return {
    log: () => known.value.log,
    events: () => known.value.events,
    shown: () => known.value.shown,
    setFloor(eventId) {
      known.value = withShown({ ...known.peek(), floor: eventId });
      // Of a message that is being written the beginning was cleared; the whole message comes later.
      previews.clear();
    },
    run: () => known.value.run,
    isPartial: () => known.value.isPartial,
    previews,
    seen: {
      ...seen,
      messages: () => messages.value,
      newsAt() {
        void known.value;
        return newsAt;
      },
    },
    set,
    add,
    apply(frame) {
      const { log, events } = known.peek();
      if (frame.kind === 'event') {
        if (isFlooded(log)) return false;
        add(frame.event);
        return true;
      }
      if (log.arrivals.has(frame.event_id)) return false;
      const id = frame.event_id;
      if (!previews.apply(frame, events.at(-1)?.id ?? null)) return true;
      // Each notice may have an id of its own; one person types, who stands there once.
      if (id !== typingId) endTyping();
      if (typingTimer !== undefined) clock.clearTimeout(typingTimer);
      typingId = id;
      typingTimer = clock.setTimeout(endTyping, TYPING_MS);
      return true;
    },
  };
}

function withShown(known: Omit<Known, 'shown'>): Known {
  const { log, events, floor } = known;
  const { listed, hasOlder } = log;
  if (floor === null) return { ...known, shown: { floor, events, listed, hasOlder } };
  const index = indexOfId(events, floor);
  // The floor itself isn't listed yet: nothing behind it is either.
  const isTail = indexOfId(log.tail, floor) >= 0;
  return {
    ...known,
    shown: {
      floor,
      events: events.slice(index + 1),
      listed: isTail ? [] : listed.slice(indexOfId(listed, floor) + 1),
      hasOlder: hasOlder && index < 0,
    },
  };
}
