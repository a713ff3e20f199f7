// Tables of Markdown. Pure functions.

import type { Member } from './declarations.ts';

/** A cell's text, in which nothing ends the cell. */
const cell = (text: string): string => text.replaceAll('\n', ' ').replace(/\|/g, '\\|');

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Members with their words; those of one name stand in one row each. */
export function memberTable(members: readonly Member[]): string {
  return table(
    ['member', 'what it does'],
    members.map(({ signature, words }) => [code(signature), words]),
  );
}
