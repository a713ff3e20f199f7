// Reading a GatewayError by its fields: this room knows the type of the client, not the client.

import type { GatewayErrorCode } from '../gateway/types.ts';

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

/** Whoever says so, in whatever words: nobody is to ask for a while. */
export function asksForPatience(error: unknown): boolean {
  return typeof (error as { retryAfterMs?: unknown } | null)?.retryAfterMs === 'number';
}
