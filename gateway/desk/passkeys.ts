// Passkeys by @simplewebauthn/server. The device must have asked for its person (a finger, a face, a PIN), so one signature stands for
// password and second factor. A passkey is bound to the desk's host and counts only from its own page.

import type { Context } from 'hono';
import type { Queryable } from '../kernel/db/types.ts';
import type { AppEnv } from '../kernel/http/route-module.ts';
import { conflict, invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { isSecure } from './cookie-routes.ts';
import {
  addPasskey,
  findPasskey,
  keepChallenge,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  takeChallenge,
} from './passkey-rows.ts';
import type { MadePasskey, UsedPasskey } from './passkeys-schema.ts';

const MAX_PASSKEYS = 20;
/** COSE's numbers of EdDSA, ES256 and RS256, which every device has one of. */
const ALGORITHMS = [-8, -7, -257];

/** Half of it reads certificates of devices, so it is read when somebody first has to do with a passkey. */
const library = () => import('@simplewebauthn/server');

/** The desk as passkeys know it. */
export interface Party {
  /** Its host without a port: passkeys are bound to it. */
  id: string;
  origin: string;
}

/** Null where browsers make no passkeys: by http (but on this machine), and at an address that is a number. */
export function partyOf(
  c: Context<AppEnv>,
  { publicUrl }: { publicUrl: string | null },
): Party | null {
  const asked = new URL(c.req.url);
  if (isSecure(c)) asked.protocol = 'https:';
  const { protocol, hostname, origin } = publicUrl === null ? asked : new URL(publicUrl);
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  if (isNumber || (protocol !== 'https:' && !isOwnMachine)) return null;
  return { id: hostname, origin };
}

/** What the browser is told to make one for this person. @throws HttpError 400 */
export async function optionsToAdd(
  db: Queryable,
  party: Party,
  person: { person_id: string; login: string | null; name: string },
  now: number,
): Promise<Record<string, unknown>> {
  const present = await listPasskeys(db, person.person_id);
  if (present.length >= MAX_PASSKEYS) {
    throw invalid(`You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Bellhop',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(person.person_id)),
    userName: person.login ?? person.name,
    userDisplayName: person.name,
    excludeCredentials: present.map(({ credential_id: id, transports }) => ({
      id,
      transports: JSON.parse(transports) as string[],
    })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, options.challenge, person.person_id, now);
  return { ...options };
}

/** @throws HttpError 400, 409 */
export async function finishAdding(
  { db, ids }: { db: Queryable; ids: Ids },
  party: Party,
  personId: string,
  { name, passkey }: { name: string; passkey: MadePasskey },
  now: number,
): Promise<PasskeyRow> {
  const challenge = challengeIn(passkey);
  if (challenge === null || !(await takeChallenge(db, challenge, personId, now))) {
    throw invalid('This was used or took too long. Begin again.');
  }
  const { verifyRegistrationResponse } = await library();
  const made = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (made?.registrationInfo === undefined) {
    throw invalid('passkey was not made for this desk. Begin again at its own address.');
  }
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
  const row: PasskeyRow = {
    passkey_id: ids.next('passkey'),
    person_id: personId,
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
    name,
    created_at: now,
    used_at: null,
  };
  if (!(await addPasskey(db, row))) throw conflict('This passkey is there already.');
  return row;
}

/** What the browser is told to use one: it offers those that it has for this desk, so nobody types a login. */
export async function optionsToUse(
  db: Queryable,
  party: Party,
  now: number,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
  });
  await keepChallenge(db, options.challenge, null, now);
  return { ...options };
}

/** @returns whose passkey has signed; null: none that counts. */
export async function usePasskey(
  db: Queryable,
  party: Party,
  used: UsedPasskey,
  now: number,
): Promise<string | null> {
  const challenge = challengeIn(used);
  if (challenge === null || !(await takeChallenge(db, challenge, null, now))) return null;
  const row = await findPasskey(db, used.id);
  if (row === null || !isOf(row.person_id, used)) return null;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: row.credential_id,
      publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || authenticationInfo === null) return null;
  // Two answers with one count, at two processes: one of them is a copy's.
  const isNew = await notePasskeyUse(db, row.passkey_id, authenticationInfo.newCounter, now);
  return isNew ? row.person_id : null;
}

/** The device says whose passkey it has kept: it must be the person who has it here. */
function isOf(personId: string, { response: { userHandle } }: UsedPasskey): boolean {
  return userHandle !== undefined && userHandle === Buffer.from(personId).toString('base64url');
}

/** What the device says that it has signed; null where that can't be read. */
function challengeIn({ response }: MadePasskey | UsedPasskey): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    const challenge = (said as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
