// Every refusal that a caller can read: a status, a type and a sentence that says what to do.
// Thrown anywhere below a route; the app turns it into the standard body.

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'insufficient_credits'
  | 'service_unavailable'
  | 'api_error';

export interface HttpErrorOptions {
  headers?: Readonly<Record<string, string>>;
  /** Replaces the HTTP status as `error.code` where the interface names a word for it. */
  code?: number | string;
  /** Replaces the standard body altogether. */
  body?: unknown;
}

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly type: ErrorType;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: number | string;
  readonly body: unknown;

  constructor(status: number, type: ErrorType, message: string, options: HttpErrorOptions = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.headers = options.headers ?? {};
    this.code = options.code ?? status;
    this.body = options.body;
  }
}

export const invalid = (message: string) => new HttpError(400, 'invalid_request_error', message);
export const noSuchAgent = (field: string) =>
  invalid(`${field} must be the name or the id of an agent of this project.`);
export const unauthenticated = (message: string) =>
  new HttpError(401, 'authentication_error', message, {
    headers: { 'WWW-Authenticate': 'Bearer realm="ai-services"' },
  });
export const forbidden = (message: string) => new HttpError(403, 'permission_error', message);
export const notFound = (message: string) => new HttpError(404, 'not_found_error', message);
export const conflict = (message: string) => new HttpError(409, 'conflict_error', message);
export const tooLarge = (message: string) => new HttpError(413, 'request_too_large', message);
export const rateLimited = (message: string, retryAfterS: number) =>
  new HttpError(429, 'rate_limit_error', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterS))) },
  });
export const insufficientCredits = () =>
  new HttpError(
    402,
    'insufficient_credits',
    'The project has no credits left. Grant or top up credits, then send again.',
  );
export const unavailable = (
  message = 'A required dependency is temporarily unavailable. Try again after a short delay.',
) => new HttpError(503, 'service_unavailable', message, { headers: { 'Retry-After': '1' } });

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
    }
  );
}
