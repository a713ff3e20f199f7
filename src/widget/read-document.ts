// Turns a file that the visitor chose into a document block: a text file as text, any other as base64.

import type { I18n } from '../i18n/index.ts';
import type { DocumentBlock } from '../protocol/index.ts';

/** Base64 adds a third, and a request must stay under the gateway's 1 MiB. */
const MAX_BYTES = 700 * 1024;
const MAX_TITLE_CHARS = 200;
/** What no agent can read as a document. */
const UNREADABLE = /^(audio|video|font)\/|[/-](zip|gzip|tar|msdownload|rar-compressed)$/;
const TEXT_TYPE = /^text\/|^application\/(json|xml|x-ndjson|yaml)\b/;

/** Rejects with an error whose message is meant for the visitor. */
export async function readDocument(file: File, { t }: Pick<I18n, 't'>): Promise<DocumentBlock> {
  const { name } = file;
  if (file.size > MAX_BYTES) {
    throw new Error(t('tooLarge', { name, size: `${MAX_BYTES / 1024} KB` }));
  }
  const media_type = file.type || 'application/octet-stream';
  if (file.size === 0 || UNREADABLE.test(media_type)) throw new Error(t('cantRead', { name }));
  const title = name.slice(0, MAX_TITLE_CHARS);
  try {
    const source = TEXT_TYPE.test(media_type)
      ? { type: 'text' as const, media_type, data: await file.text() }
      : { type: 'base64' as const, media_type, data: toBase64(await file.arrayBuffer()) };
    return { type: 'document', title, source };
  } catch (cause) {
    // The file was deleted or its disk removed since the visitor chose it.
    throw new Error(t('cantRead', { name }), { cause });
  }
}

function toBase64(buffer: ArrayBuffer): string {
  let binary = '';
  const bytes = new Uint8Array(buffer);
  // In slices, since a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
