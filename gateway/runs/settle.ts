// The end of a run cycle, in one transaction: the last turn's usage, the idle or error with the cycle's charge,
// what was processed, and what comes next.

import { z } from 'zod';
import type { AgentDirectory } from '../agents/directory.ts';
import { creditsOf, tokenCount } from '../agents/prices.ts';
import type { AgentUsage, PriceTable } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { cycleSpanId, writeTraceparent } from '../kernel/observability/trace.ts';
import { SENTENCES } from '../kernel/sentences.ts';
import { findProject } from '../kernel/tenants/project-row.ts';
import { readHistory } from '../log/history.ts';
import type { Origin } from '../log/origin.ts';
import type { SessionLog, SessionWrite } from '../log/session-log.ts';
import { historyTokens } from '../log/tokens.ts';
import { cancelPending, pendingCalls } from '../log/tool-calls.ts';
import { askRating } from './ask-rating.ts';
import { failureText } from './failures.ts';
import { CHAT_OPERATION, charge, sumUsage } from './ledger.ts';
import type { Metered } from './meter.ts';
import type { RunsObserver } from './observe-runs.ts';
import type { RunScope } from './run-reports.ts';
import { createRun, queueRun, type RunRow } from './run-row.ts';

export interface SettleParts {
  db: Db;
  log: SessionLog;
  ids: Ids;
  clock: Clock;
  agents: AgentDirectory;
  /** The gateway's own, for models that a cycle's agent says nothing of. */
  prices: PriceTable;
  observer: RunsObserver;
}

export type Outcome =
  | { kind: 'idle'; stop_reason: string }
  | { kind: 'pause' }
  | { kind: 'error'; code: string; text?: string };

export interface Cycle extends Metered {
  run: RunRow;
  origin: Origin;
  /** Turns of the run so far, all cycles. */
  turns: number;
  /** Sequence number of the cycle's session.status_running. */
  runningSeq: number;
  /** Usage of a turn that is kept and has no event yet. */
  unreported: AgentUsage | null;
  hasCompacted: boolean;
  /** Prices of this cycle's models. */
  prices: PriceTable;
  /** Tokens that the session's agent reads at most. */
  contextWindow: number;
  /** Unix milliseconds; null where another process began it. */
  startedAt: number | null;
  /** When the cycle's first word could be read; null: not yet. */
  firstWordAt: number | null;
  /** Passages that its searches have found; null: none has looked. */
  passages: number | null;
  /** Requests for the vectors of what it looked for. They stand in the ledger alone, not in the cycle's usage. */
  lookups: AgentUsage[];
}

