// Whether the gateway has a desk, and whether somebody sits at it who may answer: the run loop asks, before it offers an agent the tool by which
// a person is asked for.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { DeskPresence } from '../runs/request-human.ts';
import { isHereToAnswer, thereSince } from '../work/colleagues.ts';

const hasDeskIsThereRow = z.object({
  has_desk: z.boolean(),
  is_there: z.boolean(),
});

/** @param now Unix milliseconds */
export async function findPresence(
  db: Queryable,
  now: number,
): Promise<Pick<DeskPresence, 'hasDesk' | 'isSomebodyThere'>> {
  const [row] = await readRows(
    db,
    hasDeskIsThereRow,
    `SELECT EXISTS (SELECT 1 FROM desk_people WHERE disabled_at IS NULL) AS has_desk,
            EXISTS (SELECT 1 FROM desk_people p WHERE ${isHereToAnswer('$1', '$2')}) AS is_there`,
    [thereSince(now), now],
  );
  return { hasDesk: row?.has_desk === true, isSomebodyThere: row?.is_there === true };
}
