// From the visitor's words to the one product meant: known from the conversation, searched for, or asked about.

import { isStopWord, tokens } from '../../gateway/agent.ts';
import {
  byPrice,
  clean,
  findVariant,
  matchProducts,
  type Product,
  pickFromList,
  readProducts,
} from './catalogue.ts';
import { type Intent, it, type Thing } from './intents.ts';
import { findTarget, type Memory, type Target } from './memory.ts';
import { bullets, describe } from './phrases.ts';
import { withoutColour } from './slots.ts';
import { letChoose, type Outcome, type Part, use, type World } from './task.ts';

const MAX_RESULTS = 12;
export const SHOWN = 6;

/** The shop's own search by the words; where it finds nothing, all names, compared with room for a typing error. */
export function* lookFor(world: World, words: string): Part<{ products: Product[] }> {
  const said = tokens(withoutColour(words)).slice(0, 8);
  const telling = said.filter((word) => !isStopWord(word));
  const query = (telling.length > 0 ? telling : said).join(' ');
  const act = query === '' ? 'search the shop' : `search for “${clean(words, 40)}”`;
  const used = yield* use(world, 'search', { query, max_results: MAX_RESULTS }, act);
  if ('outcome' in used) return used;
  const found = readProducts(used.data);
  if (query === '') return { products: found };
  const named = matchProducts(query, found).filter(({ isNamed }) => isNamed);
  // A search for several words may match any of them: what has one in its name is meant.
  if (named[0]?.score === 1) return { products: named.map(({ product }) => product) };
  if (found.length > 0) return { products: found };
  const all = yield* use(world, 'search', { query: '', max_results: MAX_RESULTS }, act);
  if ('outcome' in all) return all;
  const alike = matchProducts(query, readProducts(all.data)).filter(({ isNamed }) => isNamed);
  return { products: alike.map(({ product }) => product) };
}

/** Looks up a product that is known from the cart only, where the page has a search. */
export function* complete(world: World, target: Target): Part<Target> {
  if (target.product.isPartial !== true || world.toolbox.find('search') === null) return target;
  yield* lookFor(world, target.product.name);
  return { ...target, product: world.memory.products.get(target.product.id) ?? target.product };
}

/** The one product of an act: from the conversation, else by searching, else by asking. */
export function* settle(world: World, goal: Intent, thing: Thing, act: string): Part<Target> {
  const { words } = thing;
  const known = findTarget(thing, world.memory);
  if (known !== null) return yield* complete(world, known);
  if (words === '' && thing.rank === undefined) {
    return {
      outcome: {
        say: `Which product do you mean? Tell me its name and I'll ${act}.`,
        pending: { kind: 'what', goal },
      },
    };
  }
  const found = yield* lookFor(world, words);
  if ('outcome' in found) return found;
  const { products } = found;
  const [first] = products;
  if (first === undefined) return { outcome: notFound(words) };
  const ranked = pickFromList(thing, products);
  if (ranked !== null) return { product: ranked, variant: findVariant(words, ranked.variants) };
  const [best, second] = matchProducts(words, products);
  if (best === undefined || !best.isNamed) {
    return {
      outcome: products.length === 1 ? closest(first, goal, words) : whichOne(products, goal),
    };
  }
  const isExact = tokens(best.product.name).length <= tokens(words).length;
  if (second === undefined || best.score > second.score || isExact) return best;
  const rivals = matchProducts(words, products)
    .filter(({ score }) => score === best.score)
    .map(({ product }) => product);
  const names = rivals.slice(0, SHOWN).map(({ name }) => name);
  const choice = yield* letChoose(world, 'Which one do you mean?', names);
  if (!('chosen' in choice))
    return { outcome: choice.is === 'refused' ? undecided() : whichOne(rivals, goal) };
  const product = rivals.find(({ name }) => name === choice.chosen) ?? best.product;
  return { product, variant: findVariant(words, product.variants) };
}

function whichOne(products: Product[], goal: Intent): Outcome {
  const ids = products.slice(0, SHOWN).map(({ id }) => id);
  return {
    say: `I found more than one that fits:\n\n${bullets(products)}\n\nWhich one do you mean?`,
    listed: ids,
    pending: { kind: 'pick', ids, goal },
  };
}

export function closest(product: Product, goal: Intent, words: string): Outcome {
  return {
    say: `I couldn't find “${clean(words, 40)}” as such. The closest I found is ${describe(product)}. Is that the one?`,
    listed: [product.id],
    focus: { id: product.id, variant: null },
    pending: { kind: 'offer', intent: { ...goal, thing: it(product.id) } },
  };
}

export function notFound(words: string): Outcome {
  return { say: `I looked, but couldn't find “${clean(words, 40)}” in this shop.` };
}

export function undecided(): Outcome {
  return { say: "No problem, we needn't decide. Tell me if you'd like to see something else." };
}

/** What costs less than that which was spoken of, the nearest in price first. */
export function cheaper(products: readonly Product[], memory: Memory): Product[] {
  const { focus, filter, listed } = memory;
  const of = filter === null && focus !== null ? [focus.id] : listed;
  const limit = Math.max(0, ...of.map((id) => memory.products.get(id)?.amount ?? 0)) || Infinity;
  return byPrice(products)
    .filter(({ amount }) => (amount ?? 0) < limit)
    .reverse();
}
