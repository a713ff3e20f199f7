// A request to a backend of the owner's as the operator's lines and figures have it, and why it failed as one of the interface's codes.

import type { RequestClock } from '../model/options.ts';
import type { ProviderCall, TurnContext } from '../types.ts';
import type { RemoteProtocol } from './protocol.ts';

export type Code = ProviderCall['outcome'];

/** The request as the operator's lines and figures have it. */
export function openReport(
  context: TurnContext,
  { protocol }: { protocol: Pick<RemoteProtocol, 'name'> },
  clock: RequestClock,
) {
  const call = context.openCall?.();
  const startedAt = clock.monotonic();
  const since = () => Math.round(clock.monotonic() - startedAt);
  let firstWordMs: number | null = null;
  return {
    headers: (call === undefined ? {} : { traceparent: call.traceparent }) as Record<
      string,
      string
    >,
    status: null as number | null,
    kind: null as string | null,
    get firstWord() {
      return firstWordMs !== null;
    },
    set firstWord(isHere: boolean) {
      if (isHere) firstWordMs ??= since();
    },
    /** @returns the code of a failure, or null. */
    end(code: Code | null): Code | null {
      call?.end({
        provider: protocol.name,
        model: protocol.name,
        operation: 'chat',
        duration_ms: since(),
        first_word_ms: firstWordMs,
        outcome: code ?? 'ok',
        status: this.status,
        kind: this.kind,
        upstream_request_id: null,
      });
      return code;
    },
  };
}

export function codeOfStatus(status: number): Code {
  if (status === 429 || status === 529) return 'rate_limit_error';
  if (status === 408 || status === 504 || status === 524) return 'upstream_timeout';
  return status === 413 ? 'context_exceeded' : 'upstream_error';
}

export function codeOfWords(message: string): Code {
  if (/rate.?limit|too many requests|overloaded|\b429\b/i.test(message)) return 'rate_limit_error';
  return /timed? ?out|timeout/i.test(message) ? 'upstream_timeout' : 'upstream_error';
}
