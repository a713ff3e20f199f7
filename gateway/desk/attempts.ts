// How often one may try to sign in. A try is charged before it is looked at, so that many at once count like many in a row, and
// given back when it was right. No debt grows: who has used up their tries waits for the next one, 30 s at most.

import type { Clock } from '../clock.ts';
import { HttpError, rateLimited } from '../http/http-error.ts';
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts';
import type { Asker } from './hashing.ts';

/** Of one address, or of one browser that the desk knows. */
const TRIES = { perSecond: 1 / 30, burst: 10 };
/** Of one login, by all strangers together, beyond the first of each address. */
const OF_LOGIN = { perSecond: 1 / 15, burst: 20 };
/** Each address has these of a login, whatever others do: so nobody who knows a password is kept out by tries of others. */
const FIRST_OF_ADDRESS = { perSecond: 1 / 600, burst: 2 };
const RETRY_AFTER_S = 30;

/** Gives the try back: it was right. */
export type GiveBack = () => void;

export interface Attempts {
  /** The admin key, or a link. @throws HttpError 429 */
  takeKey(address: string): GiveBack;
  /** A login with a password. @throws HttpError 429 */
  takePassword(login: string, from: { address: string; who: Asker }): GiveBack;
  /** Their password, of somebody who is signed in. @throws HttpError 429 */
  takeOwn(personId: string): GiveBack;
}

export function createAttempts(clock: Clock): Attempts {
  // Apart: wrong passwords from an address don't keep out who has the admin key there, nor the other way round.
  const keys = createRateLimit(TRIES, clock);
  const addresses = createRateLimit(TRIES, clock);
  const devices = createRateLimit(TRIES, clock);
  const own = createRateLimit(TRIES, clock);
  const logins = createRateLimit(OF_LOGIN, clock);
  const firsts = createRateLimit(FIRST_OF_ADDRESS, clock);

  return {
    takeKey: (address) => takeOne(keys, address),
    takeOwn: (personId) => takeOne(own, personId),
    takePassword(login, { address, who }) {
      if (who === 'known') return takeOne(devices, login);
      const pair = JSON.stringify([login, address]);
      const giveBack = takeOne(addresses, address);
      try {
        return join(giveBack, takeOne(firsts, pair));
      } catch {
        // Not one of the first: it counts for the login, too.
      }
      try {
        return join(giveBack, takeOne(logins, login));
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}

function takeOne(limit: RateLimit, key: string): GiveBack {
  try {
    limit.take(key);
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
