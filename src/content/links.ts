// What may be a link, and what is said about it. Every address that arrives goes through here: links in
// answers, sources, contact and privacy pages. Knows nothing of the DOM.

import { cleanLine, escapeBidi } from './text.ts';

export interface LinkInfo {
  /** Absolute, as the browser would request it. */
  href: string;
  /** Where it leads, in ASCII ("xn--…"); the address itself for mailto and tel. */
  host: string;
  /** Another site than the page. */
  isExternal: boolean;
  /**
   * It carries much to another site in its path or query: a talked-over model's way of taking the
   * conversation out. Show it whole, and ask, before it is followed.
   */
  asksFirst: boolean;
}

/** Path, query and fragment to another site, in characters, above which a link asks first. */
export const MAX_QUIET_QUERY_CHARS = 60;
export const MAX_QUIET_PATH_CHARS = 160;
const MAX_QUIET_HOST_CHARS = 80;
const MAX_LINK_CHARS = 4096;

/** Checks an address, relative ones against `base`. Null: show it as text. */
export function checkLink(uri: string, base?: string): LinkInfo | null {
  if (uri.length > MAX_LINK_CHARS) return null;
  const trimmed = uri.trim();
  // A fragment would be one of the host page's, opened in a new tab: no link that anyone means.
  if (trimmed === '' || trimmed.startsWith('#')) return null;
  const url = parseUrl(trimmed, base);
  if (!url) return null;
  if (url.username !== '' || url.password !== '') return null;
  switch (url.protocol) {
    case 'http:':
    case 'https:': {
      if (url.host === '') return null;
      const isExternal = url.host !== (base ? parseUrl(base)?.host : undefined);
      return {
        href: escapeHrefBidi(url.href),
        host: url.host,
        isExternal,
        asksFirst:
          isExternal &&
          (url.search.length + url.hash.length > MAX_QUIET_QUERY_CHARS ||
            url.pathname.length > MAX_QUIET_PATH_CHARS ||
            url.host.length > MAX_QUIET_HOST_CHARS),
      };
    }
    case 'mailto:': {
      const asksFirst = url.href.length > MAX_QUIET_PATH_CHARS || url.search !== '';
      return {
        href: escapeHrefBidi(url.href),
        host: cleanLine(url.pathname, 100),
        isExternal: true,
        asksFirst,
      };
    }
    case 'tel:':
      // Codes with * and # make some phones do things.
      return /^[+\d().-]{2,32}$/.test(url.pathname) && url.search === '' && url.hash === ''
        ? { href: url.href, host: url.pathname, isExternal: true, asksFirst: false }
        : null;
    default:
      return null;
  }
}

/** For `document_uri`, `data-contact`, `data-privacy`: a whole http(s), mailto or tel address, or null. */
export function safeLink(uri: string, pageUrl?: string): LinkInfo | null {
  // Without a base of its own, a relative address is refused; the page only decides what is external.
  return parseUrl(uri.trim()) ? checkLink(uri, pageUrl) : null;
}

function parseUrl(uri: string, base?: string): URL | null {
  try {
    return new URL(uri, base);
  } catch {
    return null;
  }
}

/** The parser has percent-encoded them in http(s); opaque paths keep some. */
function escapeHrefBidi(href: string): string {
  return escapeBidi(href) === href ? href : encodeURI(href);
}
