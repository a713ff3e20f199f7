// What was said in a chat, for a page that shows it elsewhere too: the transcript's texts, without thoughts and tools.

import type { TranscriptEntry } from '../session/types.ts';
import type { ChatMessage, HookChat } from './types.ts';

interface Known {
  entries: readonly TranscriptEntry[];
  messages: readonly ChatMessage[];
}

const NONE: readonly ChatMessage[] = [];
const known = new WeakMap<HookChat, Known>();

/** Oldest first. The same list until something of it changes. */
export function messagesOf(chat: HookChat): readonly ChatMessage[] {
  const entries = entriesOf(chat);
  const before = known.get(chat) ?? { entries: [], messages: NONE };
  if (before.entries === entries) return before.messages;
  const old = new Map(before.messages.map((message) => [message.id, message]));
  const now = entries.flatMap(toMessages).map((message) => {
    const last = old.get(message.id);
    return last && isSame(last, message) ? last : message;
  });
  const isOther =
    now.length !== before.messages.length ||
    now.some((message, at) => message !== before.messages[at]);
  const messages = isOther ? now : before.messages;
  known.set(chat, { entries, messages });
  return messages;
}

/** Calls after each change of what the chat shows. Returns how to stop. */
export function watchMessages(chat: HookChat, changed: () => void): () => void {
  return 'getSnapshot' in chat ? chat.subscribe(changed) : chat.on('change', changed);
}

function entriesOf(chat: HookChat): readonly TranscriptEntry[] {
  if ('getSnapshot' in chat) return chat.getSnapshot().entries;
  // Before the engine has come there are none.
  return chat.state.entries ?? NONE_SAID;
}

const NONE_SAID: readonly TranscriptEntry[] = [];

function toMessages(entry: TranscriptEntry): ChatMessage[] {
  if (entry.kind === 'user') {
    const { key: id, at, content, delivery } = entry;
    return [{ id, role: 'user', text: textOf(content), at, isPending: delivery.state !== 'sent' }];
  }
  if (entry.kind !== 'agent') return [];
  return entry.parts.flatMap((part): ChatMessage[] => {
    if (part.kind !== 'message') return [];
    const { eventId: id, blocks, isPreview } = part;
    return [{ id, role: 'agent', text: textOf(blocks), at: entry.at, isPending: isPreview }];
  });
}

const textOf = (blocks: readonly { type: string; text?: unknown }[]): string =>
  blocks.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n');

const isSame = (one: ChatMessage, other: ChatMessage): boolean =>
  one.text === other.text && one.isPending === other.isPending && one.at === other.at;
