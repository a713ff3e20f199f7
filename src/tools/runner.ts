// The pipeline of a call, from "the gateway waits for it" to "the gateway has its result", in this tab among others.
// It knows the registry, the journal and a function that posts; it knows nothing of the log, the UI or the wire.

import type { Channel, Platform, TimerId } from '../platform/types.ts';
import { createApprovals } from './approval.ts';
import { GONE, SKIPPED, TAKEN } from './attempt.ts';
import { type Call, createCall, isOver } from './call.ts';
import { readable } from './descriptor.ts';
import { createDriver } from './drive.ts';
import { createJournal } from './journal.ts';
import { createPast } from './past.ts';
import { createPipeline } from './pipeline.ts';
import { createPoster } from './post.ts';
import { createPresence } from './presence.ts';
import type { ToolRegistry } from './registry.ts';
import { ToolError } from './tool-error.ts';
import type { CallState, CallView, PostResults, ToolRunner, ToolsSnapshot } from './types.ts';

export interface ToolRunnerParts {
  platform: Pick<Platform, 'clock' | 'random' | 'locks' | 'openChannel' | 'storage' | 'page'>;
  registry: Pick<ToolRegistry, 'find' | 'onChange'>;
  postResults: PostResults;
  /** Gateway, session and widget name: where journal and approvals are kept, and what the tabs agree on. */
  namespace: string;
  /** In a frame of another origin only read-only tools run. */
  isFramed: boolean;
  /** The longest a commit at the gateway can take (sync's W). Default 60,000. */
  commitMs?: number;
  /** Frees room on a full disk for what a tool did. */
  evict?: () => Promise<void>;
  /** Reads the log anew, and tells of it by `update`. */
  refresh?: () => Promise<void>;
  /** For the owner's view. */
  onWarning?: (reason: string) => void;
}

