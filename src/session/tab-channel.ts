// What the tabs of one conversation tell each other: the log as the one that leads has it, who is at work, what was
// written. Whatever is heard is checked, since any script of the origin can speak here. Asks no gateway.

import { signal } from '@preact/signals-core';
import { parseEvent, type SessionEvent, type StreamFrame } from '../protocol/index.ts';
import type { Backoff } from './backoff.ts';
import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';
import { addBehind, type Log } from './log.ts';
import { strings } from './outbox-rows.ts';
import {
  applyListed,
  catchUpOf,
  changeOf,
  nothingOf,
  type Position,
  readConnection,
  readFrame,
  readPosition,
  readTrouble,
} from './sharing.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** How long a tab's tools count as at work after it has said so, unless it says so again. */
const BUSY_TAB_MS = 60_000;
/** If no other tab was heard for so long, there is none: a visible tab speaks more often. */
const COMPANY_MS = 90_000;
/** A tab that leads answers within milliseconds. */
const SILENT_LEADER_MS = 10_000;
/** Events of another tab's list that may be new here. */
const CATCH_UP_SEEN = 200;

/**
 * `posted`: the gateway has accepted something. `rows`: rows have changed in storage. `skip`: a message goes out instead
 * of an answer to a question. `retry`: the visitor wants it tried now.
 */
type Said = 'posted' | 'rows' | 'skip' | 'retry';

/** A request of a tab's Stop was answered, and has brought these interrupts. */
interface Stopped {
  type: 'stopped';
  request: string;
  events: readonly string[];
}

/** What another tab says that isn't about the log. */
export type Heard =
  | { type: Said }
  | Stopped
  /** The visitor has cleared this device up to an event. */
  | { type: 'cleared'; floor: string };

export interface TabChannel {
  /** Takes part from now on; `name` tells the conversation from others. Idempotent. */
  join(name: string): void;
  leave(): void;
  /** A fact, like all that is asked here. */
  isLeader(): boolean;
  /**
   * Each tab reads and sends by itself: they share no storage, can't hear each other, or another leads and doesn't answer (a
   * system that suspends a tab may leave it its locks).
   */
  isAlone(): boolean;
  /** This tab leads, and has made a list since then: its log may be stored. */
  mayStore(): boolean;
  /** Asks the tab that leads for what this one lacks. */
  hello(): void;
  /** What a list has changed, if this tab leads. */
  tellListed(before: Log): void;
  /** A list has reached the end: what this tab has is no older than its start, by the monotonic clock. */
  listed(startedAt: number): void;
  tell(what: Told): void;
  /** What other tabs say that isn't about the log. */
  hear(listener: (what: Heard) => void): void;
  /** Another tab's tools are at work. */
  isBusyElsewhere(): boolean;
}

export type Told =
  | { type: Said }
  | { type: 'cleared'; floor: string }
  | Stopped
  /** This tab's tools are at work, or no longer. */
  | { type: 'busy'; isBusy: boolean }
  /** `behind`: the event right before it, as far as this tab knows. */
  | { type: 'event'; event: SessionEvent; behind: string | null }
  /** What the stream has brought; of a message that is being written only where another tab has been heard. */
  | { type: 'frame'; frame: StreamFrame };

