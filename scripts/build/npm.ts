// dist/npm: the ES modules and types that `exports` in package.json points to. Libraries are bundled in, so that
// what is installed is what was tested.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { writeNotices } from './notices.ts';
import { NPM, ROOT } from './paths.ts';
import { run } from './run.ts';
import { chunksOf, sharedConfig } from './shared-config.ts';
import { preactDocument } from './trim-libraries.ts';

const ENTRIES = ['index', 'client', 'element'];

export async function buildNpm(): Promise<void> {
  const chunks = chunksOf(
    await build({
      ...sharedConfig({
        rolldownOptions: {
          input: Object.fromEntries(ENTRIES.map((name) => [name, join(ROOT, `src/${name}.ts`)])),
          preserveEntrySignatures: 'strict',
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
        },
      }),
      plugins: [preactDocument()],
    }),
  );
  for (const { fileName, code } of chunks) {
    const path = join(NPM, fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  writeNotices(NPM, chunks);
  await writeTypes();
}

const SPECIFIER = /((?:from|import)\s*\(?['"])(\.[^'"]+?)\.tsx?(['"])/g;

async function writeTypes(): Promise<void> {
  await run(join(ROOT, 'node_modules/.bin/tsc'), [
    '-p',
    join(ROOT, 'scripts/build/tsconfig.types.json'),
    '--outDir',
    NPM,
  ]);
  const files = readdirSync(NPM, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(NPM, name));
  const texts = new Map(
    files.map((path) => [path, readFileSync(path, 'utf8').replace(SPECIFIER, '$1$2.js$3')]),
  );
  const wanted = new Set<string>();
  const want = (path: string): void => {
    const text = texts.get(path);
    if (text === undefined || wanted.has(path)) return;
    wanted.add(path);
    for (const [, specifier = ''] of text.matchAll(
      /(?:from|import)\s*\(?['"](\.[^'"]+)\.js['"]/g,
    )) {
      want(join(dirname(path), `${specifier}.d.ts`));
    }
  };
  for (const name of ENTRIES) want(join(NPM, `${name}.d.ts`));
  for (const [path, text] of texts) {
    if (wanted.has(path)) writeFileSync(path, text);
    else rmSync(path);
  }
  for (const name of ENTRIES) {
    if (!wanted.has(join(NPM, `${name}.d.ts`))) {
      throw new Error(`The build has no types of ${relative(ROOT, NPM)}/${name}.js.`);
    }
  }
}