export function createToolRunner(parts: ToolRunnerParts): ToolRunner {
  const { registry, namespace, isFramed, platform, commitMs = 60_000 } = parts;
  const { clock, page, storage } = platform;
  const tabId = platform.random.id();
  // When the page began, not when its first call came: only a page that began after a tool can be where that went.
  const bornAt = clock.now() - clock.monotonic();
  /** Null in the back-forward cache: a browser drops a page from there that gets a message. */
  let channel: Channel | null = null;
  const tell = (message: object): void => channel?.post(message);
  const { evict = async () => {}, refresh: readLog = async () => {}, onWarning = () => {} } = parts;
  const calls = new Map<string, Call>();
  const isWanted = (toolUseId: string): boolean => calls.get(toolUseId)?.isGone === false;
  const journal = createJournal({ ...platform, tell, evict, isWanted, namespace, tabId });
  const presence = createPresence(platform.locks, namespace, tabId);
  const approvals = createApprovals(storage, namespace);
  const timers = new Set<TimerId>();
  const listeners = new Set<() => void>();
  let snapshot: ToolsSnapshot | null = null;
  let isClosed = false;
  let isLeaving = false;

  const changed = (): void => {
    snapshot = null;
    for (const listener of [...listeners]) listener();
  };
  const pipeline = createPipeline({
    ...platform,
    tell,
    registry,
    journal,
    presence,
    approvals,
    calls,
    tabId,
    isFramed,
    readLog,
    isLeaving: () => isLeaving,
  });
  const past = createPast({
    ...platform,
    journal,
    presence,
    registry,
    find: pipeline.find,
    tabId,
    bornAt,
  });
  const poster = createPoster({
    journal,
    presence,
    clock,
    calls,
    changed,
    tellUnposted: (toolUseId) => tell({ type: 'unposted', toolUseId }),
    postResults: parts.postResults,
  });
  const { drive, refuse } = createDriver({
    journal,
    presence,
    past,
    pipeline,
    isHarmless: (name) => registry.find(name)?.isReadOnly === true,
    flush: poster.flush,
    onWarning,
  });

  // ── one call ────────────────────────────────────────────────────────────────────────────────────────────────

  function later(delayMs: number, run: () => void): void {
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
  }

  /** The message that skipped the question may be lost: if the gateway still waits for the call, it is asked again. */
  function askAgain(call: Call): void {
    if (call.isGone || call.marks.isDriven || call.status.state !== 'discarded') return;
    call.show({ state: 'looking' });
    void drive(call);
  }

  /**
   * The log has not waited for the call for W, so this is no passing view of an older log. A result of ours that the log
   * took is acknowledged; any other row is discarded.
   */
  function settleGone(call: Call, state: CallState['state']): void {
    const { toolUseId } = call.request;
    if (isWanted(toolUseId)) return;
    const isReady = state === 'posting' || state === 'unposted';
    void journal.settle(toolUseId, isReady ? 'acknowledged' : 'discarded');
  }

  /** The log has the answer of a call that is gone: this page needs to know only how it ended. */
  function putAside(call: Call): void {
    const { toolUseId } = call.request;
    const { status } = call;
    if (!('outcome' in status)) {
      calls.delete(toolUseId);
      return;
    }
    const { content: _, ...outcome } = status.outcome;
    call.show({ state: 'settled', outcome });
  }

  // ── the page ────────────────────────────────────────────────────────────────────────────────────────────────

  const onMessage = (message: unknown): void => {
    const { type, toolUseId, tabId: from, kept } = (message ?? {}) as Record<string, unknown>;
    if (type === 'stop') void stopHere();
    // Also of calls that this tab hasn't heard of yet.
    if (type === 'kept' && typeof toolUseId === 'string') journal.hear(toolUseId, kept);
    const call = typeof toolUseId === 'string' ? calls.get(toolUseId) : undefined;
    if (call === undefined) return;
    if (type === 'unposted' && call.status.state === 'posting') {
      call.show({ ...call.status, state: 'unposted' });
    }
    if (type === 'changed' || type === 'kept') void look(call);
    if (type === 'have' && typeof from === 'string') call.marks.holders.add(from);
    if (type === 'seek' && registry.find(call.request.name) !== null) {
      tell({ type: 'have', toolUseId, tabId });
    }
  };

  /** The journal changed in another tab. */
  async function look(call: Call): Promise<void> {
    const row = await journal.get(call.request.toolUseId);
    if (row === 'unreadable') return;
    const isTaken = row !== null && row.owner !== tabId;
    if (isTaken) call.question.taken();
    call.waits.nudge();
    // The call was skipped here for a message that hasn't gone yet, and allowed in another tab.
    if (isTaken && call.attempt.signal.reason === SKIPPED) askAgain(call);
    else if (!call.marks.isDriven && !['discarded', 'unposted'].includes(call.status.state)) {
      void drive(call);
    }
  }

  const wake = (): void => {
    for (const call of calls.values()) if (!call.marks.isDriven && !isOver(call)) void drive(call);
    void poster.flush();
  };

  const listen = (): void => {
    if (channel !== null) return;
    channel = platform.openChannel?.(`${namespace}:tools`) ?? null;
    channel?.subscribe(onMessage);
  };
  const hush = (): void => {
    channel?.close();
    channel = null;
  };
  listen();

  const offs = [
    page.on('pagehide', () => {
      isLeaving = true;
      journal.release();
      presence.release();
      hush();
    }),
    page.on('pageshow', () => {
      isLeaving = false;
      // While this page was in the cache another may have asked `verify`, and told that nothing had happened. So stop
      // these handlers, before anything else of this page goes on.
      for (const call of calls.values()) {
        const canVerify = registry.find(call.request.name)?.verify !== undefined;
        if (canVerify && call.marks.isDriven && call.status.state === 'running')
          call.attempt.abort(TAKEN);
      }
      listen();
      if (calls.size === 0) return;
      void presence.hold().then(() => {
        // The journal has what other tabs said meanwhile.
        for (const call of calls.values()) void look(call);
        wake();
      });
    }),
    page.on('online', () => {
      void poster.retry();
      wake();
    }),
    page.on('visible', wake),
  ];

  // ── what the others see ─────────────────────────────────────────────────────────────────────────────────────

  function view(call: Call): CallView {
    const { toolUseId, name } = call.request;
    const title = registry.find(name)?.title ?? readable(name);
    return { toolUseId, name, title, status: call.status };
  }

  function take(): ToolsSnapshot {
    const all = [...calls.values()];
    const asking = all.flatMap(({ status }) =>
      status.state === 'asking' ? [status.question] : [],
    );
    return {
      calls: new Map(all.map((call) => [call.request.toolUseId, view(call)])),
      questions: asking,
      isRunning: all.some(({ status, isGone, marks }) => {
        const isUnderWay = status.state === 'running' || status.state === 'posting';
        return !isGone && (!marks.isKnown || marks.isBeginning || isUnderWay);
      }),
    };
  }

  async function stopHere(): Promise<void> {
    const reason = new ToolError('cancelled', 'Stopped by the visitor before it began.');
    const mine = [...calls.values()].filter(
      ({ marks, status }) => marks.isDriven && status.state !== 'elsewhere',
    );
    for (const call of mine) call.attempt.stop(reason);
    await Promise.all(mine.map((call) => call.waits.settled()));
  }

  return {
    getSnapshot: () => {
      snapshot ??= take();
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(requests) {
      if (isClosed) return;
      const pending = new Map(requests.map((request) => [request.toolUseId, request]));
      // Tell listeners only of news: they may answer by calling this function again.
      let isNews = false;
      for (const [id, call] of calls) {
        if (pending.has(id) || call.isGone) continue;
        isNews = true;
        const { state } = call.status;
        const isBegun =
          state === 'posting' ||
          state === 'unposted' ||
          state === 'running' ||
          call.marks.isBeginning;
        call.end(GONE);
        if (isBegun) later(commitMs, () => settleGone(call, state));
        putAside(call);
      }
      for (const [id, request] of pending) {
        const known = calls.get(id);
        if (known !== undefined && !known.isGone) {
          if (!known.update(request)) refuse(known, request.name);
          if (request.isOurs) known.waits.nudge();
          continue;
        }
        const call = createCall(request, changed);
        calls.set(id, call);
        isNews = true;
        void drive(call);
      }
      if (isNews) changed();
    },
    answer(toolUseId, binding, decision) {
      calls.get(toolUseId)?.question.answer(binding, decision);
    },
    runHere(toolUseId) {
      const call = calls.get(toolUseId);
      if (call?.status.state !== 'elsewhere') return;
      call.marks.isHere = true;
      call.waits.nudge();
    },
    retryPosting: () => void poster.retry(),
    skipQuestions() {
      const { questions, isRunning: needsResults } = take();
      const instead = () => new ToolError('cancelled', 'The visitor wrote something else instead.');
      for (const call of calls.values()) {
        const { status } = call;
        if (status.state === 'running' && status.isAsking) call.attempt.stop(instead());
      }
      if (questions.length === 0) return;
      // If a result is under way, the run will go on, so skipped calls need results too. Else the message ends the pause
      // and the gateway cancels the calls, so a call that hasn't begun must not begin now.
      for (const call of calls.values()) {
        const { state } = call.status;
        if (needsResults && state === 'asking') {
          call.attempt.stop(instead());
        } else if (
          !needsResults &&
          call.marks.isDriven &&
          (state === 'asking' || state === 'looking')
        ) {
          call.attempt.abort(SKIPPED);
          call.show({ state: 'discarded' });
          later(3 * commitMs, () => askAgain(call));
        }
      }
    },
    takeWords(words) {
      for (const { status, question } of calls.values()) {
        if (status.state !== 'asking') continue;
        const { name, input, binding } = status.question;
        const answer = registry.find(name)?.card?.typed?.(input, words);
        if (!answer) continue;
        question.answer(binding, answer);
        return true;
      }
      return false;
    },
    async stop() {
      tell({ type: 'stop' });
      await stopHere();
      await poster.retry();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const call of calls.values()) call.end(GONE);
      calls.clear();
      for (const timer of timers) clock.clearTimeout(timer);
      for (const off of offs) off();
      poster.close();
      journal.close();
      journal.release();
      presence.release();
      void approvals.clear();
      hush();
      listeners.clear();
    },
  };
}
