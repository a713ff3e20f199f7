// Keeps a session inside its agent's context window: reads the history for the next turn and, where it comes near
// the window, has the oldest turns summarised into a session.compaction. The events themselves stay in the list.

import { digest } from '../agents/digest.ts';
import type { Agent } from '../agents/types.ts';
import type { Db } from '../kernel/db/types.ts';
import { instructionsKeptFrom, readHistory } from '../log/history.ts';
import type { HistoryEvent } from '../log/history-event.ts';
import type { SessionLog, SessionWrite } from '../log/session-log.ts';
import { estimateTokens } from '../log/tokens.ts';
import type { BegunCycle } from './begin-cycle.ts';
import { writeForRun } from './hold.ts';
import { openMeter } from './meter.ts';
import type { RunsObserver } from './observe-runs.ts';
import { planCompaction } from './plan-compaction.ts';
import type { TurnWatch } from './run-reports.ts';
import { scopeOf } from './settle.ts';

export interface CompactionParts {
  db: Db;
  log: SessionLog;
  observer: RunsObserver;
}

/**
 * What the agent reads in its next turn; null where it can't be brought into the window. What a summary cost is
 * added to the cycle's requests.
 * @param isRefused the model has refused the request as too long.
 * @throws RunStopped
 */
export async function readFitting(
  { db, log, observer }: CompactionParts,
  cycle: BegunCycle,
  agent: Agent,
  signal: AbortSignal,
  isRefused: boolean,
): Promise<HistoryEvent[] | null> {
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
      files: agent.files ?? [],
      isRefused: isOver,
    });
    if (plan.kind === 'fits') return history.items.map(({ event }) => event);
    if (plan.kind === 'too_long') return null;
    const watch = observer.openTurn(scopeOf(cycle), 'summary');
    const text = await summarise(agent, plan, cycle, signal, watch);
    await writeForRun(log, cycle, async (write) =>
      appendCompaction(write, run.run_id, text, {
        coversSeq: plan.coversSeq,
        keepsFrom: instructionsKeptFrom(history, plan.coversSeq, contextWindow),
      }),
    );
    cycle.hasCompacted = true;
    isOver = false;
  }
}

/** Places in the order of reading. */
interface CompactionMarks {
  /** Everything up to here is in the summary. */
  coversSeq: number;
  /** From here on, what the site has said is read word by word, besides the summary. */
  keepsFrom?: number;
}

export function appendCompaction(
  { append }: SessionWrite,
  runId: string,
  summary: string,
  { coversSeq, keepsFrom = 0 }: CompactionMarks,
): void {
  append({
    type: 'session.compaction',
    content: [{ type: 'text', text: summary }],
    covers_seq: coversSeq,
    keeps_from: keepsFrom,
    run_id: runId,
    isProcessed: true,
  });
}

type SummaryPlan = { covered: readonly HistoryEvent[]; maxSummaryTokens: number };

/** The agent's own summary; an extract where it makes none, or couldn't. What it cost is added to the cycle's requests. */
async function summarise(
  agent: Agent,
  { covered: turns, maxSummaryTokens: maxTokens }: SummaryPlan,
  cycle: BegunCycle,
  signal: AbortSignal,
  watch: TurnWatch,
): Promise<string> {
  if (agent.summarise === undefined) return digest(turns, maxTokens);
  const meter = openMeter(cycle);
  const { contextWindow } = cycle;
  const { openCall } = watch;
  const request = { turns, maxTokens, contextWindow, signal, meter: meter.tell, openCall };
  const own = await untilAborted(agent.summarise(request), signal).catch(() => null);
  if (own !== null && own.usage !== null) meter.settle(own.usage);
  const left = meter.close();
  watch.end(own?.usage ?? left, own === null ? 'failed' : 'summary');
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
