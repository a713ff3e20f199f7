// marked's lexer behind guards: a text that is too deep, too dense or that makes it throw comes back as
// null, and is shown as it stands.

import { Lexer, type Token } from 'marked';
import { MAX_BLOCK_CHARS, MAX_DEPTH } from './policy.ts';

/** Link definitions by label, without a prototype. */
export type Definitions = Record<string, { href: string | null; title: string | null }>;

export interface Lexed {
  tokens: Token[];
  /** Those that were given and those found. */
  definitions: Definitions;
}

const OPTIONS = { gfm: true, breaks: true };

/** Marks that the inline lexer tries to pair: its time grows with their square. */
const MAX_MARKS = 1500;
const MARKS = /[*_~`[\]<!]/g;
/** The same for what is lexed as one: a paragraph, an item. Cells of a table are lexed one by one. */
const MAX_RUN_MARKS = 500;
const MAX_TABLE_MARKS = 800;
/** Lines that go on with an item without being indented cost the square of their number, too. */
const MAX_RUN_LINES = 300;
const LONG_SOURCE_CHARS = 8192;
/** Where another run begins: an empty line, an item, a heading. */
const RUN_START = /\n(?=[ \t]*(?:\n|(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]))/;
/** Quote and list markers at the start of one line; each is a level of the lexer's recursion. */
const TOO_DEEP = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_DEPTH + 1}}`,
  'm',
);

export function lex(source: string, given: Definitions): Lexed | null {
  if (source.length > MAX_BLOCK_CHARS || TOO_DEEP.test(source) || isTooDense(source)) {
    return null;
  }
  try {
    const lexer = new Lexer(OPTIONS);
    const definitions: Definitions = Object.assign(Object.create(null), given);
    lexer.tokens.links = definitions as typeof lexer.tokens.links;
    const tokens = lexer.lex(source);
    // Places in the source are found by adding up: a lexer that drops a character must not be believed.
    const total = tokens.reduce((sum, { raw }) => sum + raw.length, 0);
    return total === source.length ? { tokens, definitions } : null;
  } catch {
    return null;
  }
}

function isTooDense(source: string): boolean {
  if (count(source, MARKS) > MAX_MARKS) return true;
  const isLong = source.length > LONG_SOURCE_CHARS;
  return source.split(RUN_START).some((run) => {
    const most = /^\s*\|/.test(run) ? MAX_TABLE_MARKS : MAX_RUN_MARKS;
    return count(run, MARKS) > most || (isLong && count(run, /\n/g) > MAX_RUN_LINES);
  });
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) found++;
  return found;
}
