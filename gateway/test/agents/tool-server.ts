// A tool server on a port of this machine, for tests of what the gateway and the chat make of it.

import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';

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
