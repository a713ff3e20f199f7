// Decides which addresses may be links, and which of them ask first. Every address from outside passes it: links in
// answers, sources, contact and privacy pages. It knows nothing of the DOM.

import { cleanLine, escapeBidi } from './text.ts';

export interface LinkInfo {
  /** The absolute address, as the browser would request it. */
  href: string;
  /** The host in ASCII ("xn--…"); for mailto and tel the address itself. */
  host: string;
  /** Leads to another site than the page's. */
  isExternal: boolean;
  /**
   * The address carries much to another site in its path or query, as a model does that was talked into giving the
   * conversation away. Show it whole and ask before it is followed.
   */
  asksFirst: boolean;
}

/**
 * Longest query with fragment, and longest path, in characters, that a link to another site may have without asking.
 */
export const MAX_QUIET_QUERY_CHARS = 60;
export const MAX_QUIET_PATH_CHARS = 160;
const MAX_QUIET_HOST_CHARS = 80;
const MAX_LINK_CHARS = 4096;

/** Checks an address; resolves a relative one against `base`. Null: no link, show it as text. */
export function checkLink(uri: string, base?: string): LinkInfo | null {
  if (uri.length > MAX_LINK_CHARS) return null;
  const trimmed = uri.trim();
  // No link for a bare fragment: it would open the host page in a new tab, which nobody means.
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
      // Allow no * or #: some phones carry out such codes.
      return /^[+\d().-]{2,32}$/.test(url.pathname) && url.search === '' && url.hash === ''
        ? { href: url.href, host: url.pathname, isExternal: true, asksFirst: false }
        : null;
    default:
      return null;
  }
}

/**
 * Checks `document_uri`, `data-contact`, `data-privacy`: absolute http(s), mailto and tel addresses only. Null: none.
 */
export function safeLink(uri: string, pageUrl?: string): LinkInfo | null {
  // Parse without a base, to refuse a relative address; the page's address only tells which links are external.
  return parseUrl(uri.trim()) ? checkLink(uri, pageUrl) : null;
}

function parseUrl(uri: string, base?: string): URL | null {
  try {
    return new URL(uri, base);
  } catch {
    return null;
  }
}

/** Encodes bidi controls. The URL parser does so in http(s), but not in the opaque paths of mailto and tel. */
function escapeHrefBidi(href: string): string {
  return escapeBidi(href) === href ? href : encodeURI(href);
}
