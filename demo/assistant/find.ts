// Tasks that look things up: lists, gifts, prices, stock, colours, details, comparing and showing.

import { contentStems, isStopWord, stem } from '../../gateway/agent.ts';
import { byPrice, findVariant, isAlike, type Product } from './catalogue.ts';
import { WORDS } from './data.ts';
import { answerDetail, compareBy, isAnimal } from './detail.ts';
import { sentencesAbout } from './facts.ts';
import { isNamed, resolve } from './items.ts';
import { clean, describe, joinWords } from './phrases.ts';
import { isQuestion } from './read.ts';
import { isWelcome, productsOf, QUESTIONS, type Wish } from './state.ts';
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
const GENERIC = new Set(
  'something anything else another other others section range whole gift gifts present presents idea ideas recommend suggest suggestion choose pick decide nice nicest good best cheap cheaper cheapest expensive most less budget find search browse sell stock carry offer looking look see list love loves like likes enjoy enjoys fan someone somebody friend mother mum mom mums dad father sister sisters brother wife husband partner girlfriend boyfriend aunt uncle grandma grandmother grandfather boss colleague neighbour birthday christmas anniversary wedding valentines person people man woman kind kinds soon lot need spend buy available what got stuff things items shop store guys please little small smaller bigger larger biggest around about more max without allergic allergy vegan only thank goes go goods well match teacher moved new already think best products catalogue everything name names card type special help ideas made piece pieces under over sold stocked selling hey hi im id any dearest thing put up useful everyday thats animals animal not rainy days'.split(
    ' ',
  ),
);

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
          .filter((one) => !/\bnot for\b|\bby hand\b/i.test(one))
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
function boundsOf(wish: Wish, { state }: World): Bounds {
  const price = wish.tokens.findLast(({ is }) => is === 'price');
  const colour = wish.tokens.findLast(
    ({ is, word }) => is === 'colour' && !state.avoid.words.includes(word),
  )?.word;
  const most = price?.most ?? (price ? undefined : state.avoid.most);
  return {
    ...(price?.least !== undefined && { least: price.least }),
    ...(most !== undefined && { most }),
    ...(colour && { colour }),
  };
}

