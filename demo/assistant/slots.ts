// The slots of a clause: the product that it points at, the colour, the price range, who writes.

import { isStopWord, tokens } from '../../gateway/agent.ts';
import type { Contact, Intent, Thing } from './intents.ts';
import { findOrdinal, ORDINAL } from './words.ts';

export const CART = '(?:(?:shopping )?(?:cart|basket|bag|trolley))';

const IN_CART = new RegExp(
  `\\s*\\b(?:to|in|into|from|out of|of|off)? ?(?:my |the |your )?${CART}(?=[ ,:]|$)[,:]?`,
);
const ARTICLES =
  /^(?:(?:the|an?|some|any|my|your|of|for|more|other|new|nice|good|with|me|please|on|about|in)\s+)+/;
const POINTING = /\b(?:ones?|it|that|this|them|these|those|same)\b/g;
const RANKS: readonly [NonNullable<Thing['rank']>, RegExp][] = [
  [
    'cheapest',
    /\b(?:cheapest|least expensive|lowest priced?|(?:the|which(?: one)?(?: is)?|which of \w+ is) (?:cheaper|less expensive))\b/,
  ],
  ['dearest', /\b(?:(?:most|more) expensive|priciest|dearest)\b/],
  ['cheaper', /\b(?:cheaper|less expensive|(?:is |are )?too (?:expensive|much|dear))\b/],
];
/** Words that narrow no search. */
const ANYTHING =
  /\b(?:(?:gifts?|presents?)(?: ideas?)?(?: for (?:my |a |an |the )?\w+)?|something|anything|everything|things?|stuff|products?|items?|articles?|nice|good|there|(?:do )?you (?:have|sell)|got|else|again|too|as well|instead|then|also|all)\b/g;

export function readThing(phrase: string): Thing {
  const text = phrase.replace(IN_CART, ' ');
  const ordinal = findOrdinal(text);
  const rank = RANKS.find(([, pattern]) => pattern.test(text));
  const words = stripArticles(
    text.replace(rank?.[1] ?? /$^/, ' ').replace(ordinal === null ? /$^/ : ORDINAL, ' '),
  );
  const points = /^(?:it|that|this|them|these|those|same)\b|\bones?$/.test(
    words.replace(/ (?:in|again|too|as well|instead|then|please)\b.*$/, ''),
  );
  const named = words.replace(POINTING, ' ').replace(ANYTHING, ' ');
  const hasWord = tokens(named).some((word) => !isStopWord(word));
  return {
    words: hasWord ? stripArticles(named) : '',
    points: points || (stripArticles(words) === '' && (ordinal !== null || rank !== undefined)),
    ...(ordinal === null ? {} : { ordinal }),
    ...(rank === undefined ? {} : { rank: rank[0] }),
  };
}

export function stripArticles(text: string): string {
  const plain = text.replace(/[?.!,]+(?= |$)/g, ' ').replace(/\s+/g, ' ');
  return plain
    .trim()
    .replace(ARTICLES, '')
    .replace(/^(?:the|an?|in|for|of)$/, '');
}

const COLOURS =
  /\b(?:red|green|blue|yellow|black|white|gr[ae]y|brown|pink|purple|violet|orange|sand|moss|navy|cream|beige|teal|terracotta|turquoise|gold|silver)\b/;

export function findColour(words: string): string | null {
  return COLOURS.exec(words)?.[0] ?? null;
}

/** A colour is no word to search by: which products come in it is seen from the results. */
export function withoutColour(words: string): string {
  const colour = findColour(words);
  const rest =
    colour === null ? words : words.replace(new RegExp(`(?:\\bin )?\\b${colour}\\b`), ' ');
  return rest.replace(/\s+/g, ' ').trim();
}

const MONEY =
  '(?:€|\\$|£|eur|usd|gbp)?\\s*(\\d{1,6}(?:[.,]\\d{1,2})?)\\s*(?:€|\\$|£|euros?|eur|dollars?|bucks|pounds?)?';
const CURRENCY = /€|\$|£|\b(?:euros?|eur|dollars?|bucks|pounds?)\b/;
const number = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));
/** How far from a price "around" it reaches. */
const AROUND = 0.3;

