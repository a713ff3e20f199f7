// The caller, as far as a bearer token says. Other files decide whether the caller may do something.

import type { Site } from '../../wire.ts';

export interface BrowserPrincipal {
  kind: 'browser_session';
  session_id: string;
  owner_id: string | null;
  agent: string;
  scopes: readonly string[];
  /** The origin of the page that the token was given to; null: it was given to a server. */
  origin: string | null;
  /** Unix milliseconds. */
  expires_at: number;
}

export interface ApiKeyPrincipal {
  kind: 'api_key';
  project_id: string;
}

export interface ServicePrincipal {
  kind: 'service_token';
  project_id: string;
  client_id: string;
  site_status: Site['status'];
}

/** Somebody an identity provider vouches for: analytics only. */
export interface AccountPrincipal {
  kind: 'account';
  account: string;
  /** The only project the account may see; null: all of them. */
  project_id: string | null;
}

/** A caller, by the kind of its token. */
export type Principal = BrowserPrincipal | ApiKeyPrincipal | ServicePrincipal | AccountPrincipal;
