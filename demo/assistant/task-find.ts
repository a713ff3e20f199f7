// Tasks that look things up: searching, showing a product, answering about price, stock and variants, choosing.

import { contentStems } from '../../gateway/agent.ts';
import { COLOURS, clean, findVariant, matchProducts, type Product } from './catalogue.ts';
import type { Aspect, Intent, Reference } from './intents.ts';
import { findTarget, type Target } from './memory.ts';
import { bullets, describe, joinWords } from './phrases.ts';
import {
  acceptsEmptyQuery,
  complete,
  letChoose,
  lookFor,
  notFound,
  settleProduct,
  VAGUE,
} from './settle-product.ts';
import { failed, type Outcome, type Task, use, type World } from './task.ts';

export function* searchTask(world: World, intent: Intent & { kind: 'search' }): Task {
  const known = intent.reference === undefined ? null : findTarget(intent.reference, world.memory);
  if (intent.aspect !== 'list' && known !== null) {
    return tellAspect(world, yield* complete(world, known), intent.aspect);
  }
  if (intent.words === '' && intent.aspect !== 'list') {
    return {
      say: 'Which product do you mean?',
      pending: { kind: 'what', goal: 'search', quantity: 1 },
    };
  }
  if (intent.words === '' && !acceptsEmptyQuery(world)) {
    return {
      say: '',
      answer: {
        question: 'What products does the shop sell?',
        otherwise: "Tell me what you're after, and I'll look for it.",
      },
      pending: { kind: 'what', goal: 'search', quantity: 1 },
    };
  }
  const found = yield* lookFor(world, intent.words);
  if ('outcome' in found) return found.outcome;
  if (found.products.length === 0) {
    const otherwise = notFound(intent.words).say;
    return intent.aspect === 'list'
      ? { say: '', answer: { question: intent.words, otherwise } }
      : { say: otherwise };
  }
  if (intent.aspect !== 'list') {
    const best = matchProducts(intent.words, found.products)[0];
    const product = best?.product ?? found.products[0];
    if (product !== undefined && (best?.isNamed === true || found.products.length === 1)) {
      return tellAspect(world, { product, variant: best?.variant ?? null }, intent.aspect);
    }
  }
  const { maxPrice } = intent;
  const fitting =
    maxPrice === undefined
      ? found.products
      : found.products.filter((product) => product.amount !== null && product.amount <= maxPrice);
  if (fitting.length === 0) {
    const [cheapest] = order(found.products, { words: '', isPronoun: false, extreme: 'cheapest' });
    const hint =
      cheapest === undefined ? '' : ` The cheapest that I found is ${describe(cheapest)}.`;
    return { say: `Nothing of that kind costs ${maxPrice} or less.${hint}` };
  }
  return list(world, order(sharpen(intent.words, fitting), intent.reference), intent);
}

/** Of several words a search may have met any; what is named by one of them comes alone where there is such. */
function sharpen(words: string, products: Product[]): Product[] {
  if (contentStems(words).filter((word) => !VAGUE.has(word)).length < 2) return products;
  const named = matchProducts(words, products).filter((match) => match.isNamed);
  return named.length === 0 ? products : named.map((match) => match.product);
}

function order(products: Product[], reference: Reference | undefined): Product[] {
  if (reference?.extreme === undefined) return products;
  const sign = reference.extreme === 'cheapest' ? 1 : -1;
  return [...products].sort((a, b) => sign * ((a.amount ?? 0) - (b.amount ?? 0)));
}

