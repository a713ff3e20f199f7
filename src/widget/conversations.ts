// Keeps the list of the conversations that this browser knows, and which one is shown. Stored apart from their
// transcripts. It knows no session and no network.

import type { Platform } from '../platform/index.ts';
import { asString, asTime, isRecord } from '../protocol/index.ts';
import type { ConversationSummary } from '../ui/types.ts';
import type { Value } from './value.ts';

const KEY = 'conversations';
const MAX_KEPT = 50;
const MAX_TITLE_CHARS = 80;

type Stored = Omit<ConversationSummary, 'isCurrent'>;

interface Book {
  current: string | null;
  list: readonly Stored[];
}

export interface Conversations {
  /** Resolves to the conversation that was shown last, or null. Call it again if storage opens late. */
  restore(): Promise<string | null>;
  current(): string | null;
  /** Null: a new conversation, to which the site's endpoint has given no id yet. */
  choose(sessionId: string | null): void;
  /** A message was sent. Its text becomes the title of a conversation that has none. */
  note(sessionId: string, text: string): void;
  forget(sessionId: string): void;
}

export function createConversations(
  { storage, clock }: Pick<Platform, 'storage' | 'clock'>,
  keeps: () => boolean,
  list: Value<readonly ConversationSummary[]>,
): Conversations {
  let book: Book = { current: null, list: [] };

  const publish = (): void => {
    list.set(book.list.map((item) => ({ ...item, isCurrent: item.sessionId === book.current })));
  };

  /** Changes the stored list as it is now, since other tabs write to the same list. */
  const change = (edit: (book: Book) => Book): void => {
    book = edit(book);
    publish();
    if (!keeps()) return;
    const store = () =>
      storage.update(KEY, (before) => {
        const next = edit(parseBook(before));
        return { v: 1, ...next };
      });
    store()
      // Storage may only be slow to open: write once it has.
      .catch(() => storage.settled().then(store))
      // Nothing is stored then; the session's snapshot (`isForgetful`) tells the visitor.
      .catch(() => {});
  };

  return {
    async restore() {
      if (!keeps()) return null;
      let stored: Book = { current: null, list: [] };
      try {
        stored = parseBook(await storage.get(KEY));
      } catch {
        // Storage is refused or not open yet: the page begins without a list.
      }
      const { current, list } = book;
      const isOther = (item: Stored): boolean =>
        list.every(({ sessionId }) => sessionId !== item.sessionId);
      book = {
        current: current ?? stored.current,
        list: [...list, ...stored.list.filter(isOther)],
      };
      publish();
      return stored.current;
    },
    current: () => book.current,
    choose(sessionId) {
      const now = clock.now();
      change((before) => {
        const isKnown = before.list.some((item) => item.sessionId === sessionId);
        const added =
          sessionId === null || isKnown ? [] : [{ sessionId, title: '', updatedAt: now }];
        return { current: sessionId, list: [...added, ...before.list].slice(0, MAX_KEPT) };
      });
    },
    note(sessionId, text) {
      const now = clock.now();
      change((before) => {
        const known = before.list.find((item) => item.sessionId === sessionId);
        const title = known?.title || text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS);
        const rest = before.list.filter((item) => item.sessionId !== sessionId);
        return { ...before, list: [{ sessionId, title, updatedAt: now }, ...rest] };
      });
    },
    forget(sessionId) {
      change((before) => ({
        current: before.current === sessionId ? null : before.current,
        list: before.list.filter((item) => item.sessionId !== sessionId),
      }));
    },
  };
}

/** Deletes the list from a storage in which the owner no longer wants it. */
export function forgetConversations(storage: Platform['storage']): void {
  storage.delMany([KEY]).catch(() => {});
}

function parseBook(value: unknown): Book {
  if (!isRecord(value) || !Array.isArray(value.list)) return { current: null, list: [] };
  const list: Stored[] = [];
  for (const item of value.list.slice(0, MAX_KEPT)) {
    if (!isRecord(item)) continue;
    const sessionId = asString(item.sessionId);
    if (!sessionId) continue;
    list.push({
      sessionId,
      title: (asString(item.title) ?? '').slice(0, MAX_TITLE_CHARS),
      updatedAt: asTime(item.updatedAt) ?? 0,
    });
  }
  return { current: asString(value.current) || null, list };
}
