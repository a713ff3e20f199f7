// Carries a handler of Fetch's requests into servers of Node's `http` and its relatives, such as Express.

import type { RequestInfo } from './types.ts';

/** What is read of an `IncomingMessage`, and of what Express adds to it. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string | undefined;
  url?: string | undefined;
  originalUrl?: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket?: { remoteAddress?: string | undefined; encrypted?: boolean } | null;
  /** Express's, by its own setting `trust proxy`. */
  ip?: string | undefined;
  /** What a parser of bodies has left. */
  body?: unknown;
}

/** What is used of a `ServerResponse`. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: string): unknown;
}

/** More than the handler itself takes, so that it says so in its own words. */
const MAX_BYTES = 1024 * 1024;

/**
 * A handler for `createServer` and for `app.post` of Express.
 * @example
 * app.post('/chat/session', toNodeHandler(handler));
 * app.post('/chat/session/delete', toNodeHandler(handler.remove));
 */
export function toNodeHandler<Incoming extends NodeRequest = NodeRequest>(
  handle: (request: Request, info: RequestInfo<Incoming>) => Promise<Response>,
): (incoming: Incoming, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const address = incoming.ip ?? incoming.socket?.remoteAddress;
    const reply = await handle(await toRequest(incoming), { native: incoming, address });
    outgoing.statusCode = reply.status;
    for (const [name, value] of reply.headers) {
      if (name !== 'set-cookie') outgoing.setHeader(name, value);
    }
    const cookies = reply.headers.getSetCookie();
    if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
    outgoing.end(reply.body === null ? undefined : await reply.text());
  };
}

async function toRequest(incoming: NodeRequest): Promise<Request> {
  const { method = 'GET', headers: given } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    // HTTP/2 names its own with a colon.
    if (value === undefined || name.startsWith(':')) continue;
    headers.set(name, Array.isArray(value) ? value.join(name === 'cookie' ? '; ' : ', ') : value);
  }
  // The one that was sent belongs to a body that a parser may have read and written anew.
  headers.delete('content-length');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await readBody(incoming) : undefined;
  return new Request(urlOf(incoming), { method, headers, ...(body === undefined ? {} : { body }) });
}

function urlOf({ url = '/', originalUrl = url, headers, socket }: NodeRequest): string {
  const host = headers.host ?? headers[':authority'];
  const base = `${socket?.encrypted ? 'https' : 'http'}://${typeof host === 'string' ? host : 'localhost'}`;
  try {
    return new URL(originalUrl, base).href;
  } catch {
    return 'http://localhost/';
  }
}

/** A body-parser may have been there first: then what it made of the body is written again. */
async function readBody(incoming: NodeRequest): Promise<string> {
  const { body } = incoming;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (typeof body === 'object' && body !== null) return JSON.stringify(body);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of incoming) {
    const piece =
      typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
    bytes += piece.byteLength;
    if (bytes <= MAX_BYTES) text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
