// The types that the files of the content room share, and those for the UI, which gives it words and asks the visitor.

import type { LinkInfo } from './links.ts';

/** The room's words. Read at each drawing, so that a language that is loaded late is used from then on. */
export interface ContentWords {
  showImage(host: string): string;
  /** Stands where a picture couldn't be had; without it, only what the picture shows is said. */
  cantOpen?: string;
  copyCode: string;
  showMore: string;
}

export interface ContentContext {
  documentRef: Document;
  words(): ContentWords;
  /** The absolute addresses of pictures that load by themselves. */
  pictures: ReadonlySet<string>;
  /** Called when a link that asks first is pressed: show `link.href` whole, and let the visitor open it or not. */
  onLinkQuestion(link: LinkInfo, from: HTMLElement): void;
  onCopyCode(text: string, from: HTMLElement): void;
  /** A block of code was made, for its colours: `pre` stands in no page yet, and will grow. */
  onCode?(pre: HTMLElement, language: string): void;
  /** A formula was made: `place` holds its source, and stands in no page yet. */
  onMath?(place: HTMLElement, tex: string, isBlock: boolean): void;
  /** A table was made, in a box that stands in no page yet. */
  onTable?(box: HTMLElement, table: HTMLElement): void;
  /** A text is drawn whole, and has footnotes: `root` holds it. */
  onNotes?(root: HTMLElement): void;
  /** The address behind each link, each button that asks first and each picture's placeholder. */
  links: WeakMap<Element, LinkInfo>;
  /** Runs the rest of a long text in a later task; returns a function that cancels it. Absent: all at once. */
  later?: (work: () => void) => () => void;
  /** Milliseconds, monotonic. */
  now(): number;
}

/** Draws one text, which may grow, into one element. */
export interface MarkdownView {
  /**
   * @param text the whole text so far. If it extends the last one, only the addition costs time.
   * @param pictures addresses that load by themselves from now on; all others wait for a click.
   * @param isGrowing more text is to come: marks without an end are completed or held back.
   */
  update(text: string, pictures?: ReadonlySet<string>, isGrowing?: boolean): void;
  /** True while no part of the text waits for a later task. */
  readonly isSettled: boolean;
  close(): void;
}
