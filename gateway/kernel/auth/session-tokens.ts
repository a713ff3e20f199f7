// Browser session tokens: signed, expiring, bound to one session, its agent and its visitor.

import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock.ts';
import type { SigningSecret } from './keyring.ts';
import type { BrowserPrincipal } from './principal.ts';
import { secretBytes } from './secrets.ts';

const ISSUER = 'bellhop-gateway';
const AUDIENCE = 'session-events';

export interface TokenClaims {
  session_id: string;
  owner_id: string | null;
  agent: string;
  scopes: readonly string[];
  /** The only origin whose pages may use it; left out: any of the site's. */
  origin?: string;
}

/** @returns the token; it ends at `expiresAtMs`, rounded down to the second. `jti`: fresh for each. */
export async function signSessionToken(
  secret: SigningSecret,
  clock: Clock,
  claims: TokenClaims,
  { expiresAtMs, jti }: { expiresAtMs: number; jti: string },
): Promise<string> {
  return (
    new SignJWT({
      session_id: claims.session_id,
      agent: claims.agent,
      scope: claims.scopes.join(' '),
      ...(claims.owner_id === null ? {} : { owner_id: claims.owner_id }),
      ...(claims.origin === undefined ? {} : { origin: claims.origin }),
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(Math.floor(clock.now() / 1000))
      .setExpirationTime(Math.floor(expiresAtMs / 1000))
      // Tokens issued within the same second differ by this id: a client whose token was refused must get another one.
      .setJti(jti)
      .sign(secretBytes(secret))
  );
}

/** Null where the token isn't one of ours, was changed, or has ended. */
export async function verifySessionToken(
  secrets: readonly SigningSecret[],
  clock: Clock,
  token: string,
): Promise<BrowserPrincipal | null> {
  for (const secret of secrets) {
    const principal = await verifyBy(secretBytes(secret), clock, token);
    if (principal !== null) return principal;
  }
  return null;
}

async function verifyBy(
  key: Uint8Array,
  clock: Clock,
  token: string,
): Promise<BrowserPrincipal | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'session_id', 'agent', 'scope'],
    });
    const { session_id, agent, scope, owner_id, origin, exp } = payload;
    if (typeof session_id !== 'string' || typeof agent !== 'string') return null;
    if (typeof scope !== 'string' || exp === undefined) return null;
    return {
      kind: 'browser_session',
      session_id,
      agent,
      owner_id: typeof owner_id === 'string' ? owner_id : null,
      origin: typeof origin === 'string' ? origin : null,
      scopes: scope.split(' ').filter((name) => name !== ''),
      expires_at: exp * 1000,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
