// What the tabs of one conversation tell each other: the log as the one that leads has it, who is at work, what was
// written. Whatever is heard is checked, since any script of the origin can speak here. Asks no gateway.

import type { Platform } from '../platform/types.ts';
import { parseEvent, type SessionEvent, type StreamFrame } from '../protocol/index.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Log } from './log.ts';
import {
  applyListed,
  catchUpOf,
  changeOf,
  digestOf,
  isSameEnd,
  nothingOf,
  readConnection,
  readFrame,
  readTrouble,
} from './sharing.ts';
import { createTabs, type Tabs } from './tabs.ts';
import type { View } from './view.ts';

/** How long another tab's word that its tools are at work holds without being repeated. */
const BUSY_TAB_MS = 60_000;
/** So long after the last word from another tab this one is alone; a tab that is looked at speaks more often. */
const COMPANY_MS = 90_000;
/** A tab that leads answers within milliseconds. */
const SILENT_LEADER_MS = 10_000;
/** Events of another tab's list that may be new here. */
const CATCH_UP_SEEN = 200;

export interface TabChannelPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'locks' | 'page' | 'openChannel'>;
  conversation: ConversationState;
  view: Pick<View, 'status' | 'set' | 'changed'>;
  /** Tabs can't share what they read: each reads by itself. */
  isAlone(): boolean;
  onLead(): void;
  /** A list of the tab that leads has changed the log here. */
  onListed(): void;
  /** Something was accepted by the gateway, for another tab. */
  onPosted(): void;
  /** Rows have changed in storage. */
  onRows(): void;
  /** Other tabs' tools have begun or ended. */
  onBusy(): void;
  /** A message goes out instead of an answer to a question. */
  onSkip(): void;
  onRetry(): void;
  /** The visitor has cleared this device up to an event. */
  onCleared(floor: string): void;
  /** The tab that leads gets through to the gateway. */
  onOthersFine(): void;
  onWarning(reason: string): void;
}

export interface TabChannel {
  /** Takes part from now on; `name` tells the conversation from others. Idempotent. */
  join(name: string): void;
  leave(): void;
  isLeader(): boolean;
  /** Another leads and doesn't answer: a system that suspends a tab may leave it its locks. */
  isLeaderSilent(): boolean;
  onVisibility(): void;
  /** Asks the tab that leads for what this one lacks. */
  hello(): void;
  /** What a list has changed, if this tab leads. */
  tellListed(before: Log): void;
  /** This tab has listed all since it leads. */
  hasListed(): boolean;
  /** A list has reached the end: what this tab has is no older than its start, by the monotonic clock. */
  listed(startedAt: number): void;
  tellEvent(event: SessionEvent, before: readonly string[]): void;
  /** What the stream has brought; of a message that is being written only where another tab has been heard. */
  tellFrame(frame: StreamFrame): void;
  /** Connection and trouble, if this tab leads. */
  tellStatus(): void;
  /** This tab's tools are at work, or no longer. */
  tellBusy(isBusy: boolean): void;
  tellCleared(floor: string): void;
  tell(what: 'posted' | 'rows' | 'skip' | 'retry'): void;
  /** Another tab's tools are at work. */
  isBusyElsewhere(): boolean;
}

