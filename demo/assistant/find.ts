// Tasks that look things up: lists, gifts, prices, stock, colours, details, comparing and showing.

import { contentStems, isStopWord, stem } from '../../gateway/agent.ts';
import { byPrice, comesIn, findVariant, isAlike, type Product } from './catalogue.ts';
import { WORDS } from './data.ts';
import { answerDetail, compareBy, isAnimal, speaksOf } from './detail.ts';
import { sentencesAbout } from './facts.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { clean, describe, joinWords } from './phrases.ts';
import { isQuestion } from './read.ts';
import { isWelcome, productsOf, QUESTIONS, type State, type Wish } from './state.ts';
import { find, use } from './toolbox.ts';
import {
  isTarget,
  lost,
  mainItem,
  money,
  type Outcome,
  settle,
  type Task,
  type World,
  withDelivery,
} from './world.ts';

/** More cards than these take too long to look through, and `show_items` takes no more. */
const MOST_ITEMS = 8;
const GIFTS = 3;
const KINDS = WORDS.kinds.map((line) => line.split(' | ').map((cell) => cell.split(' ')));
const GENERIC = new Set(WORDS.generic.split(' '));

/** The words that tell what is looked for. */
const contentOf = ({ tokens }: Wish, avoid: readonly string[]): string[] =>
  tokens
    .filter(
      ({ is, word }) =>
        is === 'word' &&
        !isStopWord(word) &&
        !GENERIC.has(word) &&
        !avoid.some((one) => isAlike(word, one)),
    )
    .map(({ word }) => word);

/** How well each product fits the words; above 1, its own words say so. */
function rank(
  words: readonly string[],
  { state, passages }: World,
): { product: Product; score: number }[] {
  return productsOf(state)
    .map((product) => {
      const name = contentStems(product.name);
      const page = contentStems(
        `${product.summary} ${sentencesAbout(product, passages)
          .filter((one) => !/\bnot for\b|\bby hand\b|^the \w+ may\b/i.test(one))
          .join(' ')}`,
      );
      let score = 0;
      for (const word of words) {
        const kin = KINDS.find(
          ([said = []]) => said.includes(word) || said.some((one) => stem(one) === stem(word)),
        );
        const at = kin?.[1]?.findIndex((one) => name.at(-1) === stem(one)) ?? -1;
        if (name.some((one) => isAlike(word, one))) score += 2;
        else if (at >= 0) score += 1.6 - at / 10;
        else if (page.some((one) => isAlike(word, one))) score += 1;
      }
      return { product, score };
    })
    .sort((a, b) => b.score - a.score);
}

interface Bounds {
  least?: number;
  most?: number;
  colour?: string;
}
/** What a search is narrowed by. */
function boundsOf({ tokens }: Wish, { state }: World): Bounds {
  const price = tokens.findLast(({ is }) => is === 'price');
  const colours = tokens.filter(({ is }) => is === 'colour').map(({ word }) => word);
  const colour = colours.findLast((one) => !state.avoid.words.includes(one));
  const most = price ? price.most : state.avoid.most;
  return {
    ...(price?.least !== undefined && { least: price.least }),
    ...(most !== undefined && { most }),
    ...(colour && { colour }),
  };
}

const RELATIONS: readonly [RegExp, string][] = [
  [/\bmost expensive|highest price/i, 'high'],
  [/\bmore expensive/i, 'higher'],
  [/\bless expensive|too (?:expensive|much|dear)|over my budget/i, 'lower'],
  [/\bleast expensive|lowest price/i, 'low'],
];
/** Things that belong to others: "a lamp shade" is no lamp. */
const PART =
  /^(?:holder|refill|shade|cover|lid|stand|tree|rack|box|case|saucer|handle|wick|filter|bulb|sleeve|set|mat|coaster)s?$/;

