// Tasks that add up: what the cart holds, what things would cost together, and what is missing for free delivery.

import { delivery, namesOf, readLines } from './cart.ts';
import { type Cart, type Product, toAmount } from './catalogue.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { counted, joinWords } from './phrases.ts';
import { topicTask } from './policy.ts';
import type { Wish } from './state.ts';
import { money, type Outcome, type Task, type World } from './world.ts';

export function* cartTask(world: World, wish: Wish): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  if (cart.lines.length === 0) return { say: 'Your cart is empty.' };
  const rows = cart.lines.map(
    (line) => `- ${line.quantity} × ${counted(1, line.name, line.variant)}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}`;
  const sent = sentSo(world, wish);
  return { say: `In your cart:\n\n${rows.join('\n')}${total}${sent && `.${sent}`}` };
}

const isCounted = (item: Item): boolean =>
  !item.isNot &&
  (isNamed(item) ||
    /^(?:low|high)$/.test(item.rank ?? '') ||
    (item.quantity !== undefined && (item.isPlural ?? item.isPointer) === true));

/** "Two mugs and a board, does that stay under 50 with delivery?" Nothing is put anywhere. */
export function* totalTask(world: World, wish: Wish): Task {
  const isOnTop =
    /\bif i (?:also |now )?(?:add|buy|get|took|take|added|bought|got)\b/i.test(wish.text) ||
    wish.items.some(({ isMore, products }) => isMore && products);
  if (wish.items.some(isCounted) && !isOnTop) return sumOf(world, wish);
  const read = yield* readLines(world);
  if (!('cart' in read) || read.cart.lines.length === 0) return sumOf(world, wish);
  const { cart } = read;
  if (wish.items.some(isCounted)) return sumOf(world, wish, cart);
  const coupon = cart.coupon ? ` with ${cart.coupon}` : '';
  return {
    say: `${namesOf(cart)} make ${cart.total}${coupon}${delivery(cart)}.${sentSo(world, wish)}`,
  };
}

/** Whether a clause says how or where goods are to be sent, other than by standard delivery at home. */
export const isSent = ({ tokens, text }: Wish): boolean =>
  tokens.some(({ is }) => is === 'country') ||
  /\bexpress\b|\babroad\b|\boverseas\b|\binternational(?:ly)?\b/i.test(text);

/** What the pages say of that way to send them. */
function sentSo(world: World, wish: Wish): string {
  const name = /\bexpress\b/i.test(wish.text) ? 'express' : 'abroad';
  return isSent(wish) ? ` ${topicTask(world, { ...wish, name }).say}` : '';
}

/** @param cart what is added to what lies in it */
function sumOf(world: World, wish: Wish, cart: Cart | null = null): Outcome {
  const { shop, state } = world;
  const parts = new Map<Product, number>();
  for (const item of wish.items.filter(isCounted)) {
    const [product] = resolve(item, state);
    // The last that was said of a product counts: "and one more candle", "only one blanket".
    if (product)
      parts.set(product, (item.quantity ?? 1) + (item.isMore ? (parts.get(product) ?? 0) : 0));
  }
  for (const { id, quantity } of cart?.lines ?? []) {
    const product = state.products.get(id);
    if (product) parts.set(product, (parts.get(product) ?? 0) + quantity);
  }
  if (parts.size === 0) {
    const listed = state.listed.length < 5 ? state.listed : [];
    for (const id of listed.length > 1 ? listed : [state.focus?.id ?? '']) {
      const product = state.products.get(id);
      const count = wish.items.find(({ quantity }) => quantity)?.quantity ?? 1;
      if (product) parts.set(product, count);
    }
  }
  if (parts.size === 0) return { say: 'Your cart is empty. Which things shall I add up for you?' };
  const all = [...parts];
  const goods = all.reduce((sum, [{ amount }, count]) => sum + (amount ?? 0) * count, 0);
  const what = joinWords(all.map(([{ name }, count]) => counted(count, name)));
  const gone = all.flatMap(([{ name, inStock }]) => (inStock === false ? [name] : []));
  const cost = shop.freeOver !== null && goods >= shop.freeOver ? 0 : (shop.standardCost ?? 0);
  const way =
    cost > 0
      ? `, so ${money(goods + cost)} with ${money(cost)} for delivery.`
      : `, and delivery is free from ${money(shop.freeOver ?? 0)}.`;
  const sent = sentSo(world, wish);
  const isOne = all.length === 1 && all[0]?.[1] === 1;
  return {
    say: `${what} ${isOne ? 'costs' : 'cost'} ${money(goods)}${sent ? `.${sent}` : way}${gone.length > 0 ? ` But ${joinWords(gone)} is sold out at the moment.` : ''}`,
  };
}

/** Whether delivery is free: the rule, and what the cart holds. */
export function* missingTask(world: World): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const goods = (toAmount(read.cart.total) ?? 0) - (toAmount(read.cart.delivery) ?? 0);
  const held = goods > 0 ? `Your cart holds goods for ${money(goods)}.` : 'Your cart is empty.';
  return { say: `${world.shop.standard ?? 'Our pages name no amount.'} ${held}` };
}
