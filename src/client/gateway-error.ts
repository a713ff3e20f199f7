// The one typed error of this room.

import type { GatewayErrorCode, SendOutcome } from './types.ts';

export interface GatewayErrorDetails {
  /** HTTP status. */
  status?: number | undefined;
  /** The gateway's X-Request-ID, for its support. */
  requestId?: string | undefined;
  /** `error.type` of the gateway's body. */
  type?: string | undefined;
  /** For how long the gateway asks to be left alone. */
  retryAfterMs?: number | undefined;
  /** Of what was sent: whether anything was applied. */
  outcome?: SendOutcome | undefined;
  /** Set it if the code alone doesn't tell: a session endpoint can be down, or refuse. */
  isRetryable?: boolean | undefined;
  /** What was thrown below it. */
  cause?: unknown;
}

/**
 * Why a call to the gateway failed.
 * @example
 * try {
 *   await gateway.list('session_1');
 * } catch (error) {
 *   if (error instanceof GatewayError && error.isRetryable) console.log(error.code, error.requestId);
 *   else throw error;
 * }
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;
  /** HTTP status; 0 where no reply was read. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly type: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly outcome: SendOutcome;
  /** Whether the same request may succeed later, unchanged. */
  readonly isRetryable: boolean;

  constructor(code: GatewayErrorCode, message: string, details: GatewayErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.type = details.type;
    this.retryAfterMs = details.retryAfterMs;
    this.outcome = details.outcome ?? 'unknown';
    this.isRetryable = details.isRetryable ?? RETRYABLE.has(code);
  }
}

const RETRYABLE: ReadonlySet<GatewayErrorCode> = new Set<GatewayErrorCode>([
  'rate_limited',
  'server_error',
  'unavailable',
  'network',
  'timeout',
  'bad_response',
]);

/** Turns any failure to get a token into `no_session`. No request was sent, so nothing was applied. */
export function toNoSession(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const said = error instanceof Error && error.message !== '' ? ` (${error.message})` : '';
  return new GatewayError('no_session', `No token could be had for the session${said}.`, {
    outcome: 'not_applied',
    isRetryable: true,
    cause: error,
  });
}

export function givenUp(details?: GatewayErrorDetails): GatewayError {
  return new GatewayError('aborted', 'The request was given up by its caller.', details);
}
