// The palette: what there is at the desk by a few letters of its name. Conversations are looked for by the gateway; the rest is known
// here, or read once when the palette opens.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CollectionReply, Conversation, Conversations } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';
import type { ListedDocument } from './knowledge.ts';

export interface FoundDocument {
  collectionId: string;
  collection: string;
  title: string;
  uri: string;
}

export interface Palette {
  readonly isOpen: Signal<boolean>;
  readonly words: ReadonlySignal<string>;
  readonly conversations: ReadonlySignal<readonly Conversation[]>;
  /** Of all collections, for an owner. */
  readonly documents: ReadonlySignal<readonly FoundDocument[]>;
  open(): void;
  look(words: string): void;
}

/** Somebody is still typing. */
const TYPING_MS = 200;
const MOST = 6;
const MOST_COLLECTIONS = 10;

export interface PaletteParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
  /** Whether it may be opened now. */
  mayOpen: () => boolean;
  /** Whether the person may read what agents read. */
  readsKnowledge: () => boolean;
}

export function createPalette({ api, after, mayOpen, readsKnowledge }: PaletteParts): Palette {
  const isOpen = signal(false);
  const words = signal('');
  const conversations: Signal<readonly Conversation[]> = signal([]);
  const documents: Signal<readonly FoundDocument[]> = signal([]);
  let cancel = () => {};

  return {
    isOpen,
    words,
    conversations,
    documents,
    open() {
      if (isOpen.peek() || !mayOpen()) return;
      words.value = '';
      conversations.value = [];
      isOpen.value = true;
      find();
      // What can't be read isn't found.
      if (readsKnowledge()) readDocuments().catch(() => {});
    },
    look(given) {
      words.value = given;
      // What other words have found is nothing to go to.
      conversations.value = [];
      cancel();
      cancel = after(TYPING_MS, find);
    },
  };

  async function find(): Promise<void> {
    const asked = words.peek();
    const query = new URLSearchParams({ limit: String(MOST) });
    if (asked.trim() !== '') query.set('q', asked.trim());
    const path = `/admin/conversations?${query}`;
    const found = await api.call<Conversations>('GET', path).catch(() => null);
    // An answer to older words is dropped.
    if (found !== null && asked === words.peek()) conversations.value = found.data;
  }

  async function readDocuments(): Promise<void> {
    const path = `/admin/collections?limit=${MOST_COLLECTIONS}`;
    const { data } = await api.call<{ data: CollectionReply[] }>('GET', path);
    const lists = await Promise.all(
      data.map(async ({ collection_id: id, name }) => {
        const { list } = await api.call<{ list: ListedDocument[] }>(
          'GET',
          `/admin/collections/${id}`,
        );
        return list.map(({ title, uri }) => ({
          collectionId: id,
          collection: name ?? id,
          title,
          uri,
        }));
      }),
    );
    documents.value = lists.flat();
  }
}

/** Those whose names have all the words, whatever their case and accents, in their order. */
export function namedLike<Entry>(
  entries: readonly Entry[],
  words: string,
  nameOf: (entry: Entry) => string,
  most: number = MOST,
): Entry[] {
  const wanted = plain(words).split(/\s+/);
  return entries
    .filter((entry) => wanted.every((word) => plain(nameOf(entry)).includes(word)))
    .slice(0, most);
}

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