export function* searchTask(world: World, wish: Wish): Task {
  const { state, passages, shop } = world;
  const { text, tokens, items } = wish;
  const all = productsOf(state);
  if (/\b(?:sold out|out of stock|unavailable)\b/i.test(text)) {
    const gone = all.filter(({ inStock }) => inStock === false).map(({ name }) => name);
    return {
      say:
        gone.length === 0
          ? 'Everything is in stock.'
          : `Sold out at the moment: ${joinWords(gone)}.`,
    };
  }
  const isGift = wish.name === 'gift';
  const isVegan = /\bvegan|animal/i.test(text);
  const beside = /\bgoe?s? (?:well )?with|\bmatch/i.test(text);
  const isElse = /\b(?:what|anything|something) else\b/i.test(text);
  const isOther = /\b(?:another|other|bigger|smaller|larger|different)\b/i.test(text);
  const bounds = boundsOf(wish, world);
  const relation =
    tokens.findLast(({ is }) => is === 'rank')?.word ??
    RELATIONS.find(([pattern]) => pattern.test(text))?.[1] ??
    null;
  const denied = items.flatMap(({ isNot, products }) => (isNot ? (products ?? []) : []));
  const welcome = (one: Product) =>
    isWelcome(one, { words: state.avoid.words }, sentencesAbout(one, passages).join(' ')) &&
    !denied.includes(one) &&
    !(isVegan && isAnimal(one, passages));
  const fits = (one: Product) =>
    isWithin(one, bounds, world, text) && !(isGift && one.inStock === false);
  const words = contentOf(wish, state.avoid.words);
  const named = [
    ...new Set(items.flatMap(({ isNot, products }) => (isNot ? [] : (products ?? [])))),
  ];
  const scored = rank(words, world);
  const top = scored[0]?.score ?? 0;
  const near = scored
    .filter(({ score }) => score >= 1 && score >= top * 0.55)
    .map(({ product }) => product);
  const isWhole = named.length === 0 && (words.length === 0 || (relation !== null && top < 1));
  const found = candidates().filter((one) => !(isElse && one.id === state.focus?.id));
  const fine = found.filter(welcome);
  const count = items.find(({ quantity }) => quantity)?.quantity ?? 1;
  const fitting = related(fine.filter(fits), relation, state, count);

  function candidates(): Product[] {
    if (beside)
      return scored
        .map(({ product }) => product)
        .filter((one) => one !== named[0] && one.id !== state.focus?.id);
    if (isGift && named.length > 1) return named;
    if (isGift && (named.length > 0 || isWhole || near.length === 0))
      return near.length > 0 ? near : all;
    if (named.length > 0) return named;
    if (!isWhole) return near;
    const current = state.listed.flatMap((id) => state.products.get(id) ?? []);
    const isOfList = items.some(({ isPlural, isPointer }) => isPlural ?? isPointer);
    return isOfList && current.length > 1 && relation !== 'lower' ? current : all;
  }

  const isFocus =
    words.length === 0 && items.some((one) => one.isPointer ?? one.quantity ?? one.isMore);
  const only =
    named.length === 1
      ? named[0]
      : named.length === 0 && isFocus
        ? state.products.get(state.focus?.id ?? '')
        : undefined;
  if (isOther && only && !beside)
    return {
      say: welcome(only)
        ? `No, I'm afraid not: ${only.name} is the only one of its kind here. ${describe(only)}. ${only.summary}`
        : `No, I'm afraid not: ${only.name} is the only one of its kind here, and that isn't for you.`,
    };
  if (fine.length === 0 && found.length > 0)
    return {
      say: `No, I'm afraid there is nothing for you there: ${joinWords(found.map(({ name }) => name))} is what you want to avoid.`,
    };
  const last = words.at(-1);
  const isForeign =
    !isGift && named.length === 0 && last !== undefined && (rank([last], world)[0]?.score ?? 0) < 1;
  const isPart =
    named.length > 0 &&
    !isGift &&
    words.some((word) => !/er$|ing$|^(?:made|real)$/.test(word)) &&
    PART.test(stem(last ?? ''));
  if (!beside && (isPart || (isForeign && relation === null && fine.length > 0)))
    return {
      say: `No, I'm afraid we don't have that. The nearest may be ${joinWords(fine.slice(0, 2).map(describe), 'or')}.`,
      isFallback: true,
    };
  if (isGift) {
    const picks = fitting.length > 0 ? fitting : all.filter((one) => welcome(one) && fits(one));
    const isJoint =
      bounds.most !== undefined &&
      count > 1 &&
      count < 5 &&
      /\btogether|in total|combined|\ball in\b|budget/i.test(text);
    return giftOf(picks, bounds, world, isWhole || near.length === 0, isJoint ? count : null);
  }
  if (fine.length === 0)
    return {
      say: `No, I'm afraid we don't have that. We sell things like ${joinWords(
        all
          .filter(welcome)
          .slice(0, 4)
          .map(({ name }) => name),
      )}; our people know more: ${shop.people}.`,
      isFallback: true,
    };
  if (fitting.length === 0)
    return notThat(
      fine,
      bounds,
      relation,
      relation === null ? all.filter((one) => welcome(one) && fits(one)) : [],
    );
  const isGuess = named.length === 0 && !isWhole && top < 1.5;
  return list(fitting, bounds, world, relation ?? (isGuess ? 'guess' : null), isVegan);
}

