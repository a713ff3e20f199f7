// Pages that asked for a session of a site and aren't on its list: the owner reads at the desk which, and may allow them.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

const DAY_MS = 86_400_000;
/** Origins that are kept for one site, the latest: anybody can make one up, so the list mustn't grow. */
const MAX_KEPT = 50;
/** A page that asked so often is kept before one that asked once: made-up origins are many. */
const OFTEN = 5;
const MAX_CHARS = 200;

const refusedOrigin = z.object({
  origin: z.string(),
  refusals: z.number(),
  last_at: z.number(),
});
/** `last_at`: Unix milliseconds. */
export type RefusedOrigin = z.output<typeof refusedOrigin>;

/** Notes one refusal. What isn't an origin of the web, such as a file's "null", can't be allowed and isn't noted. */
export async function noteRefusal(
  db: Queryable,
  clientId: string,
  origin: string,
  now: number,
): Promise<void> {
  if (!/^https?:\/\//.test(origin) || origin.length > MAX_CHARS) return;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return;
  await db.query(
    `INSERT INTO refused_origins AS r (client_id, origin, refusals, last_at) VALUES ($1, $2, 1, $3)
     ON CONFLICT (client_id, origin) DO UPDATE SET last_at = excluded.last_at,
       refusals = CASE WHEN r.last_at < $4 THEN 1 ELSE r.refusals + 1 END`,
    [clientId, origin, now, now - DAY_MS],
  );
  await db.query(
    `DELETE FROM refused_origins WHERE client_id = $1 AND origin IN (
       SELECT origin FROM refused_origins WHERE client_id = $1
        ORDER BY LEAST(refusals, ${OFTEN}) DESC, last_at DESC, origin OFFSET ${MAX_KEPT})`,
    [clientId],
  );
}

/** Those of the last 24 hours, the latest first. */
export function readRefusals(
  db: Queryable,
  clientId: string,
  now: number,
): Promise<RefusedOrigin[]> {
  return readRows(
    db,
    refusedOrigin,
    `SELECT origin, refusals, last_at FROM refused_origins WHERE client_id = $1 AND last_at > $2
      ORDER BY last_at DESC, origin`,
    [clientId, now - DAY_MS],
  );
}
