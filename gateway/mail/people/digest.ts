// The summary of a day or a week for one person: what happened in the conversations that they see, beside the time before.

import { z } from 'zod';
import { type Reach, whereReached } from '../../kernel/auth/reach.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { isByPerson } from '../../log/by-person.ts';
import { endsInFailure } from '../../log/failed-end.ts';
import { hasStatus } from '../../work/status.ts';
import type { MailWords } from '../words.ts';

const DAY_MS = 86_400_000;
export const DIGEST_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const;
/** On Mondays, or each day, at eight in the morning. */
export const DIGEST_MINUTES = 8 * 60;
export const DIGEST_WEEKDAY = 1;

const countsRow = z.object({
  conversations: z.number(),
  without_person: z.number(),
  closed: z.number(),
  thumbs_up: z.number(),
  thumbs_down: z.number(),
});
export type DigestCounts = z.output<typeof countsRow>;

/** Of conversations with a message of their visitor's from `from` until before `to`, in Unix milliseconds. */
export async function countDigest(
  db: Queryable,
  reach: Reach,
  { from, to }: { from: number; to: number },
): Promise<DigestCounts> {
  const params: unknown[] = [from, to];
  const [row] = await readRows(
    db,
    countsRow,
    `WITH talked AS (
       SELECT s.session_id, s.closed_at FROM sessions s
        WHERE ${whereReached(reach, 's', params)} AND NOT s.is_trial AND s.message_at >= $1
          AND EXISTS (SELECT 1 FROM events e WHERE e.session_id = s.session_id AND e.type = 'user.message'
                       AND e.created_at >= $1 AND e.created_at < $2))
     SELECT count(*) AS conversations,
            count(*) FILTER (WHERE NOT EXISTS (
              SELECT 1 FROM events p WHERE p.session_id = t.session_id AND p.type = 'agent.message'
                 AND p.created_at < $2 AND ${isByPerson('p.content')})
              AND NOT ${endsInFailure({ sessionId: 't.session_id', from: '$1', to: '$2' })}) AS without_person,
            count(*) FILTER (WHERE t.closed_at >= $1 AND t.closed_at < $2) AS closed,
            COALESCE(sum(f.up), 0)::bigint AS thumbs_up, COALESCE(sum(f.down), 0)::bigint AS thumbs_down
       FROM talked t
       LEFT JOIN LATERAL (
         SELECT count(*) FILTER (WHERE f.value = 'up') AS up, count(*) FILTER (WHERE f.value = 'down') AS down
           FROM feedback f JOIN events e ON e.event_id = f.event_id
          WHERE f.session_id = t.session_id AND e.created_at >= $1 AND e.created_at < $2) f ON true`,
    params,
  );
  return row ?? { conversations: 0, without_person: 0, closed: 0, thumbs_up: 0, thumbs_down: 0 };
}

const waitingNowRow = z.object({ count: z.number() });

export async function countWaiting(db: Queryable, reach: Reach, now: number): Promise<number> {
  const params: unknown[] = [now];
  const [row] = await readRows(
    db,
    waitingNowRow,
    `SELECT count(*) AS count FROM sessions s
      WHERE ${hasStatus('waiting_us', '$1')} AND s.message_seq > 0 AND NOT s.is_trial
        AND ${whereReached(reach, 's', params)}`,
    params,
  );
  return row?.count ?? 0;
}

/** Lines of the mail. Where nothing happened in either time, it still says so: silence could be a fault. */
export function digestLines(
  words: MailWords,
  { counts, before, waiting }: { counts: DigestCounts; before: DigestCounts; waiting: number },
): string[] {
  const line = (label: string, now: number, then: number) =>
    `${label}: ${now} (${words.before}: ${then})`;
  return [
    line(words.conversations, counts.conversations, before.conversations),
    line(words.withoutPerson, counts.without_person, before.without_person),
    line(words.closed, counts.closed, before.closed),
    line(words.liked, counts.thumbs_up, before.thumbs_up),
    line(words.disliked, counts.thumbs_down, before.thumbs_down),
    `${words.waitingNow}: ${waiting}`,
  ];
}
