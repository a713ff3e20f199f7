// The first site of a gateway, and the script tag that its pages take. The one place that knows how both are had: by the
// operator's own calls, of a gateway in this process or of one that runs.

import { isRecord } from '../wire.ts';
import { StartError } from './start-errors.ts';

/** A gateway's answers to the operator, as `gateway.request` gives them. */
export type Ask = (path: string, init: RequestInit) => Promise<Response>;

export interface FirstSiteParts {
  ask: Ask;
  adminKey: string;
  /** Origin of the site's pages, such as `https://shop.example`. */
  origin: string;
  /** Where browsers reach the gateway, without a slash at the end. */
  gateway: string;
}

export interface FirstSite {
  /** For the site's pages. */
  tag: string;
}

/**
 * Registers the site, for pages of its origin alone.
 * @returns null where the gateway has a site already: nothing is made then
 * @throws StartError where the gateway refuses
 */
export async function firstSite(parts: FirstSiteParts): Promise<FirstSite | null> {
  const { origin, gateway } = parts;
  const { data } = await call(parts, 'GET', '/admin/sites?limit=1');
  if (Array.isArray(data) && data.length > 0) return null;
  const made = await call(parts, 'POST', '/admin/sites', {
    name: new URL(origin).host,
    allowed_origins: [origin],
  });
  return { tag: tagOf(gateway, String(made.public_id)) };
}

/** What a page needs; both values come from this program and have no quotes. */
function tagOf(gateway: string, publicId: string): string {
  return `<script async src="${gateway}/bellhop.js" data-site="${publicId}"></script>`;
}

/** For the terminal. */
export function siteLines({ tag }: FirstSite, origin: string): string[] {
  return [`Put this into the pages of ${origin}:`, `  ${tag}`];
}

async function call(
  { ask, adminKey }: FirstSiteParts,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const reply = await ask(path, {
    method,
    headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await reply.json().catch(() => null);
  if (reply.ok && isRecord(answer)) return answer;
  throw new StartError(
    `the first site can’t be made: ${method} ${path} was answered ${reply.status}.`,
  );
}
