// Posting what the page's tools found: all results of a pause in one request, looked for before they are repeated,
// and never again after a 409. Knows the log; nothing of tools or their journal.

import type { SessionEvent, ToolResultInput } from '../protocol/index.ts';
import { asksForPatience, codeOf, decideAgainMs, isNotApplied, isOwnFailure } from './errors.ts';
import type { Gate } from './gate.ts';
import { type Lost, searchFor } from './lost.ts';
import { isSameResult, smallFailure, split } from './result-parts.ts';
import type { SessionContext } from './settings.ts';
import type { ResultOutcome } from './types.ts';
import { createWaker, sleep } from './wait.ts';

/**
 * The least time between a request that failed and the next one for the same result. After the last of these the
 * visitor is told.
 */
const PAUSES_MS = [0, 5_000, 15_000, 45_000];

export interface ResultsPorts {
  context: SessionContext;
  gate: Gate;
  events(): readonly SessionEvent[];
  onChange(): void;
}

export interface Results {
  post(results: readonly ToolResultInput[], isStill?: IsStill): Promise<Map<string, ResultOutcome>>;
  /** Results are on their way: a message must wait. */
  isPosting(): boolean;
  /** Ends the pause before the next request. */
  retryNow(): void;
}

/** Whether what was found is still true: another tab may know better meanwhile. */
type IsStill = (toolUseId: string) => Promise<boolean>;
/**
 * How one request ended. `lost`, `failed`: again, after a look. `refused`: these results, by somebody who may take
 * others. `denied`: any result, by the gateway. `early`: not heard yet, and decided anew. `stop`: it can't be asked now.
 */
type Reply = 'done' | 'conflict' | 'lost' | 'failed' | 'refused' | 'denied' | 'early' | 'stop';

/** Codes of a definite no. A proxy's counts as well: if the result has arrived all the same, the next one is a 409. */
const REFUSALS: readonly unknown[] = [
  'invalid_request',
  'too_large',
  'content_policy',
  'forbidden',
  'site_not_active',
  'not_found',
  'revoked',
];

