// A server of a site's owner that answers every request with one key set, or with something else.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyServer {
  url: string;
  /** How many it has had. */
  requests(): number;
  close(): Promise<void>;
}

/** @param keys public JWKs. @param other answered in place of them */
export async function startKeyServer(
  keys: readonly object[],
  other?: { status: number; text: string },
): Promise<KeyServer> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(other?.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(other?.text ?? JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    requests: () => requests,
    url: `http://127.0.0.1:${port}/jwks.json`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
