// Tasks that look things up: searching, showing a product, answering about price, stock and variants, choosing.

import { contentStems } from '../../gateway/agent.ts';
import { byPrice, COLOURS, clean, findVariant, matchProducts, type Product } from './catalogue.ts';
import type { Aspect, Intent } from './intents.ts';
import { findTarget, type Target } from './memory.ts';
import { bullets, describe, joinWords } from './phrases.ts';
import { complete, letChoose, lookFor, notFound, settleProduct, VAGUE } from './settle-product.ts';
import { type Outcome, offer, type Task, use, type World } from './task.ts';

export function* searchTask(world: World, intent: Intent & { kind: 'search' }): Task {
  const { words, aspect, maxPrice } = intent;
  if (aspect !== 'list') {
    const known =
      intent.reference === undefined ? null : findTarget(intent.reference, world.memory);
    if (known !== null) return tellAspect(world, yield* complete(world, known), aspect);
    if (words === '') {
      const pending = { kind: 'what', goal: 'search', quantity: 1 } as const;
      return { say: 'Which product do you mean?', pending };
    }
  }
  const found = yield* lookFor(world, words);
  if ('outcome' in found) return found.outcome;
  const { products } = found;
  if (products.length === 0) {
    const { say } = notFound(words);
    return aspect === 'list' ? { say: '', answer: { question: words, otherwise: say } } : { say };
  }
  if (aspect !== 'list') {
    const best = matchProducts(words, products)[0];
    const product = best?.product ?? products[0];
    if (product !== undefined && (best?.isNamed === true || products.length === 1)) {
      return tellAspect(world, { product, variant: best?.variant ?? null }, aspect);
    }
  }
  const fitting = products.filter(
    ({ amount }) => amount === null || amount <= (maxPrice ?? amount),
  );
  if (fitting.length === 0) {
    const [cheapest] = byPrice(products).map(describe);
    return {
      say: `Nothing of that kind costs ${maxPrice} or less. The cheapest that I found is ${cheapest}.`,
    };
  }
  const sharp = sharpen(words, fitting);
  return list(world, intent.reference?.isCheapest === true ? byPrice(sharp) : sharp, words);
}

/** A search for several words may match any of them. If some products have one of the words in their name, keep only those. */
function sharpen(words: string, products: Product[]): Product[] {
  if (contentStems(words).filter((word) => !VAGUE.has(word)).length < 2) return products;
  const named = matchProducts(words, products).filter((match) => match.isNamed);
  return named.length === 0 ? products : named.map((match) => match.product);
}

function list(world: World, products: Product[], words: string): Outcome {
  const [first] = products;
  const ids = products.slice(0, 6).map((product) => product.id);
  const none = missingColour(words, products);
  if (products.length === 1 && first !== undefined) {
    const found = offer(world, `${none}I found ${describe(first)}.`, {
      product: first,
      variant: null,
    });
    return { ...found, listed: ids };
  }
  const what = words === '' ? '' : ` for “${clean(words, 40)}”`;
  const lead = world.pick([`Here's what I found${what}:`, `These fit${what}:`]);
  return {
    say: `${none}${lead}\n\n${bullets(products)}\n\nWould you like to see one of them?`,
    listed: ids,
    aspect: 'list',
    pending: { kind: 'pick', ids, goal: { kind: 'show', product: { words: '', isPronoun: true } } },
  };
}

function missingColour(words: string, products: readonly Product[]): string {
  const colour = COLOURS.exec(words.toLowerCase())?.[0];
  if (colour === undefined) return '';
  const isThere = products.some(
    ({ name, variants }) =>
      findVariant(colour, variants) !== null || name.toLowerCase().includes(colour),
  );
  return isThere ? '' : `I see nothing in ${colour}. `;
}

function tellAspect(world: World, target: Target, aspect: Aspect): Outcome {
  const { name, price, inStock, variants } = target.product;
  const options = variants.map((variant) => clean(variant, 30));
  const variant = target.variant === null ? '' : ` in ${clean(target.variant, 30)}`;
  let sentence = `Yes, there is ${name}${variant}${price === null ? '' : ` for ${price}`}.`;
  if (aspect === 'price') {
    sentence = price === null ? `The shop gives no price for ${name}.` : `${name} costs ${price}.`;
    if (inStock === false) sentence += ' It is out of stock, though.';
  } else if (inStock === false) {
    sentence = `Sorry, ${name} is out of stock.`;
  } else if (aspect === 'variants') {
    sentence =
      options.length === 0
        ? `${name} comes in one version only.`
        : `${name} comes in ${joinWords(options)}.`;
  }
  return { ...offer(world, sentence, target), aspect };
}

export function* showTask(world: World, intent: Intent & { kind: 'show' }): Task {
  const settled = yield* settleProduct(world, intent, 'show it to you');
  if ('outcome' in settled) return settled.outcome;
  return yield* showTarget(world, settled);
}

function* showTarget(world: World, target: Target): Task {
  const { product } = target;
  let lead = 'That is';
  if (world.toolbox.find('show') !== null) {
    const used = yield* use(world, 'show', { product_id: product.id }, `open ${product.name}`);
    if ('outcome' in used) {
      return { ...used.outcome, focus: { id: product.id, variant: target.variant } };
    }
    lead = 'Here is';
  }
  return { ...offer(world, `${lead} ${describe(product)}.`, target), aspect: 'list' };
}

/** "Tell me about …": a product of that very name is shown, anything else is a question. */
export function* aboutTask(world: World, intent: Intent & { kind: 'about' }): Task {
  const { words } = intent.product;
  const known = findTarget(intent.product, world.memory);
  if (known !== null) return yield* showTarget(world, known);
  if (words !== '' && world.toolbox.find('search') !== null) {
    const found = yield* lookFor(world, words);
    const best = 'products' in found ? matchProducts(words, found.products)[0] : undefined;
    if (best?.isNamed === true && best.score > 0.99) return yield* showTarget(world, best);
  }
  const otherwise = `I don't know anything about ${clean(words, 40) || 'that'}, I'm afraid.`;
  return { say: '', answer: { question: intent.text, otherwise } };
}

export function* chooseTask(world: World, intent: Intent & { kind: 'choose' }): Task {
  const { words, isAnything = false } = intent;
  let products = world.memory.listed.flatMap((id) => world.memory.products.get(id) ?? []);
  if (words !== '' || isAnything) {
    const found = yield* lookFor(world, words);
    if ('outcome' in found) return found.outcome;
    products = found.products;
  } else if (products.length < 2) {
    return {
      say: 'Gladly. What kind of thing are you looking for?',
      pending: { kind: 'what', goal: 'choose', quantity: 1 },
    };
  }
  if (products.length === 0) return notFound(words);
  const stocked = products.filter((product) => product.inStock !== false);
  if (stocked.length < 2) return list(world, stocked.length === 0 ? products : stocked, words);
  const chosen = yield* letChoose(world, 'Which of these do you like best?', stocked);
  if (chosen === null) return list(world, stocked, words);
  if ('outcome' in chosen) return { ...chosen.outcome, listed: stocked.map(({ id }) => id) };
  return yield* showTarget(world, { product: chosen.product, variant: null });
}
