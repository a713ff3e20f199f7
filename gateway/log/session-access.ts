// May this caller touch the events of this session? One answer for list, send and stream.
// Another's session is refused exactly as one that doesn't exist.

import { requireActiveSite } from '../kernel/auth/active-site.ts';
import type { Principal } from '../kernel/auth/principal.ts';
import { EVERYTHING, reaches, reachesShared, reachOf } from '../kernel/auth/reach.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { forbidden, type HttpError, notFound } from '../kernel/http-error.ts';
import { SENTENCES } from '../kernel/sentences.ts';
import { findSession, type SessionRow } from './session-row.ts';

/** The scope of tokens that may list, send and stream. */
export const SESSION_EVENTS_SCOPE = 'session_events';

/** The columns of a session that decide who may read it. */
export type SessionAccess = Pick<
  SessionRow,
  'session_id' | 'project_id' | 'client_id' | 'owner_id' | 'agent'
>;

/** 404 */
export const noSuchSession = (): HttpError => notFound(SENTENCES.no_session);

/** @throws HttpError 401, 403 or 404. */
export async function accessSession(
  db: Queryable,
  principal: Principal,
  sessionId: string,
): Promise<SessionRow> {
  requireReader(principal);
  return requireTheirs(principal, await findSession(db, EVERYTHING, sessionId));
}

/** The same for a session whose row has been read. @throws HttpError 401, 403 or 404. */
export function requireAccess(principal: Principal, session: SessionAccess | null): void {
  requireReader(principal);
  requireTheirs(principal, session);
}

/** Refuses who may read no session at all, before anything is said of one. */
function requireReader(principal: Principal): void {
  switch (principal.kind) {
    case 'browser_session':
      if (!principal.scopes.includes(SESSION_EVENTS_SCOPE)) {
        throw forbidden(`The token lacks the scope ${SESSION_EVENTS_SCOPE}.`);
      }
      break;
    case 'service_token':
      requireActiveSite(principal.site_status);
      break;
    case 'account':
      throw forbidden('An account token reads analytics, not the events of a session.');
    case 'api_key':
      break;
  }
}

function requireTheirs<Session extends SessionAccess>(
  principal: Principal,
  session: Session | null,
): Session {
  if (session === null || !isTheirs(principal, session)) throw noSuchSession();
  if (principal.kind === 'browser_session' && principal.agent !== session.agent) {
    throw forbidden('The token was issued for another agent of this session.');
  }
  return session;
}

function isTheirs(principal: Principal, session: SessionAccess): boolean {
  switch (principal.kind) {
    case 'browser_session':
      return (
        principal.session_id === session.session_id &&
        (session.owner_id === null || principal.owner_id === session.owner_id)
      );
    case 'api_key':
      return reaches(reachOf(principal), session);
    // The interface lets a site's token into its project's sessions. Another site's are none of its business; those of no site
    // (the operator's own) open to a site that knows the id, here alone: it finds, changes, exports and deletes none of them.
    case 'service_token':
      return reachesShared(reachOf(principal), session);
    case 'account':
      return false;
  }
}
