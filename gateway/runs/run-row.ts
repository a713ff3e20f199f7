// A run as the database holds it: from the message that began it to its last idle or error.
// A pause for client tools ends a cycle of it, not the run.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Origin } from '../log/origin.ts';

export const runRow = z.object({
  run_id: z.string(),
  session_id: z.string(),
  status: z.enum(['queued', 'running', 'paused', 'ended']),
  /** Turns so far, over all cycles. */
  turns: z.number(),
  /** Pauses so far. */
  pauses: z.number(),
  /** Messages of visitors that it has taken so far. */
  messages: z.number(),
  /** JSON: Origin of the request that began or resumed it. */
  origin: z.string(),
  /** JSON: AgentUsage[], what the running cycle has used so far; null where nothing is known of it. */
  spent: z.string().nullable(),
  /** The version of the agent's record that the run's latest cycle read; null: an agent that is no record. */
  agent_version: z.number().nullable(),
  worker: z.string().nullable(),
  lease_until: z.number().nullable(),
});
export type RunRow = z.output<typeof runRow>;

/** Null where it is gone. */
export async function findRun(db: Queryable, runId: string): Promise<RunRow | null> {
  const [row] = await readRows(db, runRow, 'SELECT * FROM runs WHERE run_id = $1', [runId]);
  return row ?? null;
}

export interface NewRun {
  run_id: string;
  session_id: string;
  origin: Origin;
  now: number;
}

/** Adds a queued run. Within the write that sets the session's `run_id`. */
export async function createRun(tx: Queryable, run: NewRun): Promise<void> {
  await tx.query(
    `INSERT INTO runs (run_id, session_id, status, origin, created_at)
     VALUES ($1, $2, 'queued', $3, $4)`,
    [run.run_id, run.session_id, JSON.stringify(run.origin), run.now],
  );
}

/** A paused run goes on; who answered its calls pays for the next cycle. */
export async function queueRun(tx: Queryable, runId: string, origin: Origin): Promise<void> {
  await tx.query(`UPDATE runs SET status = 'queued', origin = $2 WHERE run_id = $1`, [
    runId,
    JSON.stringify(origin),
  ]);
}
