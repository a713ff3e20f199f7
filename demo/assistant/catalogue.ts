// Products and carts as the shop's tools tell of them, and the product that a visitor means. Everything read here is data:
// names are cleaned before they reach a sentence.

import { contentStems, isRecord, parseJson, stem, tokens } from '../../gateway/agent.ts';
import type { Thing } from './intents.ts';
import { isAlike } from './words.ts';

export interface Product {
  id: string;
  name: string;
  price: string | null;
  /** For comparing; null where the price is not a number. */
  amount: number | null;
  variants: string[];
  /** One sentence of the shop's; empty where it gives none. */
  summary: string;
  /** Addresses on the shop's own site. */
  image?: string;
  link?: string;
  /** Null where the page doesn't say. */
  inStock: boolean | null;
  /** Known from the cart alone: its variants and stock are still to be looked up. */
  isPartial?: true;
}

/** A product of which little is known. */
export function sketch(id: string, name: string, variants: string[] = []): Product {
  return { id, name, price: null, amount: null, variants, summary: '', inStock: null };
}

export interface CartLine {
  id: string;
  name: string;
  quantity: number;
  variant: string | null;
  price: string | null;
}

export interface Cart {
  lines: CartLine[];
  total: string | null;
  /** What delivery costs, as part of the total. */
  delivery: string | null;
  coupon: string | null;
}

/** Text of a page, safe inside a sentence of markdown: one line, no markup, not endless. */
export function clean(text: string, limit = 80): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[[\]()<>*_`#|\\!~{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}

/** What a tool answered, as a value: JSON where it is JSON, the text itself otherwise. */
export function readData(content: unknown): unknown {
  return typeof content === 'string' ? (parseJson(content) ?? content) : content;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?!\/)[\w./-]{1,200}$/.test(value);
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? clean(value) : null;

/** `{"products": [{"id", "name", "price", "variants", "in_stock"}]}` */
export function readProducts(data: unknown): Product[] {
  const list = isRecord(data) && Array.isArray(data.products) ? data.products : [];
  return list.filter(isRecord).flatMap((value) => {
    const name = textOrNull(value.name);
    if (typeof value.id !== 'string' || name === null) return [];
    const price = textOrNull(value.price);
    const amount = /\d+(?:\.\d+)?/.exec(price?.replaceAll(',', '') ?? '')?.[0];
    return {
      id: value.id,
      name,
      price,
      amount: amount === undefined ? null : Number(amount),
      variants: texts(value.variants),
      summary: typeof value.summary === 'string' ? clean(value.summary, 160) : '',
      inStock: typeof value.in_stock === 'boolean' ? value.in_stock : null,
      ...(isOwnPath(value.picture) && { image: value.picture }),
      ...(isOwnPath(value.link) && { link: value.link }),
    };
  });
}

/** `{"items": [{"product_id", "name", "variant", "quantity", "price"}], "total", "coupon"}`, or null for all else. */
export function readCart(data: unknown): Cart | null {
  if (!isRecord(data) || !Array.isArray(data.items)) return null;
  const coupon = isRecord(data.coupon) ? data.coupon.code : data.coupon;
  return {
    lines: data.items.filter(isRecord).flatMap((value) => {
      const { product_id: id, quantity, variant } = value;
      if (typeof id !== 'string' || typeof quantity !== 'number') return [];
      return {
        id,
        name: textOrNull(value.name) ?? id,
        quantity,
        variant: typeof variant === 'string' ? variant : null,
        price: textOrNull(value.line_total ?? value.price),
      };
    }),
    total: textOrNull(data.total),
    delivery: textOrNull(data.delivery),
    coupon: textOrNull(coupon),
  };
}

export interface Match {
  product: Product;
  variant: string | null;
  /** Share of the visitor's words that this product explains, 0 to 1. */
  score: number;
  /** Whether one of the words is of the product's name itself, not only of a variant. */
  isNamed: boolean;
}

/** Scores each product against the visitor's words, best first; those that share nothing are left out. */
export function matchProducts(words: string, products: readonly Product[]): Match[] {
  const wanted = contentStems(words);
  // Of two equal matches the one whose name says least besides is meant: "mug" is the Mug, not the Mug Tree.
  const length = ({ product }: Match): number => tokens(product.name).length;
  return products
    .map((product) => match(wanted, product))
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || length(a) - length(b));
}

function match(wanted: string[], product: Product): Match {
  const names = tokens(product.name).map(stem);
  const named = wanted.filter((word) => names.some((name) => isAlike(word, name))).length;
  const varied = wanted.filter(
    (word) =>
      !names.some((name) => isAlike(word, name)) &&
      product.variants.some((variant) => hasWord(variant, word)),
  ).length;
  return {
    product,
    variant: findVariant(wanted.join(' '), product.variants),
    score: wanted.length === 0 ? 0 : (named + varied) / wanted.length,
    isNamed: named > 0,
  };
}

/** The variant that the words name, or null. */
export function findVariant(words: string, variants: readonly string[]): string | null {
  const typed = tokens(words);
  const hits = (variant: string): number => typed.filter((word) => hasWord(variant, word)).length;
  const best = Math.max(0, ...variants.map(hits));
  return best === 0 ? null : (variants.find((variant) => hits(variant) === best) ?? null);
}

function hasWord(variant: string, word: string): boolean {
  return tokens(variant).some((part) => part === word || (word.length > 2 && isAlike(word, part)));
}

/** Picks from a list by place or by price; null where the visitor's words do neither. */
export function pickFromList({ ordinal, rank }: Thing, list: readonly Product[]): Product | null {
  if (ordinal !== undefined) return list.at(ordinal < 0 ? -1 : ordinal - 1) ?? null;
  if (rank === 'dearest') return byPrice(list).at(-1) ?? null;
  return rank === 'cheapest' ? (byPrice(list)[0] ?? null) : null;
}

export function byPrice(products: readonly Product[]): Product[] {
  return products
    .filter(({ amount }) => amount !== null)
    .sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
}
