// Rows as a table for a terminal: one line each, columns as wide as they need to be.

import type { BenchRow } from './row.ts';

const HEAD = ['', 'what', 'measured', 'beside', 'ratio', 'target'] as const;

export function formatTable(rows: readonly BenchRow[]): string {
  const lines = [
    [...HEAD],
    ...rows.map((row) => [
      row.must === 'shown' ? '' : row.isMet ? 'met' : 'NOT MET',
      row.what,
      row.value,
      row.reference ?? '',
      row.ratio ?? '',
      row.must === 'shown' ? '' : row.must,
    ]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column]))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const widthOf = (cell: string | undefined): number => [...(cell ?? '')].length;
