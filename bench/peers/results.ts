// What a run has found, as data, and as the Markdown of bench/results.md. Knows nothing of how it was measured.

import { CONTESTANTS, type ContestantId } from './contestants.ts';
import { type Cell, type Figure, isFigure } from './sample.ts';

export interface Row {
  what: string;
  unit: 'ms' | 'KB' | 'MB' | '×' | '';
  cells: Partial<Record<ContestantId, Cell>>;
  /** What is asked of Bellhop; null: the row is only shown. */
  goal: { text: string; isMet: boolean } | null;
  /** Which way is better; by default less. */
  isMoreBetter?: boolean;
}

export interface GroupResult {
  rows: Row[];
  /** When, and how busy the machine was, since groups can be measured one at a time. */
  at: string;
  load: number;
}

export interface Results {
  browser: string;
  machine: string;
  versions: Partial<Record<ContestantId, string>>;
  groups: Record<string, GroupResult>;
}

export interface GroupText {
  name: string;
  title: string;
  /** How it is measured, and where the contestants do different work. */
  how: string;
}

const HEAD = `# Bellhop beside other chats

Written by \`npm run bench -- peers\`; don't edit it by hand. [README.md](README.md#beside-peers) says how each row is
measured. A cell is the median of n values, with the quartiles (below eight values: the least and the greatest) in
brackets, and then the ratio to Bellhop's. **Bold** is a figure that is better than Bellhop's. A goal is what this
project asks of itself. “Plain DOM” is the floor: a page of thirty lines that shows text and can do nothing else.
`;

export function formatResults(results: Results, groups: readonly GroupText[]): string {
  const lines = [
    HEAD,
    `${results.browser}; ${results.machine}.`,
    '',
    '| chat | version | what it does for its bytes |',
    '| --- | --- | --- |',
    ...CONTESTANTS.map(
      ({ id, name, does }) =>
        `| ${name} | ${results.versions[id] ?? 'this repository'} | ${does} |`,
    ),
  ];
  for (const { name, title, how } of groups) {
    const found = results.groups[name];
    if (found === undefined) continue;
    lines.push('', `## ${title}`, '', how, '', ...tableOf(found.rows));
    lines.push('', `\`${name}\`, ${found.at}, load ${found.load.toFixed(1)}.`);
  }
  const missing = groups.filter(({ name }) => results.groups[name] === undefined);
  if (missing.length > 0) {
    lines.push('', '## Not measured yet', '');
    for (const { name, title } of missing) {
      lines.push(`- ${title}: \`npm run bench -- peers --only ${name}\``);
    }
  }
  return `${lines.join('\n')}\n`;
}

function tableOf(rows: readonly Row[]): string[] {
  const ids = CONTESTANTS.map(({ id }) => id).filter((id) => rows.some(({ cells }) => cells[id]));
  const names = ids.map((id) => CONTESTANTS.find((one) => one.id === id)?.name ?? id);
  const reasons: string[] = [];
  const cellOf = (row: Row, id: ContestantId): string => {
    const cell = row.cells[id];
    if (isFigure(cell)) return formatCell(row, id, cell);
    const reason = `${names[ids.indexOf(id)]}: ${cell?.absent ?? 'not measured in this run, which it failed or took too long for'}`;
    if (!reasons.includes(reason)) reasons.push(reason);
    return `– ${superscript(reasons.indexOf(reason) + 1)}`;
  };
  const body = rows.map((row) => {
    const goal = row.goal === null ? '' : `${row.goal.text}: ${row.goal.isMet ? 'met' : 'NOT MET'}`;
    return `| ${row.what} | ${ids.map((id) => cellOf(row, id)).join(' | ')} | ${goal} |`;
  });
  return [
    `| | ${names.join(' | ')} | goal |`,
    `| --- |${' --- |'.repeat(ids.length)} --- |`,
    ...body,
    ...(reasons.length === 0 ? [] : ['']),
    ...reasons.map(
      (reason, index) =>
        `${superscript(index + 1)} ${reason}.${index + 1 < reasons.length ? '<br>' : ''}`,
    ),
  ];
}

function formatCell(row: Row, id: ContestantId, { n, median, low, high }: Figure): string {
  const own = row.cells.bellhop;
  const base = isFigure(own) ? own.median : null;
  const isBetter =
    id !== 'bellhop' &&
    base !== null &&
    (row.isMoreBetter === true ? median > base : median < base);
  const value = `${formatNumber(median)}${row.unit === '' ? '' : ` ${row.unit}`}`;
  const spread = n === 1 ? '' : ` (${formatNumber(low)}–${formatNumber(high)}, n ${n})`;
  const ratio =
    id === 'bellhop' || base === null || base <= 0 ? '' : `, ${formatNumber(median / base)} ×`;
  return `${isBetter ? `**${value}**` : value}${spread}${ratio}`;
}

/** As many digits as mean something. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en');
  if (size >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2).replace(/^-(?=[0.]+$)/, '');
}

const superscript = (number: number): string =>
  [...String(number)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
