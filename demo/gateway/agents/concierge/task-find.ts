// Tasks that look things up: searching, showing a product, answering about price, stock and variants, choosing.

import {
  COLOURS,
  clean,
  findVariant,
  matchProducts,
  type Product,
  readProducts,
} from './catalogue.ts';
import type { Aspect, Intent, Reference } from './intents.ts';
import { findTarget, type Target, type ToolAnswer } from './memory.ts';
import { bullets, describe, joinWords } from './phrases.ts';
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
import { readEnum, readProperties } from './toolbox.ts';
import { contentStems, isStopWord, tokens } from './words.ts';

const MAX_RESULTS = 12;
/** Words that narrow no search. */
const VAGUE = new Set([
  'something',
  'anything',
  'things',
  'stuff',
  'products',
  'items',
  'nice',
  'good',
]);

type Found = { products: Product[] } | { outcome: Outcome };

/** Searches for the words as typed, then for the last of them, then for how it begins: a slip is rarely there. */
export function* lookFor(world: World, words: string): Generator<Call[], Found, ToolAnswer[]> {
  for (const query of queries(words)) {
    const answer = yield* use(world, 'search', { query, max: MAX_RESULTS });
    if (answer === null) return { outcome: missing(world, 'search') };
    if (!answer.ok)
      return {
        outcome: failed(
          answer,
          query === '' ? 'search the shop' : `search for “${clean(words, 40)}”`,
        ),
      };
    const products = readProducts(answer.data);
    const isGuess =
      query !== words && query.length < words.length && !tokens(words).includes(query);
    const fitting = isGuess
      ? matchProducts(words, products).map((match) => match.product)
      : products;
    if (fitting.length > 0) return { products: fitting };
  }
  return { products: [] };
}

function queries(words: string): string[] {
  const said = tokens(words).slice(0, 8);
  const telling = said.filter((word) => !isStopWord(word) && !VAGUE.has(word));
  const query = (telling.length > 0 ? telling : said).join(' ');
  const stems = contentStems(query);
  const head = stems.at(-1) ?? '';
  const start = head.length >= 5 ? head.slice(0, 3) : '';
  const tries = [query, stems.length > 1 || head !== query ? head : '', start];
  return query === '' ? [''] : [...new Set(tries.filter((text) => text !== ''))];
}

export type Settled = { target: Target } | { outcome: Outcome };

/** A product known from the cart alone is looked up by its name, where the page lets it be. */
function* complete(world: World, target: Target): Generator<Call[], Target, ToolAnswer[]> {
  if (target.product.isPartial !== true || world.toolbox.find('search') === null) return target;
  yield* lookFor(world, target.product.name);
  return { ...target, product: world.memory.products.get(target.product.id) ?? target.product };
}

/** The one product meant: from the conversation, else by searching, else by asking. */
export function* settleProduct(
  world: World,
  goal: Intent & { product: Reference },
  act: string,
): Generator<Call[], Settled, ToolAnswer[]> {
  const reference = goal.product;
  const known = findTarget(reference, world.memory);
  if (known !== null) return { target: yield* complete(world, known) };
  if (reference.words === '') {
    return {
      outcome: {
        say: `Which product do you mean? Tell me its name and I'll ${act}.`,
        pending: {
          kind: 'what',
          goal: goal.kind === 'add' ? 'add' : 'search',
          quantity: goal.kind === 'add' ? goal.quantity : 1,
        },
      },
    };
  }
  const found = yield* lookFor(world, reference.words);
  if ('outcome' in found) return found;
  if (found.products.length === 0) return { outcome: notFound(reference.words) };
  const matches = matchProducts(reference.words, found.products);
  const [best, second] = matches;
  const only = found.products.length === 1 ? found.products[0] : undefined;
  if (best === undefined) {
    return only === undefined
      ? { outcome: whichOne(found.products, goal) }
      : { outcome: closest(only, reference, goal) };
  }
  const typed = tokens(reference.words).length;
  const isClear =
    second === undefined ||
    best.score > second.score ||
    (best.isNamed &&
      tokens(best.product.name).length <= typed &&
      tokens(second.product.name).length > typed);
  if (isClear) {
    const isSure = best.isNamed || only !== undefined;
    return isSure
      ? { target: { product: best.product, variant: best.variant } }
      : { outcome: closest(best.product, reference, goal) };
  }
  const rivals = matches
    .filter((match) => match.score === best.score)
    .map((match) => match.product);
  const chosen = yield* letChoose(
    world,
    `Which one shall I ${act.replace(/ (?:it|them)\b.*$/, '')}?`,
    rivals,
  );
  if (chosen === null) return { outcome: whichOne(rivals, goal) };
  if ('outcome' in chosen) return chosen;
  return {
    target: {
      product: chosen.product,
      variant: findVariant(reference.words, chosen.product.variants),
    },
  };
}

/** Lets the visitor tap one of some products; null where the page has no tool for it or the pick is unclear. */
export function* letChoose(
  world: World,
  question: string,
  products: readonly Product[],
): Generator<Call[], { product: Product } | { outcome: Outcome } | null, ToolAnswer[]> {
  const options = products.slice(0, 6).map((product) => product.name);
  const answer = yield* use(world, 'choose', { question, options });
  if (answer === null) return null;
  if (!answer.ok) {
    const isRefusal = answer.failure.code === 'declined' || answer.failure.code === 'cancelled';
    return isRefusal
      ? {
          outcome: {
            say: "No problem, we needn't decide. Tell me if you'd like to see something else.",
          },
        }
      : null;
  }
  const choice = readChoice(answer.data, options);
  const product = products.find((candidate) => candidate.name === choice);
  return product === undefined ? null : { product };
}

function whichOne(products: Product[], goal: Intent & { product: Reference }): Outcome {
  const shown = products.slice(0, 6);
  return {
    say: `I found more than one that fits:\n\n${bullets(products)}\n\nWhich one do you mean?`,
    listed: shown.map((product) => product.id),
    pending: { kind: 'pick', ids: shown.map((product) => product.id), goal },
  };
}

function closest(
  product: Product,
  reference: Reference,
  goal: Intent & { product: Reference },
): Outcome {
  const intent = { ...goal, product: { words: '', isPronoun: true, id: product.id } };
  return {
    say: `I couldn't find “${clean(reference.words, 40)}” as such. The closest I found is ${describe(product)}. Is that the one?`,
    listed: [product.id],
    focus: { id: product.id, variant: null },
    pending: { kind: 'offer', intent },
  };
}

export function notFound(words: string): Outcome {
  return { say: `I looked, but couldn't find “${clean(words, 40)}” in this shop.` };
}

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

function acceptsEmptyQuery(world: World): boolean {
  const tool = world.toolbox.find('search');
  if (tool === null) return false;
  const schema = readProperties(tool).query;
  const minimum =
    typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? schema.minLength
      : undefined;
  return (minimum === undefined || minimum === 0) && readEnum(schema).length === 0;
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
  let products = intent.words === '' ? listed : [];
  if (intent.words === '' && products.length < 2) {
    return {
      say: 'Gladly. What kind of thing are you looking for?',
      pending: { kind: 'what', goal: 'choose', quantity: 1 },
    };
  }
  if (intent.words !== '') {
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
