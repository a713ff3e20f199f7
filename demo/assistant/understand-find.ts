// Rules for the clauses that look for products, ask about them, or point at one.

import { tokens } from '../../gateway/agent.ts';
import type { Clause } from './clauses.ts';
import type { Intent } from './intents.ts';
import { ANYTHING, PRICE_LIMIT, TOPIC } from './lexicon.ts';
import { readReference, stripArticles } from './reference.ts';
import { findQuantity } from './words.ts';

export function understandChoose({ text }: Clause): Intent | null {
  const match =
    /^(?:please )?help me (?:to )?(?:choose|pick|decide|select|find)(?: (?:on|between|among))?\s*(.*)$/.exec(
      text,
    ) ??
    /^(?:(?:what|which)(?: (.+?))? (?:do|would|should) (?:you|i) (?:recommend|suggest|buy|get|choose|pick))/.exec(
      text,
    ) ??
    /^(?:recommend|suggest)(?: me)?\s*(.*)$/.exec(text) ??
    /^i (?:cannot|do not know (?:what|which)(?: .*)? to) (?:decide|choose|buy|get|pick)(.*)$/.exec(
      text,
    );
  if (match === null) return null;
  const words = stripArticles(match[1] ?? '').replace(/^(?:something|anything|one|which one)$/, '');
  return /\b(?:gifts?|presents?)\b/.test(words) && ANYTHING.test(words)
    ? { kind: 'choose', words: '', isAnything: true }
    : { kind: 'choose', words };
}

export function understandAspect({ text }: Clause): Intent | null {
  const price =
    /^(?:how much (?:is|are|does|do|for)|what (?:does|do|is the price (?:of|for)|are the prices of)|(?:the )?price (?:of|for))\s+(.+?)(?: cost)?$/.exec(
      text,
    );
  if (price?.[1] !== undefined && /how much|price|cost/.test(text) && !TOPIC.test(text)) {
    return aspect('price', price[1]);
  }
  const stock =
    /^(?:is|are) (.+?) (?:still )?(?:in stock|available|sold out|out of stock)$/.exec(text) ??
    /^(?:what|which) (.+?) (?:is|are|do you have) (?:still )?(?:in stock|available)$/.exec(text) ??
    /^do you (?:still )?have (.+) in stock$/.exec(text);
  if (stock?.[1] !== undefined) return aspect('stock', stock[1]);
  const variants =
    /^(?:what|which) (?:other )?(?:colou?rs?|sizes?|variants?|options|versions?)(?: (?:does|do|is|are|has|have|of|for))?(?: (?:there for|there))?\s*(.*?)(?: (?:come in|have|available in|available|in|there|got))?$/.exec(
      text,
    ) ??
    /^(?:does|do|is|are) (.+?) (?:come in|available in) (?:other |different |any )?(?:colou?rs?|sizes?|.+)$/.exec(
      text,
    );
  if (variants?.[1] !== undefined) {
    return aspect('variants', variants[1].replace(/^(?:you|there)$/, '') || 'it');
  }
  return null;
}

function aspect(kind: 'price' | 'stock' | 'variants', words: string): Intent {
  const reference = readReference(words);
  return { kind: 'search', words: reference.words, aspect: kind, reference };
}

export function understandShow({ text, raw }: Clause): Intent | null {
  if (PRICE_LIMIT.test(text)) return null;
  const show =
    /^(?:show|open|view|display|see|let me see|i want to see)(?: me)? (?:the |this |that |details (?:of|for|on) (?:the )?|product )(.+)$/.exec(
      text,
    ) ??
    /^(?:show|open|view|see|let me see)(?: me)? (it|this|that|this one|that one)$/.exec(text) ??
    /^(?:show|open|view)(?: me)? (.+)$/.exec(text);
  const isPlural =
    show?.[1] !== undefined &&
    /^show|^let me see|^i want to see/.test(text) &&
    /(?:[^su]s|products|items)$/.test(show[1]) &&
    !/\bthe (?:first|second|third|last)\b/.test(text);
  const isAny =
    /\b(?:some|any|your|all|what|more|other|products|cheap\w*)\b/.test(show?.[1] ?? '') &&
    !/cheapest/.test(text);
  if (show?.[1] !== undefined && !isPlural && !isAny)
    return { kind: 'show', product: readReference(show[1]) };
  const about =
    /^(?:tell me (?:more |something )?about|more about|what (?:is|about)|how about|describe|details (?:of|on|about))\s+(.+)$/.exec(
      text,
    );
  if (about?.[1] === undefined || TOPIC.test(text)) return null;
  const product = readReference(about[1]);
  if (/^(?:what|how) about/.test(text) && product.isPronoun)
    return { kind: 'follow_up', product, asks: true };
  if (/^what is/.test(text) && !product.isPronoun && !/^what is (?:the|a|an|your)\b/.test(text))
    return null;
  return { kind: 'about', product, text: raw };
}

