// Tasks that tell sums: what the cart holds, and what things cost. How they are sent, the pages say.

import { delivery, readLines } from './cart.ts';
import { type Product, toAmount } from './catalogue.ts';
import { isNamed, resolve } from './items.ts';
import { counted, joinWords } from './phrases.ts';
import { topicTask } from './policy.ts';
import type { Wish } from './state.ts';
import { money, type Task, type World } from './world.ts';

export function* cartTask(world: World, wish: Wish): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  if (cart.lines.length === 0) return { say: 'Your cart is empty.' };
  const rows = cart.lines.map(
    (line) => `- ${line.quantity} × ${counted(1, line.name, line.variant)}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total =
    cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}.`;
  const sent = isSent(wish) ? ` ${sentSo(world, wish)}` : '';
  return { say: `In your cart:\n\n${rows.join('\n')}${total}${sent}` };
}

/** Whether a clause says how or where goods are to be sent, other than by standard delivery at home. */
export const isSent = ({ tokens, text }: Wish): boolean =>
  tokens.some(({ is }) => is === 'country') ||
  /\bexpress\b|\babroad\b|\boverseas\b|\binternational(?:ly)?\b/i.test(text);

/** What the pages say of that way to send them. */
function sentSo(world: World, wish: Wish): string {
  const way = /\bexpress\b/i.test(wish.text) ? 'express' : 'abroad';
  return topicTask(world, { ...wish, name: isSent(wish) ? way : 'delivery_cost' }).say;
}

/** "Two mugs and a board with delivery": goods without delivery. Nothing is put anywhere; no thing: what is in the cart. */
export function* totalTask(world: World, wish: Wish): Task {
  const { state } = world;
  const parts = new Map<Product, number>();
  // What is said last of a product counts: "only one blanket".
  for (const item of wish.items) {
    const isCounted = isNamed(item) || item.quantity !== undefined || /^\w+$/.test(item.rank ?? '');
    const [product] = isCounted && !item.isNot ? resolve(item, state) : [];
    const before = product && item.isMore ? (parts.get(product) ?? 0) : 0;
    if (product) parts.set(product, before + (item.quantity ?? 1));
  }
  const listed = state.listed.flatMap((id) => state.products.get(id) ?? []);
  if (parts.size === 0 && state.cart === null)
    for (const product of listed.slice(0, 4)) parts.set(product, 1);
  if (parts.size === 0) return yield* cartTask(world, wish);
  const all = [...parts];
  const goods = all.reduce((sum, [{ amount }, count]) => sum + (amount ?? 0) * count, 0);
  const what = joinWords(all.map(([{ name }, count]) => counted(count, name)));
  const gone = all.flatMap(([{ name, inStock }]) => (inStock === false ? [name] : []));
  const without = gone.length > 0 ? ` But ${joinWords(gone)} is sold out at the moment.` : '';
  return { say: `${what}: ${money(goods)}, without delivery. ${sentSo(world, wish)}${without}` };
}

/** Whether delivery is free: the rule, and what the cart holds. */
export function* missingTask(world: World): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const goods = (toAmount(read.cart.total) ?? 0) - (toAmount(read.cart.delivery) ?? 0);
  const held = goods > 0 ? `Your cart holds goods for ${money(goods)}.` : 'Your cart is empty.';
  return { say: `${world.shop.quote('standard') ?? 'Our pages name no amount.'} ${held}` };
}
