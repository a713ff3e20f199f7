// Writes what is heard into the visitor's message, at the place where they were writing. What they change meanwhile stays:
// words that they have seen and edited aren't written again. Knows no browser and no panel.

import type { SpokenResult } from './recognition.ts';

/** Where the message stands, and the place in it. */
export interface Field {
  read(): { text: string; start: number; end: number };
  /** `caret`: behind what was said. */
  write(text: string, caret: number): void;
}

export interface Writer {
  /** All that was heard since the beginning, in the browser's latest understanding. */
  heard(results: ArrayLike<SpokenResult>): void;
  /** What stands there by now is not what this wrote last: the visitor has sent, cleared or edited it. */
  isChanged(): boolean;
}

/** Scripts that are written without spaces between words. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u;

export function createWriter(field: Field): Writer {
  let { text: written, start, end } = field.read();
  let before = written.slice(0, start);
  let after = written.slice(end);
  /** By result: how much of it belongs to the visitor by now, and how long it was when it was written last. */
  let taken: number[] = [];
  let lengths: number[] = [];

  const isChanged = (): boolean => field.read().text !== written;

  return {
    isChanged,
    heard(results) {
      if (isChanged()) {
        ({ text: written, start, end } = field.read());
        before = written.slice(0, start);
        after = written.slice(end);
        taken = lengths;
      }
      const pieces = Array.from(results).map((result) => result[0]?.transcript ?? '');
      let said = '';
      const fresh = pieces.map((piece, index) => piece.slice(taken[index] ?? 0));
      for (const piece of fresh) said = join(said, piece);
      lengths = pieces.map(({ length }) => length);
      const upTo = join(before, said);
      written = said === '' ? before + after : join(upTo, after);
      field.write(written, upTo.length);
    },
  };
}

/** Joins two texts: with a space where two words would run together, unless their script writes none (DENSE). */
function join(left: string, right: string): string {
  const [end = ''] = left.match(/.$/su) ?? [];
  const [begin = ''] = right.match(/^./su) ?? [];
  const isGlued = /[\p{L}\p{N}.,!?;:)]/u.test(end) && /[\p{L}\p{N}(]/u.test(begin);
  return isGlued && !DENSE.test(end) && !DENSE.test(begin) ? `${left} ${right}` : left + right;
}
