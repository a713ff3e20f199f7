// One conversation in this tab: makes the facts, and then the parts, each of which listens to facts. A part knows only
// parts that stand above it here; nobody wakes anybody.
//
//   facts     page   time   log   rows   status   lists   wishes   tools
//     │         each is set by one part, and heard by all that have read it (facts.ts)
//     ▼
//   computed  backoff.trouble ─ channel.isLeader ─ busy.isBusy, isHeld ─ unnamed.stops.isOpen ─ view.getSnapshot
//     ▼
//   loops     lister ◂ reader      lists and stream; sets log and lists
//             outbox               messages, one after the other
//             results              what tools did; made when the gateway waits for one
//             interrupts           Stops
//
// Who still tells another what to do, and not only what is (◂ means “is told by”):
//
//   reader, outbox ◂ leader-role       work begins and ends: in the very moment, since a page that goes must hold no lock
//   tab-channel    ◂ lister, reader, gate, outbox, busy, unnamed     what the other tabs are to hear
//   reader         ◂ gate              something was accepted: its run should show within seconds
//   lister.allowed → reader            of two pages of a list the second waits for the reader's period (made later)
//   rows.evict     → transcript-cache  a full disk costs transcripts first (made later)
//   all of the above ◂ session         what the visitor does, and what other tabs say

import { signal, untracked } from '@preact/signals-core';
import { createAttention } from './attention.ts';
import { createBackoff } from './backoff.ts';
import { begin } from './beginning.ts';
import { createBusy } from './busy.ts';
import type { Facts, SessionContext, Status } from './context.ts';
import { createConversationState } from './conversation-state.ts';
import { createDraft } from './draft.ts';
import { again, createTime, watch } from './facts.ts';
import { noSession } from './find-session.ts';
import { createGate } from './gate.ts';
import { createInterrupts } from './interrupts.ts';
import { createLeaderRole } from './leader-role.ts';
import { createLister } from './lister.ts';
import { loadOlder } from './load-older.ts';
import { createOutbox } from './outbox.ts';
import { rowOf } from './outbox-moves.ts';
import { createPageLifecycle } from './page-lifecycle.ts';
import { createReader, type Reader } from './reader.ts';
import type { createResults } from './results.ts';
import { createRowStore } from './row-store.ts';
import { DEFAULT_SETTINGS, type SessionOptions } from './settings.ts';
import { createTabChannel } from './tab-channel.ts';
import { createTranscriptCache, type TranscriptCache } from './transcript-cache.ts';
import { blockageOf } from './trouble.ts';
import type { PostResults, Session } from './types.ts';
import { createUnnamed } from './unnamed/index.ts';
import { createView } from './view.ts';

export type { SessionOptions, SessionSettings } from './settings.ts';

export interface OpenSession extends Session {
  /** What posts the results of tools. Call it once, with what only a page that runs tools fetches. */
  resultsBy(create: typeof createResults): PostResults;
}

/**
 * A session at work: it reads, shows and sends from now on, until `close`. Whoever calls it or its methods inside of an
 * effect of signals follows none of its facts: `subscribe` alone tells of changes.
 */
export function createSession(input: SessionOptions): OpenSession {
  return untracked(() => make(input));
}

/** The same function; what it reads is no fact of the caller's. */
const apart =
  <A extends readonly unknown[], R>(run: (...args: A) => R) =>
  (...args: A): R =>
    untracked(() => run(...args));

