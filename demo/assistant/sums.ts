// Tasks that add up: what the cart holds, what things would cost together, and what is missing for free delivery.

import { delivery, namesOf, readLines } from './cart.ts';
import { type Cart, type Product, toAmount } from './catalogue.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { counted, joinWords } from './phrases.ts';
import type { Wish } from './state.ts';
import { mainItem, money, type Outcome, type Task, type World, withDelivery } from './world.ts';

export function* cartTask(world: World, wish: Wish): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  const { listed, focus } = world.state;
  const isSum =
    /\b(?:that|together|both|all)\b/i.test(wish.text) && !/cart|basket/i.test(wish.text);
  if (cart.lines.length === 0)
    return isSum && (listed.length > 0 || focus)
      ? sumOf(world, wish)
      : { say: 'Your cart is empty.' };
  const rows = cart.lines.map(
    (line) => `- ${line.quantity} × ${counted(1, line.name, line.variant)}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const sent = sentBy(world, wish, goodsOf(cart));
  const total =
    cart.total === null
      ? ''
      : sent !== null
        ? `\n\nGoods: **${money(goodsOf(cart))}**${coupon}${sent}.`
        : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}`;
  return { say: `In your cart:\n\n${rows.join('\n')}${total}` };
}

const isCounted = (item: Item): boolean =>
  isNamed(item) ||
  /^(?:low|high)$/.test(item.rank ?? '') ||
  (item.quantity !== undefined && (item.isPlural ?? item.isPointer) === true);

/** "Two mugs and a board, does that stay under 50 with delivery?" Nothing is put anywhere. */
export function* totalTask(world: World, wish: Wish): Task {
  // "A second planter", "one more mug": of what lies in the cart already.
  const isOnTop =
    /\bif i (?:also |now )?(?:add|buy|get|took|take|added|bought|got)\b/i.test(wish.text) ||
    wish.items.some(({ isMore, products }) => isMore && products);
  if (wish.items.some(isCounted) && !isOnTop) return sumOf(world, wish);
  const read = yield* readLines(world);
  if (!('cart' in read) || read.cart.lines.length === 0) return sumOf(world, wish);
  const { cart } = read;
  if (isOnTop && wish.items.some(isCounted)) return sumOf(world, wish, cart);
  const lead = leadOf(world, wish, toAmount(cart.total) ?? 0);
  const coupon = cart.coupon ? ` with ${cart.coupon}` : '';
  const sent = sentBy(world, wish, goodsOf(cart));
  return {
    say:
      sent === null
        ? `${lead}${namesOf(cart)} make ${cart.total}${coupon}${delivery(cart)}.`
        : `${namesOf(cart)} make ${money(goodsOf(cart))}${coupon}${sent}.`,
  };
}

const goodsOf = ({ total, delivery: cost }: Cart): number =>
  (toAmount(total) ?? 0) - (toAmount(cost) ?? 0);

/** Whether a clause says how or where goods are to be sent, other than by standard delivery at home. */
export const isSent = ({ tokens, text }: Wish): boolean =>
  tokens.some(({ is }) => is === 'country') || SENT.test(text);
const SENT = /\bexpress\b|\babroad\b|\boverseas\b|\binternational(?:ly)?\b/i;

/** What goods cost when they are sent so: the end of a sentence. Null: nothing is said of it, so it is standard delivery. */
function sentBy(world: World, wish: Wish, goods: number): string | null {
  if (!isSent(wish)) return null;
  const { shop } = world;
  const to = wish.tokens.find(({ is }) => is === 'country')?.country;
  const isExpress = /\bexpress\b/i.test(wish.text);
  const costIn = (line: string | null) =>
    toAmount(/€\d+(?:[.,]\d+)?/.exec(line ?? '')?.[0] ?? null);
  const adding = (cost: number, what: string) =>
    `, so ${money(goods + cost)} with ${money(cost)} for ${what}`;
  if (to && !to.isInUnion) {
    if (!shop.countries?.includes(to.name.replace('the ', '')))
      return `, but we don't ship to ${to.name}`;
    const cost = costIn(shop.abroad);
    if (cost === null) return `; what delivery to ${to.name} costs, our pages don't say`;
    const express = isExpress
      ? ". Whether express works there I can't tell: our pages name it for no country outside the European Union"
      : '';
    return `${adding(cost, `delivery to ${to.name}`)}. Customs duties are paid by the recipient${express}`;
  }
  if (!isExpress && !to)
    return '. What delivery costs then depends on the country: tell me which, and I work it out';
  const standard = withDelivery(world, goods).delivery;
  const cost = isExpress ? costIn(shop.express) : standard;
  if (cost === null) return "; what express delivery costs, our pages don't say";
  if (cost === 0) return `, and delivery${to ? ` to ${to.name}` : ''} is free`;
  return adding(cost, `${isExpress ? 'express ' : ''}delivery${to ? ` to ${to.name}` : ''}`);
}

