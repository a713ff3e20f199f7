// The operator's interface: the admin key for everything; a site's service token for the session calls, and for what is its own;
// a desk session for what its person's role may do. The caller that was let in is noted on the request, for the audit.

import type { Context } from 'hono';
import { requireActiveSite } from '../auth/active-site.ts';
import { type Authenticator, bearerToken, isSameSecret } from '../auth/authenticate.ts';
import type { DeskCaller } from '../auth/desk-caller.ts';
import { EVERYTHING, type Reach, reachOf } from '../auth/reach.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import type { AppEnv } from './route-module.ts';

/** The parts of the gateway that `requireAdmin` reaches. */
export interface AdminNeeds {
  options: { adminKey: string };
}

/** The parts of the gateway that `requireOperator` reaches. */
export interface OperatorNeeds extends AdminNeeds {
  authenticate: Authenticator;
}

/** @throws HttpError 401 where the key is not the admin's, 403 for a person of the desk who is no owner. */
export function requireAdmin({ options }: AdminNeeds, c: Context<AppEnv>): void {
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
export async function requireOperator(context: OperatorNeeds, c: Context<AppEnv>): Promise<Reach> {
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

function requireOwner({ role }: DeskCaller): void {
  if (role !== 'owner') throw forbidden('Only an owner of the desk may do this.');
}
