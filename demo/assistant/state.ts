// What the conversation is about so far, read from the exchanges alone: the assistant keeps no state of its own. What it asked
// last is known by its own words.

import { tokens as wordsOf } from '../../gateway/agent.ts';
import { type Cart, isAlike, type Product, readCart, readHere, readProducts } from './catalogue.ts';
import { FOLLOWS, WORDS } from './data.ts';
import type { Exchange, ToolAnswer } from './history.ts';
import type { Item } from './items.ts';
import { lex, type Token } from './lexer.ts';
import type { Country } from './places.ts';

import { isReading, NAMES } from './toolbox.ts';

/** What a clause asks for: a skill, and the things that it speaks of. */
export interface Wish {
  name: string;
  text: string;
  tokens: readonly Token[];
  items: readonly Item[];
  /** The clause says nothing but things: "the mug then, and a candle". */
  isBare?: true;
}

export interface Line {
  id: string;
  variant: string | null;
}
export interface Row extends Line {
  quantity: number;
}

/** What the visitor wants nothing of. */
export interface Avoid {
  words: string[];
  most?: number;
  /** It would make them ill. */
  isHealth?: true;
}

export interface State {
  products: Map<string, Product>;
  /** Everything that the shop sells has been listed. */
  isComplete: boolean;
  /** Ids of the last list that the visitor saw, in its order. */
  listed: string[];
  focus: Line | null;
  /** The last two that were named one after the other. */
  recent: string[];
  /** The lines that were changed last. */
  changed: Line[];
  /** What the last message took out of the cart. */
  gone: Row[];
  cart: Cart | null;
  last: Wish | null;
  asked: { about: keyof typeof QUESTIONS; wish: Wish | null } | null;
  avoid: Avoid;
  country: Country | null;
  code: string | null;
  /** What went wrong, in the visitor's words. */
  matter: string | null;
  email: string | null;
}

export const createState = (): State => ({
  products: new Map(),
  isComplete: false,
  listed: [],
  focus: null,
  recent: [],
  changed: [],
  gone: [],
  cart: null,
  last: null,
  asked: null,
  avoid: { words: [] },
  country: null,
  code: null,
  matter: null,
  email: null,
});

/** The sentences by which the assistant asks; what it said last tells what it waits for. */
export const QUESTIONS = {
  cart: 'Shall I put it in your cart?',
  people: 'Shall I help you write to them?',
  human: 'Shall I ask one of them to join this chat?',
  variant: 'would you like?',
  which: 'Which one do you mean?',
  code: 'What is the code?',
  message: 'What should the message say?',
} as const;

export const productsOf = ({ products }: State): Product[] => [...products.values()];

export function learnAnswers(state: State, { steps }: Exchange): void {
  for (const { name, input, answer } of steps) {
    learnAnswer(state, answer);
    if (name !== NAMES.search || input.query !== '' || !answer.ok) continue;
    state.isComplete = true;
    const here = readHere(answer.data);
    if (here !== null && state.focus === null) state.focus = { id: here, variant: null };
  }
}

function learnAnswer(state: State, answer: ToolAnswer): void {
  if (!answer.ok) return;
  const cart = readCart(answer.data);
  if (cart !== null) state.cart = cart;
  else for (const product of readProducts(answer.data)) state.products.set(product.id, product);
}

const LISTS = ['search', 'gift', 'compare', 'total', 'prefer'];
const SEEKING = ['search', 'gift', 'prefer'];
const MATTERS = ['order', 'damage', 'complaint', 'refund', 'warranty', 'bulk', 'restock'];

