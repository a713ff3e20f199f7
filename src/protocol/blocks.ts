// The content blocks of messages, tool calls and tool results, and their tolerant parsers.
// A known block of the wrong shape is dropped; a block of an unknown type passes through as `unknown`.

import type { Open } from './codes.ts';
import {
  asCount,
  asString,
  findForbiddenKey,
  isRecord,
  type Json,
  type JsonObject,
  parseJson,
} from './json.ts';
import type { ToolErrorCode } from './tool-error-codes.ts';

/** One source of an answer. `document_uri` is untrusted text until the link check has accepted it. */
export interface Citation {
  type: Open<'knowledge_base'>;
  document_uri: string;
  document_title: string;
}

/** Who speaks in the agent's place, where a person of the site has taken over. An extension: other gateways lack it. */
export interface PersonMark {
  name: string;
  /** `joined` and `left`: the text only says so. */
  act: Open<'said' | 'joined' | 'left'>;
}

export interface TextBlock {
  type: 'text';
  text: string;
  citations?: Citation[];
  extra_content?: { gateway: { person: PersonMark } };
}

export type BlockSource =
  | { type: 'base64'; media_type: string; data: string }
  | { type: 'text'; media_type: string; data: string }
  | { type: 'url'; url: string };

export interface ImageBlock {
  type: 'image';
  source: BlockSource;
  alt?: string;
}

export interface DocumentBlock {
  type: 'document';
  source: BlockSource;
  title?: string;
}

/** A model's reasoning summary. Empty text means that only the duration is known. */
export interface ThoughtBlock {
  type: 'thought';
  text: string;
  extra_content?: { gateway: { thinking_ms: number } };
}

/** A block that this version does not know (or an image or document of unknown shape), kept as it came. */
export interface UnknownBlock {
  type: 'unknown';
  unknown_type: string;
  raw: JsonObject;
}

export type InputBlock = TextBlock | DocumentBlock;
export type MessageBlock = TextBlock | ImageBlock | DocumentBlock | ThoughtBlock | UnknownBlock;

export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: JsonObject;
}

/** When the client executed the tool, Unix milliseconds, int64. */
export interface ClientTiming {
  started_at_ms: number;
  ended_at_ms: number;
}

/** Why a tool call failed. `field` names the one argument at fault; `retryable`: the identical call may succeed. */
export interface ErrorEnvelope {
  error: { code: Open<ToolErrorCode>; message: string; field?: string; retryable: boolean };
}

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | ErrorEnvelope;
  is_error?: boolean;
  error_code?: Open<ToolErrorCode | 'unclassified'>;
  traceparent?: string;
  client_timing?: ClientTiming;
  /** Only on results that the service gave itself; `tool_loaded` means that nothing was executed. */
  status?: Open<'tool_loaded'>;
}

/** Most sources of one text that are read; further ones are dropped. */
export const MAX_CITATIONS = 1000;
/** Characters of a person's name that are read. */
const MAX_PERSON_NAME = 80;

/** Parses one block of a message. Null: a known type of the wrong shape. */
export function parseMessageBlock(value: unknown): MessageBlock | null {
  const block = readMessageBlock(value);
  return block === null ? null : Object.setPrototypeOf(block, null);
}

function readMessageBlock(value: unknown): MessageBlock | null {
  if (!isRecord(value) || findForbiddenKey(value) !== null) return null;
  switch (value.type) {
    case 'text': {
      if (typeof value.text !== 'string') return null;
      const block: TextBlock = { type: 'text', text: value.text };
      const citations = parseCitations(value.citations);
      if (citations.length > 0) block.citations = citations;
      const person = parsePerson(value.extra_content);
      if (person !== null) block.extra_content = { gateway: { person } };
      return block;
    }
    case 'thought': {
      const block: ThoughtBlock = { type: 'thought', text: asString(value.text) ?? '' };
      const extra = isRecord(value.extra_content) ? value.extra_content.gateway : undefined;
      const thinkingMs = isRecord(extra) ? asDuration(extra.thinking_ms) : undefined;
      if (thinkingMs !== undefined) block.extra_content = { gateway: { thinking_ms: thinkingMs } };
      return block;
    }
    case 'image': {
      const source = parseSource(value.source);
      if (source === null) return unknownBlock(value, 'image');
      const alt = asString(value.alt);
      return { type: 'image', source, ...(alt === undefined ? {} : { alt }) };
    }
    case 'document': {
      const source = parseSource(value.source);
      if (source === null) return unknownBlock(value, 'document');
      const title = asString(value.title);
      return { type: 'document', source, ...(title === undefined ? {} : { title }) };
    }
    case 'unknown':
      // An unknown block from storage: read it again, since this version may know its type.
      return isRecord(value.raw) && value.raw.type !== 'unknown'
        ? parseMessageBlock(value.raw)
        : null;
    default:
      return typeof value.type === 'string' ? unknownBlock(value, value.type) : null;
  }
}

