// Account tokens: what an identity provider issues to a person who may read analytics. Verified against a JWKS:
// the gateway's own key pair, and an outside provider's where one is set up.

import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../db/types.ts';
import { unavailable } from '../http/http-error.ts';
import type { AccountPrincipal } from './principal.ts';

const ISSUER = 'bellhop-accounts';
const AUDIENCE = 'analytics';
const ALGORITHM = 'ES256';
/** Asymmetric only: with a shared secret, every service that verifies tokens could also issue them. */
const ACCEPTED = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'];
const SECRET = 'account_tokens';

/** An outside identity provider. */
export interface AccountProvider {
  jwksUrl: string;
  issuer: string;
  audience: string;
}

export interface AccountTokens {
  /** A token for `account` until `expiresAtMs`; for one project only where `projectId` names it. */
  sign(account: string, projectId: string | null, expiresAtMs: number): Promise<string>;
  /** Null where no known provider issued it, or it has ended. @throws HttpError 503 where the provider's keys can't be had. */
  verify(token: string): Promise<AccountPrincipal | null>;
  /** The gateway's own public keys. */
  jwks: JSONWebKeySet;
}

export interface AccountTokensParts {
  db: Queryable;
  clock: Clock;
  provider?: AccountProvider | null;
  fetch?: typeof fetch;
}

export async function createAccountTokens(parts: AccountTokensParts): Promise<AccountTokens> {
  const { db, clock, provider = null } = parts;
  const jwk = await loadKey(db);
  const key = await importJWK(jwk, ALGORITHM);
  const jwks: JSONWebKeySet = { keys: [publicPart(jwk)] };
  const own = createLocalJWKSet(jwks);
  const outside =
    provider === null
      ? null
      : createRemoteJWKSet(
          new URL(provider.jwksUrl),
          parts.fetch === undefined ? {} : { [customFetch]: parts.fetch },
        );

  return {
    jwks,
    sign: (account, projectId, expiresAtMs) =>
      new SignJWT(projectId === null ? {} : { project_id: projectId })
        .setProtectedHeader({
          alg: ALGORITHM,
          typ: 'JWT',
          ...(jwk.kid === undefined ? {} : { kid: jwk.kid }),
        })
        .setSubject(account)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .setExpirationTime(Math.floor(expiresAtMs / 1000))
        .sign(key),
    async verify(token) {
      const mine = await check(token, own, ISSUER, AUDIENCE);
      if (mine !== null || outside === null || provider === null) return mine;
      return check(token, outside, provider.issuer, provider.audience);
    },
  };

  async function check(
    token: string,
    keys: JWTVerifyGetKey,
    issuer: string,
    audience: string,
  ): Promise<AccountPrincipal | null> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ACCEPTED,
        issuer,
        audience,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'sub'],
      });
      return principalOf(payload);
    } catch (error) {
      if (isTokenAtFault(error)) return null;
      // The provider's keys can't be fetched or read: nothing is known of the token.
      throw unavailable();
    }
  }
}

function isTokenAtFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // "Expected 200 OK from the JSON Web Key Set HTTP response" is a plain JOSEError.
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

function principalOf(payload: JWTPayload): AccountPrincipal | null {
  const { sub, project_id } = payload;
  if (typeof sub !== 'string' || sub === '') return null;
  return {
    kind: 'account',
    account: sub,
    project_id: typeof project_id === 'string' ? project_id : null,
  };
}

/** Made once and kept in the database, so that tokens outlive a restart. */
async function loadKey(db: Queryable): Promise<JWK> {
  const known = await readKey(db);
  if (known !== null) return known;
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const value = JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig' });
  // Two processes may start on an empty database at once: the first one's key wins for both.
  await db.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    SECRET,
    value,
  ]);
  const stored = await readKey(db);
  if (stored === null) throw new Error('The key for account tokens could not be stored.');
  return stored;
}

async function readKey(db: Queryable): Promise<JWK | null> {
  const [row] = await db.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [
    SECRET,
  ]);
  return row === undefined ? null : (JSON.parse(row.value) as JWK);
}

function publicPart({ d: _, ...rest }: JWK): JWK {
  return rest;
}
