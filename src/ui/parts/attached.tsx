// Pictures and documents of a message. Nothing is fetched and nothing opens by itself: a picture from
// elsewhere waits for a click, a document is saved, never shown as a page of its own.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type LinkInfo, safeLink } from '../../content/links.ts';
import { cleanLine, cleanText, cutText, escapeOverrides } from '../../content/text.ts';
import { document } from '../../dom/document.ts';
import type { DocumentBlock, ImageBlock } from '../../protocol/index.ts';
import { adopt } from '../adopt.ts';
import { askLink } from '../ask-link.ts';
import { factsOf } from '../model/file-facts.ts';
import { picturesOf } from '../model/pictures.ts';
import type { ChatModel } from '../model/types.ts';
import css from './attached.css?inline';
import { IconButton } from './button.tsx';
import { Chip } from './chip.tsx';
import { Icon } from './icons.tsx';

/** Formats that are pictures and nothing else; SVG is a document with scripts. */
const PICTURE_TYPE = /^image\/(png|jpeg|gif|webp|avif)$/;
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
/** Of a text document, here; saving gives all of it. */
const MAX_SHOWN_CHARS = 20_000;

export function Attached({ chat, block }: { chat: ChatModel; block: ImageBlock | DocumentBlock }) {
  return block.type === 'image' ? (
    <Picture chat={chat} block={block} />
  ) : (
    <Document chat={chat} block={block} />
  );
}

function webLink(uri: string): LinkInfo | null {
  const link = safeLink(uri, globalThis.location?.href);
  return link && /^https?:/.test(link.href) ? link : null;
}

function Picture({ chat, block }: { chat: ChatModel; block: ImageBlock }) {
  const { t } = chat.words.value;
  const { source } = block;
  const alt = cleanLine(block.alt ?? '');
  const [isAsked, setAsked] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  // The button goes: move the focus, so that it isn't lost.
  useEffect(() => {
    if (isAsked) picture.current?.focus();
  }, [isAsked]);

  const link = source.type === 'url' ? webLink(source.url) : null;
  const isTrusted = link !== null && picturesOf(chat).value.has(link.href);
  const src = link === null ? inlineSource(source) : isTrusted || isAsked ? link.href : null;
  if (isBroken || (src === null && link === null)) return <Chip chat={chat} name={alt} isClosed />;
  if (src === null && link !== null) {
    const label = t('showImage', { host: link.host });
    return (
      <button type="button" class="image" title={link.href} onClick={() => setAsked(true)}>
        {alt === '' ? label : `${label}: ${alt}`}
      </button>
    );
  }
  return (
    <img
      ref={picture}
      class="picture"
      tabIndex={-1}
      src={src ?? ''}
      alt={alt || t('attachment')}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** Base64 may be written in lines. */
const packed = (data: string) => data.replace(/\s/g, '');

/** Also checks the length: the browser would report an error for base64 of an impossible length. */
function isBase64(data: string): boolean {
  const text = packed(data);
  return BASE64.test(text) && text.replaceAll('=', '').length % 4 !== 1;
}

/** A data: address for a picture that came with the message, so that no request is made; null: it isn't a picture. */
function inlineSource(source: ImageBlock['source']): string | null {
  const isPicture =
    source.type === 'base64' && PICTURE_TYPE.test(source.media_type) && isBase64(source.data);
  return isPicture ? `data:${source.media_type};base64,${packed(source.data)}` : null;
}

function Document({ chat, block }: { chat: ChatModel; block: DocumentBlock }) {
  const { t } = chat.words.value;
  const { source } = block;
  const name = cleanLine(block.title ?? '') || t('attachment');
  if (source.type === 'url') {
    const link = webLink(source.url);
    if (!link) return <Chip chat={chat} name={name} isClosed />;
    return (
      <p class="chip">
        <Icon name="file" />
        <CheckedLink chat={chat} link={link} text={name} />
        <span class="note">{link.host}</span>
      </p>
    );
  }
  const bytes =
    source.type === 'text'
      ? new TextEncoder().encode(source.data).length
      : (packed(source.data).replaceAll('=', '').length * 3) / 4;
  const facts = <span class="note">{factsOf(cleanLine(block.title ?? ''), bytes)}</span>;
  const save = (
    <IconButton
      class="small"
      name={t('saveFile', { name })}
      icon="save"
      onPress={() => saveFile(chat, source, name)}
    />
  );
  if (source.type === 'base64') {
    if (!isBase64(source.data)) return <Chip chat={chat} name={name} isClosed />;
    return (
      <p ref={adopt(css)} class="chip saved">
        <Icon name="file" />
        <span class="chip-name" dir="auto">
          {name}
        </span>
        {facts}
        {save}
      </p>
    );
  }
  return (
    <details ref={adopt(css)} class="document">
      <summary class="chip saved">
        <Icon name="file" />
        <span class="chip-name" dir="auto">
          {name}
        </span>
        {facts}
        <Icon name="chevron" />
      </summary>
      <div class="document-text">
        {save}
        <p class="plain-text" dir="auto">
          {escapeOverrides(cutText(cleanText(source.data), MAX_SHOWN_CHARS))}
        </p>
      </div>
    </details>
  );
}

function CheckedLink(props: { chat: ChatModel; link: LinkInfo; text: string }) {
  const { chat, link, text } = props;
  return link.asksFirst ? (
    <button
      type="button"
      class="link chip-name"
      dir="auto"
      title={link.host}
      onClick={({ currentTarget }) => askLink(chat.sheets, link, currentTarget)}
    >
      {text}
    </button>
  ) : (
    <a
      class="link chip-name"
      dir="auto"
      href={link.href}
      title={link.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerpolicy="no-referrer"
    >
      {text}
      <span class="hidden"> ({chat.words.value.t('newTab')})</span>
    </a>
  );
}

/** Saves as bytes without a media type, so that no browser shows the file as a page of the site's origin. */
function saveFile(
  chat: ChatModel,
  source: Exclude<DocumentBlock['source'], { type: 'url' }>,
  name: string,
): void {
  const parts: BlobPart[] = source.type === 'text' ? [source.data] : [toBytes(source.data)];
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  chat.ports.after(10_000, () => URL.revokeObjectURL(url));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(packed(base64));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
