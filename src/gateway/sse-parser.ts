// Server-sent events from text, by the HTML standard's rules. It knows nothing of fetch, bytes or time: text goes in,
// cut anywhere, and events come out as soon as their blank line has arrived.

import type { ServerSentEvent } from '../protocol/index.ts';

export interface SseParserCallbacks {
  onEvent: (event: ServerSentEvent) => void;
  /** A comment line: a keep-alive, as a rule. */
  onComment?: (text: string) => void;
  /** `retry:` in milliseconds. */
  onRetry?: (ms: number) => void;
}

export interface SseParser {
  feed(chunk: string): void;
  /** How much text waits for the rest of its line or event: what an unbounded line would cost in memory. */
  pendingLength(): number;
}

export function createSseParser({ onEvent, onComment, onRetry }: SseParserCallbacks): SseParser {
  // The line that has no end yet. Pieces are joined once its end comes, not at each chunk: a line cut into n
  // chunks would else be copied n times over.
  let pieces: string[] = [];
  let pendingLength = 0;
  // A chunk that ends with CR leaves open whether an LF follows that belongs to it.
  let endedWithCr = false;
  let isFirst = true;
  let data: string[] = [];
  let dataLength = 0;
  let eventName = '';
  // The last id holds for all events after it, too: it is where a client would resume.
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
      // An id with NUL is ignored by the standard: it couldn't be sent back in a header.
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
