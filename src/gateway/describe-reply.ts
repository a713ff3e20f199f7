// What came instead of what was asked for, in words for a console: status, content type, first words. It shows no
// value of a JSON body and nothing that could be a token: a reply of the wrong shape may hold one all the same.

import { isRecord, parseJson } from '../protocol/index.ts';

const MAX_WORDS = 80;
const MAX_KEYS = 8;

/** Like `404 text/html "<!doctype html> <title>Not found…"` or `200 application/json { data }`. */
export function describeReply(response: Response, text: string): string {
  const { status, type, headers } = response;
  // A redirect that isn't followed: browsers hide its status and where it leads.
  if (type === 'opaqueredirect') return 'with a redirect (to a login page?)';
  const contentType = headers.get('content-type')?.split(';')[0] || '(no content type)';
  const body = parseJson(text);
  const said =
    isRecord(body) && typeof body.message === 'string' ? ` "${words(body.message)}"` : '';
  const shown = body === undefined ? `"${words(text)}"` : shapeOf(body) + said;
  return `${status} ${contentType} ${shown}`;
}

/** The names in a value, never what stands there. */
export function shapeOf(value: unknown): string {
  if (!isRecord(value))
    return Array.isArray(value) ? 'a list' : String(value === null ? value : typeof value);
  const keys = Object.keys(value).slice(0, MAX_KEYS);
  return `{ ${keys.map(words).join(', ')} }`;
}

/** What a secret may stand behind: a name's quote and colon, "=" or ":" without a space, a word like "token". */
const BEFORE_SECRET =
  /(["']\s*[:=]\s*|[:=](?=\S)|\w*(?:token|key|secret|jwt|password|bearer)\w*\W+)[^\s>]+/gi;

/** The first words; what could be a secret is left out, and so is everything as long as one. */
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
