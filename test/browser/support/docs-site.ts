// The documents' site, built as `npm run docs -- build` does and served below a path, as any web server would.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Listening, listen } from './listen.ts';
import { run } from './project.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const DOCS = join(ROOT, 'docs');
export const BASE = '/docs/';

/** As they would stand side by side; the second is no site of this test. */
const VERSIONS = [
  { version: 'this one', path: BASE },
  { version: 'an older one', path: '/older/' },
];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** The address of a page, from the server's root. */
export const addressOf = (slug: string): string => `${BASE}${slug === '' ? '' : `${slug}/`}`;

/** Takes a minute or two: the pictures are drawn and the bytes are measured as well. */
export async function serveDocs(): Promise<Listening> {
  if (!existsSync(join(DOCS, 'node_modules/.package-lock.json'))) {
    run('npm', ['ci', '--prefix', DOCS, '--no-audit', '--no-fund', '--prefer-offline'], ROOT);
  }
  run(
    process.execPath,
    [join(DOCS, 'tools/main.ts'), 'build', '--base', BASE, '--versions', '/versions.json'],
    ROOT,
  );
  return listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://docs.test');
    if (pathname === '/versions.json') return void response.end(JSON.stringify(VERSIONS));
    const path = pathname.replace(BASE, '/');
    const file = path.endsWith('/') ? `${path}index.html` : path;
    try {
      if (!pathname.startsWith(BASE)) throw new Error('below another path');
      const bytes = await readFile(join(DOCS, 'dist', file));
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(await readFile(join(DOCS, 'dist/404.html')));
    }
  });
}
