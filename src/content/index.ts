// The door of the content room, which draws text that others wrote as safe DOM. It brings marked and DOMPurify along: only
// what is fetched with the rows of a conversation may import its values.

import { createLink } from './decorate.ts';
import { foreignHostToShow } from './labels.ts';
import { type LinkInfo, safeLink } from './links.ts';
import { createMarkdownView } from './markdown-view.ts';
import { escapeBidi } from './text.ts';
import type { ContentContext, ContentWords, MarkdownView } from './types.ts';

export { dedupeCitations, MAX_SOURCES, type Source } from './citations.ts';
export { checkLink, type LinkInfo, safeLink } from './links.ts';
export { createPictureBudget, findPictures } from './pictures.ts';
export { cleanLine, cleanText, cutText, escapeBidi } from './text.ts';
export type { ContentWords, MarkdownView } from './types.ts';

export interface ContentOptions {
  documentRef: Document;
  words: () => ContentWords;
  /** Called when a link that asks first is pressed: show `link.href` whole, and let the visitor open it or not. */
  onLinkQuestion: (link: LinkInfo, from: HTMLElement) => void;
  onCopyCode: (text: string, from: HTMLElement) => void;
  /** Called with each block of code, by its language. */
  onCode?: (pre: HTMLElement, language: string) => void;
  /** Called with each formula, which holds its source. */
  onMath?: (place: HTMLElement, tex: string, isBlock: boolean) => void;
  /** Called with each table, and the box around it. */
  onTable?: (box: HTMLElement, table: HTMLElement) => void;
  /** Called with each whole text that has footnotes, as often as it is drawn. */
  onNotes?: (root: HTMLElement) => void;
  /** Runs work in a later task; returns a function that cancels it. Without it a long text is drawn at once. */
  later?: (work: () => void) => () => void;
  /** Milliseconds, monotonic. */
  now?: () => number;
}

export interface Content {
  /** Draws a growing markdown text into `container`. The container must be empty; `close` leaves it empty. */
  createView(container: HTMLElement): MarkdownView;
  /** The address behind a link or a picture's placeholder. */
  linkOf(element: Element): LinkInfo | undefined;
  /**
   * Makes a link from an address that came from outside: a checked anchor, or a button that asks first.
   * Null: the address may not be linked.
   */
  createLink(uri: string, text: string): HTMLElement | null;
}

export function createContent(options: ContentOptions): Content {
  const { documentRef } = options;
  const links = new WeakMap<Element, LinkInfo>();
  const context: ContentContext = {
    ...options,
    pictures: new Set(),
    links,
    now: options.now ?? (() => performance.now()),
  };
  return {
    createView: (container) => createMarkdownView(container, context),
    linkOf: (element) => links.get(element),
    createLink(uri, text) {
      const link = safeLink(uri, documentRef.baseURI);
      if (!link) return null;
      const element = createLink(link, context);
      const host = foreignHostToShow(text, link);
      element.textContent = escapeBidi(text) + (host === null ? '' : ` (${host})`);
      return element;
    },
  };
}
