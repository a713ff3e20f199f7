// From the visitor's words to the one product meant: known from the conversation, searched for, or asked about.

import { contentStems, isStopWord, tokens } from '../../gateway/agent.ts';
import { clean, findVariant, matchProducts, type Product, readProducts } from './catalogue.ts';
import type { Intent, Reference } from './intents.ts';
import { findTarget, type Target } from './memory.ts';
import { bullets, describe } from './phrases.ts';
import {
  type Found,
  itself,
  type Outcome,
  type Part,
  readChoice,
  use,
  type World,
} from './task.ts';

const MAX_RESULTS = 12;
const SHOWN = 6;

/** Words that don't narrow a search. */
export const VAGUE = new Set('something anything things stuff products items nice good'.split(' '));

/** Searches for the words as typed, then for the last word, then for its beginning, where typing errors are rare. */
export function* lookFor(world: World, words: string): Part<Found<{ products: Product[] }>> {
  const act = words === '' ? 'search the shop' : `search for “${clean(words, 40)}”`;
  for (const query of queries(words)) {
    const used = yield* use(world, 'search', { query, max_results: MAX_RESULTS }, act);
    if ('outcome' in used) return used;
    const products = readProducts(used.data);
    const isGuess = query.length < words.length && !tokens(words).includes(query);
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
  const head = contentStems(query).at(-1) ?? '';
  // A typing error in a short word leaves no beginning to search for, so compare all names here.
  const start = head.length >= 5 ? head.slice(0, 3) : '';
  return [...new Set([query, head, start])];
}

/** Looks up a product that is known from the cart only, by its name, if the page has a search. */
export function* complete(world: World, target: Target): Part<Target> {
  if (target.product.isPartial !== true || world.toolbox.find('search') === null) return target;
  yield* lookFor(world, target.product.name);
  return { ...target, product: world.memory.products.get(target.product.id) ?? target.product };
}

type Goal = Intent & { product: Reference };

/** The one product meant: from the conversation, else by searching, else by asking. */
export function* settleProduct(world: World, goal: Goal, act: string): Part<Found<Target>> {
  const { words } = goal.product;
  const known = findTarget(goal.product, world.memory);
  if (known !== null) return yield* complete(world, known);
  if (words === '') {
    const isAdd = goal.kind === 'add';
    return {
      outcome: {
        say: `Which product do you mean? Tell me its name and I'll ${act}.`,
        pending: {
          kind: 'what',
          goal: isAdd ? 'add' : 'search',
          quantity: isAdd ? goal.quantity : 1,
        },
      },
    };
  }
  const found = yield* lookFor(world, words);
  if ('outcome' in found) return found;
  const { products } = found;
  const [first] = products;
  if (first === undefined) return { outcome: notFound(words) };
  const matches = matchProducts(words, products);
  const [best, second] = matches;
  if (best === undefined) {
    return { outcome: products.length === 1 ? closest(first, goal) : whichOne(products, goal) };
  }
  const typed = tokens(words).length;
  const isExact = best.isNamed && tokens(best.product.name).length <= typed;
  if (second === undefined || best.score > second.score || isExact) {
    return best.isNamed || products.length === 1 ? best : { outcome: closest(best.product, goal) };
  }
  const rivals = matches
    .filter((match) => match.score === best.score)
    .map((match) => match.product);
  const chosen = yield* letChoose(world, 'Which one do you mean?', rivals);
  if (chosen === null) return { outcome: whichOne(rivals, goal) };
  if ('outcome' in chosen) return chosen;
  return { ...chosen, variant: findVariant(words, chosen.product.variants) };
}

/** Lets the visitor tap one of some products; null where the page has no tool for it or the pick is unclear. */
export function* letChoose(
  world: World,
  question: string,
  products: readonly Product[],
): Part<Found<{ product: Product }> | null> {
  if (world.toolbox.find('choose') === null) return null;
  const options = products.slice(0, SHOWN).map((product) => product.name);
  const used = yield* use(world, 'choose', { question, options }, 'ask you');
  if ('outcome' in used) {
    const isRefusal = ['declined', 'cancelled'].includes(used.failure?.code ?? '');
    const say = "No problem, we needn't decide. Tell me if you'd like to see something else.";
    return isRefusal ? { outcome: { say } } : null;
  }
  const choice = readChoice(used.data, options);
  const product = products.find((candidate) => candidate.name === choice);
  return product === undefined ? null : { product };
}

function whichOne(products: Product[], goal: Goal): Outcome {
  const ids = products.slice(0, SHOWN).map((product) => product.id);
  return {
    say: `I found more than one that fits:\n\n${bullets(products)}\n\nWhich one do you mean?`,
    listed: ids,
    pending: { kind: 'pick', ids, goal },
  };
}

function closest(product: Product, goal: Goal): Outcome {
  return {
    say: `I couldn't find “${clean(goal.product.words, 40)}” as such. The closest I found is ${describe(product)}. Is that the one?`,
    listed: [product.id],
    focus: { id: product.id, variant: null },
    pending: { kind: 'offer', intent: { ...goal, product: itself(product) } as Intent },
  };
}

export function notFound(words: string): Outcome {
  return { say: `I looked, but couldn't find “${clean(words, 40)}” in this shop.` };
}
