// The table page × other engine in docs/pages.md. The tests write what they saw; table.ts prints and keeps it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Engine } from '../engines/hand.ts';
import type { Promised } from './table.ts';

const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/bellhop-pages-engines');
const ENGINES = ['Firefox'];

interface Column {
  version: string;
  /** By page, what did not hold. */
  visits: Record<string, { date: string; broken: Promised[] }>;
}

const fileOf = (engine: string): string => join(FOLDER, `${engine}.json`);
const readColumn = (engine: string): Column =>
  existsSync(fileOf(engine))
    ? JSON.parse(readFileSync(fileOf(engine), 'utf8'))
    : { version: engine, visits: {} };

/** Another version begins anew. */
export function writeVisit(engine: Engine, page: string, broken: Promised[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const before = readColumn(engine.name);
  const visits = before.version === engine.version() ? before.visits : {};
  visits[page] = { date: new Date().toISOString().slice(0, 10), broken };
  writeFileSync(fileOf(engine.name), JSON.stringify({ version: engine.version(), visits }));
}

export function drawEngines(order: readonly string[]): string {
  const columns = ENGINES.map(readColumn);
  const cellOf = ({ visits }: Column, page: string): string => {
    const visit = visits[page];
    if (visit === undefined) return '';
    return visit.broken.length === 0 ? '✓' : `broken: ${visit.broken.join('; ')}`;
  };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const dates = columns.map(({ visits }) =>
    [...new Set(Object.values(visits).map(({ date }) => date))].sort().join(', '),
  );
  return [
    line(['page', ...columns.map(({ version }) => version)]),
    line(['---', ...columns.map(() => '---')]),
    line(['seen on', ...dates]),
    ...order.map((page) => line([page, ...columns.map((column) => cellOf(column, page))])),
  ].join('\n');
}
