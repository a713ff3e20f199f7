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
  /** Of numbers, prices, ordinals, times (hours). */
  n?: number;
  /** Of prices, the upper bound; of measures, the unit. */
  least?: number;
  most?: number;
  unit?: string;
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
const CLOSED: readonly (readonly [Kind, Set<string>])[] = [
  ['pointer', set(WORDS.pointers)],
  ['plural', set(WORDS.plurals)],
  ['not', set(WORDS.not)],
  ['instead', set(WORDS.instead)],
  ['more', set(WORDS.more)],
  ['less', set(WORDS.less)],
  ['joint', set(WORDS.joints)],
];

const NUM = String.raw`(\d{1,6}(?:[.,]\d{1,2})?)`;
const MONEY = String.raw`(?:€|\$|£|eur )?\s?${NUM}(?!\s*(?:x\b|pieces?|cm\b|ml\b|days?|weeks?|years?|hours?|%))\s*(?:€|\$|£|euros?\b|eur\b|dollars?\b|bucks\b|quid\b|pounds?\b)?`;
const SURE = String.raw`(?:(?:€|\$|£|eur )\s?${NUM}|${NUM}\s*(?:€|\$|£|euros?\b|eur\b|dollars?\b|bucks\b|quid\b|pounds?\b))`;
const PRICES: readonly [RegExp, (low: number, high: number) => Partial<Token>][] = [
  [
    new RegExp(String.raw`\b(?:between|from)\s+${MONEY}\s*(?:and|to|-)\s*${MONEY}`),
    (least, most) => ({ least, most, n: most }),
  ],
  [
    new RegExp(
      String.raw`${NUM}\s*(?:to|-|–)\s*(?:€|\$|£)?\s?${NUM}\s*(?:€|\$|£|euros?\b|eur\b|dollars?\b|bucks\b|quid\b|pounds?\b)`,
    ),
    (least, most) => ({ least, most, n: most }),
  ],
  [
    new RegExp(
      String.raw`(?:\b(?:under|below|less than|up to|at most|cheaper than|(?:no|not|nothing) (?:over|more than|above)|within|max(?:imum)?(?: of)?|budget (?:is|of)(?: about)?|limit is|spend(?: about| up to)?|until|(?:not|nothing|dont want to) spend more than|\bnot (?:want |to |spend |pay |go |anything )*(?:over|above|more than))|<)\s*${MONEY}`,
    ),
    (most) => ({ most, n: most }),
  ],
  [
    new RegExp(String.raw`\b(?:over|above|more than|at least)\s+${MONEY}`),
    (least) => ({ least, n: least }),
  ],
  [
    new RegExp(String.raw`\b(?:around|about|roughly|approximately|ca)\s+${SURE}`),
    (a, b) => ({ least: (a || b) * 0.6, most: (a || b) * 1.25, n: a || b }),
  ],
  [
    new RegExp(String.raw`\b(?:around|roughly)\s+${MONEY}`),
    (n) => ({ least: n * 0.6, most: n * 1.25, n }),
  ],
  [new RegExp(SURE), (a, b) => ({ most: a || b, n: a || b })],
];
const UNITS: readonly [RegExp, string, number][] = [
  [/^(?:cm|centi)/, 'cm', 1],
  [/^mm/, 'cm', 0.1],
  [/^m(?:et(?:er|re)s?)?$/, 'cm', 100],
  [/^(?:ml|milli)/, 'ml', 1],
  [/^l(?:it|$)/, 'ml', 1000],
  [/^k(?:g|ilo)/, 'g', 1000],
  [/^g(?:ram)?/, 'g', 1],
  [/^(?:°|deg|c$)/, '°C', 1],
  [/^hour/, 'h', 1],
  [/^page/, 'pages', 1],
  [/^(?:day|week|month|year)/, 'time', 1],
];
const MEASURE =
  /(?<![a-z\d])(\d+(?:[.,]\d+)?|half an?|an?\b)\s?(cm|centimet\w+|mm|met(?:er|re)s?\b|ml|millilit\w+|l\b|lit(?:er|re)s?|kg|kilos?\b|kilogram\w*|grams?|g\b|°\s?c?|degrees?|hours?|pages?|days?|weeks?|months?|years?)(?![a-z])/;
