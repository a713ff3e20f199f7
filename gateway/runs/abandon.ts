// The end of a run cycle whose process has died, from what it has left in the database.

import { z } from 'zod';
import { pricesWith } from '../agents/prices.ts';
import type { AgentUsage, PriceTable } from '../agents/types.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Origin } from '../log/origin.ts';
import { findSession } from '../log/session-row.ts';
import { findRun, type RunRow } from './run-row.ts';
import { type Cycle, type SettleParts, settleCycle } from './settle.ts';

const seqRow = z.object({
  seq: z.number().nullable(),
});

const contentRow = z.object({
  content: z.string(),
});

/**
 * Settles a cycle whose worker is gone. It is charged for what it had used when it last wrote something.
 * @returns the run to start next, or null.
 */
export async function abandonCycle(parts: SettleParts, runId: string): Promise<string | null> {
  const run = await findRun(parts.db, runId);
  if (run === null || run.status !== 'running') return null;
  const [running] = await readRows(
    parts.db,
    seqRow,
    `SELECT max(seq) AS seq FROM events WHERE run_id = $1 AND type = 'session.status_running'`,
    [runId],
  );
  const runningSeq = running?.seq ?? 0;
  const kept = await readRows(
    parts.db,
    contentRow,
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
    prices: await pricesOf(parts, run),
    startedAt: null,
    firstWordAt: null,
    passages: null,
    lookups: [],
  };
  return settleCycle(parts, cycle, { kind: 'error', code: 'run_abandoned' });
}

/** As they stand in the version that the run had read. */
async function pricesOf({ db, agents, prices }: SettleParts, run: RunRow): Promise<PriceTable> {
  if (run.agent_version === null) return prices;
  const session = await findSession(db, EVERYTHING, run.session_id);
  if (session === null) return prices;
  const answering = await agents.open(db, { ...session, agent_version: run.agent_version });
  return answering === null ? prices : pricesWith(prices, answering.agent);
}
