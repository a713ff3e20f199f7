// Cuts a document into passages small enough to quote: a heading with what stands under it, long sections by
// paragraph. Knows markdown's headings and nothing of search.

import { createHash } from 'node:crypto';

export interface KnowledgeDocument {
  uri: string;
  title: string;
  text: string;
}

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
  /** Of a PDF, from 1. */
  page?: number;
}

const MAX_PASSAGE_CHARS = 700;
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

/** What a passage says, with the words that tell what it is about. */
export const wholeText = ({ title, text }: KnownPassage) => `${title}\n${text}`;

/** SHA-256 of that, hex. */
export const hashOf = (passage: KnownPassage) =>
  createHash('sha256').update(wholeText(passage)).digest('hex');

export function splitPassages(text: string): PassageText[] {
  const passages: PassageText[] = [];
  let heading = '';
  let body = '';
  const flush = (): void => {
    if (body.trim() !== '') passages.push({ heading, text: body.trim() });
    body = '';
  };
  for (const block of text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n|(?=^#{1,6}\s)|(?<=^#{1,6}\s.*)\n/m)) {
    const title = /^\s*#{1,6}\s+(.+?)\s*#*\s*$/.exec(block);
    if (title?.[1] !== undefined) {
      flush();
      heading = title[1];
      continue;
    }
    for (const piece of splitLong(block)) {
      if (body.length + piece.length > MAX_PASSAGE_CHARS) flush();
      body += body === '' ? piece : `\n\n${piece}`;
    }
  }
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

function cutHard(part: string): string[] {
  return part.length <= MAX_PASSAGE_CHARS
    ? [part]
    : (part.match(
        new RegExp(
          `[\\s\\S]{1,${MAX_PASSAGE_CHARS}}(?:\\s|$)|[\\s\\S]{1,${MAX_PASSAGE_CHARS}}`,
          'g',
        ),
      ) ?? []);
}
