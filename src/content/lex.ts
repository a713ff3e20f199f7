// Guards marked's lexer. For a text that is nested too deeply, has too many marks, or makes the lexer throw, it returns
// null, and the text is shown as it is.

import { type Hooks, Lexer, type Token } from 'marked';
import { ChatTokenizer, maskRuns } from './dialect.ts';
import { maskFormulas } from './formulas.ts';
import { MAX_BLOCK_CHARS, MAX_DEPTH } from './policy.ts';

/** Link definitions by label. Has no prototype. */
export type Definitions = Record<string, { href: string | null; title: string | null }>;

export interface Lexed {
  tokens: Token[];
  /** The definitions that were handed in and those found in the text. */
  definitions: Definitions;
}

/** Remembers which text it reads, for the search for emphasis. */
class ChatLexer extends Lexer {
  source = '';

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    this.source = source;
    return super.inlineTokens(source, tokens);
  }
}

function mask(this: { lexer: ChatLexer }, masked: string): string {
  return maskRuns(maskFormulas(this.lexer.source, masked));
}

const OPTIONS = { gfm: true, breaks: true, hooks: { emStrongMask: mask } as unknown as Hooks };

/** Most marks in a text that the inline lexer tries to pair: its time grows with the square of their number. */
const MAX_MARKS = 1500;
const MARKS = /[*_~`[\]<!]/g;
/** The same for one run of text, a paragraph or an item. Tables get more: their cells are lexed one by one. */
const MAX_RUN_MARKS = 500;
const MAX_TABLE_MARKS = 800;
/** Most lines of one run: unindented lines that continue an item also cost the square of their number. */
const MAX_RUN_LINES = 300;
const LONG_SOURCE_CHARS = 8192;
/** The start of another run: an empty line, an item, a heading. */
const RUN_START = /\n(?=[ \t]*(?:\n|(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]))/;
/** Too many quote and list markers at the start of one line: the lexer recurses once for each. */
const TOO_DEEP = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_DEPTH + 1}}`,
  'm',
);

/** @param isOpen more text may follow, and end what has no end yet. */
export function lex(source: string, given: Definitions, isOpen = false): Lexed | null {
  if (source.length > MAX_BLOCK_CHARS || TOO_DEEP.test(source) || isTooDense(source)) {
    return null;
  }
  try {
    const lexer = new ChatLexer({
      ...OPTIONS,
      tokenizer: new ChatTokenizer(isOpen ? source : null),
    });
    const definitions: Definitions = Object.assign(Object.create(null), given);
    lexer.tokens.links = definitions as typeof lexer.tokens.links;
    const tokens = lexer.lex(source);
    // Callers add up the tokens' lengths to find places in the source, so refuse tokens that don't cover all of it.
    // Not by `reduce`: Prototype 1.6 has put another in its place.
    let total = 0;
    for (const { raw } of tokens) total += raw.length;
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