export function createTabChannel(ports: TabChannelPorts): TabChannel {
  const { conversation, view } = ports;
  const { clock, locks, page, openChannel, random } = ports.platform;
  const tabId = random.id();
  /** Tabs whose tools are at work, until when that is believed. */
  const busyTabs = new Map<string, number>();
  let isBusy = false;
  /** The last list that was told goes on. */
  let wasPart = false;
  let leadsSince = 0;
  /** With a list that began since then. */
  let hasListed = false;
  /** Others have asked for the log meanwhile. */
  let isAwaited = false;
  /** Since when the tab that leads owes an answer; null: it owes none. */
  let unansweredSince: number | null = null;
  let heardAt = Number.NEGATIVE_INFINITY;
  let tabs: Tabs | null = null;

  const isLeader = (): boolean => tabs?.isLeader() === true;
  const post = (message: Record<string, unknown>): void => tabs?.post(message);
  const tellEvent = (event: SessionEvent, before: readonly string[] | undefined): void =>
    post({ type: 'event', event, before });

  function hello(): void {
    if (!isLeader()) unansweredSince ??= clock.monotonic();
    post({ type: 'hello', end: digestOf(conversation.events(), conversation.log().hasOlder) });
  }

  function tellStatus(): void {
    const { connection, trouble, isUpToDate } = view.status();
    if (isLeader()) post({ type: 'state', connection, trouble, isUpToDate });
  }

  function tellBusy(): void {
    post({ type: 'busy', tab: tabId, isBusy });
  }

  function welcome(theirs: unknown): void {
    tellStatus();
    if (isSameEnd(digestOf(conversation.events(), conversation.log().hasOlder), theirs)) return;
    // What this tab had as another led may be old.
    isAwaited = !hasListed;
    if (isAwaited) return;
    const log = conversation.log();
    if (log.isLoaded) post({ type: 'listed', ...catchUpOf(log) });
    for (const event of log.tail) tellEvent(event, log.before.get(event.id));
  }

  function hearListed(message: Record<string, unknown>): void {
    const next = applyListed(conversation.log(), message);
    if (next === null) hello();
    else {
      conversation.set(next, next.listed.slice(-CATCH_UP_SEEN), message.isPart === true);
      ports.onListed();
    }
  }

  function hearEvent(message: Record<string, unknown>): void {
    const event = parseEvent(message.event);
    if (event === null) return;
    const { before } = message;
    const isPlaced = Array.isArray(before);
    conversation.add(event, isPlaced ? before.filter((id) => typeof id === 'string') : undefined);
  }

  function hearStatus(message: Record<string, unknown>): void {
    const { connection, isUpToDate } = view.status();
    if (message.trouble === null) ports.onOthersFine();
    view.set({
      connection: readConnection(message.connection) ?? connection,
      trouble: readTrouble(message.trouble),
      isUpToDate: isUpToDate || message.isUpToDate === true,
    });
  }

  function hear(message: Record<string, unknown>): void {
    heardAt = clock.monotonic();
    if (message.type === 'state') unansweredSince = null;
    switch (message.type) {
      case 'lead':
        // Another leads now, and doesn't know who looks on.
        hello();
        break;
      case 'hello':
        if (isLeader()) welcome(message.end);
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
        if (!isLeader() && !ports.isAlone()) hearStatus(message);
        break;
      case 'busy':
        if (typeof message.tab !== 'string') break;
        if (message.isBusy === true) busyTabs.set(message.tab, clock.monotonic() + BUSY_TAB_MS);
        else busyTabs.delete(message.tab);
        ports.onBusy();
        break;
      case 'cleared':
        if (typeof message.floor === 'string') ports.onCleared(message.floor);
        break;
      case 'posted':
        if (isLeader()) ports.onPosted();
        break;
      case 'rows':
        ports.onRows();
        break;
      case 'skip':
        ports.onSkip();
        break;
      case 'retry':
        if (isLeader()) ports.onRetry();
        break;
      default:
        break;
    }
  }

  return {
    join(name) {
      tabs ??= createTabs({
        locks,
        page,
        openChannel,
        name,
        onLead() {
          leadsSince = clock.monotonic();
          hasListed = false;
          unansweredSince = null;
          ports.onLead();
        },
        onFollow: view.changed,
        onMessage: hear,
        onWarning: ports.onWarning,
      });
      tabs.join();
      hello();
    },
    leave: () => tabs?.leave(),
    isLeader,
    isLeaderSilent: () =>
      unansweredSince !== null && clock.monotonic() - unansweredSince > SILENT_LEADER_MS,
    onVisibility: () => tabs?.onVisibility(),
    hello,
    tellListed(before) {
      if (!isLeader()) return;
      const isPart = conversation.isPartial();
      const change = changeOf(before, conversation.log());
      if (change !== null) post({ type: 'listed', ...change, isPart });
      else if (wasPart && !isPart)
        post({ type: 'listed', ...nothingOf(conversation.log()), isPart });
      wasPart = isPart;
    },
    hasListed: () => hasListed,
    listed(startedAt) {
      if (hasListed || startedAt < leadsSince) return;
      hasListed = true;
      if (isAwaited && isLeader()) welcome(null);
      isAwaited = false;
    },
    tellEvent,
    tellFrame(frame) {
      const isAlone = clock.monotonic() - heardAt > COMPANY_MS;
      if (frame.kind === 'event' || !isAlone) post({ type: 'frame', frame });
    },
    tellStatus,
    tellBusy(isBusyNow) {
      isBusy = isBusyNow;
      tellBusy();
    },
    tellCleared: (floor) => post({ type: 'cleared', floor }),
    tell: (type) => post({ type }),
    isBusyElsewhere() {
      const now = clock.monotonic();
      for (const until of busyTabs.values()) if (until > now) return true;
      return false;
    },
  };
}
