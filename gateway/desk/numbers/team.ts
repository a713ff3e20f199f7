// What an owner compares: this time and the one before, what people answered and how soon, and when visitors write. Beside numbers.ts,
// since it reads conversations one by one, where that reads sums.

import { z } from 'zod';
import { int8, readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { localTime } from '../../kernel/local-time.ts';
import { isByPerson, personOf } from '../../log/by-person.ts';
import { endsInFailure } from '../../log/failed-end.ts';
import { CHARGES, countedEvents, DAY_MS, SINCE, SUMMED } from './counted.ts';
import type { NumbersPlan } from './numbers.ts';
import { countRatings } from './ratings.ts';

const MOST_PEOPLE = 20;
const SAID = `e.type = 'agent.message' AND ${isByPerson('e.content')} AND e.content LIKE '%"act":"said"%'`;

const periodRow = z.object({
  is_now: z.boolean(),
  conversations: z.number(),
  without_person: z.number(),
  first_person_ms: z.number().nullable(),
  thumbs_up: z.number(),
  thumbs_down: z.number(),
});
export type Period = Omit<z.output<typeof periodRow>, 'is_now'> & {
  first_word_ms: number | null;
  credits_nano: number | bigint;
};

const personRow = z.object({
  name: z.string(),
  conversations: z.number(),
  messages: z.number(),
  first_answer_ms: z.number().nullable(),
});

const NONE = {
  conversations: 0,
  without_person: 0,
  first_person_ms: null,
  thumbs_up: 0,
  thumbs_down: 0,
};

/** $1 project, $2 start of the time before, $3 end, $4 site or null, $5 start of this time. */
const ASKED = `
  asked AS (
    SELECT e.session_id, e.created_at >= $5 AS is_now
      FROM events e JOIN sessions s ON s.session_id = e.session_id
     WHERE e.type = 'user.message' AND e.created_at >= $2 AND e.created_at < $3 AND NOT s.is_trial
       AND s.project_id = $1 AND ($4::text IS NULL OR s.client_id = $4) GROUP BY 1, 2)`;
/** The first words of each person in each conversation, and how long its visitor had waited for them since they wrote last. */
const ANSWERS = `
  said AS (
    SELECT e.session_id, a.is_now, (${personOf('e.content')})::jsonb ->> 'name' AS name, e.seq, e.created_at
      FROM asked a JOIN events e ON e.session_id = a.session_id
     WHERE ${SAID} AND e.created_at >= $2 AND e.created_at < $3 AND (e.created_at >= $5) = a.is_now),
  answers AS (
    SELECT f.session_id, f.is_now, f.name, f.created_at - (
             SELECT max(v.created_at) FROM events v WHERE v.session_id = f.session_id
                AND v.type = 'user.message' AND v.seq < f.seq) AS ms
      FROM (SELECT DISTINCT ON (session_id, is_now, name) * FROM said ORDER BY session_id, is_now, name, seq) f)`;

export async function countTeam(db: Queryable, plan: NumbersPlan & { timeZone: string }) {
  const { projectId, clientId, days, now, timeZone } = plan;
  const end = now + 1;
  const start = end - days * DAY_MS;
  const before = start - days * DAY_MS;
  const params = [projectId, before, end, clientId, start];
  const [periods, words, people, charges, hours, ratings] = await Promise.all([
    readRows(
      db,
      periodRow,
      `WITH ${ASKED}, ${ANSWERS}
       SELECT a.is_now, count(*) AS conversations,
              count(*) FILTER (WHERE NOT EXISTS (
                SELECT 1 FROM said p WHERE p.session_id = a.session_id AND p.is_now = a.is_now)
                AND NOT ${endsInFailure({
                  sessionId: 'a.session_id',
                  from: 'CASE WHEN a.is_now THEN $5::bigint ELSE $2::bigint END',
                  to: 'CASE WHEN a.is_now THEN $3::bigint ELSE $5::bigint END',
                })}) AS without_person,
              (SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY m.ms))::bigint
                 FROM (SELECT min(ms) AS ms FROM answers n WHERE n.is_now = a.is_now GROUP BY n.session_id) m) AS first_person_ms,
              COALESCE(sum(f.up), 0)::bigint AS thumbs_up, COALESCE(sum(f.down), 0)::bigint AS thumbs_down
         FROM asked a LEFT JOIN LATERAL (
           SELECT count(*) FILTER (WHERE f.value = 'up') AS up, count(*) FILTER (WHERE f.value = 'down') AS down
             FROM feedback f JOIN events e ON e.event_id = f.event_id
            WHERE f.session_id = a.session_id AND e.created_at >= $2 AND e.created_at < $3
              AND (e.created_at >= $5) = a.is_now) f ON true
        GROUP BY a.is_now`,
      params,
    ),
    readRows(
      db,
      z.object({ is_now: z.boolean(), ms: z.number() }),
      `SELECT r.created_at >= $5 AS is_now,
              round(percentile_cont(0.5) WITHIN GROUP (ORDER BY r.first_word_at - r.created_at))::bigint AS ms
         FROM runs r JOIN sessions s ON s.session_id = r.session_id
        WHERE r.created_at >= $2 AND r.created_at < $3 AND r.first_word_at IS NOT NULL AND NOT s.is_trial
          AND s.project_id = $1 AND ($4::text IS NULL OR s.client_id = $4) GROUP BY 1`,
      params,
    ),
    readRows(
      db,
      personRow,
      `WITH ${ASKED}, ${ANSWERS}
       SELECT s.name, count(DISTINCT s.session_id) AS conversations, count(*) AS messages,
              (SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY n.ms))::bigint
                 FROM answers n WHERE n.is_now AND n.name = s.name) AS first_answer_ms
         FROM said s WHERE s.is_now AND s.name IS NOT NULL
        GROUP BY s.name ORDER BY 3 DESC, 1 LIMIT ${MOST_PEOPLE}`,
      params,
    ),
    readCharges(db, { projectId, clientId, before, start, end }),
    countHours(db, { projectId, clientId, start, end, timeZone }),
    countRatings(db, params),
  ]);
  const period = (isNow: boolean): Period => {
    const { is_now: _, ...counted } = periods.find((row) => row.is_now === isNow) ?? {
      is_now: isNow,
      ...NONE,
    };
    return {
      ...counted,
      first_word_ms: words.find((row) => row.is_now === isNow)?.ms ?? null,
      credits_nano: charges.get(isNow) ?? 0,
    };
  };
  return { now: period(true), before: period(false), people, hours, ratings };
}

const untilRow = z.object({ until: z.number() });

async function summedUntil(db: Queryable): Promise<number> {
  const [state] = await readRows(db, untilRow, 'SELECT until FROM number_state');
  return state?.until ?? 0;
}

async function readCharges(
  db: Queryable,
  at: { projectId: string; clientId: string | null; before: number; start: number; end: number },
): Promise<Map<boolean, number | bigint>> {
  const rows = await readRows(
    db,
    z.object({ is_now: z.boolean(), credits_nano: int8 }),
    `SELECT at >= $6 AS is_now, sum(credits_nano)::bigint AS credits_nano FROM ${CHARGES} charges GROUP BY 1`,
    [at.projectId, at.before, at.end, at.clientId, await summedUntil(db), at.start],
  );
  return new Map(rows.map(({ is_now, credits_nano }) => [is_now, credits_nano]));
}

/** Seven days from Sunday on, of 24 hours each: how many messages visitors wrote then, by the asker's clock. */
async function countHours(
  db: Queryable,
  at: {
    projectId: string;
    clientId: string | null;
    start: number;
    end: number;
    timeZone: string;
  },
): Promise<number[][]> {
  const rows = await readRows(
    db,
    z.object({ at: z.number(), messages: z.number() }),
    `SELECT at, sum(visitor_messages)::bigint AS messages FROM (
       SELECT at, visitor_messages FROM number_hours WHERE ${SUMMED}
       UNION ALL SELECT at, visitor_messages FROM (${countedEvents(SINCE)}) since) hours
      GROUP BY 1 HAVING sum(visitor_messages) > 0`,
    [at.projectId, at.start, at.end, at.clientId, await summedUntil(db)],
  );
  const week = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { at: hour, messages } of rows) {
    const { weekday, minutes } = localTime(hour, at.timeZone);
    const day = week[weekday];
    const index = Math.floor(minutes / 60);
    if (day !== undefined) day[index] = (day[index] ?? 0) + Number(messages);
  }
  return week;
}
