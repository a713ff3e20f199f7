// One conversation in this tab: wires log, reader, outbox, results, interrupts, tabs and storage into a Session.
// Decides nothing; each rule is in the file that is named for it.

import type { SessionEvent } from '../protocol/index.ts';
import { begin } from './beginning.ts';
import { createBusy } from './busy.ts';
import { createComing } from './coming.ts';
import { createDraft } from './draft.ts';
import { createDuty } from './duty.ts';
import { noSession } from './find-session.ts';
import { createInterrupts } from './interrupts.ts';
import { createKeeper } from './keeper.ts';
import { createKnown } from './known.ts';
import { createLife } from './life.ts';
import { createLister } from './lister.ts';
import { indexOfId, OVERLAP } from './log.ts';
import { createOpenInterrupts } from './open-interrupts.ts';
import { createOutbox } from './outbox.ts';
import { isUnsettled, type OutboxRow, rowsOf } from './outbox-rows.ts';
import type { Lane } from './patience.ts';
import { createReader, type Reader } from './reader.ts';
import { createResults } from './results.ts';
import { createRowStore } from './row-store.ts';
import { DEFAULT_SETTINGS, type SessionOptions, type SessionSettings } from './settings.ts';
import { createTabTalk } from './tab-talk.ts';
import { blockageOf } from './trouble.ts';
import type { Session } from './types.ts';
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
  let wasBusyTold = false;

  const ownRows = rowsOf();
  const sessionId = (): string | null => view.status().sessionId;
  const rowsHere = (): readonly OutboxRow[] => ownRows(rows.rows(), sessionId());
  const mustHaveId = (): string => sessionId() ?? '';
  const signal = (): AbortSignal => life.period();
  const look = (): Promise<void> => reader.look();

  // ── what is known, stored and shown ─────────────────────────────────────────────────────────────────────────

  const known = createKnown({
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
    known,
    rows: rowsHere,
    rowsReadAt: () => rows.readAt(),
    stopping: () => interrupts.stopping(),
    coming: () => interrupts.coming(),
    isHeld: () => outbox.isHeld(),
    isForgetful: () => !storage.isDurable || rows.isVolatile(),
    onChange: () => duty.update(),
  });

  const keeper = createKeeper({
    storage: history === 'none' ? null : pages,
    floorIn: pages,
    leftIn: history === 'local' ? null : storage,
    namespace,
    // What tabs share one of them writes; what each has for itself each does.
    isWriter: () => (talk.isLeader() && talk.hasListed()) || history === 'session',
    known,
    settledId: () => lister.settledId(),
    settle: (id, oldestId) => lister.settle(id, oldestId),
  });

  /** Elsewhere no transcript takes the room of outbox and journal. */
  const evict = async (): Promise<void> => (history === 'local' ? keeper.evict() : undefined);

  const rows = createRowStore({
    clock,
    storage,
    key: `${namespace}:outbox`,
    evict,
    onChange() {
      // What another tab has settled is looked for no longer.
      lister.keepPins(rows.rows().flatMap((row) => (isUnsettled(row) ? [row.localId] : [])));
      coming.rowsChanged();
      outbox.wake();
      interrupts.wake();
      view.changed();
    },
  });

  const coming = createComing({
    clock,
    rows: rowsHere,
    events: known.events,
    run: known.run,
    onChange: view.changed,
  });

  const draft = createDraft(pages, clock, draftKey());

  // ── asking and telling the gateway ──────────────────────────────────────────────────────────────────────────

  const lister = createLister({
    gateway,
    clock,
    includeThinking,
    lateMs: commitWindowMs,
    sessionId: mustHaveId,
    signal,
    getLog: known.log,
    setLog(next, news, isPart) {
      const before = known.log();
      known.set(next, news, isPart);
      talk.tellListed(before);
      keeper.save();
    },
    onFailure: (error) => reader.report(error),
    patience: () => reader.patience(),
    heldMs: () => reader.heldMs(),
    onReload: () => onWarning('the gateway knows none of the stored events; all is read anew'),
  });

  const reader: Reader = createReader({
    platform,
    gateway,
    lister,
    transport: settings.transport,
    includeThinking,
    commitWindowMs,
    sessionId: mustHaveId,
    signal,
    isBusy: () => busy.isBusy(),
    onFrame(frame) {
      if (known.apply(frame)) talk.tellFrame(frame);
    },
    onReset: known.dropPreviews,
    onState(connection, trouble) {
      view.set({ connection, trouble });
      if (trouble?.kind === 'not_found') void outbox.refuseAll('not_found');
      talk.tellStatus();
    },
    onUpToDate(startedAt) {
      talk.listed(startedAt);
      keeper.save();
      // Without a channel what another tab has sent is only in storage.
      if (platform.openChannel === null) void rows.read().then(outbox.tidy);
      else readUnsettled();
      busy.caughtUp();
      if (view.status().isUpToDate) return;
      view.set({ isUpToDate: true });
      talk.tellStatus();
    },
  });

  /** Events of a reply: the tabs see them at once, and the reader looks what becomes of them. */
  function accept(reply: readonly SessionEvent[], before: readonly string[]): void {
    let behind = before;
    for (const event of reply) {
      known.add(event, behind);
      talk.tellEvent(event, behind);
      behind = [event.id];
    }
    talk.tell('posted');
    reader.posted();
  }

  const toGateway = {
    platform,
    gateway,
    commitWindowMs,
    sessionId,
    look,
    lastId: known.lastId,
    lastIds: known.lastIds,
    signal,
  };

  /** What the requests of one kind share: how they fare is theirs alone. */
  const onLane = (lane: Lane) => ({
    report: (error: unknown) => reader.report(error, lane),
    accept(reply: readonly SessionEvent[], before: readonly string[]) {
      reader.fine(lane);
      accept(reply, before);
    },
    heldMs: () => reader.heldMs(lane),
    isBlocked: () => reader.isBlocked(lane),
  });

  const results = createResults({
    ...toGateway,
    ...onLane('result'),
    look: () => reader.look('result'),
    clock,
    page,
    events: known.events,
    onChange: toolsChanged,
  });

  const busy = createBusy({
    clock,
    known,
    rows: rowsHere,
    isBlocked: () => reader.isBlocked('message'),
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
    events: known.events,
    tellOthers: () => talk.tell('rows'),
    isOver: () => life.end.aborted,
  });

  const interrupts = createInterrupts({
    ...toGateway,
    ...onLane('stop'),
    open: openInterrupts,
    run: known.run,
    coming,
    takeBack: (localId) => outbox.takeBack(localId).catch(() => null),
    isPartial: known.isPartial,
    stopTools: settings.stopTools,
    onChange() {
      outbox.wake();
      view.changed();
    },
  });

  const outbox = createOutbox({
    ...toGateway,
    ...onLane('message'),
    store: rows,
    get lockName() {
      return `${namespace}:${sessionId()}:send`;
    },
    events: known.events,
    baseline() {
      const { listed, hasOlder } = known.log();
      return listed.at(-1 - OVERLAP)?.id ?? (hasOlder ? listed[0]?.id : null) ?? null;
    },
    isListed(id) {
      const { ids, listed } = known.log();
      return ids.has(id) && indexOfId(listed, id) >= 0;
    },
    coveredAt: lister.coveredAt,
    pin: lister.pin,
    unpin: lister.unpin,
    isHeld: () =>
      settings.holdsMessages() ||
      openInterrupts.isOpen() ||
      (known.run().state === 'paused' &&
        (busy.areToolsBusy() || talk.isBusyElsewhere() || busy.isNewHere())),
    readHolds: openInterrupts.read,
    isRunOpen: () => known.run().state !== 'idle',
    onPost() {
      skipQuestions();
      talk.tell('skip');
    },
    onSettled: () => reader.fine('message'),
    tellOthers: () => talk.tell('rows'),
    onChange: view.changed,
    onWarning,
  });

  // ── who does what, and when ─────────────────────────────────────────────────────────────────────────────────

  const talk = createTabTalk({
    platform,
    known,
    view,
    isAlone,
    onLead: () => void keeper.takeOver().then(rows.read).then(view.changed),
    onListed: keeper.save,
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
      if (reader.isBlocked('message')) reader.retryNow();
    },
    onWarning,
  });

  const duty = createDuty({
    platform,
    isHere: () => life.isHere() && view.status().isRestored,
    isTalking: () => sessionId() !== null && (talk.isLeader() || isAlone()),
    isBusy: busy.isBusy,
    hasUnsent: busy.hasUnsent,
    isUnfinished: () =>
      known.run().state !== 'idle' || rows.rows().some(isUnsettled) || busy.areToolsBusy(),
    keepMark: settings.keepMark,
    read: (isOn) => (isOn ? reader.start() : reader.stop()),
    send: (until) => void outbox.work(until),
    againMs: reader.againMs,
    tryAgain,
    recheck: () => void rows.read().then(view.changed),
    remind() {
      if (busy.hasUnsent()) talk.tell('rows');
      readUnsettled();
      talk.hello();
      view.changed();
    },
  });

  const life = createLife({
    page,
    onVisibility(isVisible) {
      if (isVisible) waker.wake();
      else draft.flush();
      talk.onVisibility();
      if (isVisible) {
        talk.hello();
        tryAgain();
      } else view.changed();
    },
    onConnectivity(isOnline) {
      if (isOnline) retryHere();
      else view.changed();
    },
    onFreeze() {
      draft.flush();
      duty.rest();
      talk.leave();
    },
    onThaw() {
      void rows.read();
      void keeper.comeBack();
      join();
      tryAgain();
    },
  });

  /** Where tabs share no storage, or can't hear each other, each reads and sends by itself. */
  function isAlone(): boolean {
    const isShared = storage.isDurable && platform.openChannel !== null && !rows.isVolatile();
    return !isShared || (page.isVisible() && talk.isLeaderSilent());
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
      talk.tellBusy(isBusyNow);
      // Only then: the runner is told of each change here, and answers with one of its own.
      view.changed();
    }
    outbox.wake();
  }

  function draftKey(): string {
    return `${namespace}:draft:${sessionId() ?? 'new'}`;
  }

  function join(): void {
    if (sessionId() !== null && life.isHere()) talk.join(`${namespace}:${sessionId()}`);
    view.changed();
  }

  async function clearTo(floor: string): Promise<void> {
    known.setFloor(floor);
    await Promise.all([keeper.clear(), outbox.forget()]);
    view.changed();
  }

  function retryHere(): void {
    waker.wake();
    reader.retryNow();
    outbox.retryNow();
    results.retryNow();
    view.changed();
  }

  function retryEverywhere(): void {
    talk.tell('retry');
    retryHere();
  }

  /** Somebody may have topped up the credits meanwhile. */
  function tryAgain(): void {
    if (reader.tryAgain()) outbox.retryNow();
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
      keeper,
      known,
      ask: input.getSessionId ?? noSession,
      draftKey,
      clearTo,
      readUnsettled,
      join,
      remind() {
        talk.tell('rows');
        talk.hello();
      },
    },
    life.end,
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
      if (view.status().isLoadingOlder || !known.hasOlder() || sessionId() === null) return;
      view.set({ isLoadingOlder: true });
      try {
        if (await keeper.showOlder()) return;
        // A request like any other; what keeps it from leaving is told already.
        if (!page.isOnline() || reader.isBlocked()) return;
        await reader.patience();
        await lister.older();
      } catch (error) {
        if (life.isHere()) reader.report(error);
      } finally {
        view.set({ isLoadingOlder: false });
      }
    },
    retryNow: retryEverywhere,
    postResults: results.post,
    evict,
    look,
    getDraft: draft.get,
    setDraft: draft.set,
    toolsChanged,
    async clear() {
      const floor = known.lastId();
      draft.set('');
      draft.flush();
      if (floor === null) return;
      talk.tellCleared(floor);
      await clearTo(floor);
    },
    close() {
      life.close();
      view.close();
    },
  };
}
