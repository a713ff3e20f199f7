// Gets a session and its token: from the page's `getSession`, the site's endpoint, the gateway itself by the site's public id, or
// the fixed pair for trials. The first of these that the page has counts.

import { createSessionEndpoint, GatewayError, shapeOf, words } from '../client/index.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import { parseTicket, type SessionTicket, type TicketRequest } from '../protocol/index.ts';
import type { PublicSite } from './public-site.ts';
import type { RawOptions } from './types.ts';

export type GetTicket = (request: TicketRequest) => Promise<SessionTicket>;

export interface Tickets {
  /** Rejects with GatewayError. */
  get: GetTicket;
  /** What the gateway does for a site with a public id; null where sessions come from elsewhere. */
  site(): Promise<PublicSite> | null;
  /** The option that says where sessions come from, for the console. */
  source(): string;
  /** The mark has been set or cleared. */
  markChanged(): void;
  close(): void;
}

export interface TicketParts {
  platform: Platform;
  raw: RawOptions;
  options(): CheckedOptions;
  isMarked(): boolean;
  warn(sentence: string): void;
  onSettings(settings: Readonly<Record<string, unknown>>): void;
}

/** Reads the options at each call, since a page may configure `getSession` late. */
export function createTickets(parts: TicketParts): Tickets {
  const { platform, raw } = parts;
  let coming: Promise<PublicSite> | null = null;
  /** Undefined until it is here. */
  let here: PublicSite | undefined;
  let isClosed = false;

  async function fetchSite(site: string): Promise<PublicSite> {
    try {
      const { createPublicSite } = await import('./public-site.ts');
      here = createPublicSite({ ...parts, site });
      if (isClosed) here.close();
      return here;
    } catch (error) {
      coming = null;
      throw new GatewayError(
        'no_session',
        `A part of the chat could not be loaded (${words(String(error))}).`,
        { outcome: 'not_applied', isRetryable: true },
      );
    }
  }

  function site(): Promise<PublicSite> | null {
    const { site: id } = parts.options();
    if (id === null) return null;
    coming ??= fetchSite(id);
    return coming;
  }

  return {
    site,
    async get(request) {
      const { getSession } = raw;
      if (typeof getSession === 'function') {
        const given = await callPage(() => getSession(request));
        const ticket = parseTicket(given);
        if (ticket) return ticket;
        throw noSession(`getSession() gave ${shapeOf(given)}.`, false);
      }
      const { session, sessionId, token, loginNonceUrl } = parts.options();
      if (session) {
        const ask = createSessionEndpoint({
          ...platform,
          url: session,
          loginNonceUrl,
        });
        return ask(request);
      }
      const open = await site();
      if (open) return open.ticket(request);
      if (sessionId && token) return { session_id: sessionId, token };
      throw noSession('The page names no session endpoint.', false);
    },
    source() {
      if (raw.getSession) return 'getSession';
      return parts.options().site === null ? 'data-session' : 'data-site';
    },
    markChanged: () => here?.markChanged(),
    close() {
      isClosed = true;
      here?.close();
    },
  };
}

async function callPage(getSession: () => unknown): Promise<unknown> {
  try {
    return await getSession();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw noSession(`getSession() failed: "${words(String(error))}".`, true);
  }
}

function noSession(what: string, isRetryable: boolean): GatewayError {
  return new GatewayError('no_session', `${what} Expected: { session_id, token }.`, {
    outcome: 'not_applied',
    isRetryable,
  });
}
