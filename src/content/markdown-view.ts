// Draws a growing markdown text as DOM, in time linear in its length: it draws a block that can't change any more once,
// and only the open block again. Long lists close item by item, fences line by line, endless paragraphs every few
// thousand characters. It knows nothing of streams, messages or frames.

import type { Token, Tokens } from 'marked';
import { findBoundary, findFinishedItems, listKind, readFenceOpener } from './boundaries.ts';
import { decorate, loadPictures } from './decorate.ts';
import { type Definitions, type Lexed, lex } from './lex.ts';
import { createOpenFence, type OpenFence } from './open-fence.ts';
import { patch } from './patch.ts';
import { MAX_BLOCK_CHARS, MAX_MESSAGE_CHARS, MAX_MESSAGE_MS } from './policy.ts';
import { findQuickText, type QuickText } from './quick-text.ts';
import { getSanitizer } from './sanitize.ts';
import { lineEnd, normalise, trimLineEnd } from './source-text.ts';
import type { ContentContext, MarkdownView } from './types.ts';
import { settle } from './unfinished.ts';
import { escapeHtml, type Outline, writeBlocks, writeItem } from './write-html.ts';

/** Characters that one step reads. A longer paragraph is cut here. */
const WINDOW_CHARS = 4096;
/** Time that one task may take before it leaves the rest for later. */
const TASK_MS = 8;
const MAX_DEFINITIONS = 200;
/** Most blocks in one parent, and items in one list element. */
const GROUP_SIZE = 50;

/** A closed piece that mentions a label without a definition. It is drawn again when the definition comes. */
interface Referring {
  /** Its source in the form in which labels are compared: lower case, white space as one space. */
  mentions: string;
  nodes: ChildNode[];
  draw(): ChildNode[];
}

interface OpenList {
  element: HTMLElement;
  kind: string;
  /** The first number of this list element; null for bullets. */
  start: number | null;
  size: number;
}

