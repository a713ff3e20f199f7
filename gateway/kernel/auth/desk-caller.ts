// A person of the desk as the kernel sees one: who was let in by the desk's cookie, in which role, and of which sites. The desk itself
// finds the person; the kernel only asks what the role may.

import { EVERYTHING, type Reach } from './reach.ts';

/** From the one who may least: a viewer reads, an agent answers too, a lead also gives out work, an owner may everything. */
export const DESK_ROLES = ['viewer', 'agent', 'lead', 'owner'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** The person whose desk session a request shows. */
export interface DeskCaller {
  person_id: string;
  name: string;
  /** A small picture as a data: address; null: none. */
  picture: string | null;
  role: DeskRole;
  /** The client_ids of the sites whose conversations the person sees; null: all. */
  sites: readonly string[] | null;
  /** Null: the admin key itself was shown. */
  desk_session_id: string | null;
}

/** Whether a person in this role may do what the other role may. */
export function isAtLeast(role: DeskRole, least: DeskRole): boolean {
  return DESK_ROLES.indexOf(role) >= DESK_ROLES.indexOf(least);
}

/** The conversations that a person of the desk sees. */
export function reachOfPerson({ role, sites }: Pick<DeskCaller, 'role' | 'sites'>): Reach {
  return role === 'owner' || sites === null ? EVERYTHING : { kind: 'sites', client_ids: sites };
}
