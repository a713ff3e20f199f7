// The operator's interface: the admin key for everything; a site's service token for the three session calls,
// within its own project.

import type { GatewayContext } from '../context.ts';
import { forbidden, unauthenticated } from '../http/http-error.ts';
import { bearerToken, isSameSecret } from './authenticate.ts';
import { requireActiveSite } from './session-access.ts';

export type Operator = { kind: 'admin' } | { kind: 'site'; project_id: string; client_id: string };

/** @throws HttpError 401 where the key is not the admin's. */
export function requireAdmin({ options }: GatewayContext, request: Request): void {
  if (!isSameSecret(bearerToken(request), options.adminKey)) {
    throw unauthenticated('This address takes the admin key.');
  }
}

/** @throws HttpError 401, 403 */
export async function requireOperator(
  context: GatewayContext,
  request: Request,
): Promise<Operator> {
  if (isSameSecret(bearerToken(request), context.options.adminKey)) return { kind: 'admin' };
  const principal = await context.authenticate(request);
  if (principal.kind !== 'service_token') {
    throw forbidden('This address takes the admin key or a site’s service token.');
  }
  requireActiveSite(principal.site_status);
  return { kind: 'site', project_id: principal.project_id, client_id: principal.client_id };
}
