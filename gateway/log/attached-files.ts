// Pictures and PDFs of a conversation, most of which visitors have attached: which of them go to a model as what they are, and what stands in the place of
// those that don't. Files at an address are never fetched.

import type { MessageBlock } from '../wire.ts';
import type { HistoryEvent } from './history-event.ts';

/** Files that a model may read as what they are. */
export const FILE_KINDS = ['image', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A file in a message, as a model's request takes it. */
export interface AttachedFile {
  kind: FileKind;
  mediaType: string;
  title: string;
  /** Base64. */
  data: string;
}

/** Files that one request to a model carries, the newest first: each turn sends them anew. */
const MAX_FILES = 8;
/** Base64. */
const MAX_CHARACTERS = 12 * 1024 * 1024;

/** By the first bytes, in base64: what a client calls a file says little, and a provider refuses a picture that is none. */
const BEGINNINGS: readonly [beginning: RegExp, kind: FileKind, mediaType: string][] = [
  [/^iVBORw0KGgo/, 'image', 'image/png'],
  [/^\/9j\//, 'image', 'image/jpeg'],
  [/^R0lGODdh|^R0lGODlh/, 'image', 'image/gif'],
  // RIFF, four bytes of length, WEBP.
  [/^UklGR.{6}(?:V0VCU|XRUJQ|dFQlA)/, 'image', 'image/webp'],
  [/^JVBERi/, 'pdf', 'application/pdf'],
];

/** A picture costs about as much in every model; of a PDF each page is read as text and as a picture. */
const IMAGE_TOKENS = 1600;
const PDF_TOKENS = 2000;
const PDF_TOKENS_PER_CHARACTER = 0.03;

/** Null: no picture and no PDF that came with the message. */
export function fileIn(block: MessageBlock): AttachedFile | null {
  if (block.type !== 'document' && block.type !== 'image') return null;
  if (block.source.type !== 'base64') return null;
  const { data } = block.source;
  const found = BEGINNINGS.find(([beginning]) => beginning.test(data.slice(0, 24)));
  if (found === undefined) return null;
  const [, kind, mediaType] = found;
  return { kind, mediaType, title: titleOf(block), data };
}

const OF_ANYONE: readonly HistoryEvent['type'][] = ['user.message', 'agent.message'];

/**
 * The files that go with a request: the newest, as far as there is room.
 * @param from messages in which they are looked for: a visitor's, and those in which a tool or the team has shown some
 */
export function chooseFiles(
  history: readonly HistoryEvent[],
  kinds: readonly FileKind[],
  from = OF_ANYONE,
): ReadonlyMap<MessageBlock, AttachedFile> {
  const chosen = new Map<MessageBlock, AttachedFile>();
  if (kinds.length === 0) return chosen;
  let room = MAX_CHARACTERS;
  for (const event of history.toReversed()) {
    if (event.type !== 'user.message' && event.type !== 'agent.message') continue;
    if (!from.includes(event.type)) continue;
    for (const block of event.content.toReversed()) {
      const file = fileIn(block);
      if (file === null || !kinds.includes(file.kind)) continue;
      if (chosen.size === MAX_FILES || file.data.length > room) return chosen;
      room -= file.data.length;
      chosen.set(block, file);
    }
  }
  return chosen;
}

export function fileTokens({ kind, data }: AttachedFile): number {
  if (kind === 'image') return IMAGE_TOKENS;
  return PDF_TOKENS + Math.ceil(data.length * PDF_TOKENS_PER_CHARACTER);
}

const NAMES: Readonly<Record<FileKind, string>> = {
  image: 'pictures (PNG, JPEG, GIF, WebP)',
  pdf: 'PDF files',
};

/** The note that a model reads in place of a file that it doesn't get. @param kinds of files that the agent reads */
export function noteOf(
  block: MessageBlock & { type: 'document' | 'image' },
  kinds: readonly FileKind[],
): string {
  const file = fileIn(block);
  const title = JSON.stringify(titleOf(block));
  if (file !== null && kinds.includes(file.kind)) {
    return `[The file ${title} was attached here; it is too long ago, or too large, to be shown again.]`;
  }
  const type = block.source.type === 'url' ? 'a link' : block.source.media_type;
  const readable = ['text files', ...kinds.map((kind) => NAMES[kind])].join(', ');
  return `[The visitor attached the file ${title} (${type}), which you can't read. Say so where it matters. You can read: ${readable}.]`;
}

const titleOf = (block: MessageBlock) =>
  block.type === 'document' ? (block.title ?? 'untitled') : 'picture';
