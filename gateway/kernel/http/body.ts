// Reads a JSON body within limits: bytes are counted as they come, depth before anything is parsed.

import { isRecord } from '../../wire.ts';
import { HttpError, invalid, tooLarge } from '../http-error.ts';
import { SENTENCES } from '../sentences.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_JSON_DEPTH = 32;

const read = new WeakMap<Request, number>();

/** How many bytes of a request's body have been read so far. */
export const bytesRead = (request: Request): number => read.get(request) ?? 0;

/**
 * The body as an object.
 * @param parse reads the text; JSON.parse loses digits of integers beyond 2^53.
 * @throws HttpError 413 above `maxBytes`; 400 where it isn't UTF-8, isn't JSON, is nested too deep or no object.
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number = MAX_BODY_BYTES,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Record<string, unknown>> {
  const text = await readText(request, maxBytes);
  if (text.trim() === '') throw invalid('The body is empty; send a JSON object.');
  return parseObject(text, parse);
}

function parseObject(
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): Record<string, unknown> {
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    throw invalid(`The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    throw invalid('The body is not valid JSON.');
  }
  if (!isRecord(value)) throw invalid(SENTENCES.no_object);
  return value;
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) throw bodyTooLarge(maxBytes);
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body.getReader();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw brokenOff();
      });
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      read.set(request, bytes);
      if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof TypeError ? invalid('The body is not valid UTF-8.') : error;
  }
}

/** The caller has hung up: no fault of the gateway's, and nobody reads the answer. */
const brokenOff = () => new HttpError(499, 'The request broke off before its end.');

function bodyTooLarge(maxBytes: number) {
  return tooLarge(`The body is larger than ${Math.floor(maxBytes / 1024)} KiB.`);
}

/** How deep arrays and objects are nested, by their brackets outside of strings. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return deepest;
}

/** The same, where no body at all means an empty object. */
export async function readOptionalJsonObject(
  request: Request,
  maxBytes: number = MAX_BODY_BYTES,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Record<string, unknown>> {
  const text = await readText(request, maxBytes);
  return text.trim() === '' ? {} : parseObject(text, parse);
}
