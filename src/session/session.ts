// One conversation in this tab: wires log, reader, outbox, results, interrupts, tabs and storage into a Session.
// Holds the state; each rule is in the file that is named for it.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform, TimerId } from '../platform/types.ts';
import { parseEvent, type SessionEvent, type StreamFrame } from '../protocol/index.ts';
import { createDraft } from './draft.ts';
import { createInterrupts } from './interrupts.ts';
import { createLister } from './lister.ts';
import {
  addProvisional,
  allEvents,
  EMPTY_LOG,
  emptyLog,
  fromListed,
  indexOfId,
  type Log,
  lastId,
  OVERLAP,
  prependOlder,
  withTail,
} from './log.ts';
import { createLogStore, type LogStore, type StoredEvents } from './log-store.ts';
import { createOutbox } from './outbox.ts';
import { isUnsettled, type OutboxRow } from './outbox-rows.ts';
import { createPreviews } from './previews.ts';
import { createReader, type Reader } from './reader.ts';
import { createResults } from './results.ts';
import { createRowStore } from './row-store.ts';
import { type RunFacts, readRun } from './run-state.ts';
import {
  applyListed,
  catchUpOf,
  changeOf,
  readConnection,
  readFrame,
  readTrouble,
} from './sharing.ts';
import { createTabs, type Tabs } from './tabs.ts';
import { buildTranscript, type Transcript } from './transcript.ts';
import { troubleOf } from './trouble.ts';
import type { Connection, RunView, Session, SessionSnapshot, Trouble } from './types.ts';
import { createWaker } from './wait.ts';

export interface SessionSettings {
  transport: 'auto' | 'stream' | 'poll';
  /** local: the transcript is stored. session, none: it lives in the open pages only. */
  history: 'local' | 'session' | 'none';
  includeThinking: boolean;
  /** W: the longest a commit can take after its request ended, milliseconds. */
  commitWindowMs: number;
  /** A tool's handler has started and isn't finished, in this tab. */
  areHandlersRunning(): boolean;
  /** The visitor is being asked about a tool, in this tab. */
  hasOpenQuestions(): boolean;
  /** A message goes out instead of an answer to these questions. */
  onQuestionsSkipped(): void;
  /** Abort this browser's tools and post what is true of them. */
  stopTools(): Promise<void>;
  /** Something beside this session is unfinished (an open panel): the mark stays. */
  keepMark(): boolean;
}

export interface SessionOptions {
  /** Null or absent: `getSessionId` is asked, as often as it takes. */
  sessionId?: string | null;
  getSessionId?: () => Promise<string>;
  gateway: SessionEvents;
  platform: Platform;
  /** Gateway and widget name: the start of every key, lock and channel. */
  namespace: string;
  options?: Partial<SessionSettings>;
  onWarning?: (reason: string) => void;
  /** Each event, when this browser first sees it. */
  onEvent?: (event: SessionEvent) => void;
}

/** A run of which nothing was heard for so long doesn't keep a hidden page awake. */
const SILENT_RUN_MS = 900_000;
/** How long another tab's word that its tools are at work holds without being repeated. */
const BUSY_TAB_MS = 60_000;
const REMIND_MS = 5_000;
const REMIND_IDLE_MS = 30_000;

const DEFAULTS: SessionSettings = {
  transport: 'auto',
  history: 'local',
  includeThinking: false,
  commitWindowMs: 60_000,
  areHandlersRunning: () => false,
  hasOpenQuestions: () => false,
  onQuestionsSkipped: () => {},
  stopTools: async () => {},
  keepMark: () => false,
};