const PRICES: readonly [RegExp, (low: number, high: number) => NonNullable<Intent['price']>][] = [
  [
    new RegExp(`\\b(?:between|from)\\s+${MONEY}\\s+(?:and|to)\\s+${MONEY}`),
    (least, most) => ({ least, most }),
  ],
  [
    new RegExp(
      `\\b(?:that (?:is|are|costs?) )?(?:under|below|less than|up to|at most|cheaper than|no more than|not more than|within|max(?:imum)?|for)\\s+${MONEY}`,
    ),
    (most) => ({ most }),
  ],
  [new RegExp(`\\b(?:over|above|more than|at least|from)\\s+${MONEY}`), (least) => ({ least })],
  [
    new RegExp(`\\b(?:around|about|roughly|approximately|near|circa)\\s+${MONEY}`),
    (price) => ({ least: price * (1 - AROUND), most: price * (1 + AROUND) }),
  ],
];

/** The price range of a text, and the text without it. */
export function takePrice(text: string): { price?: NonNullable<Intent['price']>; rest: string } {
  for (const [pattern, toRange] of PRICES) {
    const match = pattern.exec(text);
    // "for 2" is no price, "for 2 euros" is one.
    if (match === null || (/^(?:for|from|about)/.test(match[0]) && !CURRENCY.test(match[0])))
      continue;
    return {
      price: toRange(number(match[1]), number(match[2])),
      rest: text.replace(match[0], ' ').trim(),
    };
  }
  return { rest: text };
}

/** An amount of money in a text. */
export function findAmount(text: string): number | null {
  const amount = /(?:€|\$|£)\s*(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s*(?:€|euros?\b|eur\b)/i.exec(
    text,
  );
  return amount === null ? null : number(amount[1] ?? amount[2]);
}

const CODE_WORDS = /\b(?:coupon|voucher|promo|discount|code)\b/;

/** A coupon's code: a word with a digit in it, or in capitals, or what stands behind "code". */
export function findCode(raw: string): string | null {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const code =
    words.find((word) => /\d/.test(word) && /[A-Za-z]/.test(word)) ??
    words.find((word) => /^[A-Z0-9_-]{4,}$/.test(word) && /[A-Z]/.test(word)) ??
    /\b(?:code|coupon|voucher)[: ]+(?!please|here|code)([A-Za-z0-9_-]{4,30})\s*$/i.exec(raw)?.[1];
  return code !== undefined && !CODE_WORDS.test(code.toLowerCase()) ? code.toUpperCase() : null;
}

const CONTACT: readonly [keyof Contact, RegExp][] = [
  [
    'name',
    /\b(?:[Mm]y name is|[Nn]ame:|[Tt]his is|[Ii] am|I['’]m)\s+(\p{Lu}[\p{L}'-]{1,29}(?:\s\p{Lu}[\p{L}'-]{1,29})?)/u,
  ],
  ['email', /([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,3})/],
  ['topic', /\b(?:about|regarding|concerning)\s+(?:my |the |your |an? )?([\p{L}\p{N} -]{2,40})/iu],
  [
    'message',
    /(?:\bsaying(?: that)?|\bthat says|\bmessage:|\bmessage is|\btell (?:them|you)(?: that)?|:)\s*["“]?(.{3,1000}?)["”]?$/isu,
  ],
];

/** Name, address, topic and message as far as a text gives them. */
export function readContact(raw: string): Contact {
  return Object.fromEntries(
    CONTACT.flatMap(([field, pattern]) => {
      const value = pattern.exec(raw)?.[1]?.trim();
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** A message without the sentence that only said who writes. */
export function withoutIdentity(text: string, { name, email }: Contact): string {
  const plain = text
    .replace(email ?? /$^/, '')
    .replace(
      name === undefined
        ? /$^/
        : new RegExp(`(?:my name is|i am|i['’]m|this is)\\s+${name}\\b`, 'i'),
      '',
    )
    .replace(/^[\s,.;:]*(?:and )?(?:my e-?mail(?: address)? is)?[\s,.;:]*/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (plain.length >= 3 ? plain : text.trim()).slice(0, 2_000);
}
