// Where a session and its token come from: the page's `getSession`, the site's endpoint, or a fixed pair for trials.

import { createSessionEndpoint, GatewayError } from '../gateway/index.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import { parseTicket, type SessionTicket, type TicketRequest } from '../protocol/index.ts';
import type { RawOptions } from './types.ts';

export type GetTicket = (request: TicketRequest) => Promise<SessionTicket>;

/** Reads the options at each call, since a page may configure its own way late. Rejects with GatewayError. */
export function createTickets(
  platform: Pick<Platform, 'fetch' | 'clock'>,
  read: () => { raw: RawOptions; options: CheckedOptions },
): GetTicket {
  return async (request) => {
    const { raw, options } = read();
    if (typeof raw.getSession === 'function') {
      const ticket = parseTicket(await raw.getSession(request));
      if (ticket) return ticket;
      throw new GatewayError('no_session', 'getSession gave no session_id and token.', {
        outcome: 'not_applied',
      });
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
    throw new GatewayError('no_session', 'The page names no session endpoint.', {
      outcome: 'not_applied',
    });
  };
}
