// Tasks that change what is in the cart: other quantities, out with something, empty.

import { isRecord } from '../../gateway/agent.ts';
import {
  type CartLine,
  clean,
  matchProducts,
  type Product,
  readCart,
  readMoney,
} from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findTarget, type Target, type ToolAnswer } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import { type Call, failed, missing, type Outcome, type Task, use, type World } from './task.ts';
import { buildInput } from './toolbox.ts';

export function readTotal(data: unknown): string | null {
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
