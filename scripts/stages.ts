// What a visitor of the built widget downloads until each stage, as Brotli 11. Knows no budget.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

export function compress(bytes: Buffer): number {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
}
