// Asks the gateway for what a site's public id opens: a session, the deletion of one, feedback. No cookie and no key go along; a
// guest's secret or a person's token says who asks, in the body alone. It keeps neither. Fetched by pages with such an id.

import { writeJson } from '../dom/json.ts';
import type { Digester } from '../platform/digest.ts';
import type { Clock } from '../platform/types.ts';
import { ownOf, parseErrorBody, parseJson } from '../protocol/index.ts';
import {
  type Caller,
  type Challenge,
  type PublicReply,
  type PublicRequest,
  parseChallenge,
  parsePublicReply,
} from '../protocol/public-session.ts';
import { parseRetryAfter } from './classify.ts';
import { createDeadline } from './deadline.ts';
import { describeReply, words } from './describe-reply.ts';
import { GatewayError, type GatewayErrorDetails, givenUp } from './gateway-error.ts';

/** Shorter than credentials wait for a ticket, so that work which nobody waits for is ended. */
const TIMEOUT_MS = 40_000;
/** A gateway that isn't content with the second proof is asked later. */
const MAX_PROOFS = 2;
/** A sentence of the gateway in the console. */
const MAX_SENTENCE_CHARS = 300;

export interface PublicSessionOptions {
  /** Base address of the gateway, with or without a slash at the end. */
  gateway: string;
  /** The site's public id. */
  site: string;
  fetch: typeof fetch;
  clock: Clock;
  /** Null where the browser has none. */
  digester: Digester | null;
  /** Ends all requests, and the work. */
  signal: AbortSignal;
}

/** What a visitor says of an answer; `value` null: taken back. */
export interface PublicFeedback {
  session_id: string;
  event_id: string;
  value: 'up' | 'down' | null;
  comment?: string;
}

/** Each call rejects with GatewayError `no_session`, retryable if trying again may help, or `aborted`. */
export interface PublicCalls {
  session(request: PublicRequest): Promise<PublicReply>;
  /** Deletes the caller's own conversation for good. */
  remove(request: Caller & { session_id: string }): Promise<void>;
  rate(request: Caller & PublicFeedback): Promise<void>;
}

export function createPublicCalls(options: PublicSessionOptions): PublicCalls {
  const { site, fetch, clock, digester } = options;
  const gateway = options.gateway.endsWith('/') ? options.gateway.slice(0, -1) : options.gateway;
  const base = `${gateway}/v1beta1/sites/${encodeURIComponent(site)}/`;

  async function post(
    call: string,
    body: Caller & { proof?: string },
    signal: AbortSignal,
  ): Promise<{ response: Response; text: string }> {
    const response = await fetch(
      base + call,
      ownOf<RequestInit>({
        method: 'POST',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        // Not followed: `manual`, unlike `error`, lets us tell a redirect from a dead address.
        redirect: 'manual',
        // What a visitor says of an answer arrives also where they leave the page right after.
        keepalive: call === 'feedback',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: writeJson(body),
        signal,
      }),
    );
    return { response, text: await response.text() };
  }

  async function prove(challenge: Challenge, signal: AbortSignal): Promise<string> {
    if (digester === null) {
      throw new GatewayError(
        'no_session',
        'The gateway asks for proof of work, which browsers do on https pages only. Serve this page by https.',
        { status: 429, outcome: 'not_applied' },
      );
    }
    const { proveWork } = await import('./proof-of-work.ts');
    const proof = await proveWork(challenge, { digester, clock, signal });
    if (proof !== null) return proof;
    throw new GatewayError('no_session', 'The gateway’s proof of work has no solution.', {
      status: 429,
      outcome: 'not_applied',
      isRetryable: true,
    });
  }

  /** The text of a 2xx. */
  async function answerOf(call: string, body: Caller, signal: AbortSignal): Promise<string> {
    let proof: string | undefined;
    for (let proofs = 0; ; proofs++) {
      const { response, text } = await post(
        call,
        proof === undefined ? body : { ...body, proof },
        signal,
      );
      if (response.ok) return text;
      const challenge = response.status === 429 ? parseChallenge(parseJson(text)) : null;
      if (challenge === null || proofs === MAX_PROOFS) throw refusal(call, response, text, body);
      proof = await prove(challenge, signal);
    }
  }

  function refusal(call: string, response: Response, text: string, body: Caller): GatewayError {
    const { status, headers } = response;
    const error = parseErrorBody(parseJson(text));
    const said = error?.type === undefined ? undefined : error.message;
    const came =
      said === undefined
        ? `POST ${base}${call} answered ${describeReply(response, text)}. Expected: the gateway’s own JSON.`
        : `The gateway refused (${status}): "${toSentence(said, body)}"`;
    return new GatewayError('no_session', came, {
      status,
      outcome: 'not_applied',
      requestId: headers.get('x-request-id') || error?.request_id || undefined,
      isRetryable: status === 429 || status >= 500,
      retryAfterMs: parseRetryAfter(headers.get('retry-after'), clock.now()),
    });
  }

  async function run<T>(call: string, body: Caller, read: (text: string) => T | null): Promise<T> {
    const deadline = createDeadline({ clock, timeoutMs: TIMEOUT_MS, signal: options.signal });
    try {
      const text = await deadline.guard(answerOf(call, body, deadline.signal));
      const answer = read(text);
      if (answer !== null) return answer;
      throw new GatewayError('no_session', `POST ${base}${call} answered 200 in another shape.`, {
        status: 200,
        outcome: 'not_applied',
      });
    } catch (error) {
      const details: GatewayErrorDetails = { outcome: 'not_applied' };
      if (error instanceof GatewayError) {
        if (error.code === 'no_session') throw error;
        if (error.code === 'aborted') throw givenUp(details);
      }
      throw new GatewayError(
        'no_session',
        `POST ${base}${call} got no answer (${words(String(error))}). The address may be wrong, or a policy of the page (connect-src) forbids it.`,
        { ...details, isRetryable: true },
      );
    } finally {
      deadline.close();
    }
  }

  return {
    session: (request) => run('session', request, (text) => parsePublicReply(parseJson(text))),
    async remove(request) {
      try {
        await run('deletions', request, () => true);
      } catch (error) {
        // Nothing of this visitor's is there: gone already, as where the reply to a first try was lost.
        if ((error as GatewayError).status !== 404) throw error;
      }
    },
    async rate(request) {
      await run('feedback', request, () => true);
    },
  };
}

/** The gateway's words for the console: one line, not endless, and without the caller's secrets. */
export function toSentence(said: string, { guest = '', user_token = '' }: Caller): string {
  let text = said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  for (const secret of [guest, user_token]) if (secret !== '') text = text.replaceAll(secret, '…');
  return text
    .replace(/(?:guest_|eyJ)[\w.-]+/g, '…')
    .replaceAll('"', '”')
    .slice(0, MAX_SENTENCE_CHARS);
}
