// Any program that answers a POST: a webhook of n8n, Flowise, Dify or Langflow, or twenty lines of an owner's own. What it is sent
// is the owner's to shape; what it answers may be text, one JSON object, lines of JSON, or server-sent events.

import type { FileKind } from '../../log/attached-files.ts';
import type { JsonObject } from '../../wire.ts';
import { readConversation, type Said } from '../conversation.ts';
import type { TurnContext } from '../types.ts';
import { fillIn } from './http-body.ts';
import { createHttpReader } from './http-parts.ts';
import { readJsonEvents } from './json-events.ts';
import type { RemotePart, RemoteProtocol } from './protocol.ts';

/** Characters of JSON that has begun and isn't whole. */
const MAX_PENDING = 1_000_000;

export const HTTP: RemoteProtocol = {
  name: 'http',
  accept: 'text/event-stream, application/x-ndjson, application/json, text/plain',
  ownsUnknownTools: false,
  ask,
  read,
};

function ask(
  context: TurnContext,
  instructions: string,
  files: readonly FileKind[],
  template: JsonObject | null,
): object {
  const said = readConversation(context.history, files);
  const talk = said.filter((one) => one.role !== 'instruction');
  const question = talk.findLastIndex(({ role }) => role === 'user');
  const values = {
    text: talk[question]?.text ?? '',
    session_id: context.place?.session_id ?? 'session',
    run_id: context.place?.run_id ?? 'run',
    messages: talk.map(toMessage),
    transcript: talk.slice(0, Math.max(0, question)).map(toLine).join('\n'),
    instructions: [
      instructions,
      context.system ?? '',
      ...said.flatMap((one) => (one.role === 'instruction' ? [one.text] : [])),
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
    tools: context.tools.map(({ name, description, input_schema }) => ({
      name,
      description,
      input_schema,
    })),
  };
  if (template !== null) return fillIn(template, values);
  const { transcript: _, ...whole } = values;
  return whole;
}

function toMessage(one: Exclude<Said, { role: 'instruction' }>): object {
  const { id, text } = one;
  if (one.role === 'agent') return { id, role: 'assistant', text, calls: one.calls };
  const files = one.files.map(({ mediaType: media_type, title, data }) => ({
    title,
    media_type,
    data,
  }));
  return { id, role: 'user', text, ...(files.length === 0 ? {} : { files }) };
}

const toLine = ({ role, text }: Said) => `${role === 'user' ? 'Visitor' : 'Agent'}: ${text}`;

/** @param type the reply's Content-Type; '' where it says none. */
async function* read(body: ReadableStream<Uint8Array>, type: string): AsyncGenerator<RemotePart> {
  const reader = createHttpReader();
  if (/^text\/event-stream\b/i.test(type)) {
    for await (const value of readJsonEvents(body, true)) yield* reader.take(value);
  } else if (/^text\/html\b/i.test(type)) {
    await body.cancel().catch(() => {});
    yield { kind: 'error', message: 'a page came instead of an answer' };
    return;
  } else if (/\bjson|ndjson|jsonl/i.test(type)) {
    yield* readJson(body, reader);
  } else {
    for await (const piece of textOf(body)) yield { kind: 'text', text: piece };
  }
  // None of these says that it is over: its connection ends in order, or fails.
  yield { kind: 'finish' };
}

/** Lines of JSON as they come, or one value over many lines, whatever of both the server calls it. */
async function* readJson(
  body: ReadableStream<Uint8Array>,
  reader: ReturnType<typeof createHttpReader>,
): AsyncGenerator<RemotePart> {
  let rest = '';
  let whole = '';
  for await (const piece of textOf(body)) {
    rest += piece;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = whole === '' ? parsed(line) : undefined;
      if (value === undefined) whole += whole === '' && line.trim() === '' ? '' : `${line}\n`;
      else yield* reader.take(value);
    }
    if (rest.length + whole.length > MAX_PENDING) {
      yield { kind: 'error', message: 'too long' };
      return;
    }
  }
  if ((whole + rest).trim() === '') return;
  const value = parsed(whole + rest);
  if (value === undefined) yield { kind: 'error', message: 'no JSON' };
  else yield* reader.take(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
