// How far a caller reaches: everything (the admin key, an owner at the desk, the gateway's own work), some sites (a person of the
// desk), a project (an API key), or one site of it (a service token). Each function that finds a site's rows takes a reach, so no call looks without one.

import type { Principal } from './principal.ts';

/** The rows that a caller may touch. */
export type Reach =
  | { readonly kind: 'everything' }
  | { readonly kind: 'sites'; readonly client_ids: readonly string[] }
  | { readonly kind: 'project'; readonly project_id: string }
  | { readonly kind: 'site'; readonly project_id: string; readonly client_id: string };

/** The project and site that a row belongs to; without a client_id it is the operator's, for no site. */
export interface Belonging {
  project_id: string;
  client_id: string | null;
}

/** The reach of the admin key and of the gateway's own work. */
export const EVERYTHING: Reach = { kind: 'everything' };

/** @throws TypeError for a visitor and an account: neither reaches rows; what they may is told by session and by report. */
export function reachOf(principal: Principal): Reach {
  switch (principal.kind) {
    case 'api_key':
      return { kind: 'project', project_id: principal.project_id };
    case 'service_token': {
      const { project_id, client_id } = principal;
      return { kind: 'site', project_id, client_id };
    }
    case 'browser_session':
    case 'account':
      throw new TypeError(`${principal.kind} reaches no rows.`);
  }
}

/** A site reaches its own alone: neither another site's nor the operator's. */
export function reaches(reach: Reach, row: Belonging): boolean {
  switch (reach.kind) {
    case 'everything':
      return true;
    case 'sites':
      return row.client_id !== null && reach.client_ids.includes(row.client_id);
    case 'project':
      return reach.project_id === row.project_id;
    case 'site':
      return reach.project_id === row.project_id && reach.client_id === row.client_id;
  }
}

/** The same, where the operator's rows of the project are for all of its sites. */
export function reachesShared(reach: Reach, row: Belonging): boolean {
  const isOperators = row.client_id === null && reach.kind === 'site';
  return isOperators ? reach.project_id === row.project_id : reaches(reach, row);
}

/** `reaches` as a condition of SQL on that table. @param params the statement's values: those of the condition are added. */
export function whereReached(reach: Reach, table: string, params: unknown[]): string {
  if (reach.kind === 'everything') return 'true';
  if (reach.kind === 'sites') {
    return `${table}.client_id = ANY($${params.push(reach.client_ids)}::text[])`;
  }
  const ofProject = `${table}.project_id = $${params.push(reach.project_id)}`;
  return reach.kind === 'project'
    ? ofProject
    : `(${ofProject} AND ${table}.client_id = $${params.push(reach.client_id)})`;
}

/** `reachesShared` as a condition of SQL on that table. */
export function whereShared(reach: Reach, table: string, params: unknown[]): string {
  if (reach.kind !== 'site') return whereReached(reach, table, params);
  return `(${table}.project_id = $${params.push(reach.project_id)}
    AND (${table}.client_id IS NULL OR ${table}.client_id = $${params.push(reach.client_id)}))`;
}
