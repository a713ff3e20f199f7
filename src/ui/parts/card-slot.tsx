// The place of a card among the steps of a turn: fetches what draws cards with the first of them, and stands in for it.
// A card whose call failed says nothing to a visitor, who never saw it; the owner's view has it as a step.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AgentEntry } from '../../session/types.ts';
import type { ToolLine, ToolPart } from '../model/tool-line.ts';
import type { CardsPart, ChatModel } from '../model/types.ts';

/** What `data-cards` calls each of Bellhop's own tools. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['offer_choices', 'choices'],
  ['show_items', 'products'],
  ['ask_form', 'form'],
  ['suggest_replies', 'replies'],
]);
const RETRY_MS = 3_000;

/** All chats of a page share it. */
const cards = signal<CardsPart | null>(null);
let isComing = false;

function load(chat: ChatModel): void {
  if (isComing || cards.peek() !== null) return;
  isComing = true;
  import('../cards/index.tsx').then(
    (part) => {
      cards.value = part;
    },
    () => {
      chat.ports.after(RETRY_MS, () => {
        isComing = false;
        load(chat);
      });
    },
  );
}

export function isCard(chat: ChatModel, { name }: ToolPart): boolean {
  return chat.options.value.cards.includes(KINDS.get(name) ?? '-');
}

export function CardSlot(props: {
  chat: ChatModel;
  part: ToolPart;
  line: ToolLine;
  /** The card as an ordinary step. */
  step: ComponentChildren;
}) {
  const { chat, part, line, step } = props;
  useEffect(() => load(chat), []);
  const { isDebug } = chat.options.value;
  if (line.canRunHere || line.canRetry) return step;
  const isReplies = part.name === 'suggest_replies';
  if (line.tone === 'bad' || line.tone === 'quiet' || isReplies) {
    // Skipped, or answered elsewhere: a question that was to be seen doesn't vanish without a word.
    const wasSeen = line.code === 'declined' || line.code === 'cancelled';
    return isDebug || (wasSeen && !isReplies) ? step : null;
  }
  // Nothing is known of it yet, or its chunk is still on its way.
  const isShown = line.tone === 'asking' || line.answer !== null || line.tone === 'good';
  const drawn = cards.value;
  if (drawn === null || !isShown) return null;
  return <drawn.CardOf chat={chat} part={part} line={line} otherwise={step} />;
}

/** The title of a card's step: its own words. */
export function titleOf({ input }: ToolPart): string | null {
  const title = input.question ?? input.title;
  return typeof title === 'string' && title.trim() !== '' ? title : null;
}

/** Below the last turn, once it has ended: the messages that the agent suggests. */
export function After({ chat, entry }: { chat: ChatModel; entry: AgentEntry }) {
  const part = entry.parts.findLast(
    (one): one is ToolPart =>
      one.kind === 'tool' && one.name === 'suggest_replies' && isCard(chat, one),
  );
  useEffect(() => {
    if (part) load(chat);
  }, [part]);
  const drawn = cards.value;
  // Not before its result is there: until then nobody has looked at its words.
  if (!part?.result || part.result.is_error !== undefined || drawn === null) return null;
  return <drawn.Replies chat={chat} part={part} />;
}
