// One conversation in this tab: wires log, reader, outbox, results, interrupts, tabs and storage into a Session.
// Decides nothing; each rule is in the file that is named for it.

import type { SessionEvent } from '../protocol/index.ts';
import { createBackoff } from './backoff.ts';
import { begin } from './beginning.ts';
import { createBusy } from './busy.ts';
import { createComing } from './coming.ts';
import { createConversationState } from './conversation-state.ts';
import { createDraft } from './draft.ts';
import { noSession } from './find-session.ts';
import { createGate, type GatePorts } from './gate.ts';
import { createInterrupts } from './interrupts.ts';
import { createLeaderRole } from './leader-role.ts';
import { createLister } from './lister.ts';
import { indexOfId, OVERLAP } from './log.ts';
import { createOpenInterrupts } from './open-interrupts.ts';
import { createOutbox } from './outbox.ts';
import { isUnsettled, type OutboxRow, rowsOf } from './outbox-rows.ts';
import { createPageLifecycle } from './page-lifecycle.ts';
import { createReader, type Reader } from './reader.ts';
import { createResults } from './results.ts';
import { createRowStore } from './row-store.ts';
import { DEFAULT_SETTINGS, type SessionOptions, type SessionSettings } from './settings.ts';
import { createTabChannel } from './tab-channel.ts';
import { createTranscriptCache } from './transcript-cache.ts';
import { blockageOf } from './trouble.ts';
import type { Connection, Session } from './types.ts';
import { createView } from './view.ts';
import { createWaker } from './wait.ts';

export type { SessionOptions, SessionSettings } from './settings.ts';

