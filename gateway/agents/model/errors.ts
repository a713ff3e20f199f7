// Why a request to a provider failed, as one of the interface's codes. Providers agree on HTTP statuses and on little else,
// so where the status is ambiguous the words of the message decide.

import { APICallError, RetryError, StreamProviderError } from 'ai';
import { isRecord, type RunErrorCode } from '../../wire.ts';
import type { ProviderCall } from '../types.ts';

/** Characters of a provider's message that are judged; the reason stands at its beginning. */
const MAX_JUDGED_CHARS = 4000;
const TOO_LONG =
  /context[ _-]?(?:length|window)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long/i;
/** Where tokens are spoken of as well. */
const OVER_LIMIT = /exceeds? the (?:model'?s? )?(?:maximum|limit) /i;
const BAD_TOOL = /invalid[ _](?:function|tool|schema)|input_schema|\bjson schema\b/i;
const TOOL = /tools?|functions?/gi;
const PART_OF_TOOL = /\b(?:schema|parameters|name)\b/i;
/** Between a tool and what is wrong with it, in one sentence. */
const MAX_BETWEEN_CHARS = 120;
/** No money left at the provider: waiting doesn't help, though it is a 429. */
const UNPAID = /insufficient_quota|exceeded your current quota|billing/i;
const BUSY = /rate_?limit|overloaded|too_many_requests/i;
/** The provider declines to answer this, which isn't a failure of its. */
const DECLINED_KIND = /^(?:content_filter|content_policy_violation|invalid_prompt)$/;
const DECLINED = /content (?:filtering|management) policy|violating our usage policy/i;
const LATE = /timeout|timed_out|deadline/i;

/** The facts of a failure that an operator may read: no message, since a provider quotes the request, or a part of its key. */
export type FailureFacts = Pick<ProviderCall, 'status' | 'kind' | 'upstream_request_id'>;

/** Reads the facts of an error that a provider's package has thrown. Never throws. */
export function factsOf(error: unknown): FailureFacts {
  if (!APICallError.isInstance(error)) {
    return { status: null, kind: kindOf(error), upstream_request_id: null };
  }
  const headers = error.responseHeaders ?? {};
  const id = headers['request-id'] ?? headers['x-request-id'];
  return {
    status: error.statusCode ?? null,
    kind: kindOf(readBody(error.responseBody)) ?? kindOf(error.cause),
    upstream_request_id: id !== undefined && /^[\w-]{1,80}$/.test(id) ? id : null,
  };
}

/** The provider's word, or the system's (`ECONNREFUSED`), or the name of the error. */
function kindOf(error: unknown): string | null {
  if (!isRecord(error)) return null;
  for (const word of [error.code, error.type]) {
    if (
      typeof word === 'string' &&
      /^(?:[a-z]{1,20}(?:_[a-z]{1,20}){1,4}|E[A-Z_]{2,40})$/.test(word)
    )
      return word;
  }
  if (!(error instanceof Error)) return null;
  return kindOf(error.cause) ?? (/^\w{1,40}$/.test(error.name) ? error.name : null);
}

function readBody(body: string | undefined): unknown {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return isRecord(parsed) ? parsed.error : null;
  } catch {
    return null;
  }
}

export function failureOf(error: unknown, hasTimedOut: boolean): RunErrorCode {
  if (hasTimedOut) return 'upstream_timeout';
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(cause)) return failureInStream(cause);
  const words = `${cause.message} ${cause.responseBody ?? ''}`.slice(0, MAX_JUDGED_CHARS);
  return failureOfStatus(cause.statusCode ?? 0, words);
}

/** DeepSeek's, and those that took over its field. */
export function wantsThoughts(error: unknown): boolean {
  return APICallError.isInstance(error) && /\breasoning_content\b/.test(error.message);
}

/** Whether the provider has refused what is asked for, and not how it is asked. */
export function isDecline(error: unknown): boolean {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(cause)) return isDeclineIn(cause);
  const status = cause.statusCode ?? 0;
  return [400, 403, 422].includes(status) && isDeclineIn(readBody(cause.responseBody));
}

function isDeclineIn(told: unknown): boolean {
  if (!isRecord(told)) return false;
  const { type, code, message } = told;
  if ([type, code].some((word) => DECLINED_KIND.test(String(word)))) return true;
  return DECLINED.test(String(message).slice(0, MAX_JUDGED_CHARS));
}

function failureOfStatus(status: number, words: string): RunErrorCode {
  if (status === 429 && UNPAID.test(words)) return 'upstream_error';
  if (status === 429 || status === 529) return 'rate_limit_error';
  if (status === 408 || status === 504 || status === 524) return 'upstream_timeout';
  if (status === 413 || (status >= 400 && status < 500 && isTooLong(words)))
    return 'context_exceeded';
  if ((status === 400 || status === 422) && blamesTool(words)) return 'invalid_tool_schema';
  return 'upstream_error';
}

/**
 * An answer that has begun has its status already: the error is an object in the stream, `{type?, code?, message}`, which
 * the SDK hands on as an error with these members.
 */
function failureInStream(error: unknown): RunErrorCode {
  const isProviders = StreamProviderError.isInstance(error) || !(error instanceof Error);
  if (!isRecord(error) || !isProviders) return 'upstream_error';
  const { type, code, message } = error;
  if (typeof code === 'number' && code >= 400)
    return failureOfStatus(code, String(message).slice(0, MAX_JUDGED_CHARS));
  const kind = `${type ?? ''} ${code ?? ''}`;
  if (UNPAID.test(kind)) return 'upstream_error';
  if (BUSY.test(kind)) return 'rate_limit_error';
  if (LATE.test(kind)) return 'upstream_timeout';
  return isTooLong(`${kind} ${message}`.slice(0, MAX_JUDGED_CHARS))
    ? 'context_exceeded'
    : 'upstream_error';
}

const isTooLong = (words: string) =>
  TOO_LONG.test(words) || (OVER_LIMIT.test(words) && /tokens/i.test(words));

function blamesTool(words: string): boolean {
  if (BAD_TOOL.test(words)) return true;
  return Array.from(words.matchAll(TOOL)).some(({ index }) =>
    PART_OF_TOOL.test(words.slice(index, index + MAX_BETWEEN_CHARS).split('. ')[0] ?? ''),
  );
}