function make(input: SessionOptions): OpenSession {
  const { gateway, platform, namespace, onWarning = () => {}, onEvent = () => {} } = input;
  const settings = { ...DEFAULT_SETTINGS, ...input.options };
  const { clock, storage } = platform;

  // ── facts ───────────────────────────────────────────────────────────────────────────────────────────────────

  const page = createPageLifecycle(platform.page);
  const status = signal<Status>({
    sessionId: input.sessionId ?? null,
    connection: 'off',
    trouble: null,
    isRestored: false,
    isUpToDate: false,
    isLoadingOlder: false,
  });
  const sessionId = (): string | null => status.value.sessionId;
  const evict = (): Promise<void> => cache.evict();
  const log = createConversationState(clock, onEvent);
  const rows = createRowStore({ platform, namespace, settings, evict, sessionId });
  const facts: Facts = {
    page,
    time: createTime(clock, page.end),
    status,
    log,
    rows,
    lists: signal({
      firstEndedAt: Number.POSITIVE_INFINITY,
      startedAt: Number.NEGATIVE_INFINITY,
    }),
    wishes: signal(0),
    tools: signal(0),
  };
  const context: SessionContext = {
    platform,
    namespace,
    settings,
    facts,
    sessionId,
    signal: page.period,
    isOver: () => page.end.aborted,
    evict,
    onWarning,
  };

  // ── what is stored, and shared with other tabs ──────────────────────────────────────────────────────────────

  const draft = createDraft(
    settings.history === 'local' ? storage : platform.tabStorage,
    clock,
    namespace,
    sessionId(),
    settings.owner,
  );
  page.hear((news) => (news === 'hidden' || news === 'gone') && draft.flush());
  const backoff = createBackoff(platform);
  const channel = createTabChannel(context, backoff);

  // ── asking the gateway ──────────────────────────────────────────────────────────────────────────────────────

  const lister = createLister({
    context,
    gateway,
    onListed: channel.tellListed,
    backoff,
    allowed: () => reader.allowed(),
  });
  const cache: TranscriptCache = createTranscriptCache({ context, channel, lister });
  const unnamed = createUnnamed(context, channel.tell);
  const busy = createBusy({ context, backoff, channel, unnamed });
  const reader: Reader = createReader({ context, gateway, lister, backoff, busy, channel });

  // ── telling it ──────────────────────────────────────────────────────────────────────────────────────────────

  const gates = { context, gateway, backoff, channel, reader };
  const gate = createGate(gates, 'message');
  const outbox = createOutbox({ context, gate, busy, channel, unnamed });
  const interrupts = createInterrupts({
    context,
    gate: createGate(gates, 'stop'),
    unnamed,
    async takeBack(localId) {
      const row = rowOf(rows, localId);
      if (row === undefined) return null;
      // The draft has its words on the disk before the outbox lets go of them there.
      const settle = await draft.hold(localId, row.content);
      const content = await outbox.takeBack(localId).catch(() => null);
      settle(content !== null);
      return content;
    },
  });

  const view = createView({ context, outbox, interrupts });
  createLeaderRole({ context, backoff, busy, channel, reader, outbox });
  createAttention(context, isWaiting, () => {
    again(facts.wishes);
    if (channel.isLeader() || channel.isAlone() || sessionId() === null) backoff.tryAgain();
    else channel.tell({ type: 'retry' });
  });

  // ── what follows from what ──────────────────────────────────────────────────────────────────────────────────

  watch(
    () => reader.connection.value,
    // Also what another tab has met while it led is no trouble of this one.
    () => set({ connection: reader.connection.peek(), trouble: backoff.trouble() }),
    page.end,
  );
  watch(
    backoff.trouble,
    () => {
      const trouble = backoff.trouble();
      set({ trouble });
      if (trouble?.kind === 'not_found') void outbox.refuseAll('not_found');
    },
    page.end,
  );
  // Another tab may have sent what waits here. Without a channel only storage tells what another tab has done.
  watch(
    () => [log.seen.messages(), facts.lists.value],
    () => (platform.openChannel === null ? void rows.read() : rows.readUnsettled()),
    page.end,
  );

  page.hear((news) => {
    if (news === 'shown' || news === 'back') tryAgain();
    else if (news === 'online') retryHere();
    else if (news === 'gone') channel.leave();
    if (news !== 'back') return;
    void rows.read();
    join();
  });

  channel.hear((what) => {
    if (what.type === 'posted') reader.posted();
    else if (what.type === 'stopped') void unnamed.stops.settle(what.request, what.events);
    else if (what.type === 'retry') retryHere();
    else if (what.type === 'cleared') void clearTo(what.floor);
    else if (what.type === 'rows') {
      void rows.read();
      void unnamed.stops.read();
    }
  });

  const ask = input.getSessionId ?? noSession;
  void begin({ context, draft, outbox, cache, channel, ask, clearTo }).then(join);

  function set(change: Partial<Status>): void {
    status.value = { ...status.peek(), ...change };
  }

  function join(): void {
    if (sessionId() !== null && page.isHere()) channel.join(`${namespace}:${sessionId()}`);
  }

  async function clearTo(floor: string): Promise<void> {
    log.setFloor(floor);
    await Promise.all([cache.clear(), unnamed.forget()]);
  }

  /** Something is tried again by itself, later. */
  function isWaiting(): boolean {
    const { trouble } = status.value;
    const isPassing = trouble !== null && 'retryAt' in trouble && trouble.kind !== 'rate_limited';
    return isPassing && page.isHere();
  }

  /** Somebody may have topped up the credits meanwhile. */
  function tryAgain(): void {
    again(facts.wishes);
    backoff.tryAgain();
  }

  function retryHere(): void {
    again(facts.wishes);
    backoff.retryNow();
  }

  function retryEverywhere(): void {
    channel.tell({ type: 'retry' });
    retryHere();
  }

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    send: apart(async (content, isTyped) => {
      const localId = await outbox.add(content, isTyped);
      tryAgain();
      return localId;
    }),
    check: apart(outbox.check),
    resend: apart(async (localId) => {
      await outbox.resend(localId);
      // Trouble that stops all messages would stop this one too: retry everything.
      if (blockageOf(status.peek().trouble) !== null) retryEverywhere();
    }),
    discard: outbox.discard,
    interrupt: apart(async () => {
      const back = await interrupts.interrupt();
      if (back !== null) draft.handOver();
      return back;
    }),
    loadOlder: apart(() => loadOlder({ context, cache, reader })),
    retryNow: retryEverywhere,
    resultsBy: (create) => apart(create({ context, gate: createGate(gates, 'result'), busy }).post),
    evict,
    refresh: apart(reader.refresh),
    getDraft: draft.get,
    setDraft: draft.set,
    toolsChanged: () => again(facts.tools),
    clear: apart(async () => {
      const floor = log.events().at(-1)?.id;
      draft.set('');
      draft.flush();
      if (floor === undefined) return;
      channel.tell({ type: 'cleared', floor });
      await clearTo(floor);
    }),
    moveOut: apart(outbox.moveOut),
    close: apart(page.close),
  };
}
