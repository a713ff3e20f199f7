// The gateway's reply to a browser that asks for a session by a site's public id. Not among the room's exports: only
// pages with such an id fetch what reads it.

import { asCount, asString, fieldsOf, isRecord, optional, ownOf } from './json.ts';
import { parseTicket, type SessionTicket, type TicketRequest } from './session-ticket.ts';

/** Who asks. Both are secrets. */
export interface Caller {
  /** What an earlier reply gave this browser. */
  guest?: string;
  /** A JWT of the site's server: who is signed in. */
  user_token?: string;
}

export type PublicRequest = TicketRequest & Caller;

export interface PublicReply {
  ticket: SessionTicket;
  /** The secret to keep; absent for the signed in, whose browser forgets the one that it has. */
  guest?: string;
  /** What the owner has set at the desk, by the names of the attributes. Nobody has checked the values. */
  settings: Readonly<Record<string, unknown>>;
  /** For the owner's console. */
  warnings: string[];
}

/** Find a whole number from 0 to `maxnumber` with hex(SHA-256(salt + number)) equal to `challenge`. */
export interface Challenge {
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

const MAX_WARNINGS = 10;
/** Some minutes of a phone. A gateway that asks for more is not obeyed. */
const MAX_NUMBER = 10_000_000;
const MAX_SALT_CHARS = 1_000;

/** Undefined: no guest's secret. */
export function asGuest(value: unknown): string | undefined {
  return typeof value === 'string' && /^guest_[\w-]{43}$/.test(value) ? value : undefined;
}

/** Null if there is no session or token in it. */
export function parsePublicReply(body: unknown): PublicReply | null {
  const ticket = parseTicket(body);
  if (ticket === null) return null;
  const { guest, settings, warnings } = fieldsOf(body);
  const said = Array.isArray(warnings) ? warnings : [];
  return {
    ticket,
    ...optional('guest', asGuest(guest)),
    settings: isRecord(settings) ? ownOf(settings) : {},
    warnings: said.filter((one) => typeof one === 'string').slice(0, MAX_WARNINGS),
  };
}

/** Null if the body asks for no work, or for one of another kind. */
export function parseChallenge(body: unknown): Challenge | null {
  const { algorithm, challenge, maxnumber, salt, signature } = fieldsOf(fieldsOf(body).challenge);
  const hash = asString(challenge) ?? '';
  const most = asCount(maxnumber);
  const salted = asString(salt);
  const signed = asString(signature);
  if (algorithm !== 'SHA-256' || !/^[\da-f]{64}$/.test(hash)) return null;
  if (most === undefined || most > MAX_NUMBER) return null;
  if (salted === undefined || signed === undefined) return null;
  if (salted.length > MAX_SALT_CHARS || signed.length > MAX_SALT_CHARS) return null;
  return { challenge: hash, maxnumber: most, salt: salted, signature: signed };
}
