// Colours code by the CSS Custom Highlight API: ranges over the text that stands there, so not one element is added.
// Fetched with the first block of code, in browsers that have that API.

import { KINDS, type Kind, tokenizeCode } from './tokenize-code.ts';

/** Longer code stays as it is: nobody reads it in a chat. */
const MAX_CHARS = 50_000;
/** How many frames a block may take until it stands in the page. */
const MAX_FRAMES = 60;

const nameOf = (kind: Kind): string => `bellhop-${kind}`;

/** The look on the ground of code; see the theme's tokens. */
const CSS_TEXT = `
  ::highlight(${nameOf('comment')}) { color: var(--b-muted); }
  ::highlight(${nameOf('string')}) { color: var(--b-ok); }
  ::highlight(${nameOf('keyword')}) { color: var(--b-accent); }
  ::highlight(${nameOf('number')}) { color: var(--b-warn); }
  ::highlight(${nameOf('name')}) { color: var(--b-warn); }`;

const styled = new WeakSet<Document | ShadowRoot>();
const rangesOf = new WeakMap<Element, [Kind, AbstractRange][]>();
const watched = new WeakSet<Element>();

/** Colours the code in `pre`, and again whenever it has grown. @param language as it stands behind the fence. */
export function colorCode(pre: HTMLElement, language: string): void {
  const view = pre.ownerDocument.defaultView;
  // The visitor's own colours have one for marked text, which would be the colour of half of the code.
  if (view?.matchMedia('(forced-colors: active)').matches) return;
  if (!view || watched.has(pre) || tokenizeCode('0 "" ;', language).length === 0) return;
  watched.add(pre);
  let isDue = false;
  let frames = 0;
  const draw = (): void => {
    isDue = false;
    if (pre.isConnected) paint(pre, language);
    else if (frames++ < MAX_FRAMES) ask();
  };
  const ask = (): void => {
    if (isDue) return;
    isDue = true;
    view.requestAnimationFrame(draw);
  };
  new MutationObserver(ask).observe(pre, { childList: true, characterData: true, subtree: true });
  ask();
}

function paint(pre: HTMLElement, language: string): void {
  addStyle(pre.getRootNode() as Document | ShadowRoot);
  for (const [kind, range] of rangesOf.get(pre) ?? []) highlightOf(kind).delete(range);
  const text = pre.textContent ?? '';
  const ranges: [Kind, AbstractRange][] = [];
  if (text.length <= MAX_CHARS) {
    const place = createPlaces(pre);
    for (const { kind, start, end } of tokenizeCode(text, language)) {
      const [startContainer, startOffset] = place(start);
      const [endContainer, endOffset] = place(end - 1);
      if (!startContainer || !endContainer) continue;
      const range = new StaticRange({
        startContainer,
        startOffset,
        endContainer,
        endOffset: endOffset + 1,
      });
      highlightOf(kind).add(range);
      ranges.push([kind, range]);
    }
  }
  rangesOf.set(pre, ranges);
  forgetGone();
}

/** Turns growing offsets of the whole text into places in its text nodes. */
function createPlaces(pre: HTMLElement): (offset: number) => [Text | null, number] {
  const walker = pre.ownerDocument.createTreeWalker(pre, 4 /* text */);
  let node = walker.nextNode() as Text | null;
  let before = 0;
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

/** A highlight holds what it colours: let go of code that has left the page, as with a conversation that was closed. */
function forgetGone(): void {
  for (const kind of KINDS) {
    const highlight = highlightOf(kind);
    for (const range of highlight) {
      if (!range.startContainer.isConnected) highlight.delete(range);
    }
  }
}

function addStyle(root: Document | ShadowRoot): void {
  if (styled.has(root)) return;
  styled.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS_TEXT);
  root.adoptedStyleSheets.push(sheet);
}
