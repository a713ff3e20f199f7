// Tasks that put things into the cart, and the question for the variant.

import { COLOURS, clean, findVariant, matchProducts, type Product } from './catalogue.ts';
import type { Intent } from './intents.ts';
import type { Target } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import { settleProduct } from './settle-product.ts';
import {
  type Found,
  missing,
  type Outcome,
  type Part,
  readChoice,
  type Task,
  use,
  type World,
} from './task.ts';
import { cartNow } from './task-cart.ts';

export function* addTask(world: World, intent: Intent & { kind: 'add' }): Task {
  if (world.toolbox.find('add') === null) return missing(world, 'add');
  if (intent.quantity < 1)
    return { say: 'I can add one or more, not fewer. How many would you like?' };
  const settled = yield* settleProduct(world, intent, 'add it to your cart');
  if ('outcome' in settled) return settled.outcome;
  return yield* addTarget(world, settled, intent.quantity, intent.product.words);
}

/** "Two more" of what was added last, or of what is named. */
export function* moreTask(world: World, intent: Intent & { kind: 'more' }): Task {
  const { lastAdd, products } = world.memory;
  const { words } = intent.product;
  const last = lastAdd === null ? undefined : products.get(lastAdd.id);
  const isLast = words === '' || matchProducts(words, last ? [last] : [])[0]?.score === 1;
  if (last === undefined || lastAdd === null || !isLast) {
    return yield* addTask(world, { ...intent, kind: 'add' });
  }
  const variant = findVariant(words, last.variants) ?? lastAdd.variant;
  return yield* addTarget(world, { product: last, variant }, intent.quantity, '');
}

function* addTarget(world: World, target: Target, quantity: number, words: string): Task {
  const { product } = target;
  if (product.inStock === false) {
    return {
      say: `Sorry, ${product.name} is out of stock, so I didn't add it.`,
      focus: { id: product.id, variant: target.variant },
    };
  }
  const settled = yield* settleVariant(world, target, quantity, words);
  if ('outcome' in settled) return settled.outcome;
  const { variant } = settled;
  const focus = { id: product.id, variant };
  const name = variant === null ? product.name : `${product.name} in ${clean(variant, 30)}`;
  const input = { product_id: product.id, quantity, ...(variant === null ? {} : { variant }) };
  const used = yield* use(world, 'add', input, `add ${counted(quantity, name)} to your cart`);
  if ('outcome' in used) return { ...used.outcome, focus };
  const lead = world.pick(['Added', 'Done: I put', 'I’ve put']);
  return {
    say: `${lead} ${counted(quantity, name)} ${lead === 'Added' ? 'to' : 'into'} your cart.`,
    ...cartNow(used.data),
    focus,
    lastAdd: { ...focus, quantity },
  };
}

function* settleVariant(
  world: World,
  { product, variant }: Target,
  quantity: number,
  words: string,
): Part<Found<{ variant: string | null }>> {
  const named = variant ?? findVariant(words, product.variants);
  if (named !== null || product.variants.length === 0) return { variant: named };
  const wish = COLOURS.exec(words)?.[0];
  const isAmiss = wish !== undefined && !product.name.toLowerCase().includes(wish);
  const lead = isAmiss ? `${product.name} doesn't come in ${wish}. ` : '';
  const [only] = product.variants;
  if (product.variants.length === 1 && only !== undefined && !isAmiss) return { variant: only };
  if (world.toolbox.find('choose') !== null) {
    const question = `${lead}Which ${product.name} would you like?`;
    const used = yield* use(world, 'choose', { question, options: product.variants }, 'ask you');
    if ('data' in used) {
      const choice = readChoice(used.data, product.variants);
      if (choice !== null) return { variant: choice };
    } else if (['declined', 'cancelled'].includes(used.failure?.code ?? '')) {
      const focus = { id: product.id, variant: null };
      return { outcome: { say: `All right, I didn't add ${product.name}.`, focus } };
    }
  }
  return { outcome: askVariant(product, quantity, lead) };
}

function askVariant(product: Product, quantity: number, lead: string): Outcome {
  const options = product.variants.map((option) => clean(option, 30));
  return {
    say: `${lead}${product.name} comes in ${joinWords(options)}. Which would you like?`,
    focus: { id: product.id, variant: null },
    pending: { kind: 'variant', id: product.id, options: product.variants, quantity },
  };
}
