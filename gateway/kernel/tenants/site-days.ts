// What a site's public id may cost its owner in one day (UTC), and what it has cost: sessions, visitors' messages, credits. Kept in
// the database, so that all processes together hold a cap. Sessions that the site's own server makes count for none of them.

import { z } from 'zod';
import { int8, readRows } from '../db/rows.ts';
import type { Queryable } from '../db/types.ts';
import { rateLimited } from '../http-error.ts';

const DAY_MS = 86_400_000;

/** Counted things, as the columns of `site_days` name them. */
export type Counted = 'sessions' | 'messages';

const WORDS: Readonly<Record<Counted, string>> = {
  sessions: 'conversations',
  messages: 'messages',
};

/** The day of an instant, counted from 1970 on. @param now Unix milliseconds */
export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

const countedRow = z.object({ used: z.number() });

/**
 * Counts `amount` of a site's day, unless that would be more than its cap.
 * @throws HttpError 429 until the next day, and counts nothing.
 */
export async function takeOfDay(
  db: Queryable,
  clientId: string,
  counted: Counted,
  { amount = 1, now }: { amount?: number; now: number },
): Promise<void> {
  const cap = `(SELECT ${counted}_per_day FROM public_sites WHERE client_id = $1)`;
  const [taken] = await readRows(
    db,
    countedRow,
    `INSERT INTO site_days AS d (client_id, day, ${counted})
     SELECT $1, $2, $3::int WHERE COALESCE(${cap} >= $3, true)
     ON CONFLICT (client_id, day) DO UPDATE SET ${counted} = d.${counted} + excluded.${counted}
       WHERE COALESCE(${cap} >= d.${counted} + excluded.${counted}, true)
     RETURNING ${counted} AS used`,
    [clientId, dayOf(now), amount],
  );
  if (taken !== undefined) return;
  throw rateLimited(
    `This site has had its ${WORDS[counted]} of today. Its owner sets how many on the desk's page “Sites”.`,
    ((dayOf(now) + 1) * DAY_MS - now) / 1000,
  );
}

/** Adds what a run of a session that came by the public id has cost; any other session's is left alone. */
export async function chargeDay(
  tx: Queryable,
  sessionId: string,
  { credits, runs, now }: { credits: bigint; runs: number; now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO site_days AS d (client_id, day, credits_nano, runs)
     SELECT client_id, $2, $3, $4 FROM sessions
      WHERE session_id = $1 AND is_public AND client_id IS NOT NULL
     ON CONFLICT (client_id, day) DO UPDATE
       SET credits_nano = d.credits_nano + excluded.credits_nano, runs = d.runs + excluded.runs`,
    [sessionId, dayOf(now), credits, runs],
  );
}

const spentRow = z.object({ is_spent: z.boolean() });

/** A run under way counts as at least this part of the cap. */
const LEAST_PART = 200;

/**
 * Whether the site's credits of today are used up. A run is charged when it ends, so those under way, this one included, count as
 * much as today's have cost in the mean: a crowd that comes at once can't cost much more than the owner agreed to.
 */
export async function isDaySpent(
  db: Queryable,
  { client_id: clientId, is_public: isPublic }: { client_id: string | null; is_public: boolean },
  now: number,
): Promise<boolean> {
  if (!isPublic || clientId === null) return false;
  const [row] = await readRows(
    db,
    spentRow,
    `SELECT COALESCE(d.credits_nano, 0) >= p.credits_nano_per_day
         OR COALESCE(d.credits_nano, 0) + (
              GREATEST(d.credits_nano / NULLIF(d.runs, 0), p.credits_nano_per_day / ${LEAST_PART})
              * (SELECT count(*) FROM runs r JOIN sessions s USING (session_id)
                  WHERE r.status = 'running' AND s.client_id = $1 AND s.is_public)
            ) > p.credits_nano_per_day AS is_spent
       FROM public_sites p LEFT JOIN site_days d ON d.client_id = p.client_id AND d.day = $2
      WHERE p.client_id = $1 AND p.credits_nano_per_day IS NOT NULL`,
    [clientId, dayOf(now)],
  );
  return row?.is_spent === true;
}

const dayRow = z.object({
  sessions: z.number(),
  messages: z.number(),
  credits_nano: int8,
});
/** What a site has had on one day. */
export type SiteDay = z.output<typeof dayRow>;

export async function readDay(db: Queryable, clientId: string, now: number): Promise<SiteDay> {
  const [row] = await readRows(
    db,
    dayRow,
    'SELECT sessions, messages, credits_nano FROM site_days WHERE client_id = $1 AND day = $2',
    [clientId, dayOf(now)],
  );
  return row ?? { sessions: 0, messages: 0, credits_nano: 0 };
}