export function createMarkdownView(container: HTMLElement, shared: ContentContext): MarkdownView {
  const context = { ...shared };
  const { documentRef } = context;
  const sanitize = getSanitizer(documentRef);
  /** `raw` is the text as it was given, `text` the same with one kind of line end. */
  let raw = '';
  let text = '';
  /** Where the open block begins. */
  let start = 0;
  let limit = MAX_MESSAGE_CHARS;
  let outline: Outline = [];
  let openNodes: ChildNode[] = [];
  /**
   * The parent of the next closed blocks, and how many it has. A new one begins when it is full: layout is slow with
   * many children.
   */
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
  let lexingMs = 0;
  /** More text is to come, so marks at the end may be unfinished. */
  let isGrowing = false;
  /** The same of the piece that is being read now, which may be the beginning of a longer one. */
  let isOpen = false;

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
    lexingMs = 0;
  };

  /** Makes safe nodes from HTML. */
  const build = (html: string): ChildNode[] => {
    if (html === '') return [];
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

  /**
   * Puts a closed node behind the other closed ones of its parent. What the open block had drawn in that place becomes it,
   * if it can: then nothing of it is laid out again.
   * @returns the node that stands there.
   */
  const place = (parent: Element, node: ChildNode): ChildNode => {
    quick = null;
    const [had] = openNodes.filter(({ parentNode }) => parentNode === parent);
    if (had) openNodes = openNodes.filter((one) => one !== had);
    return patch(parent, had ? [had] : [], [node])[0] as ChildNode;
  };

  const placeBlock = (node: ChildNode): ChildNode => {
    if (groupSize >= GROUP_SIZE) {
      clearOpen();
      group = documentRef.createElement('div');
      container.append(group);
      groupSize = 0;
    }
    groupSize += 1;
    return place(group, node);
  };

  /** Null means plain text; also if lexing this text has taken too long already. */
  const lexHere = (source: string): Lexed | null => {
    if (lexingMs > MAX_MESSAGE_MS) return null;
    const began = context.now();
    const lexed = lex(source, closedDefinitions, isOpen);
    lexingMs += context.now() - began;
    return lexed;
  };

  /** Draws a closed piece: the first time from its tokens, after a late definition again from its source. */
  const close = (
    source: string,
    put: (node: ChildNode) => ChildNode,
    write: (tokens: readonly Token[] | null, at: Outline) => ChildNode[],
    tokens: readonly Token[] | null,
  ): void => {
    const before = [...outline];
    const nodes = write(tokens, outline).map(put);
    if (!source.includes('[') || nodes.length === 0) return;
    const mentions = source.toLowerCase().replace(/\s+/g, ' ');
    const wasOpen = isOpen;
    const draw = () => write(lex(source, definitions, wasOpen)?.tokens ?? null, [...before]);
    referring.push({ mentions, nodes, draw });
  };

  const closeBlocks = (source: string, tokens: readonly Token[] | null): void => {
    if (source.trim() === '') return;
    close(source, placeBlock, (now, at) => build(blocksHtml(source, now, at)), tokens);
  };

  /** Draws a list's finished items into the element that its later items will join. */
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

  const placeItem = (node: ChildNode, kind: string): ChildNode => {
    if (list && list.size >= GROUP_SIZE) {
      clearOpen();
      openList(kind, list.start === null ? null : list.start + list.size);
      list?.element.classList.add('go-on');
    }
    if (!list) return node;
    list.size += 1;
    return place(list.element, node);
  };

  const openList = (kind: string, first: number | null): void => {
    const element = documentRef.createElement(first === null ? 'ul' : 'ol');
    if (first !== null && first !== 1) element.setAttribute('start', String(first));
    const items = openItems(element);
    const placed = placeBlock(items[0]?.parentElement ?? element) as HTMLElement;
    openNodes.unshift(...items);
    list = { element: placed, kind, start: first, size: 0 };
  };

  /** The items of the open list that `element` is to stand for: they stay where they are, and are closed there. */
  const openItems = (element: Element): ChildNode[] => {
    const [had] = openNodes.filter(({ parentNode }) => parentNode === group);
    if (!had || groupSize >= GROUP_SIZE) return [];
    return had.cloneNode(false).isEqualNode(element) ? [...had.childNodes] : [];
  };

  /** @param shown what stands for `source` while its end is unfinished; the tokens are of it. */
  const showOpen = (source: string, tokens: readonly Token[] | null, shown: string): void => {
    const [first, ...rest] = tokens ?? [];
    const at = [...outline];
    const goesOn =
      list && first?.type === 'list' && listKind(first as Tokens.List) === list.kind ? list : null;
    // The list and what follows it are sanitised as one text: of a step's parts, sanitising costs most.
    const blocks = build(
      goesOn
        ? `<ul>${itemsHtml((first as Tokens.List).items, at)}</ul>${blocksHtml('', rest, at)}`
        : blocksHtml(shown, tokens, at),
    );
    const items = goesOn ? [...(blocks.shift()?.childNodes ?? [])] : [];
    for (const node of openNodes) {
      if (node.parentNode !== group && node.parentNode !== goesOn?.element) node.remove();
    }
    openNodes = [
      ...(goesOn ? redrawOpen(goesOn.element, items) : []),
      ...redrawOpen(group, blocks),
    ];
    // Behind a text that is held back no word of it stands.
    quick = shown.startsWith(source)
      ? findQuickText(openNodes.at(-1), source, start + source.length)
      : null;
  };

  const redrawOpen = (parent: Element, next: readonly ChildNode[]): ChildNode[] =>
    patch(
      parent,
      openNodes.filter(({ parentNode }) => parentNode === parent),
      next,
    );

  /** Takes new definitions, and marks the closed pieces that mention one to be drawn again. */
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
    // A definition changes the content of blocks, never their number.
    piece.nodes.forEach((node, index) => {
      const next = nodes[index];
      if (next) node.replaceWith(next);
    });
    piece.nodes = nodes;
  };

  /** Does one step from `start` on. True: there is more to do. */
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
    if (fence) {
      const read = fence.read(text, start, end, isGrowing);
      start = read.start;
      if (read.state === 'closed') fence = null;
      return read.state !== 'waiting';
    }
    if (start >= end) {
      clearOpen();
      return false;
    }
    let reach = WINDOW_CHARS;
    for (;;) {
      const isAll = start + reach >= end;
      isOpen = isGrowing || !isAll;
      const stop = isAll ? end : lineEnd(text, start, start + reach);
      const source = isAll ? trimLineEnd(text.slice(start, stop)) : text.slice(start, stop);
      const lexed = lexHere(source);
      if (lexed) {
        const done = closeWhatStands(source, lexed);
        if (done) return true;
      }
      if (isAll) {
        define(lexed ? lexed.definitions : closedDefinitions);
        // Draw the open block after taking the definitions: one may stand below its use.
        const shown = isGrowing && lexed ? settle(source, lexed.tokens) : source;
        const drawn = shown === source ? lexed : lexHere(shown);
        showOpen(source, drawn ? drawn.tokens : null, shown);
        return stale.size > 0;
      }
      const isProse = lexed?.tokens.every(
        ({ type }) => !/^(?:list|table|blockquote|code|details)$/.test(type),
      );
      if (!lexed || isProse || reach >= MAX_BLOCK_CHARS / 4) {
        // One block fills the window: cut it here, and read the rest as if it began anew.
        if (lexed) closeTokens(source, lexed.tokens);
        else closeBlocks(source, null);
        list = null;
        start = stop;
        return true;
      }
      reach *= 4;
    }
  };

  /** Closes all blocks that later text can't change. True: `start` has moved, or a fence has opened. */
  const closeWhatStands = (source: string, { tokens, definitions: found }: Lexed): boolean => {
    const { finished, end, isFence } = findBoundary(
      source,
      tokens,
      (piece) => lexHere(piece)?.tokens ?? null,
    );
    if (finished > 0) {
      for (const token of tokens.slice(0, finished)) {
        if (token.type === 'def') keepDefinition(token.tag, found);
      }
      define(Object.assign(Object.create(null), closedDefinitions));
      closeTokens(source.slice(0, end), tokens.slice(0, finished));
      start += end;
      list = null;
    }
    if (isFence) {
      clearOpen();
      const opener = readFenceOpener(source.slice(end));
      fence = createOpenFence(opener, context);
      placeBlock(fence.element);
      start += opener.line.length;
    }
    if (isFence || finished > 0) return true;
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
      // This list may continue one whose earlier items are drawn already.
      closeItems(first as Tokens.List, (first as Tokens.List).items);
      list = null;
      closeBlocks(source.slice(first.raw.length), rest);
    } else closeBlocks(source, tokens);
  };

  const closeFinishedItems = (source: string, token: Tokens.List): boolean => {
    const { finished, end } = findFinishedItems(source, token);
    if (finished === 0) return false;
    closeItems(token, token.items.slice(0, finished));
    start += end;
    return true;
  };

  const run = (): void => {
    cancel = null;
    const began = context.now();
    while (step()) {
      if (context.later && context.now() - began > TASK_MS) {
        cancel = context.later(run);
        return;
      }
    }
    offerMore();
    if (!isGrowing && container.querySelector('sup[alt]')) context.onNotes?.(container);
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
    update(given, pictures = shared.pictures, grows = false) {
      if (pictures !== context.pictures) {
        context.pictures = pictures;
        loadPictures(container, context);
      }
      if (given === raw && grows === isGrowing) return;
      if (grows !== isGrowing) quick = null;
      isGrowing = grows;
      // Usually text was only added: one comparison tells, and only the addition is read. Compare a slice, which is a
      // memory comparison; startsWith goes letter by letter.
      const isLonger = given.slice(0, raw.length) === raw && !raw.endsWith('\r');
      const added = isLonger ? given.slice(raw.length) : given;
      const clean = normalise(added);
      // Keep the given string if it is unchanged: the browser would have to copy a concatenation at each update.
      const next = !isLonger ? clean : clean === added && text === raw ? given : text + clean;
      if (!isLonger) quick = null;
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
