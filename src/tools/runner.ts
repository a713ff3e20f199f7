// The pipeline of a call, from "the gateway waits for it" to "the gateway has its result", in this tab among others.
// It knows the registry, the journal and a function that posts; it knows nothing of the log, the UI or the wire.

import type { Channel, Platform, TimerId } from '../platform/types.ts';
import { createApprovals } from './approval.ts';
import { type Call, createCall, GONE, SKIPPED, TAKEN } from './call.ts';
import { readable } from './descriptor.ts';
import type { Run } from './execute.ts';
import { createJournal } from './journal.ts';
import type { Bond, Row } from './journal-row.ts';
import { createPast } from './past.ts';
import { createPipeline } from './pipeline.ts';
import { createPoster } from './post.ts';
import { changedCall, outcomeUnknown } from './recover.ts';
import type { ToolRegistry } from './registry.ts';
import { type Ended, failed, toOutcome, toResult } from './result.ts';
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
  // When the page began, not when its first tool was called for: a page that was there before is not where a tool went.
  const bornAt = clock.now() - clock.monotonic();
  /** Null in the back-forward cache: a browser throws away a page there that is spoken to. */
  let channel: Channel | null = null;
  const tell = (message: object): void => channel?.post(message);
  const { evict = async () => {}, refresh: readLog = async () => {}, onWarning = () => {} } = parts;
  const calls = new Map<string, Call>();
  const isWanted = (toolUseId: string): boolean => calls.get(toolUseId)?.isGone === false;
  const journal = createJournal({ ...platform, tell, evict, isWanted, namespace, tabId });
  const approvals = createApprovals(storage, namespace);
  /** What is under way of each call, also of one that went: what its handler still says comes before it begins anew. */
  const drives = new Map<string, Promise<void>>();
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
    approvals,
    calls,
    tabId,
    isFramed,
    readLog,
    isLeaving: () => isLeaving,
  });
  const past = createPast({ ...platform, journal, registry, find: pipeline.find, tabId, bornAt });
  const poster = createPoster({
    journal,
    clock,
    calls,
    changed,
    tellUnposted: (toolUseId) => tell({ type: 'unposted', toolUseId }),
    postResults: parts.postResults,
    commitMs,
  });

  // ── one call ────────────────────────────────────────────────────────────────────────────────────────────────

  async function drive(call: Call): Promise<void> {
    if (call.isDriven) return;
    call.isDriven = true;
    const { toolUseId } = call.request;
    const run = (): Promise<void> => toResultOf(call);
    const driven = (drives.get(toolUseId) ?? Promise.resolve()).then(run, run);
    drives.set(toolUseId, driven);
    await driven;
    if (drives.get(toolUseId) === driven) drives.delete(toolUseId);
    await poster.flush();
  }

  /** Until there is a result in the journal, or nothing to be done in this tab. */
  async function toResultOf(call: Call): Promise<void> {
    try {
      await journal.hold();
      while (!call.isGone) {
        call.renew();
        const earlier = await past.free(call);
        if (earlier === 'over') break;
        try {
          if (await attempt(call, earlier)) break;
        } finally {
          call.begin(false);
        }
      }
    } catch (error) {
      await giveUp(call, error);
    } finally {
      call.isDriven = false;
    }
  }

  /** A fault of our own is a result too: the agent must not wait for ever. */
  async function giveUp(call: Call, error: unknown): Promise<void> {
    const { toolUseId, traceparent } = call.request;
    const why = error instanceof Error ? error.message : String(error);
    const ended = failed(new ToolError('internal_error', `The chat failed: ${why}`));
    const result = toResult({ toolUseId, traceparent }, ended);
    if (await journal.finish(toolUseId, result, null, bondOf(call))) {
      call.show({ state: 'posting', outcome: toOutcome(result) });
    }
  }

  /** Runs it to a result in the journal. False: another tab has it now, look again. */
  async function attempt(call: Call, earlier: Row | null): Promise<boolean> {
    if (earlier?.call !== undefined && earlier.call !== call.text) refuse(call, call.request.name);
    let run: { ended: Ended; timing?: Run['timing'] };
    try {
      run = (await past.settleEarlier(call, earlier)) ?? (await pipeline.run(call, earlier));
      // Cut off as its page came back: what is true of it is asked anew.
      if (call.signal.reason === TAKEN && !run.ended.isOk) return false;
    } catch (reason) {
      // What was claimed stays so: the log may yet wait for it, in this page or the next.
      if (reason === GONE || reason === SKIPPED) return true;
      if (reason === TAKEN) return false;
      run = { ended: toEnded(reason, earlier) };
    }
    if (call.isChanged) {
      const hadBegun = earlier !== null && earlier.state !== 'claimed';
      run = { ended: failed(changedCall(hadBegun || run.timing !== undefined)) };
    }
    const { toolUseId, traceparent } = call.request;
    const result = toResult({ toolUseId, traceparent, timing: run.timing }, run.ended);
    if (!(await journal.finish(toolUseId, result, earlier, bondOf(call)))) return false;
    if (!call.isGone) call.show({ state: 'posting', outcome: toOutcome(result) });
    return true;
  }

  /** What the result speaks of; nothing where that is only that another call was refused. */
  const bondOf = (call: Call): Bond =>
    call.text === null || call.isChanged ? {} : { call: call.text };

  /** Nothing that the visitor wasn't shown runs, and no outcome of one call is told as another's. */
  function refuse(call: Call, name: string): void {
    if (call.isChanged) return;
    call.change(changedCall(false));
    onWarning(
      `The gateway has another call under the id "${call.request.toolUseId}" than was first seen there ("${name}" by now). It is not run.`,
    );
    void drive(call);
  }

  function toEnded(reason: unknown, earlier: Row | null): Ended {
    if (!(reason instanceof ToolError)) {
      const why = reason instanceof Error ? reason.message : String(reason);
      return failed(new ToolError('internal_error', `The chat failed: ${why}`));
    }
    // An earlier page had started it: that it isn't run again doesn't mean that nothing happened.
    const claimsNothing = ['cancelled', 'declined', 'tool_unavailable'].includes(reason.code);
    return earlier?.state === 'started' && claimsNothing ? outcomeUnknown() : failed(reason);
  }

  function later(delayMs: number, run: () => void): void {
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
  }

  /** The message that skipped it may be lost, and its page gone: what the gateway still waits for is asked again. */
  function askAgain(call: Call): void {
    if (call.isGone || call.isDriven || call.status.state !== 'discarded') return;
    call.show({ state: 'looking' });
    void drive(call);
  }

  /**
   * The log waits for it no more, and by now not because it was shown as it had been for a moment. A result of ours that
   * the log took is acknowledged; anything else is of no use any more.
   */
  function settleGone(call: Call, state: CallState['state']): void {
    const { toolUseId } = call.request;
    if (isWanted(toolUseId)) return;
    const isReady = state === 'posting' || state === 'unposted';
    void journal.settle(toolUseId, isReady ? 'acknowledged' : 'discarded');
  }

  /** Of a call that went the log has the answer: this page needs to know only how it ended. */
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
    if (type === 'have' && typeof from === 'string') call.holders.add(from);
    if (type === 'seek' && registry.find(call.request.name) !== null) {
      tell({ type: 'have', toolUseId, tabId });
    }
  };

  /** The journal changed in another tab. */
  async function look(call: Call): Promise<void> {
    const row = await journal.get(call.request.toolUseId);
    if (row === 'unreadable') return;
    const isTaken = row !== null && row.owner !== tabId;
    if (isTaken) call.taken();
    call.nudge();
    // It was skipped here for a message that hasn't gone yet, and was allowed there.
    if (isTaken && call.signal.reason === SKIPPED) askAgain(call);
    else if (!call.isDriven && !['discarded', 'unposted'].includes(call.status.state)) {
      void drive(call);
    }
  }

  const wake = (): void => {
    for (const call of calls.values()) if (!call.isDriven && !call.isOver) void drive(call);
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
      hush();
    }),
    page.on('pageshow', () => {
      isLeaving = false;
      // Another page may have asked `verify` meanwhile, and told that nothing had happened: now nothing must. Before
      // anything else of this page goes on.
      for (const call of calls.values()) {
        const canVerify = registry.find(call.request.name)?.verify !== undefined;
        if (canVerify && call.isDriven && call.status.state === 'running') call.abort(TAKEN);
      }
      listen();
      if (calls.size === 0) return;
      void journal.hold().then(() => {
        // What was said meanwhile stands in the journal.
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
      isRunning: all.some(({ status, isGone, isKnown, isBeginning }) => {
        const isUnderWay = status.state === 'running' || status.state === 'posting';
        return !isGone && (!isKnown || isBeginning || isUnderWay);
      }),
    };
  }

  async function stopHere(): Promise<void> {
    const reason = new ToolError('cancelled', 'Stopped by the visitor before it began.');
    const mine = [...calls.values()].filter(
      ({ isDriven, status }) => isDriven && status.state !== 'elsewhere',
    );
    for (const call of mine) call.stop(reason);
    await Promise.all(mine.map((call) => call.settled()));
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
      // Only news is told: who listens may well answer by calling this again.
      let isNews = false;
      for (const [id, call] of calls) {
        if (pending.has(id) || call.isGone) continue;
        isNews = true;
        const { state } = call.status;
        const isBegun =
          state === 'posting' || state === 'unposted' || state === 'running' || call.isBeginning;
        call.leave();
        if (isBegun) later(commitMs, () => settleGone(call, state));
        putAside(call);
      }
      for (const [id, request] of pending) {
        const known = calls.get(id);
        if (known !== undefined && !known.isGone) {
          if (!known.update(request)) refuse(known, request.name);
          if (request.isOurs) known.nudge();
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
      calls.get(toolUseId)?.answer(binding, decision);
    },
    runHere(toolUseId) {
      const call = calls.get(toolUseId);
      if (call?.status.state !== 'elsewhere') return;
      call.isHere = true;
      call.nudge();
    },
    retryPosting: () => void poster.retry(),
    skipQuestions() {
      const { questions, isRunning: needsResults } = take();
      if (questions.length === 0) return;
      // With a result under way the run goes on, so the skipped ones need results too; else the message itself
      // resolves the pause, the gateway cancels them, and what hasn't begun must not begin now.
      for (const call of calls.values()) {
        const { state } = call.status;
        if (needsResults && state === 'asking') {
          call.stop(new ToolError('cancelled', 'The visitor wrote something else instead.'));
        } else if (!needsResults && call.isDriven && (state === 'asking' || state === 'looking')) {
          call.abort(SKIPPED);
          call.show({ state: 'discarded' });
          later(3 * commitMs, () => askAgain(call));
        }
      }
    },
    async stop() {
      tell({ type: 'stop' });
      await stopHere();
      await poster.retry();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const call of calls.values()) call.leave();
      calls.clear();
      for (const timer of timers) clock.clearTimeout(timer);
      for (const off of offs) off();
      poster.close();
      journal.close();
      journal.release();
      void approvals.clear();
      hush();
      listeners.clear();
    },
  };
}