function isWithin(
  one: Product,
  { most, least, colour }: Bounds,
  world: World,
  text: string,
): boolean {
  const isDelivered = /\b(?:with|incl\w*) (?:the )?(?:delivery|shipping|postage)\b/i.test(text);
  const amount = one.amount ?? 0;
  const cost = isDelivered ? withDelivery(world, amount).total : amount;
  return (
    cost <= (most ?? Infinity) && (one.amount ?? Infinity) >= (least ?? 0) && comesIn(one, colour)
  );
}

/** "The cheapest", "anything dearer": of what was found, against what was spoken of. */
function related(
  found: Product[],
  relation: string | null,
  { focus, listed, products }: State,
  count: number,
): Product[] {
  const sorted = byPrice(found);
  if (relation === 'low') return sorted.slice(0, count);
  if (relation === 'high') return sorted.slice(-count);
  if (relation === null) return found;
  const amounts = (focus ? [focus.id] : listed).flatMap((id) => products.get(id)?.amount ?? []);
  if (relation === 'lower')
    return sorted.filter(
      ({ amount }) => amounts.length === 0 || (amount ?? 0) < Math.max(...amounts),
    );
  return sorted.filter(({ amount }) => (amount ?? 0) > Math.min(...amounts, Infinity));
}

function notThat(
  found: readonly Product[],
  { colour, most, least }: Bounds,
  relation: string | null,
  others: readonly Product[] = [],
): Outcome {
  const [near] = byPrice(found).slice(least === undefined ? 0 : -1);
  if (relation === 'lower')
    return {
      say: `I'm afraid there is nothing cheaper of that kind${near ? `: ${describe(near)} costs least` : ''}.`,
    };
  const kind = [colour && `in ${colour}`, (most ?? least) !== undefined && 'at that price']
    .filter(Boolean)
    .join(' ');
  const rest =
    others.length > 0
      ? ` What there is: ${joinWords(others.slice(0, 3).map(describe), 'or')}.`
      : near
        ? ` The nearest is ${describe(near)}.`
        : '';
  return { say: `No, I'm afraid we have nothing of that kind${kind && ` ${kind}`}.${rest}` };
}

const LEADS: Readonly<Record<string, string>> = {
  low: 'The cheapest is',
  high: 'The most expensive is',
  guess: 'The nearest that I find is the',
};

function list(
  products: Product[],
  { colour, most, least }: Bounds,
  world: World,
  relation: string | null,
  isVegan: boolean,
): Outcome {
  const [only] = products;
  if (products.length === 1 && only !== undefined) {
    const lead = LEADS[relation ?? ''] ?? 'Yes, there is the';
    const offer = only.inStock === false ? '' : ask(world);
    return {
      say: `${lead} ${describe(only)}. ${only.summary}${offer}`.replace(/ +/g, ' '),
      about: only,
    };
  }
  const { size } = world.state.products;
  const from = least === undefined ? '' : ` from €${Math.round(least)}`;
  const to = most === undefined ? '' : from ? ` to €${Math.round(most)}` : ` for up to €${most}`;
  const range = `${from}${to}`;
  const avoided = world.state.avoid.words.length > 0 ? ', without what you want to avoid' : '';
  const lead =
    products.length === size
      ? 'This is what we sell'
      : `We have ${products.length} things${colour ? ` in ${colour}` : ''}${range} that fit${avoided}`;
  const vegan = isVegan ? ' Our pages call none of them vegan, but name no animal material.' : '';
  const shown = show(`${lead}.${vegan}`, products, world);
  return products.length > MOST_ITEMS ? { ...shown, isFallback: true } : shown;
}

/** A sentence, and the products as cards, or as a list where the page has none. */
function show(say: string, products: Product[], { tools }: World): Outcome {
  if (find(tools, 'items') === null)
    return {
      say: `${say.replace(/\.$/, ':')}\n\n${products.map((one) => `- ${describe(one)}`).join('\n')}`,
    };
  const rest = products.slice(MOST_ITEMS).map(({ name, price }) => `${name} (${price})`);
  const more = rest.length > 0 ? ` Beside these there is ${joinWords(rest)}.` : '';
  return { say: `${say}${more}`, items: products.slice(0, MOST_ITEMS) };
}

/** As many of them as were asked for, that together come nearest to the limit. */
function within(products: readonly Product[], count: number, most: number): Product[] {
  let best: { some: Product[]; cost: number } = { some: [], cost: 0 };
  const look = (from: number, some: Product[], cost: number): void => {
    if (cost > most || some.length + products.length - from < count) return;
    if (some.length === count && cost > best.cost) best = { some, cost };
    if (some.length < count)
      for (const [at, one] of products.entries())
        if (at >= from) look(at + 1, [...some, one], cost + (one.amount ?? most));
  };
  look(0, [], 0);
  return best.some;
}

