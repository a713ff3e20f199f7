// Colours code by the CSS Custom Highlight API: ranges over the text that stands there, so not one element is added.
// Fetched with the first block of code, in browsers that have that API.

import { type CodeToken, countFirm, type Kind, tokenizeCode } from './tokenize-code.ts';

/** What follows them stays as it is: nobody reads it in a chat. */
const MAX_CHARS = 50_000;
/** How far beyond what is seen lines are coloured, in browsers that know how to say so. */
const NEAR = '400px';
/** Code that is being written is coloured so often. */
const EVERY_MS = 200;

const nameOf = (kind: Kind): string => `bellhop-${kind}`;

/** The look on the ground of code; see the theme's tokens. */
const CSS_TEXT = `
  ::highlight(${nameOf('comment')}) { color: var(--b-muted); }
  ::highlight(${nameOf('string')}) { color: var(--b-ok); }
  ::highlight(${nameOf('keyword')}) { color: var(--b-accent); }
  ::highlight(${nameOf('number')}) { color: var(--b-warn); }
  ::highlight(${nameOf('name')}) { color: var(--b-warn); }`;

const styled = new WeakSet<Document | ShadowRoot>();
const watched = new WeakSet<Element>();

/**
 * Colours the code in `pre`, a child for some lines each, and again whenever it has grown. Only what is seen has ranges: at
 * each change of the page the browser goes through all that there are.
 * @param language as it stands behind the fence.
 */
export function colorCode(pre: HTMLElement, language: string): void {
  const view = pre.ownerDocument.defaultView;
  // The visitor's own colours have one for marked text, which would be the colour of half of the code.
  if (view?.matchMedia('(forced-colors: active)').matches) return;
  if (!view || watched.has(pre) || tokenizeCode('0 "" ;', language).length === 0) return;
  watched.add(pre);
  const seen = new Set<Element>();
  let text = '';
  let tokens: CodeToken[] = [];
  let ranges: [Kind, AbstractRange][] = [];
  let paintedAt = Number.NEGATIVE_INFINITY;
  let isDue = false;

  function paint(): void {
    paintedAt = view?.performance.now() ?? 0;
    isDue = false;
    for (const [kind, range] of ranges) highlightOf(kind).delete(range);
    ranges = [];
    // Code that has left the page may not yet be out of sight.
    if (seen.size === 0 || !pre.isConnected) return;
    addStyle(pre.getRootNode() as Document | ShadowRoot);
    const before = text;
    text = (pre.textContent ?? '').slice(0, MAX_CHARS);
    tokens = tokens.slice(0, countFirm(text, before, tokens));
    tokens.push(...tokenizeCode(text, language, tokens.at(-1)?.end));
    let from = 0;
    for (const lines of pre.children) {
      const to = from + (lines.textContent ?? '').length;
      if (seen.has(lines)) ranges.push(...rangesIn(lines, from, to, tokens));
      from = to;
    }
    for (const [kind, range] of ranges) highlightOf(kind).add(range);
  }

  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      paint();
    },
    { scrollMargin: NEAR } as IntersectionObserverInit,
  );
  const watch = (nodes: Iterable<Node>): void => {
    for (const node of nodes) if (node.nodeType === 1) sight.observe(node as Element);
  };
  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) if (target === pre) watch(addedNodes);
    if (isDue || seen.size === 0) return;
    isDue = true;
    const waitMs = Math.max(0, paintedAt + EVERY_MS - view.performance.now());
    view.setTimeout(() => view.requestAnimationFrame(() => isDue && paint()), waitMs);
  });
  changes.observe(pre, { childList: true, characterData: true, subtree: true });
  watch(pre.children);
}

/** Of the tokens that lie in some lines, which are the text from one offset to another. */
function rangesIn(
  lines: Element,
  from: number,
  to: number,
  tokens: readonly CodeToken[],
): [Kind, AbstractRange][] {
  const place = createPlaces(lines, from);
  const found: [Kind, AbstractRange][] = [];
  const inside = tokens.filter(({ start, end }) => start < to && end > from);
  for (const { kind, start, end } of inside) {
    const [startContainer, startOffset] = place(Math.max(from, start));
    const [endContainer, endOffset] = place(Math.min(to, end) - 1);
    if (!startContainer || !endContainer) continue;
    const range = new StaticRange({
      startContainer,
      startOffset,
      endContainer,
      endOffset: endOffset + 1,
    });
    found.push([kind, range]);
  }
  return found;
}

/** Turns growing offsets of the whole text into places in the text nodes of `lines`, which begin at `from`. */
function createPlaces(lines: Element, from: number): (offset: number) => [Text | null, number] {
  const walker = lines.ownerDocument.createTreeWalker(lines, 4 /* text */);
  let node = walker.nextNode() as Text | null;
  let before = from;
  return (offset) => {
    while (node && offset >= before + node.data.length) {
      before += node.data.length;
      node = walker.nextNode() as Text | null;
    }
    return [node, offset - before];
  };
}

function highlightOf(kind: Kind): Highlight {
  const known = CSS.highlights.get(nameOf(kind));
  if (known) return known;
  const highlight = new Highlight();
  CSS.highlights.set(nameOf(kind), highlight);
  return highlight;
}

function addStyle(root: Document | ShadowRoot): void {
  if (styled.has(root)) return;
  styled.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS_TEXT);
  root.adoptedStyleSheets.push(sheet);
}
