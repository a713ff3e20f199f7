// What one text has that another has not, line by line; and which other settings of two versions differ. Pure.

import { diffLines } from 'diff';
import type { ServerTool } from '../../gateway/desk-types.ts';
import type { AgentSettings } from './agent-fields.ts';

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Around a change stand so many lines that are the same. */
const AROUND = 2;

export function differenceOf(before: string, after: string): readonly DiffLine[] {
  const lines = diffLines(ended(before), ended(after)).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
  const isNear = (index: number) =>
    lines
      .slice(Math.max(0, index - AROUND), index + AROUND + 1)
      .some(({ kind }) => kind !== 'same');
  return lines.filter((_, index) => isNear(index));
}

/** Without it the last line would differ where another follows it. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The names of settings, besides the instructions, that differ. */
export function changedSettings(before: AgentSettings, after: AgentSettings): readonly string[] {
  return Object.keys(after).filter(
    (name) =>
      name !== 'instructions' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** All that a server says of a tool, as lines. Signs that nobody would see stand as their numbers. */
export function wordsOf({ title, description, input_schema, annotations }: ServerTool['offered']) {
  const parts = { title, description, input_schema, annotations };
  return Object.entries(parts)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => {
      const words = typeof part === 'string' ? part : JSON.stringify(part, null, 2);
      return `${name}: ${visible(words)}`;
    })
    .join('\n');
}

/** Control and format characters, and spaces that aren't the plain one. */
function visible(text: string): string {
  return text.replace(
    /(?![ \n])[\p{C}\p{Z}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  );
}
