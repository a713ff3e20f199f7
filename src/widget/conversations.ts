// Keeps the list of the conversations that this browser knows, and which one is shown. Stored apart from their
// transcripts. It knows no session and no network.

import type { Platform } from '../platform/index.ts';
import { asString, asTime, fieldsOf, isRecord, textsOf } from '../protocol/index.ts';
import type { ConversationSummary } from '../ui/types.ts';
import type { Value } from './value.ts';

const KEY = 'conversations';
const MAX_KEPT = 50;
const MAX_TITLE_CHARS = 80;

type Stored = Omit<ConversationSummary, 'isCurrent'>;

interface Book {
  /** Whose conversations these are, by the site's mark; null where it told none. */
  owner: string | null;
  current: string | null;
  list: readonly Stored[];
}

const NOTHING: Book = { owner: null, current: null, list: [] };

export interface Conversations {
  /**
   * Resolves to the conversation that was shown last, or null. Call it again if storage opens late. `isOwned`: it may be
   * shown only once the site has named its owner again, by `belongTo`; the list stays empty until then.
   */
  restore(): Promise<{ sessionId: string | null; isOwned: boolean }>;
  /**
   * The site has said whose the visitor's conversations are, and given this one. Returns the ids of those that were
   * another's; they are on the list no more.
   */
  belongTo(owner: string | null, given: string): string[];
  current(): string | null;
  /** Whom the page takes its visitor for, as src/session/whose.ts describes owners. */
  owner(): string;
  /** Null: a new conversation, to which the site's endpoint has given no id yet. */
  choose(sessionId: string | null): void;
  /** A message was sent. Its text becomes the title of a conversation that has none. */
  note(sessionId: string, text: string): void;
  forget(sessionId: string): void;
  /** No conversation is on the list, nor on that of another tab. False where that can't be read. */
  areGone(): Promise<boolean>;
  /** As on a page that has just loaded: whose the conversations are has to be told anew. */
  restart(): void;
}

export function createConversations(
  { storage, clock }: Pick<Platform, 'storage' | 'clock'>,
  keeps: () => boolean,
  list: Value<readonly ConversationSummary[]>,
): Conversations {
  let book: Book = NOTHING;
  /** An earlier page's list is an owner's, and the site hasn't named that owner on this page. */
  let isUnproven = false;
  /** The site has said on this page whose conversations these are. */
  let isNamed = false;

  const publish = (): void => {
    const shown = isUnproven ? [] : book.list;
    list.set(shown.map((item) => ({ ...item, isCurrent: item.sessionId === book.current })));
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
      if (!keeps()) return { sessionId: null, isOwned: false };
      let stored = NOTHING;
      try {
        stored = parseBook(await storage.get(KEY));
      } catch {
        // Storage is refused or not open yet: the page begins without a list.
      }
      const { owner, current, list } = book;
      // This page has already heard of another owner: what is stored is somebody else's.
      if (isNamed && stored.owner !== owner) return { sessionId: null, isOwned: false };
      isUnproven = stored.owner !== null && !isNamed;
      const isOther = (item: Stored): boolean =>
        list.every(({ sessionId }) => sessionId !== item.sessionId);
      book = {
        owner: stored.owner,
        current: current ?? stored.current,
        list: [...list, ...stored.list.filter(isOther)],
      };
      publish();
      return { sessionId: stored.current, isOwned: isUnproven };
    },
    belongTo(owner, given) {
      const isGiven = (item: Stored): boolean => item.sessionId === given;
      const isSame = book.owner === owner;
      const others = isSame ? [] : book.list.filter((item) => !isGiven(item));
      isNamed = true;
      isUnproven = false;
      if (isSame) publish();
      else
        change((before) => {
          if (before.owner === owner) return before;
          const list = before.list.filter(isGiven);
          return { owner, current: list.length > 0 ? given : null, list };
        });
      return others.map(({ sessionId }) => sessionId);
    },
    current: () => (isUnproven ? null : book.current),
    owner: () => (isNamed ? '' : '?') + (book.owner ?? ''),
    choose(sessionId) {
      const now = clock.now();
      change((before) => {
        const isKnown = before.list.some((item) => item.sessionId === sessionId);
        const added =
          sessionId === null || isKnown ? [] : [{ sessionId, title: '', updatedAt: now }];
        const list = [...added, ...before.list].slice(0, MAX_KEPT);
        return { ...before, current: sessionId, list };
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
        ...before,
        current: before.current === sessionId ? null : before.current,
        list: before.list.filter((item) => item.sessionId !== sessionId),
      }));
    },
    async areGone() {
      if (book.list.length > 0) return false;
      try {
        return !keeps() || parseBook(await storage.get(KEY)).list.length === 0;
      } catch {
        return false;
      }
    },
    restart() {
      book = NOTHING;
      isUnproven = false;
      isNamed = false;
      publish();
    },
  };
}

/** Deletes the list from a storage in which the owner no longer wants it. */
export function forgetConversations(storage: Platform['storage']): void {
  // With the list goes what tells the gateway whose it is (guest.ts).
  storage.delMany([KEY, 'guest']).catch(() => {});
}

/**
 * Deletes from a storage all that it has of conversations that nobody on this device can reach any more: transcripts, drafts,
 * messages, the journal of their tools.
 */
export async function forgetConversationsOf(
  storage: Platform['storage'],
  sessionIds: readonly string[],
): Promise<void> {
  try {
    const isTheirs = (key: string): boolean =>
      sessionIds.some((id) =>
        [`chat:draft:${id}`, `chat:${id}:`, `tools:${id}`].some((start) => key.startsWith(start)),
      );
    const keys = (await storage.keys()).filter(isTheirs);
    if (keys.length > 0) await storage.delMany(keys);
    await storage.update('chat:outbox', (before) => {
      if (!isRecord(before) || !Array.isArray(before.rows)) return before;
      const rows = before.rows.filter(
        (row) => !isRecord(row) || !sessionIds.includes(asString(row.sessionId) ?? ''),
      );
      return { ...before, rows };
    });
  } catch {
    // Storage is refused or not open: then nothing is stored there.
  }
}

function parseBook(value: unknown): Book {
  if (!isRecord(value) || !Array.isArray(value.list)) return NOTHING;
  const list = value.list.slice(0, MAX_KEPT).flatMap((item): Stored[] => {
    const fields = fieldsOf(item);
    const { sessionId, title = '' } = textsOf(fields, 'sessionId', 'title');
    const updatedAt = asTime(fields.updatedAt) ?? 0;
    return sessionId ? [{ sessionId, title: title.slice(0, MAX_TITLE_CHARS), updatedAt }] : [];
  });
  const { owner, current } = textsOf(value, 'owner', 'current');
  return { owner: owner || null, current: current || null, list };
}
