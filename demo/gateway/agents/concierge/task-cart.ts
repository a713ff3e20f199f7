// Tasks that touch the cart: adding, changing, emptying, showing, coupons.

import { isRecord } from '../../../../src/protocol/json.ts';
import {
  type Cart,
  type CartLine,
  COLOURS,
  clean,
  findVariant,
  matchProducts,
  type Product,
  readCart,
  readMoney,
} from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findTarget, type Target, type ToolAnswer } from './memory.ts';
import { findPage } from './pages.ts';
import { counted, joinWords } from './phrases.ts';
import {
  type Call,
  failed,
  missing,
  type Outcome,
  readChoice,
  type Task,
  use,
  type World,
} from './task.ts';
import { settleProduct } from './task-find.ts';
import { buildInput, readChoices } from './toolbox.ts';

export function* addTask(world: World, intent: Intent & { kind: 'add' }): Task {
  if (world.toolbox.find('add') === null) return missing(world, 'add');
  if (intent.quantity < 1)
    return { say: 'I can add one or more, not fewer. How many would you like?' };
  const settled = yield* settleProduct(world, intent, 'add it to your cart');
  if ('outcome' in settled) return settled.outcome;
  return yield* addTarget(world, settled.target, intent.quantity, intent.product.words);
}

/** "Two more" of what was added last, or of what is named. */
export function* moreTask(world: World, intent: Intent & { kind: 'more' }): Task {
  const { lastAdd, products } = world.memory;
  const last = lastAdd === null ? undefined : products.get(lastAdd.id);
  const isLast =
    intent.product.words === '' ||
    (last !== undefined && matchProducts(intent.product.words, [last])[0]?.score === 1);
  if (last !== undefined && lastAdd !== null && isLast) {
    const variant = findVariant(intent.product.words, last.variants) ?? lastAdd.variant;
    return yield* addTarget(world, { product: last, variant }, intent.quantity, '');
  }
  return yield* addTask(world, { ...intent, kind: 'add' });
}

function* addTarget(world: World, target: Target, quantity: number, words: string): Task {
  if (world.toolbox.find('add') === null) return missing(world, 'add');
  const { product } = target;
  const focus = { id: product.id, variant: target.variant };
  if (product.inStock === false) return { say: outOfStock(product), focus };
  const settled = yield* settleVariant(world, target, quantity, words);
  if ('outcome' in settled) return settled.outcome;
  const { variant } = settled;
  const name = variant === null ? product.name : `${product.name} in ${clean(variant, 30)}`;
  const answer = yield* use(world, 'add', {
    product: product.id,
    quantity,
    ...(variant === null ? {} : { variant }),
  });
  if (answer === null) return missing(world, 'add');
  if (!answer.ok) {
    const outcome: Outcome = {
      ...failed(answer, `add ${counted(quantity, name)} to your cart`),
      focus,
    };
    if (answer.failure.field === 'variant' && product.variants.length > 0) {
      return { ...outcome, ...askVariant(product, quantity, outcome.say) };
    }
    return outcome;
  }
  const cart = readCart(answer.data);
  const total = cart?.total ?? readTotal(answer.data);
  const say = world.pick([
    `Added ${counted(quantity, name)} to your cart.`,
    `Done: ${counted(quantity, name)} is in your cart.`,
  ]);
  return {
    say,
    ...(total === null ? {} : { total }),
    focus: { id: product.id, variant },
    lastAdd: { id: product.id, variant, quantity },
    ...(cart === null ? {} : { cart }),
  };
}

function outOfStock(product: Product): string {
  return `Sorry, ${product.name} is out of stock, so I didn't add it.`;
}

