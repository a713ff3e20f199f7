// Which conversations this device knows, and which one is open. Ids and titles only; the transcripts are elsewhere.

import type { Platform } from '../platform/types.ts';
import { asCount, asString, isRecord } from '../protocol/index.ts';
import type { ConversationEntry, Conversations, Session } from './types.ts';

const MAX_LISTED = 50;
const TITLE_LENGTH = 80;

export interface ConversationsOptions {
  platform: Pick<Platform, 'clock' | 'storage' | 'openChannel'>;
  namespace: string;
  /** none: an id is stored only while something of its conversation is unsettled. */
  history: 'local' | 'session' | 'none';
}

type Stored = Omit<ConversationEntry, 'isCurrent'>;

export function createConversations(options: ConversationsOptions): Conversations {
  const { namespace, history } = options;
  const { clock, storage, openChannel } = options.platform;
  const key = `${namespace}:conversations`;
  const listeners = new Set<() => void>();
  let current: string | null = null;
  let known: readonly Stored[] = [];
  let list: readonly ConversationEntry[] | null = null;
  /** With history "none": whether the current one has something that another page must finish. */
  let isUnfinished = false;
  const channel = openChannel?.(key) ?? null;
  channel?.subscribe((message) => {
    if (message === 'changed') void readList();
  });

  function changed(): void {
    list = null;
    for (const listener of [...listeners]) listener();
  }

  async function readList(): Promise<string | null> {
    const stored = await storage.get(key).catch(() => undefined);
    if (!isRecord(stored)) return null;
    known = parseList(stored.list);
    changed();
    return asString(stored.current) ?? null;
  }

  /** One transaction, so that two tabs' conversations both stay listed. */
  function write(change: (list: readonly Stored[]) => readonly Stored[]): void {
    known = change(known);
    changed();
    const isKept = history !== 'none' || isUnfinished;
    const mine = current;
    storage
      .update(key, (before) => {
        const stored = isRecord(before) ? parseList(before.list) : [];
        if (history === 'none')
          return isKept && mine !== null ? { v: 1, current: mine } : undefined;
        return { v: 1, current: mine, list: change(stored) };
      })
      .then(() => channel?.post('changed'))
      // Without storage the list lives as long as the page.
      .catch(() => {});
  }

  const put =
    (entry: Stored) =>
    (entries: readonly Stored[]): readonly Stored[] =>
      [entry, ...entries.filter(({ sessionId }) => sessionId !== entry.sessionId)]
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
        .slice(0, MAX_LISTED);

  function open(sessionId: string | null): void {
    if (current === sessionId) return;
    current = sessionId;
    isUnfinished = false;
    if (sessionId === null) write((entries) => entries);
    else {
      const entry = known.find((other) => other.sessionId === sessionId);
      write(put(entry ?? { sessionId, title: '', updatedAt: Math.round(clock.now()) }));
    }
  }

  function follow(session: Session): () => void {
    let lastCount = -1;
    const look = (): void => {
      const { sessionId, entries, isRestored, hasOlder, run } = session.getSnapshot();
      if (sessionId === null || !isRestored) return;
      if (current === null) open(sessionId);
      if (current !== sessionId) return;
      const users = entries.filter((entry) => entry.kind === 'user');
      const wasUnfinished = isUnfinished;
      isUnfinished =
        run.state !== 'idle' ||
        users.some(({ delivery }) => delivery.state !== 'sent' && delivery.state !== 'refused');
      const first = hasOlder ? undefined : users[0];
      const title = first === undefined ? '' : cut(textOf(first.content));
      const before = known.find((entry) => entry.sessionId === sessionId);
      const isNews = lastCount >= 0 && users.length > lastCount;
      lastCount = users.length;
      const isNamed = title === '' || before?.title === title;
      if (before !== undefined && isNamed && !isNews && wasUnfinished === isUnfinished) return;
      const updatedAt = isNews || before === undefined ? Math.round(clock.now()) : before.updatedAt;
      write(put({ sessionId, title: title === '' ? (before?.title ?? '') : title, updatedAt }));
    };
    look();
    return session.subscribe(look);
  }

  return {
    async load() {
      const stored = await readList();
      current ??= stored;
      changed();
      return current;
    },
    current: () => current,
    list() {
      list ??= known.map((entry) => ({ ...entry, isCurrent: entry.sessionId === current }));
      return list;
    },
    subscribe(listener) {
      const entry = (): void => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    open,
    follow,
    forget(sessionId) {
      if (current === sessionId) current = null;
      write((entries) => entries.filter((entry) => entry.sessionId !== sessionId));
    },
    close() {
      listeners.clear();
      channel?.close();
    },
  };
}

function parseList(value: unknown): Stored[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item): Stored[] => {
    if (!isRecord(item) || typeof item.sessionId !== 'string') return [];
    const { sessionId } = item;
    return [
      { sessionId, title: asString(item.title) ?? '', updatedAt: asCount(item.updatedAt) ?? 0 },
    ];
  });
}

function textOf(content: readonly { type: string }[]): string {
  return content
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text : ''))
    .join(' ')
    .trim();
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1)}…`;
}
