// The table server × what was seen. The tests keep what they saw; `node test/app-servers/table.ts` prints it, and `--write` keeps it in
// docs/gateway/apps.md.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APP_SERVERS } from './servers.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/app-servers/seen');
const DOCUMENT = join(ROOT, 'docs/gateway/apps.md');
const TABLE = /<!-- app servers: [^>]*-->\n([\s\S]*?)<!-- \/app servers -->/;

const COLUMNS = [
  'drawn',
  'sized',
  'themed',
  'calls a tool',
  'after a reload',
  'keyboard',
  'notes',
] as const;
export type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

export function writeRow(name: string, cells: Cells): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify({ name, cells }));
}

/** What the document says of a server. */
export function documented(name: string): Cells {
  const [, table = ''] = TABLE.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const cells = row.split('|').slice(2, -1);
  return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]?.trim() ?? '']));
}

function draw(): string {
  mkdirSync(FOLDER, { recursive: true });
  const rows = readdirSync(FOLDER).map(
    (file) =>
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { name: string; cells: Cells },
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['server', ...COLUMNS]),
    line(['---', ...COLUMNS.map(() => '---')]),
    ...APP_SERVERS.map(({ name }) => {
      const row = rows.find((it) => it.name === name);
      return line([name, ...COLUMNS.map((column) => row?.cells[column] ?? '')]);
    }),
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const table = draw();
  console.log(table);
  if (process.argv.includes('--write')) {
    const text = readFileSync(DOCUMENT, 'utf8');
    const start = '<!-- app servers: kept by node test/app-servers/table.ts --write -->';
    writeFileSync(DOCUMENT, text.replace(TABLE, `${start}\n${table}\n<!-- /app servers -->`));
  }
}
