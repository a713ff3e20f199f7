// A link by which a visitor goes on with their conversation from a mail, on any device. It is signed, and ends after a month: who has
// the mail has the conversation.

import { jwtVerify, SignJWT } from 'jose';
import type { Keyring } from '../kernel/auth/keyring.ts';
import { secretBytes } from '../kernel/auth/secrets.ts';
import type { Clock } from '../kernel/clock.ts';

const AUDIENCE = 'continue-by-mail';
const LASTS_S = 30 * 86_400;

interface Parts {
  keyring: Keyring;
  clock: Clock;
}

/** @returns what stands behind /c/continue/ in the address */
export async function signContinueLink({ keyring, clock }: Parts, sessionId: string) {
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT({ session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(now + LASTS_S)
    .sign(secretBytes(await keyring.signing()));
}

/** Null where it isn't one of ours, was changed, or has ended. @returns the session's id */
export async function readContinueLink(
  { keyring, clock }: Parts,
  link: string,
): Promise<string | null> {
  for (const secret of await keyring.secrets()) {
    const verified = await jwtVerify(link, secretBytes(secret), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'session_id'],
    }).catch(() => null);
    const id = verified?.payload.session_id;
    if (typeof id === 'string') return id;
  }
  return null;
}
