// Calls the site's own endpoint that hands out a session and its token. Same-origin cookies, nothing cached.
// It knows neither the gateway nor what becomes of the ticket.

import type { Clock } from '../platform/types.ts';
import {
  isRecord,
  parseJson,
  parseTicket,
  type SessionTicket,
  type TicketRequest,
} from '../protocol/index.ts';
import { parseRetryAfter } from './classify.ts';
import { createDeadline } from './deadline.ts';
import { GatewayError } from './gateway-error.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
/** WordPress nonces have 10 characters; whatever else stands at that address is no nonce. */
const NONCE = /^[\w-]{1,128}$/;

export interface SessionEndpointOptions {
  /** The site's POST endpoint. */
  url: string;
  fetch: typeof fetch;
  clock: Clock;
  /** Same-origin address that answers with a fresh nonce as text, or with nothing for a guest. */
  nonceUrl?: string | undefined;
  /** For the nonce and the call together. Default 20,000. */
  timeoutMs?: number;
}

export type SessionEndpoint = (
  request?: TicketRequest,
  options?: { signal?: AbortSignal },
) => Promise<SessionTicket>;

/** The function it returns rejects with GatewayError `no_session`; retryable where trying again may help. */
export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  const { url, fetch, clock, nonceUrl, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const shared: RequestInit = { credentials: 'same-origin', cache: 'no-store', redirect: 'error' };

  async function getNonce(address: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(address, { ...shared, signal });
    if (!response.ok)
      throw refusal(response, `The nonce address answered HTTP ${response.status}.`);
    const nonce = (await response.text()).trim();
    if (nonce !== '' && !NONCE.test(nonce)) {
      throw refusal(response, 'What the nonce address answers is no nonce.');
    }
    return nonce;
  }

  async function call(request: TicketRequest, signal: AbortSignal): Promise<SessionTicket> {
    const nonce = nonceUrl === undefined ? '' : await getNonce(nonceUrl, signal);
    const response = await fetch(url, {
      ...shared,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(nonce === '' ? {} : { 'x-wp-nonce': nonce }),
      },
      body: JSON.stringify(request),
      signal,
    });
    const body = parseJson(await response.text());
    if (!response.ok) {
      throw refusal(
        response,
        `The session endpoint answered HTTP ${response.status}.${said(body)}`,
      );
    }
    const ticket = parseTicket(body);
    if (ticket === null) {
      throw refusal(response, 'The session endpoint answered without session_id and token.');
    }
    return ticket;
  }

  function refusal(response: Response, message: string): GatewayError {
    const { status, headers } = response;
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), clock.now());
    return new GatewayError('no_session', message, {
      status,
      outcome: 'not_applied',
      isRetryable: status === 429 || status >= 500,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }

  return async (request = {}, { signal } = {}) => {
    const deadline = createDeadline({ clock, timeoutMs, signal });
    try {
      return await deadline.guard(call(request, deadline.signal));
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'no_session') throw error;
      const isAborted = error instanceof GatewayError && error.code === 'aborted';
      throw new GatewayError(
        isAborted ? 'aborted' : 'no_session',
        isAborted
          ? 'The request was given up by its caller.'
          : 'The session endpoint could not be reached.',
        { outcome: 'not_applied', isRetryable: !isAborted, cause: error },
      );
    } finally {
      deadline.close();
    }
  };
}

/** The message of the site's error (WordPress: `{code, message}`), cut: it goes to a console, not to visitors. */
function said(body: unknown): string {
  return isRecord(body) && typeof body.message === 'string' ? ` ${body.message.slice(0, 200)}` : '';
}
