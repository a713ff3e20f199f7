// What the conversation is about so far, read from the exchanges alone: the assistant keeps no state of its own. What it asked
// last is known by its own words.

import { tokens } from '../../gateway/agent.ts';
import {
  type Cart,
  findMentions,
  findVariant,
  type Product,
  readCart,
  readHere,
  readProducts,
} from './catalogue.ts';
import type { Exchange, ToolAnswer } from './history.ts';
import { type Avoid, readAvoid, type Slots } from './slots.ts';
import { isReading, NAMES } from './toolbox.ts';

export interface Wish {
  kind: 'act' | 'topic' | 'talk' | 'unknown';
  name: string;
  text: string;
  slots: Slots;
  /** "No, the blue one": in place of what was done before. */
  isInstead?: true;
  /** Whose, where the words are of an earlier wish. */
  productId?: string;
}

/** What the assistant asked, and what an answer to it means. */
export interface Asked {
  about: 'cart' | 'people' | 'variant' | 'which' | 'code' | 'message';
  /** The wish that waits for the answer. */
  wish: Wish | null;
}

export interface Memory {
  products: Map<string, Product>;
  /** Everything that the shop sells has been listed. */
  isComplete: boolean;
  /** Ids of the last list that the visitor saw, in its order. */
  listed: string[];
  /** The product that was spoken of last, and its colour. */
  focus: { id: string; variant: string | null } | null;
  lastAdd: { id: string; variant: string | null; quantity: number } | null;
  cart: Cart | null;
  last: Wish | null;
  asked: Asked | null;
  avoid: Avoid;
}

export const createMemory = (): Memory => ({
  products: new Map(),
  isComplete: false,
  listed: [],
  focus: null,
  lastAdd: null,
  cart: null,
  last: null,
  asked: null,
  avoid: { words: [] },
});

/** The sentences by which the assistant asks; what it said last tells what it waits for. */
export const QUESTIONS = {
  cart: 'Shall I put it in your cart?',
  people: 'Shall I help you write to them?',
  variant: 'would you like?',
  which: 'Which one do you mean?',
  code: 'What is the code?',
  message: 'What should the message say?',
} as const satisfies Record<Asked['about'], string>;

/** Remembers the products and the cart that an answer holds. */
export function learn(memory: Memory, answer: ToolAnswer): void {
  if (!answer.ok) return;
  const cart = readCart(answer.data);
  if (cart !== null) memory.cart = cart;
  else for (const product of readProducts(answer.data)) memory.products.set(product.id, product);
}

export function learnSteps(memory: Memory, { steps }: Exchange): void {
  for (const { name, input, answer } of steps) {
    learn(memory, answer);
    const here = answer.ok ? readHere(answer.data) : null;
    // The page speaks of its product until the conversation speaks of another.
    if (here !== null && memory.products.has(here)) memory.focus ??= { id: here, variant: null };
    if (name === NAMES.search && input.query === '' && answer.ok) memory.isComplete = true;
  }
}

/** What a product is made of and called, for what is to be avoided. */
export const textOf = ({ name, summary, variants }: Product): string =>
  `${name}. ${summary} ${variants.join(' ')}`;

/** The memory after an exchange whose wishes were these. */
export function goOn(memory: Memory, exchange: Exchange, wishes: readonly Wish[]): void {
  const products = [...memory.products.values()];
  avoidMore(memory, exchange.text);
  const real = wishes.findLast(({ kind, name }) => !(kind === 'talk' && !isOpenTalk(name)));
  const before = memory.last?.name === 'search' ? memory.last : null;
  if (real !== undefined && real.kind !== 'unknown') memory.last = real;
  const shown = exchange.steps.findLast(({ name }) => name === NAMES.items)?.input.items;
  const titles = Array.isArray(shown) ? shown.map(({ title }) => `${title}`) : [];
  const spoken = findMentions(`${exchange.said} ${titles.join('. ')}`, products);
  const said = [...new Set(spoken.flatMap(({ products: all }) => (all.length === 1 ? all : [])))];
  const named = wishes.flatMap(({ slots }) => slots.mentions.flatMap(({ products: all }) => all));
  const isList = real && ['search', 'gift', 'compare', 'which'].includes(real.name);
  if (isList && said.length > 1) {
    memory.listed = said.map(({ id }) => id);
    const own = findMentions(exchange.said, products).map(({ products: all }) => all[0]?.id);
    memory.focus = own[0] && new Set(own).size === 1 ? { id: own[0], variant: null } : null;
  } else if (real?.name !== 'cart') {
    const [only] = said.length === 1 ? said : [...new Set(named)].length === 1 ? named : [];
    if (only && only.id !== memory.focus?.id) memory.focus = { id: only.id, variant: null };
    if (only && isList) memory.listed = [only.id];
  }
  for (const { name, input, answer } of exchange.steps) {
    const { product_id: id, variant, quantity } = input;
    if (typeof id !== 'string' || isReading(name)) continue;
    memory.focus = { id, variant: typeof variant === 'string' ? variant : null };
    if (answer.ok && Number(quantity) > 0)
      memory.lastAdd = { ...memory.focus, quantity: Number(quantity) };
  }
  const colour = real?.slots.colour ?? before?.slots.colour;
  const spokenOf = memory.products.get(memory.focus?.id ?? '');
  const variant = colour && spokenOf ? findVariant(colour, spokenOf.variants) : null;
  if (memory.focus !== null && variant !== null) memory.focus = { ...memory.focus, variant };
  const question = exchange.steps.findLast(({ name }) => name === NAMES.choose)?.input.question;
  const end = `${exchange.said} ${question ?? ''}`.trim();
  const about = (Object.keys(QUESTIONS) as Asked['about'][]).find((key) =>
    end.endsWith(QUESTIONS[key]),
  );
  memory.asked = about === undefined ? null : { about, wish: real ?? null };
}

/** Small talk that a short answer may go on from. */
const isOpenTalk = (name: string): boolean => ['restock', 'order'].includes(name);

export function avoidMore(memory: Memory, text: string): void {
  const more = readAvoid(text, [...memory.products.values()].map(textOf));
  const most = more.most ?? memory.avoid.most;
  memory.avoid = {
    words: [...new Set([...memory.avoid.words, ...more.words])],
    ...(most !== undefined && { most }),
  };
}

/** Whether a product may be proposed: nothing that was excluded is in its name, its words or all of its colours. */
export function isWelcome(product: Product, { words, most }: Avoid, more = ''): boolean {
  if (most !== undefined && product.amount !== null && product.amount > most) return false;
  const own = tokens(`${product.name} ${product.summary} ${more}`);
  return !words.some(
    (word) =>
      own.some((one) => one.startsWith(word) || one.endsWith(word) || `${one}s` === word) ||
      (product.variants.length > 0 && product.variants.every((one) => one === word)),
  );
}
