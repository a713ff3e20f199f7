// Files and pages as text with Markdown's headings, which is what passages are cut from: Markdown and plain text as they are,
// HTML by its main part, PDF page by page, Office's files by what is written in them. What a file is, its content says. Each
// reader is loaded only where somebody imports such a file. Runs in the thread that reads: a file decides what it costs.

import { type ImportedType, kindOf } from './file-kind.ts';
import { headingOf } from './passages.ts';
import { readOffice } from './read-office.ts';
import { readCsv, readJson } from './read-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Characters of one document; what is longer is cut there. */
const MAX_TEXT = 2_000_000;
const MAX_PAGES = 2000;

export interface ImportedText {
  /** Null: the file doesn't say. */
  title: string | null;
  text: string;
}

/** @throws UnreadableFile */
export async function readFile(bytes: Uint8Array, type: ImportedType): Promise<ImportedText> {
  const read = await readKind(bytes, type);
  const text = read.text.replaceAll('\0', '').trim().slice(0, MAX_TEXT);
  if (text === '') throw new UnreadableFile('has no text that can be read');
  return { title: read.title?.replaceAll('\0', '').trim() || null, text };
}

async function readKind(bytes: Uint8Array, type: ImportedType): Promise<ImportedText> {
  const { kind, text } = kindOf(bytes, type);
  switch (kind) {
    case 'pdf':
      return readPdf(bytes);
    case 'pack': {
      const { html, text: words = '' } = await readOffice(bytes);
      return html === undefined ? { title: null, text: words } : readHtml(html);
    }
    case 'html':
      return readHtml(text);
    case 'csv':
      return { title: null, text: await readCsv(text) };
    case 'json':
      return { title: null, text: readJson(text) };
    case 'markdown':
      return { title: firstHeading(text), text };
    case 'plain':
      return { title: null, text };
  }
}

/** The first heading of the first two levels; null without one. */
function firstHeading(text: string): string | null {
  for (const line of text.split('\n')) {
    const found = headingOf(line);
    if (found !== null && found.level <= 2 && found.words !== '') return found.words;
  }
  return null;
}

/** Elements around the words of a page, which are left out. */
const FURNITURE = ['script', 'style', 'noscript', 'template', 'nav', 'aside', 'form', 'iframe'];
const AROUND = ['header', 'footer'];

/** Elements within each other; what reads HTML takes ever longer with each level. */
const MAX_DEPTH = 1000;
/** Without an end, or with one that is often left out. */
const UNCLOSED = new Set(
  `area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup
  tr td th thead tbody tfoot colgroup rp rt`.split(/\s+/),
);

/** Counted by the tags alone: near enough for a page, and as fast for any other text. */
function isNestedTooDeeply(html: string): boolean {
  let depth = 0;
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][\w:-]*)[^<>]*/gi)) {
    if (UNCLOSED.has(name.toLowerCase()) || tag.endsWith('/')) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

async function readHtml(html: string): Promise<ImportedText> {
  if (isNestedTooDeeply(html)) throw new UnreadableFile('is nested too deeply to be read');
  const { default: Turndown } = await import('turndown');
  let title: string | null = null;
  let main: string | null = null;
  const writer = new Turndown({ headingStyle: 'atx' });
  writer.remove((node) => [...FURNITURE, ...AROUND].includes(node.nodeName.toLowerCase()));
  writer.addRule('title', {
    filter: 'title',
    replacement(_, node) {
      title ??= node.textContent;
      return '';
    },
  });
  writer.addRule('main', {
    filter: (node) => node.nodeName === 'MAIN',
    replacement(content) {
      main ??= content;
      return content;
    },
  });
  // A link's words are the page's; its address would only fill the passage.
  writer.addRule('links', { filter: 'a', replacement: (words) => words });
  writer.addRule('pictures', { filter: 'img', replacement: () => '' });
  const all = writer.turndown(html);
  return { title, text: main ?? all };
}

async function readPdf(bytes: Uint8Array): Promise<ImportedText> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  try {
    const document = await getDocumentProxy(bytes);
    if (document.numPages > MAX_PAGES) {
      throw new UnreadableFile(`has more than ${MAX_PAGES} pages`);
    }
    const { info } = await getMeta(document);
    const { text: pages } = await extractText(document, { mergePages: false });
    const title = typeof info.Title === 'string' ? info.Title : null;
    // So that a passage says on which page it stands.
    const parts = pages.map((page, i) => (page.trim() === '' ? '' : `## Page ${i + 1}\n\n${page}`));
    return { title, text: parts.filter((part) => part !== '').join('\n\n') };
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof RangeError) throw error;
    throw new UnreadableFile('is no PDF that can be read');
  }
}
