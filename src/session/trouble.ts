// What an error of the gateway means for the conversation: what the visitor is told, and when to try again.

import type { Clock, Random } from '../platform/types.ts';
import { codeOf } from './errors.ts';
import type { Blockage, Trouble } from './types.ts';
import { pauseMs } from './wait.ts';

export interface Found {
  trouble: Trouble | null;
  /** Null: waiting doesn't help. */
  delayMs: number | null;
  /** The gateway asks for patience: no other request of this kind leaves before that either. */
  isAsked: boolean;
  /** The gateway has named so many milliseconds: no request comes earlier, not even a visitor's retry. */
  boundMs: number;
  /** Waiting doesn't help, but somebody may: milliseconds until it is tried again. */
  againMs?: number;
}

/** Credits are topped up by people: asked about after a minute first, at last every quarter of an hour. */
const CREDITS_MS = { min: 60_000, max: 900_000 };

/** A gateway that says itself that it can't answer isn't asked again before that. */
const LEAST_MS = 1_000;

/** A site under maintenance, or a proxy in front of it, only guesses when it is back: it is looked at sooner. */
const MAX_GUESS_MS = 5_000;

/** After so many failures in a row, some 15 to 30 s, if nothing has worked yet, the trouble isn't a passing one. */
const MAX_FIRST_FAILURES = 5;

export interface TroubleContext {
  clock: Clock;
  random: Random;
  /** So many requests have failed in a row before this one. */
  failures: number;
  /** A request has got through on this page. */
  hasWorked: boolean;
}

/** If nothing has worked on this page yet, passing trouble is told as "not working" after a few failures. */
export function troubleOf(error: unknown, context: TroubleContext): Found {
  const found = kindOfTrouble(error, context);
  const { trouble } = found;
  const isPassing = trouble?.kind === 'unreachable' || trouble?.kind === 'unavailable';
  return isPassing && !context.hasWorked && context.failures >= MAX_FIRST_FAILURES
    ? { ...found, trouble: { ...trouble, kind: 'not_working' } }
    : found;
}

function kindOfTrouble(error: unknown, { clock, random, failures }: TroubleContext): Found {
  const boundMs = retryAfter(error);
  const ended = (kind: Blockage): Found => ({
    trouble: { kind },
    delayMs: null,
    isAsked: false,
    boundMs,
  });
  switch (kindOf(error)) {
    case 'no_session':
      return { ...ended('session_ended'), trouble: { kind: 'not_working', retryAt: null } };
    case 'unauthenticated':
      return ended('session_ended');
    case 'forbidden':
    case 'site_not_active':
      return ended('forbidden');
    case 'not_found':
    case 'revoked':
      return ended('not_found');
    case 'insufficient_credits': {
      const ms = CREDITS_MS.min * 2 ** Math.min(failures, 9) * (1 + random.next() / 4);
      return { ...ended('no_credits'), againMs: Math.min(ms, CREDITS_MS.max) };
    }
    case 'rate_limited': {
      // The first time, wait as long as the gateway says. If it refuses again, there are too many clients: wait longer.
      const isFirst = boundMs > 0 && failures === 0;
      const delayMs = isFirst ? boundMs : Math.max(boundMs, LEAST_MS, pauseMs(random, failures));
      const trouble: Trouble = { kind: 'rate_limited', retryAt: clock.now() + delayMs };
      return { trouble, delayMs, isAsked: true, boundMs };
    }
    case 'unavailable':
    case 'server_error': {
      const delayMs = Math.max(boundMs, LEAST_MS, pauseMs(random, failures));
      const trouble: Trouble = { kind: 'unavailable', retryAt: clock.now() + delayMs };
      return { trouble, delayMs, isAsked: true, boundMs };
    }
    default: {
      const delayMs = pauseMs(random, failures);
      // One lost request is nothing to tell the visitor; a second one is.
      const trouble: Trouble | null =
        failures === 0 ? null : { kind: 'unreachable', retryAt: clock.now() + delayMs };
      return { trouble, delayMs, isAsked: failures > 0, boundMs };
    }
  }
}

/** The trouble that stops all messages, or null. */
export function blockageOf(trouble: Trouble | null): Blockage | 'not_working' | null {
  switch (trouble?.kind) {
    case 'not_working':
    case 'session_ended':
    case 'forbidden':
    case 'not_found':
    case 'no_credits':
      return trouble.kind;
    default:
      return null;
  }
}

/** A site that can't hand out a session just now (429, 5xx, or no answer) is away: that passes. */
function kindOf(error: unknown): string | null {
  const code = codeOf(error);
  const { isRetryable, status } = (error ?? {}) as { isRetryable?: unknown; status?: unknown };
  if (code !== 'no_session' || isRetryable !== true) return code;
  if (!status) return null;
  return status === 429 ? 'rate_limited' : 'unavailable';
}

function retryAfter(error: unknown): number {
  const { retryAfterMs, status, type } = (error ?? {}) as Record<string, unknown>;
  if (typeof retryAfterMs !== 'number') return 0;
  // Only the gateway's own errors have a type.
  const isGuess = status === 503 && type === undefined;
  return isGuess ? Math.min(retryAfterMs, MAX_GUESS_MS) : retryAfterMs;
}
