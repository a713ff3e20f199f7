// The content blocks of messages, tool calls and tool results, and their tolerant parsers.
// A known block of the wrong shape is dropped; a block of an unknown type passes through as `unknown`.

import { writeJson } from '../dom/json.ts';
import type { Open } from './codes.ts';
import {
  asCount,
  asString,
  fieldsOf,
  findForbiddenKey,
  isRecord,
  type Json,
  type JsonObject,
  optional,
  parseJson,
  textsOf,
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
  /** What draws the call as an app, as the gateway says it. Not checked here: src/apps reads it field by field. */
  ui?: JsonObject;
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
      const person = parsePerson(fieldsOf(marksOf(value).person));
      if (person !== null) block.extra_content = { gateway: { person } };
      return block;
    }
    case 'thought': {
      const block: ThoughtBlock = { type: 'thought', text: asString(value.text) ?? '' };
      const { thinking_ms } = marksOf(value);
      if (Number.isFinite(thinking_ms) && Number(thinking_ms) >= 0) {
        block.extra_content = { gateway: { thinking_ms: Number(thinking_ms) } };
      }
      return block;
    }
    case 'image':
    case 'document': {
      const { type } = value;
      const source = parseSource(fieldsOf(value.source));
      if (source === null) return unknownBlock(value, type);
      return type === 'image'
        ? { type, source, ...textsOf(value, 'alt') }
        : { type, source, ...textsOf(value, 'title') };
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
  const id = asString(value.id);
  const name = asString(value.name);
  if (!id || !name) return null;
  const input = value.input ?? {};
  // Don't remove forbidden keys here: the tool pipeline refuses them and tells the agent.
  if (!isRecord(input)) return null;
  const ui = isRecord(value.ui) && { ui: value.ui as JsonObject };
  return { type: 'tool_use', id, name, input: input as JsonObject, ...ui };
}

export function parseToolResultBlock(value: unknown): ToolResultBlock | null {
  if (!isRecord(value) || value.type !== 'tool_result') return null;
  const tool_use_id = asString(value.tool_use_id);
  if (!tool_use_id) return null;
  const isError = value.is_error === true;
  const content = (isError && parseEnvelope(value.content)) || (value.content ?? undefined);
  const isShown = content === undefined || typeof content === 'string' || isEnvelope(content);
  const shown = isShown ? content : asJsonText(content);
  if (shown === null) return null;
  return {
    type: 'tool_result',
    tool_use_id,
    ...optional('is_error', isError || undefined),
    ...textsOf(value, 'error_code', 'traceparent', 'status'),
    ...optional('content', shown),
    ...optional('client_timing', parseTiming(fieldsOf(value.client_timing))),
  };
}

/** Parses the error envelope of a failed result, which comes as an object or as a JSON string. */
export function parseEnvelope(content: unknown): ErrorEnvelope | null {
  const { error } = fieldsOf(typeof content === 'string' ? parseJson(content) : content);
  const { code, message, field, retryable } = fieldsOf(error);
  if (typeof code !== 'string') return null;
  return {
    error: {
      code,
      message: asString(message) ?? '',
      ...optional('field', asString(field)),
      retryable: retryable === true,
    },
  };
}

/** Null if the value can't be written as JSON, or is nested too deeply for that. */
function asJsonText(value: unknown): string | null {
  try {
    return writeJson(value) ?? null;
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is ErrorEnvelope {
  return typeof fieldsOf(fieldsOf(value).error).code === 'string';
}

/** The person who wrote a block in the agent's place; null where the agent did. */
export function personOf(block: MessageBlock): PersonMark | null {
  return (block.type === 'text' && block.extra_content?.gateway.person) || null;
}

/** What the gateway adds to a block of its own. */
function marksOf(block: Record<string, unknown>): Record<string, unknown> {
  return fieldsOf(fieldsOf(block.extra_content).gateway);
}

function parsePerson({ name, act }: Record<string, unknown>): PersonMark | null {
  if (typeof name !== 'string') return null;
  return { name: name.slice(0, MAX_PERSON_NAME), act: asString(act) ?? 'said' };
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

function parseSource(value: Record<string, unknown>): BlockSource | null {
  const { type, url, media_type, data } = value;
  if (type === 'url') return typeof url === 'string' ? { type, url } : null;
  const isData = type === 'base64' || type === 'text';
  return isData && typeof media_type === 'string' && typeof data === 'string'
    ? { type, media_type, data }
    : null;
}

function parseTiming(value: Record<string, unknown>): ClientTiming | undefined {
  const started_at_ms = asCount(value.started_at_ms);
  const ended_at_ms = asCount(value.ended_at_ms);
  return started_at_ms === undefined || ended_at_ms === undefined
    ? undefined
    : { started_at_ms, ended_at_ms };
}

function unknownBlock(value: Record<string, unknown>, type: string): UnknownBlock {
  return { type: 'unknown', unknown_type: type, raw: value as { [key: string]: Json } };
}
