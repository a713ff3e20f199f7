// Looks for words in the conversations that are stored on this device. Reads transcripts alone; asks no gateway.

import type { Storage } from '../platform/types.ts';
import { isRecord, parseEvents } from '../protocol/index.ts';
import { textOf } from './announce-events.ts';

/** Of a transcript's pages; see `createLogStore`. The id of a session has no colon. */
const PAGE = /^chat:([^:]+):log:\d+$/;

/**
 * The ids of the sessions in whose messages all words stand, by whatever case and accents. Never rejects: what can't be
 * read isn't found.
 */
export async function findStored(
  storage: Pick<Storage, 'keys' | 'get'>,
  words: string,
): Promise<ReadonlySet<string>> {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const missing = new Map<string, Set<string>>();
  try {
    for (const key of await storage.keys()) {
      const sessionId = PAGE.exec(key)?.[1];
      if (sessionId === undefined) continue;
      const left = missing.get(sessionId) ?? new Set(wanted);
      missing.set(sessionId, left);
      // One page at a time: a device may have a hundred conversations.
      const text = left.size === 0 ? '' : fold(pageText(await storage.get(key)));
      for (const word of left) if (text.includes(word)) left.delete(word);
    }
  } catch {
    // Storage is refused, or was closed meanwhile.
  }
  return new Set([...missing].filter(([, left]) => left.size === 0).map(([id]) => id));
}

function pageText(page: unknown): string {
  if (!isRecord(page) || !Array.isArray(page.events)) return '';
  return parseEvents(page.events)
    .flatMap((event) =>
      event.type === 'user.message' || event.type === 'agent.message'
        ? [textOf(event.content)]
        : [],
    )
    .join('\n');
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
