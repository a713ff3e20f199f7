// A sentence becomes typed tokens: products and their colours by the catalogue, closed classes of words by `data/words.json`. What
// is a thing is masked for the classifier, so that an example about mugs speaks for lamps, too.

import { fold, stem, tokens as wordsOf } from '../../gateway/agent.ts';
import { isAlike, type Product } from './catalogue.ts';
import { WORDS } from './data.ts';
import { COUNTRY_NAMES, type Country, findCountry } from './places.ts';

export interface Token {
  is: Kind;
  word: string;
  products?: readonly Product[];
  /** Of numbers, prices and ordinals. */
  n?: number;
  /** Of prices. */
  least?: number;
  most?: number;
  country?: Country;
}
export type Kind =
  | ('thing' | 'colour' | 'number' | 'ordinal' | 'rank' | 'pointer' | 'plural' | 'more' | 'less')
  | ('not' | 'instead' | 'joint' | 'price' | 'measure' | 'country' | 'code' | 'day' | 'time')
  | ('light' | 'word');

const set = (list: string): Set<string> => new Set(list.split(' '));
const LIGHT = set(WORDS.light);
const COLOURS = set(WORDS.colours);
const DAYS = set(WORDS.weekdays);
const CLOSED = Object.entries(WORDS.closed).map(([is, words]) => [is as Kind, set(words)] as const);

const PHRASE = new RegExp(`\\b(?:${Object.keys(WORDS.phrases).join('|')})\\b`, 'g');
const NUM = String.raw`(?:€|\$|£|eur )?\s?(\d{1,6}(?:[.,]\d{1,2})?)`;
const UNIT = String.raw`\s*(?:€|\$|£|euros?\b|eur\b|dollars?\b|bucks\b|quid\b|pounds?\b)`;
const NONE = String.raw`(?!\s*(?:x\b|pieces?|cm\b|ml\b|days?|weeks?|years?|hours?|%|\d))`;
const fill = (pattern: string) =>
  pattern.replaceAll('NUM', NUM).replaceAll('UNIT', UNIT).replaceAll('NONE', NONE);
const PRICES = WORDS.prices.map(([is, words]) => [is, new RegExp(fill(words))] as const);
const RANGES: Readonly<Record<string, (low: number, high: number) => Partial<Token>>> = {
  range: (least, most) => ({ least, most }),
  from: (least) => ({ least }),
  near: (n) => ({ least: n * 0.6, most: n * 1.25 }),
  upTo: (most) => ({ most }),
};
const CODE = /^(?!(?:PAYPAL|SEPA|SUNDAY|SYSTEM|IBAN|NOW|OVERRIDE)$)[A-Z][A-Z0-9_-]{3,}$/;
const MEASURE =
  /(?<![a-z\d])(?:\d+(?:[.,]\d+)?|half an?)\s?(?:cm|centimet\w+|mm|met(?:er|re)s?\b|ml|millilit\w+|l\b|lit(?:er|re)s?|kg|kilos?\b|kilogram\w*|grams?|g\b|°\s?c?|degrees?|hours?|pages?|days?|weeks?|months?|years?)(?![a-z])/g;
