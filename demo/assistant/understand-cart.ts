// Rules for the clauses that fill, change, price or show the cart.

import type { Clause } from './clauses.ts';
import type { Intent } from './intents.ts';
import { CART } from './lexicon.ts';
import { readReference, stripArticles } from './reference.ts';
import { findQuantity } from './words.ts';

export function understandCoupon({ text, raw }: Clause): Intent | null {
  const isCoupon =
    /\b(coupon|voucher|promo(?:tion)?(?: code)?|discount code|discount|gift code|code)\b/.test(
      text,
    );
  const verb = /\b(apply|use|redeem|enter|add|activate|try|i have|here is|with)\b/.test(text);
  const code = findCode(raw);
  if (isCoupon && (verb || code !== null)) return { kind: 'coupon', code };
  if (/^(apply|redeem)\b/.test(text) && code !== null) return { kind: 'coupon', code };
  return null;
}

/** A coupon code: a word with a digit in it, or in capitals. */
export function findCode(raw: string): string | null {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const mixed = words.find((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
  const capitals = words.find((word) => /^[A-Z0-9_-]{4,}$/.test(word) && /[A-Z]/.test(word));
  const named = /\b(?:code|coupon|voucher)[: ]+["']?([A-Za-z0-9_-]{4,30})["']?\s*$/i.exec(raw)?.[1];
  const found =
    mixed ??
    capitals ??
    (named !== undefined && !/^(code|please|codes|here|voucher|coupon)$/i.test(named)
      ? named
      : null);
  return found?.toUpperCase() ?? null;
}

export function understandEmptyCart({ text }: Clause): Intent | null {
  const empties = new RegExp(
    `^(?:empty|clear(?: out)?|reset) (?:my |the |out my )?${CART}$|^(?:remove|delete|take out) (?:everything|all(?: of (?:it|them))?)(?: (?:from|in) (?:my |the )?${CART})?$`,
  );
  return empties.test(text) ? { kind: 'empty_cart' } : null;
}

export function understandCart({ text }: Clause): Intent | null {
  const views = new RegExp(
    `^(?:my |the )?${CART}$|\\b(?:what|show|see|view|open|check|display|list|look)\\b.*\\b(?:in |at |my |the )${CART}\\b|\\b(?:total|how much|worth|cost)\\b.*\\b${CART}\\b|\\bhow many\\b.*\\b${CART}\\b|^what (?:have i|did i|do i have|i have) (?:got|added|add|put|ordered|order|chosen|so far)|^(?:what is )?(?:my|the) total$`,
  );
  return views.test(text) ? { kind: 'cart' } : null;
}

export function understandChange(clause: Clause): Intent | null {
  const { text } = clause;
  const remove =
    /^(?:remove|delete|drop|take (?:out|off|away)|get rid of|throw out|i do not want|i no longer want) (.+)$/.exec(
      text,
    ) ?? /^take (.+) (?:out|off|away)(?: of .*)?$/.exec(text);
  if (remove?.[1] !== undefined) {
    const part = /^(one|two|three|four|\d+) (?:of )?(.+)$/.exec(stripCart(remove[1]));
    const count = part?.[1] === undefined ? null : findQuantity(part[1]);
    if (part?.[2] !== undefined && count !== null) {
      return { kind: 'change', product: readReference(part[2]), delta: -count.value };
    }
    return { kind: 'change', product: readReference(stripCart(remove[1])), quantity: 0 };
  }
  const fewer =
    /^(?:i want |take |make it )?(one|two|three|a|\d+) (?:less|fewer)(?: of)?(?: (.+))?$/.exec(
      text,
    );
  if (fewer) {
    const count = findQuantity(fewer[1] ?? 'one')?.value ?? 1;
    return { kind: 'change', product: readReference(fewer[2] ?? 'it'), delta: -count };
  }
  const set =
    /^(?:make|change|set|update|increase|reduce|lower|raise) (?:the )?(?:quantity (?:of )?)?(.*?)\s?(?:to |into |a )?(?:be )?(zero|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|\d+)(?: (?:pieces|items|of (?:it|them)))?$/.exec(
      text,
    );
  if (set) {
    const quantity = findQuantity(set[2] ?? '')?.value;
    const words = stripCart(set[1] ?? '').trim();
    if (quantity !== undefined)
      return { kind: 'change', product: readReference(words || 'it'), quantity };
  }
  const only =
    /^(?:i (?:only|just) (?:want|need)|only|just|no i meant|i meant) (one|two|three|four|five|\d+)(?: (.+))?$/.exec(
      text,
    );
  if (only?.[1] !== undefined) {
    const quantity = findQuantity(only[1])?.value ?? 1;
    return { kind: 'change', product: readReference(only[2] ?? 'it'), quantity };
  }
  return null;
}

const ADD_START =
  /^(?:add(?: in)?|put|throw in|buy|purchase|order(?! (?:status|number|history|tracking|confirmation|id)\b)|i (?:want|would like|need) to (?:buy|order|get|purchase|add)|i will (?:take|have|get|buy)|i(?: would)? take|i would like|give me|get me|(?:can|could|may) i (?:get|have|buy|order|add)|i want|let me (?:get|have|buy))\s+(?!to (?:know|see|ask|talk|speak|return|pay|find|contact|send|write|cancel|complain)|help|information|info)(.+)$/;

export function understandAdd({ text }: Clause): Intent | null {
  const more =
    /^(?:add |i want |give me |and )?(another|one|two|three|four|five|six|a few|\d+) more(?: of)?(?: (.+))?$/.exec(
      text,
    ) ?? /^(?:add )?(another)(?: one)?$/.exec(text);
  if (more?.[1] !== undefined) {
    const quantity = findQuantity(more[1])?.value ?? 1;
    return { kind: 'more', product: readReference(stripCart(more[2] ?? '') || 'it'), quantity };
  }
  const match = ADD_START.exec(text);
  if (match?.[1] === undefined || /^(?:my|the) (?:order|package|parcel|money)\b/.test(match[1]))
    return null;
  return readAdd(match[1]);
}

/** "add two mugs and a teapot": the counted thing after an "and" is added as well. */
export function understandAddedThing({ text }: Clause, before: Intent | null): Intent | null {
  if (
    before?.kind === 'add' &&
    /^(?:\d+|an?|one|two|three|four|five|six|some|the|another)\b/.test(text)
  )
    return readAdd(text);
  if (before?.kind === 'change' && before.quantity === 0 && /^the\b/.test(text)) {
    return { kind: 'change', product: readReference(text), quantity: 0 };
  }
  if (before?.kind === 'search' && before.aspect === 'list' && /^(?:an?|some|the)\b/.test(text)) {
    return { kind: 'search', words: stripArticles(text), aspect: 'list' };
  }
  return null;
}

function readAdd(rest: string): Intent {
  const thing = stripCart(rest);
  const found = findQuantity(` ${thing}`);
  const isLeading = found !== null && ` ${thing}`.trimStart().startsWith(found.phrase.trim());
  const isTrailing =
    found !== null && /\d/.test(found.phrase) && thing.endsWith(found.phrase.trim());
  // "that one" and "the small one" count nothing.
  const counted = isLeading || isTrailing ? found : null;
  const words = counted === null ? thing : thing.replace(counted.phrase.trim(), ' ').trim();
  const isBareOne = counted !== null && words === '';
  return {
    kind: 'add',
    product: readReference(isBareOne ? 'it' : words.replace(/^of\s+/, '')),
    quantity: counted?.value ?? 1,
  };
}

function stripCart(text: string): string {
  return text
    .replace(new RegExp(`\\s*\\b(?:to|in|into|from|of|out of)? ?(?:my |the |your )?${CART}$`), '')
    .trim();
}
