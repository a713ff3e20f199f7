// Who is calling, as far as a bearer token says. What the caller may do is decided elsewhere.

import type { Site } from '../../wire.ts';

export interface BrowserPrincipal {
  kind: 'browser_session';
  session_id: string;
  owner_id: string | null;
  agent: string;
  scopes: readonly string[];
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

export type Principal = BrowserPrincipal | ApiKeyPrincipal | ServicePrincipal | AccountPrincipal;
