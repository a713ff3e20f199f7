// Tasks that put things into the cart, and the question for the colour.

import { clean, findVariant, matchProducts, readCart } from './catalogue.ts';
import type { Intent } from './intents.ts';
import type { Target } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import { settle } from './settle.ts';
import { findColour } from './slots.ts';
import { letChoose, missing, type Outcome, type Part, type Task, use, type World } from './task.ts';
import { readProperties } from './toolbox.ts';

export function* addTask(world: World, intent: Intent): Task {
  if (world.toolbox.find('add') === null) return missing(world, 'add');
  const { thing, quantity = 1 } = intent;
  if (quantity < 1) return { say: 'I can add one or more, not fewer. How many would you like?' };
  const target = yield* settle(world, intent, thing, 'add it to your cart');
  return 'outcome' in target
    ? target.outcome
    : yield* addTarget(world, target, quantity, thing.words);
}

/** "Two more" of what was added last, or of what is named. */
export function* moreTask(world: World, intent: Intent): Task {
  const { lastAdd, products } = world.memory;
  const { words } = intent.thing;
  const last = lastAdd === null ? undefined : products.get(lastAdd.id);
  const isLast = words === '' || matchProducts(words, last ? [last] : [])[0]?.score === 1;
  if (last === undefined || lastAdd === null || !isLast) return yield* addTask(world, intent);
  const variant = findVariant(words, last.variants) ?? lastAdd.variant;
  return yield* addTarget(world, { product: last, variant }, intent.quantity ?? 1, '');
}

export function* addTarget(world: World, target: Target, quantity: number, words: string): Task {
  const { product } = target;
  const none = { id: product.id, variant: target.variant };
  if (product.inStock === false) {
    return { say: `Sorry, ${product.name} is out of stock, so I didn't add it.`, focus: none };
  }
  // Nobody is asked to allow what the page would refuse.
  const held = world.memory.cart?.lines.find(
    ({ id, variant }) => id === product.id && variant === target.variant,
  );
  const most = largestQuantity(world, 'add');
  if ((held?.quantity ?? 0) + quantity > most) {
    return {
      say: `At most ${most} of one thing fit into the cart. How many would you like?`,
      focus: none,
    };
  }
  const settled = yield* settleVariant(world, target, quantity, words);
  if ('outcome' in settled) return settled.outcome;
  const { variant } = settled;
  const focus = { id: product.id, variant };
  const what = counted(quantity, product.name, variant);
  const used = yield* use(
    world,
    'add',
    lineInput(product.id, quantity, variant),
    `add ${what} to your cart`,
  );
  if ('outcome' in used) return { ...used.outcome, focus };
  const lead = world.pick(['Added', 'Done: I put', 'I’ve put']);
  return {
    say: `${lead} ${what} ${lead === 'Added' ? 'to' : 'into'} your cart.`,
    ...cartNow(used.data),
    focus,
    lastAdd: { ...focus, quantity },
  };
}

export const lineInput = (product_id: string, quantity: number, variant: string | null) => ({
  product_id,
  quantity,
  ...(variant === null ? {} : { variant }),
});

/** What the tool's schema allows. */
export function largestQuantity(world: World, capability: 'add' | 'change'): number {
  const tool = world.toolbox.find(capability);
  const schema = tool === null ? null : readProperties(tool).quantity;
  const most = (schema as { maximum?: unknown } | null | undefined)?.maximum;
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY;
}

export function* settleVariant(
  world: World,
  { product, variant }: Target,
  quantity: number,
  words: string,
): Part<{ variant: string | null }> {
  const { name, variants } = product;
  const wish = findColour(words);
  const isAmiss =
    wish !== null && findVariant(wish, variants) === null && !name.toLowerCase().includes(wish);
  const named = (isAmiss ? null : variant) ?? findVariant(words, variants);
  if (named !== null || variants.length === 0) return { variant: named };
  const [only] = variants;
  if (variants.length === 1 && only !== undefined && !isAmiss) return { variant: only };
  const lead = isAmiss ? `${name} doesn't come in ${wish}. ` : '';
  const choice = yield* letChoose(world, `${lead}Which ${name} would you like?`, variants);
  if ('chosen' in choice) return { variant: choice.chosen };
  const focus = { id: product.id, variant: null };
  if (choice.is === 'refused')
    return { outcome: { say: `All right, I didn't add ${name}.`, focus } };
  const colours = joinWords(variants.map((one) => clean(one, 30)));
  return {
    outcome: {
      say: `${lead}${name} comes in ${colours}. Which would you like?`,
      focus,
      pending: { kind: 'variant', id: product.id, options: variants, quantity },
    },
  };
}

export function cartNow(data: unknown): Pick<Outcome, 'cart' | 'isChange'> {
  const cart = readCart(data);
  return cart === null ? {} : { cart, isChange: true };
}
