// The origins of a site: the websites on whose pages its visitors may chat. A browser says with each request which page makes
// it. A caller that is no browser can say anything: the list keeps a site's chat off other people's pages, and is no wall
// against programs.

import { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import { readRows } from '../db/rows.ts';
import type { Queryable } from '../db/types.ts';
import { forbidden, type HttpError } from '../http-error.ts';

const MAX_SHOWN = 200;
const ANY_HOST = '*.';

const storedOrigins = z.array(z.string());

/** @param stored JSON: string[]; null: the owner has named none. */
export function readOrigins(stored: string | null): string[] | null {
  return stored === null ? null : storedOrigins.parse(JSON.parse(stored));
}

/** Whether this is an origin as browsers write it (`https://shop.example`), or one for all hosts below (`https://*.shop.example`). */
export function isOriginPattern(value: string): boolean {
  const plain = value.replace(`://${ANY_HOST}`, '://');
  // It also stands in a policy (frame-ancestors), so a host has letters, digits, hyphens and underscores, or is an IPv6 address.
  if (!/^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d+)?$/.test(plain))
    return false;
  if (!URL.canParse(plain) || new URL(plain).origin !== plain) return false;
  // All hosts of a whole top-level domain are nobody's.
  return plain === value || new URL(plain).hostname.includes('.');
}

/** @param patterns as `isOriginPattern` takes them. `https://*.shop.example` includes each host below shop.example, and not shop.example itself. */
export function isListed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (!pattern.includes(ANY_HOST)) return pattern === origin;
    const [scheme = '', host = ''] = pattern.split(ANY_HOST);
    return (
      origin.startsWith(scheme) &&
      origin.endsWith(`.${host}`) &&
      origin.length > scheme.length + host.length + 1
    );
  });
}

/** Whether the origin is a page's on the visitor's own machine: an owner's who tries the chat. */
export function isLoopback(origin: string): boolean {
  return /^https?:\/\/((.+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin);
}

/** 403 for a visitor of another site's page */
export const notItsPage = (origin: string): HttpError =>
  forbidden(
    `This site doesn’t take visitors from ${origin.slice(0, MAX_SHOWN)}. Its owner adds origins on the desk's page “Sites”.`,
  );

const siteRow = z.object({
  allowed_origins: z.string().nullable(),
  status: z.string(),
  /** Null: a gateway of before there were public ids has registered the site. */
  is_open: z.boolean().nullable(),
});

/**
 * @throws HttpError 403 for a visitor whose page isn't one of the site's, or isn't the one that the token was given to; and, where
 * the site's public id has given the token, while that id is switched off or the site isn't active.
 */
export async function requireSiteOrigin(
  db: Queryable,
  principal: Principal,
  clientId: string | null,
  headers: Headers,
): Promise<void> {
  if (principal.kind !== 'browser_session' || clientId === null) return;
  const isPublic = principal.origin !== null;
  const origin = headers.get('origin');
  if (!isPublic && origin === null) return;
  // Given to a page of this origin by the site's public id, which has looked at the list: another page has copied it.
  if (isPublic && origin !== null && principal.origin !== origin) throw notItsPage(origin);
  const [site] = await readRows(
    db,
    siteRow,
    `SELECT allowed_origins, status, is_open FROM sites LEFT JOIN public_sites USING (client_id)
      WHERE client_id = $1`,
    [clientId],
  );
  if (isPublic && (site?.status !== 'active' || site.is_open !== true)) throw switchedOff();
  const allowed = readOrigins(site?.allowed_origins ?? null);
  if (origin === null || allowed === null || isListed(origin, allowed)) return;
  // The gateway's own pages, which got their token all the same.
  if (principal.origin === origin && isOwnPage(origin, headers)) return;
  throw notItsPage(origin);
}

/** 403 */
export const switchedOff = (): HttpError =>
  forbidden('This site’s public id is switched off. Its owner switches it on at the desk.');

/** Whether the page is the gateway's own, such as a hosted page. @param headers of the request */
export function isOwnPage(origin: string, headers: Headers): boolean {
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