export function* searchTask(world: World, wish: Wish): Task {
  const { state, passages } = world;
  const { text, tokens, items } = wish;
  const isGift = wish.name === 'gift';
  if (/\b(?:sold out|out of stock|unavailable)\b/i.test(text)) {
    const gone = productsOf(state).filter(({ inStock }) => inStock === false);
    return {
      say:
        gone.length === 0
          ? 'Everything is in stock.'
          : `Sold out at the moment: ${joinWords(gone.map(({ name }) => name))}.`,
    };
  }
  const bounds = boundsOf(wish, world);
  const isDelivered = /\b(?:with|incl\w*) (?:the )?(?:delivery|shipping|postage)\b/i.test(text);
  const isVegan = /\bvegan|animal/i.test(text);
  const welcome = (one: Product) =>
    isWelcome(one, { words: state.avoid.words }, sentencesAbout(one, passages).join(' ')) &&
    !(isVegan && isAnimal(one, passages));
  const fits = (one: Product) =>
    (bounds.most === undefined ||
      (isDelivered ? withDelivery(world, one.amount ?? 0).total : (one.amount ?? 0)) <=
        bounds.most) &&
    (bounds.least === undefined || (one.amount ?? Infinity) >= bounds.least) &&
    (bounds.colour === undefined ||
      findVariant(bounds.colour, one.variants) !== null ||
      one.name.toLowerCase().includes(bounds.colour)) &&
    !(isGift && one.inStock === false);
  const all = productsOf(state);
  const words = contentOf(wish, state.avoid.words);
  const named = [
    ...new Set(items.filter(({ isNot }) => !isNot).flatMap(({ products }) => products ?? [])),
  ];
  const beside = /\bgoe?s? (?:well )?with|\bmatch/i.test(text);
  const isOther = /\b(?:another|other|bigger|smaller|larger|different)\b/i.test(text);
  const ranks = tokens.filter(({ is }) => is === 'rank').map(({ word }) => word);
  const relation =
    ranks.at(-1) ??
    (/\bmost expensive|highest price/i.test(text)
      ? 'high'
      : /\bmore expensive/i.test(text)
        ? 'higher'
        : /\bless expensive|too (?:expensive|much|dear)|over my budget/i.test(text)
          ? 'lower'
          : /\bleast expensive|lowest price/i.test(text)
            ? 'low'
            : null);
  const scored = rank(words, world);
  const top = scored[0]?.score ?? 0;
  const isWhole = named.length === 0 && (words.length === 0 || (relation !== null && top < 1));
  const current = state.listed.flatMap((id) => state.products.get(id) ?? []);
  const near = scored
    .filter(({ score }) => score >= 1 && score >= top * 0.55)
    .map(({ product }) => product);
  const isCompound =
    named.length > 0 &&
    !isGift &&
    words.some((word) => !/er$|ing$|^(?:made|real)$/.test(word)) &&
    /^(?:holder|refill|shade|cover|lid|stand|tree|rack|box|case|saucer|handle|wick|filter|bulb|sleeve|set|mat|coaster)s?$/.test(
      stem(words.at(-1) ?? ''),
    );
  let found =
    isGift && named.length > 0 && !beside
      ? near.length > 0
        ? near
        : all
      : beside
        ? scored
            .map(({ product }) => product)
            .filter((one) => one !== named[0] && one.id !== state.focus?.id)
        : named.length > 0
          ? named
          : isWhole
            ? items.some(({ isPlural, isPointer }) => isPlural ?? isPointer) &&
              current.length > 1 &&
              relation !== 'lower'
              ? current
              : all
            : near;
  const dropped = found.filter((one) => !welcome(one));
  found = found.filter(welcome);
  const people = world.shop.people;
  const only =
    named.length === 1
      ? named[0]
      : named.length === 0 &&
          words.length === 0 &&
          items.some(({ isPointer, quantity, isMore }) => isPointer ?? quantity ?? isMore)
        ? state.products.get(state.focus?.id ?? '')
        : undefined;
  if (isOther && only && !beside) {
    const why = welcome(only) ? '' : ", and that isn't for you";
    return {
      say: `No, I'm afraid not: ${only.name} is the only one of its kind here${why}.${welcome(only) ? ` ${describe(only)}. ${only.summary}` : ''}`.replace(
        /\.\./g,
        '.',
      ),
    };
  }
  if (found.length === 0 && dropped.length > 0)
    return {
      say: `No, I'm afraid there is nothing for you there: ${joinWords(dropped.map(({ name }) => name))} is what you want to avoid.`,
    };
  const lastWord = words.at(-1);
  const isForeign =
    !isGift &&
    named.length === 0 &&
    lastWord !== undefined &&
    (rank([lastWord], world)[0]?.score ?? 0) < 1;
  if (isForeign && relation === null && found.length > 0)
    return {
      say: `No, I'm afraid we have none. The nearest may be ${joinWords(found.slice(0, 2).map(describe), 'or')}.`,
    };
  if (isCompound)
    return {
      say: `No, I'm afraid we don't have that. The nearest we have is ${joinWords(found.slice(0, 2).map(describe), 'or')}.`,
    };
  let fitting = found.filter(fits);
  if (relation === 'low') fitting = byPrice(fitting).slice(0, 1);
  if (relation === 'high') fitting = byPrice(fitting).slice(-1);
  if (relation === 'lower' || relation === 'higher') {
    const ids = state.focus !== null ? [state.focus.id] : state.listed;
    const amounts = ids.flatMap((id) => state.products.get(id)?.amount ?? []);
    const limit =
      relation === 'lower'
        ? Math.max(...amounts, amounts.length > 0 ? 0 : Infinity)
        : Math.min(...amounts, Infinity);
    fitting = byPrice(fitting).filter(({ amount }) =>
      relation === 'lower' ? (amount ?? 0) < limit : (amount ?? 0) > limit,
    );
  }
  if (isGift) {
    const picks = fitting.length > 0 ? fitting : all.filter((one) => welcome(one) && fits(one));
    return giftOf(picks, bounds, world, isWhole || near.length === 0);
  }
  if (found.length === 0)
    return {
      say: `No, I'm afraid we don't have that. We sell things like ${joinWords(
        all
          .filter(welcome)
          .slice(0, 4)
          .map(({ name }) => name),
      )}; our people know more: ${people}.`,
    };
  if (fitting.length === 0) return notThat(found, bounds, relation);
  return list(fitting, bounds, world, relation, isVegan);
}