function* settleVariant(
  world: World,
  { product, variant }: Target,
  quantity: number,
  words: string,
): Generator<Call[], { variant: string | null } | { outcome: Outcome }, ToolAnswer[]> {
  const named = variant ?? findVariant(words, product.variants);
  if (named !== null || product.variants.length === 0) return { variant: named };
  const wish = COLOURS.exec(words)?.[0];
  const isWishOfName = wish !== undefined && product.name.toLowerCase().includes(wish);
  const lead =
    wish === undefined || isWishOfName ? '' : `${product.name} doesn't come in ${wish}. `;
  if (product.variants.length === 1 && lead === '') return { variant: product.variants[0] ?? null };
  const question = `${lead}Which ${product.name} would you like?`;
  const answer = yield* use(world, 'choose', { question, options: product.variants });
  if (answer?.ok) {
    const choice = readChoice(answer.data, product.variants);
    if (choice !== null) return { variant: choice };
  }
  if (answer !== null && !answer.ok && ['declined', 'cancelled'].includes(answer.failure.code)) {
    return {
      outcome: {
        say: `All right, I didn't add ${product.name}.`,
        focus: { id: product.id, variant: null },
      },
    };
  }
  return { outcome: askVariant(product, quantity, lead.trim()) };
}

function askVariant(product: Product, quantity: number, lead: string): Outcome {
  const options = product.variants.map((option) => clean(option, 30));
  return {
    say: `${lead} ${product.name} comes in ${joinWords(options)}. Which would you like?`.trim(),
    focus: { id: product.id, variant: null },
    pending: { kind: 'variant', id: product.id, options: product.variants, quantity },
  };
}

function readTotal(data: unknown): string | null {
  return isRecord(data)
    ? readMoney(data.total ?? data.cart_total ?? data.subtotal, data.currency)
    : null;
}

type Lines = { lines: CartLine[] } | { outcome: Outcome };

function* readLines(world: World): Generator<Call[], Lines, ToolAnswer[]> {
  const answer = yield* use(world, 'cart', {});
  if (answer === null) return { lines: world.memory.cart?.lines ?? [] };
  if (!answer.ok) return { outcome: failed(answer, 'look into your cart') };
  return { lines: readCart(answer.data)?.lines ?? [] };
}

export function* changeTask(world: World, intent: Intent & { kind: 'change' }): Task {
  if (world.toolbox.find('change') === null) return missing(world, 'change');
  const { memory } = world;
  const target = findTarget(intent.product, memory) ?? lastAdded(world, intent.product.words);
  let line: CartLine | null = null;
  if (target === null || intent.delta !== undefined) {
    const read = yield* readLines(world);
    if ('outcome' in read) return read.outcome;
    line = findLine(read.lines, target, intent.product.words);
    if (line === null) {
      if (read.lines.length === 0)
        return { say: 'Your cart is empty, so there is nothing to change.' };
      const names = joinWords(read.lines.map((entry) => counted(entry.quantity, entry.name)));
      return intent.product.words === ''
        ? { say: `Which one? In your cart: ${names}.` }
        : {
            say: `I don't see “${clean(intent.product.words, 40)}” in your cart. It holds ${names}.`,
          };
    }
  }
  const id = line?.id ?? target?.product.id ?? '';
  const name = line?.name ?? target?.product.name ?? '';
  const variant =
    line?.variant ?? target?.variant ?? (memory.lastAdd?.id === id ? memory.lastAdd.variant : null);
  const quantity = intent.quantity ?? Math.max(0, (line?.quantity ?? 0) + (intent.delta ?? 0));
  if (quantity < 0)
    return { say: 'A quantity below zero makes no sense to me. How many would you like?' };
  const act = quantity === 0 ? `take ${name} out of your cart` : `change ${name} to ${quantity}`;
  const answer = yield* use(world, 'change', {
    product: id,
    quantity,
    ...(variant === null ? {} : { variant }),
  });
  if (answer === null) return missing(world, 'change');
  const focus = { id, variant };
  if (!answer.ok) return { ...failed(answer, act), focus };
  const cart = readCart(answer.data);
  const total = cart?.total ?? readTotal(answer.data);
  const say =
    quantity === 0
      ? `I took ${name} out of your cart.`
      : `Your cart now has ${counted(quantity, name)}.`;
  return {
    say,
    ...(total === null ? {} : { total }),
    focus,
    ...(quantity === 0 ? {} : { lastAdd: { id, variant, quantity } }),
    ...(cart === null ? {} : { cart }),
  };
}

