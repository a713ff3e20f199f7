// One conversation in this tab: makes the parts of a session, and says which of them hears what.
//
//   conversation-state ─ view                  what is known, and shown
//   row-store, transcript-cache, draft         what is stored
//   backoff ─ lister ─ reader ─ gates          how the gateway is asked
//   sending ─ outbox, results, interrupts      what is told to it
//   tab-channel, leader-role, page-lifecycle   which tab does it, and when

import type { SessionEvent } from '../protocol/index.ts';
import { createAttention } from './attention.ts';
import { createBackoff } from './backoff.ts';
import { begin } from './beginning.ts';
import { createConversationState } from './conversation-state.ts';
import { createDraft } from './draft.ts';
import { noSession } from './find-session.ts';
import { createGate, type GatePorts } from './gate.ts';
import { createLeaderRole } from './leader-role.ts';
import { createLister } from './lister.ts';
import { loadOlder } from './load-older.ts';
import { idBefore, isFlooded, lastArrival } from './log.ts';
import { isUnsettled, type OutboxRow, rowsOf } from './outbox-rows.ts';
import { createPageLifecycle } from './page-lifecycle.ts';
import { createReader, type Reader } from './reader.ts';
import { createRowStore } from './row-store.ts';
import { createSending, type Sending } from './sending.ts';
import { DEFAULT_SETTINGS, type SessionContext, type SessionOptions } from './settings.ts';
import { createTabChannel, type Heard } from './tab-channel.ts';
import { createTranscriptCache } from './transcript-cache.ts';
import { blockageOf } from './trouble.ts';
import type { Connection, Session } from './types.ts';
import { createView } from './view.ts';
import { createWaker } from './wait.ts';

export type { SessionOptions, SessionSettings } from './settings.ts';

