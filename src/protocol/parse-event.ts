// Parses one event that arrived or was stored. Never throws. Unknown types and enum values pass; for a known type of
// the wrong shape it returns null, and the caller drops the event.

import { parseMessageBlock, parseToolResultBlock, parseToolUseBlock } from './blocks.ts';
import { EVENT_TYPES, type EventType } from './codes.ts';
import type { IdleContent, RunError, SessionEvent, TurnUsage, Usage } from './events.ts';
import { asCount, asExact, asString, findForbiddenKey, isRecord, type JsonObject } from './json.ts';

/** Called by a parser for each part that it drops, with the reason, so that the caller can warn. */
export type OnDropped = (reason: string) => void;

const ignore: OnDropped = () => {};

/**
 * Parses one event.
 * @param value JSON from the network or from storage.
 * @param onDropped called with the reason when the event or one of its blocks had to be dropped.
 * @returns the event, or null if it has no id or type, or if a known type has the wrong shape.
 */
export function parseEvent(value: unknown, onDropped: OnDropped = ignore): SessionEvent | null {
  const event = readEvent(value, onDropped);
  // No prototype: a field that the event lacks must not be found on Object.prototype.
  return event === null ? null : Object.setPrototypeOf(event, null);
}

function readEvent(value: unknown, onDropped: OnDropped): SessionEvent | null {
  if (!isRecord(value)) return drop('an event is not an object', onDropped);
  const { id, type } = value;
  if (typeof id !== 'string' || id === '') return drop('an event has no id', onDropped);
  if (typeof type !== 'string') return drop(`event ${id} has no type`, onDropped);
  const base = {
    id,
    processed_at: asString(value.processed_at) ?? null,
    ...optional('created_at', asString(value.created_at)),
    ...optional('error_code', asString(value.error_code)),
  };
  if (!isEventType(type)) {
    if (findForbiddenKey(value) !== null) return drop(`event ${id} has a forbidden key`, onDropped);
    const inner = type === 'unknown' && isRecord(value.raw) ? value.raw : value;
    // A stored event whose type an earlier version didn't know: this version may. Read one level only; an event of the
    // wire that calls itself "unknown" stays unknown.
    if (inner !== value && inner.id === id && inner.type !== 'unknown') {
      return parseEvent(inner, onDropped);
    }
    return { ...base, type: 'unknown', unknown_type: type, raw: inner as JsonObject };
  }
  switch (type) {
    case 'user.message':
    case 'system.message':
    case 'agent.message':
    case 'session.compaction':
      return {
        ...base,
        type,
        content: parseBlocks(value.content, parseMessageBlock, id, onDropped),
      };
    case 'agent.tool_use':
      return {
        ...base,
        type,
        content: parseBlocks(value.content, parseToolUseBlock, id, onDropped),
      };
    case 'user.tool_result':
      return {
        ...base,
        type,
        content: parseBlocks(value.content, parseToolResultBlock, id, onDropped),
      };
    case 'user.interrupt':
    case 'session.status_running':
      return { ...base, type };
    case 'session.status_idle': {
      const content = parseIdle(single(value.content));
      if (content === null) return drop(`event ${id} has no stop_reason`, onDropped);
      return { ...base, type, content, ...optional('usage', parseUsage(value.usage)) };
    }
    case 'session.error': {
      const content = parseRunError(single(value.content), base.error_code);
      return { ...base, type, content, ...optional('usage', parseUsage(value.usage)) };
    }
    case 'session.turn_usage': {
      const content = parseTurnUsage(single(value.content));
      if (content === null) return drop(`event ${id} has no usage block`, onDropped);
      return { ...base, type, content };
    }
  }
}

/** Parses a list of events and drops items that aren't events. */
export function parseEvents(value: unknown, onDropped: OnDropped = ignore): SessionEvent[] {
  if (!Array.isArray(value)) return [];
  const events: SessionEvent[] = [];
  for (const item of value) {
    const event = parseEvent(item, onDropped);
    if (event !== null) events.push(event);
  }
  return events;
}

export function parseUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  return {
    input_tokens: asCount(value.input_tokens) ?? 0,
    output_tokens: asCount(value.output_tokens) ?? 0,
    cache_read_input_tokens: asCount(value.cache_read_input_tokens) ?? 0,
    cache_creation_input_tokens: asCount(value.cache_creation_input_tokens) ?? 0,
    credits_nano: asExact(value.credits_nano) ?? 0,
  };
}

function isEventType(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type);
}

/** The interface calls content "an array of blocks" but describes single blocks as objects: read both. */
function single(content: unknown): unknown {
  return Array.isArray(content) ? content[0] : content;
}

function parseBlocks<Block>(
  content: unknown,
  parse: (value: unknown) => Block | null,
  id: string,
  onDropped: OnDropped,
): Block[] {
  if (!Array.isArray(content)) {
    if (content !== undefined && content !== null)
      onDropped(`event ${id}: content is not an array`);
    return [];
  }
  const blocks: Block[] = [];
  for (const item of content) {
    const block = parse(item);
    if (block === null) onDropped(`event ${id}: a content block has the wrong shape`);
    else blocks.push(block);
  }
  return blocks;
}

function parseIdle(value: unknown): IdleContent | null {
  if (!isRecord(value) || typeof value.stop_reason !== 'string') return null;
  const content: IdleContent = {
    stop_reason: value.stop_reason,
    context_tokens: asCount(value.context_tokens) ?? 0,
  };
  if (Array.isArray(value.tool_use_ids)) {
    content.tool_use_ids = value.tool_use_ids.filter((id) => typeof id === 'string');
  }
  if (isRecord(value.tool_traceparents)) {
    // No prototype: the gateway chooses these keys, and none must reach Object.prototype.
    const traceparents: Record<string, string> = Object.create(null);
    for (const [id, traceparent] of Object.entries(value.tool_traceparents)) {
      if (typeof traceparent === 'string') traceparents[id] = traceparent;
    }
    content.tool_traceparents = traceparents;
  }
  return content;
}

function parseRunError(value: unknown, eventCode: string | undefined): RunError {
  const block = isRecord(value) ? value : {};
  return {
    code: asString(block.code) ?? eventCode ?? 'unclassified',
    text: asString(block.text) ?? '',
    ...optional('request_id', asString(block.request_id)),
  };
}

function parseTurnUsage(value: unknown): TurnUsage | null {
  if (!isRecord(value)) return null;
  return {
    turn: asCount(value.turn) ?? 0,
    model: asString(value.model) ?? '',
    input_tokens: asCount(value.input_tokens) ?? 0,
    output_tokens: asCount(value.output_tokens) ?? 0,
    cache_read_input_tokens: asCount(value.cache_read_input_tokens) ?? 0,
    cache_creation_input_tokens: asCount(value.cache_creation_input_tokens) ?? 0,
    reasoning_tokens: asCount(value.reasoning_tokens) ?? 0,
    total_tokens: asCount(value.total_tokens) ?? 0,
    credits_nano: asExact(value.credits_nano) ?? 0,
  };
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}

function drop(reason: string, onDropped: OnDropped): null {
  onDropped(reason);
  return null;
}
