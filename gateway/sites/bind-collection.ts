// A site's primary knowledge-base collection: set, cleared, and guarded against a lost update. The caller checks whether it is allowed.

import type { Reach } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, invalid } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { type BoundSite, boundSite } from '../kernel/tenants/find-site.ts';
import { mayUseCollection } from '../knowledge/collections.ts';

export interface Binding {
  kb_collection_id: string | null;
  /** The collection that the caller has read before: another one by now is a 409. Undefined: not compared. */
  expected_kb_collection_id?: string | null | undefined;
}

export interface BindingPlace {
  site_id: string;
  project_id: string;
}

/** @param reach of who binds it. @throws HttpError 400 for a collection that isn't the project's or within reach, 409 where another one is bound than expected. */
export async function bindCollection(
  db: Queryable,
  reach: Reach,
  { site_id: siteId, project_id: projectId }: BindingPlace,
  { kb_collection_id: wanted, expected_kb_collection_id: expected }: Binding,
): Promise<BoundSite> {
  if (wanted !== null) {
    const isTheirs = isIdShaped(wanted) && (await mayUseCollection(db, reach, wanted, projectId));
    if (!isTheirs) throw invalid('kb_collection_id is not a collection of the site’s project.');
  }
  // One statement: between a look and a write somebody else could bind another collection.
  const [updated] = await readRows(
    db,
    boundSite,
    `UPDATE sites SET kb_collection_id = $2
      WHERE site_id = $1 AND ($3 OR kb_collection_id IS NOT DISTINCT FROM $4)
      RETURNING site_id, client_id, project_id, status, kb_collection_id`,
    [siteId, wanted, expected === undefined, expected ?? null],
  );
  if (updated === undefined) {
    throw conflict(
      'The site’s primary collection is not the expected one. Read the site again, then decide.',
    );
  }
  return updated;
}