export function createResults(ports: ResultsPorts): Results {
  const { context, gate } = ports;
  const { clock, page } = context.platform;
  const { commitWindowMs } = context.settings;
  /** Results whose request got no answer, and when that ended: repeated only after W. */
  const lostAt = new Map<string, number>();
  /** Requests for a result that came to nothing so far. */
  const failures = new Map<string, number>();
  /** What is posted in the place of a result that was refused. */
  const instead = new Map<string, ToolResultInput>();
  const backOff = createWaker(clock, false);
  let posting = 0;

  /** The log's answer to a call, as an outcome: ours or another's. */
  function answerOf(result: ToolResultInput): ResultOutcome | null {
    for (const event of ports.events()) {
      if (event.type !== 'user.tool_result') continue;
      for (const block of event.content) {
        if (block.tool_use_id !== result.tool_use_id) continue;
        return isSameResult(block, result) ? 'accepted' : 'discarded';
      }
    }
    return null;
  }

  async function send(results: readonly ToolResultInput[], signal: AbortSignal): Promise<Reply> {
    if (signal.aborted) return 'stop';
    try {
      await gate.send(
        results.map((result) => ({ type: 'user.tool_result' as const, content: [result] })),
        { timeoutMs: 30_000 },
      );
      return 'done';
    } catch (error) {
      return meaningOf(error, results);
    }
  }

  function meaningOf(error: unknown, results: readonly ToolResultInput[]): Reply {
    const againMs = decideAgainMs(error);
    if (againMs !== null) return againMs === Number.POSITIVE_INFINITY ? 'stop' : 'early';
    const code = codeOf(error);
    const isOwnWord = isNotApplied(error);
    if (isOwnWord && code === 'conflict') return 'conflict';
    // A 404 of a proxy has no code of its own.
    const isMissing = (error as { status?: unknown } | null)?.status === 404;
    if (REFUSALS.includes(code) || isMissing) {
      const isAboutResult =
        !isOwnWord || ['invalid_request', 'too_large', 'content_policy'].includes(code ?? '');
      if (isAboutResult) return 'refused';
      gate.report(error);
      return 'denied';
    }
    // The look before the next request waits for as long as this asks for.
    if (isOwnWord || isOwnFailure(error)) return gate.report(error) === null ? 'stop' : 'failed';
    if (asksForPatience(error)) gate.report(error);
    for (const { tool_use_id } of results) lostAt.set(tool_use_id, clock.monotonic());
    return 'lost';
  }

  /** Waits until a lost request's results are in the log, or can't arrive any more. False: nobody can tell. */
  async function awaitLost(
    results: readonly ToolResultInput[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const ends = results.map(
      (result) => lostAt.get(result.tool_use_id) ?? Number.NEGATIVE_INFINITY,
    );
    const since = Math.max(...ends);
    let looked: Lost['looked'] = null;
    for (;;) {
      // Tried again by whoever has them: once this page is online, or what stops all results is over.
      if (signal.aborted || !page.isOnline() || gate.isBlocked()) return false;
      if (results.every((result) => answerOf(result) !== null) && looked !== null) return true;
      const at = clock.monotonic();
      const search = searchFor({ at, since, looked, commitWindowMs });
      if (search.do === 'over') return true;
      if (search.do === 'wait') {
        await sleep(clock, search.ms, signal);
        continue;
      }
      try {
        await gate.refresh();
        looked = { began: at, ended: clock.monotonic() };
      } catch (error) {
        if (signal.aborted) return false;
        const delay = gate.report(error);
        if (delay === null) return false;
        await sleep(clock, delay, signal);
      }
    }
  }

  async function settle(
    batch: readonly ToolResultInput[],
    outcomes: Map<string, ResultOutcome>,
    isStill: IsStill,
    signal: AbortSignal,
  ): Promise<void> {
    let open = batch.map((result) => instead.get(result.tool_use_id) ?? result);
    const close = ({ tool_use_id }: ToolResultInput, outcome: ResultOutcome): void => {
      for (const notes of [lostAt, failures, instead]) notes.delete(tool_use_id);
      outcomes.set(tool_use_id, outcome);
    };
    const closeAll = (outcome: ResultOutcome): void => {
      for (const result of open) close(result, outcome);
    };
    const dropAnswered = (): void => {
      open = open.filter((result) => {
        const answer = answerOf(result);
        if (answer !== null) close(result, answer);
        return answer === null;
      });
    };
    // Before each request a look: what is answered or cancelled already must not be posted.
    while (!signal.aborted) {
      if (!(await awaitLost(open, signal))) return;
      dropAnswered();
      const still = await Promise.all(open.map((result) => isStill(result.tool_use_id)));
      open = open.filter((_, index) => still[index]);
      if (open.length === 0 || signal.aborted || !page.isOnline()) return;
      const reply = await send(open, signal);
      if (reply === 'stop') return;
      if (reply === 'early') {
        // Lists may be asked for sooner than results: not before both.
        if (gate.waitMs() > 0) await backOff.sleep(gate.waitMs(), signal);
        continue;
      }
      if (reply === 'done') return closeAll('accepted');
      if (reply === 'denied') return closeAll('failed');
      if (reply === 'lost' || reply === 'failed') {
        const times = Math.max(...open.map(({ tool_use_id }) => failures.get(tool_use_id) ?? 0));
        const pauseMs = PAUSES_MS[times];
        if (pauseMs === undefined) return closeAll('failed');
        for (const { tool_use_id } of open) failures.set(tool_use_id, times + 1);
        if (pauseMs > 0) await backOff.sleep(pauseMs, signal);
        continue;
      }
      const [result, ...more] = open;
      if (result === undefined) return;
      if (more.length > 0) {
        // One of several is at fault, and the reply doesn't say which: each of them alone.
        for (const each of open) await settle([each], outcomes, isStill, signal);
        return;
      }
      if (reply === 'conflict') return close(result, 'discarded');
      // Also the small failure: the gateway takes nothing for this call.
      if (instead.has(result.tool_use_id)) return close(result, 'failed');
      open = [smallFailure(result)];
      instead.set(result.tool_use_id, smallFailure(result));
    }
  }

  return {
    async post(results, isStill = async () => true) {
      const outcomes = new Map<string, ResultOutcome>();
      const signal = context.signal();
      posting += 1;
      ports.onChange();
      try {
        for (const batch of split(results)) await settle(batch, outcomes, isStill, signal);
      } finally {
        posting -= 1;
        ports.onChange();
      }
      for (const { tool_use_id } of results) {
        if (!outcomes.has(tool_use_id)) outcomes.set(tool_use_id, 'pending');
      }
      return outcomes;
    },
    isPosting: () => posting > 0,
    retryNow: backOff.wake,
  };
}
