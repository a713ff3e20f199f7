// Describes an unexpected reply for the console: status, content type, first words. It shows no value of a JSON body
// and nothing that could be a token, since a reply of the wrong shape may still contain one.

import { isRecord, parseJson } from '../protocol/index.ts';

const MAX_WORDS = 80;
const MAX_KEYS = 8;

/** Like `404 text/html "<!doctype html> <title>Not found…"` or `200 application/json { data }`. */
export function describeReply(response: Response, text: string): string {
  const { status, type, headers } = response;
  // A redirect that was not followed: browsers hide its status and target.
  if (type === 'opaqueredirect') return 'with a redirect (to a login page?)';
  const contentType = headers.get('content-type')?.split(';')[0] || '(no content type)';
  const body = parseJson(text);
  const said =
    isRecord(body) && typeof body.message === 'string' ? ` "${words(body.message)}"` : '';
  const shown = body === undefined ? `"${words(text)}"` : shapeOf(body) + said;
  return `${status} ${contentType} ${shown}`;
}

/** Shows the names in a JSON value, never the values. */
export function shapeOf(value: unknown): string {
  if (!isRecord(value))
    return Array.isArray(value) ? 'a list' : String(value === null ? value : typeof value);
  const keys = Object.keys(value).slice(0, MAX_KEYS);
  return `{ ${keys.map(words).join(', ')} }`;
}

/**
 * Finds what may be a secret by what stands before it: a quoted name and a colon, "=" or ":" without a space, or a
 * word like "token".
 */
const BEFORE_SECRET =
  /(["']\s*[:=]\s*|[:=](?=\S)|\w*(?:token|key|secret|jwt|password|bearer)\w*\W+)[^\s>]+/gi;

/** The first words, without anything that could be a secret or is as long as one. */
export function words(text: string): string {
  return text
    .slice(0, MAX_WORDS * 10)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[^\s<>]{20,}/g, '…')
    .replace(BEFORE_SECRET, '$1…')
    .replaceAll('"', "'")
    .slice(0, MAX_WORDS);
}