export function createSession(input: SessionOptions): Session {
  const { gateway, platform, namespace, onWarning = () => {}, onEvent = () => {} } = input;
  const settings: SessionSettings = { ...DEFAULTS, ...input.options };
  const { clock, random, storage, page, locks } = platform;
  const listeners = new Set<() => void>();
  const life = new AbortController();
  const waker = createWaker(clock);
  const previews = createPreviews();
  const seen = new Map<string, number>();
  const tabId = random.id();
  /** Tabs whose tools are at work, until when that is believed. */
  const busyTabs = new Map<string, number>();

  let sessionId = input.sessionId ?? null;
  let log: Log = EMPTY_LOG;
  let run: RunFacts = { state: 'idle' };
  let runOf: readonly SessionEvent[] = [];
  let events: readonly SessionEvent[] = [];
  let connection: Connection = 'off';
  let trouble: Trouble | null = null;
  let isRestored = false;
  let isUpToDate = false;
  let isLoadingOlder = false;
  let isCleared = false;
  let isClosed = false;
  let isFrozen = false;
  let newsAt = clock.monotonic();
  let logStore: LogStore | null = null;
  let tabs: Tabs | null = null;
  let reminder: TimerId | null = null;
  let isSaving = false;
  let isSaveDue = false;
  let wasBusyTold = false;
  /** From one pageshow to the next pagehide. */
  let period = new AbortController();
  /** While this tab sends for all. */
  let working: AbortController | null = null;
  let transcript: Transcript | null = null;
  let snapshot: SessionSnapshot | null = null;
  let isNotifying = false;

  // ── state and its listeners ─────────────────────────────────────────────────────────────────────────────────

  function changed(): void {
    snapshot = null;
    if (isNotifying || isClosed) return;
    isNotifying = true;
    queueMicrotask(() => {
      isNotifying = false;
      if (isClosed) return;
      update();
      for (const listener of [...listeners]) listener();
    });
  }

  const seenAt = (id: string): number => seen.get(id) ?? 0;

  function see(event: SessionEvent): void {
    previews.drop(event.id);
    if (seen.has(event.id)) return;
    seen.set(event.id, Math.round(clock.now()));
    newsAt = clock.monotonic();
    onEvent(event);
  }

  function setLog(next: Log): void {
    if (next === log) return;
    log = next;
    events = allEvents(log);
    const before = run;
    if (runOf !== events) run = readRun(events, new Set(log.tail.map((event) => event.id)));
    runOf = events;
    if (run.state === 'idle' && before.state !== 'idle') previews.clear();
    outbox.wake();
    interrupts.wake();
    void outbox.tidy();
    changed();
  }

  /** What a list has brought here: saved and passed on, if this tab speaks for all. */
  function setListed(next: Log, news: readonly SessionEvent[]): void {
    const before = log;
    for (const event of news) see(event);
    setLog(next);
    const change = changeOf(before, log);
    if (tabs?.isLeader()) {
      if (change !== null) tabs.post({ type: 'listed', ...change });
      save();
    }
  }

  function addEvent(event: SessionEvent, before?: readonly string[]): void {
    see(event);
    setLog(addProvisional(log, event, before));
  }

  /** Events of a reply: the tabs see them at once, and the reader looks what becomes of them. */
  function accept(reply: readonly SessionEvent[], before: string | null): void {
    let last = before;
    for (const event of reply) {
      const behind = last === null ? [] : [last];
      addEvent(event, behind);
      tabs?.post({ type: 'event', event, before: behind });
      last = event.id;
    }
    tabs?.post({ type: 'posted' });
    reader.posted();
  }

  // ── the parts ───────────────────────────────────────────────────────────────────────────────────────────────

  const rows = createRowStore({
    storage,
    key: `${namespace}:outbox`,
    evict,
    onChange: () => {
      outbox.wake();
      changed();
    },
  });

  const ownRows = (): readonly OutboxRow[] =>
    rows.rows().filter((row) => row.sessionId === sessionId);

  const mustHaveId = (): string => sessionId ?? '';

  const lister = createLister({
    gateway,
    clock,
    includeThinking: settings.includeThinking,
    lateMs: settings.commitWindowMs,
    sessionId: mustHaveId,
    signal: () => period.signal,
    getLog: () => log,
    setLog: setListed,
    onFailure: (error) => reader.report(error),
    patience: () => reader.patience(),
    onReload: () => onWarning('the gateway knows none of the stored events; all is read anew'),
  });

  const reader: Reader = createReader({
    platform,
    gateway,
    lister,
    transport: settings.transport,
    includeThinking: settings.includeThinking,
    commitWindowMs: settings.commitWindowMs,
    sessionId: mustHaveId,
    isBusy,
    onFrame(frame) {
      tabs?.post({ type: 'frame', frame });
      applyFrame(frame);
    },
    onReset: () => previews.clear(),
    onState(next, found) {
      connection = next;
      trouble = found;
      if (found?.kind === 'not_found') void outbox.refuseAll('not_found');
      tellState();
      changed();
    },
    onUpToDate() {
      // Without a channel what another tab has sent is only in storage.
      if (platform.openChannel === null) void rows.read().then(outbox.tidy);
      if (isUpToDate) return;
      isUpToDate = true;
      tellState();
      changed();
    },
  });

  const signal = (): AbortSignal => period.signal;
  const look = (): Promise<void> => reader.look();

  const results = createResults({
    clock,
    gateway,
    commitWindowMs: settings.commitWindowMs,
    sessionId: () => sessionId,
    events: () => events,
    look,
    lastId: () => lastId(log) ?? null,
    accept,
    report: reader.report,
    signal,
    onChange: toolsChanged,
  });

  const interrupts = createInterrupts({
    platform,
    gateway,
    commitWindowMs: settings.commitWindowMs,
    sessionId: () => sessionId,
    run: () => run,
    look,
    lastId: () => lastId(log) ?? null,
    accept,
    stopTools: settings.stopTools,
    signal,
    onChange() {
      outbox.wake();
      changed();
    },
  });

  const outbox = createOutbox({
    platform,
    gateway,
    store: rows,
    get lockName() {
      return `${namespace}:${sessionId}:send`;
    },
    commitWindowMs: settings.commitWindowMs,
    sessionId: () => sessionId,
    events: () => events,
    baseline: () =>
      log.listed.at(-1 - OVERLAP)?.id ?? (log.hasOlder ? log.listed[0]?.id : null) ?? null,
    isListed: (id) => log.ids.has(id) && indexOfId(log.listed, id) >= 0,
    look,
    pin: lister.pin,
    unpin: lister.unpin,
    lastId: () => lastId(log) ?? null,
    accept,
    isHeld: () =>
      interrupts.isOpen() || (run.state === 'paused' && (areToolsBusy() || isBusyElsewhere())),
    isRunOpen: () => run.state !== 'idle',
    onPost() {
      if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
      tabs?.post({ type: 'skip' });
    },
    isBlocked: reader.isBlocked,
    report: reader.report,
    tellOthers: () => tabs?.post({ type: 'rows' }),
    onChange: changed,
    onWarning,
  });

  const draft = createDraft(storage, clock, `${namespace}:draft:${sessionId ?? 'new'}`);

  // ── who does what, and when ─────────────────────────────────────────────────────────────────────────────────

  /** Where tabs share no storage, or can't hear each other, each reads and sends by itself. */
  function isAlone(): boolean {
    return !storage.isDurable || platform.openChannel === null || rows.isVolatile();
  }

  function areToolsBusy(): boolean {
    return settings.areHandlersRunning() || results.isPosting();
  }

  function isBusyElsewhere(): boolean {
    const now = clock.monotonic();
    for (const until of busyTabs.values()) if (until > now) return true;
    return false;
  }

  function isBusy(): boolean {
    const isRunLive = run.state !== 'idle' && clock.monotonic() - newsAt < SILENT_RUN_MS;
    return isRunLive || areToolsBusy() || hasUnsent();
  }

  function hasUnsent(): boolean {
    return ownRows().some((row) => isUnsettled(row) && row.state !== 'unconfirmed');
  }

  /** Starts and stops reading and sending as the page, the tabs and the work at hand want it. */
  function update(): void {
    const isHere = !isClosed && !isFrozen && isRestored;
    const talks = isHere && sessionId !== null && (tabs?.isLeader() === true || isAlone());
    const isOnline = page.isOnline();
    const isWanted = talks && isOnline && !isCleared && (page.isVisible() || isBusy());
    if (isWanted) reader.start();
    else reader.stop();
    if (isWanted && working === null) {
      working = new AbortController();
      void outbox.work(working.signal);
    } else if (!isWanted) {
      working?.abort();
      working = null;
    }
    if (isHere && !talks && (hasUnsent() || page.isVisible())) remind();
    mark();
  }

  /** A message between tabs can be missed (a frozen page): what matters is said again, and nobody waits for it. */
  function remind(): void {
    if (reminder !== null) return;
    reminder = clock.setTimeout(
      () => {
        reminder = null;
        if (isClosed || isFrozen) return;
        if (hasUnsent()) tabs?.post({ type: 'rows' });
        hello();
        changed();
      },
      hasUnsent() ? REMIND_MS : REMIND_IDLE_MS,
    );
  }

  /** Asks the tab that reads for what this one lacks. */
  function hello(): void {
    tabs?.post({ type: 'hello', last: lastId(log) ?? null, count: log.listed.length });
  }

  function mark(): void {
    const isUnfinished = run.state !== 'idle' || rows.rows().some(isUnsettled) || areToolsBusy();
    if (isUnfinished === isMarked) return;
    isMarked = isUnfinished;
    if (isUnfinished) platform.mark.set();
    else if (!settings.keepMark()) platform.mark.clear();
  }
  let isMarked: boolean | null = null;

  function applyFrame(frame: StreamFrame): void {
    if (frame.kind === 'event') addEvent(frame.event);
    else {
      if (log.ids.has(frame.event_id)) return;
      previews.apply(frame);
      changed();
    }
  }

  function tellState(): void {
    if (tabs?.isLeader()) tabs.post({ type: 'state', connection, trouble, isUpToDate });
  }

  /** The runner's state has changed: what waits for it may go on, here and in the tab that sends. */
  function toolsChanged(): void {
    const isBusyNow = areToolsBusy();
    if (isBusyNow !== wasBusyTold) {
      wasBusyTold = isBusyNow;
      tabs?.post({ type: 'busy', tab: tabId, isBusy: isBusyNow });
      // Only then: the runner is told of each change here, and answers with one of its own.
      changed();
    }
    outbox.wake();
  }

  function onMessage(message: Record<string, unknown>): void {
    const isLeader = tabs?.isLeader() === true;
    switch (message.type) {
      case 'hello':
        if (isLeader) {
          if (message.last !== lastId(log) || message.count !== log.listed.length) {
            if (log.isLoaded) tabs?.post({ type: 'listed', ...catchUpOf(log) });
            for (const event of log.tail) {
              tabs?.post({ type: 'event', event, before: log.before.get(event.id) });
            }
          }
          tellState();
        }
        if (wasBusyTold) tabs?.post({ type: 'busy', tab: tabId, isBusy: true });
        break;
      case 'listed': {
        if (isLeader) break;
        const next = applyListed(log, message);
        if (next === null) hello();
        else {
          for (const event of next.listed.slice(-CATCH_UP_SEEN)) see(event);
          setLog(next);
        }
        break;
      }
      case 'event': {
        const event = parseEvent(message.event);
        const { before } = message;
        if (event === null) break;
        const ids = Array.isArray(before) ? before.filter((id) => typeof id === 'string') : [];
        addEvent(event, Array.isArray(before) ? ids : undefined);
        break;
      }
      case 'posted':
        if (isLeader) reader.posted();
        break;
      case 'frame': {
        const frame = readFrame(message.frame);
        if (frame !== null && !isLeader) applyFrame(frame);
        break;
      }
      case 'state':
        if (isLeader || isAlone()) break;
        connection = readConnection(message.connection) ?? connection;
        // Another tab gets through: what stopped this one as it led is over, and its results may go out.
        if (message.trouble === null && reader.isBlocked()) reader.retryNow();
        trouble = readTrouble(message.trouble);
        isUpToDate ||= message.isUpToDate === true;
        changed();
        break;
      case 'rows':
        void rows.read();
        break;
      case 'busy':
        if (typeof message.tab !== 'string') break;
        if (message.isBusy === true) busyTabs.set(message.tab, clock.monotonic() + BUSY_TAB_MS);
        else busyTabs.delete(message.tab);
        outbox.wake();
        break;
      case 'skip':
        if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
        break;
      case 'retry':
        if (isLeader) retryHere();
        break;
      default:
        break;
    }
  }

  // ── storage ─────────────────────────────────────────────────────────────────────────────────────────────────

  function adoptStored(stored: StoredEvents): void {
    stored.events.forEach((event, index) => {
      if (!seen.has(event.id)) seen.set(event.id, stored.seen[index] ?? 0);
    });
  }

  async function restore(): Promise<void> {
    await Promise.all([rows.read(), draft.load()]);
    if (sessionId !== null) await restoreLog(sessionId);
    isRestored = true;
    changed();
  }

  async function restoreLog(id: string): Promise<void> {
    if (settings.history !== 'local') return;
    logStore = createLogStore(storage, `${namespace}:${id}`);
    const stored = await logStore.load().catch(() => null);
    if (stored === null || log.isLoaded) return;
    adoptStored(stored);
    lister.settle(stored.settledId, stored.events[0]?.id);
    let restored = fromListed(stored.events, stored.hasOlder);
    restored = withTail(restored, log);
    setLog(restored);
  }

  /** One write at a time; what comes meanwhile is in the next one. */
  function save(): void {
    isSaveDue = true;
    if (isSaving || logStore === null || isCleared) return;
    isSaving = true;
    void (async () => {
      while (isSaveDue && logStore !== null && !isCleared) {
        isSaveDue = false;
        const state = {
          listed: log.listed,
          hasOlder: log.hasOlder,
          settledId: lister.settledId(),
          seenAt,
        };
        try {
          await logStore.save(state);
        } catch {
          // No room, or refused: the transcript is a cache. Others' are dropped first, then it is done without.
          await evict().catch(() => {});
          await logStore.save(state).catch(() => {});
        }
      }
      isSaving = false;
    })();
  }

  /** Frees room: transcripts of other conversations, then this one's. Never outbox or journal. */
  async function evict(): Promise<void> {
    const keys = (await storage.keys()).filter(
      (key) => key.startsWith(`${namespace}:`) && /:log(:-?\d+)?$/.test(key),
    );
    const others = keys.filter((key) => !key.startsWith(`${namespace}:${sessionId}:log`));
    if (others.length > 0) await storage.delMany(others);
    else await logStore?.clear();
  }

  // ── life ────────────────────────────────────────────────────────────────────────────────────────────────────

  function join(): void {
    if (sessionId === null || isClosed || isFrozen) return;
    tabs ??= createTabs({
      locks,
      page,
      openChannel: platform.openChannel,
      name: `${namespace}:${sessionId}`,
      onLead: () => void lead(),
      onFollow: changed,
      onMessage,
      onWarning,
    });
    tabs.join();
    hello();
    changed();
  }

  /** What the last leader stored is where this one goes on. */
  async function lead(): Promise<void> {
    const stored = (await logStore?.load().catch(() => null)) ?? null;
    if (stored !== null) {
      adoptStored(stored);
      if (!log.isLoaded) setLog(fromListed(stored.events, stored.hasOlder));
    }
    await rows.read();
    changed();
  }

  async function findSession(): Promise<void> {
    for (let failures = 0; sessionId === null && !life.signal.aborted; failures++) {
      if (
        !page.isOnline() ||
        (!page.isVisible() && rows.rows().every((row) => row.sessionId !== null))
      ) {
        await waker.sleep(null, life.signal);
        continue;
      }
      connection = 'connecting';
      changed();
      try {
        const id = await (input.getSessionId ?? noSession)();
        if (life.signal.aborted) return;
        sessionId = id;
        await outbox.adopt(id);
        trouble = null;
        draft.move(`${namespace}:draft:${id}`);
        await restoreLog(id);
        join();
        changed();
      } catch (error) {
        if (life.signal.aborted) return;
        const found = troubleOf(error, { clock, random, failures });
        ({ trouble } = found);
        connection = 'waiting';
        changed();
        await waker.sleep(found.delayMs, life.signal);
      }
    }
  }

  function retryHere(): void {
    waker.wake();
    reader.retryNow();
    outbox.retryNow();
    changed();
  }

  function freeze(): void {
    draft.flush();
    isFrozen = true;
    period.abort();
    reader.stop();
    working?.abort();
    working = null;
    tabs?.leave();
  }

  function thaw(): void {
    if (!isFrozen || isClosed) return;
    isFrozen = false;
    period = new AbortController();
    void rows.read();
    join();
    changed();
  }

  const offs = [
    page.on('visible', () => {
      waker.wake();
      tabs?.onVisibility();
      hello();
      changed();
    }),
    page.on('hidden', () => {
      draft.flush();
      tabs?.onVisibility();
      changed();
    }),
    page.on('online', () => {
      waker.wake();
      retryHere();
    }),
    page.on('offline', changed),
    page.on('pagehide', freeze),
    page.on('pageshow', thaw),
  ];

  void restore().then(() => {
    if (isClosed) return;
    if (sessionId === null) void findSession();
    else join();
  });

  function runView(): RunView {
    if (run.state === 'idle') return { state: 'idle' };
    const { runId, startedBy } = run;
    const isStopping = run.isInterrupted || interrupts.stopping() === runId;
    if (run.state === 'running') {
      return { state: 'running', startedAt: seenAt(runId), isStopping };
    }
    const isOurs = ownRows().some(
      (row) => row.eventId === startedBy || row.copies?.includes(startedBy ?? '') === true,
    );
    const calls = run.calls.map(({ use, eventId, traceparent }) => ({
      toolUseId: use.id,
      name: use.name,
      input: use.input,
      ...(traceparent === undefined ? {} : { traceparent }),
      firstSeenAt: seenAt(eventId),
      isOurs,
    }));
    return { state: 'paused', calls, isStopping };
  }

  function takeSnapshot(): SessionSnapshot {
    const isOnline = page.isOnline();
    transcript = buildTranscript(transcript, {
      events,
      rows: ownRows(),
      run,
      previews: previews.texts(),
      seenAt,
      delivery: { isOnline, hasSession: sessionId !== null, isHeld: outbox.isHeld() },
    });
    return {
      sessionId,
      entries: transcript.entries,
      run: runView(),
      connection: isOnline ? connection : 'offline',
      trouble,
      isRestored,
      isUpToDate,
      hasOlder: log.hasOlder,
      isLoadingOlder,
      isForgetful: !storage.isDurable || rows.isVolatile(),
    };
  }

  return {
    getSnapshot: () => {
      snapshot ??= takeSnapshot();
      return snapshot;
    },
    subscribe(listener) {
      // One wrapper a subscription: the same function may come twice.
      const entry = (): void => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    async send(content) {
      isCleared = false;
      const localId = await outbox.add(content);
      waker.wake();
      changed();
      return localId;
    },
    check: (localId) => outbox.check(localId),
    resend: (localId) => outbox.resend(localId),
    discard: (localId) => outbox.discard(localId),
    interrupt: () => interrupts.interrupt(),
    async loadOlder() {
      if (isLoadingOlder || !log.hasOlder || sessionId === null) return;
      isLoadingOlder = true;
      changed();
      try {
        const stored = (await logStore?.loadOlder().catch(() => null)) ?? null;
        if (stored === null) await lister.older();
        else {
          adoptStored(stored);
          setLog(prependOlder(log, stored.events, stored.hasOlder));
        }
      } catch (error) {
        reader.report(error);
      } finally {
        isLoadingOlder = false;
        changed();
      }
    },
    retryNow() {
      tabs?.post({ type: 'retry' });
      retryHere();
    },
    postResults: (posted) => results.post(posted),
    getDraft: () => draft.get(),
    setDraft: (text) => draft.set(text),
    toolsChanged,
    async clear() {
      isCleared = true;
      previews.clear();
      draft.set('');
      draft.flush();
      lister.settle(null);
      setLog(emptyLog());
      changed();
      await logStore?.clear().catch(() => {});
    },
    close() {
      if (isClosed) return;
      freeze();
      isClosed = true;
      life.abort();
      for (const off of offs) off();
      listeners.clear();
    },
  };
}

/** Events of another tab's list that may be new here. */
const CATCH_UP_SEEN = 200;

function noSession(): Promise<string> {
  return Promise.reject(
    Object.assign(new Error('There is no session, and nobody to ask for one.'), {
      code: 'no_session',
    }),
  );
}
