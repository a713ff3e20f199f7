// The clause that wants to write to people: who, how to reach them, about what, and the message itself.

import type { Clause } from './clauses.ts';
import type { Intent } from './intents.ts';
import { firstOf } from './words.ts';

const REACHES =
  /\b(?:contact(?:ing)?|e-?mail|write(?: to)?|message|reach(?: out)?|get in touch|in touch|talk to|speak (?:to|with)|chat with|complain|send (?:you|them|a message|an? e-?mail)|fill (?:in|out)?)\b/;
const PEOPLE =
  /\b(?:you|u|us|them|support|someone|somebody|human|person|people|team|staff|agent|operator|representative|manager|form|shop|store|owner|message|service|about|order)\b/;

export function understandContact({ text, raw }: Clause): Intent | null {
  const human = /\b(?:human|real person|live agent|operator|representative)\b/.test(text);
  if (/^(?:how|what|where|when|which)\b/.test(text)) return null;
  if (/^(?:go|take me|open|visit|navigate|bring me)\b/.test(text)) return null;
  if (!human && !(REACHES.test(text) && PEOPLE.test(text))) return null;
  return { kind: 'contact', ...readContact(raw), ...(human ? { human: true } : {}) };
}

const EMAIL = /([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,3})/;
const NAME =
  /\b(?:[Mm]y name is|[Nn]ame:|[Tt]his is|[Ii] am|I'm)\s+(\p{Lu}[\p{L}'-]{1,29}(?:\s\p{Lu}[\p{L}'-]{1,29})?)/u;
const TOPIC_OF =
  /\b(?:about|regarding|concerning)\s+(?:my |the |your |an? )?([\p{L}\p{N} -]{2,40})/iu;
const MESSAGE =
  /(?:\bsaying(?: that)?|\bthat says|\bmessage:|\bmessage is|\btell (?:them|you)(?: that)?|:)\s*["“]?(.{3,1000}?)["”]?$/isu;

/** Name, address, topic and message as far as a text gives them. */
export function readContact(
  raw: string,
): Partial<Record<'name' | 'email' | 'topic' | 'message', string>> {
  const found = { name: NAME, email: EMAIL, topic: TOPIC_OF, message: MESSAGE };
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, pattern]) => {
      const value = firstOf(raw, [pattern])?.trim();
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
