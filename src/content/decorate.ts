// Turns sanitised elements into those that the visitor uses: checked links that say where they lead, pictures that wait
// for a click, tables that scroll, code that can be copied. It works on fragments that are not in the page yet, so that
// nothing loads before it has run.

import { hostToShow } from './labels.ts';
import { checkLink, type LinkInfo } from './links.ts';
import { setText } from './patch.ts';
import { INLINE_TAGS } from './policy.ts';
import { cleanLine, escapeBidi, escapeOverrides, escapeReordering, hasReordering } from './text.ts';
import type { ContentContext } from './types.ts';

const LINE_CHUNK = 20;
const CHUNK_CHARS = 4000;

export function decorate(fragment: DocumentFragment, context: ContentContext): void {
  // Test the whole text first, which is cheap: hardly any text has such a character.
  const turning = hasReordering(fragment.textContent ?? '') ? textNodes(fragment) : [];
  for (const node of turning) {
    const show = node.parentElement?.closest('code') ? escapeReordering : escapeOverrides;
    const shown = show(node.data);
    if (shown !== node.data) node.data = shown;
  }
  for (const code of fragment.querySelectorAll<HTMLElement>('code[title]')) {
    replaceFormula(code, context);
  }
  for (const image of fragment.querySelectorAll('img')) replaceImage(image, context);
  for (const anchor of fragment.querySelectorAll('a')) replaceLink(anchor, context);
  for (const abbr of fragment.querySelectorAll<HTMLElement>('abbr[title]')) {
    abbr.title = escapeBidi(abbr.title);
  }
  for (const table of fragment.querySelectorAll('table')) {
    const box = context.documentRef.createElement('div');
    box.className = 'table';
    table.replaceWith(box);
    box.append(table);
    context.onTable?.(box, table);
  }
  for (const pre of fragment.querySelectorAll('pre')) {
    const block = createCodeBlock(context, '');
    block.append(pre.textContent ?? '');
    pre.replaceWith(block.element);
  }
}

/** Its source, until it is drawn, and where it can't be. */
function replaceFormula(code: HTMLElement, { documentRef, onMath }: ContentContext): void {
  const isBlock = code.title === 'block';
  const source = code.textContent ?? '';
  const place = documentRef.createElement('span');
  place.className = isBlock ? 'math is-block' : 'math';
  place.dir = 'ltr';
  place.title = source;
  place.append(source);
  code.replaceWith(place);
  onMath?.(place, source.slice(2, -2), isBlock);
}

function replaceLink(anchor: HTMLAnchorElement, context: ContentContext): void {
  const { documentRef } = context;
  const link = checkLink(anchor.getAttribute('href') ?? '', documentRef.baseURI);
  // Others wrote the label: bidi controls in it could make an address read backwards.
  for (const node of textNodes(anchor)) node.data = escapeBidi(node.data);
  if (!link) {
    anchor.replaceWith(...anchor.childNodes);
    return;
  }
  const element = createLink(link, context);
  const label = anchor.textContent ?? '';
  const host = hostToShow(
    label,
    link,
    textBeside(anchor, 'previousSibling'),
    textBeside(anchor, 'nextSibling'),
  );
  element.append(...anchor.childNodes);
  anchor.replaceWith(element);
  if (host === null) return;
  // `bdi`, so that a label in a right-to-left script doesn't move the host.
  const leads = documentRef.createElement('bdi');
  leads.append(`(${host})`);
  element.append(' ', leads);
}

/** The text on one side of a node in the same block, at least as far as the first blank. */
function textBeside(node: Node, side: 'previousSibling' | 'nextSibling'): string {
  let text = '';
  for (let at: Node = node; !/\s/.test(text); ) {
    const next: Node | null = at[side];
    if (next) {
      at = next;
      const more = at.nodeName === 'BR' ? '\n' : (at.textContent ?? '');
      text = side === 'nextSibling' ? text + more : more + text;
    } else if (at.parentNode && INLINE.has(at.parentNode.nodeName)) at = at.parentNode;
    else break;
  }
  return text;
}

const INLINE = new Set(['A', 'BUTTON', ...INLINE_TAGS.map((name) => name.toUpperCase())]);

/** A link without text for a checked address: an anchor, or a button if the link asks first. */
export function createLink(link: LinkInfo, context: ContentContext): HTMLElement {
  const element = link.asksFirst ? createAskingLink(link, context) : createAnchor(link, context);
  context.links.set(element, link);
  return element;
}

function createAnchor(link: LinkInfo, { documentRef }: ContentContext): HTMLAnchorElement {
  const anchor = documentRef.createElement('a');
  anchor.href = link.href;
  anchor.rel = 'noopener noreferrer nofollow';
  anchor.referrerPolicy = 'no-referrer';
  anchor.target = '_blank';
  anchor.title = link.href;
  return anchor;
}

/** A button without an address: no middle click, drag or prefetching extension can get around the question. */
function createAskingLink(link: LinkInfo, context: ContentContext): HTMLButtonElement {
  const button = context.documentRef.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.title = link.host;
  button.setAttribute('aria-haspopup', 'dialog');
  button.addEventListener('click', () => context.onLinkQuestion(link, button));
  return button;
}

