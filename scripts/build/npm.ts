// dist/npm: the ES modules and types that `exports` in package.json points to. Libraries are bundled in, so that
// what is installed is what was tested; frameworks are the page's own.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { CONVERSATION, cuts, ENGINE, TOOLS } from './engine.ts';
import { warnLarger } from './fail-open.ts';
import { inlineRuntime, RUNTIME } from './inline-runtime.ts';
import { jsx } from './jsx.ts';
import { minifyChunks } from './minify.ts';
import { writeNotices } from './notices.ts';
import { NPM, ROOT } from './paths.ts';
import { chunksOf, oneChunkFor, sharedConfig } from './shared-config.ts';
import { isAboutNames } from './short-names.ts';
import { writeTypes } from './types.ts';

/** Of pages with the panel: small, in few files, since a visitor fetches them. They share the chats of the page. */
const FOR_PAGES = ['index', 'element', 'react', 'vue', 'svelte', 'signals'];
/** Of servers, programs and chats of one's own: as they are written, for who reads them; a bundler makes them small. */
const TO_READ = ['client', 'server', 'headless', 'testing'];
const ENTRIES = [...FOR_PAGES, ...TO_READ];

/** What every page loads at once; and what the element needs before the engine, which needs it too. */
const PAGE = [
  join(ROOT, 'src/loader/chat.ts'),
  join(ROOT, 'src/tools/tool-error.ts'),
  join(ROOT, 'src/tools/page-state.ts'),
  join(ROOT, 'src/tools/define-tool.ts'),
  join(ROOT, 'src/hooks/chats.ts'),
] as const;
const ATTRIBUTES = [
  join(ROOT, 'src/loader/attributes.ts'),
  join(ROOT, 'src/loader/former-names.ts'),
] as const;

/** Packages of the page's own: two copies of a framework, or of its signals, don't know each other. */
function isOfThePage(name: string, from = ''): boolean {
  if (name === '@preact/signals-core') return from.endsWith('/src/signals.ts');
  return /^(react|react-dom|vue|svelte|svelte\/.*)$/.test(name);
}

/** The bundler's comments name each library's file: by its path from here, which is another on another machine. */
function pathsOfLibraries(): Plugin {
  return {
    name: 'bellhop-paths-of-libraries',
    renderChunk: (code) => ({
      code: code.replace(/^(\/\/(?:#region)? )\S*\/(?=node_modules\/)/gm, '$1'),
      map: null,
    }),
  };
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
  const chunks = [...(await buildForPages()), ...(await buildEntries(TO_READ, []))];
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

async function buildForPages(): Promise<Rolldown.OutputChunk[]> {
  const small = (hasShortNames: boolean) =>
    buildEntries(FOR_PAGES, [inlineRuntime(), minifyChunks(true, hasShortNames)]);
  let chunks: Rolldown.OutputChunk[];
  try {
    chunks = await small(true);
  } catch (error) {
    // A library that has come in whole may have names of its own among those on the list.
    if (!isAboutNames(error)) throw error;
    warnLarger(`${(error as Error).message} No property gets a short name.`);
    chunks = await small(false);
  }
  return chunks.filter(({ name }) => name !== RUNTIME);
}

/** @param small what makes the files small, and few; none: they stay as they are written */
async function buildEntries(
  entries: readonly string[],
  small: readonly Plugin[],
): Promise<Rolldown.OutputChunk[]> {
  const isForPages = small.length > 0;
  return chunksOf(
    await build({
      ...sharedConfig({
        // As a library: an application's build adds a preloader of its own to each import of a part.
        lib: {
          entry: Object.fromEntries(entries.map((name) => [name, join(ROOT, `src/${name}.ts`)])),
          formats: ['es'],
        },
        minify: false,
        // For who steps through it in a debugger. The script for pages has none, nor a line that names one.
        sourcemap: true,
        outDir: NPM,
        rolldownOptions: {
          external: isOfThePage,
          preserveEntrySignatures: isForPages ? 'allow-extension' : 'strict',
          output: {
            format: 'es',
            minify: false,
            entryFileNames: '[name].js',
            hashCharacters: 'base36',
            chunkFileNames: 'chunks/[name]-[hash:7].js',
            // A library is found by its name: where this machine keeps it must not reach the bytes.
            sourcemapPathTransform: (path) => path.replace(/^.*\/(?=node_modules\/)/, ''),
            ...(isForPages
              ? { codeSplitting: oneChunkFor([PAGE, ATTRIBUTES, [ENGINE], CONVERSATION, TOOLS]) }
              : {}),
          },
        },
      }),
      plugins: [jsx(), ...cuts(), pathsOfLibraries(), ...small],
    }),
  );
}