export function understandSearch({ text }: Clause): Intent | null {
  const match =
    /^(?:do|does) (?:you|u|this shop|the shop)(?: guys)?(?: still| also)? (?:have|sell|carry|stock|offer)(?: any| some)?\s+(.+)$/.exec(
      text,
    ) ??
    /^(?:search|look|browse|hunt)(?: (?:for|through|at))?(?: the (?:shop|catalogu?e|store) for)?\s+(.+)$/.exec(
      text,
    ) ??
    /^(?:i am )?(?:looking|searching|shopping) for\s+(.+)$/.exec(text) ??
    /^(?:find|show)(?: me)?(?: some| any| your| all(?: of)?(?: the| your)?)?\s+(.+)$/.exec(text) ??
    /^(?:what|which) (.+?) (?:do you|have you) (?:have|sell|got|carry|stock)$/.exec(text) ??
    /^(?:have you )?got any\s+(.+)$/.exec(text) ??
    /^(?:any|are there(?: any)?|is there(?: an?| any)?)\s+(.+)$/.exec(text) ??
    /^i need\s+(?!(?:some |more )?(?:help|assistance|support)\b)(.+)$/.exec(text) ??
    /^(what (?:do you (?:sell|have)|products|is for sale|can i buy).*)$/.exec(text);
  if (match?.[1] === undefined || (TOPIC.test(match[1]) && !/^(?:search|find)/.test(text)))
    return null;
  if (/^what (?:do|products|is|can)/.test(match[1]))
    return { kind: 'search', words: '', aspect: 'list' };
  const limit = PRICE_LIMIT.exec(match[1]);
  const reference = readReference(match[1].replace(PRICE_LIMIT, ' ').trim());
  const isAnything = ANYTHING.test(reference.words);
  if (limit?.[1] !== undefined || isAnything) {
    return {
      kind: 'search',
      words: isAnything ? '' : reference.words,
      aspect: 'list',
      ...(isAnything && reference.isCheapest !== true ? {} : { reference }),
      ...(limit?.[1] === undefined ? {} : { maxPrice: Number(limit[1].replace(',', '.')) }),
    };
  }
  if (reference.isPronoun && /^(?:do|does|is|are)\b/.test(text))
    return { kind: 'follow_up', product: reference, asks: true };
  return { kind: 'search', words: reference.words, aspect: 'list', reference };
}

export function understandFollowUp({ text, asks, follows }: Clause): Intent | null {
  const only =
    /^(?:x ?)?(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|a dozen)(?: (?:of (?:them|it|those)|pieces|please))?$/.exec(
      text,
    );
  if (only?.[1] !== undefined)
    return { kind: 'quantity', quantity: findQuantity(only[1])?.value ?? 1 };
  const reference = readReference(text.replace(/^(?:what about|how about|and)\s+/, ''));
  const short = tokens(text).length <= 7;
  if (
    short &&
    !TOPIC.test(text) &&
    ((follows && reference.words !== '' && tokens(text).length <= 4) ||
      reference.isPronoun ||
      reference.ordinal !== undefined ||
      reference.isCheapest === true)
  ) {
    return {
      kind: 'follow_up',
      product: reference,
      asks: asks || /^(?:what|how) about/.test(text),
    };
  }
  return null;
}
