// A server's result for those who get it: words for the model; pictures, files and links for the visitor, as blocks that chats
// draw anyway. What a server calls a picture counts as one where its bytes say so too. Pure.

import type { CallToolResult } from '@modelcontextprotocol/client';
import { fileIn } from '../../log/attached-files.ts';
import type { DocumentBlock, ImageBlock, JsonObject } from '../../wire.ts';
import { linkOf } from './question-cards.ts';

/** Characters of one result that the model reads. */
const MAX_TEXT = 100_000;
/** Characters of a result, as JSON, that an app is given. */
const MAX_WHOLE = 1024 * 1024;
/** What one result shows the visitor: so many, and so many characters of base64 in all. */
const MAX_SHOWN = 8;
const MAX_SHOWN_CHARACTERS = 3 * 1024 * 1024;
const MAX_NAME = 120;
const MAX_URI = 2048;

export interface ServedResult {
  text: string;
  isFailure: boolean;
  /** What the visitor is shown of it. */
  shown: ShownBlock[];
  /** All of it, for an app; null where that is too much. */
  whole: JsonObject | null;
}

export type ShownBlock = ImageBlock | DocumentBlock;

type Part = NonNullable<CallToolResult['content']>[number];

/** @param tool names its pictures. `hasApp`: its structured content is the app's, and not the model's. */
export function readResult(
  result: CallToolResult,
  tool: { title: string; hasApp: boolean },
): ServedResult {
  const shown: ShownBlock[] = [];
  let room = MAX_SHOWN_CHARACTERS;
  /** False: the visitor isn't to see it, or there is no room for it. */
  const show = (part: Part, block: ShownBlock): boolean => {
    const audience = part.annotations?.audience;
    const { source } = block;
    const length = source.type === 'url' ? 0 : source.data.length;
    const isFor = audience === undefined || audience.includes('user');
    if (!isFor || shown.length === MAX_SHOWN || length > room) return false;
    room -= length;
    shown.push(block);
    return true;
  };
  const texts = (result.content ?? []).map((part) => wordsOf(part, tool.title, show));
  const { structuredContent } = result;
  if (structuredContent !== undefined && !(tool.hasApp && texts.length > 0)) {
    const json = JSON.stringify(structuredContent);
    if (!texts.some((text) => isSameJson(text, json))) texts.push(json);
  }
  return {
    text: texts.join('\n\n').slice(0, MAX_TEXT),
    isFailure: result.isError === true,
    shown,
    whole: wholeOf(result),
  };
}

/** The result of a call for which the visitor has to open a page first. */
export function readWanted(pages: readonly { message: string; url: string }[]): ServedResult {
  const links = pages.slice(0, MAX_SHOWN).flatMap((page) => linkOf(page) ?? []);
  const said = pages.map(({ message, url }) => `${JSON.stringify(message)} (${url})`).join(', ');
  const seen =
    links.length === 0 ? '' : ' The visitor sees the link; call the tool again after that.';
  return {
    text: `The tool’s server wants the visitor to open a page first: ${said}.${seen}`.slice(
      0,
      MAX_TEXT,
    ),
    isFailure: true,
    shown: links,
    whole: null,
  };
}

/** What the model reads of a part; `show` puts it before the visitor. */
function wordsOf(
  part: Part,
  title: string,
  show: (part: Part, block: ShownBlock) => boolean,
): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return fileWords(part, title, part.data, part.mimeType, show);
    case 'audio': {
      const name = `${title}.${endingOf(part.mimeType)}`;
      return fileWords(part, name, part.data, part.mimeType, show);
    }
    case 'resource_link': {
      const { uri, name, title: called = name, description } = part;
      const isWeb = /^https:\/\//i.test(uri) && uri.length <= MAX_URI && URL.canParse(uri);
      const isShown =
        isWeb &&
        show(part, { type: 'document', title: named(called), source: { type: 'url', url: uri } });
      const about = description === undefined ? '' : `: ${description}`;
      const seen = isShown ? '; the visitor sees it' : '';
      return `[Link: ${JSON.stringify(called)} (${uri})${about}${seen}]`;
    }
    case 'resource': {
      const { uri, mimeType = 'application/octet-stream' } = part.resource;
      const name = nameIn(uri);
      if ('text' in part.resource) {
        const { text } = part.resource;
        // A model reads it; the visitor gets it as a file only where the server says that it is theirs.
        if (part.annotations?.audience?.includes('user') === true) {
          show(part, documentOf(name, { type: 'text', media_type: mimeType, data: text }));
        }
        return text;
      }
      const { blob } = part.resource;
      if (/^text\//.test(mimeType) && blob.length <= MAX_TEXT * 2) {
        return Buffer.from(blob, 'base64').toString('utf8');
      }
      return fileWords(part, name, blob, mimeType, show);
    }
    default:
      return `[A part of the result that can’t be read here: ${(part as Part).type}]`;
  }
}

/** A picture stands as one before the visitor; of anything else they get a file to save. */
function fileWords(
  part: Part,
  name: string,
  data: string,
  mimeType: string,
  show: (part: Part, block: ShownBlock) => boolean,
): string {
  const source = { type: 'base64', media_type: mimeType, data } as const;
  const asImage: ImageBlock = { type: 'image', source, alt: named(name) };
  const file = fileIn(asImage);
  const isPicture = file?.kind === 'image';
  if (part.type === 'image' && !isPicture) {
    return `[A picture that can’t be shown: what came as ${JSON.stringify(mimeType)} is no PNG, JPEG, GIF or WebP.]`;
  }
  const block: ShownBlock = isPicture
    ? { ...asImage, source: { ...source, media_type: file.mediaType } }
    : documentOf(name, source);
  const isShown = isSound(data) && show(part, block);
  const kind = isPicture ? 'Picture' : 'File';
  const kilobytes = Math.ceil((data.length * 3) / 4 / 1024);
  const facts = `${JSON.stringify(named(name))}, ${isPicture ? file.mediaType : mimeType}, ${kilobytes} KB`;
  return `[${kind}: ${facts}. ${isShown ? 'The visitor sees it' : 'The visitor doesn’t see it'}.]`;
}

const documentOf = (name: string, source: DocumentBlock['source']): DocumentBlock => ({
  type: 'document',
  title: named(name),
  source,
});

const named = (name: string) => name.replace(/\p{Cc}/gu, ' ').slice(0, MAX_NAME);

/** As `audio/x-wav`: `wav`. */
const endingOf = (mimeType: string) => /^\w+\/(?:x-)?([a-z0-9]{1,8})/i.exec(mimeType)?.[1] ?? 'bin';

/** The last part of an address, as a file is called. */
const nameIn = (uri: string) =>
  uri.slice(0, MAX_URI).split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? 'file';

const isSound = (data: string) => data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);

/** Whether a text is that JSON, however it is written. */
function isSameJson(text: string, json: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}

function wholeOf(result: CallToolResult): JsonObject | null {
  const { content = [], structuredContent, isError, _meta } = result;
  const whole = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  try {
    return JSON.stringify(whole).length > MAX_WHOLE ? null : (whole as JsonObject);
  } catch {
    // Nested deeper than can be written.
    return null;
  }
}