/** Goes on by one exchange that has ended. */
export function goOn(state: State, exchange: Exchange, wishes: readonly Wish[]): void {
  const products = productsOf(state);
  const real = wishes.findLast(
    ({ name }) => !['thanks', 'praise', 'greet', 'unknown', 'half', 'yes', 'no'].includes(name),
  );
  if (real !== undefined)
    state.last =
      real.name === 'prefer' && state.last && ['search', 'gift'].includes(state.last.name)
        ? state.last
        : real;
  if (wishes.some(({ name }) => MATTERS.includes(name))) state.matter = exchange.text;
  const shown = exchange.steps.findLast(({ name }) => name === NAMES.items)?.input.items;
  const titles = Array.isArray(shown) ? shown.map(({ title }) => `${title}`) : [];
  const inText = namedIn(exchange.said, products);
  const said = titles.length > 0 ? namedIn(titles.join('. '), products) : inText;
  const named = [
    ...new Set(
      wishes.flatMap(({ items }) =>
        items.flatMap((item) => (item.products?.length === 1 ? item.products : [])),
      ),
    ),
  ];
  if (real && LISTS.includes(real.name)) {
    const list = real.name === 'total' && named.length > 1 ? named : said;
    // The dearest of a list leaves the list as it is.
    const isOfList = list.length === 1 && state.listed.includes(list[0]?.id ?? '');
    if (list.length > 0 && !isOfList) state.listed = list.map(({ id }) => id);
    const one = inText[0] ?? (list.length === 1 ? list[0] : undefined);
    if (one && (titles.length === 0 ? list.length === 1 : inText.length > 0))
      state.focus = { id: one.id, variant: null };
    else if (list.length > 1) state.focus = null;
  } else if (real && !['cart', 'remove', 'empty'].includes(real.name)) {
    // "Does the notebook work with fountain pens?" is about the first.
    const only =
      named.length === 1 || real.name === 'detail'
        ? named[0]
        : named.length === 0 && inText.length === 1
          ? inText[0]
          : undefined;
    if (only && only.id !== state.focus?.id) state.focus = { id: only.id, variant: null };
    if (only) state.recent = [...state.recent.filter((id) => id !== only.id), only.id].slice(-2);
  }
  const changed = exchange.steps.flatMap(({ name, input, answer }) => {
    const { product_id: id, variant, quantity } = input;
    if (typeof id !== 'string') return [];
    const line = { id, variant: typeof variant === 'string' ? variant : null };
    if (isReading(name)) state.focus = line;
    return !isReading(name) && answer.ok && Number(quantity) > 0 ? [line] : [];
  });
  if (changed.length > 0) state.changed = changed;
  state.gone = goneIn(exchange);
  const [last] = changed.slice(-1);
  if (last) state.focus = last;
  const colour = real?.tokens.find(({ is }) => is === 'colour')?.word;
  const spokenOf = state.products.get(state.focus?.id ?? '');
  if (state.focus && colour && spokenOf?.variants.includes(colour))
    state.focus = { ...state.focus, variant: colour };
  const question = exchange.steps.findLast(({ name }) => name === NAMES.choose)?.input.question;
  const end = `${exchange.said} ${question ?? ''}`.trim();
  const about = (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).find((key) =>
    end.endsWith(QUESTIONS[key]),
  );
  state.asked = about === undefined ? null : { about, wish: real ?? null };
}

/** The lines that an exchange took out, as the cart held them just before; none where it changed others, too. */
function goneIn({ steps }: Exchange): Row[] {
  let rows: readonly Row[] = [];
  if (steps.some(({ name, input }) => !isReading(name) && Number(input.quantity) > 0)) return [];
  return steps.flatMap(({ input, answer }) => {
    const { product_id: id, variant = null, quantity } = input;
    const row = rows.find((one) => one.id === id && (variant === null || one.variant === variant));
    const cart = answer.ok ? readCart(answer.data) : null;
    if (cart) rows = cart.lines;
    return cart && quantity === 0 && row ? [row] : [];
  });
}

export const namedIn = (text: string, products: readonly Product[]): Product[] => [
  ...new Set(
    lex(text, products).flatMap((token) => (token.products?.length === 1 ? token.products : [])),
  ),
];

/** "Not the planter": it isn't proposed again. */
export function noteDenied({ avoid }: State, wishes: readonly Wish[]): void {
  for (const { name, items } of wishes)
    for (const { isNot, products = [] } of SEEKING.includes(name) ? items : [])
      if (isNot) avoid.words.push(...products.flatMap((one) => wordsOf(one.name).slice(-1)));
}

