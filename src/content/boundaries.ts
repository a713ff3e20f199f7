// Finds the blocks of a growing text that later text can't change any more. All drawing of streams relies on it: a
// block closed too early would look different from the same block in the whole text.

import type { Token, Tokens } from 'marked';

const FENCE = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,}(?!~))([^\n]*)\n/;
const MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/;

export interface Boundary {
  /** The number of finished tokens, from the first one on. */
  finished: number;
  /** The place in the source where they end. */
  end: number;
  /** A fenced block begins at `end`, and its opening line is whole. */
  isFence: boolean;
}

/** @param lexAgain lexes another piece of the same text; null if it can't. */
export function findBoundary(
  source: string,
  tokens: readonly Token[],
  lexAgain: (source: string) => readonly Token[] | null,
): Boundary {
  const places = placesOf(tokens);
  const at = (index: number): number => places[index] ?? source.length;

  /** Only whole lines may end a paragraph: from a lone "-" under "2. x" marked makes one list of both lines. */
  const endsParagraph = (index: number): boolean => {
    if (tokens[index]?.type === 'paragraph') return false;
    if (source.endsWith('\n')) return true;
    const whole = lexAgain(source.slice(0, source.lastIndexOf('\n') + 1))?.[index - 1];
    return whole?.raw.trimEnd() === tokens[index - 1]?.raw.trimEnd();
  };

  // A block ends the one before it only once its own first line is whole: "#" may become "#tag".
  const isFirm = (index: number): boolean => {
    const token = tokens[index];
    if (!token || token.type === 'space') return false;
    const before = tokens[index - 1]?.type;
    // This line may be the title of the definition before it.
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

/** Counts the items of an open list that are ended by a next item; `end`: where that one begins. */
export function findFinishedItems(
  source: string,
  { items }: Tokens.List,
): { finished: number; end: number } {
  const places = placesOf(items);
  let finished = items.length - 1;
  while (finished > 0 && !source.slice(places[finished]).includes('\n')) finished--;
  return { finished: Math.max(0, finished), end: places[finished] ?? 0 };
}

/** Two lists with the same kind (the bullet, or the sign behind the number) are one list. */
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
  /** Matches what may become that line. */
  begins: RegExp;
}

/** Reads a source that begins with a fence's opening line. */
export function readFenceOpener(source: string): FenceOpener {
  const [line = '', indent = '', marks = '', info = ''] = FENCE.exec(source) ?? [];
  const mark = marks.startsWith('~') ? '~' : '`';
  const closing = new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*$`);
  const begins = new RegExp(`^ {0,3}${mark}+$`);
  return { line, indent: indent.length, info, closing, begins };
}

function placesOf(pieces: readonly { raw: string }[]): number[] {
  let offset = 0;
  return pieces.map(({ raw }) => {
    const place = offset;
    offset += raw.length;
    return place;
  });
}
