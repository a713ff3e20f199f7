// Writes the tokens of marked's lexer as HTML text. It escapes every text, raw HTML included. Its output is still
// treated as hostile: the sanitiser comes next.

import type { MarkedToken, Token, Tokens } from 'marked';
import type { DetailsToken, FootnoteToken, FormulaToken } from './dialect.ts';
import { MAX_DEPTH } from './policy.ts';
import { readTag } from './tags.ts';
import { cleanLine } from './text.ts';

export class TooDeepError extends Error {}

/**
 * Depths of the headings above the current place, outermost first. From it headings get levels from h4 on (the
 * message's own heading is an h3) without gaps, even if an answer skips depths.
 */
export type Outline = number[];

export function writeBlocks(tokens: readonly Token[], outline: Outline, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TooDeepError();
  return tokens.map((token) => writeOwn(token, outline, depth)).join('');
}

/** Writes the blocks that marked doesn't know (dialect.ts), and leaves all others to `writeBlock`. */
function writeOwn(token: Token, outline: Outline, depth: number): string {
  if (token.type === 'details') {
    return writeDetails(token as Tokens.Generic as DetailsToken, outline, depth);
  }
  if (token.type === 'footnote') {
    const { label, tokens } = token as Tokens.Generic as FootnoteToken;
    return `<p>${writeMark('note', label)} ${writeInline(tokens, depth)}</p>`;
  }
  return writeBlock(token as MarkedToken, outline, depth);
}

/** The attribute tells notes.ts which of the two it is: no other `sup` has one. A label is letters, digits and dashes. */
const writeMark = (kind: string, label: string): string => `<sup alt="${kind}">${label}</sup>`;

function writeBlock(token: MarkedToken, outline: Outline, depth: number): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'paragraph':
      return `<p>${writeInline(token.tokens, depth)}</p>`;
    case 'text':
      return token.tokens ? writeInline(token.tokens, depth) : escapeHtml(token.text);
    case 'heading': {
      const words = writeInline(token.tokens, depth);
      if (words === '') return '';
      const level = 3 + enterHeading(outline, token.depth);
      return `<h${level}>${words}</h${level}>`;
    }
    case 'code':
      return writeFilled('pre', escapeHtml(token.text));
    case 'blockquote':
      return writeFilled('blockquote', writeBlocks(withSign(token.tokens), outline, depth + 1));
    case 'list':
      return writeList(token, outline, depth);
    case 'table':
      return writeTable(token, depth);
    case 'hr':
      return '<hr>';
    case 'html':
      return token.text === '' ? '' : `<p>${escapeHtml(token.text.trim())}</p>`;
    default:
      return writeInline([token], depth);
  }
}

/** Nothing stands for a quote, a block of code, details or a list in which nothing is: while it is written, or ever. */
const writeFilled = (tag: string, html: string, attributes = ''): string =>
  html === '' ? '' : `<${tag}${attributes}>${html}</${tag}>`;

/** Signs instead of words: they need no language, and a screen reader says them in the visitor's. */
const SIGNS: Readonly<Record<string, string>> = {
  note: 'ℹ️',
  tip: '💡',
  important: '❗',
  warning: '⚠️',
  caution: '🛑',
};
const ALERT = /^\[!(note|tip|important|warning|caution)\]$/i;

/** GitHub's alerts: a quote whose first line is `[!NOTE]` begins with a sign instead. */
function withSign([first, ...rest]: readonly Token[]): Token[] {
  if (first?.type !== 'paragraph') return first ? [first, ...rest] : rest;
  const [mark, end, ...words] = first.tokens ?? [];
  const sign = SIGNS[ALERT.exec(mark?.raw ?? '')?.[1]?.toLowerCase() ?? ''];
  if (!sign || (end && end.type !== 'br')) return [first, ...rest];
  const text = { type: 'text', raw: '', text: `${sign} ` };
  return [{ ...first, tokens: [text, ...words] } as Token, ...rest];
}

function writeDetails({ summary, tokens }: DetailsToken, outline: Outline, depth: number): string {
  const words = writeInline(summary, depth + 1);
  const head = words === '' ? '' : `<summary>${words}</summary>`;
  return writeFilled('details', head + writeBlocks(tokens, outline, depth + 1));
}

function writeList(token: Tokens.List, outline: Outline, depth: number): string {
  const items = token.items.map((item) => writeItem(item, outline, depth)).join('');
  return token.ordered
    ? writeFilled('ol', items, startAttribute(token.start))
    : writeFilled('ul', items);
}

function startAttribute(start: number | ''): string {
  return start === '' || start === 1 ? '' : ` start="${Number(start)}"`;
}

