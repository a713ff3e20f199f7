// The operator's interface: the admin key for everything; a site's service token for the session calls, within its own
// project. Who was let in is left on the request, for the audit.

import type { Context } from 'hono';
import type { GatewayContext } from '../context.ts';
import { forbidden, unauthenticated } from '../http/http-error.ts';
import type { AppEnv } from '../http/route-module.ts';
import { bearerToken, isSameSecret } from './authenticate.ts';
import { requireActiveSite } from './session-access.ts';

export type Operator = { kind: 'admin' } | { kind: 'site'; project_id: string; client_id: string };

/** @throws HttpError 401 where the key is not the admin's. */
export function requireAdmin({ options }: GatewayContext, c: Context<AppEnv>): void {
  if (!isSameSecret(bearerToken(c.req.raw), options.adminKey)) {
    throw unauthenticated('This address takes the admin key.');
  }
  c.set('actor', 'admin');
}

/** @throws HttpError 401, 403 */
export async function requireOperator(
  context: GatewayContext,
  c: Context<AppEnv>,
): Promise<Operator> {
  if (isSameSecret(bearerToken(c.req.raw), context.options.adminKey)) {
    c.set('actor', 'admin');
    return { kind: 'admin' };
  }
  const principal = await context.authenticate(c.req.raw);
  if (principal.kind !== 'service_token') {
    throw forbidden('This address takes the admin key or a site’s service token.');
  }
  c.set('actor', principal.client_id);
  requireActiveSite(principal.site_status);
  return { kind: 'site', project_id: principal.project_id, client_id: principal.client_id };
}
