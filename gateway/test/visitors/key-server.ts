// A server of a site's owner that answers every request with one key set.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyServer {
  url: string;
  close(): Promise<void>;
}

/** @param keys public JWKs */
export async function startKeyServer(keys: readonly object[]): Promise<KeyServer> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/jwks.json`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