function list(world: World, products: Product[], intent: Intent & { kind: 'search' }): Outcome {
  const [first] = products;
  const ids = products.slice(0, 6).map((product) => product.id);
  const none = missingColour(intent.words, products);
  if (products.length === 1 && first !== undefined) {
    return {
      ...offer(world, `${none}I found ${describe(first)}.`, { product: first, variant: null }),
      listed: ids,
    };
  }
  const lead = world.pick([
    `Here's what I found${forWords(intent.words)}:`,
    `I found ${products.length}${forWords(intent.words)}:`,
    `These fit${forWords(intent.words)}:`,
  ]);
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

function forWords(words: string): string {
  return words === '' ? '' : ` for “${clean(words, 40)}”`;
}

/** A sentence about a product, and the offer to add it where that can be done. */
export function offer(world: World, sentence: string, { product, variant }: Target): Outcome {
  const focus = { id: product.id, variant };
  if (world.toolbox.find('add') === null || product.inStock === false)
    return { say: sentence, focus };
  const ask = world.pick(['Shall I add it to your cart?', 'Would you like it in your cart?']);
  const reference: Reference = {
    words: '',
    isPronoun: true,
    id: product.id,
    ...(variant === null ? {} : { variant }),
  };
  return {
    say: `${sentence} ${ask}`,
    focus,
    pending: { kind: 'offer', intent: { kind: 'add', product: reference, quantity: 1 } },
  };
}

function tellAspect(world: World, target: Target, aspect: Aspect): Outcome {
  const { product } = target;
  const variants = product.variants.map((variant) => clean(variant, 30));
  const variant = target.variant === null ? '' : ` in ${clean(target.variant, 30)}`;
  const price = product.price === null ? '' : ` for ${product.price}`;
  const isOut = product.inStock === false;
  let sentence: string;
  if (aspect === 'price') {
    sentence =
      product.price === null
        ? `The shop gives no price for ${product.name}.`
        : `${product.name} costs ${product.price}.`;
    if (isOut) sentence += ' It is out of stock, though.';
  } else if (isOut) {
    sentence = `Sorry, ${product.name} is out of stock.`;
  } else if (aspect === 'variants') {
    sentence =
      variants.length === 0
        ? `${product.name} comes in one version only.`
        : `${product.name} comes in ${joinWords(variants)}.`;
  } else if (product.inStock === null && target.variant === null) {
    sentence = `The shop doesn't say whether ${product.name} is in stock.`;
  } else {
    sentence = `Yes, there is ${product.name}${variant}${price}.`;
  }
  return { ...offer(world, sentence, target), aspect };
}

export function* showTask(world: World, intent: Intent & { kind: 'show' }): Task {
  const settled = yield* settleProduct(world, intent, 'show it to you');
  if ('outcome' in settled) return settled.outcome;
  return yield* showTarget(world, settled.target);
}

function* showTarget(world: World, target: Target): Task {
  const answer = yield* use(world, 'show', { product: target.product.id });
  if (answer !== null && !answer.ok) {
    return {
      ...failed(answer, `open ${target.product.name}`),
      focus: { id: target.product.id, variant: target.variant },
    };
  }
  const product = world.memory.products.get(target.product.id) ?? target.product;
  const sentence =
    answer === null ? `That is ${describe(product)}.` : `Here is ${describe(product)}.`;
  return { ...offer(world, sentence, { ...target, product }), aspect: 'list' };
}

/** "Tell me about …": a product of that very name is shown, anything else is a question. */
export function* aboutTask(world: World, intent: Intent & { kind: 'about' }): Task {
  const known = findTarget(intent.product, world.memory);
  if (known !== null) return yield* showTarget(world, known);
  if (intent.product.words !== '' && world.toolbox.find('search') !== null) {
    const found = yield* lookFor(world, intent.product.words);
    if ('products' in found) {
      const best = matchProducts(intent.product.words, found.products)[0];
      if (best?.isNamed === true && best.score > 0.99) return yield* showTarget(world, best);
    }
  }
  return {
    say: '',
    answer: {
      question: intent.text,
      otherwise: `I don't know anything about ${clean(intent.product.words, 40) || 'that'}, I'm afraid.`,
    },
  };
}

export function* chooseTask(world: World, intent: Intent & { kind: 'choose' }): Task {
  const listed = world.memory.listed.flatMap((id) => world.memory.products.get(id) ?? []);
  const seeksAll = intent.isAnything === true && acceptsEmptyQuery(world);
  let products = intent.words === '' && !seeksAll ? listed : [];
  if (intent.words === '' && !seeksAll && products.length < 2) {
    return {
      say: 'Gladly. What kind of thing are you looking for?',
      pending: { kind: 'what', goal: 'choose', quantity: 1 },
    };
  }
  if (intent.words !== '' || seeksAll) {
    const found = yield* lookFor(world, intent.words);
    if ('outcome' in found) return found.outcome;
    products = found.products;
  }
  const stocked = products.filter((product) => product.inStock !== false);
  const [first] = stocked;
  if (first === undefined)
    return products.length === 0
      ? notFound(intent.words)
      : { say: 'Everything of that kind is out of stock, I am sorry to say.' };
  if (stocked.length === 1) {
    return offer(world, `There is one that fits: ${describe(first)}.`, {
      product: first,
      variant: null,
    });
  }
  const chosen = yield* letChoose(world, 'Which of these do you like best?', stocked);
  if (chosen === null) {
    const ids = stocked.slice(0, 6).map((product) => product.id);
    return {
      say: `Here are some to choose from:\n\n${bullets(stocked)}\n\nWhich one do you like best?`,
      listed: ids,
      pending: {
        kind: 'pick',
        ids,
        goal: { kind: 'show', product: { words: '', isPronoun: true } },
      },
    };
  }
  if ('outcome' in chosen)
    return { ...chosen.outcome, listed: stocked.map((product) => product.id) };
  return yield* showTarget(world, { product: chosen.product, variant: null });
}