/** @returns the run to start next (a queued message's, or this one again), or null. */
export async function settleCycle(
  parts: SettleParts,
  cycle: Cycle,
  wanted: Outcome,
): Promise<string | null> {
  const { run } = cycle;
  let settled: Outcome | null = null;
  const next = await parts.log.write(run.session_id, async (write) => {
    const { session } = write;
    // Somebody else has settled it, for instance because this process seemed dead.
    if (session.run_id !== run.run_id) return null;
    // Accepted while the run was in flight, so it stops the run, whatever the run was about to say.
    const isCancelled = session.cancel_run_id === run.run_id;
    // A person who has taken over has stopped it too; the visitor reads who has joined, and has pressed no Stop.
    const stop_reason = session.held_by === null ? 'user_cancelled' : 'end_turn';
    const outcome: Outcome = isCancelled ? { kind: 'idle', stop_reason } : wanted;
    settled = outcome;
    if (cycle.unreported !== null) {
      appendTurnUsage(write, run.run_id, cycle.turns, cycle.unreported, cycle.prices);
    }
    if (outcome.kind !== 'pause') {
      await cancelPending(write, run.run_id, SENTENCES.run_ended, {
        isProcessed: true,
      });
    }
    await appendEnd(parts, write, cycle, outcome);
    await markProcessed(write, cycle.runningSeq);
    const { session_id, project_id } = session;
    const { origin, prices } = cycle;
    const of = { project_id, session_id, run_id: run.run_id, origin, now: write.now };
    await charge(write.tx, parts.ids, prices, {
      ...of,
      operation: CHAT_OPERATION,
      requests: cycle.requests,
    });
    await charge(write.tx, parts.ids, prices, {
      ...of,
      operation: 'embedding',
      requests: cycle.lookups,
    });
    const isPause = outcome.kind === 'pause';
    await write.tx.query(
      `WITH forgotten AS (DELETE FROM run_reasoning WHERE session_id = $8 AND NOT $9)
       UPDATE runs SET status = $2, turns = $3, pauses = pauses + $4, ended_at = $5, worker = NULL,
              lease_until = NULL, first_word_at = COALESCE(first_word_at, $6),
              passages = COALESCE(passages + $7, passages, $7) WHERE run_id = $1`,
      [
        run.run_id,
        isPause ? 'paused' : 'ended',
        cycle.turns,
        isPause ? 1 : 0,
        isPause ? null : write.now,
        cycle.firstWordAt,
        cycle.passages,
        session_id,
        isPause,
      ],
    );
    write.set({ run_id: null, cancel_run_id: null, paused_run_id: isPause ? run.run_id : null });
    if (isPause) return resumeIfAnswered(write, cycle);
    const next = await startWaiting(parts, write);
    // It was called done while the agent was still speaking, by the agent or a colleague.
    if (next === null && outcome.kind === 'idle') await askRating(write, parts.ids);
    return next;
  });
  if (settled !== null) tellEnd(parts, cycle, settled);
  return next;
}

function tellEnd({ observer }: SettleParts, cycle: Cycle, outcome: Outcome): void {
  observer.runEnded(scopeOf(cycle), {
    outcome: outcomeWord(outcome),
    isFailure: outcome.kind === 'error',
    turns: cycle.turns,
    usage: sumUsage(cycle.requests, cycle.prices),
    started_at: cycle.startedAt,
  });
}

export function outcomeWord(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'idle':
      return outcome.stop_reason;
    case 'pause':
      return 'client_tool_use';
    case 'error':
      return outcome.code;
  }
}

/** The cycle as lines and spans name it. */
export function scopeOf({ run, origin }: Pick<Cycle, 'run' | 'origin'>): RunScope {
  const { trace_id, span_id, is_sampled = true } = origin;
  return {
    run_id: run.run_id,
    session_id: run.session_id,
    request_id: origin.request_id,
    span: { trace_id, span_id: cycleSpanId(run.run_id, run.pauses), is_sampled },
    parent_span_id: span_id ?? null,
  };
}

export function appendTurnUsage(
  { append }: SessionWrite,
  runId: string,
  turn: number,
  usage: AgentUsage,
  prices: PriceTable,
): void {
  append({
    type: 'session.turn_usage',
    run_id: runId,
    isProcessed: true,
    content: [
      {
        type: 'usage',
        turn,
        model: usage.model,
        input_tokens: tokenCount(usage.input_tokens),
        output_tokens: tokenCount(usage.output_tokens),
        cache_read_input_tokens: tokenCount(usage.cache_read_input_tokens),
        cache_creation_input_tokens: tokenCount(usage.cache_creation_input_tokens),
        reasoning_tokens: tokenCount(usage.reasoning_tokens),
        total_tokens: totalTokens(usage),
        credits_nano: creditsOf(usage, prices),
      },
    ],
  });
}

