// Reading a GatewayError by its fields: this room knows the type of the client, not the client.

import type { GatewayErrorCode } from '../client/types.ts';

/** The code of a GatewayError, whatever copy of the class threw it; null for any other error. */
export function codeOf(error: unknown): GatewayErrorCode | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error.code as GatewayErrorCode)
    : null;
}

/** By the gateway's own word nothing of the request was applied. */
export function isNotApplied(error: unknown): boolean {
  return error instanceof Error && 'outcome' in error && error.outcome === 'not_applied';
}

/** A failure of the gateway itself, in its own words, of which it says that the request may be repeated. */
export function isOwnFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== 'server_error' && code !== 'unavailable') return false;
  return (error as { type?: unknown }).type !== undefined;
}

/** The reply carries a Retry-After, whether it comes from the gateway or from a proxy. */
export function asksForPatience(error: unknown): boolean {
  return typeof (error as { retryAfterMs?: unknown } | null)?.retryAfterMs === 'number';
}

/** Refused before it left, since the gateway wants patience or lets nothing through. */
export class TooEarly extends Error {
  readonly code = 'rate_limited';
  readonly outcome = 'not_applied';
  /** Infinity: not before somebody retries. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The gateway may not be asked yet.');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The request was neither heard nor found wrong: it came too early, or with a token that has been renewed since. Who
 * made it decides anew, this many milliseconds later; null: something else has failed.
 */
export function decideAgainMs(error: unknown): number | null {
  if (error instanceof TooEarly) return error.retryAfterMs;
  const { isRetryable } = (error ?? {}) as { isRetryable?: unknown };
  return codeOf(error) === 'unauthenticated' && isRetryable === true ? 0 : null;
}
