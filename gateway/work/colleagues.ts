// Who of the desk's people is there: an open desk counts, unless its person says otherwise.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { type Colleague, PRESENCES } from './colleagues-schema.ts';

/** A person counts as present for so long after their desk was last heard of. */
const THERE_MS = 150_000;

/** SQL over a person `p`. @param since, now the places of parameters: when a desk must have been heard of, and the time */
export const presenceOf = (since: string, now: string): string => `CASE
  WHEN NOT EXISTS (SELECT 1 FROM desk_sessions d WHERE d.person_id = p.person_id
                    AND d.seen_at > ${since} AND d.expires_at > ${now}) THEN 'off'
  WHEN p.is_away THEN 'away' ELSE 'here' END`;

/** SQL over a person `p`: whether they are here and may answer a visitor. @param since, now as of `presenceOf` */
export const isHereToAnswer = (since: string, now: string): string =>
  `(p.disabled_at IS NULL AND p.role <> 'viewer' AND ${presenceOf(since, now)} = 'here')`;

export const thereSince = (now: number): number => now - THERE_MS;

const colleagueRow = z.object({
  person_id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  presence: z.enum(PRESENCES),
  may_answer: z.boolean(),
});

/** By name. */
export function listColleagues(db: Queryable, now: number): Promise<Colleague[]> {
  return readRows(
    db,
    colleagueRow,
    `SELECT p.person_id, p.name, p.picture, ${presenceOf('$1', '$2')} AS presence,
            p.role <> 'viewer' AS may_answer
       FROM desk_people p WHERE p.disabled_at IS NULL ORDER BY lower(p.name), p.person_id LIMIT 200`,
    [thereSince(now), now],
  );
}

export async function setAway(db: Queryable, personId: string, isAway: boolean): Promise<void> {
  await db.query('UPDATE desk_people SET is_away = $2 WHERE person_id = $1', [personId, isAway]);
}
