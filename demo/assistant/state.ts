// What the conversation is about so far, read from the exchanges alone: the assistant keeps no state of its own. What it asked
// last is known by its own words.

import { tokens as wordsOf } from '../../gateway/agent.ts';
import { type Avoid, readAvoid } from './avoid.ts';
import { type Cart, type Product, readCart, readHere, readProducts } from './catalogue.ts';
import { FOLLOWS } from './data.ts';
import type { Exchange } from './history.ts';
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

export interface State {
  products: Map<string, Product>;
  /** Everything that the shop sells has been listed. */
  isComplete: boolean;
  /** Ids of the last list that the visitor saw, in its order. */
  listed: string[];
  focus: Line | null;
  /** The lines that were changed last. */
  changed: Line[];
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
  ...{ products: new Map(), isComplete: false, listed: [], focus: null, changed: [] },
  ...{ cart: null, last: null, asked: null, avoid: { words: [] } },
  ...{ country: null, code: null, matter: null, email: null },
});

/** The sentences by which the assistant asks; what it said last tells what it waits for. */
export const QUESTIONS = {
  cart: 'Shall I put it in your cart?',
  human: 'Shall I ask one of them to join this chat?',
  variant: 'would you like?',
  which: 'Which one do you mean?',
} as const;

const { SHOWING = [], SEEKING = [], CHANGE = [], MATTER = [], COURTESY = [] } = FOLLOWS.groups;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,3}/;

export const productsOf = ({ products }: State): Product[] => [...products.values()];

export function learnAnswers(state: State, { steps }: Exchange): void {
  for (const { name, input, answer } of steps) {
    if (!answer.ok) continue;
    state.cart = readCart(answer.data) ?? state.cart;
    for (const product of readProducts(answer.data)) state.products.set(product.id, product);
    if (name !== NAMES.search || input.query !== '') continue;
    state.isComplete = true;
    const here = readHere(answer.data);
    if (here !== null) state.focus ??= { id: here, variant: null };
  }
}

/** What a message says of its writer, whatever else it asks for. */
export function noteWords(state: State, text: string, wishes: readonly Wish[]): void {
  const products = productsOf(state);
  for (const { is, country, word } of lex(text, products)) {
    if (is === 'country' && country) state.country = country;
    if (is === 'code') state.code = word;
  }
  state.email = EMAIL.exec(text)?.[0] ?? state.email;
  const isSeeking = wishes.some(({ name }) => SEEKING.includes(name));
  const isChange = wishes.some(({ name }) => CHANGE.includes(name));
  const { words, ...more } = readAvoid(text, products, isSeeking || !(isChange || /\?/.test(text)));
  // "Not the planter": it isn't proposed again.
  const denied = isSeeking
    ? wishes.flatMap(({ items }) => items.flatMap((one) => (one.isNot ? (one.products ?? []) : [])))
    : [];
  const heads = denied.flatMap(({ name }) => wordsOf(name).slice(-1));
  const all = [...new Set([...state.avoid.words, ...words, ...heads])];
  state.avoid = { ...state.avoid, ...more, words: all };
}

/** Goes on by one exchange that has ended. */
export function goOn(state: State, exchange: Exchange, wishes: readonly Wish[]): void {
  const real = wishes.findLast(({ name }) => !COURTESY.includes(name)) ?? null;
  const isNoted = real?.name === 'prefer' && SEEKING.includes(state.last?.name ?? '');
  if (real && !isNoted) state.last = real;
  if (wishes.some(({ name }) => MATTER.includes(name))) state.matter = exchange.text;
  if (real) noteProducts(state, exchange, real, wishes);
  const changed: Line[] = [];
  for (const { name, input, answer } of exchange.steps) {
    const { product_id: id, variant, quantity } = input;
    if (typeof id !== 'string') continue;
    const line = { id, variant: typeof variant === 'string' ? variant : null };
    if (isReading(name)) state.focus = line;
    else if (answer.ok && Number(quantity) > 0) changed.push(line);
  }
  if (changed.length > 0) state.changed = changed;
  state.focus = changed.at(-1) ?? state.focus;
  const colour = real?.tokens.find(({ is }) => is === 'colour')?.word;
  if (state.focus && colour && state.products.get(state.focus.id)?.variants.includes(colour))
    state.focus = { ...state.focus, variant: colour };
  const question = exchange.steps.findLast(({ name }) => name === NAMES.choose)?.input.question;
  const end = `${exchange.said} ${question ?? ''}`.trim();
  const about = (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).find((key) =>
    end.endsWith(QUESTIONS[key]),
  );
  state.asked = about === undefined ? null : { about, wish: real };
}

/** Which products were listed, and which one was spoken of. */
function noteProducts(state: State, exchange: Exchange, real: Wish, wishes: readonly Wish[]): void {
  const products = productsOf(state);
  const shown = exchange.steps.findLast(({ name }) => name === NAMES.items)?.input.items;
  const titles = Array.isArray(shown) ? shown.map(({ title }) => `${title}`) : [];
  const inText = namedIn(exchange.said, products);
  const said = titles.length > 0 ? namedIn(titles.join('. '), products) : inText;
  const things = wishes.flatMap(({ items }) => items.map((item) => item.products ?? []));
  const named = [...new Set(things.flatMap((some) => (some.length === 1 ? some : [])))];
  if (SHOWING.includes(real.name)) {
    const list = (real.name === 'total' && named.length > 1 ? named : said).map(({ id }) => id);
    // The dearest of a list leaves the list as it is.
    const isOfList = list.length === 1 && state.listed.includes(list[0] ?? '');
    if (list.length > 0 && !isOfList) state.listed = list;
    const [only] = titles.length === 0 && list.length > 1 ? [] : inText;
    if (only) state.focus = { id: only.id, variant: null };
    else if (list.length > 1) state.focus = null;
  } else if (!['cart', 'remove', 'empty'].includes(real.name)) {
    // "Does the notebook work with fountain pens?" is about the first.
    const some = named.length > 0 ? named : inText;
    const only = some.length === 1 || (named.length > 0 && real.name === 'detail') ? some[0] : null;
    if (only && only.id !== state.focus?.id) state.focus = { id: only.id, variant: null };
  }
}

const namedIn = (text: string, products: readonly Product[]): Product[] => [
  ...new Set(
    lex(text, products).flatMap((token) => (token.products?.length === 1 ? token.products : [])),
  ),
];
