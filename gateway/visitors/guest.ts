// A guest of a site: whoever has the secret that the gateway has given to one browser for this site. The gateway keeps nothing of
// it: the owner's name of the guest's sessions is made from it, and from nothing else.

import { createHash } from 'node:crypto';
import type { Ids } from '../kernel/ids.ts';

const PREFIX = 'guest_';
/** 256 random bits, as `ids.secret` writes them: none can be guessed, and a plain hash of one can't be searched. */
const SECRET = /^guest_[A-Za-z0-9_-]{43}$/;
const OWNER_CHARS = 40;

export function makeGuestSecret(ids: Ids): string {
  return ids.secret(PREFIX);
}

/** Whether this can be a secret of ours; any other counts as none. */
export function isGuestSecret(secret: string): boolean {
  return SECRET.test(secret);
}

/** The owner_id of a guest's sessions. Of another site it is another one, and its public id may be replaced meanwhile. */
export function ownerOfGuest(clientId: string, secret: string): string {
  return `guest_${hash('guest', clientId, secret).slice(0, OWNER_CHARS)}`;
}

/** The owner_id of the sessions of somebody whom the owner's server has named. @param subject `sub` of the token */
export function ownerOfUser(clientId: string, subject: string): string {
  return `user_${hash('user', clientId, subject).slice(0, OWNER_CHARS)}`;
}

const MARK_CHARS = 32;

/** Tells the widget whose conversations those in the browser's storage may be. */
export function markOf(owner: string): string {
  return hash('mark', owner).slice(0, MARK_CHARS);
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
