// The reasoning summary: what was understood and what follows from it, as a reader of the thought block wants it.

import { clean } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { joinWords } from './phrases.ts';
import type { Call, Outcome } from './task.ts';
import { spokenName } from './toolbox.ts';

const WISHES: Partial<Record<Intent['kind'], string>> = {
  search: 'asks about',
  show: 'wants to see',
  about: 'wants to see',
  add: 'wants in the cart:',
  more: 'wants more of',
  change: 'wants another quantity of',
  empty_cart: 'wants an empty cart',
  cart: 'wants to know what is in the cart',
  coupon: 'has a coupon code',
  go: 'wants to go to',
  contact: 'wants to write to the shop',
  choose: 'would like help with choosing',
  tool: 'asks for',
  order: 'asks:',
  question: 'asks:',
  bare: 'asks:',
};

export function thinkAloud(
  intents: readonly Intent[],
  calls: readonly Call[],
  outcomes: readonly Outcome[],
): string {
  const wishes = intents.map(wish).filter((text) => text !== '');
  const first = wishes.length === 0 ? '' : `The visitor ${joinWords(wishes)}.`;
  const names = [...new Set(calls.map((call) => spokenName(call.name)))];
  let next = '';
  if (names.length > 0) next = `I'll use ${joinWords(names.map((name) => `“${name}”`))} first.`;
  else if (outcomes.some((outcome) => outcome.answer !== undefined))
    next = "I'll look in the site's own pages and quote what they say.";
  else if (outcomes.some((outcome) => outcome.pending !== undefined))
    next = 'I need one thing more before I can act.';
  return `${first} ${next}`.trim();
}

function wish(intent: Intent): string {
  const verb = WISHES[intent.kind];
  if (verb === undefined) return '';
  if ('text' in intent) return `${verb} ${clean(intent.text, 120)}`;
  if (intent.kind === 'go') return `${verb} “${clean(intent.page, 30)}”`;
  const words =
    'product' in intent ? intent.product.words : 'words' in intent ? intent.words : null;
  if (words === null) return verb;
  return `${verb} ${words === '' ? 'what we just spoke of' : `“${clean(words, 40)}”`}`;
}
