// Reads what the widget sends. A body is anybody's: too large, no JSON, or with tools that no gateway would take.

import { isRecord, type JsonObject, parseJson, type ToolDefinition } from '../protocol/index.ts';
import { refuse } from './replies.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_TOOLS = 128;
const MAX_NAME_CHARS = 256;
const MAX_TITLE_CHARS = 120;
const MAX_ID_CHARS = 256;

/** The JSON object of a request; an empty body is an empty object. A Response: the refusal. */
export async function readObject(request: Request): Promise<Record<string, unknown> | Response> {
  const text = await readText(request);
  if (text === null) return refuse('too_large', `Send at most ${MAX_BODY_BYTES / 1024} KiB.`);
  const body = text.trim() === '' ? {} : parseJson(text);
  return isRecord(body) ? body : refuse('bad_request', 'Send a JSON object.');
}

/** Null if it is too long. Read piece by piece: a length that the header names may be wrong. */
async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return null;
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

export interface TicketAsked {
  /** The one that the visitor had; null for none, or a new one. */
  sessionId: string | null;
  tools: ToolDefinition[];
}

export function readTicketRequest(body: Record<string, unknown>): TicketAsked | Response {
  const { session_id: id = null, new: isNew, tools } = body;
  if (id !== null && !isId(id)) {
    return refuse(
      'bad_request',
      'session_id must be a string. Send { session_id?, new?, tools? }.',
    );
  }
  return { sessionId: isNew === true ? null : id, tools: readTools(tools) };
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_CHARS;
}

/** Those that a gateway takes: one wrong tool among them must not cost the visitor the chat. */
function readTools(value: unknown): ToolDefinition[] {
  const found = new Map<string, ToolDefinition>();
  for (const item of Array.isArray(value) ? value : []) {
    if (!isRecord(item) || typeof item.name !== 'string') continue;
    const { name, title, description, input_schema: schema } = item;
    if (name === '' || name.length > MAX_NAME_CHARS || found.has(name)) continue;
    found.set(name, {
      name,
      ...(typeof title === 'string' && title !== ''
        ? { title: title.slice(0, MAX_TITLE_CHARS) }
        : {}),
      description: typeof description === 'string' ? description : '',
      input_schema: isRecord(schema) ? (schema as JsonObject) : { type: 'object' },
    });
    if (found.size === MAX_TOOLS) break;
  }
  return [...found.values()];
}
