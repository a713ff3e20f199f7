// What a message says beside its wish: prices, numbers, colours, places in a list, codes, and what is to be avoided. Products and
// their colours are the catalogue's; nothing here names one.

import { fold, isStopWord, tokens } from '../../gateway/agent.ts';
import { findMentions, isAlike, type Mention, type Product } from './catalogue.ts';
import { type Country, findCountry } from './places.ts';

export interface Slots {
  mentions: Mention[];
  /** A colour of some product, or another that people ask for. */
  colour?: string;
  quantity?: number;
  /** "Two more", "one less". */
  isMore?: true;
  isLess?: true;
  /** 1 for the first, -1 for the last. */
  ordinal?: number;
  rank?: 'cheapest' | 'dearest' | 'cheaper' | 'dearer';
  least?: number;
  most?: number;
  code?: string;
  country?: Country;
  /** It points at what was spoken of: "it", "that one". */
  points?: true;
  /** It points at several: "them", "which of these". */
  pointsAtAll?: true;
}

const COMMON_COLOURS =
  'red yellow white grey gray pink purple violet orange gold silver brown beige navy teal turquoise blue green black'.split(
    ' ',
  );

const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'zero one two three four five six seven eight nine ten eleven twelve'
      .split(' ')
      .map((word, value) => [word, value]),
  ),
  ...{ a: 1, an: 1, another: 1, single: 1, couple: 2, pair: 2, both: 2, twice: 2, few: 3 },
  ...{ dozen: 12, fifteen: 15, twenty: 20, fifty: 50, hundred: 100 },
};
const MONEY = String.raw`(?:€|\$|£|eur\s|usd\s)?\s*(\d{1,6}(?:[.,]\d{1,2})?)(?!\s*(?:x\b|pieces|mugs))\s*(?:€|\$|£|euros?\b|eur\b|dollars?\b|bucks\b|pounds?\b)?`;
const CURRENCY = /€|\$|£|\b(?:euros?|eur|dollars?|bucks|pounds?)\b/;
const amount = (text = ''): number => Number(text.replace(',', '.'));

const RANGES: readonly [RegExp, (low: number, high: number) => Pick<Slots, 'least' | 'most'>][] = [
  [
    new RegExp(String.raw`\b(?:between|from)\s+${MONEY}\s*(?:and|to|-)\s*${MONEY}`),
    (least, most) => ({ least, most }),
  ],
  [
    new RegExp(
      String.raw`(?:\b(?:under|below|less than|up to|at most|cheaper than|(?:no|not) (?:over|more than|above)|within|max(?:imum)?(?: of)?|budget (?:is|of)(?: about)?|spend(?: about| up to)?|for (?:about )?|until)|<)\s*${MONEY}`,
    ),
    (most) => ({ most }),
  ],
  [new RegExp(String.raw`\b(?:over|above|more than|at least)\s+${MONEY}`), (least) => ({ least })],
  [
    new RegExp(String.raw`\b(?:around|about|roughly|approximately|ca)\s+${MONEY}`),
    (price) => ({ least: price * 0.7, most: price * 1.3 }),
  ],
];

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const RANKS: readonly [NonNullable<Slots['rank']>, RegExp][] = [
  ['cheapest', /\b(?:cheapest|least expensive|lowest price)/],
  ['dearest', /\b(?:most expensive|priciest|dearest|highest price)/],
  ['cheaper', /\b(?:cheaper|less expensive|too (?:expensive|much|dear)|lower price)\b/],
  ['dearer', /\b(?:dearer|more expensive|pricier|fancier)\b/],
];

export function readSlots(raw: string, products: readonly Product[]): Slots {
  const text = fold(raw);
  const words = tokens(text);
  // "Not the blue one", "but not the mug": what is said to be unwanted is none of the wish.
  const isDenied = (at: number): boolean => {
    const before = words
      .slice(Math.max(0, at - 3), at)
      .filter((word) => !/^(?:the|an?|in|any)$/.test(word));
    return (
      /^(?:not|no|except|without)$/.test(before.at(-1) ?? '') && !/^no (?:the|in)\b/.test(text)
    );
  };
  const mentions = findMentions(text, products).filter(({ from }) => !isDenied(from));
  const slots: Slots = { mentions };
  let rest = text;
  for (const [pattern, toRange] of RANGES) {
    const match = pattern.exec(text);
    // "for 2" is no price, "for 2 euros" is one.
    if (match === null || (/^(?:for|from|about|within)/.test(match[0]) && !CURRENCY.test(match[0])))
      continue;
    Object.assign(slots, toRange(amount(match[1]), amount(match[2])));
    rest = text.replace(match[0], ' ');
    break;
  }
  const isNamed = (at: number) => mentions.some(({ from, to }) => at >= from && at < to);
  const variants = [...new Set(products.flatMap(({ variants: all }) => all))];
  const colour = words.find(
    (word, at) =>
      !isNamed(at) && !isDenied(at) && (variants.includes(word) || COMMON_COLOURS.includes(word)),
  );
  if (colour !== undefined) slots.colour = colour;
  const quantity = readQuantity(rest);
  if (quantity !== null) slots.quantity = quantity;
  if (/\bmore\b(?! (?:about|info|detail|than|expensive))|\banother\b/.test(rest))
    slots.isMore = true;
  if (/\b(?:less|fewer)\b(?! (?:than|expensive))|\breduce\b/.test(rest)) slots.isLess = true;
  const ordinal =
    /\b(first|second|third|fourth|fifth|sixth|last)\b(?! (?:time|week|month|day))/.exec(text)?.[1];
  if (ordinal) slots.ordinal = ordinal === 'last' ? -1 : ORDINALS.indexOf(ordinal) + 1;
  const rank = RANKS.find(([, pattern]) => pattern.test(text))?.[0];
  if (rank) slots.rank = rank;
  const country = findCountry(text);
  if (country !== null) slots.country = country;
  const code = readCode(raw);
  if (code !== null) slots.code = code;
  if (/\b(?:it|its|that|this|one)\b/.test(text)) slots.points = true;
  if (/\b(?:them|they|these|those|both|either|which one|ones)\b/.test(text))
    slots.pointsAtAll = true;
  return slots;
}

