// Which conversations this browser knows, and which one is shown. Stored apart from their transcripts.
// Knows no session and no network.

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
  /** Resolves to the conversation that was shown last, or null. Again where storage could not be read the first time. */
  restore(): Promise<string | null>;
  current(): string | null;
  /** Null: a new one, whose id the site's endpoint has not given yet. */
  choose(sessionId: string | null): void;
  /** A message was sent: its text names a conversation that has no name. */
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

  /** Other tabs keep the same book: each change is made to what is stored now. */
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
      // It may only be slow to open.
      .catch(() => storage.settled().then(store))
      // Nothing outlives the page then; the session's snapshot says so.
      .catch(() => {});
  };

  return {
    async restore() {
      if (!keeps()) return null;
      let stored: Book = { current: null, list: [] };
      try {
        stored = parseBook(await storage.get(KEY));
      } catch {
        // Refused, or not open yet: this page begins anew.
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

/** Takes the book out of a storage where it is not to be any more. */
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
