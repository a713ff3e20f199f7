// The end of a run cycle whose process has died, from what it has left in the log.

import type { AgentUsage } from '../agents/types.ts';
import type { Origin } from '../sessions/origin.ts';
import { findRun } from './run-row.ts';
import { type Cycle, type SettleParts, settleCycle } from './settle.ts';

/**
 * Settles a cycle whose worker is gone. Kept turns are charged, as they stand in the log.
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
  const requests = kept.flatMap(({ content }) => JSON.parse(content) as AgentUsage[]);
  const cycle: Cycle = {
    run,
    origin: JSON.parse(run.origin) as Origin,
    turns: run.turns + requests.length,
    runningSeq,
    requests,
    unreported: null,
    // An error has no context_tokens, which is all that these two are for.
    hasCompacted: false,
    contextWindow: 0,
  };
  return settleCycle(parts, cycle, { kind: 'error', code: 'run_abandoned' });
}