/** The last that was said of a product counts: "and one more candle", "only one blanket". */
function partsOf({ state }: World, { items }: Wish): Map<Product, number> {
  const parts = new Map<Product, number>();
  for (const item of items.filter(isCounted)) {
    const [product] = resolve(item, state);
    if (item.isNot || item.after === 'instead of') {
      if (product) parts.delete(product);
    } else if (product)
      parts.set(product, (item.quantity ?? 1) + (item.isMore ? (parts.get(product) ?? 0) : 0));
  }
  if (parts.size > 0) return parts;
  const listed = state.listed.flatMap((id) => state.products.get(id) ?? []);
  const focus = state.products.get(state.focus?.id ?? '');
  const count = items.find(({ quantity }) => quantity)?.quantity ?? 1;
  const some = listed.length > 1 && listed.length < 5 ? listed : focus ? [focus] : [];
  return new Map(some.map((product) => [product, count]));
}

/** @param cart what is added to what lies in it */
function sumOf(world: World, wish: Wish, cart: Cart | null = null): Outcome {
  const { shop } = world;
  const sum = partsOf(world, wish);
  for (const { id, quantity } of cart?.lines ?? []) {
    const product = world.state.products.get(id);
    if (product) sum.set(product, (sum.get(product) ?? 0) + quantity);
  }
  const parts = [...sum];
  if (parts.length === 0)
    return { say: 'Your cart is empty. Which things shall I add up for you?' };
  const goods = parts.reduce((sum, [{ amount }, count]) => sum + (amount ?? 0) * count, 0);
  const { delivery: cost, total } = withDelivery(world, goods);
  const sent = sentBy(world, wish, goods);
  const what = joinWords(parts.map(([{ name }, count]) => counted(count, name)));
  const gone = joinWords(parts.flatMap(([{ name, inStock }]) => (inStock === false ? [name] : [])));
  const way =
    sent !== null
      ? sent
      : cost === 0 && shop.freeOver !== null
        ? `, and delivery is free from ${money(shop.freeOver)}`
        : cost > 0
          ? `, so ${money(total)} with ${money(cost)} for delivery`
          : '';
  const isOne = parts.length === 1 && parts[0]?.[1] === 1;
  return {
    say: `${sent === null ? leadOf(world, wish, total) : ''}${what} ${isOne ? 'costs' : 'cost'} ${money(goods)}${way}.${gone === '' ? '' : ` But ${gone} is sold out at the moment.`}`,
  };
}

/** Yes or no, where a limit was said. */
function leadOf({ state }: World, { text, tokens }: Wish, total: number): string {
  const said = /\b(?:under|below|within|less than|for under) €?(\d{1,4})\b/i.exec(text)?.[1];
  const isHeld = /\b(?:under|stay|within|enough|less|below|limit|budget)\b/i.test(text);
  const most =
    tokens.find(({ is, most: limit }) => is === 'price' && limit !== undefined)?.most ??
    (said === undefined ? (isHeld ? state.avoid.most : undefined) : Number(said));
  return most === undefined ? '' : total <= most ? 'Yes: ' : 'No: ';
}

/** How much is missing for free delivery: the cart's goods, held against what the shop's pages say. */
export function* missingTask(world: World, wish: Wish): Task {
  const { shop, state } = world;
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart }: { cart: Cart } = read;
  const { freeOver } = shop;
  if (freeOver === null) return { say: "I can't tell: our pages name no amount." };
  const item = mainItem(wish);
  const extra = isNamed(item) ? (resolve(item, state)[0]?.amount ?? 0) * (item.quantity ?? 1) : 0;
  const said = wish.tokens.find(({ is }) => is === 'price')?.n;
  const goods = said ?? goodsOf(cart) + extra;
  if (goods === freeOver && shop.standard !== null)
    return {
      say: `${shop.standard} Our pages don't say whether exactly ${money(freeOver)} is enough; a little more surely is.`,
    };
  const sum =
    said !== undefined
      ? `with ${money(said)} it isn't free yet`
      : extra > 0
        ? `with that it would be ${money(goods)}`
        : cart.lines.length === 0
          ? 'your cart is empty'
          : `your cart holds goods for ${money(goods)}`;
  const rule = `delivery is free from ${money(freeOver)}`;
  return goods >= freeOver
    ? { say: `Yes: ${said === undefined ? `${sum}, and ` : ''}${rule}.` }
    : { say: `Not yet: ${sum}, and ${rule}. ${money(freeOver - goods)} more makes it free.` };
}
