// Rules for the clauses that look for products, ask about them, or point at one.

import { tokens } from '../../gateway/agent.ts';
import type { Clause } from './clauses.ts';
import type { Aspect, Intent } from './intents.ts';
import { ANYTHING, PRICE_LIMIT, TOPIC } from './lexicon.ts';
import { readReference, stripArticles } from './reference.ts';
import { findQuantity, firstOf, SMALL_NUMBER } from './words.ts';

export function understandChoose({ text }: Clause): Intent | null {
  const said = firstOf(text, [
    /^help me (?:to )?(?:choose|pick|decide|select|find)(?: (?:on|between|among))?\s*(.*)$/,
    /^(?:what|which)(?: (.+?))? (?:do|would|should) (?:you|i) (?:recommend|suggest|buy|get|choose|pick)/,
    /^(?:recommend|suggest)(?: me)?\s*(.*)$/,
  ]);
  if (said === null) return null;
  const words = stripArticles(said).replace(/^(?:something|anything|one|which one)$/, '');
  return /\b(?:gifts?|presents?)\b/.test(words) && ANYTHING.test(words)
    ? { kind: 'choose', words: '', isAnything: true }
    : { kind: 'choose', words };
}

export function understandAspect({ text }: Clause): Intent | null {
  const price = firstOf(text, [
    /^(?:how much (?:is|are|does|do|for)|what (?:is|are) the prices? (?:of|for))\s+(.+?)(?: cost)?$/,
    /^what (?:does|do) (.+) cost$/,
  ]);
  if (price !== null && !TOPIC.test(text)) return aspect('price', price);
  const stock = firstOf(text, [
    /^(?:is|are) (.+?) (?:still )?(?:in stock|available|sold out|out of stock)$/,
    /^(?:what|which) (.+?) (?:is|are|do you have) (?:still )?(?:in stock|available)$/,
    /^do you (?:still )?have (.+) in stock$/,
  ]);
  if (stock !== null) return aspect('stock', stock);
  const variants = firstOf(text, [
    /^(?:what|which) (?:other )?(?:colou?rs|sizes) (?:does|do|is|are)\s*(.*?)(?: (?:come in|have|available in|available|there))?$/,
    /^(?:does|do|is|are) (.+?) (?:come in|available in) (?:other |different |any )?(?:colou?rs?|sizes?)$/,
  ]);
  return variants === null
    ? null
    : aspect('variants', variants.replace(/^(?:you|there)$/, '') || 'it');
}

function aspect(kind: Aspect, words: string): Intent {
  const reference = readReference(words);
  return { kind: 'search', words: reference.words, aspect: kind, reference };
}

export function understandShow({ text, raw }: Clause): Intent | null {
  if (PRICE_LIMIT.test(text)) return null;
  const show = firstOf(text, [
    /^(?:show|open|view|display|see|let me see|i want to see)(?: me)? (?:the |this |that )(.+)$/,
    /^(?:show|open|view|see|let me see)(?: me)? (it|this|that|this one|that one)$/,
    /^(?:show|open|view)(?: me)? (.+)$/,
  ]);
  if (show !== null) {
    // "Show me mugs" looks for some, "show me the mug" opens one.
    const isPlural = /^(?:show|let me see|i want)/.test(text) && /[^su]s$/.test(show);
    const isAny = /\b(?:some|any|your|all|what|more|other|products)\b/.test(show);
    return isPlural || isAny ? null : { kind: 'show', product: readReference(show) };
  }
  const about = firstOf(text, [
    /^(?:tell me (?:more |something )?about|more about|what (?:is|about)|how about|describe)\s+(.+)$/,
  ]);
  if (about === null || TOPIC.test(text)) return null;
  const product = readReference(about);
  if (/^(?:what|how) about/.test(text) && product.isPronoun)
    return { kind: 'follow_up', product, asks: true };
  const isDefinition = /^what is/.test(text) && !/^what is (?:the|a|an|your)\b/.test(text);
  return isDefinition && !product.isPronoun ? null : { kind: 'about', product, text: raw };
}

export function understandSearch({ text }: Clause): Intent | null {
  if (/^what (?:do you (?:sell|have)|products|is for sale|can i buy)/.test(text))
    return { kind: 'search', words: '', aspect: 'list' };
  const said = firstOf(text, [
    /^(?:do|does) (?:you|u|this shop|the shop)(?: still| also)? (?:have|sell|carry|stock|offer)(?: any| some)?\s+(.+)$/,
    /^(?:search|look|browse)(?: (?:for|through|at))?\s+(.+)$/,
    /^(?:i am )?(?:looking|searching|shopping) for\s+(.+)$/,
    /^(?:find|show)(?: me)?(?: some| any| your| all(?: of)?(?: the| your)?)?\s+(.+)$/,
    /^(?:what|which) (.+?) (?:do you|have you) (?:have|sell|got|carry|stock)$/,
    /^(?:(?:have you )?got any|any|are there(?: any)?|is there(?: an?| any)?)\s+(.+)$/,
    /^i need\s+(?!(?:some |more )?(?:help|assistance|support)\b)(.+)$/,
  ]);
  if (said === null || (TOPIC.test(said) && !/^(?:search|find)/.test(text))) return null;
  const limit = PRICE_LIMIT.exec(said)?.[1];
  const reference = readReference(said.replace(PRICE_LIMIT, ' ').trim());
  if (reference.isPronoun && /^(?:do|does|is|are)\b/.test(text))
    return { kind: 'follow_up', product: reference, asks: true };
  const isAnything = ANYTHING.test(reference.words);
  return {
    kind: 'search',
    words: isAnything ? '' : reference.words,
    aspect: 'list',
    reference,
    ...(limit === undefined ? {} : { maxPrice: Number(limit.replace(',', '.')) }),
  };
}

const ONLY_NUMBER = new RegExp(`^(${SMALL_NUMBER})(?: (?:of (?:them|it|those)|pieces))?$`);

export function understandFollowUp({ text, asks, follows }: Clause): Intent | null {
  const only = ONLY_NUMBER.exec(text)?.[1];
  if (only !== undefined) return { kind: 'quantity', quantity: findQuantity(only)?.value ?? 1 };
  const product = readReference(text.replace(/^(?:what about|how about|and)\s+/, ''));
  const length = tokens(text).length;
  if (length > 7 || TOPIC.test(text)) return null;
  const goesOn = follows && product.words !== '' && length <= 4;
  if (!goesOn && !product.isPronoun && product.ordinal === undefined && !product.isCheapest)
    return null;
  return { kind: 'follow_up', product, asks: asks || /^(?:what|how) about/.test(text) };
}
