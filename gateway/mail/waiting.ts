// Conversations that have waited for somebody of the team for so long that a person is to hear of it away from the desk, each once
// for each wait.

import { z } from 'zod';
import { type Reach, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { hasStatus } from '../work/status.ts';

export type Channel = 'mail' | 'push';

const WORDS = 240;
const MOST = 200;

const waitingRow = z.object({
  session_id: z.string(),
  site_name: z.string().nullable(),
  waiting_since: z.number(),
  words: z.string().nullable(),
});
export type Waiting = z.output<typeof waitingRow>;

export interface WaitingQuery {
  personId: string;
  reach: Reach;
  channel: Channel;
  now: number;
  /** Milliseconds without an answer. */
  afterMs: number;
}

/** The longest first: those of nobody, and the person's own. What a colleague has is the colleague's to hear of. */
export function findWaiting(
  db: Queryable,
  { personId, reach, channel, now, afterMs }: WaitingQuery,
): Promise<Waiting[]> {
  const params: unknown[] = [personId, now, now - afterMs, channel];
  return readRows(
    db,
    waitingRow,
    `SELECT s.session_id, sites.name AS site_name, s.waiting_since,
            (SELECT left(v.words, ${WORDS}) FROM events v
              WHERE v.session_id = s.session_id AND v.type = 'user.message' ORDER BY v.seq DESC LIMIT 1) AS words
       FROM sessions s LEFT JOIN sites ON sites.client_id = s.client_id
      WHERE ${hasStatus('waiting_us', '$2')} AND s.waiting_since <= $3 AND s.message_seq > 0 AND NOT s.is_trial
        AND COALESCE(s.held_by, s.assigned_to, $1) = $1 AND ${whereReached(reach, 's', params)}
        AND NOT EXISTS (SELECT 1 FROM person_told t WHERE t.person_id = $1 AND t.session_id = s.session_id
                         AND t.channel = $4 AND t.waiting_since >= s.waiting_since)
      ORDER BY s.waiting_since, s.session_id LIMIT ${MOST}`,
    params,
  );
}

/**
 * So that nobody hears twice of one wait. A conversation that was erased meanwhile is left out.
 * @returns those of which nobody has noted it before
 */
export async function noteTold(
  db: Queryable,
  { personId, channel }: Pick<WaitingQuery, 'personId' | 'channel'>,
  told: readonly Waiting[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ session_id: z.string() }),
    `INSERT INTO person_told (person_id, session_id, channel, waiting_since)
     SELECT $1, s.session_id, $2, w.since FROM unnest($3::text[], $4::bigint[]) AS w (session_id, since)
       JOIN sessions s ON s.session_id = w.session_id
     ON CONFLICT (person_id, session_id, channel) DO UPDATE SET waiting_since = excluded.waiting_since
       WHERE person_told.waiting_since < excluded.waiting_since
     RETURNING session_id`,
    [
      personId,
      channel,
      told.map(({ session_id }) => session_id),
      told.map(({ waiting_since }) => waiting_since),
    ],
  );
  return rows.map(({ session_id }) => session_id);
}
