// A list that words narrow: the gateway finds the rows, so that those of any page can be found.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Api } from '../edge/api.ts';
import { readPages } from './read-pages.ts';

/** Somebody is still typing. */
const TYPING_MS = 250;

export interface Finder<Row> {
  readonly words: ReadonlySignal<string>;
  /** Null: nothing is looked for, or nothing has come yet. */
  readonly found: ReadonlySignal<readonly Row[] | null>;
  /** Empty words show the whole list again. */
  find(words: string): void;
  /** Looks for the same again, after a change. */
  refresh(): void;
}

export interface FinderParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
}

/** @param path of the list; asked for at each search, since it may have changed */
export function createFinder<Row>({ api, after }: FinderParts, path: () => string): Finder<Row> {
  const words = signal('');
  const found: Signal<readonly Row[] | null> = signal(null);
  let cancelTyping = (): void => {};

  const finder: Finder<Row> = {
    words,
    found,
    find(next) {
      words.value = next;
      cancelTyping();
      if (next.trim() === '') found.value = null;
      else cancelTyping = after(TYPING_MS, () => void look(next));
    },
    refresh() {
      if (words.peek().trim() !== '') void look(words.peek());
    },
  };
  return finder;

  async function look(wanted: string): Promise<void> {
    const before = path();
    const query = `${before.includes('?') ? '&' : '?'}${new URLSearchParams({ q: wanted.trim() })}`;
    // A search that fails leaves what is shown; the list itself says where the gateway is away.
    const reply = await readPages<Row>(api, before + query).catch(() => null);
    if (reply !== null && wanted === words.peek()) found.value = reply.data;
  }
}
