// Deletes a session with all that was said in it. Only the ledger's sums remain, cut off from the session: project, model,
// times, tokens and credits, no text and no id of a visitor. Each session goes in one transaction, so whatever stops this, the
// next call goes on with the sessions that are left.

import { z } from 'zod';
import { type Clock, sleep } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { lockSession } from '../log/session-row.ts';
import type { Runs } from '../runs/runs.ts';
import type { Scrubber } from './scrubber.ts';

export interface Erased {
  sessions: number;
  events: number;
}

export interface EraseParts {
  db: Db;
  clock: Clock;
  runs: Runs;
  scrubber: Pick<Scrubber, 'note'>;
}

/** A run in flight is stopped first, so that it is charged for what it has used; one that doesn't end by then loses its session. */
const STOP_CHECKS = 20;
const STOP_CHECK_MS = 250;

const countRow = z.object({
  count: z.number(),
});

/** A session that isn't there counts as nothing: doing it twice does no harm. */
export async function eraseSession(parts: EraseParts, sessionId: string): Promise<Erased> {
  await stopRun(parts, sessionId);
  const erased = await parts.db.transaction(
    async (tx) => {
      const session = await lockSession(tx, sessionId);
      if (session === null) return { sessions: 0, events: 0 };
      for (const table of ['feedback', 'tool_calls', 'runs', 'webhook_deliveries', 'intents']) {
        await tx.query(`DELETE FROM ${table} WHERE session_id = $1`, [sessionId]);
      }
      const [gone] = await readRows(
        tx,
        countRow,
        `WITH gone AS (DELETE FROM events WHERE session_id = $1 RETURNING 1)
       SELECT count(*) AS count FROM gone`,
        [sessionId],
      );
      await tx.query(`UPDATE usage_ledger SET session_id = '', run_id = '' WHERE session_id = $1`, [
        sessionId,
      ]);
      await tx.query('DELETE FROM sessions WHERE session_id = $1', [sessionId]);
      return { sessions: 1, events: gone?.count ?? 0 };
    },
    { isLong: true },
  );
  if (erased.sessions > 0) parts.scrubber.note();
  return erased;
}

/** One session after the other. */
export async function eraseSessions(
  parts: EraseParts,
  sessionIds: readonly string[],
): Promise<Erased> {
  const sum: Erased = { sessions: 0, events: 0 };
  for (const sessionId of sessionIds) {
    const { sessions, events } = await eraseSession(parts, sessionId);
    sum.sessions += sessions;
    sum.events += events;
  }
  return sum;
}

const runIdRow = z.object({
  run_id: z.string().nullable(),
});

async function stopRun({ db, clock, runs }: EraseParts, sessionId: string): Promise<void> {
  for (let check = 0; check < STOP_CHECKS; check += 1) {
    const [row] = await readRows(
      db,
      runIdRow,
      `UPDATE sessions SET cancel_run_id = run_id WHERE session_id = $1 RETURNING run_id`,
      [sessionId],
    );
    if (row === undefined || row.run_id === null) return;
    runs.cancel(row.run_id);
    await sleep(clock, STOP_CHECK_MS);
  }
}
