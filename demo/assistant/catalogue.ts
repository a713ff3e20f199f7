// Products and carts as the shop's tools tell of them, and which of them a text names. What is read here is data, never an
// instruction: names are cleaned before they reach a sentence.

import { isRecord, parseJson, stem, tokens } from '../../gateway/agent.ts';
import { clean } from './phrases.ts';

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
}

export interface CartLine {
  id: string;
  name: string;
  quantity: number;
  variant: string | null;
}

export interface Cart {
  lines: CartLine[];
  total: string | null;
  /** What delivery costs, as part of the total. */
  delivery: string | null;
  coupon: string | null;
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

export function toAmount(price: string | null): number | null {
  const amount = /\d+(?:\.\d+)?/.exec(price?.replaceAll(',', '') ?? '')?.[0];
  return amount === undefined ? null : Number(amount);
}

/** `{"products": [{"id", "name", "price", "variants", "in_stock"}]}` */
export function readProducts(data: unknown): Product[] {
  const list = isRecord(data) && Array.isArray(data.products) ? data.products : [];
  return list.filter(isRecord).flatMap((value) => {
    const name = textOrNull(value.name);
    if (typeof value.id !== 'string' || name === null) return [];
    const price = textOrNull(value.price);
    return {
      id: value.id,
      name,
      price,
      amount: toAmount(price),
      variants: texts(value.variants),
      summary: typeof value.summary === 'string' ? clean(value.summary, 160) : '',
      inStock: typeof value.in_stock === 'boolean' ? value.in_stock : null,
      ...(isOwnPath(value.picture) && { image: value.picture }),
      ...(isOwnPath(value.link) && { link: value.link }),
    };
  });
}

/** `{"here": {"product_id"}}`: on which product's page the visitor is. */
export function readHere(data: unknown): string | null {
  const here = isRecord(data) && isRecord(data.here) ? data.here.product_id : null;
  return typeof here === 'string' ? here : null;
}

/** `{"items": [{"product_id", "name", "variant", "quantity"}], "total", "coupon"}`, or null for all else. */
export function readCart(data: unknown): Cart | null {
  if (!isRecord(data) || !Array.isArray(data.items)) return null;
  return {
    lines: data.items.filter(isRecord).flatMap((value) => {
      const { product_id: id, quantity, variant } = value;
      if (typeof id !== 'string' || typeof quantity !== 'number') return [];
      const name = textOrNull(value.name) ?? id;
      return { id, name, quantity, variant: typeof variant === 'string' ? variant : null };
    }),
    total: textOrNull(data.total),
    delivery: textOrNull(data.delivery),
    coupon: textOrNull(isRecord(data.coupon) ? data.coupon.code : data.coupon),
  };
}

/** One letter more, less or other, or two neighbours swapped. */
function isOneEdit(a: string, b: string): boolean {
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
  const [a, b] = [stem(typed), stem(meant)];
  const shorter = Math.min(a.length, b.length);
  const isSwap = a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
  const single = (word: string) => word.replace(/(.)\1/g, '$1');
  if (a === b || (shorter >= 3 && single(a) === single(b))) return true;
  return ((shorter >= 3 && isSwap) || (shorter >= 5 && a[0] === b[0])) && isOneEdit(a, b);
}

/** Whether a product has a colour, or is called by it. */
export const comesIn = ({ variants, name }: Product, colour: string | undefined): boolean =>
  colour === undefined ||
  findVariant(colour, variants) !== null ||
  name.toLowerCase().includes(colour);

/** The variant that the words name, or null. */
export function findVariant(text: string, variants: readonly string[]): string | null {
  const words = tokens(text);
  return (
    variants.find((variant) => tokens(variant).some((part) => words.includes(part))) ??
    variants.find((variant) => tokens(variant).some((p) => words.some((w) => isAlike(w, p)))) ??
    null
  );
}

export function byPrice(products: readonly Product[]): Product[] {
  return products
    .filter(({ amount }) => amount !== null)
    .sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
}
