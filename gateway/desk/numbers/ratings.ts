// How conversations went, as their visitors say it: in sum, by person and by agent, beside the time before.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';

const ratingCountRow = z.object({
  is_now: z.boolean(),
  is_person: z.boolean(),
  name: z.string(),
  good: z.number(),
  ok: z.number(),
  bad: z.number(),
});
const askedRow = z.object({ is_now: z.boolean(), asked: z.number() });

/** How conversations went, as their visitors said in this time. */
export interface Ratings {
  good: number;
  ok: number;
  bad: number;
}

const MOST_RATED = 20;
const NO_RATINGS: Ratings = { good: 0, ok: 0, bad: 0 };

/** @param params $1 project, $2 start of the time before, $3 end, $4 site or null, $5 start of this time. @returns sums, and by whom the visitor spoke with last: a person, or an agent alone. */
export async function countRatings(db: Queryable, params: readonly unknown[]) {
  const within = (time: string) =>
    `${time} >= $2 AND ${time} < $3 AND NOT s.is_trial AND s.project_id = $1
      AND ($4::text IS NULL OR s.client_id = $4)`;
  const count = (value: keyof Ratings) =>
    `count(*) FILTER (WHERE r.value = '${value}') AS ${value}`;
  const [rows, asked] = await Promise.all([
    readRows(
      db,
      ratingCountRow,
      `SELECT r.rated_at >= $5 AS is_now, r.person_name IS NOT NULL AS is_person,
              COALESCE(r.person_name, a.name, s.agent) AS name, ${count('good')}, ${count('ok')}, ${count('bad')}
         FROM conversation_ratings r JOIN sessions s ON s.session_id = r.session_id
         LEFT JOIN agents a ON a.agent_id = s.agent
        WHERE r.value IS NOT NULL AND ${within('r.rated_at')} GROUP BY 1, 2, 3`,
      params,
    ),
    readRows(
      db,
      askedRow,
      `SELECT r.asked_at >= $5 AS is_now, count(*) AS asked
         FROM conversation_ratings r JOIN sessions s ON s.session_id = r.session_id
        WHERE ${within('r.asked_at')} GROUP BY 1`,
      params,
    ),
  ]);
  const countsOf = ({ good, ok, bad }: Ratings): Ratings => ({ good, ok, bad });
  const sum = (isNow: boolean) => ({
    ...rows
      .filter(({ is_now }) => is_now === isNow)
      .reduce<Ratings>(
        (all, { good, ok, bad }) => ({
          good: all.good + good,
          ok: all.ok + ok,
          bad: all.bad + bad,
        }),
        NO_RATINGS,
      ),
    asked: asked.find(({ is_now }) => is_now === isNow)?.asked ?? 0,
  });
  const by = rows
    .filter(({ is_now }) => is_now)
    .map((row) => {
      const then = rows.find(
        ({ is_now, is_person, name }) =>
          !is_now && is_person === row.is_person && name === row.name,
      );
      const { is_person, name } = row;
      return { is_person, name, now: countsOf(row), before: countsOf(then ?? NO_RATINGS) };
    })
    .sort((one, other) => all(other.now) - all(one.now) || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_RATED);
  return { now: sum(true), before: sum(false), by };
}

const all = ({ good, ok, bad }: Ratings): number => good + ok + bad;
