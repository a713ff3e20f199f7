// The operator's interface: the admin key for everything; a site's service token for the session calls, and for what is its own;
// a desk session for what its person's role may do. Who was let in is left on the request, for the audit.

import type { Context } from 'hono';
import type { GatewayContext } from '../../context.ts';
import type { DeskCaller } from '../../desk/desk-sessions.ts';
import { ensureOwner } from '../../desk/people.ts';
import { requireActiveSite } from '../../log/session-access.ts';
import { bearerToken, isSameSecret } from '../auth/authenticate.ts';
import { EVERYTHING, type Reach, reachOf } from '../auth/reach.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import type { AppEnv } from './route-module.ts';

/** @throws HttpError 401 where the key is not the admin's, 403 for a person of the desk who is no owner. */
export function requireAdmin({ options }: GatewayContext, c: Context<AppEnv>): void {
  const desk = c.get('desk');
  if (desk !== undefined) {
    requireOwner(desk);
    return;
  }
  if (!isSameSecret(bearerToken(c.req.raw), options.adminKey)) {
    throw unauthenticated('This address takes the admin key.');
  }
  c.set('actor', 'admin');
}

/** Lets in the admin key, an owner of the desk and a site. @returns how far the caller reaches. @throws HttpError 401, 403 */
export async function requireOperator(context: GatewayContext, c: Context<AppEnv>): Promise<Reach> {
  const desk = c.get('desk');
  if (desk !== undefined) {
    requireOwner(desk);
    return EVERYTHING;
  }
  if (isSameSecret(bearerToken(c.req.raw), context.options.adminKey)) {
    c.set('actor', 'admin');
    return EVERYTHING;
  }
  const principal = await context.authenticate(c.req.raw);
  if (principal.kind !== 'service_token') {
    throw forbidden('This address takes the admin key or a site’s service token.');
  }
  c.set('actor', principal.client_id);
  requireActiveSite(principal.site_status);
  return reachOf(principal);
}

/** Whoever may sit at the desk: its people, and whoever has the admin key. @throws HttpError 401 */
export async function requireDesk(
  context: GatewayContext,
  c: Context<AppEnv>,
): Promise<DeskCaller> {
  const desk = c.get('desk');
  if (desk !== undefined) return desk;
  if (!isSameSecret(bearerToken(c.req.raw), context.options.adminKey)) {
    throw unauthenticated('This address takes the admin key or a desk session.');
  }
  c.set('actor', 'admin');
  const { person_id, name, picture, role } = await ensureOwner(context.db, context.clock.now());
  return { person_id, name, picture, role, desk_session_id: null };
}

function requireOwner({ role }: DeskCaller): void {
  if (role !== 'owner') throw forbidden('Only an owner of the desk may do this.');
}
