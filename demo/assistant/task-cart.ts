// Tasks that read the cart, change what is in it, and lower its price.

import { type Cart, type CartLine, clean, matchProducts, readCart } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findTarget } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import {
  type Found,
  missing,
  type Outcome,
  type Part,
  type Task,
  use,
  type World,
} from './task.ts';
import { buildInput } from './toolbox.ts';

/** The sentence of an answer about the cart and its total. */
export function cartNow(data: unknown): Pick<Outcome, 'cart' | 'total'> {
  const cart = readCart(data);
  if (cart === null) return {};
  return { cart, ...(cart.total === null ? {} : { total: cart.total }) };
}

function* readLines(world: World): Part<Found<{ lines: CartLine[] }>> {
  const used = yield* use(world, 'cart', {}, 'look into your cart');
  return 'outcome' in used ? used : { lines: readCart(used.data)?.lines ?? [] };
}

export function* cartTask(world: World): Task {
  const used = yield* use(world, 'cart', {}, 'look into your cart');
  if ('outcome' in used) return used.outcome;
  const cart = readCart(used.data);
  if (cart === null) return { say: 'The page opened your cart.' };
  const [only] = cart.lines;
  return {
    say: describeCart(cart),
    cart,
    ...(cart.lines.length === 1 && only ? { focus: { id: only.id, variant: only.variant } } : {}),
  };
}

function describeCart(cart: Cart): string {
  if (cart.lines.length === 0) return 'Your cart is empty.';
  const rows = cart.lines.map((line) => {
    const variant = line.variant === null ? '' : ` in ${clean(line.variant, 30)}`;
    return `- ${line.quantity} × ${line.name}${variant}${line.price === null ? '' : `, ${line.price}`}`;
  });
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}`;
  return `In your cart:\n\n${rows.join('\n')}${total}`;
}

export function* changeTask(world: World, intent: Intent & { kind: 'change' }): Task {
  if (world.toolbox.find('change') === null) return missing(world, 'change');
  const { memory } = world;
  const { words } = intent.product;
  const last = memory.lastAdd;
  const target = findTarget(intent.product, memory);
  let id = target?.product.id ?? (words === '' ? last?.id : undefined);
  let name = id === undefined ? '' : (memory.products.get(id)?.name ?? '');
  let variant = target?.variant ?? (last?.id === id ? (last?.variant ?? null) : null);
  let quantity = intent.quantity ?? 0;
  if (id === undefined || intent.delta !== undefined) {
    const read = yield* readLines(world);
    if ('outcome' in read) return read.outcome;
    const line = findLine(read.lines, id, variant, words);
    if (line === null) return notInCart(read.lines, words);
    ({ id, name, variant } = line);
    quantity = intent.quantity ?? Math.max(0, line.quantity + (intent.delta ?? 0));
  }
  const act = quantity === 0 ? `take ${name} out of your cart` : `change ${name} to ${quantity}`;
  const input = { product_id: id, quantity, ...(variant === null ? {} : { variant }) };
  const used = yield* use(world, 'change', input, act);
  const focus = { id, variant };
  if ('outcome' in used) return { ...used.outcome, focus };
  return {
    say:
      quantity === 0
        ? `I took ${name} out of your cart.`
        : `Your cart now has ${counted(quantity, name)}.`,
    ...cartNow(used.data),
    focus,
    ...(quantity === 0 ? {} : { lastAdd: { ...focus, quantity } }),
  };
}

function notInCart(lines: readonly CartLine[], words: string): Outcome {
  if (lines.length === 0) return { say: 'Your cart is empty, so there is nothing to change.' };
  const names = joinWords(lines.map((entry) => counted(entry.quantity, entry.name)));
  return words === ''
    ? { say: `Which one? In your cart: ${names}.` }
    : { say: `I don't see “${clean(words, 40)}” in your cart. It holds ${names}.` };
}

function findLine(
  lines: readonly CartLine[],
  id: string | undefined,
  variant: string | null,
  words: string,
): CartLine | null {
  if (id !== undefined) {
    const same = lines.filter((line) => line.id === id);
    return same.find((line) => line.variant === variant) ?? same[0] ?? null;
  }
  if (words === '') return lines.length === 1 ? (lines[0] ?? null) : null;
  const pool = lines.map((line) => ({
    ...line,
    variants: line.variant === null ? [] : [line.variant],
    amount: null,
    inStock: null,
  }));
  const best = matchProducts(words, pool)[0];
  if (best === undefined || best.score < 0.5) return null;
  return lines.find(({ name, id }) => id === best.product.id && name === best.product.name) ?? null;
}

export function* emptyCartTask(world: World): Task {
  const tool = world.toolbox.find('change');
  if (tool === null) return missing(world, 'change');
  const read = yield* readLines(world);
  if ('outcome' in read) return read.outcome;
  if (read.lines.length === 0) return { say: 'Your cart is already empty.' };
  const answers = yield read.lines.map(({ id, variant }) => ({
    name: tool.name,
    input: buildInput(tool, {
      product_id: id,
      quantity: 0,
      ...(variant === null ? {} : { variant }),
    }),
  }));
  if (answers.some(({ ok }) => !ok)) {
    return { say: "I couldn't empty your cart completely. Please look what is left in it." };
  }
  return { say: 'Your cart is empty now.', cart: { lines: [], total: null, coupon: null } };
}

export function* couponTask(world: World, intent: Intent & { kind: 'coupon' }): Task {
  if (intent.code === null) return { say: 'What is the code?', pending: { kind: 'coupon' } };
  const code = clean(intent.code, 30);
  if (world.toolbox.find('coupon') === null) {
    // The cart's page takes coupons: open it, and offer the code to it.
    const moved = yield* use(world, 'go', { page: 'cart' }, 'open the cart page');
    if ('outcome' in moved) return moved.outcome;
    return {
      say: `Coupons are a matter for the cart page, so I opened it. Shall I apply ${code} here?`,
      pending: { kind: 'offer', intent },
    };
  }
  const used = yield* use(world, 'coupon', { code: intent.code }, `apply the code ${code}`);
  if ('outcome' in used) return used.outcome;
  return { say: `The code ${code} is applied.`, ...cartNow(used.data) };
}
