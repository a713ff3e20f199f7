// The reasoning summary: what was understood and what follows from it, in the first person, as a reader of the
// thought block wants it. Says nothing that the answer doesn't act on.

import { clean } from './catalogue.ts';
import type { Intent, Reference } from './intents.ts';
import { joinWords } from './phrases.ts';
import type { Call, Outcome } from './task.ts';
import { spokenName } from './toolbox.ts';

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
  switch (intent.kind) {
    case 'search':
      return intent.words === '' && intent.reference === undefined
        ? 'wants to see what there is'
        : `asks about ${thing(intent.reference, intent.words)}`;
    case 'show':
    case 'about':
      return `wants to see ${thing(intent.product)}`;
    case 'add':
    case 'more':
      return `wants ${intent.quantity} of ${thing(intent.product)} in the cart`;
    case 'change':
      return intent.quantity === 0
        ? `wants ${thing(intent.product)} out of the cart`
        : `wants another quantity of ${thing(intent.product)}`;
    case 'empty_cart':
      return 'wants an empty cart';
    case 'cart':
      return 'wants to know what is in the cart';
    case 'coupon':
      return 'has a coupon code';
    case 'go':
      return `wants to go to “${clean(intent.page, 30)}”`;
    case 'contact':
      return 'wants to write to the shop';
    case 'choose':
      return 'would like help with choosing';
    case 'tool':
      return `asks for “${spokenName(intent.name)}”`;
    case 'order':
    case 'question':
    case 'bare':
      return `asks: ${clean(intent.text, 120)}`;
    default:
      return '';
  }
}

function thing(reference: Reference | undefined, words = ''): string {
  const said = clean(reference?.words || words, 40);
  return said === '' ? 'what we just spoke of' : `“${said}”`;
}
