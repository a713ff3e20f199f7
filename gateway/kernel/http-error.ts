// Every refusal that a caller can read: a status, a type and a sentence that says what to do.
// Thrown anywhere below a route; the app turns it into the standard body.

import { SENTENCES } from './sentences.ts';

/** The type of an error by its HTTP status; of any other it is `api_error`. */
export const ERROR_TYPES = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_credits',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  /** The caller has gone, and nobody reads the answer. */
  499: 'invalid_request_error',
  503: 'service_unavailable',
} as const;

export type ErrorType = (typeof ERROR_TYPES)[keyof typeof ERROR_TYPES] | 'api_error';

export interface HttpErrorOptions {
  headers?: Readonly<Record<string, string>>;
  /** Replaces the HTTP status as `error.code` where the interface names a word for it. */
  code?: number | string;
  /** Replaces the standard body altogether. */
  body?: unknown;
  /** Fields that stand beside `error` in the standard body. */
  beside?: Readonly<Record<string, unknown>>;
}

/** A refusal as the interface has it: status, type, a sentence for the caller, and headers. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly type: ErrorType;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: number | string;
  readonly body: unknown;
  readonly beside: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    super(message);
    this.status = status;
    const types: Readonly<Record<number, ErrorType>> = ERROR_TYPES;
    this.type = types[status] ?? 'api_error';
    this.headers = options.headers ?? {};
    this.code = options.code ?? status;
    this.body = options.body;
    this.beside = options.beside ?? {};
  }
}

/** 400 */
export const invalid = (message: string) => new HttpError(400, message);
/** 400. @param field of the request, which names the agent */
export const noSuchAgent = (field: string) =>
  invalid(`${field} must be the name or the id of an agent of this project.`);
/** 401, with the challenge for a bearer token */
export const unauthenticated = (message: string) =>
  new HttpError(401, message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="ai-services"' },
  });
/** 403 */
export const forbidden = (message: string) => new HttpError(403, message);
/** 404 */
export const notFound = (message: string) => new HttpError(404, message);
/** 409 */
export const conflict = (message: string) => new HttpError(409, message);
export const tooLarge = (message: string) => new HttpError(413, message);
/** 429. @param retryAfterS seconds */
export const rateLimited = (message: string, retryAfterS: number) =>
  new HttpError(429, message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterS))) },
  });
/** 402 */
export const insufficientCredits = () =>
  new HttpError(402, 'The project has no credits left. Grant or top up credits, then send again.');
/** 503, with Retry-After */
export const unavailable = (message: string = SENTENCES.unavailable) =>
  new HttpError(503, message, { headers: { 'Retry-After': '1' } });

/** The standard error body. */
export function errorBody(error: HttpError, requestId: string): unknown {
  return (
    error.body ?? {
      error: {
        message: error.message,
        type: error.type,
        code: error.code,
        request_id: requestId,
      },
      ...error.beside,
    }
  );
}
