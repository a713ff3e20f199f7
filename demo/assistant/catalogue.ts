// Reads products and carts out of tool results, whatever the page calls their fields, and finds the product
// that a visitor means. Everything read here is data: names are cleaned before they reach a sentence.

import { contentStems, isRecord, parseJson, stem, tokens } from '../../gateway/agent.ts';
import type { Reference } from './intents.ts';
import { isAlike } from './words.ts';

export interface Product {
  id: string;
  name: string;
  price: string | null;
  /** For comparing; null where the price is not a number. */
  amount: number | null;
  variants: string[];
  /** Null where the page doesn't say. */
  inStock: boolean | null;
  /** Known from the cart alone: its variants and stock are still to be looked up. */
  isPartial?: true;
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
  if (typeof content !== 'string') return content;
  const value = parseJson(content);
  return value === undefined ? content : value;
}

/** Every product in a result: an array under `products`, `items`, `results`, or a lone `product`. */
export function readProducts(data: unknown): Product[] {
  const list = firstArray(data, ['products', 'results', 'items', 'matches']);
  const single = isRecord(data) ? (isRecord(data.product) ? data.product : data) : null;
  const raw = list ?? (single === null ? [] : [single]);
  return raw.map(readProduct).filter((product) => product !== null);
}

function readProduct(value: unknown): Product | null {
  if (!isRecord(value)) return null;
  const id = readId(value);
  const name = readText(value, ['name', 'title']);
  if (id === null || name === null) return null;
  const stock = value.in_stock ?? value.inStock ?? value.available;
  return {
    id,
    name: clean(name),
    price: readMoney(value.price, value.currency),
    amount: readAmount(value.price),
    variants: Array.isArray(value.variants)
      ? value.variants.map(readVariant).filter((variant) => variant !== null)
      : [],
    inStock: typeof stock === 'boolean' ? stock : typeof stock === 'number' ? stock > 0 : null,
  };
}

function readVariant(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isRecord(value) ? readText(value, ['name', 'title', 'label', 'id', 'value']) : null;
}

/** A cart, or null where the result holds none (an empty cart is a cart). */
export function readCart(data: unknown): Cart | null {
  if (!isRecord(data)) return null;
  const holder = isRecord(data.cart) ? data.cart : data;
  const raw = firstArray(holder, ['items', 'lines', 'cart']);
  if (raw === null) return null;
  const lines = raw.map(readLine);
  if (lines.some((line) => line === null)) return null;
  const total = holder.total ?? holder.total_price ?? holder.subtotal;
  const coupon = isRecord(holder.coupon) ? holder.coupon.code : holder.coupon;
  return {
    lines: lines.filter((line) => line !== null),
    total: readMoney(total, holder.currency),
    coupon: typeof coupon === 'string' && coupon !== '' ? clean(coupon, 30) : null,
  };
}

function readLine(value: unknown): CartLine | null {
  if (!isRecord(value)) return null;
  const id = readId(value);
  const quantity = value.quantity ?? value.qty ?? value.count;
  if (id === null || typeof quantity !== 'number') return null;
  return {
    id,
    name: clean(readText(value, ['name', 'title']) ?? id),
    quantity,
    variant: readVariant(value.variant ?? value.option),
    price: readMoney(value.line_total ?? value.total ?? value.price, value.currency),
  };
}

function firstArray(data: unknown, names: string[]): unknown[] | null {
  if (Array.isArray(data)) return data;
  if (!isRecord(data)) return null;
  for (const name of names) {
    const value = data[name];
    if (Array.isArray(value)) return value;
  }
  return null;
}

function readId(value: Record<string, unknown>): string | null {
  const id = value.product_id ?? value.id ?? value.sku;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}

function readText(value: Record<string, unknown>, names: string[]): string | null {
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return null;
}

export function readMoney(value: unknown, currency: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return clean(value, 24);
  if (isRecord(value))
    return readMoney(value.formatted ?? value.amount, value.currency ?? currency);
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
  }
  return value.toFixed(2);
}

function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (isRecord(value)) return readAmount(value.amount);
  if (typeof value !== 'string') return null;
  const digits = /\d+(?:[.,]\d{1,2})?/.exec(value.replace(/(\d)[,\s](?=\d{3})/g, '$1'));
  return digits ? Number(digits[0].replace(',', '.')) : null;
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
  if (wanted.length === 0) return [];
  return products
    .map((product) => match(wanted, product))
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || nameExcess(a, wanted) - nameExcess(b, wanted));
}

function match(wanted: string[], product: Product): Match {
  const names = tokens(product.name).map(stem);
  let named = 0;
  let varied = 0;
  for (const word of wanted) {
    if (names.some((name) => isAlike(word, name))) named++;
    else if (product.variants.some((variant) => hasWord(variant, word))) varied++;
  }
  const variant = findVariant(wanted.join(' '), product.variants);
  return { product, variant, score: (named + varied) / wanted.length, isNamed: named > 0 };
}

/** Of two equal matches the one whose name says least besides is meant: "mug" is the Mug, not the Mug Tree. */
function nameExcess(candidate: Match, wanted: string[]): number {
  return tokens(candidate.product.name).length - wanted.length;
}

/** The variant that the words name, or null. "s" names the size S only as a word of its own. */
export function findVariant(words: string, variants: readonly string[]): string | null {
  const typed = tokens(words);
  let best: { variant: string; hits: number } | null = null;
  for (const variant of variants) {
    const hits = typed.filter((word) => hasWord(variant, word)).length;
    if (hits > 0 && (best === null || hits > best.hits)) best = { variant, hits };
  }
  return best?.variant ?? null;
}

function hasWord(variant: string, word: string): boolean {
  return tokens(variant).some((part) => part === word || (word.length > 2 && isAlike(word, part)));
}

/** Picks from a list by place or by price; null where the reference does neither. */
export function pickFromList(reference: Reference, list: readonly Product[]): Product | null {
  if (reference.ordinal !== undefined) {
    return (reference.ordinal < 0 ? list.at(-1) : list[reference.ordinal - 1]) ?? null;
  }
  if (reference.extreme === undefined) return null;
  const priced = list.filter((product) => product.amount !== null);
  const sign = reference.extreme === 'cheapest' ? 1 : -1;
  return priced.sort((a, b) => sign * ((a.amount ?? 0) - (b.amount ?? 0)))[0] ?? null;
}

/** Words that name a variant rather than a product. */
export const COLOURS =
  /\b(?:red|green|blue|yellow|black|white|gr[ae]y|brown|pink|purple|orange|sand|moss|navy|cream|beige|teal|small|medium|large|xl|xs)\b/;
