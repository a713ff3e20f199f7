// The send endpoint's body, as one of three things that may be sent. No database is asked here.

import { record } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';
import { quote } from '../http/text.ts';
import {
  INPUT_EVENT_TYPES,
  type InputBlock,
  MAX_EVENTS_PER_SEND,
  REJECTED_INPUT_TYPES,
  type ToolResultBlock,
} from '../wire.ts';
import { readInputBlock } from './message-blocks.ts';
import { readToolResultBlock } from './tool-result-blocks.ts';

export interface SentMessage {
  type: 'user.message' | 'system.message';
  content: InputBlock[];
}

export interface SentResult {
  type: 'user.tool_result';
  content: ToolResultBlock[];
}

export type Submission =
  | { kind: 'messages'; events: SentMessage[] }
  | { kind: 'results'; events: SentResult[] }
  | { kind: 'interrupt' };

/** @throws HttpError 400. */
export function parseSend(body: Readonly<Record<string, unknown>>): Submission {
  const { events } = body;
  if (!Array.isArray(events)) throw invalid('events must be an array.');
  if (events.length < 1 || events.length > MAX_EVENTS_PER_SEND) {
    throw invalid(`events must have 1 to ${MAX_EVENTS_PER_SEND} items.`);
  }
  const parsed = events.map(readEvent);
  if (parsed.some((event) => event.type === 'user.interrupt')) {
    if (parsed.length > 1) throw invalid('A user.interrupt must be the only event in its request.');
    return { kind: 'interrupt' };
  }
  const messages = parsed.filter(isMessage);
  const results = parsed.filter(isResult);
  if (messages.length > 0 && results.length > 0) {
    throw invalid('Send user.tool_result events and messages in separate requests.');
  }
  if (messages.length > 0) return { kind: 'messages', events: messages };
  checkDistinct(results);
  return { kind: 'results', events: results };
}

type SentEvent = SentMessage | SentResult | { type: 'user.interrupt' };

const isMessage = (event: SentEvent): event is SentMessage =>
  event.type === 'user.message' || event.type === 'system.message';
const isResult = (event: SentEvent): event is SentResult => event.type === 'user.tool_result';

function readEvent(value: unknown, index: number): SentEvent {
  const where = `events[${index}]`;
  const event = record(value, where);
  const { type, content } = event;
  if ((REJECTED_INPUT_TYPES as readonly unknown[]).includes(type)) {
    throw invalid(`${where}.type ${String(type)} is not accepted here.`);
  }
  switch (type) {
    case 'user.message':
    case 'system.message':
      return { type, content: readContent(content, where).map(at(where, readInputBlock)) };
    case 'user.tool_result':
      return { type, content: readContent(content, where).map(at(where, readToolResultBlock)) };
    case 'user.interrupt':
      if (content !== undefined && !(Array.isArray(content) && content.length === 0)) {
        throw invalid(`${where}.content of a user.interrupt must be left out or empty.`);
      }
      return { type };
    default:
      throw invalid(`${where}.type must be one of: ${INPUT_EVENT_TYPES.join(', ')}.`);
  }
}

function readContent(content: unknown, where: string): unknown[] {
  if (!Array.isArray(content) || content.length === 0) {
    throw invalid(`${where}.content must be an array of at least one block.`);
  }
  return content;
}

function at<Block>(where: string, read: (value: unknown, where: string) => Block) {
  return (value: unknown, index: number) => read(value, `${where}.content[${index}]`);
}

function checkDistinct(results: readonly SentResult[]): void {
  const seen = new Set<string>();
  for (const { tool_use_id } of results.flatMap((event) => event.content)) {
    if (seen.has(tool_use_id))
      throw invalid(`${quote(tool_use_id)} is answered twice in this request.`);
    seen.add(tool_use_id);
  }
}
