// Where a text that still grows has blocks that can't change any more. Everything else about streaming rests
// on this: a block that is closed too early would not be what the whole text makes of it.

import type { Token, Tokens } from 'marked';

const FENCE = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/;
const MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/;

export interface Boundary {
  /** So many tokens from the first one are finished. */
  finished: number;
  /** Place in the source where they end. */
  end: number;
  /** There a fenced block begins, whose opening line is whole. */
  isFence: boolean;
}

/** `lexAgain` reads another piece of the same text, or gives null. */
export function findBoundary(
  source: string,
  tokens: readonly Token[],
  lexAgain: (source: string) => readonly Token[] | null,
): Boundary {
  const places = placesOf(tokens);
  const at = (index: number): number => places[index] ?? source.length;

  /** Nothing but whole lines may end a paragraph: "-" under "2. x" makes marked see a list in both. */
  const endsParagraph = (index: number): boolean => {
    if (tokens[index]?.type === 'paragraph') return false;
    if (source.endsWith('\n')) return true;
    const whole = lexAgain(source.slice(0, source.lastIndexOf('\n') + 1))?.[index - 1];
    return whole?.raw.trimEnd() === tokens[index - 1]?.raw.trimEnd();
  };

  // A block's first line must be whole before it ends the one before it: "#" may become "#tag".
  const isFirm = (index: number): boolean => {
    const token = tokens[index];
    if (!token || token.type === 'space') return false;
    const before = tokens[index - 1]?.type;
    // The title of a definition may follow on the next line.
    if (before === 'def' && /^\s*["'(]/.test(token.raw)) return false;
    if (before === 'paragraph' && !endsParagraph(index)) return false;
    return source.slice(at(index)).replace(/^\n+/, '').includes('\n');
  };

  let finished = tokens.length - 1;
  while (finished > 0 && !isFirm(finished)) finished--;
  const fence = tokens.findIndex(
    ({ type }, index) =>
      index <= finished && type === 'code' && FENCE.test(source.slice(at(index))),
  );
  const isFence = fence !== -1;
  if (isFence) finished = fence;
  return { finished: Math.max(0, finished), end: at(Math.max(0, finished)), isFence };
}

/** Items of an open list that the next one has ended, and where that one begins. */
export function findFinishedItems(
  source: string,
  { items }: Tokens.List,
): { finished: number; end: number } {
  const places = placesOf(items);
  let finished = items.length - 1;
  while (finished > 0 && !source.slice(places[finished]).includes('\n')) finished--;
  return { finished: Math.max(0, finished), end: places[finished] ?? 0 };
}

/** What lists must share to be one: the bullet, or the sign behind the number. */
export function listKind(token: Tokens.List): string {
  const marker = MARKER.exec(token.raw)?.[0].trim() ?? '';
  return token.ordered ? `ol${marker.at(-1)}` : `ul${marker}`;
}

export interface FenceOpener {
  line: string;
  indent: number;
  info: string;
  /** Matches the line that ends the block. */
  closing: RegExp;
}

/** Of a source that begins with a fence's opening line. */
export function readFenceOpener(source: string): FenceOpener {
  const [line = '', indent = '', marks = '', info = ''] = FENCE.exec(source) ?? [];
  const mark = marks.startsWith('~') ? '~' : '`';
  const closing = new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*$`);
  return { line, indent: indent.length, info, closing };
}

function placesOf(pieces: readonly { raw: string }[]): number[] {
  let offset = 0;
  return pieces.map(({ raw }) => {
    const place = offset;
    offset += raw.length;
    return place;
  });
}
