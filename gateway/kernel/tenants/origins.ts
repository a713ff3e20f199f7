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
  if (!/^https?:\/\//.test(plain) || !URL.canParse(plain) || new URL(plain).origin !== plain) {
    return false;
  }
  // A star stands in front of a name alone, and all hosts of a whole top-level domain are nobody's.
  return !plain.includes('*') && (plain === value || new URL(plain).hostname.includes('.'));
}

/** @param patterns as `isOriginPattern` takes them. A pattern of hosts includes none that it doesn't stand above: not its own. */
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

const allowedOriginsRow = z.object({
  allowed_origins: z.string().nullable(),
});

/** @throws HttpError 403 for a visitor whose page isn't one of the site's, or isn't the one that the token was given to. */
export async function requireSiteOrigin(
  db: Queryable,
  principal: Principal,
  clientId: string | null,
  headers: Headers,
): Promise<void> {
  const origin = headers.get('origin');
  if (principal.kind !== 'browser_session' || clientId === null || origin === null) return;
  // Given to a page of this origin by the site's public id, which has looked at the list: another page has copied it.
  if (principal.origin !== null && principal.origin !== origin) throw notItsPage(origin);
  const [site] = await readRows(
    db,
    allowedOriginsRow,
    'SELECT allowed_origins FROM sites WHERE client_id = $1',
    [clientId],
  );
  const allowed = readOrigins(site?.allowed_origins ?? null);
  if (allowed === null || isListed(origin, allowed)) return;
  // The gateway's own pages, which got their token all the same.
  if (principal.origin === origin && isOwnPage(origin, headers)) return;
  throw notItsPage(origin);
}

/** Whether the page is the gateway's own: the hosted page, or the desk's preview. @param headers of the request */
export function isOwnPage(origin: string, headers: Headers): boolean {
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
