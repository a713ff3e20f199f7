// What a file is, by its content: its name and the type that came with it may say anything. Runs in the thread that reads.

import { UnreadableFile } from './unreadable-file.ts';

export const IMPORTED_TYPES = [
  'text/markdown',
  'text/plain',
  'text/html',
  'text/csv',
  'application/json',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const;
export type ImportedType = (typeof IMPORTED_TYPES)[number];

/** pack: a ZIP, as Office writes its files. */
export type FileKind = 'pdf' | 'pack' | 'markdown' | 'plain' | 'html' | 'csv' | 'json';

export const TAKEN =
  'Markdown, text, HTML, PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), CSV and JSON are taken';

const TEXTS: Readonly<Partial<Record<ImportedType, FileKind>>> = {
  'text/markdown': 'markdown',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/json': 'json',
};

/** Control characters that no text has, besides those that move the place of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a picture from a text
const NO_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/** @returns the kind, and its text where it is one. @throws UnreadableFile for a picture, a program and the like */
export function kindOf(bytes: Uint8Array, type: ImportedType): { kind: FileKind; text: string } {
  if (startsWith(bytes, '%PDF-')) return { kind: 'pdf', text: '' };
  if (startsWith(bytes, 'PK\x03\x04')) return { kind: 'pack', text: '' };
  const text = decode(bytes);
  if (NO_TEXT.test(text)) throw new UnreadableFile(`isn’t text that can be read: ${TAKEN}`);
  // Text under the name of another kind: what reads that kind says that it is none.
  if (type === 'application/pdf') return { kind: 'pdf', text };
  return { kind: TEXTS[type] ?? 'plain', text };
}

function startsWith(bytes: Uint8Array, beginning: string): boolean {
  return Buffer.from(bytes.subarray(0, beginning.length)).toString('latin1') === beginning;
}

/** UTF-8; UTF-16 where it says so; else as Windows has written it. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
