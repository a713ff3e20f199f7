// Reads one connection of the event stream: bytes → text → server-sent events → frames. It doesn't reconnect and keeps
// no cursor: the session lists the events that a stream has missed.

import {
  type OnDropped,
  parseStreamFrame,
  type ServerSentEvent,
  type StreamFrame,
} from '../protocol/index.ts';
import { badResponse } from './classify.ts';
import { GatewayError } from './gateway-error.ts';
import { networkError, type OpenReply } from './http.ts';
import { createSseParser } from './sse-parser.ts';
import type { StreamOptions } from './types.ts';

/** Characters of an unfinished frame, so that an endless one can't fill the memory. No real event is nearly as long. */
const MAX_PENDING_LENGTH = 16 * 1024 * 1024;

/** Yields frames until the gateway ends the connection. Throws GatewayError `network` if the connection is cut. */
export async function* readFrames(
  { response, deadline }: OpenReply,
  onDropped: OnDropped,
  { onOpen, onHeard }: Pick<StreamOptions, 'onOpen' | 'onHeard'> = {},
): AsyncGenerator<StreamFrame> {
  const { status, headers, body } = response;
  try {
    const type = headers.get('content-type') ?? '';
    if (body === null || !/^text\/event-stream\b/i.test(type)) {
      throw badResponse(status, headers, `no event stream but "${type.slice(0, 80)}"`);
    }
    deadline.lift();
    onOpen?.();
    const arrived: ServerSentEvent[] = [];
    const parser = createSseParser({ onEvent: (event) => arrived.push(event) });
    // `stream: true` below: a character of several bytes may be split between two chunks.
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await deadline.guard(reader.read());
      if (done) return;
      onHeard?.();
      parser.feed(decoder.decode(value, { stream: true }));
      if (parser.pendingLength() > MAX_PENDING_LENGTH) {
        throw badResponse(status, headers, 'a frame without end');
      }
      for (const event of arrived.splice(0)) {
        const frame = parseStreamFrame(event, onDropped);
        if (frame !== null) yield frame;
      }
    }
  } catch (error) {
    throw error instanceof GatewayError ? error : networkError('The stream was cut.', status);
  } finally {
    // This also aborts the request if the consumer leaves the loop early.
    deadline.close();
  }
}
