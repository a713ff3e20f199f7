// Parses server-sent events by the HTML standard's rules: text goes in, in pieces cut anywhere, and an event comes out
// as soon as its blank line has arrived. It knows nothing of fetch, bytes or time.

import type { ServerSentEvent } from '../protocol/index.ts';

export interface SseParserCallbacks {
  onEvent: (event: ServerSentEvent) => void;
  /** Called for a comment line, usually a keep-alive. */
  onComment?: (text: string) => void;
  /** Called for a `retry:` line, with milliseconds. */
  onRetry?: (ms: number) => void;
}

export interface SseParser {
  feed(chunk: string): void;
  /** Characters that wait for the end of their line or event. The caller gives up if they grow without end. */
  pendingLength(): number;
}

export function createSseParser({ onEvent, onComment, onRetry }: SseParserCallbacks): SseParser {
  // The pieces of the line that has no end yet. They are joined once, when its end comes: joined at each chunk, a line
  // in n chunks would be copied n times.
  let pieces: string[] = [];
  let pendingLength = 0;
  // After a chunk that ends with CR, an LF at the start of the next chunk belongs to the same line end.
  let endedWithCr = false;
  let isFirst = true;
  let data: string[] = [];
  let dataLength = 0;
  let eventName = '';
  // The last id also counts for the events after it that have none, by the standard.
  let lastId = '';

  function feed(input: string): void {
    let chunk = input;
    if (chunk === '') return;
    if (isFirst) {
      isFirst = false;
      if (chunk.charCodeAt(0) === 0xfeff) chunk = chunk.slice(1);
    }
    let start = endedWithCr && chunk.charCodeAt(0) === LF ? 1 : 0;
    if (chunk !== '') endedWithCr = false;
    let lf = chunk.indexOf('\n', start);
    let cr = chunk.indexOf('\r', start);
    while (lf !== -1 || cr !== -1) {
      const end = lf === -1 ? cr : cr === -1 ? lf : Math.min(lf, cr);
      takeLine(chunk.slice(start, end));
      start = end + 1;
      if (end === cr) {
        if (start === chunk.length) endedWithCr = true;
        else if (chunk.charCodeAt(start) === LF) start += 1;
        cr = chunk.indexOf('\r', start);
      }
      if (lf !== -1 && lf < start) lf = chunk.indexOf('\n', start);
    }
    if (start < chunk.length) {
      pieces.push(chunk.slice(start));
      pendingLength += chunk.length - start;
    }
  }

  function takeLine(rest: string): void {
    let line = rest;
    if (pieces.length > 0) {
      pieces.push(rest);
      line = pieces.join('');
      pieces = [];
      pendingLength = 0;
    }
    if (line === '') {
      dispatch();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      onComment?.(line.slice(1));
      return;
    }
    const field = colon === -1 ? line : line.slice(0, colon);
    const valueStart = line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    const value = colon === -1 ? '' : line.slice(valueStart);
    if (field === 'data') {
      data.push(value);
      dataLength += value.length;
    } else if (field === 'event') eventName = value;
    else if (field === 'id') {
      // The standard ignores an id with NUL, which couldn't be sent back in a header.
      if (!value.includes('\0')) lastId = value;
    } else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  function dispatch(): void {
    const lines = data;
    const event = eventName;
    data = [];
    dataLength = 0;
    eventName = '';
    if (lines.length > 0) {
      onEvent({ id: lastId, event: event === '' ? 'message' : event, data: lines.join('\n') });
    }
  }

  return { feed, pendingLength: () => pendingLength + dataLength };
}

const LF = 10;
const SPACE = 32;