/** What a message says of its writer, whatever else it asks for. */
export function noteWords(state: State, text: string, wishes: readonly Wish[]): void {
  const products = productsOf(state);
  for (const token of lex(text, products)) {
    if (token.is === 'country' && token.country) state.country = token.country;
    if (token.is === 'code') state.code = token.word;
  }
  const email = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,3}/.exec(text)?.[0];
  state.email = email ?? state.email;
  const known = new Set(
    products.flatMap((one) => wordsOf(`${one.name} ${one.summary} ${one.variants.join(' ')}`)),
  );
  const isSeeking = wishes.some(({ name }) => SEEKING.includes(name));
  const isChange = wishes.some(({ name }) => FOLLOWS.groups.CHANGE?.includes(name));
  const isAvoiding = isSeeking || (!isChange && !/\?/.test(text));
  const { words, ...more } = readAvoid(text, known, isAvoiding);
  state.avoid = {
    ...state.avoid,
    ...more,
    words: [...new Set([...state.avoid.words, ...words])],
  };
}

const AVOIDING = new RegExp(
  String.raw`\b(?:${WORDS.avoiding.join('|')})\s+(?:${WORDS.avoided.join(' |')} )*([\p{L}-]+)(?:(?: or | and |, (?:no )?)(?:the |an? )?([\p{L}-]+))?`,
  'gu',
);

/** What a message excludes, as far as the shop's things have it: "allergic to wool", "no candles", "vegan". */
function readAvoid(raw: string, known: ReadonlySet<string>, isAvoiding: boolean): Avoid {
  const text = raw.toLowerCase().replaceAll('’', "'");
  const words = new Set<string>();
  const add = (thing: string | undefined) => {
    const word = thing === undefined ? undefined : (WORDS.same[thing] ?? thing);
    if (word && WORDS.sections.split(' ').includes(word))
      for (const line of WORDS.kinds) {
        const [said = '', heads = ''] = line.split(' | ');
        if (said.split(' ').includes(word))
          for (const one of [word, ...heads.split(' ')]) words.add(one);
      }
    if (
      word &&
      word.length > 2 &&
      [...known].some((one) => isAlike(word, one) || one.endsWith(word)) &&
      !WORDS.never.includes(word)
    )
      words.add(word);
  };
  // "Does it come without a strainer?" excludes nothing.
  if (isAvoiding || /allerg|vegan|hate|already/.test(text))
    for (const [, ...things] of text.matchAll(AVOIDING)) for (const thing of things) add(thing);
  for (const [, thing] of text.matchAll(
    /\b(\p{L}+)(?:[ -](?:allergy|intolerance)| makes me (?:itch|sneeze|ill|sick))\b/gu,
  ))
    add(thing);
  if (/\bvegans?\b|\bno animal\b|without animal|not from animals|animal free/.test(text))
    for (const word of WORDS.animal.split(' ')) words.add(word);
  const most =
    /(?:\b(?:not|no|nothing|never)|n't) (?:want |to |spend |pay |go |anything )*(?:over|more than|above|dearer than)\s+\D{0,2}(\d{1,5})|\b(?:budget|limit|spend)\b\D{1,14}(\d{1,5})/.exec(
      text,
    );
  const isHealth = /allerg|intoleran|sensitive|\breacts?\b|makes me/.test(text);
  return {
    words: [...words],
    ...(most && { most: Number(most[1] ?? most[2]) }),
    ...(isHealth && { isHealth: true as const }),
  };
}

/** Whether a product may be proposed: nothing that was excluded is in its name, its words or all of its colours. */
export function isWelcome(product: Product, { words, most }: Avoid, page = ''): boolean {
  if (most !== undefined && product.amount !== null && product.amount > most) return false;
  const own = wordsOf(`${product.name} ${product.summary} ${page}`);
  return !words.some(
    (word) =>
      own.some((one) => isAlike(word, one) || one.endsWith(word)) ||
      (product.variants.length > 0 && product.variants.every((one) => one === word)),
  );
}
