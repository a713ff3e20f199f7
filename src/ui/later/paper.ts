// The conversation as a document of its own, for paper and for the clipboard's rich text. Made of elements alone, with a
// sheet that is constructed: a page's Content-Security-Policy, which the frame inherits, allows no more.

import { cleanLine, escapeOverrides } from '../../content/text.ts';
import type { ChatModel } from '../model/types.ts';
import { renderNode } from './plain.ts';
import { type SaidText, saidIn } from './said.ts';

const CSS = `
  @page { margin: 18mm 16mm; }
  body { margin: 0; font: 11pt/1.5 system-ui, sans-serif; color: #000; background: #fff; }
  h1 { margin: 0 0 2pt; font-size: 16pt; line-height: 1.25; }
  h2 { margin: 18pt 0 6pt; padding-bottom: 3pt; border-bottom: 1px solid #bbb; font-size: 10pt; color: #444; }
  .who { margin: 10pt 0 1pt; font-size: 9.5pt; color: #444; break-after: avoid; }
  .own { margin-inline-start: 24pt; }
  p, ul, ol, pre, table, blockquote { margin: 0 0 5pt; }
  pre { white-space: pre-wrap; font-size: 9.5pt; }
  .plain { white-space: pre-wrap; }
  .small { font-size: 9.5pt; color: #444; }
  table { border-collapse: collapse; }
  th, td { text-align: start; vertical-align: top; }
  tr, pre, blockquote { break-inside: avoid; }
  a { color: inherit; overflow-wrap: anywhere; }
  .words a::after { content: " (" attr(href) ")"; font-size: 9pt; color: #444; }`;

/** Draws into an empty document. */
export async function writePaper(chat: ChatModel, paper: Document): Promise<void> {
  const { format, lang, dir } = chat.words.peek();
  const { title } = chat.options.peek();
  const now = chat.ports.now();
  const add = (parent: Node, name: string, text = '', style = ''): HTMLElement => {
    const element = paper.createElement(name);
    if (text !== '') element.textContent = text;
    if (style !== '') element.className = style;
    parent.appendChild(element);
    return element;
  };
  paper.title = title;
  paper.documentElement.lang = lang;
  paper.documentElement.dir = dir;
  const { body } = paper;
  add(body, 'h1', cleanLine(title)).dir = 'auto';
  let day = '';
  for (const entry of chat.session.peek().entries) {
    for (const { who, isOwn, texts } of saidIn(chat, entry)) {
      const today = format.day(entry.at, now);
      if (today !== day) add(body, 'h2', today);
      day = today;
      const box = add(body, 'div', '', isOwn ? 'own' : '');
      const head = add(box, 'p', '', 'who');
      if (who !== '') add(head, 'strong', escapeOverrides(who));
      head.append(`${who === '' ? '' : ' · '}${format.time(entry.at)}`);
      for (const text of texts) await addText(paper, box, text, add);
    }
  }
  styleOf(paper);
}

async function addText(
  paper: Document,
  box: HTMLElement,
  { text, isMarkdown, isCut, href }: SaidText,
  add: (parent: Node, name: string, text?: string, style?: string) => HTMLElement,
): Promise<void> {
  const drawn = isMarkdown ? await renderNode(text) : null;
  if (drawn === null) {
    const isSmall = href !== undefined || text.startsWith('(');
    add(box, 'p', escapeOverrides(text), isSmall ? 'small plain' : 'plain').dir = 'auto';
  } else {
    const words = add(box, 'div', '', 'words');
    words.dir = 'auto';
    for (const node of [...drawn.childNodes]) words.appendChild(paper.importNode(node, true));
  }
  if (isCut) add(box, 'p', '…');
}

/** A document without a window is no paper, and takes no sheet. */
function styleOf(paper: Document): void {
  const view = paper.defaultView as (Window & typeof globalThis) | null;
  if (view === null || typeof view.CSSStyleSheet !== 'function') return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(CSS);
  paper.adoptedStyleSheets = [sheet];
}
