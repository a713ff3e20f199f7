// The peers' server: one origin that speaks each peer's own protocol. It answers every message at once with a greeting, or
// hands a message's answer to the benchmark, which then writes it piece by piece and knows when each piece left.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptStream, type Stream } from './direct-line.ts';
import { type Asked, PROTOCOLS, type Protocol, type Talk } from './protocols.ts';

export const GREETING = 'Good day!';

export interface Backend {
  url: string;
  /** Registers a visitor of a page that speaks `protocol`; `history`: messages that it has from an earlier visit. */
  admit(protocol: Protocol, history: number): string;
  /** The answer to this visitor's next message. */
  expect(visitor: string): Promise<Talk>;
  /** Unix milliseconds at which the last piece was given to the socket. */
  lastSentAt(): number;
  close(): Promise<void>;
}

interface Guest {
  protocol: Protocol;
  history: number;
  stream: Stream | null;
  take: ((talk: Talk) => void) | null;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '600',
  'timing-allow-origin': '*',
};

export async function startBackend(): Promise<Backend> {
  const guests = new Map<string, Guest>();
  /** Of all pages and conversations: a server waits for those that nobody closes. */
  const sockets = new Set<Stream>();
  let lastSentAt = 0;
  const stamp = (): void => {
    lastSentAt = performance.timeOrigin + performance.now();
  };

  /** `/VISITOR/rest of the peer's own path`. */
  const split = (url: string): { guest: Guest | undefined; rest: string } => {
    const [, visitor = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(url) ?? [];
    return { guest: guests.get(visitor), rest };
  };

  const answer = (guest: Guest, talk: Talk): void => {
    const stamped: Talk = {
      add(text) {
        stamp();
        talk.add(text);
      },
      end: () => talk.end(),
    };
    const { take } = guest;
    guest.take = null;
    if (take === null) {
      stamped.add(GREETING);
      stamped.end();
    } else take(stamped);
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const { guest, rest } = split(request.url ?? '');
    if (guest === undefined) return void response.writeHead(404).end('no such visitor');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      method: request.method ?? 'GET',
      path: rest,
      body: Buffer.concat(chunks).toString(),
      history: guest.history,
      stream: guest.stream,
      origin: backend.url,
      visitor: request.url?.split('/')[1] ?? '',
    };
    const talk = PROTOCOLS[guest.protocol](asked, response);
    if (talk !== null) answer(guest, talk);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('upgrade', (request, socket) => {
    const { guest } = split(request.url ?? '');
    if (guest === undefined) return void socket.destroy();
    guest.stream = acceptStream(request, socket, guest.history);
    sockets.add(guest.stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const backend: Backend = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    admit(protocol, history) {
      const visitor = `${protocol}-${guests.size + 1}`;
      guests.set(visitor, { protocol, history, stream: null, take: null });
      return visitor;
    },
    expect(visitor) {
      const guest = guests.get(visitor);
      if (guest === undefined) throw new Error(`Nobody is called ${visitor}.`);
      return new Promise((resolve) => {
        guest.take = resolve;
      });
    },
    lastSentAt: () => lastSentAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const stream of sockets) stream.close();
      }),
  };
  return backend;
}
