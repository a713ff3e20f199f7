// What an error of the gateway means for the conversation: what the visitor is told, and when to try again.

import type { Clock, Random } from '../platform/types.ts';
import { codeOf } from './errors.ts';
import type { Trouble } from './types.ts';
import { jitter } from './wait.ts';

export interface Found {
  trouble: Trouble | null;
  /** Null: waiting doesn't help. */
  delayMs: number | null;
  /** The gateway itself asks for patience. */
  isAsked: boolean;
  /** It has named the time: nobody may come earlier, not even the visitor. */
  isBinding?: boolean;
}

export function troubleOf(
  error: unknown,
  context: { clock: Clock; random: Random; failures: number },
): Found {
  const { clock, random, failures } = context;
  switch (kindOf(error)) {
    case 'unauthenticated':
    case 'no_session':
      return { trouble: { kind: 'session_ended' }, delayMs: null, isAsked: false };
    case 'forbidden':
    case 'site_not_active':
      return { trouble: { kind: 'forbidden' }, delayMs: null, isAsked: false };
    case 'not_found':
    case 'revoked':
      return { trouble: { kind: 'not_found' }, delayMs: null, isAsked: false };
    case 'insufficient_credits':
      return { trouble: { kind: 'no_credits' }, delayMs: null, isAsked: false };
    case 'rate_limited': {
      const delayMs = retryAfter(error) ?? jitter(random, failures, 1_000, 60_000);
      return {
        trouble: { kind: 'rate_limited', retryAt: clock.now() + delayMs },
        delayMs,
        isAsked: true,
        isBinding: retryAfter(error) !== undefined,
      };
    }
    case 'unavailable':
    case 'server_error': {
      const delayMs = Math.max(retryAfter(error) ?? 0, jitter(random, failures, 1_000, 60_000));
      return {
        trouble: { kind: 'unavailable', retryAt: clock.now() + delayMs },
        delayMs,
        isAsked: true,
        isBinding: retryAfter(error) !== undefined,
      };
    }
    default: {
      const delayMs = jitter(random, failures, 500, 30_000);
      // One lost request is everyday life; only a second one is worth a word.
      const trouble: Trouble | null =
        failures === 0 ? null : { kind: 'unreachable', retryAt: clock.now() + delayMs };
      return { trouble, delayMs, isAsked: false };
    }
  }
}

/** A site that can hand out no session just now, by its own word or by saying nothing, is away; that is no end. */
function kindOf(error: unknown): string | null {
  const code = codeOf(error);
  const { isRetryable, status } = (error ?? {}) as { isRetryable?: unknown; status?: unknown };
  if (code !== 'no_session' || isRetryable !== true) return code;
  if (!status) return null;
  return status === 429 ? 'rate_limited' : 'unavailable';
}

function retryAfter(error: unknown): number | undefined {
  const delayMs = (error as { retryAfterMs?: unknown } | null)?.retryAfterMs;
  return typeof delayMs === 'number' ? delayMs : undefined;
}
