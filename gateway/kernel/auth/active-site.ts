// Whether a site's registration stands. A suspended registration may come back, so its token is known but refused; a revoked
// one is no token.

import { forbidden, unauthenticated } from '../http-error.ts';

/** @param status of the site's registration. @throws HttpError 401 where it was revoked, 403 where it isn't active. */
export function requireActiveSite(status: string): void {
  if (status === 'revoked') throw unauthenticated('The site’s authorization was revoked.');
  if (status !== 'active') throw forbidden('The site’s registration is not active.');
}
