// What each module weighs, for `npm run size -- --by-module`: of every chunk that a conversation with a tool needs, the
// modules minified and compressed one by one. A sum of them is more than the chunk, in which they share their words.

import { relative } from 'node:path';
import { minifySync } from 'vite';
import { buildChunks } from './build/drop-in.ts';
import { ROOT } from './build/paths.ts';

const WANTED = /^(panel|core|rows|engine|tools)-/;

/** @param compress bytes of a text as they are sent. */
export async function printModules(compress: (text: string) => number): Promise<void> {
  const { chunks } = await buildChunks();
  const rows = chunks
    .filter(({ fileName }) => WANTED.test(fileName))
    .flatMap(({ name, modules }) =>
      Object.entries(modules).map(([id, { code }]) => ({
        chunk: name,
        module: relative(ROOT, id.replaceAll('\0', '')),
        bytes: compress(minify(code ?? '')),
      })),
    );
  console.table(rows.sort((a, b) => b.bytes - a.bytes));
}

/** What nothing uses here, another module may. */
function minify(code: string): string {
  return minifySync('module.js', code, {
    module: true,
    mangle: { toplevel: true },
    compress: { target: 'es2022', unused: false },
  }).code;
}
