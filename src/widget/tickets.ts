// Gets a session and its token: from the page's `getSession`, the site's endpoint, or the fixed pair for trials.

import { createSessionEndpoint, GatewayError, shapeOf, words } from '../client/index.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import { parseTicket, type SessionTicket, type TicketRequest } from '../protocol/index.ts';
import type { RawOptions } from './types.ts';

export type GetTicket = (request: TicketRequest) => Promise<SessionTicket>;

/** Reads the options at each call, since a page may configure `getSession` late. Rejects with GatewayError. */
export function createTickets(
  platform: Pick<Platform, 'fetch' | 'clock'>,
  read: () => { raw: RawOptions; options: CheckedOptions },
): GetTicket {
  return async (request) => {
    const { raw, options } = read();
    const { getSession } = raw;
    if (typeof getSession === 'function') {
      const given = await callPage(() => getSession(request));
      const ticket = parseTicket(given);
      if (ticket) return ticket;
      throw noSession(`getSession() gave ${shapeOf(given)}.`, false);
    }
    const { session, sessionId, token, nonceUrl } = options;
    if (session) {
      const ask = createSessionEndpoint({
        ...platform,
        url: session,
        nonceUrl: nonceUrl ?? undefined,
      });
      return ask(request);
    }
    if (sessionId && token) return { session_id: sessionId, token };
    throw noSession('The page names no session endpoint.', false);
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
