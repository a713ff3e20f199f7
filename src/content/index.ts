// The door of the content room: text that others wrote, as safe DOM. Light until the first text is drawn;
// then marked and DOMPurify are loaded, and what already stands as plain text is drawn again.

import { createLink } from './decorate.ts';
import { foreignHostToShow } from './labels.ts';
import { type LinkInfo, safeLink } from './links.ts';
import { createPlainView } from './plain-view.ts';
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
  /** A link that asks first was pressed: show `link.href` whole, with a way to open it or not. */
  onLinkQuestion: (link: LinkInfo, from: HTMLElement) => void;
  onCopyCode: (text: string, from: HTMLElement) => void;
  /** Runs work in a task of its own; returns the way to cancel. Without it a long text is drawn at once. */
  later?: (work: () => void) => () => void;
  /** Milliseconds, monotonic. */
  now?: () => number;
  /** Fetches the engine; rejects when it can't be had, and plain text stays. */
  load?: () => Promise<Engine>;
}

export interface Engine {
  createMarkdownView(container: HTMLElement, context: ContentContext): MarkdownView;
}

export interface Content {
  /** Draws a growing markdown text into `container`, which should be empty and is left empty by `close`. */
  createView(container: HTMLElement): MarkdownView;
  /** Loads the engine, when idle or when first needed. Settles, never rejects; true: it is there. */
  prepare(): Promise<boolean>;
  /** What a link or a picture's placeholder leads to. */
  linkOf(element: Element): LinkInfo | undefined;
  /**
   * An address from outside as an element with `text`: a checked anchor, or a button that asks first.
   * Null where it is none that may be linked.
   */
  createLink(uri: string, text: string): HTMLElement | null;
  close(): void;
}

export function createContent(options: ContentOptions): Content {
  const { documentRef } = options;
  const links = new WeakMap<Element, LinkInfo>();
  const context: ContentContext = {
    documentRef,
    words: options.words,
    pictures: new Set(),
    onLinkQuestion: options.onLinkQuestion,
    onCopyCode: options.onCopyCode,
    links,
    now: options.now ?? (() => performance.now()),
    ...(options.later ? { later: options.later } : {}),
  };
  const load = options.load ?? (() => import('./engine.ts'));
  const waiting = new Set<() => void>();
  let engine: Engine | null = null;
  let loading: Promise<boolean> | null = null;

  const prepare = (): Promise<boolean> => {
    loading ??= load().then(
      (loaded) => {
        engine = loaded;
        for (const upgrade of [...waiting]) upgrade();
        return true;
      },
      () => {
        // The next view tries again.
        loading = null;
        return false;
      },
    );
    return loading;
  };

  return {
    createView(container) {
      if (engine) return engine.createMarkdownView(container, context);
      let view = createPlainView(container, documentRef);
      let text = '';
      let pictures: ReadonlySet<string> | undefined;
      const upgrade = (): void => {
        waiting.delete(upgrade);
        if (!engine) return;
        view.close();
        view = engine.createMarkdownView(container, context);
        view.update(text, pictures);
      };
      waiting.add(upgrade);
      void prepare();
      return {
        update(next, allowed) {
          text = next;
          pictures = allowed;
          view.update(next, allowed);
        },
        get isSettled() {
          return engine !== null && view.isSettled;
        },
        close() {
          waiting.delete(upgrade);
          view.close();
        },
      };
    },
    prepare,
    linkOf: (element) => links.get(element),
    createLink(uri, text) {
      const link = safeLink(uri, documentRef.baseURI);
      if (!link) return null;
      const element = createLink(link, context);
      const host = foreignHostToShow(text, link);
      element.textContent = escapeBidi(text) + (host === null ? '' : ` (${host})`);
      return element;
    },
    close() {
      waiting.clear();
    },
  };
}
