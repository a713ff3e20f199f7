// The table engine × journey. Each engine's tests write their column beside the others; `node test/engines/table.ts`
// prints them, and `--write` keeps them in docs/engines.md with their date.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'node_modules/.cache/bellhop-engines');
export const DOCUMENT = join(ROOT, 'docs/engines.md');
const TABLE = /<!-- engines: [^>]*-->\n([\s\S]*?)<!-- \/engines -->/;
const ENGINES = ['Chromium', 'Firefox', 'WebKitGTK'];

export type Cell = 'not seen' | 'lacking' | 'held' | 'broken' | 'not possible with its driver';

export interface Column {
  engine: string;
  version: string;
  notes: string[];
  cells: Record<string, Cell>;
}

/** What this run has not seen stays as an earlier one has left it, if that had the same version. */
export function writeColumn(column: Column): void {
  const before = readColumns().find(
    ({ engine, version }) => engine === column.engine && version === column.version,
  );
  const cells = Object.entries(column.cells).map(([title, cell]) => [
    title,
    cell === 'not seen' ? (before?.cells[title] ?? cell) : cell,
  ]);
  const notes = [...new Set([...(before?.notes ?? []), ...column.notes])];
  const date = new Date().toISOString().slice(0, 10);
  const seen: Seen = { ...column, notes, cells: Object.fromEntries(cells), date };
  writeFileSync(join(FOLDER, `${column.engine}.json`), JSON.stringify(seen));
}

interface Seen extends Column {
  date: string;
}

function readColumns(): Seen[] {
  mkdirSync(FOLDER, { recursive: true });
  const files = readdirSync(FOLDER).map((file) => join(FOLDER, file));
  const seen = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Seen);
  return seen.sort((a, b) => ENGINES.indexOf(a.engine) - ENGINES.indexOf(b.engine));
}

const SIGNS: Record<Cell, string> = {
  'not seen': '',
  lacking: 'not held',
  held: '✓',
  broken: 'broken',
  'not possible with its driver': '–',
};

function drawTable(columns: readonly Seen[], titles: readonly string[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const notes = columns.flatMap(({ engine, notes: its }) =>
    its.map((note) => `- ${engine}: ${note}.`),
  );
  return [
    row(['journey', ...columns.map(({ version }) => version)]),
    row(['---', ...columns.map(() => '---')]),
    row(['seen on', ...columns.map(({ date }) => date)]),
    ...titles.map((title) =>
      row([title, ...columns.map(({ cells }) => (cells[title] ? SIGNS[cells[title]] : ''))]),
    ),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

/** The journeys that the document's table has, in its order. */
export function documentedJourneys(): string[] {
  const [, table = ''] = TABLE.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(3)
    .map((line) => line.split(' | ')[0]?.slice(2) ?? '');
}

if (process.argv[1] === import.meta.filename) {
  const columns = readColumns();
  const titles = [...new Set(columns.flatMap(({ cells }) => Object.keys(cells)))];
  const table = drawTable(columns, titles);
  console.log(table);
  if (process.argv.includes('--write')) {
    const text = readFileSync(DOCUMENT, 'utf8');
    const [block = ''] = TABLE.exec(text) ?? [];
    const [head] = block.split('\n');
    writeFileSync(
      DOCUMENT,
      text.replace(TABLE, () => `${head}\n${table}\n<!-- /engines -->`),
    );
  }
}
