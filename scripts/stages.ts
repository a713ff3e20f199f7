// What a visitor of the built widget downloads until each stage, and a person at the desk, as Brotli 11. Knows no budget.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { SOON, WITH_A_TOOL } from './build/drop-in.ts';
import { CHUNKS, DIST } from './build/paths.ts';

export interface MeasuredStage {
  name: string;
  /** How many files a visitor has by then. */
  files: number;
  /** Of all of them, compressed. */
  bytes: number;
}

/** Chunks that each stage adds, by their names in the list. Each stage has all the files of those before it. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  launcher: [],
  'until typing': ['engine'],
  'first answer': SOON,
  'first tool': WITH_A_TOOL,
};

type Graphs = Record<string, [string, string][]>;

/** @throws Error where dist/ isn't what this checkout builds */
export async function measureStages(): Promise<MeasuredStage[]> {
  const files = readdirSync(CHUNKS);
  function only(prefix: string): string {
    const [file, ...more] = files.filter((name) => name.startsWith(prefix));
    if (file === undefined || more.length > 0) throw new Error(`There must be one ${prefix}*.js.`);
    return file;
  }
  const { default: later }: { default: Graphs } = await import(
    pathToFileURL(join(CHUNKS, only('chunks-'))).href
  );
  const [, known = '{}'] =
    /\{"known":(.*?),"list":/.exec(readFileSync(join(CHUNKS, only('panel-')), 'utf8')) ?? [];
  const graphs: Graphs = { ...later, ...JSON.parse(known) };
  function filesOf(chunk: string): string[] {
    if (chunk === 'engine') return [only('panel-')];
    const graph = graphs[chunk];
    if (graph === undefined) throw new Error(`The build has no chunk "${chunk}".`);
    return graph.map(([file]) => file);
  }
  const seen = new Set([join(DIST, 'bellhop.js')]);
  return Object.entries(STAGES).map(([name, chunks]) => {
    for (const chunk of chunks) for (const file of filesOf(chunk)) seen.add(join(CHUNKS, file));
    const bytes = [...seen].reduce((sum, path) => sum + compress(readFileSync(path)), 0);
    return { name, files: seen.size, bytes };
  });
}

const DESK = join(DIST, 'desk');
/** What the desk's address names is there with the list; a conversation adds its part and the renderer of answers. */
const DESK_STAGES = {
  'desk: the list': [/\/desk\/(assets\/[^"]+)"/g],
  'desk: a conversation': [
    /import\(["`]\.\/(conversation-[^"`]+)["`]\)/g,
    /import\(["`]\.\/(index-[^"`]+)["`]\)/g,
  ],
} as const;

/** @throws Error where dist/desk isn't what this checkout builds */
export function measureDesk(): MeasuredStage[] {
  const page = readFileSync(join(DESK, 'index.html'), 'utf8');
  const assets = join(DESK, 'assets');
  const seen = new Set<string>();
  let text = page;
  return Object.entries(DESK_STAGES).map(([name, wanted]) => {
    for (const pattern of wanted) {
      const found = [...text.matchAll(pattern)].map(([, file = '']) => basename(file));
      if (found.length === 0) throw new Error(`The desk’s build has nothing like ${pattern}.`);
      for (const file of found) add(file);
    }
    // The parts are named by the first script.
    text = [...seen].map((file) => readFileSync(join(assets, file), 'utf8')).join('\n');
    const bytes = [...seen].reduce(
      (sum, file) => sum + compress(readFileSync(join(assets, file))),
      0,
    );
    return { name, files: seen.size, bytes };
  });

  function add(file: string): void {
    if (seen.has(file)) return;
    seen.add(file);
    const imported = readFileSync(join(assets, file), 'utf8').matchAll(/from["`]\.\/([^"`]+)["`]/g);
    for (const [, other = ''] of imported) add(other);
  }
}

export function compress(bytes: Buffer): number {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
}
