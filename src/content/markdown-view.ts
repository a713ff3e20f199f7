// A growing markdown text as DOM, in time linear in its length: blocks that can't change any more are drawn
// once, only the open one is drawn again. Long lists close item by item, fences line by line, endless
// paragraphs every few thousand characters. Knows nothing of streams, messages or frames.

import type { Token, Tokens } from 'marked';
import { type CodeBlock, createCodeBlock, decorate } from './decorate.ts';
import { type Definitions, type Lexed, lex } from './lex.ts';
import { MAX_BLOCK_CHARS, MAX_MESSAGE_CHARS, MAX_MESSAGE_MS } from './policy.ts';
import { findQuickText, type QuickText } from './quick-text.ts';
import { getSanitizer } from './sanitize.ts';
import type { ContentContext, MarkdownView } from './types.ts';
import { escapeHtml, type Outline, writeBlocks, writeItem } from './write-html.ts';

/** What one step looks at. A paragraph that is longer is cut here. */
const WINDOW_CHARS = 4096;
/** One task's share, before the rest is left for later. */
const TASK_MS = 8;
const MAX_DEFINITIONS = 200;
/** Blocks in one parent, items in one list element. */
const GROUP_SIZE = 50;

const FENCE = /^( {0,3})(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/;
const MARKER = /^ {0,3}(?:[-+*]|\d{1,9}[.)])/;

/** A closed piece that mentions a label: drawn again when its definition comes. */
interface Referring {
  /** Its source as labels are compared: in lower case, white space as one space. */
  mentions: string;
  nodes: ChildNode[];
  draw(): ChildNode[];
}

interface OpenList {
  element: HTMLElement;
  kind: string;
  /** The first number of this element; null where there are none. */
  start: number | null;
  size: number;
}

interface OpenFence {
  block: CodeBlock;
  closing: RegExp;
  indent: number;
}