function lastAdded(world: World, words: string): Target | null {
  const { lastAdd, products } = world.memory;
  const product = lastAdd === null ? undefined : products.get(lastAdd.id);
  return product !== undefined && lastAdd !== null && words === ''
    ? { product, variant: lastAdd.variant }
    : null;
}

function findLine(
  lines: readonly CartLine[],
  target: Target | null,
  words: string,
): CartLine | null {
  if (target !== null) {
    const same = lines.filter((line) => line.id === target.product.id);
    return same.find((line) => line.variant === target.variant) ?? same[0] ?? null;
  }
  if (words === '') return lines.length === 1 ? (lines[0] ?? null) : null;
  const pool: Product[] = lines.map((line) => ({
    id: line.id,
    name: line.name,
    price: null,
    amount: null,
    variants: line.variant === null ? [] : [line.variant],
    inStock: null,
  }));
  const best = matchProducts(words, pool)[0];
  return best === undefined || best.score < 0.5
    ? null
    : (lines[pool.indexOf(best.product)] ?? null);
}

export function* emptyCartTask(world: World): Task {
  const tool = world.toolbox.find('change');
  if (tool === null) return missing(world, 'change');
  const read = yield* readLines(world);
  if ('outcome' in read) return read.outcome;
  if (read.lines.length === 0) return { say: 'Your cart is already empty.' };
  const answers = yield read.lines.map((line) => ({
    name: tool.name,
    input: buildInput(tool, {
      product: line.id,
      quantity: 0,
      ...(line.variant === null ? {} : { variant: line.variant }),
    }),
  }));
  const failure = answers.find((answer) => !answer.ok);
  if (failure !== undefined && !failure.ok) return failed(failure, 'empty your cart completely');
  return { say: 'Your cart is empty now.', cart: { lines: [], total: null, coupon: null } };
}

export function* cartTask(world: World): Task {
  const answer = yield* use(world, 'cart', {});
  if (answer === null) return missing(world, 'cart');
  if (!answer.ok) return failed(answer, 'look into your cart');
  const cart = readCart(answer.data);
  if (cart === null) {
    const text = typeof answer.data === 'string' ? clean(answer.data, 300) : '';
    return { say: text === '' ? 'The page opened your cart.' : `The cart says: ${text}` };
  }
  return { say: describeCart(cart), cart, ...soleLine(cart) };
}

function soleLine(cart: Cart): Partial<Outcome> {
  const [line] = cart.lines;
  return cart.lines.length === 1 && line !== undefined
    ? { focus: { id: line.id, variant: line.variant } }
    : {};
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

export function* couponTask(world: World, intent: Intent & { kind: 'coupon' }): Task {
  if (intent.code === null) return { say: 'What is the code?', pending: { kind: 'coupon' } };
  if (world.toolbox.find('coupon') === null) return yield* seekCoupons(world, intent);
  const answer = yield* use(world, 'coupon', { code: intent.code });
  if (answer === null) return missing(world, 'coupon');
  if (!answer.ok) return failed(answer, `apply the code ${clean(intent.code, 30)}`);
  const cart = readCart(answer.data);
  const total = cart?.total ?? readTotal(answer.data);
  const say = `The code ${clean(intent.code, 30)} is applied.`;
  return { say, ...(total === null ? {} : { total }), ...(cart === null ? {} : { cart }) };
}

/** Coupons often live on the cart's page: goes there, and applies the code when the page offers it on arrival. */
function* seekCoupons(world: World, intent: Intent & { kind: 'coupon' }): Task {
  const go = world.toolbox.find('go');
  const page = go === null ? null : findPage('cart', readChoices(go, 'page'));
  if (page === null) return missing(world, 'coupon');
  const answer = yield* use(world, 'go', { page });
  if (answer === null) return missing(world, 'coupon');
  if (!answer.ok) return failed(answer, `open the ${page} page`);
  return {
    say: `Coupons are a matter for the ${page} page, so I opened it. Shall I apply ${clean(intent.code ?? '', 30)} here?`,
    pending: { kind: 'offer', intent },
  };
}
