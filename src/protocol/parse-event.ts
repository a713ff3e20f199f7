// Parses one event that arrived or was stored. Never throws. Unknown types and enum values pass; for a known type of
// the wrong shape it returns null, and the caller drops the event.

import { parseMessageBlock, parseToolResultBlock, parseToolUseBlock } from './blocks.ts';
import { EVENT_TYPES, type EventType } from './codes.ts';
import type { IdleContent, RunError, SessionEvent, TurnUsage, Usage } from './events.ts';
import {
  asExact,
  asString,
  countOf,
  fieldsOf,
  findForbiddenKey,
  isRecord,
  type JsonObject,
  optional,
  textsOf,
} from './json.ts';

/** Called by a parser for each part that it drops, with the reason, so that the caller can warn. */
export type OnDropped = (reason: string) => void;

const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const;

const ignore: OnDropped = () => {};

/**
 * Parses one event.
 * @param value JSON from the network or from storage.
 * @param onDropped called with the reason when the event or one of its blocks had to be dropped.
 * @returns the event, or null if it has no id or type, or if a known type has the wrong shape.
 * @example
 * const event = parseEvent(JSON.parse(body), console.warn);
 * if (event?.type === 'agent.message') console.log(event.id);
 */
export function parseEvent(value: unknown, onDropped: OnDropped = ignore): SessionEvent | null {
  const event = readEvent(value, onDropped);
  // No prototype: a field that the event lacks must not be found on Object.prototype.
  return event === null ? null : Object.setPrototypeOf(event, null);
}

function readEvent(value: unknown, onDropped: OnDropped): SessionEvent | null {
  const drop = (reason: string): null => {
    onDropped(reason);
    return null;
  };
  if (!isRecord(value)) return drop('an event is not an object');
  const id = asString(value.id);
  if (!id) return drop('an event has no id');
  const type = asString(value.type);
  const lacks = (what: string): null => drop(`event ${id} has ${what}`);
  if (type === undefined) return lacks('no type');
  const base = {
    id,
    processed_at: asString(value.processed_at) ?? null,
    ...textsOf(value, 'created_at', 'error_code', 'intent_id'),
  };
  if (!isEventType(type)) {
    if (findForbiddenKey(value) !== null) return lacks('a forbidden key');
    const inner = type === 'unknown' && isRecord(value.raw) ? value.raw : value;
    // A stored event whose type an earlier version didn't know: this version may. Read one level only; an event of the
    // wire that calls itself "unknown" stays unknown.
    if (inner !== value && inner.id === id && inner.type !== 'unknown') {
      return parseEvent(inner, onDropped);
    }
    return { ...base, type: 'unknown', unknown_type: type, raw: inner as JsonObject };
  }
  const blocks = <Block>(parse: (block: unknown) => Block | null): Block[] =>
    parseBlocks(value.content, parse, (reason) => onDropped(`event ${id}: ${reason}`));
  const ending = { ...base, ...optional('usage', parseUsage(value.usage)) };
  switch (type) {
    case 'user.message':
    case 'system.message':
    case 'agent.message':
    case 'session.compaction':
      return { ...base, type, content: blocks(parseMessageBlock) };
    case 'agent.tool_use':
      return { ...base, type, content: blocks(parseToolUseBlock) };
    case 'user.tool_result':
      return { ...base, type, content: blocks(parseToolResultBlock) };
    case 'user.interrupt':
    case 'session.status_running':
      return { ...base, type, ...textsOf(value, 'run_id') };
    case 'session.status_idle': {
      const content = parseIdle(single(value.content));
      return content === null ? lacks('no stop_reason') : { ...ending, type, content };
    }
    case 'session.error': {
      const content = parseRunError(fieldsOf(single(value.content)), base.error_code);
      return { ...ending, type, content };
    }
    case 'session.turn_usage': {
      const content = single(value.content);
      return isRecord(content)
        ? { ...base, type, content: parseTurnUsage(content) }
        : lacks('no usage block');
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
  return isRecord(value) ? readUsage(value) : undefined;
}

function readUsage(value: Record<string, unknown>): Usage {
  return {
    ...eachCount((key) => countOf(value[key])),
    credits_nano: asExact(value.credits_nano) ?? 0,
  };
}

type Counts = Omit<Usage, 'credits_nano'>;

/** The token counts of an answer, each by the same function. */
export function eachCount(count: (key: keyof Counts) => number): Counts {
  const counts = {} as Counts;
  for (const key of COUNTS) counts[key] = count(key);
  return counts;
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
  onDropped: OnDropped,
): Block[] {
  if (!Array.isArray(content)) {
    if (content !== undefined && content !== null) onDropped('content is not an array');
    return [];
  }
  return content.flatMap((item) => {
    const block = parse(item);
    if (block === null) onDropped('a content block has the wrong shape');
    return block ?? [];
  });
}

function parseIdle(value: unknown): IdleContent | null {
  if (!isRecord(value) || typeof value.stop_reason !== 'string') return null;
  const content: IdleContent = {
    stop_reason: value.stop_reason,
    context_tokens: countOf(value.context_tokens),
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

function parseRunError(block: Record<string, unknown>, eventCode: string | undefined): RunError {
  return {
    code: asString(block.code) ?? eventCode ?? 'unclassified',
    text: asString(block.text) ?? '',
    ...textsOf(block, 'request_id'),
  };
}

function parseTurnUsage(value: Record<string, unknown>): TurnUsage {
  return {
    turn: countOf(value.turn),
    model: asString(value.model) ?? '',
    ...readUsage(value),
    reasoning_tokens: countOf(value.reasoning_tokens),
    total_tokens: countOf(value.total_tokens),
  };
}
