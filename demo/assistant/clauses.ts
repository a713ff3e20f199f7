// Cuts a message into clauses that each ask for one thing.

import { mend, NUMBER } from './words.ts';

/** More clauses than a shopper writes in one message. The rest of a longer message is ignored. */
const MAX_CLAUSES = 8;
const MAX_READ_CHARS = 2_000;

const BEGINNINGS =
  'add|put|buy|order|get|find|search|show|open|take|go|remove|delete|drop|change|make|set|apply|use|checkout|check|empty|clear|contact|email|tell|give|help|recommend|what|how|do|does|can|could|is|are|where|when|please|look|also|then|i|view|see|fill|send|another|some|the|that|this';

/** A joining word cuts only before a verb or a counted thing: "salt and pepper" stays whole. */
const JOINT = new RegExp(
  `\\s*(?:[.!?](?=\\s|$)|[;\\n]|(?:,\\s+(?:(?:and|then|also|plus)\\b)?|\\band then\\b|\\bthen\\b|\\band also\\b|\\band\\b|\\bplus\\b|&|\\+)\\s*(?=(?:(?:${BEGINNINGS}|${NUMBER})\\b)))\\s*`,
  'i',
);
/** Sentences that name two things by an "and". */
const WHOLE =
  /^\s*(?:compare|swap|replace|if|is it|which(?: one)? is \w+er)\b|\b(?:difference|between)\b/i;

export interface Clause {
  /** As typed. */
  raw: string;
  /** In lower case, with typing errors corrected. */
  text: string;
  /** Ended in a question mark. */
  asks: boolean;
  /** Begins with an "and", so that it goes on from what was said before. */
  follows: boolean;
}

export function splitClauses(message: string): Clause[] {
  const clauses: Clause[] = [];
  let rest = message.slice(0, MAX_READ_CHARS);
  const goesOn = /^\s*(?:and|also|plus|or|but)\b/i.test(message);
  while (rest !== '' && clauses.length < MAX_CLAUSES) {
    const joint = WHOLE.test(rest) ? null : JOINT.exec(rest);
    const cut = joint === null || joint[0].length === 0 ? null : joint;
    const raw = (cut === null ? rest : rest.slice(0, cut.index)).trim();
    const asks = cut === null ? raw.endsWith('?') : cut[0].includes('?');
    rest = cut === null ? '' : rest.slice(cut.index + Math.max(1, cut[0].length));
    const text = mend(raw);
    if (text !== '') clauses.push({ raw, text, asks, follows: goesOn && clauses.length === 0 });
  }
  return clauses;
}
