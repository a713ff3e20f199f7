// The identity provider: where a browser is sent, and what comes back. The protocol itself (discovery, PKCE, state, nonce, the
// checks of tokens) is openid-client's, which is loaded only where a provider is set.

import type { Configuration } from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import { type Claims, type Identity, readIdentity } from './identity.ts';
import type { OidcSettings } from './settings.ts';

export interface Departure {
  /** Where the browser goes. */
  url: URL;
  state: string;
  nonce: string;
  verifier: string;
}

export interface OidcProvider {
  /** Rejects where the provider can't be asked. */
  depart(): Promise<Departure>;
  /**
   * @param search of the address that the browser came back to.
   * Rejects where the provider refused, or anything of its answer isn't right.
   */
  arrive(search: string, left: Omit<Departure, 'url'>): Promise<Identity>;
  /** Where the browser signs out of the provider too; null where the provider has no such page. */
  farewell(): Promise<URL | null>;
}

export const CALLBACK_PATH = '/console/oidc/callback';

/** After this time the provider is asked for its addresses again. */
const FRESH_MS = 3_600_000;
const PATIENCE_S = 10;
const CLOCK_TOLERANCE_S = 30;

export function createOidcProvider(settings: OidcSettings, clock: Clock): OidcProvider {
  const redirect = settings.publicUrl + CALLBACK_PATH;
  let known: { config: Configuration; at: number } | null = null;

  return {
    async depart() {
      const client = await import('openid-client');
      const config = await discover();
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: settings.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url, state, nonce, verifier };
    },
    async arrive(search, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const config = await discover();
      // The address that the provider was given, whatever a proxy has made of it since.
      const tokens = await client.authorizationCodeGrant(config, new URL(redirect + search), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider sent no ID token.');
      const more: Claims =
        config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      // An address and whether it is verified are from one place.
      const { email, email_verified } = 'email' in claims ? claims : more;
      const all = { ...more, ...claims, email, email_verified };
      return readIdentity(claims.sub, all, settings.groupsClaim);
    },
    async farewell() {
      const client = await import('openid-client');
      const config = await discover();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${settings.publicUrl}/console`,
      });
    },
  };

  async function discover(): Promise<Configuration> {
    if (known !== null && clock.monotonic() - known.at < FRESH_MS) return known.config;
    const client = await import('openid-client');
    const issuer = new URL(settings.issuer);
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_S };
    const secret = settings.clientSecret;
    const config = await client.discovery(
      issuer,
      settings.clientId,
      secret === undefined ? metadata : { ...metadata, client_secret: secret },
      secret === undefined ? client.None() : undefined,
      {
        timeout: PATIENCE_S,
        ...(issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
      },
    );
    known = { config, at: clock.monotonic() };
    return config;
  }
}