function replaceImage(image: HTMLImageElement, context: ContentContext): void {
  const { documentRef } = context;
  const alt = cleanLine(image.getAttribute('alt') ?? '');
  const link = checkLink(image.getAttribute('src') ?? '', documentRef.baseURI);
  if (!link || !/^https?:/.test(link.href)) {
    image.replaceWith(alt);
    return;
  }
  const create = () => createPicture(link, alt, context);
  if (context.pictures.has(link.href)) {
    image.replaceWith(create());
    return;
  }
  const button = documentRef.createElement('button');
  button.type = 'button';
  button.className = 'image';
  const label = context.words().showImage(link.host);
  button.textContent = alt === '' ? label : `${label}: ${alt}`;
  button.title = link.href;
  button.addEventListener('click', () => {
    const picture = create();
    // The picture takes the focus from the button, or it would leave the conversation.
    picture.tabIndex = -1;
    button.replaceWith(picture);
    picture.focus();
  });
  context.links.set(button, link);
  waiting.set(button, { href: link.href, create });
  image.replaceWith(button);
}

const waiting = new WeakMap<Element, { href: string; create(): HTMLImageElement }>();

/** Loads the pictures in `root` that by now may load by themselves. */
export function loadPictures(root: Element, { pictures }: ContentContext): void {
  for (const button of root.querySelectorAll('button.image')) {
    const picture = waiting.get(button);
    if (picture && pictures.has(picture.href)) button.replaceWith(picture.create());
  }
}

function createPicture(
  link: LinkInfo,
  alt: string,
  { documentRef, words }: ContentContext,
): HTMLImageElement {
  const picture = documentRef.createElement('img');
  picture.referrerPolicy = 'no-referrer';
  picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.alt = alt;
  picture.src = link.href;
  picture.addEventListener('error', () => {
    const broken = documentRef.createElement('span');
    broken.className = 'image broken';
    broken.title = link.href;
    broken.textContent = [alt, words().cantOpen].filter(Boolean).join(': ');
    const hadFocus = picture.matches(':focus');
    broken.tabIndex = -1;
    picture.replaceWith(broken);
    if (hadFocus) broken.focus();
  });
  return picture;
}

export interface CodeBlock {
  readonly element: HTMLElement;
  /** Adds lines that don't change any more. */
  append(text: string): void;
  /** Shows the last line, which is still being written. */
  setPending(text: string): void;
}

/** A block of code that only grows at its end, so that the browser lays out none of the earlier lines again. */
export function createCodeBlock(context: ContentContext, info: string): CodeBlock {
  const { documentRef } = context;
  const element = documentRef.createElement('div');
  element.className = 'code';
  const bar = documentRef.createElement('div');
  bar.className = 'code-bar';
  const language = documentRef.createElement('span');
  language.textContent = cleanLine(info.trim().split(/\s/)[0] ?? '', 30);
  const copy = documentRef.createElement('button');
  copy.type = 'button';
  copy.className = 'copy';
  copy.textContent = context.words().copyCode;
  const pre = documentRef.createElement('pre');
  pre.tabIndex = 0;
  // Code runs from left to right in every language.
  pre.dir = 'ltr';
  copy.addEventListener('click', () =>
    context.onCopyCode((pre.textContent ?? '').replace(/\n$/, ''), copy),
  );
  if (language.textContent) context.onCode?.(pre, language.textContent);
  bar.append(language, copy);
  element.append(bar, pre);
  // Nor does a box stand there before its first line.
  element.hidden = true;

  /** The lines that are still open, as one text: it is only added to, so that colours of it stay. */
  let chunk: HTMLElement | null = null;
  let open = documentRef.createTextNode('');
  let done = '';
  let lines = 0;
  let pending = '';

  const show = (): void => {
    if (done + pending === '') {
      chunk?.remove();
      chunk = null;
      return;
    }
    if (!chunk) {
      // A block element: the browser would lay out an inline one again together with all code before it.
      chunk = documentRef.createElement('div');
      chunk.className = 'lines';
      pre.append(chunk);
      element.hidden = false;
    }
    const text = escapeReordering(done + pending);
    // A translator puts elements of its own in the place of a text.
    const isOwn = chunk.firstChild === open && chunk.lastChild === open;
    if (isOwn) setText(open, text);
    else {
      open = documentRef.createTextNode(text);
      chunk.replaceChildren(open);
    }
  };

  return {
    element,
    append(text) {
      pending = '';
      for (let start = 0; start < text.length; ) {
        const newline = text.indexOf('\n', start);
        let end = newline === -1 ? text.length : newline + 1;
        if (end - start > CHUNK_CHARS) end = start + CHUNK_CHARS;
        done += text.slice(start, end);
        lines += 1;
        start = end;
        if (lines >= LINE_CHUNK || done.length >= CHUNK_CHARS) {
          show();
          chunk = null;
          done = '';
          lines = 0;
        }
      }
      show();
    },
    setPending(text) {
      if (text === pending) return;
      pending = text;
      show();
    },
  };
}

function textNodes(root: Node): Text[] {
  const found: Text[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === 3) found.push(node as Text);
    for (const child of node.childNodes) visit(child);
  };
  visit(root);
  return found;
}
