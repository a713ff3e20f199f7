// Tasks that put things into the cart, and the question for the variant.

import { COLOURS, clean, findVariant, matchProducts, type Product, readCart } from './catalogue.ts';
import type { Intent } from './intents.ts';
import type { Target, ToolAnswer } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import { settleProduct } from './settle-product.ts';
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
import { readTotal } from './task-cart.ts';

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
