// Which runs belong to which process, where several share a database. A run's row has its worker and until when that worker
// counts as alive; all of it goes by the database's clock, since the processes' own clocks differ.

import { z } from 'zod';
import { DB_NOW } from '../kernel/db/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

export interface Worker {
  id: string;
  leaseMs: number;
}

export const leftRun = z.object({
  run_id: z.string(),
  session_id: z.string(),
});
export type LeftRun = z.output<typeof leftRun>;

/** Within the transaction that begins a cycle. */
export async function takeLease(tx: Queryable, runId: string, worker: Worker): Promise<void> {
  await tx.query(
    `UPDATE runs SET status = 'running', worker = $2, lease_until = ${DB_NOW} + $3::bigint, spent = NULL
      WHERE run_id = $1`,
    [runId, worker.id, worker.leaseMs],
  );
}

const runIdIsCancelledRow = z.object({
  run_id: z.string(),
  is_cancelled: z.boolean().nullable(),
});

/**
 * Says that this process lives, in one statement for all of its runs.
 * @returns those of them that are still its own, and whether a Stop was stored for them.
 */
export async function renewLeases(
  db: Queryable,
  runIds: readonly string[],
  worker: Worker,
): Promise<Map<string, { isCancelled: boolean }>> {
  const rows = await readRows(
    db,
    runIdIsCancelledRow,
    `UPDATE runs r SET lease_until = ${DB_NOW} + $3::bigint FROM sessions s
      WHERE r.run_id = ANY($1) AND r.worker = $2 AND s.session_id = r.session_id
      RETURNING r.run_id, s.cancel_run_id = r.run_id AS is_cancelled`,
    [[...runIds], worker.id, worker.leaseMs],
  );
  return new Map(rows.map((row) => [row.run_id, { isCancelled: row.is_cancelled === true }]));
}

/**
 * Takes over the running runs whose worker is silent; each falls to one process only.
 * @param isAlone nobody else uses the database: whatever runs and isn't `held` here was left by a process that is gone.
 */
export function takeOver(
  db: Queryable,
  held: readonly string[],
  worker: Worker,
  isAlone: boolean,
): Promise<LeftRun[]> {
  return readRows(
    db,
    leftRun,
    `UPDATE runs SET worker = $2, lease_until = ${DB_NOW} + $3::bigint
      WHERE status = 'running' AND run_id <> ALL($1) AND ($4 OR lease_until < ${DB_NOW})
      RETURNING run_id, session_id`,
    [[...held], worker.id, worker.leaseMs, isAlone],
  );
}

/** Queued runs that nobody has begun for as long as a lease lasts. */
export function findForgotten(
  db: Queryable,
  leaseMs: number,
  isAlone: boolean,
): Promise<LeftRun[]> {
  return readRows(
    db,
    leftRun,
    `SELECT run_id, session_id FROM runs
      WHERE status = 'queued' AND ($2 OR created_at < ${DB_NOW} - $1::bigint)`,
    [leaseMs, isAlone],
  );
}
