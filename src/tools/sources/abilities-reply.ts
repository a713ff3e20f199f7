// Reads the answer of a WordPress site: its value, or an error with one of the interface's codes, by the first rule that
// fits. It knows nothing of requests.

import { isRecord, parseJson } from '../../protocol/json.ts';
import type { ToolErrorCode } from '../../protocol/tool-error-codes.ts';
import { ToolError } from '../tool-error.ts';

export interface AbilityReply {
  status: number;
  body: string;
}

/** Errors that WordPress names. Anything else it names is `execution_failed`, unless the status says more. */
const CODES: Readonly<Record<string, ToolErrorCode>> = {
  ability_invalid_input: 'invalid_input',
  ability_missing_input_schema: 'invalid_input',
  rest_cookie_invalid_nonce: 'permission_denied',
  rest_ability_not_found: 'tool_unavailable',
  rest_no_route: 'tool_unavailable',
  rest_ability_invalid_method: 'tool_unavailable',
  internal_server_error: 'wp_fatal_error',
  ability_callback_exception: 'execution_failed',
  ability_invalid_output: 'execution_failed',
};

const STATUSES: Readonly<Record<number, ToolErrorCode>> = {
  401: 'permission_denied',
  403: 'permission_denied',
  404: 'not_found',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
  524: 'timeout',
};

/** The message where the answer has none, or is a page of HTML. */
const WORDS: Partial<Record<ToolErrorCode, string>> = {
  rate_limited: 'The site asks for fewer requests just now.',
  permission_denied: 'The site does not allow this to this visitor.',
  not_found: 'The site has nothing there.',
  wp_fatal_error: 'The site had a fatal error while running this.',
  unavailable: 'The site is not available just now.',
  timeout: 'The site took too long.',
};

/** WordPress's code of the error, if the answer has one. */
export function errorName({ body }: AbilityReply): string | null {
  const value = parseJson(body);
  return isRecord(value) && typeof value.code === 'string' ? value.code : null;
}

/** `isIdempotent`: whether the same call may be made again when nobody knows what became of it. */
export function readAbilityReply(reply: AbilityReply, isIdempotent: boolean): unknown {
  const { status, body } = reply;
  const value = parseJson(body);
  const error = isRecord(value) && typeof value.code === 'string' ? value : {};
  if (status === 429 || isRateLimited(error)) throw fail('rate_limited', true);
  if (status >= 200 && status < 300) {
    if (status === 204) return undefined;
    if (value !== undefined) return value;
    throw new ToolError(
      'execution_failed',
      body.trim() === '' ? 'The site answered with nothing.' : 'The site answered with no JSON.',
      { retryable: false },
    );
  }
  const code = codeOf(status, error.code);
  throw fail(code, (code === 'unavailable' || code === 'timeout') && isIdempotent);

  function fail(as: ToolErrorCode, retryable: boolean): ToolError {
    // Only `message` is for readers; data.error can hold paths of the server's files.
    const words = typeof error.message === 'string' ? error.message : '';
    const field = as === 'invalid_input' ? fieldOf(error.data) : undefined;
    return new ToolError(as, words || WORDS[as] || `The site answered ${status}.`, {
      retryable,
      ...(field === undefined ? {} : { field }),
    });
  }
}

function codeOf(status: number, name: unknown): ToolErrorCode {
  // Servers in front of WordPress answer with these statuses, so the body says nothing about the ability.
  const byEdge = status >= 501 ? STATUSES[status] : undefined;
  if (byEdge !== undefined) return byEdge;
  if (typeof name === 'string') {
    if (name.startsWith('rest_invalid_')) return 'invalid_input';
    return (Object.hasOwn(CODES, name) && CODES[name]) || STATUSES[status] || 'execution_failed';
  }
  return status === 500 ? 'wp_fatal_error' : (STATUSES[status] ?? 'execution_failed');
}

function isRateLimited({ data, additional_data }: Record<string, unknown>): boolean {
  const all: unknown[] = [data, ...(Array.isArray(additional_data) ? additional_data : [])];
  return all.some((item) => isRecord(item) && item.status === 429);
}

/** The names of the wrong arguments, from `data.params`. */
function fieldOf(data: unknown): string | undefined {
  const params = isRecord(data) ? data.params : undefined;
  const names: unknown[] = Array.isArray(params)
    ? params
    : isRecord(params)
      ? Object.keys(params)
      : [];
  const [name] = names;
  return names.length === 1 && typeof name === 'string' && name !== 'input' ? name : undefined;
}
