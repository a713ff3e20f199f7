// The end of a run cycle whose process has died, from what it has left in the database.

import type { AgentUsage } from '../agents/types.ts';
import type { Origin } from '../sessions/origin.ts';
import { findRun } from './run-row.ts';
import { type Cycle, type SettleParts, settleCycle } from './settle.ts';

/**
 * Settles a cycle whose worker is gone. It is charged for what it had used when it last wrote something.
 * @returns the run to start next, or null.
 */
export async function abandonCycle(parts: SettleParts, runId: string): Promise<string | null> {
  const run = await findRun(parts.db, runId);
  if (run === null || run.status !== 'running') return null;
  const [running] = await parts.db.query<{ seq: number | null }>(
    `SELECT max(seq) AS seq FROM events WHERE run_id = $1 AND type = 'session.status_running'`,
    [runId],
  );
  const runningSeq = running?.seq ?? 0;
  const kept = await parts.db.query<{ content: string }>(
    `SELECT content FROM events
      WHERE run_id = $1 AND type = 'session.turn_usage' AND seq > $2 ORDER BY seq`,
    [runId, runningSeq],
  );
  // A run that an older version began has nothing but its kept turns.
  const requests =
    run.spent === null
      ? kept.flatMap(({ content }) => JSON.parse(content) as AgentUsage[])
      : (JSON.parse(run.spent) as AgentUsage[]);
  const cycle: Cycle = {
    run,
    origin: JSON.parse(run.origin) as Origin,
    turns: run.turns + kept.length,
    runningSeq,
    requests,
    underWay: null,
    unreported: null,
    // An error has no context_tokens, which is all that these two are for.
    hasCompacted: false,
    contextWindow: 0,
    startedAt: null,
  };
  return settleCycle(parts, cycle, { kind: 'error', code: 'run_abandoned' });
}
