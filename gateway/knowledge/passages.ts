// Cuts a document into passages small enough to quote: a heading with what stands under it, long sections by
// paragraph. Knows markdown's headings and nothing of search.

import { createHash } from 'node:crypto';
import { z } from 'zod';

export const knowledgeDocument = z.object({
  uri: z.string(),
  title: z.string(),
  text: z.string(),
});
export type KnowledgeDocument = z.output<typeof knowledgeDocument>;

export interface PassageText {
  heading: string;
  text: string;
}

/** A passage with the document that it stands in. */
export interface KnownPassage {
  uri: string;
  title: string;
  heading: string;
  /** With its heading, unless that is a page's number. */
  text: string;
  /** The page of a PDF, from 1. */
  page?: number;
}

const MAX_PASSAGE_CHARS = 700;
const MAX_HEADING_CHARS = 300;
/** As the import of a PDF writes it. */
const PAGE = /^Page (\d{1,6})$/;

export function passagesOf(documents: readonly KnowledgeDocument[]): KnownPassage[] {
  return documents.flatMap(({ uri, title, text: whole }) =>
    splitPassages(whole).map(({ heading, text }) => {
      const [, page] = PAGE.exec(heading) ?? [];
      if (page !== undefined) return { uri, title, heading: '', text, page: Number(page) };
      return { uri, title, heading, text: heading === '' ? text : `${heading}. ${text}` };
    }),
  );
}

/** The text of a passage, with its document's title and its heading. */
export const wholeText = ({ title, text }: KnownPassage) => `${title}\n${text}`;

/** SHA-256 of that, hex. */
export const hashOf = (passage: KnownPassage) =>
  createHash('sha256').update(wholeText(passage)).digest('hex');

export interface Heading {
  /** 1 to 6. */
  level: number;
  /** May be empty. */
  words: string;
}

/** Null: the line is none. */
export function headingOf(line: string): Heading | null {
  const marks = /^ {0,3}(#{1,6})(?=\s)/.exec(line);
  if (marks === null) return null;
  const words = line.slice(marks[0].length).trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return { level: marks[1]?.length ?? 1, words: words.slice(0, end).trimEnd() };
}

/** Line by line, so that no text takes more time than its length. */
export function splitPassages(text: string): PassageText[] {
  const passages: PassageText[] = [];
  let heading = '';
  let body = '';
  let paragraph: string[] = [];
  const flush = (): void => {
    if (body.trim() !== '') passages.push({ heading, text: body.trim() });
    body = '';
  };
  const endParagraph = (): void => {
    if (paragraph.length === 0) return;
    for (const piece of splitLong(paragraph.join('\n'))) {
      if (body.length + piece.length > MAX_PASSAGE_CHARS) flush();
      body += body === '' ? piece : `\n\n${piece}`;
    }
    paragraph = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const found = headingOf(line);
    if (found === null && line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (found === null || found.words === '') continue;
    if (found.words.length > MAX_HEADING_CHARS) {
      // Nobody's heading; every passage below it would repeat it.
      paragraph.push(line);
      endParagraph();
      continue;
    }
    flush();
    heading = found.words;
  }
  endParagraph();
  flush();
  return passages;
}

/** A paragraph beyond the limit, by sentences; a sentence beyond it, by words. */
function splitLong(block: string): string[] {
  if (block.length <= MAX_PASSAGE_CHARS) return [block];
  const pieces: string[] = [];
  let piece = '';
  for (const part of block.split(/(?<=[.!?\n])\s+/).flatMap(cutHard)) {
    if (piece !== '' && piece.length + part.length >= MAX_PASSAGE_CHARS) {
      pieces.push(piece);
      piece = '';
    }
    piece += piece === '' ? part : ` ${part}`;
  }
  return [...pieces, piece];
}

/** At the last blank that leaves no piece too long, else in the middle of a word. */
function cutHard(part: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (part.length - from > MAX_PASSAGE_CHARS) {
    const window = part.slice(from, from + MAX_PASSAGE_CHARS);
    const blank = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\t'));
    const to = blank > 0 ? blank + 1 : MAX_PASSAGE_CHARS;
    pieces.push(part.slice(from, from + to));
    from += to;
  }
  return [...pieces, part.slice(from)];
}