function notThat(
  found: readonly Product[],
  { colour, most, least }: Bounds,
  relation: string | null,
): Outcome {
  const [near] = byPrice(found).slice(least === undefined ? 0 : -1);
  const closest = near ? ` The nearest is ${describe(near)}.` : '';
  if (relation === 'lower')
    return {
      say: `I'm afraid there is nothing cheaper of that kind${near ? `: ${describe(near)} costs least` : ''}.`,
    };
  const kind = [colour && `in ${colour}`, (most ?? least) !== undefined && 'at that price']
    .filter(Boolean)
    .join(' ');
  return { say: `No, I'm afraid we have nothing ${kind || 'like that'}.${closest}` };
}

function list(
  products: Product[],
  { colour, most, least }: Bounds,
  world: World,
  relation: string | null,
  isVegan: boolean,
): Outcome {
  const [only] = products;
  if (products.length === 1 && only !== undefined) {
    const lead =
      relation === 'low'
        ? 'The cheapest is'
        : relation === 'high'
          ? 'The most expensive is'
          : 'Yes, there is the';
    return {
      say: `${lead} ${describe(only)}. ${only.summary}${only.inStock !== false ? ask(world) : ''}`.replace(
        / +/g,
        ' ',
      ),
      about: only,
    };
  }
  const count = world.state.products.size;
  const range =
    most !== undefined ? ` for up to €${most}` : least !== undefined ? ` from €${least}` : '';
  const avoided = world.state.avoid.words.length > 0 ? ', without what you want to avoid' : '';
  const lead =
    products.length === count
      ? `We have ${count} things in all`
      : `We have ${products.length} things${colour ? ` in ${colour}` : ''}${range} that fit${avoided}`;
  return show(
    `${lead}.${isVegan ? ' Our pages call none of them vegan, but name no animal material.' : ''}`,
    products,
    world,
  );
}

/** A sentence, and the products as cards, or as a list where the page has none. */
function show(say: string, products: Product[], { tools }: World): Outcome {
  if (find(tools, 'items') === null)
    return {
      say: `${say.replace(/\.$/, ':')}\n\n${products.map((one) => `- ${describe(one)}`).join('\n')}`,
    };
  const more =
    products.length > MOST_ITEMS
      ? ` Beside these there is ${joinWords(products.slice(MOST_ITEMS).map(({ name, price }) => `${name} (${price})`))}.`
      : '';
  return { say: `${say}${more}`, items: products.slice(0, MOST_ITEMS) };
}

