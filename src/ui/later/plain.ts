// An answer for other programs: as plain text, and as the HTML that a mail or a document takes. Both are made of what the
// content room draws, so nothing comes through that it doesn't show. Fetched with the first copy.

import { createContent } from '../../content/index.ts';
import { MAX_MESSAGE_CHARS } from '../../content/policy.ts';
import { document } from '../../dom/document.ts';

export interface Rendered {
  plain: string;
  /** Null: the text is too long to be drawn at once, and `plain` is its source. */
  html: string | null;
}

/** @param text markdown, as the assistant wrote it. */
export async function renderText(text: string): Promise<Rendered> {
  const root = drawText(text);
  return root === null ? { plain: text, html: null } : { plain: plainOf(root), html: htmlOf(root) };
}

/** The same as an element. Null: the text is too long to be drawn at once. */
export async function renderNode(text: string): Promise<Element | null> {
  const root = drawText(text);
  return root && nodeOf(root);
}

function drawText(text: string): Element | null {
  if (text.length > MAX_MESSAGE_CHARS) return null;
  // Without `later`: all is drawn before it is read.
  const content = createContent({
    documentRef: document,
    words: () => ({
      showImage: (host) => host,
      copyCode: '',
      table: '',
      showMore: '',
    }),
    onLinkQuestion() {},
    onCopyCode() {},
  });
  const root = document.createElement('div');
  content.createView(root).update(text, new Set());
  namePictures(root);
  return root;
}

/** A picture that waits for a press in the chat is its description elsewhere, or its host where it has none. */
function namePictures(root: Element): void {
  for (const button of root.querySelectorAll('button.image')) {
    const words = button.textContent ?? '';
    const end = words.indexOf(': ');
    button.replaceWith(end < 0 ? words : words.slice(end + 2));
  }
}

const BLOCK = /^(P|DIV|UL|OL|LI|BLOCKQUOTE|TABLE|PRE|HR|H[1-6]|DETAILS|SUMMARY)$/;

/** Lists keep their signs, tables their columns (by tabs), links their addresses; all other marks are gone. */
export function plainOf(root: Element): string {
  return blocks(root, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function blocks(parent: Element, indent: string): string {
  let text = '';
  for (const node of parent.childNodes) {
    if (!(node instanceof Element)) {
      text += node.textContent ?? '';
      continue;
    }
    const { nodeName } = node;
    if (node.matches('.code-bar, .more')) continue;
    if (nodeName === 'BR') text += `\n${indent}`;
    else if (nodeName === 'PRE') text += `\n\n${node.textContent?.replace(/\n$/, '')}\n\n`;
    else if (nodeName === 'TABLE') text += `\n\n${table(node)}\n\n`;
    else if (nodeName === 'UL' || nodeName === 'OL') text += list(node, indent);
    else if (nodeName === 'A') text += anchor(node as HTMLAnchorElement, indent);
    else if (BLOCK.test(nodeName)) text += `\n\n${blocks(node, indent)}\n\n`;
    else text += blocks(node, indent);
  }
  return text;
}

function list(element: Element, indent: string): string {
  let number = Number(element.getAttribute('start') ?? 1);
  const items = [...element.children].map((item) => {
    const sign = element.nodeName === 'OL' ? `${number++}. ` : '- ';
    const inside = indent + ' '.repeat(sign.length);
    const [first = '', ...rest] = blocks(item, inside).trim().split(/\n\n+/);
    const said = rest.map((part) => (/^ *(?:-|\d+\.) /.test(part) ? `\n${part}` : `\n\n${part}`));
    return `${indent}${sign}${first}${said.join('')}`;
  });
  return `\n\n${items.join('\n')}\n\n`;
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll('tr')];
  const cells = (row: Element) =>
    [...row.children].map((cell) => blocks(cell, '').replace(/\s+/g, ' ').trim());
  return rows.map((row) => cells(row).join('\t')).join('\n');
}

function anchor(link: HTMLAnchorElement, indent: string): string {
  const label = withoutHost(link);
  const said = blocks(label, indent).trim();
  return said === link.href || `${said}/` === link.href ? link.href : `${said} (${link.href})`;
}

/** Where a link leads stands behind it as its host; in other programs its whole address does. */
function withoutHost(link: Element): Element {
  const copy = link.cloneNode(true) as Element;
  for (const host of copy.querySelectorAll('bdi')) host.remove();
  return copy;
}

/** Elements and addresses alone, with the little style that makes a table look like one elsewhere. */
export function htmlOf(root: Element): string {
  return nodeOf(root).innerHTML;
}

function nodeOf(root: Element): Element {
  const copy = root.cloneNode(true) as Element;
  for (const bar of copy.querySelectorAll('.code-bar, .more')) bar.remove();
  for (const host of copy.querySelectorAll('bdi')) {
    const before = host.previousSibling;
    // The space that parts them goes too, or it stands underlined before the next full stop.
    if (before?.nodeType === Node.TEXT_NODE) {
      before.textContent = (before.textContent ?? '').trimEnd();
    }
    host.remove();
  }
  for (const button of copy.querySelectorAll('button'))
    button.replaceWith(button.textContent ?? '');
  for (const pre of copy.querySelectorAll('pre')) {
    const code = document.createElement('code');
    code.textContent = (pre.textContent ?? '').replace(/\n$/, '');
    const plain = document.createElement('pre');
    plain.append(code);
    (pre.closest('.code') ?? pre).replaceWith(plain);
  }
  for (const box of copy.querySelectorAll('.table')) box.replaceWith(...box.childNodes);
  for (const element of copy.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (name !== 'href' && name !== 'start' && name !== 'align') element.removeAttribute(name);
    }
  }
  for (const one of copy.querySelectorAll('table')) {
    one.setAttribute('border', '1');
    one.setAttribute('cellpadding', '6');
    one.setAttribute('cellspacing', '0');
  }
  return copy;
}
