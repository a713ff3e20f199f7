// Cuts a message into clauses that each ask for one thing, and mends slips in the words that carry intent.

import { fold } from '../../gateway/agent.ts';
import { distance, isAlike } from './words.ts';

/** More clauses than a shopper writes in one message. The rest of a longer message is ignored. */
const MAX_CLAUSES = 8;
const MAX_READ_CHARS = 2_000;

const VERBS =
  'add|put|buy|order|get|find|search|show|open|take|go|remove|delete|drop|change|make|set|apply|use|' +
  'checkout|check|empty|clear|contact|email|tell|give|help|recommend|what|how|do|does|can|could|is|are|' +
  'where|when|please|look|also|then|i|view|see|fill|send';
const QUANTITIES =
  '\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|another|some|the|that|this';

const JOINT = new RegExp(
  // A joining word only cuts before a verb or a counted thing: "salt and pepper" stays whole.
  `\\s*(?:[.!?](?=\\s|$)|[;\\n]|(?:,\\s+(?:(?:and|then|also|plus)\\b)?|\\band then\\b|\\bthen\\b|\\band also\\b|\\band\\b|\\bplus\\b|&|\\+)\\s*(?=(?:(?:${VERBS}|${QUANTITIES})\\b)))\\s*`,
  'i',
);

export interface Clause {
  /** As typed. */
  raw: string;
  /** Folded and mended. */
  text: string;
  /** Ended in a question mark. */
  asks: boolean;
  /** Began with an "and", so that it goes on from what was said before. */
  follows: boolean;
}

export function splitClauses(message: string): Clause[] {
  const clauses: Clause[] = [];
  let rest = message.slice(0, MAX_READ_CHARS);
  const goesOn = /^\s*(?:and|also|plus)\b/i.test(message);
  while (rest !== '' && clauses.length < MAX_CLAUSES) {
    const cut = findJoint(rest);
    const raw = (cut === null ? rest : rest.slice(0, cut.index)).trim();
    const asks = cut?.[0].includes('?') ?? false;
    rest = cut === null ? '' : rest.slice(cut.index + Math.max(1, cut[0].length));
    const text = mend(fold(raw));
    if (text !== '') {
      clauses.push({ raw, text, asks, follows: goesOn && clauses.length === 0 });
    }
  }
  return clauses;
}

/** Full stops inside an e-mail address or a version number don't end a clause. */
function findJoint(text: string): RegExpExecArray | null {
  const joint = JOINT.exec(text);
  return joint === null || joint[0].length === 0 ? null : joint;
}

const VOCABULARY = (
  'cart basket checkout coupon voucher search remove delete shipping delivery returns return refund contact quantity product products recommend ' +
  'payment another please choose discount warranty cheapest expensive something looking find show what with apply change'
).split(' ');

/** Real words that stand one slip away from a word of the vocabulary. */
const KEEP = new Set(
  'card cards chart care car carts shop shops stop shirts returned returning fine mind fund wind kind how who when that wish witch wit chose closes change charge choice applied apple reply chance contract contrast production coupons baskets casket brisket payments chooses searches searching removes shopping sipping chipping whipping booking cooking hooking refunds something'.split(
    ' ',
  ),
);

/** Corrects typing errors in the words by which intents are recognised. Product names are matched elsewhere. */
export function mend(text: string): string {
  const added = text.replace(
    /\bad(?=\s(?:an?|the|one|two|three|four|\d+|it|that|this|another)\b)/g,
    'add',
  );
  return added.replace(/[a-z]{3,}/g, (word) => {
    if (KEEP.has(word) || VOCABULARY.includes(word)) return word;
    if (word === 'addd') return 'add';
    if (word.length < 4) return word;
    return VOCABULARY.find((known) => isSlip(word, known)) ?? word;
  });
}

function isSlip(typed: string, known: string): boolean {
  if (known.length <= 4) return typed !== known && isAlike(typed, known);
  return typed[0] === known[0]
    ? distance(typed, known, 2) <= (known.length >= 8 ? 2 : 1)
    : typed.length === known.length && distance(typed, known, 1) === 1 && typed[1] === known[0];
}