/** Parses one call. A missing input becomes an empty one; an input that is no object is refused. */
export function parseToolUseBlock(value: unknown): ToolUseBlock | null {
  if (!isRecord(value) || value.type !== 'tool_use') return null;
  const { id, name } = value;
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return null;
  const input = value.input ?? {};
  // Don't remove forbidden keys here: the tool pipeline refuses them and tells the agent.
  return isRecord(input) ? { type: 'tool_use', id, name, input: input as JsonObject } : null;
}

export function parseToolResultBlock(value: unknown): ToolResultBlock | null {
  if (!isRecord(value) || value.type !== 'tool_result') return null;
  if (typeof value.tool_use_id !== 'string' || value.tool_use_id === '') return null;
  const block: ToolResultBlock = { type: 'tool_result', tool_use_id: value.tool_use_id };
  if (value.is_error === true) block.is_error = true;
  const code = asString(value.error_code);
  if (code !== undefined) block.error_code = code;
  const content = block.is_error === true ? parseFailureContent(value.content) : value.content;
  if (typeof content === 'string' || isEnvelope(content)) block.content = content;
  else if (content !== undefined && content !== null) {
    const shown = asJsonText(content);
    if (shown === null) return null;
    block.content = shown;
  }
  const traceparent = asString(value.traceparent);
  if (traceparent !== undefined) block.traceparent = traceparent;
  const timing = parseTiming(value.client_timing);
  if (timing !== null) block.client_timing = timing;
  const status = asString(value.status);
  if (status !== undefined) block.status = status;
  return block;
}

/** Parses the error envelope of a failed result, which comes as an object or as a JSON string. */
export function parseEnvelope(content: unknown): ErrorEnvelope | null {
  const value = typeof content === 'string' ? parseJson(content) : content;
  if (!isRecord(value) || !isRecord(value.error)) return null;
  const { code, message, field, retryable } = value.error;
  if (typeof code !== 'string') return null;
  return {
    error: {
      code,
      message: asString(message) ?? '',
      ...(typeof field === 'string' ? { field } : {}),
      retryable: retryable === true,
    },
  };
}

function parseFailureContent(content: unknown): unknown {
  return parseEnvelope(content) ?? content;
}

/** Null if the value can't be written as JSON, or is nested too deeply for that. */
function asJsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is ErrorEnvelope {
  return isRecord(value) && isRecord(value.error) && typeof value.error.code === 'string';
}

/** The person who wrote a block in the agent's place; null where the agent did. */
export function personOf(block: MessageBlock): PersonMark | null {
  return (block.type === 'text' && block.extra_content?.gateway.person) || null;
}

function parsePerson(extra: unknown): PersonMark | null {
  const gateway = isRecord(extra) ? extra.gateway : undefined;
  const person = isRecord(gateway) ? gateway.person : undefined;
  if (!isRecord(person) || typeof person.name !== 'string') return null;
  return { name: person.name.slice(0, MAX_PERSON_NAME), act: asString(person.act) ?? 'said' };
}

function parseCitations(value: unknown): Citation[] {
  if (!Array.isArray(value)) return [];
  const citations: Citation[] = [];
  for (const item of value) {
    if (citations.length >= MAX_CITATIONS) break;
    if (!isRecord(item) || typeof item.document_uri !== 'string') continue;
    citations.push({
      type: asString(item.type) ?? 'knowledge_base',
      document_uri: item.document_uri,
      document_title: asString(item.document_title) ?? '',
    });
  }
  return citations;
}

function parseSource(value: unknown): BlockSource | null {
  if (!isRecord(value)) return null;
  if (value.type === 'url')
    return typeof value.url === 'string' ? { type: 'url', url: value.url } : null;
  if (value.type !== 'base64' && value.type !== 'text') return null;
  const { media_type, data } = value;
  return typeof media_type === 'string' && typeof data === 'string'
    ? { type: value.type, media_type, data }
    : null;
}

function parseTiming(value: unknown): ClientTiming | null {
  if (!isRecord(value)) return null;
  const started_at_ms = asCount(value.started_at_ms);
  const ended_at_ms = asCount(value.ended_at_ms);
  return started_at_ms === undefined || ended_at_ms === undefined
    ? null
    : { started_at_ms, ended_at_ms };
}

function asDuration(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function unknownBlock(value: Record<string, unknown>, type: string): UnknownBlock {
  return { type: 'unknown', unknown_type: type, raw: value as { [key: string]: Json } };
}
