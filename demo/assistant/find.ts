// Tasks that look things up: listing, showing, comparing, choosing, and telling a price, stock or colours.

import { contentStems } from '../../gateway/agent.ts';
import { byPrice, clean, findVariant, matchProducts, type Product } from './catalogue.ts';
import { type Intent, it } from './intents.ts';
import { findTarget, type Target, type ToolAnswer } from './memory.ts';
import { bullets, describe, joinWords } from './phrases.ts';
import {
  cheaper,
  closest,
  complete,
  lookFor,
  notFound,
  SHOWN,
  settle,
  undecided,
} from './settle.ts';
import { findColour, withoutColour } from './slots.ts';
import { type Call, letChoose, type Outcome, offer, type Task, use, type World } from './task.ts';
import { isAlike } from './words.ts';

const OF_LIST = /\b(?:of (?:these|those|them)|which|one|ones)\b/i;

/** More cards than these take too long to look through, and `show_items` takes no more. */
const MAX_ITEMS = 8;

export function* searchTask(world: World, intent: Intent): Task {
  const { thing, aspect } = intent;
  if (aspect === 'gone') {
    const all = yield* lookFor(world, '');
    if ('outcome' in all) return all.outcome;
    const gone = all.products.filter(({ inStock }) => inStock === false);
    const names = joinWords(gone.map(({ name }) => name));
    return {
      say: names === '' ? 'Everything is in stock.' : `Out of stock at the moment: ${names}.`,
    };
  }
  if (aspect !== undefined) {
    const known = findTarget(thing, world.memory);
    // "Which products are black?" asks for a list, "does it come in black?" for one product's colours.
    const isList = withoutColour(thing.words) === '' && !thing.points;
    if (known !== null) {
      const target = yield* complete(world, known);
      return 'outcome' in target ? target.outcome : tell(world, target, intent);
    }
    if (!isList || thing.words === '') {
      const target = yield* settle(world, intent, thing, 'look it up');
      return 'outcome' in target ? target.outcome : tell(world, target, intent);
    }
  }
  const words = withoutColour(thing.words);
  const listed = world.memory.listed.flatMap((id) => world.memory.products.get(id) ?? []);
  if (thing.rank !== undefined && words === '' && listed.length > 1 && OF_LIST.test(intent.text))
    return yield* list(world, listed, intent);
  const found = yield* lookFor(world, words);
  if ('outcome' in found) return found.outcome;
  const near = nearest(words, found.products);
  if (near !== null) return closest(near, { ...intent, act: 'about' }, words);
  if (found.products.length === 0) {
    const { say } = notFound(words);
    return { say: '', questions: [{ text: intent.text, about: [], otherwise: say }] };
  }
  return yield* list(world, found.products, intent);
}

/** A candle where candle holders are sought: what stands last names the thing, and nothing found is one. */
function nearest(words: string, found: readonly Product[]): Product | null {
  const [best] = matchProducts(words, found);
  const head = contentStems(words).at(-1);
  if (best === undefined || head === undefined || !best.isNamed || best.score === 1) return null;
  const isOne = found.some(({ name, summary, variants }) =>
    contentStems(`${name} ${summary} ${variants}`).some((word) => isAlike(head, word)),
  );
  return isOne ? null : best.product;
}

