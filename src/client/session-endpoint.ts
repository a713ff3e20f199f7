// Calls the site's endpoints, of which one hands out a session with its token, with same-origin cookies and without a cache. It
// knows neither the gateway nor the use of the ticket.

import { writeJson } from '../dom/json.ts';
import type { Clock } from '../platform/types.ts';
import {
  ownOf,
  parseJson,
  parseTicket,
  type SessionTicket,
  type TicketRequest,
} from '../protocol/index.ts';
import { parseRetryAfter } from './classify.ts';
import { createDeadline } from './deadline.ts';
import { describeReply, words } from './describe-reply.ts';
import { GatewayError, type GatewayErrorDetails, givenUp } from './gateway-error.ts';

const DEFAULT_TIMEOUT_MS = 20_000;
const EXPECTED = 'Expected: 200 and JSON, { session_id, token }.';
/** The shape of a nonce (WordPress's have 10 characters). Any other reply of that address is no nonce. */
const NONCE = /^[\w-]{1,128}$/;

export interface SessionEndpointOptions {
  /** The site's POST endpoint. */
  url: string;
  fetch: typeof fetch;
  clock: Clock;
  /** A same-origin address that answers with a fresh nonce as text, or with nothing for a guest. */
  loginNonceUrl?: string | null | undefined;
  /** Milliseconds for the nonce and the call together. Default 20,000. */
  timeoutMs?: number;
}

export type SessionEndpoint = (
  request?: TicketRequest,
  options?: { signal?: AbortSignal },
) => Promise<SessionTicket>;

/** The returned function rejects with GatewayError `no_session`, retryable if trying again may help. */
export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  const call = createSiteCall(options, EXPECTED, (text) => parseTicket(parseJson(text)));
  return (request = {}, { signal } = {}) => call(request, signal);
}

/** @param read what the body of a 2xx means; null: not what was expected. */
export function createSiteCall<T>(
  options: SessionEndpointOptions,
  expected: string,
  read: (text: string) => T | null,
): (body: unknown, signal?: AbortSignal) => Promise<T> {
  const { url, fetch, clock, loginNonceUrl, timeoutMs = DEFAULT_TIMEOUT_MS } = ownOf(options);
  // Don't follow redirects: they lead to a login page, which gives no session. `manual`, unlike `error`, lets us tell
  // a redirect from a dead address.
  const shared: RequestInit = { credentials: 'same-origin', cache: 'no-store', redirect: 'manual' };
  // Leave the query out: it may contain a key, which the console must not show.
  const where = (address: string): string => address.replace(/[?#].*/, '');

  async function getNonce(address: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(address, ownOf({ ...shared, signal }));
    const nonce = (await response.text()).trim();
    if (!response.ok || (nonce !== '' && !NONCE.test(nonce))) {
      const came = describeReply(response, nonce);
      throw refusal(
        response,
        `GET ${where(address)} answered ${came}. Expected: 200 and a nonce as text.`,
      );
    }
    return nonce;
  }

  async function call(body: unknown, signal: AbortSignal): Promise<T> {
    const nonce = loginNonceUrl ? await getNonce(loginNonceUrl, signal) : '';
    const init = ownOf<RequestInit>({
      ...shared,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(nonce === '' ? {} : { 'x-wp-nonce': nonce }),
      },
      body: writeJson(body),
      signal,
    });
    const response = await fetch(url, init);
    const text = await response.text();
    const answer = response.ok ? read(text) : null;
    if (answer !== null) return answer;
    throw refusal(
      response,
      `POST ${where(url)} answered ${describeReply(response, text)}. ${expected}`,
    );
  }

  function refusal(response: Response, message: string): GatewayError {
    const { status, headers } = response;
    return new GatewayError('no_session', message, {
      status,
      outcome: 'not_applied',
      isRetryable: status === 429 || status >= 500,
      retryAfterMs: parseRetryAfter(headers.get('retry-after'), clock.now()),
    });
  }

  return async (body, signal) => {
    const deadline = createDeadline({ clock, timeoutMs, signal });
    try {
      return await deadline.guard(call(body, deadline.signal));
    } catch (error) {
      const details: GatewayErrorDetails = { outcome: 'not_applied', cause: error };
      if (error instanceof GatewayError) {
        if (error.code === 'no_session') throw error;
        if (error.code === 'aborted') throw givenUp(details);
      }
      throw new GatewayError(
        'no_session',
        `POST ${where(url)} got no answer (${words(String(error))}). The address may be wrong, or not allow this origin (CORS). ${expected}`,
        { ...details, isRetryable: true },
      );
    } finally {
      deadline.close();
    }
  };
}
