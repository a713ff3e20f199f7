// Files that an app hands to its visitor: inside its request, or as resources of its server.

import { document } from '../dom/document.ts';
import type { JsonObject } from '../protocol/index.ts';

const MAX_FILES = 5;
const MAX_NAME_CHARS = 120;

export interface FileFacts {
  name: string;
  /** Of the server, which is asked for it; null: `text` or `blob` is all of it. */
  uri: string | null;
  text: string | null;
  /** Base64. */
  blob: string | null;
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** @returns null where one of them is no file, or there are none or too many. */
export function readFiles(contents: unknown): FileFacts[] | null {
  if (!Array.isArray(contents) || contents.length === 0 || contents.length > MAX_FILES) return null;
  const files = contents.map(readFile);
  return files.every((file) => file !== null) ? files : null;
}

function readFile(content: unknown): FileFacts | null {
  if (!isRecord(content)) return null;
  const isLink = content.type === 'resource_link';
  const resource = isLink ? content : content.resource;
  if (!isRecord(resource)) return null;
  const uri = textOf(resource.uri);
  const [text, blob] = [textOf(resource.text), textOf(resource.blob)];
  if (uri === null || (!isLink && text === null && blob === null)) return null;
  const name = textOf(content.name) ?? uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return {
    name: safeName(name),
    uri: isLink ? uri : null,
    text: isLink ? null : text,
    blob: isLink ? null : blob,
  };
}

/** What a file system and a person take for one name. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{C}\\/:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_NAME_CHARS) || 'file';

/** Saves as bytes without a media type, so that no browser shows the file as a page of the site's origin. */
export async function saveFile(
  file: FileFacts,
  readResource: (uri: string) => Promise<unknown>,
  after: (ms: number, act: () => void) => unknown,
): Promise<void> {
  const { name, uri } = file;
  const { text, blob } = uri === null ? file : firstOf(await readResource(uri));
  const part = text ?? Uint8Array.from(atob(blob ?? ''), (char) => char.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([part], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  after(10_000, () => URL.revokeObjectURL(url));
}

function firstOf(reply: unknown): Pick<FileFacts, 'text' | 'blob'> {
  const contents = isRecord(reply) ? reply.contents : null;
  const [first] = Array.isArray(contents) ? contents : [];
  if (!isRecord(first)) throw new Error('The server has no such file.');
  return { text: textOf(first.text), blob: textOf(first.blob) };
}
