// Sends one request to the gateway with the token, classifies errors and traces each try. After a 401 it renews the
// token and repeats the request, unless it is marked `isOnce`: then the caller gets the 401. It knows no endpoint.

import { writeJson } from '../dom/json.ts';
import type { Clock } from '../platform/types.ts';
import { ownOf, parseJson } from '../protocol/index.ts';
import type { Advice } from './advice.ts';
import { badResponse, classifyFailure, redact } from './classify.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { describeReply } from './describe-reply.ts';
import { GatewayError, givenUp, toNoSession } from './gateway-error.ts';
import type { Credentials, GatewayTrace } from './types.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** After so many POSTs in a row whose token was refused the next token won't help, although lists were accepted. */
const MAX_REFUSED_POSTS = 3;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base address, encoded. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  keepalive?: boolean | undefined;
  /** Never repeat this request here, not even after a 401. */
  isOnce?: boolean;
  /** Called with the head of a reply with a 2xx. */
  onHead?: (headers: Headers) => void;
}

/** A reply with a 2xx whose head has arrived. The caller closes the deadline once it has read the body. */
export interface OpenReply {
  response: Response;
  deadline: Deadline;
}

export interface Http {
  open(request: HttpRequest): Promise<OpenReply>;
  /** Sends, reads the whole body and hands it to `parse`, which returns null for a body of another shape. */
  json<T>(request: HttpRequest, parse: (body: unknown) => T | null): Promise<T>;
}

export interface HttpOptions {
  baseUrl: string;
  credentials: Credentials;
  fetch: typeof fetch;
  clock: Clock;
  onTrace?: ((trace: GatewayTrace) => void) | undefined;
  /** Called after a reply of the documented shape. */
  onAnswer?: (() => void) | undefined;
  /** Called after a request for JSON failed; `request` is its method and address. */
  onFailure?: ((error: GatewayError, request: string) => void) | undefined;
}