function* list(world: World, all: readonly Product[], { thing, price }: Intent): Task {
  const colour = findColour(thing.words);
  const coloured =
    colour === null
      ? all
      : all.filter(
          ({ name, variants }) =>
            findVariant(colour, variants) !== null || name.toLowerCase().includes(colour),
        );
  const none = colour !== null && coloured.length === 0 ? `I see nothing in ${colour}. ` : '';
  const pool = coloured.length === 0 ? all : coloured;
  const { least = 0, most = Number.POSITIVE_INFINITY } = price ?? {};
  const fitting = pool.filter(
    ({ amount }) => amount === null || (amount >= least && amount <= most),
  );
  if (fitting.length === 0) {
    const near = byPrice(pool).at(least > 0 ? -1 : 0);
    return {
      say: `Nothing of that kind costs that. The nearest I found is ${near ? describe(near) : 'none'}.`,
    };
  }
  const ranked = rank(fitting, thing.rank, world);
  if (ranked.length === 0) return { say: 'There is nothing cheaper in this shop, I am afraid.' };
  const [first] = ranked;
  const listed = ranked.slice(0, SHOWN).map(({ id }) => id);
  const filter = { words: thing.words, ...(price && { price }) };
  if (ranked.length === 1 && first !== undefined) {
    return {
      ...offer(world, `${none}${introduce(first, 'I found')}`, {
        product: first,
        variant: colour === null ? null : findVariant(colour, first.variants),
      }),
      listed,
      filter,
    };
  }
  const words = withoutColour(thing.words);
  const what = words === '' ? '' : ` for “${clean(words, 40)}”`;
  const lead = world.pick([`Here's what I found${what}:`, `These fit${what}:`]);
  const isShown = yield* showItems(world, ranked);
  const rows = isShown ? `${lead.slice(0, -1)}.` : `${lead}\n\n${bullets(ranked)}`;
  return {
    say: `${none}${rows}\n\nWould you like to see one of them?`,
    listed,
    filter,
    pending: { kind: 'pick', ids: listed, goal: { act: 'show', text: '', thing: it() } },
  };
}

/** Shows products as cards, where the page offers that; false where words must do. */
function* showItems(
  world: World,
  products: readonly Product[],
): Generator<Call[], boolean, ToolAnswer[]> {
  if (world.toolbox.find('items') === null || products.length > MAX_ITEMS) return false;
  const items = products.map(({ name, price, summary, inStock, image, link }) => ({
    title: name,
    text: inStock === false ? 'Out of stock' : summary,
    ...(price && { price }),
    ...(image && { image }),
    ...(link && { link }),
    ...(inStock !== false && world.toolbox.find('add') && { button: 'Add to cart' }),
  }));
  return 'data' in (yield* use(world, 'items', { items }, 'show them'));
}

function rank(
  products: readonly Product[],
  by: Intent['thing']['rank'],
  world: World,
): readonly Product[] {
  if (by === undefined) return products;
  if (by === 'cheaper') return cheaper(products, world.memory);
  return byPrice(products).slice(...(by === 'cheapest' ? [0, 1] : [-1]));
}

function introduce(product: Product, lead: string): string {
  const { summary } = product;
  return `${lead} ${describe(product)}.${summary === '' ? '' : ` ${summary}`}`;
}

/** Tells the price, the stock or the colours of one product. */
function tell(world: World, target: Target, { aspect, thing, text }: Intent): Outcome {
  const { name, price, inStock, variants } = target.product;
  const wished = aspect === 'colours' ? findColour(thing.words) : null;
  const variant = target.variant ?? (wished === null ? null : findVariant(wished, variants));
  const of = price === null ? '' : ` for ${price}`;
  const asked = { text, ...(aspect && { aspect }) };
  let sentence = `Yes, there is ${name}${variant === null ? '' : ` in ${clean(variant, 30)}`}${of}.`;
  if (aspect === 'price') {
    sentence = price === null ? `The shop gives no price for ${name}.` : `${name} costs ${price}.`;
    if (inStock === false) sentence += ' It is out of stock, though.';
  } else if (inStock === false) {
    sentence = `Sorry, ${name} is out of stock.`;
  } else if (aspect === 'colours' && (wished === null || variant === null)) {
    const colours =
      variants.length === 0 ? 'one version only' : joinWords(variants.map((one) => clean(one, 30)));
    sentence =
      wished === null
        ? `${name} comes in ${colours}.`
        : `No, ${name} doesn't come in ${wished}. It comes in ${colours}.`;
    return wished === null
      ? { ...offer(world, sentence, target), asked }
      : { say: sentence, focus: { id: target.product.id, variant: null }, asked };
  }
  return { ...offer(world, sentence, { ...target, variant }), asked };
}

export function* showTask(world: World, intent: Intent): Task {
  const target = yield* settle(world, intent, intent.thing, 'show it to you');
  return 'outcome' in target ? target.outcome : yield* showTarget(world, target);
}

function* showTarget(world: World, target: Target): Task {
  const { product, variant } = target;
  if (world.toolbox.find('show') === null)
    return offer(world, introduce(product, 'That is'), target);
  const used = yield* use(world, 'show', { product_id: product.id }, `open ${product.name}`);
  if ('outcome' in used) return { ...used.outcome, focus: { id: product.id, variant } };
  return offer(world, `Here is ${describe(product)}.`, target);
}