export function createMarkdownView(container: HTMLElement, context: ContentContext): MarkdownView {
  const { documentRef } = context;
  const sanitize = getSanitizer(documentRef);
  /** As it was given, and with one kind of line end. */
  let raw = '';
  let text = '';
  /** Where the open block begins. */
  let start = 0;
  let limit = MAX_MESSAGE_CHARS;
  let outline: Outline = [];
  let openNodes: ChildNode[] = [];
  /** Where closed blocks go, and how many it has: a parent of many children is slow to lay out again. */
  let group: HTMLElement = container;
  let groupSize = 0;
  let quick: QuickText | null = null;
  let list: OpenList | null = null;
  let fence: OpenFence | null = null;
  let closedDefinitions: Definitions = Object.create(null);
  let definitions: Definitions = closedDefinitions;
  let referring: Referring[] = [];
  const stale = new Set<Referring>();
  let more: HTMLElement | null = null;
  let cancel: (() => void) | null = null;
  let spentMs = 0;

  const reset = (): void => {
    container.replaceChildren();
    start = 0;
    limit = MAX_MESSAGE_CHARS;
    outline = [];
    openNodes = [];
    group = container;
    groupSize = 0;
    quick = null;
    list = null;
    fence = null;
    closedDefinitions = Object.create(null);
    definitions = closedDefinitions;
    referring = [];
    stale.clear();
    more = null;
    spentMs = 0;
  };

  /** HTML to nodes that are safe to show. */
  const build = (html: string): ChildNode[] => {
    const fragment = sanitize(html);
    decorate(fragment, context);
    return [...fragment.childNodes];
  };

  const plain = (source: string): string =>
    source.trim() === '' ? '' : `<p>${escapeHtml(source.trim()).replaceAll('\n', '<br>')}</p>`;

  const blocksHtml = (source: string, tokens: readonly Token[] | null, at: Outline): string => {
    if (!tokens) return plain(source);
    try {
      return writeBlocks(tokens, at);
    } catch {
      return plain(source);
    }
  };

  const itemsHtml = (items: readonly Tokens.ListItem[], at: Outline): string => {
    try {
      return items.map((item) => writeItem(item, at, 1)).join('');
    } catch {
      return items.map(({ raw }) => `<li>${plain(raw)}</li>`).join('');
    }
  };

  const clearOpen = (): void => {
    for (const node of openNodes) node.remove();
    openNodes = [];
    quick = null;
  };

  const placeBlock = (node: ChildNode): void => {
    if (groupSize >= GROUP_SIZE) {
      group = documentRef.createElement('div');
      container.append(group);
      groupSize = 0;
    }
    group.append(node);
    groupSize += 1;
  };

  const isSpent = () => spentMs > MAX_MESSAGE_MS;
  const lexHere = (source: string): Lexed | null =>
    isSpent() ? null : lex(source, closedDefinitions);

  /** Draws a piece for good: the first time from tokens at hand, after a late definition from its source. */
  const close = (
    source: string,
    place: (node: ChildNode) => void,
    write: (tokens: readonly Token[] | null, at: Outline) => ChildNode[],
    tokens: readonly Token[] | null,
  ): void => {
    const before = [...outline];
    const nodes = write(tokens, outline);
    for (const node of nodes) place(node);
    if (!source.includes('[') || nodes.length === 0) return;
    const mentions = source.toLowerCase().replace(/\s+/g, ' ');
    const draw = () => write(lex(source, definitions)?.tokens ?? null, [...before]);
    referring.push({ mentions, nodes, draw });
  };

  const closeBlocks = (source: string, tokens: readonly Token[] | null): void => {
    if (source.trim() === '') return;
    close(source, placeBlock, (now, at) => build(blocksHtml(source, now, at)), tokens);
  };

  /** A list's finished items, into the element that the rest of it will join. */
  const closeItems = (token: Tokens.List, items: readonly Tokens.ListItem[]): void => {
    const source = items.map(({ raw }) => raw).join('');
    const write = (tokens: readonly Token[] | null, at: Outline): ChildNode[] => {
      const found = tokens?.[0];
      const drawn = found?.type === 'list' ? (found as Tokens.List).items : items;
      return [...(build(`<ul>${itemsHtml(drawn, at)}</ul>`)[0]?.childNodes ?? [])];
    };
    const kind = listKind(token);
    if (list?.kind !== kind) openList(kind, token.ordered ? Number(token.start) : null);
    close(source, (node) => placeItem(node, kind), write, null);
  };

  const placeItem = (node: ChildNode, kind: string): void => {
    if (list && list.size >= GROUP_SIZE) {
      openList(kind, list.start === null ? null : list.start + list.size);
      list?.element.classList.add('go-on');
    }
    if (!list) return;
    list.element.append(node);
    list.size += 1;
  };

  const openList = (kind: string, first: number | null): void => {
    const element = documentRef.createElement(first === null ? 'ul' : 'ol');
    if (first !== null && first !== 1) element.setAttribute('start', String(first));
    placeBlock(element);
    list = { element, kind, start: first, size: 0 };
  };

  const showOpen = (source: string, tokens: readonly Token[] | null): void => {
    const [first, ...rest] = tokens ?? [];
    const at = [...outline];
    if (list && first?.type === 'list' && listKind(first as Tokens.List) === list.kind) {
      const items = build(`<ul>${itemsHtml((first as Tokens.List).items, at)}</ul>`)[0];
      const nodes = [...(items?.childNodes ?? [])];
      list.element.append(...nodes);
      const after = build(blocksHtml('', rest, at));
      group.append(...after);
      openNodes = [...nodes, ...after];
    } else {
      openNodes = build(blocksHtml(source, tokens, at));
      group.append(...openNodes);
    }
    quick = findQuickText(openNodes.at(-1), source, start + source.length);
  };

  /** Takes definitions over; whatever stands already and mentions a new one is drawn again. */
  const define = (found: Definitions): void => {
    const changed = Object.keys({ ...definitions, ...found })
      .slice(0, MAX_DEFINITIONS)
      .filter((label) => definitions[label]?.href !== found[label]?.href);
    definitions = found;
    for (const label of changed) {
      for (const piece of referring) if (piece.mentions.includes(`[${label}]`)) stale.add(piece);
    }
  };

  const redraw = (piece: Referring): void => {
    stale.delete(piece);
    const nodes = piece.draw();
    // Definitions change what stands in blocks, never how many there are.
    for (const [index, node] of piece.nodes.entries()) {
      const next = nodes[index];
      if (next) node.replaceWith(next);
    }
    piece.nodes = nodes;
  };

  /** Draws one step's worth from `start` on. True: there is more to do. */
  const step = (): boolean => {
    const end = Math.min(text.length, limit);
    if (
      stale.size === 0 &&
      quick &&
      end - start < WINDOW_CHARS &&
      quick.extend(text.slice(quick.from, end))
    )
      return false;
    for (const piece of stale) {
      redraw(piece);
      return true;
    }
    clearOpen();
    if (fence) return stepFence(fence, end);
    if (start >= end) return false;
    let reach = WINDOW_CHARS;
    for (;;) {
      const isAll = start + reach >= end;
      const stop = isAll ? end : lineEnd(text, start, start + reach);
      const source = isAll ? trimLineEnd(text.slice(start, stop)) : text.slice(start, stop);
      const lexed = lexHere(source);
      if (lexed) {
        const done = closeWhatStands(source, lexed);
        if (done) return true;
      }
      if (isAll) {
        define(lexed ? lexed.definitions : closedDefinitions);
        // Drawn after the definitions, which may stand below their use.
        showOpen(source, lexed ? lexed.tokens : null);
        return stale.size > 0;
      }
      const isProse = lexed?.tokens.every(
        ({ type }) =>
          type !== 'list' && type !== 'table' && type !== 'blockquote' && type !== 'code',
      );
      if (!lexed || isProse || reach >= MAX_BLOCK_CHARS / 4) {
        // One block of this size: it is cut here, and what follows is read for itself.
        if (lexed) closeTokens(source, lexed.tokens);
        else closeBlocks(source, null);
        list = null;
        start = stop;
        return true;
      }
      reach *= 4;
    }
  };

  /** Closes all that later text can't change. True: `start` has moved, or a fence has opened. */
  const closeWhatStands = (source: string, { tokens, definitions: found }: Lexed): boolean => {
    const places: number[] = [];
    let offset = 0;
    for (const { raw } of tokens) {
      places.push(offset);
      offset += raw.length;
    }
    const at = (index: number): number => places[index] ?? source.length;
    /** Nothing but whole lines may end a paragraph: "-" under "2. x" makes marked see a list in both. */
    const endsParagraph = (index: number): boolean => {
      if (tokens[index]?.type === 'paragraph') return false;
      if (source.endsWith('\n')) return true;
      const whole = lexHere(source.slice(0, source.lastIndexOf('\n') + 1))?.tokens[index - 1];
      return whole?.raw.trimEnd() === tokens[index - 1]?.raw.trimEnd();
    };
    // A block's first line must be whole before it ends the one before it: "#" may become "#tag".
    let last = tokens.length - 1;
    const isFirm = (index: number): boolean => {
      const token = tokens[index];
      if (!token || token.type === 'space') return false;
      // The title of a definition may follow on the next line.
      if (tokens[index - 1]?.type === 'def' && /^\s*["'(]/.test(token.raw)) return false;
      if (tokens[index - 1]?.type === 'paragraph' && !endsParagraph(index)) return false;
      const line = source.slice(at(index)).replace(/^\n+/, '');
      return line.includes('\n');
    };
    while (last > 0 && !isFirm(last)) last--;
    const fenceAt = tokens.findIndex(
      (token, index) =>
        index <= last && token.type === 'code' && FENCE.test(source.slice(at(index))),
    );
    if (fenceAt !== -1) last = fenceAt;

    if (last > 0) {
      for (const token of tokens.slice(0, last))
        if (token.type === 'def') keepDefinition(token.tag, found);
      define(Object.assign(Object.create(null), closedDefinitions));
      closeTokens(source.slice(0, at(last)), tokens.slice(0, last));
      start += at(last);
      list = null;
    }
    if (fenceAt !== -1) {
      openFence(source.slice(at(fenceAt)));
      return true;
    }
    if (last > 0) return true;
    const only = tokens[0];
    return only?.type === 'list' && closeFinishedItems(source, only as Tokens.List);
  };

  const keepDefinition = (label: string, found: Definitions): void => {
    const definition = found[label];
    if (definition && Object.keys(closedDefinitions).length < MAX_DEFINITIONS) {
      closedDefinitions[label] ??= definition;
    }
  };

  const closeTokens = (source: string, tokens: readonly Token[]): void => {
    const [first, ...rest] = tokens;
    if (first?.type === 'list') {
      // It may continue a list whose earlier items stand already.
      closeItems(first as Tokens.List, (first as Tokens.List).items);
      list = null;
      closeBlocks(source.slice(first.raw.length), rest);
    } else closeBlocks(source, tokens);
  };

  const closeFinishedItems = (source: string, token: Tokens.List): boolean => {
    let offset = 0;
    const places = token.items.map(({ raw }) => {
      const place = offset;
      offset += raw.length;
      return place;
    });
    let last = token.items.length - 1;
    while (last > 0 && !source.slice(places[last]).includes('\n')) last--;
    if (last < 1) return false;
    closeItems(token, token.items.slice(0, last));
    start += places[last] ?? 0;
    return true;
  };

  const openFence = (source: string): void => {
    const [opener = '', indent = '', marks = '', info = ''] = FENCE.exec(source) ?? [];
    const mark = marks.startsWith('~') ? '~' : '`';
    fence = {
      block: createCodeBlock(context, info),
      closing: new RegExp(`^ {0,3}${mark}{${marks.length},}[ \\t]*$`),
      indent: indent.length,
    };
    placeBlock(fence.block.element);
    start += opener.length;
  };

  const stepFence = ({ block, closing, indent }: OpenFence, end: number): boolean => {
    const strip = (line: string): string =>
      indent === 0 ? line : line.replace(new RegExp(`^ {0,${indent}}`), '');
    const stop = Math.min(end, start + WINDOW_CHARS * 4);
    let lines = '';
    while (start < stop) {
      const newline = text.indexOf('\n', start);
      if (newline === -1 || newline >= end) break;
      const line = text.slice(start, newline);
      start = newline + 1;
      if (closing.test(line)) {
        block.append(lines);
        block.setPending('');
        fence = null;
        return true;
      }
      lines += `${strip(line)}\n`;
    }
    if (end - start > WINDOW_CHARS && text.indexOf('\n', start) === -1) {
      lines += strip(text.slice(start, start + WINDOW_CHARS));
      start += WINDOW_CHARS;
    }
    if (lines !== '') block.append(lines);
    if (start >= stop && stop < end) return true;
    const rest = text.slice(start, end);
    block.setPending(closing.test(rest) ? '' : strip(rest));
    return false;
  };

  const run = (): void => {
    cancel = null;
    const began = context.now();
    while (step()) {
      const spent = context.now() - began;
      if (spent > TASK_MS && context.later) {
        spentMs += spent;
        cancel = context.later(run);
        return;
      }
    }
    spentMs += context.now() - began;
    offerMore();
  };

  const offerMore = (): void => {
    more?.remove();
    more = null;
    if (text.length <= limit) return;
    const button = documentRef.createElement('button');
    button.type = 'button';
    button.className = 'more';
    button.textContent = context.words().showMore;
    button.addEventListener('click', () => {
      limit += MAX_MESSAGE_CHARS;
      run();
    });
    more = button;
    container.append(button);
  };

  return {
    update(given) {
      if (given === raw) return;
      // The common case costs one comparison: what was added is looked at, the rest is known.
      // A slice and its equality are a memory comparison; startsWith goes letter by letter.
      const isLonger = given.slice(0, raw.length) === raw && !raw.endsWith('\r');
      const added = isLonger ? given.slice(raw.length) : given;
      const clean = normalise(added);
      // The given string itself where it will do: a sum would have to be copied at each update.
      const next = !isLonger ? clean : clean === added && text === raw ? given : text + clean;
      if (!isLonger && !next.startsWith(text.slice(0, start))) reset();
      raw = given;
      text = next;
      cancel?.();
      run();
    },
    get isSettled() {
      return cancel === null;
    },
    close() {
      cancel?.();
      cancel = null;
      reset();
      raw = '';
      text = '';
    },
  };
}

function normalise(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\ufffd') : lines;
}

/** The end of the last whole line before `limit`; where there is none, of the last word; else `limit`. */
function lineEnd(text: string, start: number, limit: number): number {
  const newline = text.lastIndexOf('\n', limit - 1);
  if (newline > start) return newline + 1;
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start) return space + 1;
  // Never between the halves of one character.
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}

/** Spaces at the very end show nothing, and are different by the time that a word follows. */
function trimLineEnd(source: string): string {
  let end = source.length;
  while (end > 0 && (source[end - 1] === ' ' || source[end - 1] === '\t')) end--;
  return source.slice(0, end);
}

function listKind(token: Tokens.List): string {
  const marker = MARKER.exec(token.raw)?.[0].trim() ?? '';
  return token.ordered ? `ol${marker.at(-1)}` : `ul${marker}`;
}