/** @param advice for the messages of errors. */
export function createHttp(options: HttpOptions, advice?: Advice): Http {
  const { baseUrl, credentials, fetch, clock, onTrace, onAnswer, onFailure } = options;
  /** The new token after a refused POST, until a reply is accepted with it. If a POST is refused with it, the session has ended. */
  let renewed: string | null = null;
  /** POSTs in a row whose token was refused. */
  let refusedPosts = 0;
  /**
   * The gateway forbids that its JSON is kept. Else the request does, at a price: between two origins the browser then
   * asks for permission (a preflight) before each request, and remembers none.
   */
  let isUnkept: boolean | undefined = false;

  async function attempt(given: HttpRequest, token: string): Promise<OpenReply> {
    const request = ownOf(given);
    const { method, query, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
    const search = query?.toString() ?? '';
    const path = search === '' ? request.path : `${request.path}?${search}`;
    const startedAt = clock.monotonic();
    let isTraced = false;
    const trace = (status: number, requestId: string | null) => {
      if (isTraced) return;
      isTraced = true;
      onTrace?.({
        method,
        path,
        status,
        latencyMs: Math.round(clock.monotonic() - startedAt),
        requestId,
      });
    };
    const deadline = createDeadline({ clock, timeoutMs, signal });
    try {
      const headers: Record<string, string> = { authorization: `Bearer ${token}` };
      if (request.accept !== undefined) headers.accept = request.accept;
      const init = ownOf<RequestInit>({
        method,
        headers,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: deadline.signal,
      });
      // Replies to others than GET aren't kept; of a stream something else may hold than of lists.
      const isGet = method === 'GET';
      const isJson = request.accept === undefined;
      if (isGet && !(isUnkept && isJson)) init.cache = 'no-store';
      if (request.body !== undefined) {
        headers['content-type'] = 'application/json';
        init.body = writeJson(request.body);
      }
      if (request.keepalive) init.keepalive = true;
      const response = await deadline.guard(send(baseUrl + path, init, token));
      trace(response.status, response.headers.get('x-request-id'));
      if (isGet && isJson && response.ok)
        isUnkept = response.headers.get('cache-control')?.includes('no-store');
      if (response.ok) return { response, deadline };
      const text = await deadline.guard(readText(response));
      const { status, headers: replyHeaders } = response;
      throw classifyFailure({
        status,
        headers: replyHeaders,
        body: parseJson(text),
        seen: describeReply(response, text),
        now: clock.now(),
        token,
        advice,
      });
    } catch (error) {
      deadline.close();
      const failure = toGatewayError(error);
      trace(0, null);
      throw failure;
    }
  }

  async function send(url: string, init: RequestInit, token: string): Promise<Response> {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      // Keep the error's text, without the token, and not the error: some implementations quote a header's value in it.
      throw networkError(`No reply from the gateway${redact(reason(error), token)}.`);
    }
  }

  async function open(request: HttpRequest): Promise<OpenReply> {
    const { signal, isOnce } = ownOf(request);
    const token = await askFor(() => credentials.token(), signal);
    try {
      const reply = await attempt(request, token);
      heard(token, isOnce);
      return reply;
    } catch (error) {
      if (!isRefusedToken(error)) {
        if (isOnce && error instanceof GatewayError && error.status > 0) heard(token, isOnce);
        throw error;
      }
      if (isOnce) refusedPosts += 1;
      if (isOnce && (token === renewed || refusedPosts >= MAX_REFUSED_POSTS)) {
        refusedPosts = 0;
        credentials.reject?.(token);
        throw error;
      }
      const next = await askFor(() => credentials.refresh(token), signal);
      if (next === token) throw error;
      if (isOnce) {
        renewed = next;
        throw refusedForNow(error);
      }
      try {
        const reply = await attempt(request, next);
        heard(next, isOnce);
        return reply;
      } catch (again) {
        if (isRefusedToken(again)) credentials.reject?.(next);
        throw again;
      }
    }
  }

  /** The gateway has answered, and has not refused the token. */
  function heard(token: string, isOnce: boolean | undefined): void {
    if (isOnce) refusedPosts = 0;
    if (isOnce || token === renewed) renewed = null;
  }

  return {
    open,
    async json(request, parse) {
      let deadline: Deadline | null = null;
      try {
        const reply = await open(request);
        deadline = reply.deadline;
        const text = await deadline.guard(readText(reply.response));
        const { status, headers } = reply.response;
        request.onHead?.(headers);
        const body = parseJson(text);
        const value = body === undefined ? null : parse(body);
        if (value !== null) {
          onAnswer?.();
          return value;
        }
        throw badResponse(status, headers, describeReply(reply.response, text));
      } catch (error) {
        const failure = toGatewayError(error);
        onFailure?.(failure, `${request.method} ${baseUrl}${request.path}`);
        throw failure;
      } finally {
        deadline?.close();
      }
    },
  };
}

/** The refusal, marked retryable: there is another token now, so the caller may make the request again. */
function refusedForNow(error: GatewayError): GatewayError {
  const { code, message, status, requestId } = error;
  return new GatewayError(code, message, {
    status,
    outcome: 'not_applied',
    isRetryable: true,
    requestId,
  });
}

function isRefusedToken(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.status === 401;
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw error instanceof GatewayError
      ? error
      : networkError('The reply was cut.', response.status);
  }
}

export function networkError(message: string, status = 0): GatewayError {
  return new GatewayError(
    'network',
    `${message} Check the connection, and that the gateway allows this origin.`,
    {
      status,
    },
  );
}

function toGatewayError(error: unknown): GatewayError {
  return error instanceof GatewayError
    ? error
    : new GatewayError('bad_response', 'The reply could not be read.', { cause: error });
}

/** Gets a token. If that fails, no request was sent, so nothing was applied. */
async function askFor(
  ask: () => Promise<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  let giveUp = () => {};
  try {
    const aborted = new Promise<never>((_, reject) => {
      giveUp = () => reject(givenUp());
      if (signal?.aborted) giveUp();
      else signal?.addEventListener?.('abort', giveUp);
    });
    return await Promise.race([aborted, ask()]);
  } catch (error) {
    const { code, message, status, retryAfterMs, isRetryable } = toNoSession(error);
    throw new GatewayError(code, message, {
      status,
      outcome: 'not_applied',
      isRetryable,
      retryAfterMs,
    });
  } finally {
    signal?.removeEventListener?.('abort', giveUp);
  }
}

/** The error in words, like " (TypeError: fetch failed, ECONNREFUSED)": Node has the code in `cause`. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return ` (${error.name}: ${error.message}${typeof code === 'string' ? `, ${code}` : ''})`;
}
