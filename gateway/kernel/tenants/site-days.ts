// What a site's public id may cost its owner in one day (UTC), and what it has cost: sessions, visitors' messages, credits. Kept in
// the database, so that all processes together hold a cap. Sessions that the site's own server makes count for none of them.

import { z } from 'zod';
import { int8, readRows } from '../db/rows.ts';
import type { Db, Queryable } from '../db/types.ts';
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

/** Adds what a cycle of a public session has cost, and ends its hold. Any other session's is left alone. */
export async function chargeDay(
  tx: Queryable,
  { sessionId, runId }: { sessionId: string; runId: string },
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
  await tx.query('DELETE FROM day_holds WHERE run_id = $1', [runId]);
}

/** Once so many runs of the day have cost nothing, the site's agent is taken to be free, and no credits are held for its turns. */
const FREE_AFTER_RUNS = 10;

const roomRow = z.object({
  is_open: z.boolean(),
  cap: int8.nullable(),
  credits_nano: int8,
  runs: z.number(),
});
const heldRow = z.object({ nano: int8 });

export interface WantedTurn {
  clientId: string;
  runId: string;
  /** Nanocredits that the cycle has used so far, and isn't charged for yet. */
  spent: bigint;
  /** Nanocredits that the next turn may cost, roughly. */
  estimate: bigint;
  now: number;
}

/**
 * Whether a public session's next turn may be played. Holds what it may cost until the cycle is charged, so that a crowd which
 * comes at once can't spend more than the owner agreed to; all processes hold in one place, one after the other.
 *
 * If no other run of the site holds anything, the turn is played as long as the cap isn't reached: then the site's spending passes the cap by
 * this one turn at most.
 * @returns `closed`: the owner has switched the public id or the site off. `busy`: others may use up what is left.
 */
export function holdTurn(
  db: Db,
  { clientId, runId, spent, estimate, now }: WantedTurn,
): Promise<'held' | 'closed' | 'busy' | 'spent'> {
  return db.transaction(async (tx) => {
    const day = dayOf(now);
    await tx.query(
      'INSERT INTO site_days (client_id, day) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [clientId, day],
    );
    const [room] = await readRows(
      tx,
      roomRow,
      `SELECT p.is_open AND s.status = 'active' AS is_open, p.credits_nano_per_day AS cap,
              d.credits_nano, d.runs
         FROM site_days d JOIN public_sites p USING (client_id) JOIN sites s USING (client_id)
        WHERE d.client_id = $1 AND d.day = $2 FOR UPDATE OF d`,
      [clientId, day],
    );
    if (room?.is_open !== true) return 'closed';
    if (room.cap === null) return 'held';
    const used = BigInt(room.credits_nano) + spent;
    if (used >= BigInt(room.cap)) return 'spent';
    const isFree = room.runs >= FREE_AFTER_RUNS && used === 0n;
    const wanted = isFree ? 0n : estimate;
    // A process that has died leaves its hold; its run is no longer running once another process has settled it.
    const [held] = await readRows(
      tx,
      heldRow,
      `SELECT COALESCE(sum(h.nano), 0)::bigint AS nano FROM day_holds h JOIN runs r USING (run_id)
        WHERE h.client_id = $1 AND h.day = $2 AND h.run_id <> $3 AND r.status = 'running'`,
      [clientId, day, runId],
    );
    const others = BigInt(held?.nano ?? 0);
    if (others > 0n && used + others + wanted > BigInt(room.cap)) return 'busy';
    await tx.query(
      `INSERT INTO day_holds (run_id, client_id, day, nano) VALUES ($1, $2, $3, $4)
       ON CONFLICT (run_id) DO UPDATE SET day = excluded.day, nano = excluded.nano`,
      [runId, clientId, day, spent + wanted],
    );
    return 'held';
  });
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
