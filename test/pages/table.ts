// The table page × promise. The tests write what they saw; `node test/pages/table.ts` prints it, and `--write` keeps it
// in docs/pages.md with its date.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/bellhop-pages');
const DOCUMENT = join(ROOT, 'docs/pages.md');
const TABLE = /<!-- pages: [^>]*-->\n([\s\S]*?)<!-- \/pages -->/;
const OTHER_ENGINES =
  /<!-- pages in other engines: [^>]*-->\n([\s\S]*?)<!-- \/pages in other engines -->/;

export const PROMISES = [
  'looks the same',
  'answers, runs a tool',
  'keeps its keys and wheel',
  'usable beside a modal',
  'isn’t printed',
  'goes along',
  'leaves the page as it was',
  'says nothing in the console',
] as const;
export type Promised = (typeof PROMISES)[number];
/** ✓, “broken”; –: the page has nothing of the kind; or, in words, what is there instead. */
export type Cell = string;

interface Row {
  name: string;
  date: string;
  cells: Record<Promised, Cell>;
}

const fileOf = (name: string): string => join(FOLDER, `${name.replaceAll(/\W+/g, '-')}.json`);

export function writeRow(name: string, cells: Record<Promised, Cell>): void {
  mkdirSync(FOLDER, { recursive: true });
  const row: Row = { name, date: new Date().toISOString().slice(0, 10), cells };
  writeFileSync(fileOf(name), JSON.stringify(row));
}

function readRows(): Row[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
}

function drawTable(rows: readonly Row[], order: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['page', ...PROMISES, 'seen on']),
    line(['---', ...PROMISES.map(() => '---'), '---']),
    ...order.map((name) => {
      const row = rows.find((it) => it.name === name);
      return line([name, ...PROMISES.map((promise) => row?.cells[promise] ?? ''), row?.date ?? '']);
    }),
  ].join('\n');
}

/** The pages that the document's table has, in its order. */
export const documentedPages = (): string[] => firstCells(TABLE).slice(2);

/** Those of the table of other engines. */
export const documentedElsewhere = (): string[] => firstCells(OTHER_ENGINES).slice(3);

function firstCells(block: RegExp): string[] {
  const [, table = ''] = block.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '');
}

if (process.argv[1] === import.meta.filename) {
  const [{ HOST_PAGES }, { drawEngines }] = [
    await import('./hosts.ts'),
    await import('./engines-table.ts'),
  ];
  const names = HOST_PAGES.map(({ name }) => name);
  const tables = [drawTable(readRows(), names), drawEngines(names)];
  console.log(tables.join('\n\n'));
  if (process.argv.includes('--write')) {
    let text = readFileSync(DOCUMENT, 'utf8');
    for (const [at, block] of [TABLE, OTHER_ENGINES].entries()) {
      text = text.replace(block, (whole) => {
        const lines = whole.split('\n');
        return [lines[0], tables[at], lines.at(-1)].join('\n');
      });
    }
    writeFileSync(DOCUMENT, text);
  }
}
