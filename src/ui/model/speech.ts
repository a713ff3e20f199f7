// What a screen reader hears of an answer: its words without the marks that draw them, in pieces. Comes with the rows. Marks
// are left out by simple rules, so never derive the exact text from this.

import type { MessageBlock } from '../../protocol/index.ts';
import type { AgentEntry } from '../../session/types.ts';
import { rawText } from './plain-text.ts';
import { spokenBy } from './spoken-by.ts';
import type { Words } from './words.ts';

const MAX_PIECE_CHARS = 280;
/** How much of one answer is announced: some twenty minutes of speech. Visitors read the rest in the log. */
const MAX_SAID_CHARS = 20_000;

/** The pieces in which an answer is announced. */
export function toSpeech(entry: AgentEntry, { t, lang }: Pick<Words, 't' | 'lang'>): string[] {
  let text = '';
  for (const part of entry.parts) {
    if (text.length >= MAX_SAID_CHARS) break;
    if (part.kind !== 'message') continue;
    const by = spokenBy(part.blocks, t);
    const said = by?.isAll ? '' : plainText(part.blocks, MAX_SAID_CHARS);
    text += `\n\n${[by?.line, said].filter(Boolean).join(': ')}`;
  }
  return pieces(text.slice(0, MAX_SAID_CHARS).trim(), lang);
}

/** The text without markdown's marks, for a screen reader; of its source no more than `maxChars`. */
export function plainText(blocks: readonly MessageBlock[], maxChars: number): string {
  return (
    rawText(blocks)
      .slice(0, maxChars)
      // Every second piece is code, which has marks of its own.
      .split(/^[ \t]*(?:```|~~~).*\n([\s\S]*?)(?:^[ \t]*(?:```|~~~).*$|$(?![\s\S]))|`([^`\n]+)`/gm)
      .map((piece, index) => (index % 3 ? piece : withoutMarks(piece)))
      .join('')
      .replace(/\n{2,}/g, '\n')
      .trim()
  );
}

function withoutMarks(text: string): string {
  return (
    text
      // No part of the pattern may run past the next bracket of its kind: a text without a closing bracket would be
      // searched to its end from each opening one.
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1')
      .replace(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, '')
      .replace(/(\*\*|__|`|~~)/g, '')
      // Of a table, the line below its head says nothing, and cells are told apart by commas.
      .replace(/^[ \t]*\|[ \t:|-]*$\n?/gm, '')
      .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_row, cells: string) =>
        cells
          .split('|')
          .map((cell) => cell.trim())
          .filter((cell) => cell !== '')
          .join(', '),
      )
      // A single mark is one only in a pair around words: "2 * 3" and "my_file_name" keep theirs.
      .replace(/\*([^\s*]|[^\s*][^*\n]*[^\s*])\*/g, '$1')
      .replace(/(^|[^\p{L}\p{N}_])_([^\s_]|[^\s_][^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gmu, '$1$2')
  );
}

/** Joins sentences to pieces of at most 280 characters; cuts a longer sentence at a space. */
export function pieces(text: string, lang: string): string[] {
  const result: string[] = [];
  let piece = '';
  // Firefox before 125 has no Segmenter: the cuts then come at spaces.
  const sentences = Intl.Segmenter
    ? new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(text)
    : [{ segment: text }];
  for (const { segment } of sentences) {
    if ((piece + segment).trim().length <= MAX_PIECE_CHARS) {
      piece += segment;
      continue;
    }
    if (piece.trim() !== '') result.push(piece.trim());
    piece = segment;
    while (piece.trim().length > MAX_PIECE_CHARS) {
      const space = piece.lastIndexOf(' ', MAX_PIECE_CHARS);
      const cut = space > 0 ? space : MAX_PIECE_CHARS;
      result.push(piece.slice(0, cut).trim());
      piece = piece.slice(cut);
    }
  }
  if (piece.trim() !== '') result.push(piece.trim());
  return result;
}
