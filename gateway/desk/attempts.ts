// How often one may try to sign in. A try is charged before it is looked at, so that many at once count like many in a row, and
// given back when it was right. No debt grows: who has used up their tries waits for the next one, 30 s at most.

import { HttpError, rateLimited } from '../kernel/http-error.ts';
import type { Limit, Limits } from '../kernel/limits/limits.ts';
import type { RateLimitOptions } from '../kernel/limits/rate-limit.ts';
import type { Asker } from './hashing.ts';

/** Tries of one address, or of one browser that the desk knows. */
const TRIES = { perSecond: 1 / 30, burst: 10 };
/** Tries of one login by all strangers together, beyond the first of each address. */
const OF_LOGIN = { perSecond: 1 / 15, burst: 20 };
/** Each address has these of a login, whatever others do: so nobody who knows a password is kept out by tries of others. */
const FIRST_OF_ADDRESS = { perSecond: 1 / 600, burst: 2 };
/** Codes of a second factor: beyond the first of one person, with the right password before each. */
const CODES = { perSecond: 1 / 300, burst: 5 };
const RETRY_AFTER_S = 30;

/** Gives the try back: it was right. */
export type GiveBack = () => void;

export interface Attempts {
  /** The admin key, or a link. @throws HttpError 429 */
  takeKey(address: string): Promise<GiveBack>;
  /** A passkey. @throws HttpError 429 */
  takePasskey(address: string): Promise<GiveBack>;
  /** A login with a password. @throws HttpError 429 */
  takePassword(login: string, from: { address: string; who: Asker }): Promise<GiveBack>;
  /** Their password, of somebody who is signed in. @throws HttpError 429 */
  takeOwn(personId: string): Promise<GiveBack>;
  /** A code of their second factor. @throws HttpError 429 */
  takeCode(personId: string): Promise<GiveBack>;
}

export function createAttempts(limits: Limits): Attempts {
  const count = (name: string, options: RateLimitOptions) =>
    limits.create(`desk ${name}`, options, { isCostly: true });
  // Apart: wrong passwords from an address don't keep out who has the admin key there, nor the other way round.
  const keys = count('key', TRIES);
  const passkeys = count('passkey', TRIES);
  const addresses = count('address', TRIES);
  const devices = count('device', TRIES);
  const own = count('own', TRIES);
  const codes = count('code', CODES);
  const logins = count('login', OF_LOGIN);
  const firsts = count('first', FIRST_OF_ADDRESS);

  return {
    takeKey: (address) => takeOne(keys, address),
    takePasskey: (address) => takeOne(passkeys, address),
    takeOwn: (personId) => takeOne(own, personId),
    takeCode: (personId) => takeOne(codes, personId),
    async takePassword(login, { address, who }) {
      if (who === 'known') return takeOne(devices, login);
      const pair = JSON.stringify([login, address]);
      const giveBack = await takeOne(addresses, address);
      try {
        return join(giveBack, await takeOne(firsts, pair));
      } catch {
        // Not one of the first: it counts for the login, too.
      }
      try {
        return join(giveBack, await takeOne(logins, login));
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

async function takeOne(limit: Limit, key: string): Promise<GiveBack> {
  try {
    await limit.take(key);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const seconds = Number(error.headers['Retry-After'] ?? RETRY_AFTER_S);
    throw rateLimited('Too many attempts to sign in. Wait half a minute.', seconds);
  }
  return () => limit.charge(key, -1);
}

const join = (one: GiveBack, other: GiveBack) => () => {
  one();
  other();
};