const TIME =
  /\b(?:(?:at )?(\d{1,2})(?::(\d\d))? ?(pm|am|o'?clock)(?: in the (\w+))?|at (\d{1,2})(?::(\d\d))?(?: in the (\w+))?(?! ?(?:€|euro|degrees|%|°|mugs|pieces))|(\d{1,2}):(\d\d)|noon|midnight)/;

export function measuresIn(text: string): { n: number; unit: string }[] {
  return [...text.matchAll(new RegExp(MEASURE, 'gi'))].flatMap(([, size = '', name = '']) => {
    const unit = UNITS.find(([of]) => of.test(name.toLowerCase()));
    const n = /half/.test(size) ? 0.5 : Number(size.replace(',', '.')) || 1;
    return unit === undefined ? [] : [{ n: n * unit[2], unit: unit[1] }];
  });
}

function hourOf([all, a, am, half, part, b, bm, other, c, cm]: RegExpExecArray): number {
  if (/^noon/.test(all)) return 12;
  if (/midnight/.test(all)) return 24;
  const hour = Number(a ?? b ?? c);
  const later = half === 'pm' || /afternoon|evening/.test(part ?? other ?? '');
  return (later && hour < 12 ? hour + 12 : hour) + Number(am ?? bm ?? cm ?? 0) / 60;
}

/** A coupon's code: a word with a digit in it, in capitals, or what stands behind "code". */
function codesIn(raw: string): string[] {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const isMixed = /[a-z]/.test(raw.replace(/\bx\b/g, ''));
  return words
    .filter(
      (word) =>
        (/\d/.test(word) && /[A-Za-z]{3}/.test(word) && !/^\d+[a-z]+$/i.test(word)) ||
        (isMixed &&
          /^[A-Z][A-Z0-9_-]{3,}$/.test(word) &&
          !/^(?:PAYPAL|SEPA|SUNDAY|SYSTEM|IBAN|NOW|OVERRIDE)$/.test(word)),
    )
    .concat(
      /\b(?:code|coupon|voucher)(?: is|:)? (?!please|here|code|for|to|and|work|expire|field|from|with|in|on|can|or|i|we|then|too|as|yet|still|applied|at|you|now|that|this|it|is|if)([A-Za-z0-9_-]{4,30})\s*[.!?]?$/i.exec(
        raw,
      )?.[1] ?? [],
    )
    .map((word) => word.toUpperCase());
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

/** Written so much like one word of the catalogue or of the examples that it is that word. */
function mend(
  word: string,
  lexicon: ReadonlySet<string>,
  isKnown: (word: string) => boolean,
): string {
  if (word.length < 4 || /\d/.test(word) || isKnown(word)) return word;
  for (const one of lexicon)
    if (one.length > 3 && isAlike(word, one) && stem(word) !== stem(one)) return one;
  return word;
}

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
    .replace(/(\d)\s?x\b/g, '$1')
    .replace(/\bx\s?(\d)/g, '$1');
  text = text.replace(TIME, (...args) => {
    const match = args.slice(0, 11) as unknown as RegExpExecArray;
    return /^at \d+$/.test(String(match[0])) &&
      !/order|leave|ship|open|day|close|call|reach|there/.test(text)
      ? String(match[0])
      : hold({ is: 'time', word: '3pm', n: hourOf(match) });
  });
  for (const [pattern, range] of PRICES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [low = 0, high = 0] = match.slice(1).map((one) => Number((one ?? '0').replace(',', '.')));
    text = text.replace(match[0], hold({ is: 'price', word: '20 euros', ...range(low, high) }));
    break;
  }
  text = text.replace(new RegExp(MEASURE, 'g'), (all) => {
    const [first] = /^an? (?:day|week|month|year|hour|page|g|l)\b/.test(all) ? [] : measuresIn(all);
    return first ? hold({ is: 'measure', word: all, ...first }) : all;
  });
  const country = findCountry(text);
  if (country !== null)
    text = text.replace(
      new RegExp(`\\b${country.said}\\b`),
      hold({ is: 'country', word: 'spain', country }),
    );
  const codes = codesIn(raw);
  const words = (text.match(/§\d+|[\p{L}\p{N}]+|[,&+]/gu) ?? []).map((word) =>
    word === ',' || word === '&' || word === '+' ? 'comma' : word,
  );
  const isKnown = (word: string) =>
    english.has(word) ||
    english.has(stem(word)) ||
    lexicon.words.has(word) ||
    LIGHT.has(word) ||
    word in WORDS.same ||
    COUNTRY_NAMES.has(word) ||
    codes.includes(word.toUpperCase());
  const fine = words.map((word) => mend(mend(word, lexicon.words, isKnown), english, isKnown));
  const out: Token[] = [];
  for (let at = 0; at < fine.length; at++) {
    const word = fine[at] ?? '';
    const one = held[Number(/^§(\d+)$/.exec(word)?.[1] ?? -1)];
    if (one) out.push(one);
    else if (codes.includes(word.toUpperCase())) out.push({ is: 'code', word: word.toUpperCase() });
    else {
      const thing = thingAt(fine, at, lexicon.parts);
      if (thing !== null) {
        out.push({
          is: 'thing',
          word: fine.slice(at, at + thing.length).join(' '),
          products: thing.products,
        });
        at += thing.length - 1;
      } else out.push(closed(word, fine[at + 1] ?? '', lexicon.colours, fine[at - 1]));
    }
  }
  return out;
}

function closed(word: string, next: string, colours: ReadonlySet<string>, before = ''): Token {
  const n = /^\d+$/.test(word) ? Number(word) : WORDS.numbers[word];
  if (colours.has(word) || COLOURS.has(word)) return { is: 'colour', word };
  if (n !== undefined) return { is: 'number', word, n };
  if (
    WORDS.ordinals[word] !== undefined &&
    (word !== 'last' || /^(?:the|that|very|my)$/.test(before)) &&
    !/^(?:thing|time|week|month|order|thought|thoughts|day|nite|night)$/.test(next)
  )
    return { is: 'ordinal', word, n: WORDS.ordinals[word] };
  if (WORDS.ranks[word] !== undefined) return { is: 'rank', word: WORDS.ranks[word] ?? '' };
  const day = DAYS.has(word) ? word : WORDS.dayNames[word];
  if (day !== undefined) return { is: 'day', word: day };
  const kind = CLOSED.find(([, words]) => words.has(word))?.[0];
  if (kind !== undefined) return { is: kind, word };
  return { is: LIGHT.has(word) ? 'light' : 'word', word };
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
      const isOther =
        same !== undefined &&
        !/^(?:many|my)$/.test(words[at - 1] ?? '') &&
        stem(same) === head &&
        (length === 0 || hasHead || hits > 0);
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

/** As the classifier sees it. */
export const mask = (tokens: readonly Token[]): string =>
  tokens
    .map(({ is, word, n }) =>
      is === 'number'
        ? n === 1
          ? word
          : 'two'
        : is === 'rank'
          ? { low: 'cheapest', high: 'dearest', lower: 'cheaper', higher: 'dearer' }[word]
          : word === 'comma'
            ? ''
            : (MASKS[is] ?? word),
    )
    .filter((word) => word !== '')
    .join(' ');
