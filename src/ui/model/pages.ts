// Which entries are in the document: the last page at first, earlier pages as the visitor scrolls up. What comes
// before a page that isn't full yet (the log, after a first message was written) is shown at once.
// Page borders never move once set, so that a page which hasn't changed is the same object again.

import type { TranscriptEntry } from '../../session/types.ts';

const PAGE_SIZE = 50;

export interface Page {
  key: string;
  entries: readonly TranscriptEntry[];
}

export interface Pages {
  /** Splits what is shown. Pages without a change are returned by identity. */
  split(entries: readonly TranscriptEntry[]): readonly Page[];
  /** Shows one page more. False where all entries are shown already. */
  grow(entries: readonly TranscriptEntry[]): boolean;
}

export function createPages(): Pages {
  /** Keys of the entries with which a page begins, in order. */
  let starts: string[] = [];
  let previous: readonly Page[] = [];

  function firstShown(entries: readonly TranscriptEntry[]): number {
    const index = entries.findIndex((entry) => entry.key === starts[0]);
    const start = Math.max(0, entries.length - PAGE_SIZE);
    if (index >= 0 && index <= start) return index;
    // Another conversation, or the entry that began the page is gone: begin again at the end.
    if (index < 0) starts = [];
    const entry = entries[start];
    if (entry) starts.unshift(entry.key);
    return start;
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
    grow(entries) {
      const from = firstShown(entries);
      if (from === 0) return false;
      const entry = entries[Math.max(0, from - PAGE_SIZE)];
      if (entry) starts.unshift(entry.key);
      return true;
    },
  };
}
