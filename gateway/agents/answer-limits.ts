// The limits of an answer: one that says nothing, or more than a message holds, is replaced or cut, and the visitor told in words.

import type { HistoryEvent } from '../log/history-event.ts';
import type { MessageBlock } from '../wire.ts';

/**
 * UTF-16 units of one message. The interface names no bound, so this is a list's: whatever the letters are, the event fits
 * into a page of 1 MiB, and one page of a hundred messages is no surprise to a phone.
 */
export const MAX_ANSWER_CHARS = 200_000;

export const NOTHING_SAID = 'I have no answer to that. Please ask in another way.';

const CUT = '\n\n(This answer is longer than one message can be. It ends here.)';

/** `text` as far as a message holds it, with a word to the visitor where that isn't all. */
export function withinAnswer(text: string): string {
  if (text.length <= MAX_ANSWER_CHARS) return text;
  // No character is cut in two.
  return text.slice(0, MAX_ANSWER_CHARS).replace(/[\ud800-\udbff]$/, '') + CUT;
}

/** Whether the agent has said something since the visitor's last message: then an empty turn is only the end of it. */
export function hasSaid(history: readonly HistoryEvent[]): boolean {
  const last = history.findLastIndex(({ type }) => type === 'user.message');
  return history
    .slice(last + 1)
    .some((event) => event.type === 'agent.message' && event.content.some(isText));
}

const isText = (block: MessageBlock) => block.type === 'text' && block.text.trim() !== '';
