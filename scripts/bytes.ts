// What a visitor downloads, stage by stage, as Brotli 11, against bench/budget.json. Ends with 1 where a stage is over
// its limit. `--record` keeps the numbers of now as those to compare with, and half a per cent more as the limits: for a
// commit that says why a stage has grown. `--by-room` tells what each room costs at each stage, `--by-module` what each
// module weighs by itself.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { SOON, WITH_A_TOOL } from './build/drop-in.ts';
import { CHUNKS, DIST, ROOT } from './build/paths.ts';

interface Stage {
  name: string;
  /** Chunks that this stage adds, by their names in the list. */
  chunks: readonly string[];
}

/** Each stage has all the files of those before it. */
const STAGES: readonly Stage[] = [
  { name: 'launcher', chunks: [] },
  { name: 'until typing', chunks: ['engine'] },
  { name: 'first answer', chunks: SOON },
  { name: 'first tool', chunks: WITH_A_TOOL },
];

interface Budget {
  /** Bytes; more fails. */
  limit: number;
  /** Bytes to aim at. */
  goal: number;
  /** Bytes when last recorded. */
  recorded: number;
}

/** How much a stage may grow before somebody has to say why. The build is a function of the sources, so it needs no more. */
const ROOM = 0.005;
const BUDGET_FILE = join(ROOT, 'bench/budget.json');
const budgets: Record<string, Budget> = JSON.parse(readFileSync(BUDGET_FILE, 'utf8'));

const files = readdirSync(CHUNKS);
type Graphs = Record<string, [string, string][]>;
const { default: later }: { default: Graphs } = await import(
  pathToFileURL(join(CHUNKS, only('chunks-'))).href
);
const [, known = '{}'] =
  /\{"known":(.*?),"list":/.exec(readFileSync(join(CHUNKS, only('panel-')), 'utf8')) ?? [];
const graphs: Graphs = { ...later, ...JSON.parse(known) };

const seen = new Set([join(DIST, 'bellhop.js')]);
let isOver = false;
const rows: Record<string, Record<string, string | number>> = {};
for (const { name, chunks } of STAGES) {
  for (const chunk of chunks) for (const file of filesOf(chunk)) seen.add(join(CHUNKS, file));
  const bytes = [...seen].reduce((sum, path) => sum + compressed(path), 0);
  const budget = budgets[name];
  if (budget === undefined) throw new Error(`bench/budget.json says nothing of "${name}".`);
  const change = bytes - budget.recorded;
  rows[name] = {
    files: seen.size,
    bytes,
    change: change > 0 ? `+${change}` : change,
    limit: budget.limit,
    goal: budget.goal,
    verdict: bytes > budget.limit ? 'OVER' : bytes > budget.goal ? 'above its goal' : 'good',
  };
  if (bytes > budget.limit) isOver = true;
  if (process.argv.includes('--record')) {
    budget.recorded = bytes;
    const limit = Math.floor(bytes * (1 + ROOM));
    // A stage that has reached its goal keeps it.
    budget.limit = bytes > budget.goal ? limit : Math.min(limit, budget.goal);
  }
}
console.table(rows);
if (process.argv.includes('--record')) {
  writeFileSync(BUDGET_FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}
if (isOver) {
  console.error(
    'A stage is over its limit. Make it smaller, or run `npm run size -- --record` and say in the commit why it grew.',
  );
  process.exitCode = 1;
}

if (process.argv.includes('--by-room')) {
  const { printRooms } = await import('./by-room.ts');
  await printRooms((text) => compress(Buffer.from(text)), process.argv.includes('--record'));
}

if (process.argv.includes('--by-module')) {
  const { printModules } = await import('./by-module.ts');
  await printModules((text) => compress(Buffer.from(text)));
}

function filesOf(chunk: string): string[] {
  if (chunk === 'engine') return [only('panel-')];
  const graph = graphs[chunk];
  if (graph === undefined) throw new Error(`The build has no chunk "${chunk}".`);
  return graph.map(([file]) => file);
}

function only(prefix: string): string {
  const [file, ...more] = files.filter((name) => name.startsWith(prefix));
  if (file === undefined || more.length > 0) throw new Error(`There must be one ${prefix}*.js.`);
  return file;
}

function compressed(path: string): number {
  return compress(readFileSync(path));
}

function compress(bytes: Buffer): number {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
}
