// How long the HTTP server waits for a request that doesn't come to its end. A reply, such as a stream, may take any time.

import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Options of node:http: limits of headers, and of time in milliseconds. */
export const SERVER_LIMITS = {
  /** From the connection's first byte to the end of the headers. */
  headersTimeout: 10_000,
  /** To the end of the body. A visitor on a slow network may send a document without a proxy that collects it. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
} as const;

/** So long may nothing at all come of a body that has begun. */
export const STALL_MS = 10_000;

export function endStalledBodies(server: EventEmitter, stallMs: number = STALL_MS): void {
  server.on('request', (request: IncomingMessage) => {
    const { headers, socket } = request;
    const hasBody = Number(headers['content-length']) > 0 || 'transfer-encoding' in headers;
    if (!hasBody) return;
    const end = () => socket.destroy();
    socket.setTimeout(stallMs, end);
    const stop = () => socket.setTimeout(0, end).off('timeout', end);
    request.once('end', stop).once('close', stop);
  });
}
