// A site's registration, by its stable id or its client_id.

import { z } from 'zod';
import { readRows } from '../db/rows.ts';

/** A site's registration with its project; `kb_collection_id` is its primary knowledge-base collection. */
export const boundSite = z.object({
  site_id: z.string(),
  client_id: z.string(),
  project_id: z.string(),
  status: z.string(),
  kb_collection_id: z.string().nullable(),
});
export type BoundSite = z.output<typeof boundSite>;

import { type Reach, reaches } from '../auth/reach.ts';
import type { Queryable } from '../db/types.ts';
import { isIdShaped } from '../ids.ts';

/** Null where there is none within reach. */
export async function findSite(db: Queryable, reach: Reach, id: string): Promise<BoundSite | null> {
  if (!isIdShaped(id)) return null;
  const [site] = await readRows(
    db,
    boundSite,
    `SELECT site_id, client_id, project_id, status, kb_collection_id
       FROM sites WHERE site_id = $1 OR client_id = $1`,
    [id],
  );
  return site !== undefined && reaches(reach, site) ? site : null;
}
