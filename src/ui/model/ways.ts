// Tells what a turn says from the way to it: thoughts, steps, and sentences that only fill the time until a step has
// ended ("One moment."). The way is one line above the answer. Pure functions.

import type { TurnPart } from '../../session/types.ts';

export type MessagePart = Extract<TurnPart, { kind: 'message' }>;
export type ThoughtPart = Extract<TurnPart, { kind: 'thought' }>;
/** Parts that follow each other: thoughts, steps, fillers. */
export type Way = readonly TurnPart[];

/** What the agent does now where no step says so. `writes`: a message has begun and has no words yet. */
export type Doing = 'thinks' | 'replies' | 'writes' | null;

/** How long a shorter thought took is nothing to read, milliseconds. */
export const WORTH_TELLING_MS = 2_000;

/** There is something to read in it. */
export function isThoughtful({ text, durationMs = 0 }: ThoughtPart): boolean {
  return text.trim() !== '' || durationMs >= WORTH_TELLING_MS;
}

/**
 * One short paragraph of plain text: no mark of Markdown, no address, no number or price, no question. What might tell
 * the visitor more than that they have to wait stays in sight.
 */
const FILLER = /^(?!.*www\.)[^\n\p{N}\p{Sc}?？؟;*_`#|~<>()[\]\\/@]{1,100}$/u;
/** A card stands in the log by itself, and the sentence before it speaks of it. */
const CARD = /^(offer_choices|show_items|ask_form|suggest_replies)$/;

function isFiller({ blocks, isPreview }: MessagePart): boolean {
  const [block, ...more] = blocks;
  return (
    !isPreview &&
    more.length === 0 &&
    block?.type === 'text' &&
    block.extra_content?.gateway.person === undefined &&
    FILLER.test(block.text.trim())
  );
}

/** @param isOver the turn has ended: its last message is its answer, whatever it says. */
export function splitTurn(parts: readonly TurnPart[], isOver: boolean): (MessagePart | Way)[] {
  const groups: (MessagePart | TurnPart[])[] = [];
  let isBeforeStep = false;
  let isAnswer = isOver;
  for (const part of parts.toReversed()) {
    const next = groups.at(-1);
    if (part.kind === 'tool') isBeforeStep = !CARD.test(part.name);
    if (part.kind === 'message' && (isAnswer || !isBeforeStep || !isFiller(part))) {
      groups.push(part);
      isBeforeStep = false;
    } else if (Array.isArray(next)) next.push(part);
    else groups.push([part]);
    if (part.kind === 'message') isAnswer = false;
  }
  for (const group of groups) if (Array.isArray(group)) group.reverse();
  return groups.reverse();
}
