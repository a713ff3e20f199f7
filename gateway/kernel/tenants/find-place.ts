// Where a new row goes that belongs to a project, and there to a site or to nobody but the operator.

import { type Belonging, EVERYTHING, type Reach } from '../auth/reach.ts';
import type { Queryable } from '../db/types.ts';
import { forbidden, invalid } from '../http-error.ts';
import { findSite } from './find-site.ts';
import { DEFAULT_PROJECT } from './project-row.ts';

export interface WantedPlace {
  project_id?: string | null | undefined;
  client_id?: string | null | undefined;
}

/**
 * A row that a site makes is the site's own, whether its request says so or not.
 * @param what the rows, in words. @throws HttpError 400 for a site that isn't the project's, 403 for a site that names another.
 */
export async function findPlace(
  db: Queryable,
  reach: Reach,
  { project_id: project, client_id: client }: WantedPlace,
  what: string,
): Promise<Belonging> {
  if (reach.kind === 'site') {
    if ((project ?? reach.project_id) !== reach.project_id) {
      throw forbidden(`A site creates ${what} in its own project only.`);
    }
    if ((client ?? reach.client_id) !== reach.client_id) {
      throw forbidden(`A site creates ${what} for itself only.`);
    }
    return { project_id: reach.project_id, client_id: reach.client_id };
  }
  if (client === undefined || client === null) {
    return { project_id: project ?? DEFAULT_PROJECT, client_id: null };
  }
  const site = await findSite(db, EVERYTHING, client);
  const isThere = site !== null && site.client_id === client;
  if (!isThere || (project ?? site.project_id) !== site.project_id) {
    throw invalid('client_id is not a site of this project.');
  }
  return { project_id: site.project_id, client_id: client };
}