/** "Tell me about …": a product of that very name is described, anything else is a question. */
export function* aboutTask(world: World, intent: Intent): Task {
  const { words } = intent.thing;
  let target = findTarget(intent.thing, world.memory);
  if (target === null && words !== '' && world.toolbox.find('search') !== null) {
    const found = yield* lookFor(world, words);
    const best = 'products' in found ? found.products[0] : undefined;
    if (best !== undefined) target = { product: best, variant: findVariant(words, best.variants) };
  }
  if (target !== null) {
    const asked = { asked: { text: intent.text } };
    return { ...offer(world, introduce(target.product, 'That is'), target), ...asked };
  }
  const otherwise = `I don't know anything about ${clean(words, 40) || 'that'}, I'm afraid.`;
  return { say: '', questions: [{ text: intent.text, about: [], otherwise }] };
}

export function* compareTask(world: World, intent: Intent): Task {
  const targets: Target[] = [];
  for (const thing of [intent.thing, intent.other ?? it()]) {
    const target = yield* settle(world, intent, thing, 'compare them');
    if ('outcome' in target) return target.outcome;
    targets.push(target);
  }
  const products = targets.map(({ product }) => product);
  const said = { listed: products.map(({ id }) => id), asked: { text: intent.text } };
  const { quality = '' } = intent;
  const isDear = /^(?:dear|pric|more exp)/.test(quality);
  if (isDear || /^cheap/.test(quality)) {
    const [first, second] = isDear ? byPrice(products).reverse() : byPrice(products);
    const yes = first === products[0] ? 'Yes: ' : 'No: ';
    const say = `${/^(?:is|are)\b/i.test(intent.text) ? yes : ''}${first?.name} costs ${first?.price}, and ${second?.name} ${second?.price}.`;
    return { say, ...said };
  }
  const both = bullets(products);
  if (quality !== '') {
    const about = products.map(({ name }) => name);
    return {
      say: '',
      questions: [{ text: intent.text, about, isOfList: true, otherwise: both }],
      ...said,
    };
  }
  return {
    say: `${products.map((product) => `- ${introduce(product, '').trim()}`).join('\n')}\n\nAsk me what matters to you, such as size or care.`,
    ...said,
  };
}

export function* chooseTask(world: World, intent: Intent): Task {
  const { thing, other } = intent;
  const words = withoutColour(thing.words);
  let products = world.memory.listed.flatMap((id) => world.memory.products.get(id) ?? []);
  const isAnything = /\b(?:gifts?|presents?)\b/.test(intent.text.toLowerCase());
  if (words !== '' || isAnything || other !== undefined) {
    const found = yield* lookFor(world, words);
    if ('outcome' in found) return found.outcome;
    products = found.products;
  } else if (products.length < 2) {
    return {
      say: 'Gladly. What kind of thing are you looking for?',
      pending: { kind: 'what', goal: intent },
    };
  }
  if (products.length === 0) return notFound(words);
  const stocked = products.filter(({ inStock }) => inStock !== false);
  if (other !== undefined) {
    const target = findTarget(other, world.memory);
    const rest = stocked.filter(({ id }) => id !== target?.product.id);
    const say = `Taste is beyond me; a model would do better. Beside it there are:\n\n${bullets(rest)}`;
    return { say, listed: rest.slice(0, SHOWN).map(({ id }) => id) };
  }
  if (stocked.length < 2)
    return yield* list(world, stocked.length === 0 ? products : stocked, intent);
  const names = stocked.slice(0, SHOWN).map(({ name }) => name);
  const choice = yield* letChoose(world, 'Which of these do you like best?', names);
  const listed = stocked.slice(0, SHOWN).map(({ id }) => id);
  if (!('chosen' in choice)) {
    return choice.is === 'refused'
      ? { ...undecided(), listed }
      : yield* list(world, stocked, intent);
  }
  const product = stocked.find(({ name }) => name === choice.chosen);
  return product === undefined ? undecided() : yield* showTarget(world, { product, variant: null });
}
