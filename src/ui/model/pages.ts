// Decides which entries are in the document: at first the last page, then earlier pages as the visitor scrolls up. If the
// first page isn't full yet (a message was written before the log was read), entries before it are shown at once.
// The borders between pages never move once they are set, so a page that hasn't changed stays the same object.
// If many pages come at once, those in the middle wait: each task draws one.

import type { TranscriptEntry } from '../../session/types.ts';

/** A page is drawn in one task, which must stay short on a slow processor. Near its top the next is drawn by itself. */
const PAGE_SIZE = 16;
/** So many stay, however far above the view they are. */
const FEW_PAGES = 8;
/** Pages at the end that never wait: the log keeps to its end, and asks its questions there. */
const DRAWN_AT_END = 2;

export interface Page {
  key: string;
  entries: readonly TranscriptEntry[];
  /** Its place is kept. Its rows are drawn with one of the next looks at `split`. */
  isWaiting: boolean;
  /** It has been drawn before and isn't at the end: out of sight it needs no layout. */
  isAside: boolean;
}

export interface Pages {
  /**
   * Splits the shown entries into pages. A page that hasn't changed is the same object as before. Of those that wait, the
   * first doesn't any more: what a visitor comes back to is above, and the end is never left out.
   */
  split(entries: readonly TranscriptEntry[]): readonly Page[];
  /** Shows one more page. False: all entries are shown already. */
  grow(entries: readonly TranscriptEntry[]): boolean;
  /** Shows one page less, from above, if it is far; that is asked only of one of many. False: it stays. */
  shed(isFar: () => boolean): boolean;
  /** Shows as many pages as it takes for the entry with this key. False: it is shown already, or isn't there. */
  reach(entries: readonly TranscriptEntry[], key: string): boolean;
}

export function createPages(): Pages {
  /** The key of each page's first entry, in order. */
  let starts: string[] = [];
  let previous: readonly Page[] = [];

  function firstShown(entries: readonly TranscriptEntry[]): number {
    const index = entries.findIndex((entry) => entry.key === starts[0]);
    const start = Math.max(0, entries.length - PAGE_SIZE);
    if (index >= 0 && index <= start) return index;
    // This is another conversation, or the first entry of the page is gone: begin again at the end.
    if (index < 0) starts = [];
    const entry = entries[start];
    if (entry) starts.unshift(entry.key);
    return start;
  }

  function grow(entries: readonly TranscriptEntry[]): boolean {
    const from = firstShown(entries);
    if (from === 0) return false;
    const entry = entries[Math.max(0, from - PAGE_SIZE)];
    if (entry) starts.unshift(entry.key);
    return true;
  }

  return {
    split(entries) {
      const pages: { key: string; entries: TranscriptEntry[] }[] = [];
      const from = firstShown(entries);
      const known = new Set(starts);
      for (let index = from; index < entries.length; index++) {
        const entry = entries[index] as TranscriptEntry;
        const page = pages.at(-1);
        const isLastBorder = page !== undefined && page.key === starts.at(-1);
        if (page && !known.has(entry.key) && !(isLastBorder && page.entries.length >= PAGE_SIZE)) {
          page.entries.push(entry);
          continue;
        }
        if (!known.has(entry.key)) {
          starts.push(entry.key);
          known.add(entry.key);
        }
        pages.push({ key: entry.key, entries: [entry] });
      }
      let isNext = true;
      previous = pages.map((page, at) => {
        const old = previous.find((candidate) => candidate.key === page.key);
        const isAtEnd = at >= pages.length - DRAWN_AT_END;
        const isAside = old?.isWaiting === false && !isAtEnd;
        let isWaiting = !isAside && !isAtEnd;
        if (isWaiting && isNext) isWaiting = isNext = false;
        const isSame =
          old?.isWaiting === isWaiting &&
          old.isAside === isAside &&
          old.entries.length === page.entries.length &&
          old.entries.every((entry, index) => entry === page.entries[index]);
        return isSame ? old : { ...page, isWaiting, isAside };
      });
      return previous;
    },
    grow,
    shed: (isFar) => starts.length > FEW_PAGES && isFar() && !!starts.shift(),
    reach(entries, key) {
      const at = entries.findIndex((entry) => entry.key === key);
      let hasGrown = false;
      while (at >= 0 && firstShown(entries) > at) hasGrown = grow(entries);
      return hasGrown;
    },
  };
}
