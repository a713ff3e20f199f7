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
import { unavailable } from '../http-error.ts';
import type { Keyring } from './keyring.ts';
import type { AccountPrincipal } from './principal.ts';

const ISSUER = 'bellhop-accounts';
const AUDIENCE = 'analytics';
const ALGORITHM = 'ES256';
/** Asymmetric only: with a shared secret, every service that verifies tokens could also issue them. */
const ACCEPTED = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'];

/** An outside identity provider. */
export interface AccountProvider {
  jwksUrl: string;
  issuer: string;
  audience: string;
}

/** Signs and verifies account tokens, which read analytics. */
export interface AccountTokens {
  /** A token for `account` until `expiresAtMs`; for one project only where `projectId` names it. */
  sign(account: string, projectId: string | null, expiresAtMs: number): Promise<string>;
  /** Null where no known provider issued it, or it has ended. @throws HttpError 503 where the provider's keys can't be had. */
  verify(token: string): Promise<AccountPrincipal | null>;
  /** The gateway's own public keys. */
  jwks(): Promise<JSONWebKeySet>;
}

export interface AccountTokensParts {
  /** The gateway's own key pairs. */
  keyring: Keyring;
  clock: Clock;
  provider?: AccountProvider | null;
  fetch?: typeof fetch;
}

/** @param parts `provider`: an identity provider whose tokens are accepted besides the gateway's own */
export function createAccountTokens(parts: AccountTokensParts): AccountTokens {
  const { keyring, clock, provider = null } = parts;
  const outside =
    provider === null
      ? null
      : createRemoteJWKSet(
          new URL(provider.jwksUrl),
          parts.fetch === undefined ? {} : { [customFetch]: parts.fetch },
        );

  return {
    jwks: ownKeys,
    async sign(account, projectId, expiresAtMs) {
      const { value } = await keyring.signing();
      const jwk = JSON.parse(value) as JWK;
      return new SignJWT(projectId === null ? {} : { project_id: projectId })
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
        .sign(await importJWK(jwk, ALGORITHM));
    },
    async verify(token) {
      const mine = await check(token, createLocalJWKSet(await ownKeys()), ISSUER, AUDIENCE);
      if (mine !== null || outside === null || provider === null) return mine;
      return check(token, outside, provider.issuer, provider.audience);
    },
  };

  async function ownKeys(): Promise<JSONWebKeySet> {
    const secrets = await keyring.secrets();
    return { keys: secrets.map(({ value }) => publicPart(JSON.parse(value) as JWK)) };
  }

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

/** A fresh key pair, as it is kept: JSON of a JWK. */
export async function makeAccountKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig' });
}

function publicPart({ d: _, ...rest }: JWK): JWK {
  return rest;
}
