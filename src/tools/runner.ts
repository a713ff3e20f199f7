// The pipeline of a call, from "the gateway waits for it" to "the gateway has its result", in this tab among others.
// It knows the registry, the journal and a function that posts; it knows nothing of the log, the UI or the wire.

import type { Platform } from '../platform/types.ts';
import type { JsonObject, ToolResultInput } from '../protocol/index.ts';
import { createApprovals, identify, toQuestion } from './approval.ts';
import { type Call, createCall, GONE, SKIPPED, TAKEN } from './call.ts';
import { readable } from './descriptor.ts';
import { execute, type Run } from './execute.ts';
import { freezeInput } from './input.ts';
import { createJournal, type Row } from './journal.ts';
import { createPoster } from './post.ts';
import { outcomeUnknown, recover } from './recover.ts';
import type { ToolRegistry } from './registry.ts';
import { type Ended, failed, toOutcome, toResult } from './result.ts';
import { ToolError } from './tool-error.ts';
import type {
  CallRequest,
  CallView,
  PostResults,
  Tool,
  ToolRunner,
  ToolsSnapshot,
} from './types.ts';

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
}

/** How long the page has to register a tool. */
const REGISTER_MS = 10_000;
/** After this a tool that isn't read-only runs only when the visitor says so now. */
const STALE_MS = 600_000;
/** A hidden tab leaves the call to a visible one for a moment. */
const HIDDEN_WAIT_MS = 400;
/** How long a tool that navigates may take to leave the page once its handler is done. */
const LEAVE_MS = 3_000;

