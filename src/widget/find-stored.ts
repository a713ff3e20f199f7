// Looks for words in the conversations that are stored on this device. Reads transcripts alone; asks no gateway.

import { fold, plainLine, wantedWords } from '../content/search-text.ts';
import type { Storage } from '../platform/types.ts';
import { asTime, isRecord, parseEvents, type SessionEvent } from '../protocol/index.ts';
import type { FoundMessage } from '../ui/types.ts';
import { textOf } from './announce-events.ts';

/** Of a transcript's pages; see `createLogStore`. The id of a session has no colon. */
const PAGE = /^chat:([^:]+):log:(-?\d+)$/;
/** Messages of one conversation that are found at most. */
const MAX_FOUND = 200;

interface Search {
  /** Words that stood in none of its messages yet. */
  missing: Set<string>;
  /** Messages in which all words stand, newest first. */
  whole: FoundMessage[];
  /** The newest of those with the most words. */
  best: FoundMessage | null;
  bestCount: number;
}

/**
 * The conversations in whose messages all words stand, by whatever case and accents, by the ids of their sessions. Of each
 * the messages with all the words, newest first; where no message has all, the one with the most. Never rejects: what can't
 * be read isn't found.
 * @param isWanted asked before each page: the visitor may look for something else by now
 */
export async function findStored(
  storage: Pick<Storage, 'keys' | 'get'>,
  words: string,
  isWanted: () => boolean = () => true,
): Promise<ReadonlyMap<string, readonly FoundMessage[]>> {
  const wanted = wantedWords(words);
  const searches = new Map<string, Search>();
  try {
    const pages = (await storage.keys()).flatMap((key) => {
      const [, sessionId, no] = PAGE.exec(key) ?? [];
      return sessionId === undefined ? [] : [{ key, sessionId, no: Number(no) }];
    });
    pages.sort((a, b) => b.no - a.no);
    // One page at a time: a device may have a hundred conversations.
    for (const { key, sessionId } of pages) {
      if (!isWanted()) break;
      const search = searches.get(sessionId) ?? {
        missing: new Set(wanted),
        whole: [],
        best: null,
        bestCount: 0,
      };
      searches.set(sessionId, search);
      if (search.whole.length < MAX_FOUND) searchPage(await storage.get(key), wanted, search);
    }
  } catch {
    // Storage is refused, or was closed meanwhile.
  }
  const found = new Map<string, readonly FoundMessage[]>();
  for (const [sessionId, { missing, whole, best }] of searches) {
    if (missing.size > 0 || best === null) continue;
    found.set(sessionId, whole.length > 0 ? whole : [best]);
  }
  return found;
}

function searchPage(page: unknown, wanted: readonly string[], search: Search): void {
  if (!isRecord(page) || !Array.isArray(page.events)) return;
  const seen = Array.isArray(page.seen) ? page.seen : [];
  const events = parseEvents(page.events);
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    if (event?.type !== 'user.message' && event?.type !== 'agent.message') continue;
    const text = fold(plainLine(textOf(event.content)));
    const there = wanted.filter((word) => text.includes(word));
    if (there.length === 0) continue;
    for (const word of there) search.missing.delete(word);
    const found: FoundMessage = {
      eventId: event.id,
      kind: event.type === 'user.message' ? 'user' : 'agent',
      content: event.content,
      at: timeOf(event, asTime(seen[index]) ?? 0),
    };
    if (there.length === wanted.length) search.whole.push(found);
    if (there.length <= search.bestCount) continue;
    search.best = found;
    search.bestCount = there.length;
  }
}

function timeOf(event: SessionEvent, seenAt: number): number {
  const time = Number(new Date(event.created_at ?? event.processed_at ?? ''));
  return Number.isNaN(time) ? seenAt : time;
}
