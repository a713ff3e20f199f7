// From an Authorization header to a principal, or a 401 with the challenge.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../db/types.ts';
import { unauthenticated } from '../http-error.ts';
import type { AccountTokens } from './account-tokens.ts';
import { findCredential, isCredentialShaped } from './credentials.ts';
import type { Principal } from './principal.ts';
import type { Secrets } from './secrets.ts';
import { verifySessionToken } from './session-tokens.ts';

const MAX_TOKEN_LENGTH = 4096;

/** Null where the header holds none. */
export function readBearerToken(request: Request): string | null {
  const header = request.headers.get('authorization') ?? '';
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
  return token === undefined || token.length > MAX_TOKEN_LENGTH ? null : token;
}

/** @throws HttpError 401 where there is no bearer token. */
export function bearerToken(request: Request): string {
  const token = readBearerToken(request);
  if (token === null) {
    throw unauthenticated('A bearer token is required in the Authorization header.');
  }
  return token;
}

/** Tells from a request's bearer token who calls. */
export interface Authenticator {
  /** @throws HttpError 401 where the token is missing, unknown or over. */
  (request: Request): Promise<Principal>;
  /** Whether this request's token was found to be one of ours. */
  hasRecognised(request: Request): boolean;
}

export interface AuthenticatorParts {
  db: Queryable;
  secrets: Secrets;
  accounts: AccountTokens;
  clock: Clock;
}

/** Made once for each gateway. */
export function createAuthenticator({
  db,
  secrets,
  accounts,
  clock,
}: AuthenticatorParts): Authenticator {
  const recognised = new WeakSet<Request>();
  const authenticate = async (request: Request) => {
    const token = bearerToken(request);
    // A JWT has three parts; our keys have no dots.
    const principal = token.includes('.')
      ? ((await verifySessionToken(await secrets.session_tokens.secrets(), clock, token)) ??
        (await accounts.verify(token)))
      : isCredentialShaped(token)
        ? await findCredential(db, token, clock.now())
        : null;
    if (principal === null) throw unauthenticated('The bearer token is invalid or has expired.');
    recognised.add(request);
    return principal;
  };
  return Object.assign(authenticate, {
    hasRecognised: (request: Request) => recognised.has(request),
  });
}

/** Compares in constant time; hashing first makes the lengths equal. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf8').digest();
}