/** "3", "x3", "three", "a couple of"; an article alone counts only in front of what is wanted. */
export function readQuantity(text: string): number | null {
  const minus = /(?:\bminus |(?<!\S)-)(\d+)/.exec(text)?.[1];
  if (minus !== undefined) return -Number(minus);
  const digits =
    /(?<![\d.,€$£-])(?:x ?)?\b(\d{1,4})\b(?! ?(?:€|%|euros?|eur\b|cm|ml|days?|weeks?|years?|minutes|hours|people|persons|o'clock))/.exec(
      text,
    )?.[1];
  if (digits !== undefined) return Number(digits);
  if (/\bhalf a dozen\b/.test(text)) return 6;
  const words = tokens(text);
  const at = words.findIndex((word) => (NUMBERS[word] ?? 0) !== 1 && NUMBERS[word] !== undefined);
  if (at >= 0) return NUMBERS[words[at] ?? ''] ?? null;
  return /\b(?:an?|another|single|just one|only one|one)\b(?! (?:of|that|in)\b)/.test(text)
    ? 1
    : null;
}

/** A coupon's code: a word with a digit in it, or in capitals, or what stands behind "code". */
function readCode(raw: string): string | null {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const code =
    words.find((word) => /\d/.test(word) && /[A-Za-z]{3}/.test(word)) ??
    (/[a-z]/.test(raw) ? words.find((word) => /^[A-Z][A-Z0-9_-]{3,}$/.test(word)) : undefined) ??
    /\b(?:code|coupon|voucher)(?: is|:)? (?!please|here|code|for|to|and|work|expire|field)([A-Za-z0-9_-]{4,30})\s*$/i.exec(
      raw,
    )?.[1];
  return code === undefined || /^(?:coupon|code|paypal|sepa|voucher)$/i.test(code)
    ? null
    : code.toUpperCase();
}

/** What the visitor wants nothing of. */
export interface Avoid {
  words: string[];
  most?: number;
}

const VEGAN = 'wool beeswax honey leather silk fur down feather'.split(' ');
const AVOIDING =
  /\b(?:already (?:has|have|got|owns?)|nothing (?:with|of|from|in)|allergic to|allerg(?:y|ies) (?:to|against)|allergy|no|not(?= (?:the|made|any|another) )|without|hates?|do(?:es)? not (?:like|want|eat|drink|use|wear)|dislikes?|avoid|except|but not|anything but|other than|intolerant to|free of|cannot (?:have|stand|use)|sensitive to|rather not)\s+(?:any |the |an? |made (?:of|from) |anything |of |with |in |another |more )*([\p{L}-]+)(?:(?: or | and |, (?:no )?)(?:the |an? )?([\p{L}-]+))?/gu;

/** What a message excludes, as far as the shop's things have it: "allergic to wool", "no candles", "vegan". */
export function readAvoid(raw: string, texts: readonly string[]): Avoid {
  const text = fold(raw);
  const known = new Set(texts.flatMap(tokens));
  const words = new Set<string>();
  for (const [whole, ...things] of text.matchAll(AVOIDING)) {
    const isStrong = !/^(?:no|not)\b/.test(whole);
    for (const thing of things) {
      if (
        thing === undefined ||
        isStopWord(thing) ||
        /^(?:thanks|problem|matter|returned|possible|longer|delivered|worry|idea|sure|arrived|stock)$/.test(
          thing,
        )
      )
        continue;
      if (isStrong || [...known].some((word) => isAlike(thing, word))) words.add(thing);
    }
  }
  for (const [, thing] of text.matchAll(/\b(\p{L}+)[ -](?:allergy|free|intolerance)\b/gu))
    if (thing && !isStopWord(thing) && [...known].some((word) => isAlike(thing, word)))
      words.add(thing);
  if (/\bvegans?\b/.test(text)) for (const word of VEGAN) words.add(word);
  const most =
    /\b(?:not|no|nothing|never) (?:over|more than|above|dearer than)\s+\D{0,2}(\d{1,5})|\bbudget\D{1,12}(\d{1,5})/.exec(
      text,
    );
  return { words: [...words], ...(most && { most: Number(most[1] ?? most[2]) }) };
}
