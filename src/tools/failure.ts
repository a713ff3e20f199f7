// How anything that was thrown becomes one of the interface's codes. Comes with the first call.

import { isToolErrorCode, type ToolErrorCode } from '../protocol/tool-error-codes.ts';
import { isRetryableCode, ToolError } from './tool-error.ts';

/** Why a call failed, ready for the envelope. */
export interface Failure {
  code: ToolErrorCode;
  message: string;
  field?: string;
  retryable: boolean;
}

export const OUTCOME_UNKNOWN = 'It may or may not have taken effect: the outcome is unknown.';

const MAX_MESSAGE_CHARS = 500;
const MAX_FIELD_CHARS = 100;

/** What browsers call a refusal by the browser or the visitor's settings. */
const FORBIDDEN_NAMES: readonly unknown[] = ['NotAllowedError', 'SecurityError'];
/** What `fetch` throws when there is no network; each browser words it differently. */
const NETWORK_WORDS = /fetch|network|load failed|connection/i;

const CODE_BY_STATUS: Readonly<Record<number, ToolErrorCode>> = {
  401: 'permission_denied',
  403: 'permission_denied',
  404: 'not_found',
  408: 'timeout',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
};

/**
 * Any thrown value as a failure. A ToolError is known by its shape: pages may carry another copy of the class.
 * `mayRepeat`: to do it twice is to do it once, so that a request that may have arrived can go out again.
 */
export function toFailure(thrown: unknown, mayRepeat = true): Failure {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    name?: unknown;
    message?: unknown;
    code?: unknown;
    field?: unknown;
    retryable?: unknown;
    status?: unknown;
  };
  const message = cleanMessage(typeof thrown === 'string' ? thrown : error.message);
  if (error.name === 'ToolError' && isToolErrorCode(error.code)) {
    const { code, field } = error;
    const retryable =
      typeof error.retryable === 'boolean' ? error.retryable : isRetryableCode(code);
    return typeof field === 'string' && field !== ''
      ? { code, message, field: field.slice(0, MAX_FIELD_CHARS), retryable }
      : { code, message, retryable };
  }
  const code = codeOf(thrown, error.name, error.status);
  const retryable = isRetryableCode(code);
  // A limit is told before anything is done.
  return retryable && !mayRepeat && code !== 'rate_limited'
    ? { code, message: `${asSentence(message)} ${OUTCOME_UNKNOWN}`, retryable: false }
    : { code, message, retryable };
}

function codeOf(thrown: unknown, name: unknown, status: unknown): ToolErrorCode {
  if (FORBIDDEN_NAMES.includes(name)) return 'permission_denied';
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'StorageError' || name === 'NetworkError') return 'unavailable';
  if (thrown instanceof TypeError && NETWORK_WORDS.test(thrown.message)) return 'unavailable';
  return (typeof status === 'number' && CODE_BY_STATUS[status]) || 'execution_failed';
}

/** Text for the agent and the visitor: no markup, one line, cut. */
function cleanMessage(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const plain = text
    // Cut before matching, so that a huge page costs nothing; what follows can only get shorter.
    .slice(0, MAX_MESSAGE_CHARS * 20)
    .replace(/<script\b[\s\S]*?(<\/script\s*>|$)|<style\b[\s\S]*?(<\/style\s*>|$)/gi, ' ')
    .replace(/<[/!?]?[a-z][^<>]*(>|$)|<!--[\s\S]*?(-->|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return 'The tool failed without saying why.';
  return plain.length > MAX_MESSAGE_CHARS
    ? `${plain.slice(0, MAX_MESSAGE_CHARS).replace(/[\ud800-\udbff]$/, '')}…`
    : plain;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** For a part of the chat that a call needs and that could not be fetched. */
export function failToLoad(): never {
  throw new ToolError('unavailable', 'A part of the chat could not be loaded.');
}
