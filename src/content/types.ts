// The seams inside the content room, and to the UI that gives it words and answers its questions.

import type { LinkInfo } from './links.ts';

/** Read anew whenever something is drawn, so that a language that comes late is used from then on. */
export interface ContentWords {
  showImage(host: string): string;
  copyCode: string;
  table: string;
  showMore: string;
}

export interface ContentContext {
  documentRef: Document;
  words(): ContentWords;
  /** Addresses of pictures that load by themselves, as the browser would request them. */
  pictures: ReadonlySet<string>;
  /** A link that asks first was pressed: show `link.href` whole, with a way to open it. */
  onLinkQuestion(link: LinkInfo, from: HTMLElement): void;
  onCopyCode(text: string, from: HTMLElement): void;
  /** What each link, asking link and picture's placeholder leads to. */
  links: WeakMap<Element, LinkInfo>;
  /** Runs the rest of a long text in a task of its own; returns the way to cancel. Absent: all at once. */
  later?: (work: () => void) => () => void;
  /** Milliseconds, monotonic. */
  now(): number;
}

/** One text that may grow, drawn into one element. */
export interface MarkdownView {
  /**
   * The whole text so far. Extending the last one costs what was added. `pictures`: addresses that load by
   * themselves from now on; all others wait for a click.
   */
  update(text: string, pictures?: ReadonlySet<string>): void;
  /** Nothing of the text waits for a later task. */
  readonly isSettled: boolean;
  close(): void;
}
