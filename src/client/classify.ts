// Turns a failed reply into a GatewayError. Pure: status, headers and body in, error out. After a POST the sender must
// know whether it was applied, and for that only a reply in the gateway's own error shape counts.

import { isRecord, parseErrorBody } from '../protocol/index.ts';
import type { Advice } from './advice.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayErrorCode } from './types.ts';

export interface Failure {
  status: number;
  headers: Headers;
  /** The body, parsed; undefined if it isn't JSON. */
  body: unknown;
  /** Describes the reply in words, for one that isn't the gateway's own. */
  seen: string;
  /** Wall time, to read a Retry-After that is a date. */
  now: number;
  /** The token that was sent. The error's message must not quote it. */
  token: string;
  advice?: Advice | undefined;
}

const BY_STATUS: Readonly<Record<number, GatewayErrorCode>> = {
  401: 'unauthenticated',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The widget says this too, in the console: only an owner can help. */
const NOT_OURS =
  'The answer is not of the gateway. Check the base address, and proxies in between.';

const NO_CREDITS_TYPE =
  /^(insufficient|no|out_of|exhausted)_(credits?|balance|quota)|credits?_exhausted/i;
const NO_CREDITS_MESSAGE =
  /(insufficient|not enough|out of|exhausted) credits?\b|\bno credits? (left|remaining)|credits?( balance)? (is |are |has been )?(exhausted|used up|depleted|too low|insufficient)/i;

export function classifyFailure({
  status,
  headers,
  body,
  seen,
  now,
  token,
  advice,
}: Failure): GatewayError {
  const error = parseErrorBody(body);
  // A 404 that isn't in the gateway's shape comes from another server: there may be no gateway at this address.
  const code = status === 404 && error === null ? 'bad_response' : codeOf(status, error ?? {});
  const isRefusal = status >= 400 && status < 500;
  const words = error?.message
    ? `said: ${error.message}`
    : error === null
      ? `answered ${seen}.`
      : '';
  const said = words && ` It ${redact(words, token)}`;
  const todo = code === 'bad_response' ? NOT_OURS : (advice?.[code] ?? '');
  return new GatewayError(code, `${todo} (HTTP ${status})${said}`.trim(), {
    status,
    // A 401, even a proxy's, means by definition that the request was not applied (RFC 9110, 15.5.2).
    outcome: isRefusal && (status === 401 || isOwnShape(body)) ? 'not_applied' : 'unknown',
    requestId: (headers.get('x-request-id') ?? error?.request_id) || undefined,
    type: error?.type,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), now),
  });
}

function codeOf(
  status: number,
  { type = '', message = '', code = '' }: NonNullable<ReturnType<typeof parseErrorBody>>,
): GatewayErrorCode {
  const names: readonly unknown[] = [type, code];
  // The interface doesn't say which status exhausted credits have: recognise them by the words of any refusal.
  if (NO_CREDITS_TYPE.test(type) || NO_CREDITS_TYPE.test(String(code)))
    return 'insufficient_credits';
  if (status < 500 && NO_CREDITS_MESSAGE.test(message)) return 'insufficient_credits';
  if (status === 403 && names.includes('content_policy_violation')) return 'content_policy';
  if (status === 403 && names.includes('site_not_active')) return 'site_not_active';
  if (status === 404 && names.includes('site_authorization_revoked')) return 'revoked';
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 400) return status < 500 ? 'invalid_request' : 'server_error';
  return 'bad_response';
}

/** Whether this is the standard error body. Edges and proxies send other JSON with an `error` in it. */
function isOwnShape(body: unknown): boolean {
  return (
    isRecord(body) &&
    isRecord(body.error) &&
    typeof body.error.message === 'string' &&
    typeof body.error.type === 'string'
  );
}

/** Milliseconds from `now`. Reads seconds or an HTTP date; undefined for anything else. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  // `Date` makes a date of almost any digits; a real HTTP date contains the name of a month.
  const date = /[a-z]{3}/i.test(value) ? Number(new Date(value)) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export function redact(text: string, token: string): string {
  return token === '' ? text : text.replaceAll(token, '[token]');
}

/** The error for a reply that isn't JSON of the expected shape. @param seen describes the reply. */
export function badResponse(status: number, headers: Headers, seen: string): GatewayError {
  return new GatewayError('bad_response', `${NOT_OURS} It answered ${seen}.`, {
    status,
    requestId: headers.get('x-request-id') || undefined,
  });
}
