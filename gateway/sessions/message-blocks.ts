// The blocks of a message that a client sends: text and documents, read field by field.
// Unknown fields are dropped, so nothing unseen is stored or echoed.

import { record } from '../http/fields.ts';
import { invalid } from '../http/http-error.ts';
import type { BlockSource, InputBlock } from '../wire.ts';

/** @throws HttpError 400, naming the place. */
export function readInputBlock(value: unknown, where: string): InputBlock {
  const block = record(value, where);
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') throw invalid(`${where}.text must be a string.`);
      return { type: 'text', text: block.text };
    case 'document': {
      const source = readSource(block.source, `${where}.source`);
      if (block.title === undefined || block.title === null) return { type: 'document', source };
      if (typeof block.title !== 'string') throw invalid(`${where}.title must be a string.`);
      return { type: 'document', title: block.title, source };
    }
    default:
      throw invalid(`${where}.type must be text or document.`);
  }
}

function readSource(value: unknown, where: string): BlockSource {
  const source = record(value, where);
  switch (source.type) {
    case 'url':
      if (typeof source.url !== 'string' || !isWebAddress(source.url)) {
        throw invalid(`${where}.url must be an http or https address.`);
      }
      return { type: 'url', url: source.url };
    case 'base64':
    case 'text': {
      const { media_type, data } = source;
      if (typeof media_type !== 'string' || !/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(media_type)) {
        throw invalid(`${where}.media_type must be a media type such as text/plain.`);
      }
      if (typeof data !== 'string') throw invalid(`${where}.data must be a string.`);
      if (source.type === 'base64' && !isBase64(data)) {
        throw invalid(`${where}.data is not valid base64.`);
      }
      return { type: source.type, media_type, data };
    }
    default:
      throw invalid(`${where}.type must be base64, text or url.`);
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