/**
 * Decides from the item alone whether it is tight or loose, so that a list may be drawn item by item. A bullet without
 * words isn't drawn; a number is, since the next one counts on.
 */
export function writeItem(item: Tokens.ListItem, outline: Outline, depth: number): string {
  const isProse = ({ type }: Token) => type === 'text' || type === 'paragraph';
  const isTight = item.tokens.filter(isProse).length < 2;
  let body = '';
  for (const token of item.tokens) {
    if (isProse(token)) {
      const inline = writeInline((token as Tokens.Text).tokens ?? [token], depth + 1);
      body += isTight ? inline : `<p>${inline}</p>`;
    } else body += writeBlocks([token], outline, depth + 1);
  }
  if (body === '' && !/^\s*\d/.test(item.raw)) return '';
  // By this the style knows it: its box stands where the bullet would.
  return `<li${item.task ? ' alt="task"' : ''}>${body}</li>`;
}

function writeTable(token: Tokens.Table, depth: number): string {
  const row = (cells: readonly Tokens.TableCell[]): string =>
    `<tr>${cells
      .map(({ header, align, tokens }) => {
        const tag = header ? 'th' : 'td';
        const side = align ? ` align="${align}"` : '';
        return `<${tag}${side}>${writeInline(tokens, depth)}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<table><thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join('')}</tbody></table>`;
}

function writeInline(tokens: readonly Token[], depth: number, isInLink = false): string {
  if (depth > MAX_DEPTH) throw new TooDeepError();
  let html = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as MarkedToken | FootnoteToken | FormulaToken;
    switch (token.type) {
      case 'formula': {
        // decorate.ts makes a formula of it: no other code has a title.
        const kind = token.isBlock ? 'block' : 'math';
        html += isInLink
          ? escapeHtml(token.raw)
          : `<code title="${kind}">${escapeHtml(token.raw)}</code>`;
        break;
      }
      case 'reference':
        html += writeMark('ref', token.label);
        break;
      case 'text':
        html += token.tokens
          ? writeInline(token.tokens, depth + 1, isInLink)
          : escapeText(token.text);
        break;
      case 'escape':
        html += escapeHtml(token.text);
        break;
      case 'strong':
      case 'em':
      case 'del':
        html += `<${token.type}>${writeInline(token.tokens, depth + 1, isInLink)}</${token.type}>`;
        break;
      case 'codespan':
        html += `<code>${escapeHtml(token.text)}</code>`;
        break;
      case 'br':
        html += '<br>';
        break;
      case 'checkbox':
        html += `<b alt="box">${token.checked ? '☑' : '☐'}</b> `;
        break;
      case 'link':
        html += writeLink(token, depth, isInLink);
        break;
      case 'image':
        // A picture (or its button) can't stand in a link: write its words instead.
        html += isInLink
          ? escapeText(token.text)
          : `<img src="${escapeText(token.href)}" alt="${escapeText(token.text)}">`;
        break;
      case 'html': {
        const tag = readTag(tokens, index);
        if (tag === null) html += escapeHtml(token.raw);
        else if (tag.kind === 'element') {
          const inside = tokens.slice(index + 1, index + 1 + tag.size);
          const title = tag.title === '' ? '' : ` title="${escapeText(cleanLine(tag.title))}"`;
          html += `<${tag.name}${title}>${writeInline(inside, depth + 1, isInLink)}</${tag.name}>`;
          index += tag.size + 1;
        } else if (tag.kind === 'break') {
          html += '<br>';
          // The end of the line behind it would be a second break.
          if (tokens[index + 1]?.type === 'br') index += 1;
        }
        break;
      }
      default:
        // Tokens that a later marked may add.
        html += escapeHtml(token.raw);
    }
  }
  return html;
}

function writeLink(token: Tokens.Link, depth: number, isInLink: boolean): string {
  const text = token.autolink ? escapeHtml(token.text) : writeInline(token.tokens, depth + 1, true);
  if (isInLink) return text;
  const href = token.autolink ? escapeHtml(token.href) : escapeText(token.href);
  return `<a href="${href}">${text}</a>`;
}

function enterHeading(outline: Outline, depth: number): number {
  while (outline.length > 0 && (outline.at(-1) ?? 0) >= depth) outline.pop();
  outline.push(depth);
  return Math.min(3, outline.length);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}

/** Keeps character references ("&copy;"), which markdown allows in text. */
function escapeText(text: string): string {
  return text.replace(
    /[<>"']|&(?!#\d{1,7};|#x[\da-f]{1,6};|\w{1,40};)/gi,
    (char) => ENTITIES[char] ?? '',
  );
}
