// A tool server on a port of this machine, for tests of what the gateway and the chat make of it.

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import {
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

export interface ListeningToolServer {
  /** Where it speaks the protocol. */
  url: string;
  close(): void;
}

/** @param fetch answers each request, as the protocol's own handler does. */
export async function startToolServer(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<ListeningToolServer> {
  const server = await new Promise<ServerType>((resolve) => {
    const made = serve({ port: 0, hostname: '127.0.0.1', fetch }, () => resolve(made));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() };
}

/**
 * Answers as servers of the protocol's versions before 2026 do: a session for each client, in which the server may ask too.
 * @param ended told of each session that its client has ended
 */
export function createSessionHandler(
  create: () => McpServer,
  ended: (sessionId: string) => void = () => {},
): (request: Request) => Promise<Response> {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : open.get(id);
    if (known !== undefined) return known.handleRequest(request);
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => {
        open.set(sessionId, transport);
      },
      onsessionclosed: (sessionId) => {
        open.delete(sessionId);
        ended(sessionId);
      },
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  };
}

/** What has happened at a server, so that a test can wait for it. */
export function createDiary() {
  const seen: string[] = [];
  const waiting = new Set<{ what: string; go: () => void }>();
  return {
    seen,
    note(what: string): void {
      seen.push(what);
      for (const one of waiting) {
        if (one.what !== what) continue;
        waiting.delete(one);
        one.go();
      }
    },
    /** Resolves once it has happened. */
    async has(what: string): Promise<void> {
      if (seen.includes(what)) return;
      await new Promise<void>((go) => waiting.add({ what, go }));
    },
    forget(what: string): void {
      seen.splice(0, seen.length, ...seen.filter((one) => one !== what));
    },
    clear(): void {
      seen.length = 0;
      waiting.clear();
    },
  };
}