export function createSession(input: SessionOptions): Session {
  const { gateway, platform, namespace, onWarning = () => {}, onEvent = () => {} } = input;
  const settings: SessionSettings = { ...DEFAULT_SETTINGS, ...input.options };
  const { commitWindowMs, history, includeThinking } = settings;
  const { clock, storage, page } = platform;
  /** For the transcript and the draft; the outbox is durable whatever the owner wants. */
  const pages = history === 'local' ? storage : platform.tabStorage;
  const waker = createWaker(clock);
  /** Ends what the reader waits for. */
  const reading = createWaker(clock);
  let connection: Connection = 'off';
  let wasBusyTold = false;

  const ownRows = rowsOf();
  const sessionId = (): string | null => view.status().sessionId;
  const rowsHere = (): readonly OutboxRow[] => ownRows(rows.rows(), sessionId());
  const mustHaveId = (): string => sessionId() ?? '';
  const signal = (): AbortSignal => lifecycle.period();

  // ── what is known, stored and shown ─────────────────────────────────────────────────────────────────────────

  const conversation = createConversationState({
    clock,
    onEvent(event) {
      if (event.type === 'user.message') readUnsettled();
      onEvent(event);
    },
    onLog() {
      outbox.wake();
      interrupts.wake();
      void outbox.tidy();
      view.changed();
    },
    onPreview: () => view.previewed(),
  });

  const view = createView(input.sessionId ?? null, {
    page,
    conversation,
    rows: rowsHere,
    rowsReadAt: () => rows.readAt(),
    stopping: () => interrupts.stopping(),
    coming: () => interrupts.coming(),
    isHeld: () => outbox.isHeld(),
    isForgetful: () => !storage.isDurable || rows.isVolatile(),
    onChange: () => role.update(),
  });

  const cache = createTranscriptCache({
    storage: history === 'none' ? null : pages,
    floorIn: pages,
    leftIn: history === 'local' ? null : storage,
    namespace,
    // What tabs share one of them writes; what each has for itself each does.
    isWriter: () => (channel.isLeader() && channel.hasListed()) || history === 'session',
    conversation,
    settledId: () => lister.settledId(),
    restored: (id) => lister.restored(id),
  });

  /** Elsewhere no transcript takes the room of outbox and journal. */
  const evict = async (): Promise<void> => (history === 'local' ? cache.evict() : undefined);

  const rows = createRowStore({
    clock,
    storage,
    key: `${namespace}:outbox`,
    evict,
    onChange() {
      coming.rowsChanged();
      outbox.wake();
      interrupts.wake();
      view.changed();
    },
  });

  const coming = createComing({
    clock,
    rows: rowsHere,
    events: conversation.events,
    run: conversation.run,
    onChange: view.changed,
  });

  const draft = createDraft(pages, clock, draftKey());

  // ── asking and telling the gateway ──────────────────────────────────────────────────────────────────────────

  const backoff = createBackoff({ platform, waker: reading, onTrouble: () => tellState() });

  const lister = createLister({
    gateway,
    clock,
    includeThinking,
    lateMs: commitWindowMs,
    sessionId: mustHaveId,
    signal,
    getLog: conversation.log,
    setLog(next, news, isPart) {
      const before = conversation.log();
      conversation.set(next, news, isPart);
      channel.tellListed(before);
      cache.save();
    },
    backoff,
    allowed: () => reader.allowed(),
    onReload: () => onWarning('the gateway knows none of the stored events; all is read anew'),
  });

  const reader: Reader = createReader({
    platform,
    gateway,
    lister,
    backoff,
    waker: reading,
    transport: settings.transport,
    includeThinking,
    commitWindowMs,
    sessionId: mustHaveId,
    signal,
    isBusy: () => busy.isBusy(),
    onFrame(frame) {
      if (conversation.apply(frame)) channel.tellFrame(frame);
    },
    onReset: conversation.dropPreviews,
    onConnection(next) {
      connection = next;
      tellState();
    },
    onUpToDate(startedAt) {
      channel.listed(startedAt);
      cache.save();
      // Without a channel what another tab has sent is only in storage.
      if (platform.openChannel === null) void rows.read().then(outbox.tidy);
      else readUnsettled();
      busy.caughtUp();
      if (view.status().isUpToDate) return;
      view.set({ isUpToDate: true });
      channel.tellStatus();
    },
  });

  function tellState(): void {
    const trouble = backoff.trouble();
    view.set({ connection, trouble });
    if (trouble?.kind === 'not_found') void outbox.refuseAll('not_found');
    channel.tellStatus();
  }

  /** Events of a reply: the tabs see them at once, and the reader looks what becomes of them. */
  function accept(reply: readonly SessionEvent[], before: readonly string[]): void {
    let behind = before;
    for (const event of reply) {
      conversation.add(event, behind);
      channel.tellEvent(event, behind);
      behind = [event.id];
    }
    channel.tell('posted');
    reader.posted();
  }

  const out: GatePorts = {
    gateway,
    backoff,
    sessionId,
    refresh: reader.refresh,
    lastIds: conversation.lastIds,
    accept,
  };

  const results = createResults({
    gate: createGate(out, 'result'),
    clock,
    page,
    commitWindowMs,
    events: conversation.events,
    signal,
    onChange: toolsChanged,
  });

  const busy = createBusy({
    clock,
    conversation,
    rows: rowsHere,
    isBlocked: () => backoff.isBlocked('message'),
    commitWindowMs,
    areHandlersRunning: settings.areHandlersRunning,
    isPosting: results.isPosting,
  });

  const openInterrupts = createOpenInterrupts({
    clock,
    random: platform.random,
    storage,
    key: `${namespace}:interrupts`,
    commitWindowMs,
    sessionId,
    events: conversation.events,
    tellOthers: () => channel.tell('rows'),
    isOver: () => lifecycle.end.aborted,
  });

  const interrupts = createInterrupts({
    platform,
    gate: createGate(out, 'stop'),
    open: openInterrupts,
    run: conversation.run,
    coming,
    takeBack: (localId) => outbox.takeBack(localId).catch(() => null),
    isPartial: conversation.isPartial,
    stopTools: settings.stopTools,
    signal,
    onChange() {
      outbox.wake();
      view.changed();
    },
  });

  const outbox = createOutbox({
    platform,
    gate: createGate(out, 'message'),
    commitWindowMs,
    sessionId,
    lastId: conversation.lastId,
    signal,
    store: rows,
    get lockName() {
      return `${namespace}:${sessionId()}:send`;
    },
    events: conversation.events,
    baseline() {
      const { listed, hasOlder } = conversation.log();
      return listed.at(-1 - OVERLAP)?.id ?? (hasOlder ? listed[0]?.id : null) ?? null;
    },
    isListed(id) {
      const { ids, listed } = conversation.log();
      return ids.has(id) && indexOfId(listed, id) >= 0;
    },
    listedAt: lister.listedAt,
    isHeld: () =>
      settings.holdsMessages() ||
      openInterrupts.isOpen() ||
      (conversation.run().state === 'paused' &&
        (busy.areToolsBusy() || channel.isBusyElsewhere() || busy.isNewHere())),
    readHolds: openInterrupts.read,
    isRunOpen: () => conversation.run().state !== 'idle',
    onPost() {
      skipQuestions();
      channel.tell('skip');
    },
    tellOthers: () => channel.tell('rows'),
    onChange: view.changed,
    onWarning,
  });

  // ── who does what, and when ─────────────────────────────────────────────────────────────────────────────────

  const channel = createTabChannel({
    platform,
    conversation,
    view,
    isAlone,
    onLead: () => void cache.takeOver().then(rows.read).then(view.changed),
    onListed: cache.save,
    onPosted: reader.posted,
    onRows() {
      void rows.read();
      void openInterrupts.read().then(outbox.wake);
    },
    onBusy: outbox.wake,
    onSkip: skipQuestions,
    onRetry: retryHere,
    onCleared: (floor) => void clearTo(floor),
    onOthersFine() {
      // What stopped this tab as it led is over, and its results may go out.
      if (backoff.isBlocked('message')) retryReading();
    },
    onWarning,
  });

  const role = createLeaderRole({
    platform,
    isHere: () => lifecycle.isHere() && view.status().isRestored,
    isTalking: () => sessionId() !== null && (channel.isLeader() || isAlone()),
    isBusy: busy.isBusy,
    hasUnsent: busy.hasUnsent,
    isUnfinished: () =>
      conversation.run().state !== 'idle' || rows.rows().some(isUnsettled) || busy.areToolsBusy(),
    keepMark: settings.keepMark,
    read: (isOn) => (isOn ? reader.start() : reader.stop()),
    send: (until) => void outbox.work(until),
    againMs: backoff.againMs,
    tryAgain,
    recheck: () => void rows.read().then(view.changed),
    remind() {
      if (busy.hasUnsent()) channel.tell('rows');
      readUnsettled();
      channel.hello();
      view.changed();
    },
  });

  const lifecycle = createPageLifecycle({
    page,
    onVisibility(isVisible) {
      if (isVisible) waker.wake();
      else draft.flush();
      channel.onVisibility();
      if (isVisible) {
        channel.hello();
        tryAgain();
      } else view.changed();
    },
    onConnectivity(isOnline) {
      if (isOnline) retryHere();
      else view.changed();
    },
    onFreeze() {
      draft.flush();
      role.rest();
      channel.leave();
    },
    onThaw() {
      void rows.read();
      void cache.comeBack();
      join();
      tryAgain();
    },
  });

  /** Where tabs share no storage, or can't hear each other, each reads and sends by itself. */
  function isAlone(): boolean {
    const isShared = storage.isDurable && platform.openChannel !== null && !rows.isVolatile();
    return !isShared || (page.isVisible() && channel.isLeaderSilent());
  }

  /** What waits here may have been sent by another tab: storage knows. */
  function readUnsettled(): void {
    if (rows.rows().some(isUnsettled)) void rows.read().then(view.changed);
  }

  function skipQuestions(): void {
    if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
  }

  /** The runner's state has changed: what waits for it may go on, here and in the tab that sends. */
  function toolsChanged(): void {
    const isBusyNow = busy.areToolsBusy();
    if (isBusyNow !== wasBusyTold) {
      wasBusyTold = isBusyNow;
      channel.tellBusy(isBusyNow);
      // Only then: the runner is told of each change here, and answers with one of its own.
      view.changed();
    }
    outbox.wake();
  }

  function draftKey(): string {
    return `${namespace}:draft:${sessionId() ?? 'new'}`;
  }

  function join(): void {
    if (sessionId() !== null && lifecycle.isHere()) channel.join(`${namespace}:${sessionId()}`);
    view.changed();
  }

  async function clearTo(floor: string): Promise<void> {
    conversation.setFloor(floor);
    await Promise.all([cache.clear(), outbox.forget()]);
    view.changed();
  }

  function retryHere(): void {
    waker.wake();
    retryReading();
    outbox.retryNow();
    results.retryNow();
    view.changed();
  }

  function retryReading(): void {
    backoff.retryNow();
    reader.relist();
  }

  function retryEverywhere(): void {
    channel.tell('retry');
    retryHere();
  }

  /** Somebody may have topped up the credits meanwhile. */
  function tryAgain(): void {
    if (backoff.tryAgain()) outbox.retryNow();
    view.changed();
  }

  void begin(
    {
      platform,
      view,
      waker,
      rows,
      draft,
      outbox,
      cache,
      conversation,
      ask: input.getSessionId ?? noSession,
      draftKey,
      clearTo,
      readUnsettled,
      join,
      remind() {
        channel.tell('rows');
        channel.hello();
      },
    },
    lifecycle.end,
  );

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    async send(content) {
      const localId = await outbox.add(content);
      waker.wake();
      tryAgain();
      return localId;
    },
    check: outbox.check,
    async resend(localId) {
      await outbox.resend(localId);
      // What stops all messages would stop this one too.
      if (blockageOf(view.status().trouble) !== null) retryEverywhere();
    },
    discard: outbox.discard,
    interrupt: interrupts.interrupt,
    async loadOlder() {
      if (view.status().isLoadingOlder || !conversation.hasOlder() || sessionId() === null) return;
      view.set({ isLoadingOlder: true });
      try {
        if (await cache.showOlder()) return;
        // A request like any other; what keeps it from leaving is told already.
        if (!page.isOnline() || backoff.isBlocked()) return;
        await reader.allowed();
        await lister.older();
      } catch (error) {
        if (lifecycle.isHere()) backoff.fail(error);
      } finally {
        view.set({ isLoadingOlder: false });
      }
    },
    retryNow: retryEverywhere,
    postResults: results.post,
    evict,
    refresh: () => reader.refresh(),
    getDraft: draft.get,
    setDraft: draft.set,
    toolsChanged,
    async clear() {
      const floor = conversation.lastId();
      draft.set('');
      draft.flush();
      if (floor === null) return;
      channel.tellCleared(floor);
      await clearTo(floor);
    },
    close() {
      lifecycle.close();
      view.close();
    },
  };
}
