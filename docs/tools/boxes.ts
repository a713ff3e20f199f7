// Puts each table and drawing of a page into a box, which says how it is laid out where room is short: styles.css has the
// layouts. Pure functions over Markdown.

import { outsideCode, plain } from './markdown.ts';

/** A first column of names that are no longer than this stands in one line; longer ones may break. In characters. */
const LONGEST_NAME = 26;
/** A cell that is longer is prose, which wants the whole width of a phone. In characters. */
const PROSE = 40;

/** A table or drawing that is wider than its window is scrolled by itself, and the page isn't. */
export function boxWide(text: string): string {
  return outsideCode(text)
    .map((part) =>
      part.isCode
        ? part.text
        : part.text
            .replace(/(?:^\|.*\n?)+/gm, (table) => box(tableBox(table), table))
            .replace(/^!\[.*\]\(\S+\.svg\)$/gm, (drawing) => box('class="drawing"', drawing)),
    )
    .join('');
}

/** A blank line ends a block of HTML, so that what stands in it is Markdown again. */
const box = (attributes: string, text: string): string =>
  `<div ${attributes}>\n\n${text.trimEnd()}\n\n</div>\n`;

/** A bar within a cell is written with a backslash. */
const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plain(cell));

/** Whether a piece of code can't be broken at a blank, a slash or a hyphen before it is longer than a name. */
const hasLongCode = (table: string): boolean =>
  [...table.matchAll(/`([^`]+)`/g)].some(([, code = '']) =>
    code.split(/[\s/-]/).some((piece) => piece.length > LONGEST_NAME),
  );

function tableBox(table: string): string {
  const [head = [], , ...rows] = table.trimEnd().split('\n').map(cellsOf);
  const names = rows.flatMap(([first = '']) => first.split(', '));
  const isNamed = names.every((name) => name.length <= LONGEST_NAME);
  const hasProse = rows.some(([, ...others]) => others.some((words) => words.length > PROSE));
  const hasLabels = head.length > 2;
  const classes = ['table'];
  if (hasLongCode(table)) classes.push('long');
  if (isNamed) classes.push('named');
  if (head.length > 3) classes.push('wide');
  // On a phone each row is a block of lines then, and each line begins with the name of its column.
  const isStacked = hasProse && (hasLabels || !isNamed);
  if (isStacked) classes.push('stacked');
  const name = `class="${classes.join(' ')}"`;
  if (!isStacked || !hasLabels) return name;
  const labels = head.map((word, at) => `--column-${at + 1}: '${word.replaceAll("'", '’')}:'`);
  return `${name} style="${labels.join('; ')}"`;
}
