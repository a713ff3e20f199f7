// Keeps a session inside its agent's context window: reads the history for the next turn and, where it comes near
// the window, has the oldest turns summarised into a session.compaction. The events themselves stay in the list.

import { digest } from '../agents/digest.ts';
import type { Agent } from '../agents/types.ts';
import type { Db } from '../db/types.ts';
import { readHistory } from '../sessions/history.ts';
import type { SessionLog, SessionWrite } from '../sessions/session-log.ts';
import { estimateTokens } from '../sessions/tokens.ts';
import type { SessionEvent } from '../wire.ts';
import type { BegunCycle } from './cycle.ts';
import { writeForRun } from './hold.ts';
import { openMeter } from './meter.ts';
import { planCompaction } from './plan-compaction.ts';

export interface CompactionParts {
  db: Db;
  log: SessionLog;
}

/**
 * What the agent reads in its next turn; null where it can't be brought into the window. What a summary cost is
 * added to the cycle's requests.
 * @param isRefused the model has refused the request as too long.
 * @throws RunStopped
 */
export async function readFitting(
  { db, log }: CompactionParts,
  cycle: BegunCycle,
  agent: Agent,
  signal: AbortSignal,
  isRefused: boolean,
): Promise<SessionEvent[] | null> {
  const { run, session, contextWindow } = cycle;
  let isOver = isRefused;
  // Each round covers more than the one before, so there is a last one.
  for (;;) {
    const history = await readHistory(db, session.session_id, {
      runId: run.run_id,
      contextWindow,
    });
    const plan = planCompaction(history, {
      toolTokens: estimateTokens(session.client_tools),
      contextWindow,
      runId: run.run_id,
      mayCutRun: agent.resumesFromSummary === true,
      isRefused: isOver,
    });
    if (plan.kind === 'fits') return history.items.map(({ event }) => event);
    if (plan.kind === 'too_long') return null;
    const text = await summarise(agent, plan.covered, plan.maxSummaryTokens, cycle, signal);
    await writeForRun(log, cycle, async (write) =>
      appendCompaction(write, run.run_id, text, plan.coversSeq),
    );
    cycle.hasCompacted = true;
    isOver = false;
  }
}

/** @param coversSeq everything up to here, in the order of reading, is in the summary. */
export function appendCompaction(
  { append }: SessionWrite,
  runId: string,
  summary: string,
  coversSeq: number,
): void {
  append({
    type: 'session.compaction',
    content: [{ type: 'text', text: summary }],
    covers_seq: coversSeq,
    run_id: runId,
    isProcessed: true,
  });
}

/** The agent's own summary; an extract where it makes none, or couldn't. What it cost is added to the cycle's requests. */
async function summarise(
  agent: Agent,
  turns: readonly SessionEvent[],
  maxTokens: number,
  cycle: BegunCycle,
  signal: AbortSignal,
): Promise<string> {
  if (agent.summarise === undefined) return digest(turns, maxTokens);
  const meter = openMeter(cycle);
  const { contextWindow } = cycle;
  const request = { turns, maxTokens, contextWindow, signal, meter: meter.tell };
  const own = await untilAborted(agent.summarise(request), signal).catch(() => null);
  if (own !== null && own.usage !== null) meter.settle(own.usage);
  meter.close();
  signal.throwIfAborted();
  return own !== null && own.text.trim() !== '' ? own.text : digest(turns, maxTokens);
}

/** Rejects when the signal is aborted, also where the agent doesn't listen to it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
