// Reads the body of a POST by the interface's rules: returns events, or the rule that the body breaks, in words.

import type { JsonObject } from '../../src/protocol/index.ts';
import { blocksOf } from './model-types.ts';

export type Input =
  | { kind: 'messages' | 'results'; events: JsonObject[] }
  | { kind: 'interrupt'; event: JsonObject }
  | { kind: 'refused'; rule: string };

export const RESULT_CODES: readonly unknown[] = [
  'invalid_input',
  'permission_denied',
  'not_found',
  'tool_unavailable',
  'declined',
  'cancelled',
  'rate_limited',
  'timeout',
  'unavailable',
  'wp_fatal_error',
  'execution_failed',
  'internal_error',
];

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readInput(body: unknown): Input {
  const refused = (rule: string): Input => ({ kind: 'refused', rule });
  const list = isRecord(body) ? body.events : undefined;
  if (!Array.isArray(list) || !list.every(isRecord)) return refused('events must be objects');
  if (list.length < 1 || list.length > 100) return refused('events must be 1 to 100');
  const events: JsonObject[] = list;
  const types = new Set(events.map(({ type }) => type));
  if (types.has('user.interrupt')) {
    if (events.length > 1) return refused('interrupt not alone');
    const [event = {}] = events;
    return event.content === undefined || blocksOf(event.content).length === 0
      ? { kind: 'interrupt', event }
      : refused('interrupt with content');
  }
  for (const type of types) {
    if (!['user.message', 'system.message', 'user.tool_result'].includes(String(type))) {
      return refused(`event type ${String(type)}`);
    }
  }
  const isResult = types.has('user.tool_result');
  if (isResult && types.size > 1) return refused('results and messages in one request');
  for (const { content } of events) {
    if (!Array.isArray(content) || content.length === 0) return refused('content must have blocks');
    for (const block of content) {
      const rule = isResult ? faultOfResult(block) : faultOfBlock(block);
      if (rule !== null) return refused(rule);
    }
  }
  return { kind: isResult ? 'results' : 'messages', events };
}

function faultOfBlock(block: unknown): string | null {
  if (!isRecord(block)) return 'a block must be an object';
  if (block.type === 'text') return typeof block.text === 'string' ? null : 'a text without text';
  return block.type === 'document' ? null : `a message block of type ${String(block.type)}`;
}

function faultOfResult(block: unknown): string | null {
  if (!isRecord(block) || block.type !== 'tool_result') return 'not a tool_result block';
  const { tool_use_id, content, is_error, error_code, client_timing } = block;
  if (typeof tool_use_id !== 'string') return 'a result without tool_use_id';
  if (is_error !== undefined && typeof is_error !== 'boolean') return 'is_error is no boolean';
  if (error_code !== undefined && is_error !== true) return 'stray error_code';
  if (error_code !== undefined && !RESULT_CODES.includes(error_code)) {
    return `error_code ${String(error_code)}`;
  }
  const isContent =
    content === undefined ||
    typeof content === 'string' ||
    (is_error === true && isRecord(content));
  if (!isContent) return 'content of a result is neither text nor an envelope';
  if (client_timing !== undefined) {
    const { started_at_ms, ended_at_ms } = isRecord(client_timing) ? client_timing : {};
    if (!Number.isInteger(started_at_ms) || !Number.isInteger(ended_at_ms)) {
      return 'client_timing lacks integers';
    }
  }
  return null;
}

/** Turns a result into the form of the history: a failure gets its code and an envelope; the traceparent goes. */
export function toHistory(block: JsonObject): JsonObject {
  const { traceparent: _, ...rest } = block;
  if (block.is_error !== true) return rest;
  const code = block.error_code ?? 'unclassified';
  return { ...rest, error_code: code, content: toEnvelope(block.content, String(code)) };
}

function toEnvelope(content: unknown, code: string): JsonObject {
  let value = content;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      value = { error: { message: content } };
    }
  }
  const inner = isRecord(value) && isRecord(value.error) ? value.error : {};
  const { message = '', field, retryable = false } = inner;
  const error: JsonObject = { code, message: String(message), retryable: retryable === true };
  if (typeof field === 'string') error.field = field;
  return { error };
}
