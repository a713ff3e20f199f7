// All calls of one conversation in this tab: what the gateway waits for, what the visitor says to it, and what they see of
// it. It knows the registry, the journal and a function that posts; it knows nothing of the log, the UI or the wire.

import type { Platform, TimerId } from '../platform/types.ts';
import { createApprovals } from './approval.ts';
import { type Call, createCall } from './call.ts';
import type { CallsContext } from './context.ts';
import { readable } from './descriptor.ts';
import { createJournal } from './journal.ts';
import { createPipeline } from './pipeline.ts';
import { createPoster } from './post.ts';
import { createPresence } from './presence.ts';
import type { ToolRegistry } from './registry.ts';
import { createTab } from './tab.ts';
import { followTab } from './tab-events.ts';
import { ToolError } from './tool-error.ts';
import type { CallState, CallView, PostResults, ToolRunner, ToolsSnapshot } from './types.ts';
import { GONE, SKIPPED } from './waits.ts';

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
  const { clock, page, storage, locks } = platform;
  const { evict = async () => {}, refresh: readLog = async () => {}, onWarning = () => {} } = parts;
  const calls = new Map<string, Call>();
  const isWanted = (toolUseId: string): boolean => calls.get(toolUseId)?.isGone === false;
  const timers = new Set<TimerId>();
  const listeners = new Set<() => void>();
  let snapshot: ToolsSnapshot | null = null;
  let isClosed = false;

  const changed = (): void => {
    snapshot = null;
    for (const listener of [...listeners]) listener();
  };
  const tab = createTab(platform, namespace);
  const { id: tabId, tell } = tab;
  const presence = createPresence(locks, namespace, tabId);
  const journal = createJournal({ ...platform, tell, evict, isWanted, namespace, tabId });
  const approvals = createApprovals(storage, namespace);
  const context: CallsContext = {
    clock,
    page,
    storage,
    tab,
    presence,
    journal,
    registry,
    approvals,
    calls,
    readLog,
    changed,
    onWarning,
  };
  const poster = createPoster(context, parts.postResults);
  const pipeline = createPipeline(context, isFramed, poster.flush);
  const unfollow = followTab(context, pipeline, poster, () => void stopHere());

  function later(delayMs: number, run: () => void): void {
    const timer = clock.setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
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
      ({ marks, status }) => marks.isAtWork && status.state !== 'elsewhere',
    );
    for (const call of mine) call.waits.stop(reason);
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
          if (!known.update(request)) pipeline.refuse(known, request.name);
          if (request.isOurs) known.waits.nudge();
          continue;
        }
        const call = createCall(request, changed);
        calls.set(id, call);
        isNews = true;
        void pipeline.take(call);
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
        if (status.state === 'running' && status.isAsking) call.waits.stop(instead());
      }
      if (questions.length === 0) return;
      // If a result is under way, the run will go on, so skipped calls need results too. Else the message ends the pause
      // and the gateway cancels the calls, so a call that hasn't begun must not begin now.
      for (const call of calls.values()) {
        const { state } = call.status;
        if (needsResults && state === 'asking') {
          call.waits.stop(instead());
        } else if (
          !needsResults &&
          call.marks.isAtWork &&
          (state === 'asking' || state === 'looking')
        ) {
          call.waits.abort(SKIPPED);
          call.show({ state: 'discarded' });
          later(3 * commitMs, () => pipeline.askAgain(call));
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
      unfollow();
      poster.close();
      journal.close();
      journal.release();
      presence.release();
      void approvals.clear();
      listeners.clear();
    },
  };
}
