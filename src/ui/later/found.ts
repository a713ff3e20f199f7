// What a search has found: the hits of one conversation, newest first, and the one that is shown. Looks through the messages
// that are shown; those that are only stored are found by the port (`findMessages`).

import { type Signal, signal } from '@preact/signals';
import { fold, plainLine, wantedWords } from '../../content/search-text.ts';
import { cleanText, escapeHidden } from '../../content/text.ts';
import type { MessageBlock } from '../../protocol/index.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import { rawText } from '../model/plain-text.ts';
import { spokenBy } from '../model/spoken-by.ts';
import type { ChatModel } from '../model/types.ts';
import type { FoundMessage } from '../types.ts';

/** A message; `eventId` of one that isn't sent yet is the key of its entry. */
export type Hit = FoundMessage;

export interface Found {
  /** As they were typed. */
  words: Signal<string>;
  /** Of the conversation with this id; null: of the one that is shown. */
  sessionId: string | null;
  hits: Signal<readonly Hit[]>;
  /** Which of them is shown. */
  at: Signal<number>;
  /** Where the way back leads. */
  from: 'search' | 'conversations';
  /** The message gets the focus; otherwise the button that was pressed keeps it. */
  takesFocus: boolean;
}

const ofChats = new WeakMap<ChatModel, Found>();

/** One for each chat, as long as the page: who comes back to the search finds what was written there. */
export function foundOf(chat: ChatModel): Found {
  const found = ofChats.get(chat) ?? {
    words: signal(''),
    sessionId: null,
    hits: signal([]),
    at: signal(0),
    from: 'search',
    takesFocus: false,
  };
  ofChats.set(chat, found);
  return found;
}

/** What is compared of each message. Ten thousand are folded once, with the first key. */
const folded = new WeakMap<readonly MessageBlock[], string>();

function foldedOf(blocks: readonly MessageBlock[]): string {
  const known = folded.get(blocks) ?? fold(plainLine(rawText(blocks)));
  folded.set(blocks, known);
  return known;
}

/** The messages that are shown in which all words stand, newest first. */
export function findShown(chat: ChatModel, typed: string): Hit[] {
  const wanted = wantedWords(typed);
  if (wanted.length === 0) return [];
  const isFound = (blocks: readonly MessageBlock[]): boolean => {
    const text = foldedOf(blocks);
    return wanted.every((word) => text.includes(word));
  };
  const hits: Hit[] = [];
  const { entries } = chat.session.peek();
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index] as TranscriptEntry;
    const { at } = entry;
    if (entry.kind === 'user' && isFound(entry.content)) {
      const { content, eventId = entry.key } = entry;
      hits.push({ eventId, kind: 'user', content, at });
    }
    if (entry.kind !== 'agent') continue;
    for (let index = entry.parts.length - 1; index >= 0; index--) {
      const part = entry.parts[index];
      if (part?.kind !== 'message' || !isFound(part.blocks)) continue;
      hits.push({ eventId: part.eventId, kind: 'agent', content: part.blocks, at });
    }
  }
  return hits;
}

/** "You said". */
export function whoSaid(chat: ChatModel, { kind, content }: Hit): string {
  const { t } = chat.words.peek();
  if (kind === 'user') return t('youSaid');
  const name = chat.options.peek().title || t('assistant');
  return spokenBy(content, t)?.line ?? t('assistantSaid', { name });
}

/** Its words in one line, to be shown. */
export function lineOf({ content }: Hit): string {
  return escapeHidden(plainLine(cleanText(rawText(content))));
}

/** The message of a hit stands in this entry. */
export function holds(entry: TranscriptEntry, { eventId }: Pick<Hit, 'eventId'>): boolean {
  if (entry.kind === 'user') return entry.eventId === eventId || entry.key === eventId;
  return (
    entry.kind === 'agent' &&
    entry.parts.some((part) => part.kind === 'message' && part.eventId === eventId)
  );
}
