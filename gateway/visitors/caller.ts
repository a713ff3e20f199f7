// Who calls a site's public id, and from where: the page's origin, and the guest or the user behind it.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import { forbidden } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limit } from '../kernel/limits/limits.ts';
import {
  isListed,
  isLoopback,
  isOwnPage,
  notItsPage,
  readOrigins,
} from '../kernel/tenants/origins.ts';
import { isGuestSecret, makeGuestSecret, markOf, ownerOfGuest, ownerOfUser } from './guest.ts';
import type { PublicSite } from './public-site.ts';
import { noteRefusal } from './refused-origins.ts';
import { describeUser, type UserTokens } from './user-token.ts';

export interface CallerParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  users: UserTokens;
  /** How often refusals are written down, for each site. */
  notes: Limit;
}

/** What a request says of its caller. */
export interface Claims {
  guest?: string | undefined;
  user_token?: string | undefined;
}

/** A visitor. `owner`: the owner_id of their sessions. */
export interface Visitor {
  owner: string;
  /** The secret that the browser is to keep; null: somebody who is signed in. */
  guest: string | null;
  /** Whose conversations those on the device may be; null: a guest's. */
  mark: string | null;
  /** The owner_id of the guest that this browser was before its user signed in; null: none. */
  before: string | null;
  /** For the agent; null: nothing is known. */
  system: string | null;
  /** For the site's owner. */
  warnings: string[];
}

/**
 * The origin of the page that asks.
 * @throws HttpError 403 where it isn't one of the site's, which its owner reads at the desk.
 */
export async function requirePage(
  { db, clock, notes }: CallerParts,
  site: PublicSite,
  headers: Headers,
): Promise<string> {
  const origin = headers.get('origin');
  if (origin === null) {
    throw forbidden(
      'A browser’s Origin header is required: sessions of servers are made at /admin/sessions.',
    );
  }
  const allowed = readOrigins(site.allowed_origins);
  const isGood =
    isOwnPage(origin, headers) ||
    (allowed === null ? isLoopback(origin) : isListed(origin, allowed));
  if (isGood) return origin;
  // What can't be counted any more isn't written down either: anybody can make up origins.
  const isNoted = await notes.take(site.client_id).then(
    () => true,
    () => false,
  );
  if (isNoted) await noteRefusal(db, site.client_id, origin, clock.now());
  throw notItsPage(origin);
}

/** @throws HttpError 503 where the keys of the owner's server can't be fetched. */
export async function whoCalls(
  { ids, users }: CallerParts,
  site: PublicSite,
  { guest, user_token: token = '' }: Claims,
): Promise<Visitor> {
  const secret = guest !== undefined && isGuestSecret(guest) ? guest : null;
  const warnings: string[] = [];
  if (token !== '') {
    const user = await users.read(site, token);
    if (!('problem' in user)) {
      const owner = ownerOfUser(site.client_id, user.subject);
      return {
        owner,
        guest: null,
        mark: markOf(owner),
        before: secret === null ? null : ownerOfGuest(site.client_id, secret),
        system: describeUser(user),
        warnings,
      };
    }
    warnings.push(`data-user-token isn’t good: ${user.problem}. The visitor chats as a guest.`);
  }
  const kept = secret ?? makeGuestSecret(ids);
  const owner = ownerOfGuest(site.client_id, kept);
  return { owner, guest: kept, mark: null, before: null, system: null, warnings };
}
