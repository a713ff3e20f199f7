// Rules for the clauses that fill, change, price or show the cart.

import type { Clause } from './clauses.ts';
import type { Intent } from './intents.ts';
import { CART } from './lexicon.ts';
import { readReference, stripArticles } from './reference.ts';
import { findQuantity, firstOf, SMALL_NUMBER } from './words.ts';

export function understandCoupon({ text, raw }: Clause): Intent | null {
  const isNamed = /\b(?:coupon|voucher|promo|discount|code)\b/.test(text);
  const isApplied = /\b(?:apply|use|redeem|enter|add|try|i have|here is)\b/.test(text);
  const code = findCode(raw);
  if (isNamed && (isApplied || code !== null)) return { kind: 'coupon', code };
  return /^(?:apply|redeem)\b/.test(text) && code !== null ? { kind: 'coupon', code } : null;
}

/** A coupon code: a word with a digit in it, or in capitals, or what stands behind "code". */
export function findCode(raw: string): string | null {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const code =
    words.find((word) => /\d/.test(word) && /[A-Za-z]/.test(word)) ??
    words.find((word) => /^[A-Z0-9_-]{4,}$/.test(word) && /[A-Z]/.test(word)) ??
    firstOf(raw, [/\b(?:code|coupon|voucher)[: ]+(?!please|here|code)([A-Za-z0-9_-]{4,30})\s*$/i]);
  return code?.toUpperCase() ?? null;
}

const EMPTIES = new RegExp(
  `^(?:empty|clear(?: out)?|reset) (?:my |the )?${CART}$|^(?:remove|delete|take out) (?:everything|all(?: of (?:it|them))?)\\b`,
);

export function understandEmptyCart({ text }: Clause): Intent | null {
  return EMPTIES.test(text) ? { kind: 'empty_cart' } : null;
}

const VIEWS = new RegExp(
  `^(?:my |the )?${CART}$|\\b(?:what|show|see|view|open|check|list|look|total|how much|how many|cost)\\b.*\\b(?:in |at |my |the )${CART}\\b|^(?:what is )?(?:my|the) total$`,
);

export function understandCart({ text }: Clause): Intent | null {
  return VIEWS.test(text) ? { kind: 'cart' } : null;
}

const FEWER = new RegExp(`^(?:take |make it )?(${SMALL_NUMBER}) (?:less|fewer)(?: of)?(?: (.+))?$`);
const SET = new RegExp(
  `^(?:make|change|set|update|increase|reduce) (?:the )?(?:quantity (?:of )?)?(.*?)\\s?(?:to )?(zero|${SMALL_NUMBER})(?: (?:pieces|items|of (?:it|them)))?$`,
);
const ONLY = new RegExp(
  `^(?:i (?:only|just) (?:want|need)|only|just) (${SMALL_NUMBER})(?: (.+))?$`,
);

export function understandChange({ text }: Clause): Intent | null {
  const removed = firstOf(text, [
    /^(?:remove|delete|drop|take (?:out|off|away)|get rid of|i do not want) (.+)$/,
    /^take (.+) (?:out|off|away)(?: of .*)?$/,
  ]);
  if (removed !== null) {
    return { kind: 'change', product: readReference(stripCart(removed)), quantity: 0 };
  }
  const fewer = FEWER.exec(text);
  if (fewer) {
    const delta = -(findQuantity(fewer[1] ?? '')?.value ?? 1);
    return { kind: 'change', product: readReference(fewer[2] ?? 'it'), delta };
  }
  const set = SET.exec(text);
  const only = ONLY.exec(text);
  const [words, number] = set ? [set[1], set[2]] : only ? [only[2], only[1]] : [];
  const quantity = findQuantity(number ?? '')?.value;
  if (quantity === undefined) return null;
  return { kind: 'change', product: readReference(stripCart(words ?? '') || 'it'), quantity };
}

const ADDS =
  /^(?:add(?: in)?|put|buy|purchase|order(?! (?:status|number|history|tracking)\b)|i (?:want|would like|need) to (?:buy|order|get|add)|i will (?:take|have|get|buy)|i(?: would)? take|i would like|give me|get me|(?:can|could|may) i (?:get|have|buy|order|add)|i want|let me (?:get|have|buy))\s+(?!to (?:know|see|ask|talk|speak|return|pay|find|contact|send|write|cancel|complain)|help|information|(?:my|the) (?:order|package|parcel|money)\b)(.+)$/;
const MORE = new RegExp(
  `^(?:add |i want |give me |and )?(another|${SMALL_NUMBER}) more(?: of)?(?: (.+))?$`,
);

export function understandAdd({ text }: Clause): Intent | null {
  const more = MORE.exec(text) ?? /^(?:add )?(another)(?: one)?$/.exec(text);
  if (more) {
    const quantity = findQuantity(more[1] ?? '')?.value ?? 1;
    return { kind: 'more', product: readReference(stripCart(more[2] ?? '') || 'it'), quantity };
  }
  const added = firstOf(text, [ADDS]);
  return added === null ? null : readAdd(added);
}

const COUNTED = new RegExp(`^(?:an?|some|the|another|${SMALL_NUMBER})\\b`);

/** "add two mugs and a teapot": the counted thing after an "and" is added as well. */
export function understandAddedThing({ text }: Clause, before: Intent | null): Intent | null {
  if (!COUNTED.test(text)) return null;
  if (before?.kind === 'add') return readAdd(text);
  if (before?.kind === 'change' && before.quantity === 0) {
    return { kind: 'change', product: readReference(text), quantity: 0 };
  }
  const isList = before?.kind === 'search' && before.aspect === 'list';
  return isList ? { kind: 'search', words: stripArticles(text), aspect: 'list' } : null;
}

function readAdd(rest: string): Intent {
  const thing = stripCart(rest);
  const found = findQuantity(` ${thing}`);
  const phrase = found?.phrase.trim() ?? '';
  // The "one" in "that one" and "the small one" is no quantity.
  const counts = thing.startsWith(phrase) || (/\d/.test(phrase) && thing.endsWith(phrase));
  const words = found !== null && counts ? thing.replace(phrase, ' ').trim() : thing;
  return {
    kind: 'add',
    product: readReference(words.replace(/^of\s+/, '') || 'it'),
    quantity: counts ? (found?.value ?? 1) : 1,
  };
}

const IN_CART = new RegExp(`\\s*\\b(?:to|in|into|from|out of|of)? ?(?:my |the |your )?${CART}$`);

function stripCart(text: string): string {
  return text.replace(IN_CART, '').trim();
}
