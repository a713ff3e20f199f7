// dist/npm: the ES modules and types that `exports` in package.json points to. Libraries are bundled in, so that
// what is installed is what was tested; frameworks are the page's own.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { jsx } from './jsx.ts';
import { writeNotices } from './notices.ts';
import { NPM, ROOT } from './paths.ts';
import { plainImports } from './plain-imports.ts';
import { chunksOf, sharedConfig } from './shared-config.ts';
import { markedLexer, strictPurify } from './trim-libraries.ts';
import { leanPreact, preactDocument } from './trim-preact.ts';
import { leanValidator } from './trim-validator.ts';
import { writeTypes } from './types.ts';
import { unboundSignals } from './unbound-signals.ts';

const ENTRIES = [
  'index',
  'client',
  'element',
  'react',
  'vue',
  'svelte',
  'signals',
  'server',
  'headless',
  'testing',
];

/** Packages of the page's own: two copies of a framework, or of its signals, don't know each other. */
function isOfThePage(name: string, from = ''): boolean {
  if (name === '@preact/signals-core') return from.endsWith('/src/signals.ts');
  return /^(react|react-dom|vue|svelte|svelte\/.*)$/.test(name);
}

/** Declarations alone: each adds the element to a framework's own list of elements. Importing one does nothing. */
function writeJsx(): void {
  const from = join(ROOT, 'src/jsx');
  const into = join(NPM, 'jsx');
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8');
    writeFileSync(join(into, name), text.replaceAll("/element.ts'", "/element.js'"));
    writeFileSync(join(into, name.replace(/\.d\.ts$/, '.js')), 'export {};\n');
  }
}

export async function buildNpm(): Promise<void> {
  const chunks = chunksOf(
    await build({
      ...sharedConfig({
        // For who steps through it in a debugger. The script for pages has none, nor a line that names one.
        sourcemap: true,
        outDir: NPM,
        rolldownOptions: {
          input: Object.fromEntries(ENTRIES.map((name) => [name, join(ROOT, `src/${name}.ts`)])),
          external: isOfThePage,
          preserveEntrySignatures: 'strict',
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // A library is found by its name: where this machine keeps it must not reach the bytes.
            sourcemapPathTransform: (path) => path.replace(/^.*\/(?=node_modules\/)/, ''),
          },
        },
      }),
      plugins: [
        jsx(),
        plainImports(),
        markedLexer(),
        strictPurify(),
        preactDocument(),
        unboundSignals(),
        leanPreact(),
        leanValidator(),
      ],
    }),
  );
  for (const { fileName, code, map } of chunks) {
    const path = join(NPM, fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    if (map !== null) writeFileSync(`${path}.map`, JSON.stringify(map));
  }
  writeNotices(NPM, chunks);
  await writeTypes(join(ROOT, 'scripts/build/tsconfig.types.json'), NPM, ENTRIES);
  writeJsx();
}
