// A client that repeats what may be repeated: reads, since they change nothing, and sends whose events have names, since a gateway
// that takes names stores a named event once. The widget doesn't use it: its session room decides itself what is sent again.

import type { Signal } from '../platform/globals.ts';
import type { Clock, Random } from '../platform/types.ts';
import type { SendInput } from '../protocol/index.ts';
import { createBackoff } from './backoff.ts';
import { GatewayError, givenUp } from './gateway-error.ts';
import { readPages } from './session-calls.ts';
import type { GatewayClient, GatewayErrorCode, RepeatOptions, SendOutcome } from './types.ts';

const DEFAULT_TRIES = 3;
/** A gateway that asks for a longer pause is left alone: the caller hears of it instead of waiting. */
const MAX_RETRY_AFTER_MS = 30_000;

/** Failures that pass by themselves: no reply, and HTTP 429, 502, 503 and 504. */
const PASSING: ReadonlySet<GatewayErrorCode> = new Set<GatewayErrorCode>([
  'network',
  'timeout',
  'rate_limited',
  'unavailable',
]);

export interface PatientParts extends RepeatOptions {
  clock: Clock;
  random: Random;
  onWarning?: ((reason: string) => void) | undefined;
}

/** `follow` and `stream` stay as they are: the one heals by itself, the other is one connection. */
export function createPatientClient(client: GatewayClient, parts: PatientParts): GatewayClient {
  const { clock, random, tries = DEFAULT_TRIES, onWarning } = parts;

  async function repeat<T>(call: () => Promise<T>, signal: Signal | undefined): Promise<T> {
    const backoff = createBackoff(clock, random);
    let mayBeApplied = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        mayBeApplied ||= error.outcome === 'unknown';
        const { retryAfterMs = 0 } = error;
        if (attempt >= tries || !isPassing(error) || retryAfterMs > MAX_RETRY_AFTER_MS)
          throw mayBeApplied ? withOutcome(error, 'unknown') : error;
        const outcome = mayBeApplied ? 'unknown' : 'not_applied';
        await backoff.wait({ retryAfterMs, ...(signal ? { signal } : {}) }).catch(() => {
          throw givenUp({ outcome });
        });
      }
    }
  }

  const patient: GatewayClient = {
    ...client,
    list: (sessionId, query, options = {}) =>
      repeat(() => client.list(sessionId, query, options), options.signal),
    listAll: (sessionId, query = {}, options = {}) =>
      readPages((next, callOptions) => patient.list(sessionId, next, callOptions), {
        query,
        options,
        onDropped: onWarning ?? (() => {}),
      }),
    analytics: (query, options = {}) =>
      repeat(() => client.analytics(query, options), options.signal),

    async send(sessionId, events, options = {}) {
      const { signal, keepalive } = options;
      // A page that is going waits for no list and repeats nothing.
      if (tries <= 1 || keepalive) return client.send(sessionId, events, options);
      // Only a reply says whether the gateway takes names, and names go to no gateway that hasn't said so.
      if (client.hasIntents?.() === undefined)
        await patient
          .list(sessionId, { limit: 1 }, { ...(signal ? { signal } : {}) })
          .catch((error: unknown) => {
            // No POST was made.
            throw withOutcome(error, 'not_applied');
          });
      if (client.hasIntents?.() !== true) return client.send(sessionId, events, options);
      const named = withNames(events, random);
      return repeat(() => client.send(sessionId, named, options), signal);
    },
  };
  return patient;
}

/** A refused token that has been renewed is retryable, too; any other is not. */
function isPassing({ code, isRetryable }: GatewayError): boolean {
  return PASSING.has(code) || (code === 'unauthenticated' && isRetryable);
}

/** The same failure, of which the caller knows more than the last reply says. */
function withOutcome(error: unknown, outcome: SendOutcome): unknown {
  if (!(error instanceof GatewayError) || error.outcome === outcome) return error;
  const { code, message, status, requestId, type, retryAfterMs, isRetryable } = error;
  const details = { status, requestId, type, retryAfterMs, isRetryable };
  return new GatewayError(code, message, { ...details, outcome, cause: error });
}

/** The caller's own names stay. */
function withNames(events: SendInput, random: Pick<Random, 'id'>): SendInput {
  const name = <E extends { intent_id?: string }>(event: E): E => ({
    ...event,
    intent_id: event.intent_id ?? random.id(),
  });
  return (events as { intent_id?: string }[]).map(name) as SendInput;
}
