// What goes back: a tool's value or failure, as the tool_result that the gateway takes and the card shows.
// Nothing here throws: a value that can't be written down becomes a failure that says so.

import { writeJson } from '../dom/json.ts';
import { parseEnvelope } from '../protocol/blocks.ts';
import { type ClientTiming, isRecord, type ToolResultInput } from '../protocol/index.ts';
import { type Failure, toFailure } from './failure.ts';
import { ToolError } from './tool-error.ts';
import type { CallOutcome } from './types.ts';

/** How a call ended: with content (or nothing to report), or with a failure. */
export type Ended = { isOk: true; content?: string } | { isOk: false; failure: Failure };

export const MAX_RESULT_BYTES = 256 * 1024;
/** Room for the sentence that says that something was cut. */
const CUT_NOTE_BYTES = 120;

/** `mayRepeat`: see toFailure. */
export function failed(error: unknown, mayRepeat = true): Ended {
  return { isOk: false, failure: toFailure(error, mayRepeat) };
}

/** What a handler returned, as an ending. */
export function succeeded(value: unknown): Ended {
  if (value === undefined) return { isOk: true };
  if (typeof value === 'string') return { isOk: true, content: cut(value) };
  try {
    const text = flatten(value) ?? writeJson(value);
    if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
    if (isRecord(value) && value.isError === true) {
      return failed(new ToolError('execution_failed', text));
    }
    return { isOk: true, content: cut(text) };
  } catch (error) {
    const why = toFailure(error).message;
    return failed(
      new ToolError('execution_failed', `The tool's result can't be written as JSON: ${why}`),
    );
  }
}

/** The texts of an MCP-style result, or null where the value isn't one. Other items stay JSON. */
function flatten(value: unknown): string | null {
  if (!isRecord(value) || !Array.isArray(value.content)) return null;
  const items: unknown[] = value.content;
  if (!items.every((item) => isRecord(item) && typeof item.type === 'string')) return null;
  if (items.length === 0 && value.structuredContent !== undefined) {
    return writeJson(value.structuredContent);
  }
  return items
    .map((item) =>
      isRecord(item) && item.type === 'text' && typeof item.text === 'string'
        ? item.text
        : writeJson(item),
    )
    .join('\n');
}

function cut(text: string): string {
  // A UTF-16 unit is at most three bytes: short texts need no counting.
  if (text.length * 3 <= MAX_RESULT_BYTES) return text;
  const total = new TextEncoder().encode(text).length;
  if (total <= MAX_RESULT_BYTES) return text;
  const room = new Uint8Array(MAX_RESULT_BYTES - CUT_NOTE_BYTES);
  // encodeInto stops before a character that doesn't fit, so no character is split.
  const { read, written } = new TextEncoder().encodeInto(text, room);
  return `${text.slice(0, read)}\n[Cut: the result has ${total} bytes, and only the first ${written} are here.]`;
}

export interface ResultFacts {
  toolUseId: string;
  traceparent?: string | undefined;
  timing?: ClientTiming | undefined;
}

/** The block that is posted. A failure's content is the interface's envelope, as a JSON string. */
export function toResult(facts: ResultFacts, ended: Ended): ToolResultInput & { content?: string } {
  const result: ReturnType<typeof toResult> = { type: 'tool_result', tool_use_id: facts.toolUseId };
  if (!ended.isOk) {
    result.is_error = true;
    result.error_code = ended.failure.code;
    result.content = writeJson({ error: ended.failure });
  } else if (ended.content !== undefined) {
    result.content = ended.content;
  }
  if (facts.traceparent !== undefined) result.traceparent = facts.traceparent;
  if (facts.timing !== undefined) result.client_timing = facts.timing;
  return result;
}

/** The same result for the card, also from a journal row of an earlier page. */
export function toOutcome(result: ToolResultInput): CallOutcome {
  const timing = result.client_timing;
  const outcome: CallOutcome = {
    isError: result.is_error === true,
    durationMs: timing === undefined ? null : timing.ended_at_ms - timing.started_at_ms,
  };
  if (typeof result.content === 'string') outcome.content = result.content;
  if (result.error_code !== undefined) outcome.code = result.error_code;
  const message = outcome.isError ? parseEnvelope(result.content)?.error.message : undefined;
  if (message !== undefined) outcome.message = message;
  return outcome;
}
