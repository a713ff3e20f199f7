// How much a visitor has cost today, where their agent has a limit for it.

import { z } from 'zod';
import type { AnsweringAgent } from '../agents/directory.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { SessionRow } from '../log/session-row.ts';

const DAY_MS = 86_400_000;

/** For agents whose owner has written nothing. */
export const SPENT =
  'I have answered as much as I may for today. Please come back tomorrow, or write to us.';

export interface Visit {
  session: Pick<SessionRow, 'session_id' | 'project_id' | 'client_id' | 'owner_id'>;
  answering: AnsweringAgent | null;
  position: { pauses: number };
}

const isSpentRow = z.object({
  isSpent: z.boolean(),
});

/**
 * Whether the agent's credits for this visitor and day (UTC) are used up. A visitor is an owner_id with all its sessions of one
 * site (another site's visitor of that name is somebody else), or a session without one. A run that has begun goes on: its limit is that of turns.
 */
export async function isSpentForToday(
  db: Queryable,
  { session, answering, position }: Visit,
  now: number,
): Promise<boolean> {
  const daily = answering?.daily ?? null;
  if (daily === null || position.pauses > 0) return false;
  const [row] = await readRows(
    db,
    isSpentRow,
    `SELECT COALESCE(sum(credits_nano), 0) >= $4::bigint AS "isSpent" FROM usage_ledger
      WHERE created_at >= $5 AND session_id IN (
        SELECT $1::text UNION ALL
        SELECT session_id FROM sessions WHERE owner_id = $2 AND project_id = $3
           AND client_id IS NOT DISTINCT FROM $6)`,
    [
      session.session_id,
      session.owner_id,
      session.project_id,
      daily.nano,
      Math.floor(now / DAY_MS) * DAY_MS,
      session.client_id,
    ],
  );
  return row?.isSpent === true;
}
