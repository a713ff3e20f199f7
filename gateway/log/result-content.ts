// The content of a tool's result, brought to the one form in which it is stored: a failure always has a code and an envelope.

import { type ErrorEnvelope, isToolErrorCode, parseEnvelope } from '../wire.ts';

interface ResultContent {
  content?: string | ErrorEnvelope;
  /** The code of a failed result; absent where it succeeded. */
  error_code?: string;
  /** Why the content is refused. */
  fault?: string;
}

/** @param code the block's own, which wins over that of the envelope. */
export function resultContent(
  given: unknown,
  isError: boolean,
  code: string | undefined,
): ResultContent {
  if (isError) return failure(given, code ?? codeOfEnvelope(given));
  if (given === undefined || given === null) return {};
  return typeof given === 'string' ? { content: given } : { fault: 'must be a string' };
}

/** The client's envelope (object or JSON text), or one made of its plain text. */
function failure(given: unknown, code: string): ResultContent {
  const sent = parseEnvelope(given);
  if (sent !== null) return { error_code: code, content: { error: { ...sent.error, code } } };
  if (given === undefined || given === null || given === '') {
    return { error_code: code, content: envelope(code, 'The tool failed and gave no reason.') };
  }
  if (typeof given === 'string') return { error_code: code, content: envelope(code, given) };
  return { fault: 'of a failed result must be a string or {"error": {"code", …}}' };
}

/** A failure whose block has no code has its envelope's; a failure without any counts as unclassified. */
function codeOfEnvelope(content: unknown): string {
  const code = parseEnvelope(content)?.error.code;
  return isToolErrorCode(code) ? code : 'unclassified';
}

export function envelope(code: string, message: string, retryable = false): ErrorEnvelope {
  return { error: { code, message, retryable } };
}
