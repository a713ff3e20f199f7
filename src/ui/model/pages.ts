// Decides which entries are in the document: at first the last page, then earlier pages as the visitor scrolls up. If the
// first page isn't full yet (a message was written before the log was read), entries before it are shown at once.
// The borders between pages never move once they are set, so a page that hasn't changed stays the same object.

import type { TranscriptEntry } from '../../session/types.ts';

/** A page is drawn in one task, which must stay short on a slow processor. Near its top the next is drawn by itself. */
const PAGE_SIZE = 20;

export interface Page {
  key: string;
  entries: readonly TranscriptEntry[];
}

export interface Pages {
  /** Splits the shown entries into pages. A page that hasn't changed is the same object as before. */
  split(entries: readonly TranscriptEntry[]): readonly Page[];
  /** Shows one more page. False: all entries are shown already. */
  grow(entries: readonly TranscriptEntry[]): boolean;
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
      const borders = () => new Set(starts);
      let known = borders();
      const from = firstShown(entries);
      known = borders();
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
      previous = pages.map((page) => {
        const old = previous.find((candidate) => candidate.key === page.key);
        const isSame =
          old?.entries.length === page.entries.length &&
          old.entries.every((entry, index) => entry === page.entries[index]);
        return isSame ? old : page;
      });
      return previous;
    },
    grow,
    reach(entries, key) {
      const at = entries.findIndex((entry) => entry.key === key);
      let hasGrown = false;
      while (at >= 0 && firstShown(entries) > at) hasGrown = grow(entries);
      return hasGrown;
    },
  };
}