export function createSession(input: SessionOptions): Session {
  const { gateway, platform, namespace, onWarning = () => {}, onEvent = () => {} } = input;
  const settings = { ...DEFAULT_SETTINGS, ...input.options };
  const { history } = settings;
  const { clock, storage, page } = platform;
  const waker = createWaker(clock);
  /** Ends what the reader waits for. */
  const reading = createWaker(clock);
  let connection: Connection = 'off';

  const sessionId = (): string | null => view.status().sessionId;
  const context: SessionContext = {
    platform,
    namespace,
    settings,
    sessionId,
    signal: () => lifecycle.period(),
    isOver: () => lifecycle.end.aborted,
    evict: () => cache.evict(),
    onWarning,
  };

  // ── what is known, shown and stored ─────────────────────────────────────────────────────────────────────────

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
      cache.previewed();
    },
    onPreview() {
      view.previewed();
      cache.previewed();
    },
  });

  const ownRows = rowsOf((row) => outbox.isOurs(row));
  const rowsHere = (): readonly OutboxRow[] => ownRows(rows.rows(), sessionId());

  const view = createView(input.sessionId ?? null, {
    page,
    conversation,
    rows: rowsHere,
    rowsReadAt: () => rows.readAt(),
    stopping: () => interrupts.stopping(),
    coming: () => interrupts.coming(),
    isHeld: () => outbox.isHeld(),
    isForgetful: () => !storage.isDurable || rows.hasUnstored(),
    onChange() {
      role.update();
      attention.watch(isWaiting());
    },
  });

  const cache = createTranscriptCache({
    platform,
    history,
    namespace,
    isLeader: () => channel.mayStore(),
    conversation,
    settledId: () => lister.settledId(),
    restored: (id) => lister.restored(id),
  });

  const rows = createRowStore(context, {
    onChange() {
      sending.rowsChanged();
      outbox.wake();
      interrupts.wake();
      // A second copy may be in the log already.
      void outbox.tidy();
      view.changed();
    },
    onStored: () => channel.tell({ type: 'rows' }),
  });

  const draft = createDraft(
    history === 'local' ? storage : platform.tabStorage,
    clock,
    namespace,
    sessionId(),
    settings.owner,
  );

  // ── asking the gateway, and telling it ──────────────────────────────────────────────────────────────────────

  const backoff = createBackoff({ platform, waker: reading, onTrouble: () => tellState() });

  const lister = createLister({
    context,
    gateway,
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
    context,
    gateway,
    lister,
    backoff,
    waker: reading,
    isBusy: () => busy.isBusy(),
    onFrame(frame) {
      if (conversation.apply(frame)) channel.tell({ type: 'frame', frame });
    },
    onReset() {
      conversation.previews.keep();
      view.changed();
    },
    onConnection(next) {
      connection = next;
      tellState();
    },
    onUpToDate(startedAt) {
      channel.listed(startedAt);
      cache.save();
      // Without a channel only storage tells what another tab has sent.
      if (platform.openChannel === null) void rows.read().then(outbox.tidy);
      else readUnsettled();
      busy.caughtUp();
      if (view.status().isUpToDate) return;
      view.set({ isUpToDate: true });
      channel.tellStatus();
    },
  });

  const out: GatePorts = {
    gateway,
    backoff,
    sessionId,
    refresh: reader.refresh,
    lastArrival: () => lastArrival(conversation.log()),
    accept,
  };

  const sending: Sending = createSending({
    context,
    conversation,
    backoff,
    gate: (lane) => createGate(out, lane),
    store: rows,
    rows: rowsHere,
    listedAt: lister.listedAt,
    isLive: () => reader.isLive() && !conversation.isPartial() && !isFlooded(conversation.log()),
    tell: (what) => channel.tell(what),
    isBusyElsewhere: () => channel.isBusyElsewhere(),
    onTakingBack: draft.hold,
    onChange: view.changed,
  });
  const { outbox, results, interrupts, busy } = sending;

  // ── which tab, and when ─────────────────────────────────────────────────────────────────────────────────────

  const channel = createTabChannel({
    platform,
    conversation,
    view,
    isShared: () => storage.isDurable && !rows.hasUnstored(),
    onLead: () => void cache.takeOver().then(rows.read).then(view.changed),
    onListed: cache.save,
    onHeard: hear,
    onOthersFine() {
      // The trouble that this tab met while it led is over: its results may go out.
      if (backoff.isBlocked('message')) retryReading();
    },
    onWarning,
  });

  const role = createLeaderRole({
    platform,
    isHere: () => lifecycle.isHere() && view.status().isRestored,
    isTalking: () => sessionId() !== null && (channel.isLeader() || channel.isAlone()),
    busy,
    keepMark: settings.keepMark,
    read: (isOn) => (isOn ? reader.start() : reader.stop()),
    send: (until) => void outbox.work(until),
    againMs: backoff.againMs,
    tryAgain,
    recheck: () => void rows.read().then(view.changed),
    remind() {
      if (busy.hasUnsent()) channel.tell({ type: 'rows' });
      readUnsettled();
      channel.hello();
      view.changed();
    },
  });

  const lifecycle = createPageLifecycle({
    page,
    onVisibility(isVisible) {
      if (isVisible) waker.wake();
      else {
        draft.flush();
        cache.flush();
      }
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
      cache.flush();
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

  const attention = createAttention(platform, () => {
    waker.wake();
    if (channel.isLeader() || channel.isAlone() || sessionId() === null) tryAgain();
    else channel.tell({ type: 'retry' });
  });

  void begin(
    {
      platform,
      view,
      waker,
      rows,
      draft,
      outbox,
      cache,
      ask: input.getSessionId ?? noSession,
      async clearAgain() {
        const { floor } = conversation.shown();
        if (floor !== null) await clearTo(floor);
        return floor !== null;
      },
      readUnsettled,
      join,
      remind() {
        channel.tell({ type: 'rows' });
        channel.hello();
      },
    },
    lifecycle.end,
  );

  // ── what follows from what ──────────────────────────────────────────────────────────────────────────────────

  function tellState(): void {
    const trouble = backoff.trouble();
    view.set({ connection, trouble });
    if (trouble?.kind === 'not_found') void outbox.refuseAll('not_found');
    channel.tellStatus();
  }

  /** Events of a reply: the tabs see them at once, and the reader looks what becomes of them. */
  function accept(reply: readonly SessionEvent[], behind: number): void {
    for (const event of reply) {
      conversation.add(event, behind);
      channel.tell({ type: 'event', event, behind: idBefore(conversation.events(), event.id) });
    }
    channel.tell({ type: 'posted' });
    reader.posted();
  }

  function hear(what: Heard): void {
    if (what.type === 'posted') reader.posted();
    else if (what.type === 'busy') outbox.wake();
    else if (what.type === 'stopped') sending.stoppedElsewhere(what.request, what.events);
    else if (what.type === 'skip') sending.skipQuestions();
    else if (what.type === 'retry') retryHere();
    else if (what.type === 'cleared') void clearTo(what.floor);
    else {
      void rows.read();
      void sending.readHolds().then(outbox.wake);
    }
  }

  /** Another tab may have sent a message that waits here: storage knows. */
  function readUnsettled(): void {
    if (rows.rows().some(isUnsettled)) void rows.read().then(view.changed);
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
    channel.tell({ type: 'retry' });
    retryHere();
  }

  /** Something is tried again by itself, later. */
  function isWaiting(): boolean {
    const { trouble } = view.status();
    const isPassing = trouble !== null && 'retryAt' in trouble && trouble.kind !== 'rate_limited';
    return isPassing && lifecycle.isHere();
  }

  /** Somebody may have topped up the credits meanwhile. */
  function tryAgain(): void {
    if (backoff.tryAgain()) outbox.retryNow();
    view.changed();
  }

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    async send(content, isTyped) {
      const localId = await outbox.add(content, isTyped);
      waker.wake();
      tryAgain();
      return localId;
    },
    check: outbox.check,
    async resend(localId) {
      await outbox.resend(localId);
      // Trouble that stops all messages would stop this one too: retry everything.
      if (blockageOf(view.status().trouble) !== null) retryEverywhere();
    },
    discard: outbox.discard,
    async interrupt() {
      const back = await interrupts.interrupt();
      if (back !== null) draft.handOver();
      return back;
    },
    loadOlder: () =>
      loadOlder({
        page,
        conversation,
        view,
        cache,
        backoff,
        reader,
        lister,
        isHere: lifecycle.isHere,
      }),
    retryNow: retryEverywhere,
    postResults: results.post,
    evict: context.evict,
    refresh: () => reader.refresh(),
    getDraft: draft.get,
    setDraft: draft.set,
    toolsChanged: sending.toolsChanged,
    async clear() {
      const floor = conversation.events().at(-1)?.id;
      draft.set('');
      draft.flush();
      if (floor === undefined) return;
      channel.tell({ type: 'cleared', floor });
      await clearTo(floor);
    },
    moveOut: outbox.moveOut,
    close() {
      attention.watch(false);
      lifecycle.close();
      view.close();
    },
  };
}