export function createTabChannel(context: SessionContext, backoff: Backoff): TabChannel {
  const { page, time, status, log: conversation, rows } = context.facts;
  const { clock, openChannel, random, storage } = context.platform;
  const tabId = random.id();
  const listeners: ((what: Heard) => void)[] = [];
  /** Tabs whose tools are at work, and until when that counts. */
  const busyTabs = signal<ReadonlyMap<string, number>>(new Map());
  let isBusy = false;
  /** The last list that was told goes on. */
  let wasPart = false;
  let leadsSince = 0;
  /** A list that began after this tab came to lead has reached the end. */
  const hasListed = signal(false);
  /** Other tabs have asked for the log before that list. */
  let isAwaited = false;
  /** Since when the tab that leads owes an answer; null: it owes none. */
  const unansweredSince = signal<number | null>(null);
  /** How much this tab has told of the log since it leads. */
  let told: Position = { epoch: '', seq: 0 };
  /** How far it has heard the tab that leads without a gap; null: it lacks something. */
  let heard: Position | null = null;
  let heardAt = Number.NEGATIVE_INFINITY;
  /** Null: this tab takes no part yet. */
  const tabs = signal<Tabs | null>(null);

  const isLeader = (): boolean => tabs.value?.isLeader() === true;
  const post = (message: Record<string, unknown>): void => tabs.peek()?.post(message);
  const tellHeard = (what: Heard): void => {
    for (const listener of listeners) listener(what);
  };

  function isAlone(): boolean {
    // Tabs can read what each of them stores.
    const isShared = storage.isDurable && !rows.hasUnstored();
    if (openChannel === null || !isShared) return true;
    const since = unansweredSince.value;
    return page.isVisible() && since !== null && time.isPast(since + SILENT_LEADER_MS);
  }

  function hello(): void {
    if (!isLeader()) unansweredSince.value ??= clock.monotonic();
    post({ type: 'hello', heard });
  }

  /** About the log, by the tab that leads: the others notice where they miss one. */
  function tellNumbered(message: Record<string, unknown>): void {
    if (isLeader()) told = { ...told, seq: told.seq + 1 };
    post(isLeader() ? { ...message, told } : message);
  }

  /** False: something that was told before it is missing here. */
  function isNext(message: Record<string, unknown>): boolean {
    const position = readPosition(message.told);
    if (position === null || isLeader()) return true;
    if (heard?.epoch === position.epoch && position.seq <= heard.seq) return true;
    const isWhole = message.type === 'listed' && message.after === null;
    const isFollowing = heard?.epoch === position.epoch && position.seq === heard.seq + 1;
    heard = isWhole || isFollowing ? position : null;
    return heard !== null;
  }

  function tellStatus(): void {
    const { connection, trouble, isUpToDate } = status.peek();
    if (isLeader()) post({ type: 'state', connection, trouble, isUpToDate });
  }

  function tellBusy(): void {
    post({ type: 'busy', tab: tabId, isBusy });
  }

  function welcome(theirs: Position | null): void {
    tellStatus();
    if (theirs?.epoch === told.epoch && theirs.seq === told.seq) return;
    // This tab's log may be older than the log of the tab that led before.
    isAwaited = !hasListed.peek();
    if (isAwaited) return;
    const log = conversation.log();
    if (log.isLoaded) post({ type: 'listed', ...catchUpOf(log), told });
  }

  function hearListed(message: Record<string, unknown>): void {
    const next = applyListed(conversation.log(), message);
    if (next === null) hello();
    else {
      const news = [...next.listed.slice(-CATCH_UP_SEEN), ...next.tail];
      conversation.set(next, news, message.isPart === true);
    }
  }

  function hearEvent(message: Record<string, unknown>): void {
    const event = parseEvent(message.event);
    if (event === null) return;
    const { behind } = message;
    const isPlaced = typeof behind === 'string' || behind === null;
    if (isPlaced) conversation.set(addBehind(conversation.log(), event, behind), [event]);
    else conversation.add(event);
  }

  function hearStatus(message: Record<string, unknown>): void {
    const { connection, isUpToDate } = status.peek();
    // The trouble that this tab met while it led is over: its results may go out.
    if (message.trouble === null && backoff.isBlocked('message')) backoff.retryNow();
    status.value = {
      ...status.peek(),
      connection: readConnection(message.connection) ?? connection,
      trouble: readTrouble(message.trouble),
      isUpToDate: isUpToDate || message.isUpToDate === true,
    };
  }

  function hear(message: Record<string, unknown>): void {
    heardAt = clock.monotonic();
    if (message.type === 'state') unansweredSince.value = null;
    const wasWhole = heard !== null;
    if (!isNext(message) && wasWhole) hello();
    switch (message.type) {
      case 'lead':
        // Another leads now, and doesn't know who looks on.
        hello();
        break;
      case 'hello':
        if (isLeader()) welcome(readPosition(message.heard));
        if (isBusy) tellBusy();
        break;
      case 'listed':
        if (!isLeader()) hearListed(message);
        break;
      case 'event':
        hearEvent(message);
        break;
      case 'frame': {
        const frame = readFrame(message.frame);
        if (frame !== null && !isLeader()) conversation.apply(frame);
        break;
      }
      case 'state':
        if (!isLeader() && !isAlone()) hearStatus(message);
        break;
      case 'busy': {
        if (typeof message.tab !== 'string') break;
        const busy = new Map(busyTabs.peek());
        if (message.isBusy === true) busy.set(message.tab, clock.monotonic() + BUSY_TAB_MS);
        else busy.delete(message.tab);
        busyTabs.value = busy;
        break;
      }
      case 'cleared':
        if (typeof message.floor === 'string') tellHeard({ type: 'cleared', floor: message.floor });
        break;
      case 'stopped':
        if (typeof message.request === 'string') {
          const { type, request } = message;
          tellHeard({ type, request, events: strings(message.events) });
        }
        break;
      case 'posted':
      case 'retry':
        if (isLeader()) tellHeard({ type: message.type });
        break;
      case 'rows':
      case 'skip':
        tellHeard({ type: message.type });
        break;
      default:
        break;
    }
  }

  watch(() => status.value, tellStatus, page.end);
  watch(rows.stored, () => post({ type: 'rows' }), page.end);
  page.hear((news) => {
    if (news === 'shown' || news === 'hidden') tabs.peek()?.onVisibility();
    if (news === 'shown') hello();
  });

  return {
    join(name) {
      tabs.value ??= createTabs({
        platform: context.platform,
        page,
        name,
        onLead() {
          leadsSince = clock.monotonic();
          told = { epoch: random.id(), seq: 0 };
          heard = null;
          hasListed.value = false;
          unansweredSince.value = null;
        },
        onMessage: hear,
        onWarning: context.onWarning,
      });
      tabs.value.join();
      hello();
    },
    leave: () => tabs.peek()?.leave(),
    isLeader,
    isAlone,
    mayStore: () => isLeader() && hasListed.value,
    hello,
    tellListed(before) {
      if (!isLeader()) return;
      const isPart = conversation.isPartial();
      const change = changeOf(before, conversation.log());
      if (change !== null) tellNumbered({ type: 'listed', ...change, isPart });
      else if (wasPart && !isPart)
        tellNumbered({ type: 'listed', ...nothingOf(conversation.log()), isPart });
      wasPart = isPart;
    },
    listed(startedAt) {
      if (hasListed.peek() || startedAt < leadsSince) return;
      hasListed.value = true;
      if (isAwaited && isLeader()) welcome(null);
      isAwaited = false;
    },
    tell(what) {
      if (what.type === 'busy') {
        isBusy = what.isBusy;
        tellBusy();
        return;
      }
      const isHeard = clock.monotonic() - heardAt <= COMPANY_MS;
      const isOfLog =
        what.type === 'event' || (what.type === 'frame' && what.frame.kind === 'event');
      if (isOfLog) tellNumbered({ ...what });
      else if (what.type !== 'frame' || isHeard) post({ ...what });
    },
    isBusyElsewhere() {
      for (const until of busyTabs.value.values()) if (!time.isPast(until)) return true;
      return false;
    },
    hear: (listener) => void listeners.push(listener),
  };
}