/** @param sum how many shall keep to the limit together; null: each by itself */
function giftOf(
  found: readonly Product[],
  bounds: Bounds,
  world: World,
  isAny: boolean,
  sum: number | null,
): Outcome {
  const [first, ...others] = (isAny ? spread(found) : found).slice(0, GIFTS);
  if (first === undefined) return notThat(byPrice(productsOf(world.state)), bounds, null);
  const price = bounds.most ? ` for up to €${bounds.most}` : '';
  if (sum !== null) {
    const some = within(found, sum, bounds.most ?? Infinity);
    const cost = money(some.reduce((all, { amount }) => all + (amount ?? 0), 0));
    return some.length === 0
      ? { say: `No, I'm afraid no ${sum} things cost so little together.` }
      : show(`Together for ${cost}, I'd take these.`, some, world);
  }
  if (others.length === 0)
    return {
      say: `I'd take the ${describe(first)}${price}. ${first.summary}${ask(world)}`,
      about: first,
    };
  const why = `I'd take the ${first.name}: ${first.summary.charAt(0).toLowerCase()}${first.summary.slice(1)}`;
  return isAny
    ? { ...show(`These make good presents${price}.`, [first, ...others], world), isFallback: true }
    : show(why, [first, ...others], world);
}

/** A cheap one, one between and a dear one. */
function spread(products: readonly Product[]): Product[] {
  const sorted = byPrice(products);
  const last = sorted.length - 1;
  return [...new Set([0, Math.floor(last / 2), Math.floor(last * 0.85)])].flatMap(
    (at) => sorted[at] ?? [],
  );
}

const ask = ({ tools }: World): string => (find(tools, 'add') === null ? '' : ` ${QUESTIONS.cart}`);

/** "Does my fountain pen bleed through?": what is the visitor's own is not what is asked of. */
const OWN =
  /\b(?:my|fountain) (?:\w+ ){0,2}?(?:pen|cup|lamp|bag|towel|bowl|tea|board|mug|notebook|candle|blanket)s?\b/i;

/** "Does ink bleed through the notebook?": of several, the one whose page speaks of what is asked. */
function subjectOf({ state, passages }: World, { text, items }: Wish, main: Item): Item {
  const focus = state.products.get(state.focus?.id ?? '');
  const named = items.filter(isNamed).flatMap((item) => resolve(item, state).slice(0, 1));
  const some = named.length === 0 ? resolve(main, state) : named;
  const all = focus && named.length === 1 && OWN.test(text) ? [focus, ...some] : some;
  const telling = all.filter((one) => speaksOf(one, passages, text));
  const [only] = telling.length === 1 || named.length > 0 ? telling : [];
  return all.length > 1 && only ? { colours: [], products: [only] } : main;
}