async function appendEnd(
  parts: SettleParts,
  write: SessionWrite,
  cycle: Cycle,
  outcome: Outcome,
): Promise<void> {
  const { tx, session, append } = write;
  const usage = sumUsage(cycle.requests, cycle.prices);
  const base = { usage, run_id: cycle.run.run_id, isProcessed: true };
  if (outcome.kind === 'error') {
    append({
      ...base,
      type: 'session.error',
      error_code: outcome.code,
      content: [
        {
          type: 'error',
          text: outcome.text ?? failureText(outcome.code),
          code: outcome.code,
          request_id: cycle.origin.request_id,
        },
      ],
    });
    return;
  }
  const contextTokens = await contextTokensOf(write, cycle);
  if (outcome.kind === 'idle') {
    append({
      ...base,
      type: 'session.status_idle',
      content: { stop_reason: outcome.stop_reason, context_tokens: contextTokens },
    });
    return;
  }
  const open = await pendingCalls(tx, session.session_id, cycle.run.run_id);
  append({
    ...base,
    type: 'session.status_idle',
    content: {
      stop_reason: 'client_tool_use',
      context_tokens: contextTokens,
      tool_use_ids: open,
      tool_traceparents: Object.fromEntries(
        open.map((id) => [
          id,
          writeTraceparent({ ...scopeOf(cycle).span, span_id: parts.ids.hex(8) }),
        ]),
      ),
    },
  });
}

/** The tokens that the latest turn read; after a compaction an estimate of the tokens that remain. */
async function contextTokensOf({ tx, session }: SessionWrite, cycle: Cycle): Promise<number> {
  const latest = cycle.requests.at(-1);
  if (latest === undefined) return 0;
  if (!cycle.hasCompacted) return totalTokens(latest);
  const { run, contextWindow } = cycle;
  const { items } = await readHistory(tx, session.session_id, { runId: run.run_id, contextWindow });
  return historyTokens(items.map(({ event }) => event));
}

/** The events that this cycle has read: the messages it took, the results before it began, and every interrupt. */
async function markProcessed({ tx, session, now }: SessionWrite, runningSeq: number) {
  await tx.query(
    `UPDATE events SET processed_at = $2
      WHERE session_id = $1 AND processed_at IS NULL
        AND (type = 'user.interrupt'
             OR (type IN ('user.message', 'system.message') AND run_id IS NOT NULL)
             OR (type = 'user.tool_result' AND seq < $3))`,
    [session.session_id, now, runningSeq],
  );
}

/** Results may have come before the pause itself was written; then the run goes on at once. */
async function resumeIfAnswered(
  { tx, session, set }: SessionWrite,
  { run, origin }: Cycle,
): Promise<string | null> {
  if ((await pendingCalls(tx, session.session_id, run.run_id)).length > 0) return null;
  if (!(await findProject(tx, session.project_id)).agent_execution) return null;
  await queueRun(tx, run.run_id, origin);
  set({ run_id: run.run_id, paused_run_id: null });
  return run.run_id;
}

const originRow = z.object({
  origin: z.string(),
});

/** Messages that came while the run was busy get a run of their own. */
async function startWaiting(
  { ids }: SettleParts,
  { tx, session, now, set }: SessionWrite,
): Promise<string | null> {
  const [waiting] = await readRows(
    tx,
    originRow,
    `SELECT origin FROM events
      WHERE session_id = $1 AND type = 'user.message' AND run_id IS NULL AND processed_at IS NULL
      ORDER BY seq DESC LIMIT 1`,
    [session.session_id],
  );
  // Where a person has taken over, what waits is theirs.
  if (waiting === undefined || session.held_by !== null) return null;
  if (!(await findProject(tx, session.project_id)).agent_execution) return null;
  const runId = ids.next('run');
  const origin = JSON.parse(waiting.origin) as Origin;
  await createRun(tx, { run_id: runId, session_id: session.session_id, origin, now });
  set({ run_id: runId });
  return runId;
}

/** Everything that the model read and wrote, what it read from its cache too. */
function totalTokens(usage: AgentUsage): number {
  return (
    tokenCount(usage.input_tokens) +
    tokenCount(usage.cache_read_input_tokens) +
    tokenCount(usage.cache_creation_input_tokens) +
    tokenCount(usage.output_tokens)
  );
}
