// The gallery page over HTTP: from its sources for people, built once and kept in memory for checks.

import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { build, createServer, type InlineConfig, type Rolldown, type ViteDevServer } from 'vite';
import { jsx } from '../../scripts/build/jsx.ts';

const COMMON: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  plugins: [jsx()],
};

/**
 * Port 0 is any free one. Listens when it resolves; close it afterwards.
 * @param before the address of another gallery, which is then served below /before/ as well.
 */
export async function serveGallery(port: number, before?: string): Promise<ViteDevServer> {
  const server = await createServer({
    ...COMMON,
    cacheDir: '../../node_modules/.cache/gallery',
    server: {
      port,
      hmr: false,
      watch: null,
      fs: { allow: ['../..'] },
      proxy: before
        ? { '/before/': { target: before, rewrite: (path) => path.slice('/before'.length) } }
        : {},
    },
    optimizeDeps: {
      include: [
        'preact',
        'preact/hooks',
        'preact/jsx-runtime',
        '@preact/signals',
        'marked',
        'dompurify',
      ],
    },
  });
  return server.listen();
}

export interface BuiltGallery {
  /** With a slash at the end. */
  address: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * One request a file instead of one a module: hundreds of pictures are taken of it. Writes nothing to disk.
 * @param root the gallery's folder; another one is an earlier commit's.
 */
export async function serveBuiltGallery(root = import.meta.dirname): Promise<BuiltGallery> {
  const result = await build({
    ...COMMON,
    root,
    base: './',
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'es2022',
      // The panel takes no picture out of an address.
      assetsInlineLimit: 0,
    },
  });
  const [output] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const files = new Map(
    output?.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : file.source,
    ]),
  );
  const server = createHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    // A browser asks for it by itself, and would call a 404 an error of the page.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    });
    response.end(file);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
