// A site as its public id opens it: whom it lets in, how those who are signed in are known, what the owner has set.

import { z } from 'zod';
import { int8, readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { forbidden, type HttpError, notFound } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { switchedOff } from '../kernel/tenants/origins.ts';

export const publicSite = z.object({
  client_id: z.string(),
  project_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  public_id: z.string(),
  /** Whether the public id lets visitors in. */
  is_open: z.boolean(),
  /** JSON: string[]; null: none is named. */
  allowed_origins: z.string().nullable(),
  /** Signs tokens of users, HS256; null: none was made. */
  user_secret: z.string().nullable(),
  /** Where a JWKS stands; null: nowhere. */
  user_keys_url: z.string().nullable(),
  /** Whether signing in takes the guest's open conversation along. */
  takes_guests_along: z.boolean(),
  has_page: z.boolean(),
  may_be_framed: z.boolean(),
  /** Whether its owner sees with which browser, in which language and from which country visitors write. */
  keeps_devices: z.boolean(),
  /** Whether visitors are asked how a conversation went. */
  asks_rating: z.boolean(),
  /** JSON, by names of the tag's attributes in camelCase. */
  settings: z.string(),
  /** JSON; null: none are set. */
  hours: z.string().nullable(),
  /** JSON, as `settings`: those that stood in the tag when it was last copied; null: it never was. */
  tag: z.string().nullable(),
  /** Null: no cap. */
  sessions_per_day: z.number().nullable(),
  messages_per_day: z.number().nullable(),
  credits_nano_per_day: int8.nullable(),
});
export type PublicSite = z.output<typeof publicSite>;

const SELECT = `SELECT client_id, project_id, name, status, public_id, is_open, allowed_origins, user_secret,
    user_keys_url, takes_guests_along, has_page, may_be_framed, keeps_devices, asks_rating, settings, hours, tag, sessions_per_day,
    messages_per_day, credits_nano_per_day
  FROM sites JOIN public_sites USING (client_id)`;

/** By its client_id; null where there is none. */
export async function findPublicSite(db: Queryable, clientId: string): Promise<PublicSite | null> {
  if (!isIdShaped(clientId)) return null;
  const [row] = await readRows(db, publicSite, `${SELECT} WHERE client_id = $1`, [clientId]);
  return row ?? null;
}

/** 404 */
export const noSuchPublicId = (): HttpError =>
  notFound(
    "There is no site with this public id. Copy the tag anew from the desk's page “Sites”; the id may have been replaced.",
  );

/** @throws HttpError 404 where there is none, 403 where it is switched off or the site isn't active. */
export async function openPublicSite(db: Queryable, publicId: string): Promise<PublicSite> {
  const [site] = isIdShaped(publicId)
    ? await readRows(db, publicSite, `${SELECT} WHERE public_id = $1`, [publicId])
    : [];
  if (site === undefined) throw noSuchPublicId();
  if (site.status !== 'active') throw forbidden('The site’s registration is not active.');
  if (!site.is_open) throw switchedOff();
  return site;
}
