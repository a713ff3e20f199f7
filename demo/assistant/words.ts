// The tokenizer's part that knows visitors: typing errors, numbers and places in a list. Pure functions of strings;
// folding case, tokens and stems are the gateway's.

import { fold, isStopWord, stem, tokens } from '../../gateway/agent.ts';

/** One letter more, less or other, or two neighbours swapped. */
export function isOneEdit(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y === `${x[1]}${x[0]}`);
}

/** Whether `typed` is `meant`: the same word in another form, or with one typing error. */
export function isAlike(typed: string, meant: string): boolean {
  const [a, b] = [typed, meant].map((word) => stem(word).replace(/(?<=....)abl$/, '')) as [
    string,
    string,
  ];
  if (typed === meant || a === b) return true;
  // "mgus": no stem takes off a plural that looks like "bus".
  return isSlip(a, b) || (/[^s]us$/.test(typed) && isSlip(typed.slice(0, -1), b));
}

function isSlip(typed: string, meant: string): boolean {
  const isSwap = typed.length === meant.length && sorted(typed) === sorted(meant);
  // In a short word a letter more makes "cart" a "card", and in any a wrong first letter makes "handle" a "candle".
  const isPlain = Math.min(typed.length, meant.length) >= 5 && typed[0] === meant[0];
  const [x, y] = [typed, meant].map((word) => word.replace(/(.)\1/g, '$1'));
  if (typed.length > 3 && x === y) return true;
  return typed.length >= 3 && (isSwap || isPlain) && isOneEdit(typed, meant);
}

const sorted = (word: string): string => [...word].sort().join('');

/** The words by which intents, topics and pages are recognised; products' names are compared with the catalogue. */
const VOCABULARY = new Set(
  (
    'cart basket checkout coupon voucher search remove delete shipping delivery deliver delivered returns return refund contact ' +
    'quantity product products recommend payment another please choose discount warranty cheapest cheaper expensive ' +
    'something anything looking find show what with apply change compare express standard colours colors broken arrived ' +
    'much many where when which under below available question bigger smaller address warmer twice order ordering charged ' +
    'package parcel invoice dishwasher machine customs opening address phone swap replace empty thanks present kitchen'
  ).split(' '),
);

/** Real words that stand one error away from a word of the vocabulary. */
const REAL = new Set(
  (
    'card cards chart care car carts carton shop shops stop fine mind fund wind kind how who when that wish witch wit chose ' +
    'closes change changes charge choice applied apple reply chance contract contrast production coupons baskets casket ' +
    'payments chooses searches searching removes removed shopping sipping chipping whipping refunds returned returning ' +
    'delivers arrive arrives presents preset wished packages parcels invoices price prices colour color phones customer custom'
  ).split(' '),
);

/** A message in lower case, short forms written out, with typing errors in the words of the vocabulary corrected. */
export function mend(text: string): string {
  return fold(text)
    .replace(/\bad(?:dd)?(?=\s(?:an?|the|one|two|three|four|\d+|it|that|this|another)\b)/g, 'add')
    .replace(/\bminus (?=\d)/g, '-')
    .replace(/\bwht\b/g, 'what')
    .replace(/\bwhats\b/g, 'what is')
    .replace(/\b(that|it)s\b(?! own)/g, '$1 is')
    .replace(/\bcannot\b|\bcant\b/g, 'can not')
    .replace(/[a-z]{4,}/g, (word) => {
      if (REAL.has(word) || VOCABULARY.has(word) || isStopWord(word)) return word;
      for (const known of VOCABULARY) if (isSlip(word, known)) return known;
      return word;
    })
    .replace(/\bmoney back\b|\bhave my money\b/g, 'refund')
    .replace(/\b(?:do i (?:have to )?pay|who pays) for\b/g, 'how much is')
    .replace(/\b(?:send|give|bring) (?!it\b|that\b)(.{1,20}?) back\b/g, 'return $1');
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'zero one two three four five six seven eight nine ten eleven twelve'
      .split(' ')
      .map((word, value) => [word, value]),
  ),
  ...{ a: 1, an: 1, single: 1, another: 1, couple: 2, pair: 2, both: 2, few: 3, dozen: 12 },
  ...{ 'half a dozen': 6, fifteen: 15, twenty: 20 },
};

/** A small number as people write it, for a pattern. */
export const NUMBER = `(?:(?:x ?)?\\d{1,4}(?: ?x)?|(?:a |the )?(?:half a dozen|${Object.keys(
  NUMBERS,
)
  .filter((word) => word.length > 2)
  .join('|')})|an?)(?: of)?(?: (?:pieces|pcs)(?: of)?)?`;

const LEADING = new RegExp(`^(-?${NUMBER})(?=\\s|$)\\s*`);
const TRAILING = / (?:x ?(\d{1,4})|(\d{1,4}) ?(?:x|times)|(twice))$/;

/** "3", "x3", "three", "a couple of": the number, and the words without it. */
export function takeQuantity(words: string): { quantity: number | null; rest: string } {
  const trailing = TRAILING.exec(words);
  if (trailing) {
    const quantity = Number(trailing[1] ?? trailing[2] ?? 2);
    return { quantity, rest: words.slice(0, trailing.index) };
  }
  const phrase = LEADING.exec(words)?.[0];
  if (phrase === undefined) return { quantity: null, rest: words };
  return { quantity: toNumber(phrase), rest: words.slice(phrase.length) };
}

export function toNumber(phrase: string): number {
  const digits = /-?\d+/.exec(phrase)?.[0];
  if (digits !== undefined) return Number(digits);
  const word = phrase.replace(/^(?:a|the) (?=\S)|\s*\bof\b|\s*\b(?:pieces|pcs)\b/g, '').trim();
  return NUMBERS[word] ?? 1;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
export const ORDINAL = /\b(first|second|third|fourth|fifth|last)(?= |$)/;

/** 1 for the first, -1 for the last, null without an ordinal. */
export function findOrdinal(text: string): number | null {
  const word = ORDINAL.exec(text)?.[1];
  if (word === undefined) return null;
  return word === 'last' ? -1 : ORDINALS.indexOf(word) + 1;
}

/** Whether a text has something like words in it: letters with vowels, or another script, or digits. */
export function isWordlike(text: string): boolean {
  const words = tokens(text);
  const odd = words.filter(
    (word) =>
      /[bcdfghjklmnpqrstvwxz]{5,}|(.)\1{3,}|^(?:asdf|qwer|zxcv|hjkl|jkl)/.test(word) ||
      (/^[a-z]{4,}$/.test(word) && !/[aeiouy]/.test(word)),
  );
  return words.length > 0 && odd.length * 2 <= words.length && odd.length < words.length;
}