export function createToolRunner(parts: ToolRunnerParts): ToolRunner {
  const { registry, namespace, isFramed, platform } = parts;
  const { clock, page, storage } = platform;
  const tabId = platform.random.id();
  const bornAt = clock.now();
  const channel = platform.openChannel?.(`${namespace}:tools`) ?? null;
  const journal = createJournal({ ...platform, channel, namespace, tabId });
  const approvals = createApprovals(storage, namespace);
  const calls = new Map<string, Call>();
  const listeners = new Set<() => void>();
  let snapshot: ToolsSnapshot | null = null;
  let isClosed = false;
  let isLeaving = false;

  const changed = (): void => {
    snapshot = null;
    for (const listener of [...listeners]) listener();
  };
  const poster = createPoster({
    journal,
    clock,
    calls,
    changed,
    postResults: parts.postResults,
    commitMs: parts.commitMs ?? 60_000,
  });

  // ── one call ────────────────────────────────────────────────────────────────────────────────────────────────

  async function drive(call: Call): Promise<void> {
    if (call.isDriven) return;
    call.isDriven = true;
    try {
      await journal.hold();
      while (!call.isGone) {
        call.renew();
        const earlier = await free(call);
        if (earlier === 'over') break;
        if (await attempt(call, earlier)) break;
      }
    } catch (error) {
      await giveUp(call, error);
    } finally {
      call.isDriven = false;
    }
    await poster.flush().catch(() => {});
  }

  /** A fault of our own is a result too: the agent must not wait for ever. */
  async function giveUp(call: Call, error: unknown): Promise<void> {
    const { toolUseId, traceparent } = call.request;
    const why = error instanceof Error ? error.message : String(error);
    const ended = failed(new ToolError('internal_error', `The chat failed: ${why}`));
    const result = toResult({ toolUseId, traceparent }, ended);
    if (await journal.finish(toolUseId, result, null)) {
      call.show({ state: 'posting', outcome: toOutcome(result) });
    }
  }

  /** Runs it to a result in the journal. False: another tab has it now, look again. */
  async function attempt(call: Call, earlier: Row | null): Promise<boolean> {
    let run: { ended: Ended; timing?: Run['timing'] };
    try {
      run = (await settleEarlier(call, earlier)) ?? (await pipeline(call, earlier));
    } catch (reason) {
      if (reason === GONE || reason === SKIPPED) return true;
      if (reason === TAKEN) return false;
      run = { ended: toEnded(reason, earlier) };
    }
    const { toolUseId, traceparent } = call.request;
    const result = toResult({ toolUseId, traceparent, timing: run.timing }, run.ended);
    if (!(await journal.finish(toolUseId, result, earlier))) return false;
    if (!call.isGone) call.show({ state: 'posting', outcome: toOutcome(result) });
    return true;
  }

  /** find → allowed → valid input → (ask the visitor) → journal → run; the result is the caller's to post. */
  async function pipeline(call: Call, earlier: Row | null): Promise<Run> {
    const tool = await find(call);
    admit(tool);
    const input = await checkInput(tool, call.request.input);
    if (!(await ask(call, tool, input, earlier))) return pipeline(call, earlier);
    await claim(call, tool, earlier);
    return run(call, tool, input);
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

  async function find(call: Call): Promise<Tool> {
    call.throwIfAborted();
    const { name } = call.request;
    const now = registry.find(name);
    if (now !== null) {
      channel?.post({ type: 'have', toolUseId: call.request.toolUseId, tabId });
      return now;
    }
    call.show({ state: 'looking' });
    call.seenAt ??= clock.monotonic();
    channel?.post({ type: 'seek', toolUseId: call.request.toolUseId });
    for (;;) {
      const left = (call.seenAt ?? 0) + REGISTER_MS - clock.monotonic();
      const found = await call.wait<Tool | null>((resolve) => {
        const timer = clock.setTimeout(() => resolve(null), Math.max(0, left));
        const off = registry.onChange(() => {
          const tool = registry.find(name);
          if (tool !== null) resolve(tool);
        });
        return () => {
          clock.clearTimeout(timer);
          off();
        };
      });
      if (found !== null) return found;
      // Another page of this site may have it, and be asking the visitor right now.
      if (!(await isHeldElsewhere(call))) break;
      call.seenAt = clock.monotonic();
    }
    throw new ToolError('tool_unavailable', `This page has no tool "${name}".`);
  }

  async function isHeldElsewhere(call: Call): Promise<boolean> {
    for (const holder of call.holders) {
      if (await journal.isAlive(holder)) return true;
      call.holders.delete(holder);
    }
    return false;
  }

  function admit(tool: Tool): void {
    if (isFramed && !tool.isReadOnly) {
      throw new ToolError(
        'permission_denied',
        'This chat is shown inside another site, where only tools that change nothing may run.',
      );
    }
  }

  async function checkInput(tool: Tool, input: JsonObject): Promise<JsonObject> {
    const frozen = freezeInput(input);
    const { validate } = await import('./validate.ts').catch(() => {
      throw new ToolError('unavailable', 'A part of the chat could not be loaded.');
    });
    validate(tool.inputSchema, frozen);
    return frozen;
  }

  /** False: the tool changed while the visitor was thinking; what they saw no longer holds. */
  async function ask(
    call: Call,
    tool: Tool,
    input: JsonObject,
    earlier: Row | null,
  ): Promise<boolean> {
    const isFresh = clock.now() - call.request.firstSeenAt <= STALE_MS;
    const isConfirmed = isFresh || tool.isReadOnly || call.isHere;
    // A call that an earlier page had claimed was allowed there, for this same input.
    if (isConfirmed && earlier !== null) return true;
    if (isConfirmed && tool.approval === 'auto') return true;
    if (isConfirmed && tool.approval === 'ask' && (await approvals.has(tool))) return true;
    const question = toQuestion(tool, call.request.toolUseId, input, isFresh);
    const decision = await call.ask(question, () => changed());
    if (decision === 'no') throw new ToolError('declined', 'The visitor did not allow this.');
    const current = registry.find(call.request.name);
    if (current === null || identify(current) !== identify(tool)) return false;
    if (decision === 'conversation' && question.offersConversation) {
      await approvals.add(tool);
      // Questions about the same tool that wait beside this one are answered too.
      for (const other of calls.values()) other.allow(tool.name);
    }
    return true;
  }

  async function claim(call: Call, tool: Tool, earlier: Row | null): Promise<void> {
    if (!page.isVisible()) {
      await call.wait<void>((resolve) => {
        const timer = clock.setTimeout(resolve, HIDDEN_WAIT_MS);
        return () => clock.clearTimeout(timer);
      });
    }
    const { toolUseId } = call.request;
    const claimed = await journal.claim(toolUseId, earlier);
    if (claimed === 'lost') throw TAKEN;
    call.throwIfAborted();
    const started = await journal.start(toolUseId, {
      startedAt: Math.round(clock.now()),
      effect: tool.isIdempotent ? 'repeatable' : tool.navigates ? 'navigates' : 'once',
      canVerify: tool.verify !== undefined,
    });
    if (started === 'lost') throw TAKEN;
    if (started === 'volatile' && !tool.isIdempotent) {
      throw new ToolError(
        'unavailable',
        'This browser keeps nothing for this site, so a tool that must not run twice is not run.',
        { retryable: false },
      );
    }
    // Stopped between the journal and the handler: nothing has been done.
    call.throwIfAborted();
  }

  async function run(call: Call, tool: Tool, input: JsonObject): Promise<Run> {
    call.show({ state: 'running', startedAt: Math.round(clock.now()) });
    const before = page.url();
    const ran = await execute(
      tool,
      (context) => tool.execute(input, context),
      call.request,
      call.signal,
      clock,
    );
    if (!tool.navigates || !ran.ended.isOk) return ran;
    await leave(call, before);
    const content = ran.ended.content ?? `Navigated to ${page.url()}`;
    return page.url() === before ? ran : { ...ran, ended: { isOk: true, content } };
  }

  /**
   * The next page says where it went; only if this one stays, or comes back from the cache, does this one.
   * In a page that is gone for good this never resolves, and its journal row says "started, navigates".
   */
  function leave(call: Call, before: string): Promise<void> {
    if (!isLeaving && (page.url() !== before || call.signal.aborted)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        if (isLeaving) return;
        for (const off of offs) off();
        clock.clearTimeout(timer);
        call.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = clock.setTimeout(done, LEAVE_MS);
      const offs = [
        page.on('pageshow', done),
        page.on('pagehide', () => clock.clearTimeout(timer)),
      ];
      call.signal.addEventListener('abort', done, { once: true });
    });
  }

  // ── other tabs, earlier pages ───────────────────────────────────────────────────────────────────────────────

  /**
   * Waits while another tab has the call. Null: nobody touched it. A row: its tab is gone and it isn't finished.
   * 'over': there is a result, posted or to be posted, or nobody wants one.
   */
  async function free(call: Call): Promise<Row | null | 'over'> {
    const { toolUseId, isOurs } = call.request;
    for (;;) {
      if (call.isGone) return 'over';
      const row = await journal.get(toolUseId);
      if (row === null) {
        if (isOurs || call.isHere) return null;
        call.show({ state: 'elsewhere' });
        await call.nudged(null);
        continue;
      }
      if (row.state === 'discarded') {
        call.show({ state: 'discarded' });
        return 'over';
      }
      if ('result' in row) {
        const outcome = toOutcome(row.result);
        const state = row.state === 'acknowledged' ? 'settled' : 'posting';
        call.show({ state, outcome });
        // Whoever gets the lock posts for all; a dead tab's results are posted by the living.
        return 'over';
      }
      if (row.owner === tabId) return row;
      if (!(await journal.isAlive(row.owner))) {
        if (!mustYield(row)) return row;
        // The page that this tool went to knows better where it arrived.
        await call.nudged((resolve) => {
          const timer = clock.setTimeout(resolve, REGISTER_MS);
          return () => clock.clearTimeout(timer);
        });
        call.hasYielded = true;
        continue;
      }
      call.show({
        state: 'running',
        startedAt: row.state === 'started' ? row.startedAt : row.at,
      });
      await call.nudged((resolve) => {
        const gone = new AbortController();
        journal.whenGone(row.owner, gone.signal).then(resolve, () => {});
        return () => gone.abort();
      });
    }

    function mustYield(row: Row): boolean {
      return (
        row.state === 'started' &&
        row.effect === 'navigates' &&
        row.startedAt >= bornAt &&
        !call.hasYielded
      );
    }
  }

  /** What became of a call that an earlier page had started. Null: run it. */
  async function settleEarlier(
    call: Call,
    earlier: Row | null,
  ): Promise<{ ended: Ended; timing?: Run['timing'] } | null> {
    const verdict = recover(earlier, bornAt, page.url());
    if (verdict === 'run') return null;
    if (verdict !== 'verify') return verdict;
    let tool: Tool;
    try {
      tool = await find(call);
    } catch (reason) {
      if (reason instanceof ToolError && reason.code === 'tool_unavailable') {
        return { ended: outcomeUnknown() };
      }
      throw reason;
    }
    const { verify } = tool;
    if (verify === undefined) return { ended: outcomeUnknown() };
    const input = freezeInput(call.request.input);
    call.show({ state: 'running', startedAt: Math.round(clock.now()) });
    const { ended } = await execute(
      { ...tool, isReadOnly: true, isIdempotent: true },
      async (context) => {
        const answer = await verify(input, context);
        if (answer === undefined || answer === null) throw new Error('The outcome is unknown.');
        if (answer !== false)
          return answer === true ? 'Done, as checked after the page changed.' : answer;
        throw new ToolError('cancelled', 'The page changed before this took effect.', {
          retryable: true,
        });
      },
      call.request,
      call.signal,
      clock,
    );
    const isKnown = ended.isOk || ended.failure.code === 'cancelled';
    return { ended: isKnown && !call.signal.aborted ? ended : outcomeUnknown() };
  }

  // ── the page ────────────────────────────────────────────────────────────────────────────────────────────────

  const onMessage = (message: unknown): void => {
    const { type, toolUseId, tabId: from } = (message ?? {}) as Record<string, unknown>;
    if (type === 'stop') void stopHere();
    const call = typeof toolUseId === 'string' ? calls.get(toolUseId) : undefined;
    if (call === undefined) return;
    if (type === 'changed') void look(call);
    if (type === 'have' && typeof from === 'string') call.holders.add(from);
    if (type === 'seek' && registry.find(call.request.name) !== null) {
      channel?.post({ type: 'have', toolUseId, tabId });
    }
  };

  /** The journal changed in another tab. */
  async function look(call: Call): Promise<void> {
    const row = await journal.get(call.request.toolUseId);
    if (row !== null && row.owner !== tabId) call.taken();
    call.nudge();
    if (!call.isDriven) void drive(call);
  }

  const wake = (): void => {
    for (const call of calls.values()) if (!call.isDriven && !call.isOver) void drive(call);
    void poster.flush();
  };

  const offs = [
    channel?.subscribe(onMessage),
    page.on('pagehide', () => {
      isLeaving = true;
      journal.release();
    }),
    page.on('pageshow', () => {
      isLeaving = false;
      if (calls.size > 0) void journal.hold().then(wake);
    }),
    page.on('online', wake),
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
      isRunning: all.some(({ status, isGone }) => {
        return !isGone && (status.state === 'running' || status.state === 'posting');
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
      for (const [id, call] of calls) {
        if (pending.has(id) || call.isGone) continue;
        const { state } = call.status;
        call.leave();
        // A result of ours that the log took is acknowledged; anything else is of no use any more.
        if (state === 'posting') void journal.settle(id, 'acknowledged');
        else if (state === 'running') void journal.settle(id, 'discarded');
        if (state === 'posting' && call.status.state === 'posting') {
          call.show({ state: 'settled', outcome: call.status.outcome });
        } else if (state !== 'settled') calls.delete(id);
      }
      for (const [id, request] of pending) {
        const known = calls.get(id);
        if (known !== undefined && !known.isGone) {
          known.request = request;
          continue;
        }
        const call = createCall(request, changed);
        calls.set(id, call);
        void drive(call);
      }
      changed();
    },
    answer(toolUseId, digest, decision) {
      calls.get(toolUseId)?.answer(digest, decision);
    },
    runHere(toolUseId) {
      const call = calls.get(toolUseId);
      if (call?.status.state !== 'elsewhere') return;
      call.isHere = true;
      call.nudge();
    },
    skipQuestions() {
      const open = [...calls.values()].filter(({ status }) => status.state === 'asking');
      // With a result under way the run goes on, so the skipped ones need results too;
      // else the message itself resolves the pause, and the gateway cancels them.
      const needsResults = take().isRunning;
      for (const call of open) {
        if (needsResults) {
          call.stop(new ToolError('cancelled', 'The visitor wrote something else instead.'));
        } else {
          call.abort(SKIPPED);
          call.show({ state: 'discarded' });
        }
      }
    },
    async stop() {
      channel?.post({ type: 'stop' });
      await stopHere();
      await poster.flush();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const call of calls.values()) call.leave();
      calls.clear();
      for (const off of offs) off?.();
      poster.close();
      journal.release();
      void approvals.clear();
      channel?.close();
      listeners.clear();
    },
  };
}

export type { CallRequest, PostResults, ToolResultInput, ToolRunner };
