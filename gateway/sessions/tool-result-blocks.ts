// The result blocks that a client sends, checked and brought to the one form in which they are stored:
// a failure always has a code and an envelope; the traceparent is checked and not kept in the history.

import { record, requiredId } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';
import {
  type ClientTiming,
  type ErrorEnvelope,
  isToolErrorCode,
  parseEnvelope,
  TOOL_ERROR_CODES,
  type ToolResultBlock,
} from '../wire.ts';

const MAX_TRACEPARENT = 512;

/** @throws HttpError 400, naming the place. */
export function readToolResultBlock(value: unknown, where: string): ToolResultBlock {
  const block = record(value, where);
  if (block.type !== 'tool_result') throw invalid(`${where}.type must be tool_result.`);
  const toolUseId = requiredId(block, 'tool_use_id', where);
  const isError = block.is_error;
  if (isError !== undefined && typeof isError !== 'boolean') {
    throw invalid(`${where}.is_error must be true or false.`);
  }
  const code =
    readCode(block.error_code, isError === true, where) ??
    codeOfEnvelope(isError === true ? block.content : undefined);
  checkTraceparent(block.traceparent, where);
  const timing = readTiming(block.client_timing, `${where}.client_timing`);
  const content =
    isError === true ? readFailure(block.content, code, where) : readSuccess(block.content, where);
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    ...(content === undefined ? {} : { content }),
    ...(isError === undefined ? {} : { is_error: isError }),
    ...(isError === true ? { error_code: code } : {}),
    ...(timing === undefined ? {} : { client_timing: timing }),
  };
}

/** A failure whose block has no code has its envelope's; a failure without any counts as unclassified. */
function codeOfEnvelope(content: unknown): string {
  const code = parseEnvelope(content)?.error.code;
  return isToolErrorCode(code) ? code : 'unclassified';
}

function readCode(value: unknown, isError: boolean, where: string): string | undefined {
  if (value === undefined) return undefined;
  if (!isError) throw invalid(`${where}.error_code is allowed only where is_error is true.`);
  if (!isToolErrorCode(value)) {
    throw invalid(`${where}.error_code must be one of: ${TOOL_ERROR_CODES.join(', ')}.`);
  }
  return value;
}

function checkTraceparent(value: unknown, where: string): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string' || value.length > MAX_TRACEPARENT) {
    throw invalid(
      `${where}.traceparent must be a string of at most ${MAX_TRACEPARENT} characters.`,
    );
  }
}

function readTiming(value: unknown, where: string): ClientTiming | undefined {
  if (value === undefined || value === null) return undefined;
  const { started_at_ms, ended_at_ms } = record(value, where);
  if (!isInstant(started_at_ms) || !isInstant(ended_at_ms)) {
    throw invalid(`${where} needs started_at_ms and ended_at_ms, integers in Unix milliseconds.`);
  }
  // A clock that was set in between: what the tool did counts, however long it seems to have taken. An int64 beyond 2^53
  // has lost its exact value in JSON.parse already, and is no instant near our time.
  const isSound =
    Number.isSafeInteger(started_at_ms) && started_at_ms >= 0 && ended_at_ms >= started_at_ms;
  return isSound && Number.isSafeInteger(ended_at_ms) ? { started_at_ms, ended_at_ms } : undefined;
}

function isInstant(value: unknown): value is number {
  return Number.isInteger(value);
}

function readSuccess(content: unknown, where: string): string | undefined {
  if (content === undefined || content === null) return undefined;
  if (typeof content !== 'string') throw invalid(`${where}.content must be a string.`);
  return content;
}

/** The client's envelope (object or JSON text), or one made of its plain text. The block's code wins. */
function readFailure(content: unknown, code: string, where: string): ErrorEnvelope {
  const given = parseEnvelope(content);
  if (given !== null) return { error: { ...given.error, code } };
  if (content === undefined || content === null || content === '') {
    return envelope(code, 'The tool failed and gave no reason.');
  }
  if (typeof content === 'string') return envelope(code, content);
  throw invalid(`${where}.content of a failed result must be a string or {"error": {"code", …}}.`);
}

export function envelope(code: string, message: string, retryable = false): ErrorEnvelope {
  return { error: { code, message, retryable } };
}

/** The result that the gateway writes itself for a call whose client can no longer answer it. */
export function cancelledResult(toolUseId: string, message: string): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: envelope('cancelled', message),
    is_error: true,
    error_code: 'cancelled',
  };
}
