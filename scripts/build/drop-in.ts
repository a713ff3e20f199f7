// The drop-in: dist/bellhop.js (classic script, launcher only) and dist/bellhop/*.js (the engine and its lazy
// chunks). Made in three steps, since each names the next one's hash: chunks, their list, the engine, the script.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { CONVERSATION, cuts, ENGINE, TOOLS } from './engine.ts';
import { warnLarger } from './fail-open.ts';
import { inlineRuntime, RUNTIME } from './inline-runtime.ts';
import { hashOf } from './integrity.ts';
import { jsx } from './jsx.ts';
import { lazyImports } from './lazy-imports.ts';
import { minifyChunks, minifyLauncher } from './minify.ts';
import { writeNotices } from './notices.ts';
import { DIST, ROOT } from './paths.ts';
import { chunksOf, oneChunkFor, sharedConfig } from './shared-config.ts';
import { isAboutNames } from './short-names.ts';

/** Chunks that every conversation needs. */
export const SOON = ['widget/core', 'ui/parts/rows'];
/** Chunks that a conversation with a tool needs besides. */
export const WITH_A_TOOL = ['widget/tool-work', 'ui/parts/tools'];
/** Chunks whose files the engine itself names. All others stand in a list, which is fetched when the first is needed. */
const KNOWN = [...SOON, ...WITH_A_TOOL];
/** Languages have a list of their own, so that an English page doesn't fetch it. */
const LANGUAGE = /^i18n\/locales\//;
/** Where the engine has them, once it is made. */
const CHUNKS_PLACE = '__BELLHOP_CHUNKS__';

export interface BuildChoice {
  /** Each chunk holds its own map too; its code is the same. */
  hasMaps?: boolean;
  /** The libraries go in whole, as they do where a release is written otherwise than their cuts say. */
  isWhole?: boolean;
}

/** The engine and its chunks, in memory; `sources`: the file of each chunk's name. */
export async function buildChunks(choice: BuildChoice = {}) {
  try {
    return await buildOnce(choice, true);
  } catch (error) {
    // A library that has come in whole may have names of its own among those on the list.
    if (!isAboutNames(error)) throw error;
    warnLarger(`${(error as Error).message} No property gets a short name.`);
    return buildOnce(choice, false);
  }
}

async function buildOnce(
  { hasMaps = false, isWhole = false }: BuildChoice,
  hasShortNames: boolean,
) {
  const { plugin, sources } = lazyImports();
  const chunks = chunksOf(
    await build({
      ...sharedConfig({
        // A library, since an application's build adds a preloader of its own, which checks no hashes.
        lib: { entry: { panel: ENGINE }, formats: ['es'] },
        sourcemap: hasMaps && 'hidden',
        rolldownOptions: {
          // The validator lies beside the runner, in one file, so importing it both ways is meant.
          checks: { ineffectiveDynamicImport: false },
          // Shared parts are exported from the engine itself, not from a chunk behind it.
          preserveEntrySignatures: 'allow-extension',
          output: {
            minify: false,
            codeSplitting: oneChunkFor([[ENGINE], CONVERSATION, TOOLS]),
            // Short, of few letters: the script is counted byte by byte, and has this name in it.
            hashCharacters: 'base36',
            entryFileNames: '[name]-[hash:6].js',
            chunkFileNames: '[name]-[hash].js',
          },
        },
      }),
      plugins: [
        jsx(),
        ...(isWhole ? [] : cuts()),
        plugin,
        inlineRuntime(),
        minifyChunks(hasMaps, hasShortNames),
      ],
      define: {
        'process.env.NODE_ENV': '"production"',
        BELLHOP_CHUNKS: CHUNKS_PLACE,
      },
    }),
  );
  return { chunks, sources };
}

/** @param into dist, or a folder of the gateway's package. */
export async function buildDropIn(into: string = DIST, choice: BuildChoice = {}): Promise<void> {
  const folder = join(into, 'bellhop');
  const { chunks, sources } = await buildChunks(choice);
  const engine = chunks.find((chunk) => chunk.facadeModuleId === ENGINE);
  if (engine === undefined) throw new Error('The build has no engine.');
  if (engine.imports.length > 0) {
    throw new Error(`The engine must be one file, but imports ${engine.imports.join(', ')}.`);
  }

  mkdirSync(folder, { recursive: true });
  const others = chunks.filter((chunk) => chunk !== engine && chunk.name !== RUNTIME);
  for (const { fileName, code } of others) writeFileSync(join(folder, fileName), code);

  const all = Object.entries(graphs(others, sources));
  const known = Object.fromEntries(all.filter(([name]) => KNOWN.includes(name)));
  const languages = all.filter(([name]) => LANGUAGE.test(name));
  const later = all.filter(([name]) => !KNOWN.includes(name) && !LANGUAGE.test(name));

  // The engine's name was made from the names of the chunks; but not from those of languages, which only a list has.
  const code = engine.code.replace(CHUNKS_PLACE, () =>
    JSON.stringify({
      known,
      list: writeList(folder, 'chunks', later),
      languages: writeList(folder, 'languages', languages),
    }),
  );
  writeFileSync(join(folder, engine.fileName), code);

  const [script] = chunksOf(
    await build({
      ...sharedConfig({
        lib: { entry: join(ROOT, 'src/loader/main.ts'), formats: ['iife'], name: 'bellhopScript' },
      }),
      define: {
        BELLHOP_ENGINE: JSON.stringify(engine.fileName),
        BELLHOP_ENGINE_HASH: JSON.stringify(hashOf(code, 'sha256')),
      },
    }),
  );
  if (script === undefined) throw new Error('The build has no script.');
  writeFileSync(join(into, 'bellhop.js'), await minifyLauncher(script.code));
  writeNotices(into, [...others, engine, script]);
}

type Graph = [file: string, integrity: string][];

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/** For each lazy chunk all files that it needs beyond the engine, itself last. */
function graphs(
  chunks: readonly Rolldown.OutputChunk[],
  sources: ReadonlyMap<string, string>,
): Record<string, Graph> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (file: string, into: Map<string, string>): void => {
    const chunk = byFile.get(file);
    if (chunk === undefined || into.has(file)) return;
    for (const next of chunk.imports) collect(next, into);
    into.set(file, hashOf(chunk.code, 'sha256'));
  };
  const result: Record<string, Graph> = {};
  // By name, since the bundler meets the sources in any order.
  for (const [name, source] of [...sources].sort(byName)) {
    const chunk = chunks.find((candidate) => candidate.moduleIds.includes(source));
    // A module that is imported statically somewhere else too is part of the engine.
    if (chunk === undefined) continue;
    const files = new Map<string, string>();
    collect(chunk.fileName, files);
    result[name] = [...files];
  }
  return result;
}

/** @returns its file and its hash. */
function writeList(
  folder: string,
  name: string,
  entries: readonly (readonly [string, Graph])[],
): Graph[number] {
  const code = `export default ${JSON.stringify(Object.fromEntries(entries))}`;
  const hash = hashOf(code, 'sha256');
  const file = `${name}-${fileHash(hash)}.js`;
  writeFileSync(join(folder, file), code);
  return [file, hash];
}

function fileHash(integrity: string): string {
  return integrity.slice(7).replace(/[^\w]/g, '').slice(0, 8);
}