export function* tellTask(world: World, wish: Wish): Task {
  const { name, text, items, tokens } = wish;
  const { state, shop, passages } = world;
  const item = mainItem(wish);
  if (name === 'detail' && item.isPlural && state.listed.length > 1 && state.focus === null)
    return yield* compareTask(world, wish);
  const target = yield* settle(world, name === 'detail' ? subjectOf(world, wish, item) : item);
  if (!isTarget(target))
    return (name === 'colours' && !target.isLost) ||
      (name === 'detail' && items.length === 0 && !state.focus)
      ? yield* searchTask(world, { ...wish, name: 'search' })
      : target;
  const { product } = target;
  const { name: what, price, inStock, variants, amount, summary } = product;
  const colour = tokens.find(({ is }) => is === 'colour')?.word;
  const variant = colour ? findVariant(colour, variants) : target.variant;
  const gone = inStock === false ? ' It is sold out at the moment.' : '';
  const colours = joinWords(variants.map((one) => clean(one, 30))) || 'one version only';
  const say = (words: string): Outcome => ({ say: words, about: product });
  const page = sentencesAbout(product, passages).join(' ');
  const isBad = !isWelcome(product, { words: state.avoid.words }, page);
  if (state.avoid.isHealth && isBad && ['detail', 'about', 'stock'].includes(name)) {
    const made = answerDetail(world, product, 'what is it made of');
    const advice = `With what you told me (${joinWords(state.avoid.words)}), I'd advise against ${what}.`;
    const asking = `Please ask our people first: ${shop.people}.`;
    return { ...made, say: `${advice} ${made.say} ${asking}`, about: product };
  }
  // Whether it makes somebody ill is asked, whatever else the question is like.
  if (state.avoid.isHealth && name === 'about' && isQuestion(text))
    return { ...answerDetail(world, product, `${text} allergy`), about: product };
  switch (name) {
    case 'price': {
      const named = items.filter(isNamed);
      if (named.length > 1) {
        const all = named.flatMap((one) => resolve(one, state).slice(0, 1));
        return { say: `${joinWords(all.map((one) => `${one.name} costs ${one.price}`))}.` };
      }
      if (price === null) return say(`The shop gives no price for ${what}.`);
      const count = items.find(({ quantity }) => (quantity ?? 1) > 1)?.quantity ?? 1;
      const sum = count > 1 && amount ? `, so ${count} cost ${money(amount * count)}` : '';
      return say(`${what} costs ${price}${sum}.${gone}`);
    }
    case 'stock': {
      if (inStock === false)
        return say(
          `No, ${what} is sold out at the moment, and our pages name no date. Our people may know more: ${shop.people}.`,
        );
      if (colour && variant === null)
        return say(`No, ${what} doesn't come in ${colour}. It comes in ${colours}.`);
      const isCount = /\bhow many|\b\d+\b.*stock/i.test(text);
      const which = variants.length > 1 ? `, in ${variant ?? colours}` : '';
      return say(
        `Yes, ${what} is in stock${which}.${isCount ? " I can't see how many are left." : ''}`,
      );
    }
    case 'colours': {
      if (!colour) return say(`${what} comes in ${colours}.${gone}`);
      if (variant === null)
        return say(`No, ${what} doesn't come in ${colour}. It comes in ${colours}.`);
      const cost = price === null ? '' : ` for ${price}`;
      return gone === ''
        ? say(`Yes, there is ${what} in ${clean(variant, 30)}${cost}.${ask(world)}`)
        : say(`Not now: ${what} is sold out. It comes in ${colours},${cost}.`);
    }
    case 'detail': {
      if (!/\bvegan\b|\banimal/i.test(text)) {
        const told = answerDetail(world, product, text);
        return {
          ...told,
          say: `${told.say}${/\bbuy|\bstill get/i.test(text) ? gone : ''}`,
          about: product,
        };
      }
      return say(
        isAnimal(product, passages)
          ? `No: ${answerDetail(world, product, 'what is it made of').say} That comes from animals, so it isn't vegan.`
          : `I don't know for sure: the page of ${what} doesn't call it vegan, but names no animal material. Our people can tell you: ${shop.people}.`,
      );
    }
    default: {
      const isAsked = isQuestion(text) && /\blike\b/.test(text);
      const offer = gone === '' && !isAsked ? ask(world) : '';
      return say(`That is ${describe({ ...product, inStock: null })}. ${summary}${gone}${offer}`);
    }
  }
}

export function* showTask(world: World, wish: Wish): Task {
  const target = yield* settle(world, mainItem(wish));
  if (!isTarget(target)) return target;
  const { product } = target;
  if (find(world.tools, 'show') === null) return yield* tellTask(world, { ...wish, name: 'about' });
  const used = yield* use(world.tools, 'show', { product_id: product.id }, `open ${product.name}`);
  if ('say' in used) return { say: used.say };
  return { say: `Here is ${describe(product)}.${product.inStock === false ? '' : ask(world)}` };
}

export function* compareTask(world: World, wish: Wish): Task {
  const { state, passages } = world;
  const { items, text } = wish;
  let products = [
    ...new Set(items.filter(isNamed).flatMap((item) => resolve(item, state).slice(0, 1))),
  ];
  const focus = state.products.get(state.focus?.id ?? '');
  if (products.length === 1 && focus && focus !== products[0]) products = [focus, ...products];
  if (products.length < 2)
    products = state.listed.flatMap((id) => state.products.get(id) ?? []).slice(0, 3);
  if (products.length < 2)
    return (products[0] ?? focus)
      ? yield* tellTask(world, { ...wish, name: 'detail' })
      : lost(world);
  const said = compareBy(products, passages, text);
  if (said.length > 0) return { say: said.join(' ') };
  const rows = products.map(
    (product) =>
      `- **${product.name}**, ${product.price}${product.inStock === false ? ', sold out' : ''}: ${product.summary}`,
  );
  return {
    say: `${/\bbetter\b|\bwould you\b|\brather\b|\bnicer\b/i.test(text) ? 'That depends on what it is for.' : 'Side by side:'}\n\n${rows.join('\n')}`,
  };
}
