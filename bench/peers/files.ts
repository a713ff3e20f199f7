// The origin of everybody's files: Bellhop's build and the peers' packages, each compressed by Brotli once and with a day of
// the browser's cache, as a CDN would serve them.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export const PACKAGES = join(import.meta.dirname, 'node_modules');
const compress = promisify(brotliCompress);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

export interface Files {
  url: string;
  /** Compressed size of a file, by its path on this origin. */
  size(path: string): Promise<number>;
  close(): Promise<void>;
}

/** @param dist the folder of Bellhop's build, served below /bellhop/; the packages are served below /peers/ */
export async function serveFiles(dist: string): Promise<Files> {
  const folders = { '/bellhop/': dist, '/peers/': PACKAGES };
  const made = new Map<string, Promise<Buffer>>();
  const load = (path: string): Promise<Buffer> => {
    const [prefix, folder] =
      Object.entries(folders).find(([prefix]) => path.startsWith(prefix)) ?? [];
    if (prefix === undefined || folder === undefined) throw new Error(`Not served: ${path}`);
    const found =
      made.get(path) ??
      readFile(join(folder, normalize(path.slice(prefix.length)))).then((bytes) =>
        // The best quality takes ten seconds for the largest peer and wins it 2 %.
        compress(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: bytes.length > 500_000 ? 9 : 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
      );
    made.set(path, found);
    return found;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files.test');
    response.setHeader('access-control-allow-origin', '*');
    // So that the page may read how many bytes a file had.
    response.setHeader('timing-allow-origin', '*');
    Promise.resolve()
      .then(() => load(pathname))
      .then(
        (bytes) =>
          response
            .writeHead(200, {
              'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
              'content-encoding': 'br',
              'content-length': bytes.length,
              'cache-control': 'public, max-age=86400',
            })
            .end(bytes),
        () => response.writeHead(404).end('not here'),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    size: async (path) => (await load(path)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
