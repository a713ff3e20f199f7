// From the visitor's words to the one product meant: known from the conversation, searched for, or asked about.

import { contentStems, isStopWord, tokens } from '../../gateway/agent.ts';
import { clean, findVariant, matchProducts, type Product, readProducts } from './catalogue.ts';
import type { Intent, Reference } from './intents.ts';
import { findTarget, type Target, type ToolAnswer } from './memory.ts';
import { bullets, describe } from './phrases.ts';
import { type Call, failed, missing, type Outcome, readChoice, use, type World } from './task.ts';
import { readEnum, readProperties } from './toolbox.ts';

const MAX_RESULTS = 12;

/** Words that narrow no search. */
export const VAGUE = new Set([
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
  for (const query of queries(words, acceptsEmptyQuery(world))) {
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

function queries(words: string, canListAll: boolean): string[] {
  const said = tokens(words).slice(0, 8);
  const telling = said.filter((word) => !isStopWord(word) && !VAGUE.has(word));
  const query = (telling.length > 0 ? telling : said).join(' ');
  const stems = contentStems(query);
  const head = stems.at(-1) ?? '';
  const start = head.length >= 5 ? head.slice(0, 3) : '';
  const tries = [query, stems.length > 1 || head !== query ? head : '', start];
  if (query === '') return [''];
  // A slip in a short word leaves no beginning to search by: then the names are compared here.
  const all = canListAll && start === '' && head.length >= 3 ? [''] : [];
  return [...new Set(tries.filter((text) => text !== '')), ...all];
}

/** Whether the page's search lists everything when nothing is asked for. */
export function acceptsEmptyQuery(world: World): boolean {
  const tool = world.toolbox.find('search');
  if (tool === null) return false;
  const schema = readProperties(tool).query;
  const minimum =
    typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? schema.minLength
      : undefined;
  return (minimum === undefined || minimum === 0) && readEnum(schema).length === 0;
}

/** A product known from the cart alone is looked up by its name, where the page lets it be. */
export function* complete(world: World, target: Target): Generator<Call[], Target, ToolAnswer[]> {
  if (target.product.isPartial !== true || world.toolbox.find('search') === null) return target;
  yield* lookFor(world, target.product.name);
  return { ...target, product: world.memory.products.get(target.product.id) ?? target.product };
}

export type Settled = { target: Target } | { outcome: Outcome };

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