const TIME = /\b(?:at )?\d{1,2}(?::\d\d| ?(?:pm|am|o'?clock)\b)|\bnoon\b|\bmidnight\b/g;
/** A coupon's code: a word with a digit in it, or in capitals where not all is. */
function codesIn(raw: string): string[] {
  const isMixed = /[a-z]/.test(raw.replace(/\bx\b/g, ''));
  const isCode = (word: string) =>
    /\d/.test(word)
      ? /[A-Za-z]{3}/.test(word) && !/^\d+[a-z]+$/i.test(word)
      : isMixed && CODE.test(word);
  const words = raw.match(/[A-Za-z0-9][\w-]{2,29}/g) ?? [];
  return words.filter(isCode).map((word) => word.toUpperCase());
}

const known = new WeakMap<readonly Product[], ReturnType<typeof lexiconOf>>();
function lexiconOf(products: readonly Product[]) {
  return {
    parts: products.map((product) => ({
      product,
      name: wordsOf(product.name),
      stems: wordsOf(product.name).map(stem),
    })),
    colours: new Set(products.flatMap(({ variants }) => variants)),
    words: new Set(products.flatMap(({ name, summary }) => wordsOf(`${name} ${summary}`))),
  };
}

/** Written so much like one word of a lexicon that it is that word. */
function mend(word: string, lexicon: ReadonlySet<string>, isKnown: (word: string) => boolean) {
  if (word.length < 4 || /\d/.test(word) || isKnown(word)) return word;
  for (const one of lexicon)
    if (one.length > 3 && isAlike(word, one) && stem(word) !== stem(one)) return one;
  return word;
}

/** @param english words that are no typing errors */
export function lex(
  raw: string,
  products: readonly Product[],
  english: ReadonlySet<string> = new Set(),
): Token[] {
  const lexicon = known.get(products) ?? lexiconOf(products);
  known.set(products, lexicon);
  const held: Token[] = [];
  const hold = (token: Token): string => ` §${held.push(token) - 1} `;
  let text = fold(raw)
    .replace(PHRASE, (words) => WORDS.phrases[words] ?? words)
    .replace(/(\d)\s?x\b/g, '$1')
    .replace(/\bx\s?(\d)/g, '$1')
    .replace(TIME, () => hold({ is: 'time', word: '3pm' }));
  for (const [is, pattern] of PRICES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [low = 0, high = 0] = match.slice(1).map((one) => Number((one ?? '0').replace(',', '.')));
    const n = high || low;
    text = text.replace(
      match[0],
      hold({ is: 'price', word: '20 euros', n, ...RANGES[is]?.(low, high) }),
    );
    break;
  }
  text = text.replace(MEASURE, (all) => hold({ is: 'measure', word: all }));
  const country = findCountry(text);
  if (country !== null)
    text = text.replace(
      new RegExp(`\\b${country.said}\\b`),
      hold({ is: 'country', word: 'spain', country }),
    );
  const codes = codesIn(raw);
  const words = (text.match(/§\d+|[\p{L}\p{N}]+|[,&+]/gu) ?? []).map((word) =>
    /^[,&+]$/.test(word) ? 'comma' : word,
  );
  const isKnown = (word: string) =>
    [english, lexicon.words, LIGHT, COUNTRY_NAMES].some((some) => some.has(word)) ||
    english.has(stem(word)) ||
    word in WORDS.same ||
    codes.includes(word.toUpperCase());
  const fine = words.map((word) => mend(mend(word, lexicon.words, isKnown), english, isKnown));
  const out: Token[] = [];
  for (let at = 0; at < fine.length; at++) {
    const word = fine[at] ?? '';
    const one = held[Number(/^§(\d+)$/.exec(word)?.[1] ?? -1)];
    const thing = one ? null : thingAt(fine, at, lexicon.parts);
    if (one) out.push(one);
    else if (codes.includes(word.toUpperCase())) out.push({ is: 'code', word: word.toUpperCase() });
    else if (thing === null)
      out.push(closed(word, fine[at + 1] ?? '', lexicon.colours, fine[at - 1]));
    else {
      const said = fine.slice(at, at + thing.length).join(' ');
      out.push({ is: 'thing', word: said, products: thing.products });
      at += thing.length - 1;
    }
  }
  return out;
}

function closed(word: string, next: string, colours: ReadonlySet<string>, before = ''): Token {
  const n = /^\d+$/.test(word) ? Number(word) : WORDS.numbers[word];
  if (colours.has(word) || COLOURS.has(word)) return { is: 'colour', word };
  if (n !== undefined) return { is: 'number', word, n };
  const ordinal = WORDS.ordinals[word];
  if (
    ordinal !== undefined &&
    (word !== 'last' || /^(?:the|that|very|my)$/.test(before)) &&
    !/^(?:thing|time|week|month|order|thoughts?|day|nite|night)$/.test(next)
  )
    return { is: 'ordinal', word, n: ordinal };
  const rank = WORDS.ranks[word];
  if (rank !== undefined) return { is: 'rank', word: rank };
  const day = DAYS.has(word) ? word : WORDS.dayNames[word];
  if (day !== undefined) return { is: 'day', word: day };
  const kind = CLOSED.find(([, words]) => words.has(word))?.[0];
  return { is: kind ?? (LIGHT.has(word) ? 'light' : 'word'), word };
}

/** The product that begins here, or those that the same words name: by the last word of a name, or by two of its words. */
function thingAt(
  words: readonly string[],
  at: number,
  parts: ReturnType<typeof lexiconOf>['parts'],
): { products: Product[]; length: number } | null {
  let best: { products: Product[]; length: number; hits: number } | null = null;
  for (const { product, name, stems } of parts) {
    const head = stems.at(-1) ?? '';
    let [length, hits, hasHead] = [0, 0, false];
    while (at + length < words.length) {
      const word = words[at + length] ?? '';
      const same = WORDS.same[word];
      const pair = `${word}${words[at + length + 1] ?? ''}`;
      const isPair = pair !== word && word.length > 2 && name.includes(pair);
      const own = stem(isPair ? pair : word);
      const isOther = same !== undefined && stem(same) === head && words[at - 1] !== 'many';
      if (!isOther && !stems.includes(own)) break;
      hasHead ||= isOther || own === head;
      length += isPair ? 2 : 1;
      hits += 1;
    }
    if (!hasHead && hits < 2) continue;
    if (best === null || hits > best.hits) best = { products: [product], length, hits };
    else if (hits === best.hits) best.products.push(product);
  }
  return best;
}

const MASKS: Partial<Record<Kind, string>> = {
  thing: 'product',
  colour: 'blue',
  ordinal: 'second',
  code: 'save10',
  day: 'friday',
};
const RANKS: Readonly<Record<string, string>> = {
  low: 'cheapest',
  high: 'dearest',
  lower: 'cheaper',
  higher: 'dearer',
};

/** As the classifier sees it. */
export const mask = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ word }) => word !== 'comma')
    .map(({ is, word, n }) => {
      if (is === 'number') return n === 1 ? word : 'two';
      return is === 'rank' ? RANKS[word] : (MASKS[is] ?? word);
    })
    .join(' ');
