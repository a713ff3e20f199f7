// A site's primary knowledge-base collection: set, cleared, and guarded against a lost update. Who may is the caller's to say.

import type { Queryable } from '../db/types.ts';
import { conflict, invalid } from '../http/http-error.ts';
import { isIdShaped } from '../ids.ts';
import type { Site } from '../wire.ts';

export interface Binding {
  kb_collection_id: string | null;
  /** What the caller has read before; without it the present one doesn't matter. */
  expected_kb_collection_id?: string | null | undefined;
}

export type BoundSite = Required<Site> & { project_id: string };

/** @throws HttpError 400 for a collection that isn't the project's, 409 where another one is bound than expected. */
export async function bindCollection(
  db: Queryable,
  site: Pick<BoundSite, 'site_id' | 'project_id'>,
  { kb_collection_id: wanted, expected_kb_collection_id: expected }: Binding,
): Promise<BoundSite> {
  if (wanted !== null) await requireCollection(db, wanted, site.project_id);
  // One statement: between a look and a write somebody else could bind another collection.
  const [updated] = await db.query<BoundSite>(
    `UPDATE sites SET kb_collection_id = $2
      WHERE site_id = $1 AND ($3 OR kb_collection_id IS NOT DISTINCT FROM $4)
      RETURNING site_id, client_id, project_id, status, kb_collection_id`,
    [site.site_id, wanted, expected === undefined, expected ?? null],
  );
  if (updated === undefined) {
    throw conflict(
      'The site’s primary collection is not the expected one. Read the site again, then decide.',
    );
  }
  return updated;
}

async function requireCollection(db: Queryable, id: string, projectId: string): Promise<void> {
  const [row] = isIdShaped(id)
    ? await db.query('SELECT 1 FROM collections WHERE collection_id = $1 AND project_id = $2', [
        id,
        projectId,
      ])
    : [];
  if (row === undefined)
    throw invalid('kb_collection_id is not a collection of the site’s project.');
}
