// Why a request to a provider failed, as one of the interface's codes. Providers agree on statuses and on little
// else, so what is left is told from the words of their messages.

import { APICallError, RetryError } from 'ai';
import type { RunErrorCode } from '../../../../src/protocol/codes.ts';

const TOO_LONG =
  /context[ _-]?(?:length|window)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|exceeds? the (?:model'?s? )?(?:maximum|limit) .*tokens/i;
const BAD_TOOL =
  /invalid[ _](?:function|tool|schema)|(?:tools?|functions?)(?:\[\d+\]|\.\d+)?[\w.[\]'"]*[^.]{0,60}\b(?:schema|parameters|input_schema|name)\b|input_schema|\bjson schema\b/i;

export function failureOf(error: unknown, hasTimedOut: boolean): RunErrorCode {
  if (hasTimedOut) return 'upstream_timeout';
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(cause)) return 'upstream_error';
  const status = cause.statusCode ?? 0;
  const words = `${cause.message} ${cause.responseBody ?? ''}`;
  if (status === 429 || status === 529) return 'rate_limit_error';
  if (status === 408 || status === 504 || status === 524) return 'upstream_timeout';
  if (status === 413 || (status >= 400 && status < 500 && TOO_LONG.test(words)))
    return 'context_exceeded';
  if ((status === 400 || status === 422) && BAD_TOOL.test(words)) return 'invalid_tool_schema';
  return 'upstream_error';
}