function giftOf(found: readonly Product[], bounds: Bounds, world: World, isAny: boolean): Outcome {
  const picks = (isAny ? spread(found) : found).slice(0, GIFTS);
  const [first, ...others] = picks;
  if (first === undefined) return notThat(byPrice(productsOf(world.state)), bounds, null);
  const price = bounds.most ? ` for up to €${bounds.most}` : '';
  if (others.length === 0)
    return { say: `I'd take the ${describe(first)}${price}. ${first.summary}${ask(world)}` };
  return show(
    isAny
      ? `These make good presents${price}.`
      : `I'd take the ${first.name}: ${first.summary.charAt(0).toLowerCase()}${first.summary.slice(1)}`,
    picks,
    world,
  );
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

export function* tellTask(world: World, wish: Wish): Task {
  const { name, text, items, tokens } = wish;
  const { state, shop } = world;
  const item = mainItem(wish);
  const isAll = item.isPlural && state.listed.length > 1 && state.focus === null;
  if (isAll && name === 'detail') return yield* compareTask(world, wish);
  const focus = state.products.get(state.focus?.id ?? '');
  // "Does my fountain pen bleed through?": what is the visitor's own is not what is asked of.
  const isOwn =
    focus &&
    name === 'detail' &&
    item.products &&
    /\b(?:my|fountain) (?:\w+ ){0,2}?\w+/i.test(text) &&
    !/\bmy (?:order|cart)/i.test(text) &&
    /\b(?:pen|cup|lamp|bag|towel|bowl|tea|board|mug|notebook|candle|blanket)\b/i.test(
      /\b(?:my|fountain) ((?:\w+ ){0,2}\w+)/i.exec(text)?.[1] ?? '',
    );
  const target = yield* settle(world, isOwn ? { colours: [] } : item);
  if (!isTarget(target))
    return name === 'colours' && !target.isLost
      ? yield* searchTask(world, { ...wish, name: 'search' })
      : target;
  const { product } = target;
  const colour = tokens.find(({ is }) => is === 'colour')?.word;
  const variant = colour ? findVariant(colour, product.variants) : target.variant;
  const { price, inStock, variants } = product;
  const gone = inStock === false ? ' It is sold out at the moment.' : '';
  const colours = joinWords(variants.map((one) => clean(one, 30)));
  if (name === 'price') {
    if (items.filter(isNamed).length > 1) {
      const all = items.filter(isNamed).flatMap((one) => resolve(one, state).slice(0, 1));
      return { say: `${joinWords(all.map((one) => `${one.name} costs ${one.price}`))}.` };
    }
    if (price === null) return { say: `The shop gives no price for ${product.name}.` };
    const count = items.find(({ quantity }) => (quantity ?? 1) > 1)?.quantity ?? 1;
    return {
      say: `${product.name} costs ${price}${count > 1 && product.amount ? `, so ${count} cost ${money(product.amount * count)}` : ''}.${gone}`,
    };
  }
  if (name === 'stock') {
    if (inStock === false)
      return {
        say: `No, ${product.name} is sold out at the moment, and our pages name no date. Our people may know more: ${shop.people}.`,
      };
    const count = /\bhow many|\b\d+\b.*stock/i.test(text) ? " I can't see how many are left." : '';
    return {
      say: `Yes, ${product.name} is in stock${variants.length > 1 ? `, in ${colours}` : ''}.${count}`,
    };
  }
  if (name === 'colours') {
    if (colour && variant === null)
      return {
        say: `No, ${product.name} doesn't come in ${colour}. It comes in ${colours || 'one version only'}.`,
      };
    if (colour && gone !== '')
      return {
        say: `Not now: ${product.name} is sold out. It comes in ${colours}${price === null ? '' : `, for ${price}`}.`,
      };
    if (colour)
      return {
        say: `Yes, there is ${product.name} in ${clean(variant ?? '', 30)}${price === null ? '' : ` for ${price}`}.${ask(world)}`,
      };
    return { say: `${product.name} comes in ${colours || 'one version only'}.${gone}` };
  }
  if (name === 'detail') {
    if (/\bvegan\b|\banimal/i.test(text))
      return {
        say: isAnimal(product, world.passages)
          ? `No: ${answerDetail(world, product, 'what is it made of').say} That comes from animals, so it isn't vegan.`
          : `I don't know for sure: the page of ${product.name} doesn't call it vegan, but names no animal material. Our people can tell you: ${shop.people}.`,
      };
    const told = answerDetail(world, product, text);
    return { ...told, say: `${told.say}${/\bbuy|\bstill get/i.test(text) ? gone : ''}` };
  }
  const asked = isQuestion(text) && /\blike\b/.test(text) ? '' : gone === '' ? ask(world) : '';
  return {
    say: `That is ${describe({ ...product, inStock: null })}. ${product.summary}${gone}${asked}`,
  };
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
