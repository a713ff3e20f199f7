// Tasks that look things up: lists, gifts, prices, stock, colours, details, comparing and showing.

import { byPrice, findVariant, type Product } from './catalogue.ts';
import { isWelcome, QUESTIONS, type Wish } from './memory.ts';
import { answerDetail, pageOf } from './pages.ts';
import { clean, describe, joinWords } from './phrases.ts';
import { detailsOf, rankProducts } from './rank.ts';
import { contentOf } from './read.ts';
import { find, use } from './toolbox.ts';
import {
  candidatesFor,
  isTarget,
  lost,
  type Outcome,
  people,
  settle,
  type Task,
  type World,
} from './world.ts';

/** More cards than these take too long to look through, and `show_items` takes no more. */
const MOST_ITEMS = 8;
const GIFTS = 3;

const fits = (
  { amount, name, variants, inStock }: Product,
  { slots }: Wish,
  isGift: boolean,
): boolean =>
  (slots.most === undefined || (amount ?? 0) <= slots.most) &&
  (slots.least === undefined || (amount ?? Infinity) >= slots.least) &&
  (slots.colour === undefined ||
    findVariant(slots.colour, variants) !== null ||
    name.toLowerCase().includes(slots.colour)) &&
  !(isGift && inStock === false);

export function* searchTask(world: World, wish: Wish): Task {
  const { memory } = world;
  const { slots, text } = wish;
  const isGift = wish.name === 'gift';
  if (/\b(?:sold out|out of stock|unavailable)\b/i.test(text)) {
    const gone = [...memory.products.values()].filter(({ inStock }) => inStock === false);
    return {
      say:
        gone.length === 0
          ? 'Everything is in stock.'
          : `Sold out at the moment: ${joinWords(gone.map(({ name }) => name))}.`,
    };
  }
  const words = contentOf(text, slots).filter((word) => !memory.avoid.words.includes(word));
  const named = slots.mentions
    .flatMap(({ products }) => products)
    .filter((one) => isWelcome(one, memory.avoid, detailsOf(one, world.passages)));
  const of = slots.mentions[0]?.products[0]?.id ?? memory.focus?.id;
  const beside = of !== undefined && /\bgoe?s? (?:well )?with|\bmatch/i.test(text);
  const ranked = rankProducts(text, slots, world);
  const top = ranked[0]?.score ?? 0;
  const isRanked = slots.rank === 'cheapest' || slots.rank === 'dearest';
  const isWhole = named.length === 0 && (words.length === 0 || (isRanked && top < 1));
  const near = ranked
    .filter(({ score }) => score > 0 && score >= (top >= 1 ? Math.max(1, top * 0.6) : top - 0.06))
    .map(({ product }) => product);
  let found =
    isWhole || beside
      ? ranked.map(({ product }) => product)
      : named.length > 0 && !isGift
        ? [...new Set(named)]
        : near;
  const current = memory.listed.flatMap((id) => memory.products.get(id) ?? []);
  if (slots.pointsAtAll && current.length > 1 && isWhole) found = current;
  if (beside) found = found.filter(({ id }) => id !== of);
  const isVague = top < 1 && !isWhole && named.length === 0;
  const missing = found.length === 0 || (isVague && !isGift);
  const fitting = found.filter((one) => fits(one, wish, isGift));
  const relative = cheaperOrDearer(fitting, wish, world);
  if (isGift)
    return giftOf(
      relative.length > 0 || !missing
        ? relative
        : ranked.map(({ product }) => product).filter((one) => fits(one, wish, true)),
      wish,
      world,
      isWhole || missing,
    );
  if (missing) return nothingOf(found.filter((one) => fits(one, wish, true)).slice(0, 2), world);
  if (relative.length === 0) return notThat(found, wish);
  return list(relative, wish, world);
}

function cheaperOrDearer(
  products: readonly Product[],
  { slots }: Wish,
  { memory }: World,
): Product[] {
  const { rank } = slots;
  if (rank === undefined) return [...products];
  if (rank === 'cheapest') return byPrice(products).slice(0, 1);
  if (rank === 'dearest') return byPrice(products).slice(-1);
  const ids = memory.focus !== null ? [memory.focus.id] : memory.listed;
  const amounts = ids.flatMap((id) => memory.products.get(id)?.amount ?? []);
  if (rank === 'dearer')
    return byPrice(products).filter(({ amount }) => (amount ?? 0) > Math.min(...amounts, Infinity));
  const limit = amounts.length > 0 ? Math.max(...amounts) : Infinity;
  return byPrice(products).filter(({ amount }) => (amount ?? 0) < limit);
}

function nothingOf(near: readonly Product[], world: World): Outcome {
  const names = near.map(describe);
  const other = names.length > 0 ? ` The nearest we have is ${joinWords(names, 'or')}.` : '';
  return {
    say: `No, I'm afraid we don't have that.${other}${other === '' ? ` Ask me for what we sell, or our people: ${people(world).text}.` : ''}`,
  };
}

function notThat(found: readonly Product[], { slots }: Wish): Outcome {
  const [near] = byPrice(found).slice(slots.least === undefined ? 0 : -1);
  if (slots.rank === 'cheaper')
    return {
      say: `I'm afraid there is nothing cheaper of that kind${near ? `: ${describe(near)} costs least` : ''}.`,
    };
  const kind = slots.colour && !slots.most && !slots.least ? `in ${slots.colour}` : 'at that price';
  return {
    say: `I'm afraid we have nothing ${kind}${slots.colour && kind !== `in ${slots.colour}` ? ` in ${slots.colour}` : ''}.${near ? ` The nearest is ${describe(near)}.` : ''}`,
  };
}

function list(products: Product[], { slots }: Wish, world: World): Outcome {
  const [only] = products;
  if (products.length === 1 && only !== undefined) {
    const ask = only.inStock !== false && find(world.tools, 'add') ? ` ${QUESTIONS.cart}` : '';
    const lead =
      slots.rank === 'cheapest'
        ? 'The cheapest is'
        : slots.rank === 'dearest'
          ? 'The most expensive is'
          : 'Yes, there is the';
    return { say: `${lead} ${describe(only)}. ${only.summary}${ask}`.replace(/ +/g, ' ') };
  }
  const all = world.memory.products.size;
  const colour = slots.colour ? ` in ${slots.colour}` : '';
  const price = slots.most
    ? ` for up to €${slots.most}`
    : slots.least
      ? ` from €${slots.least}`
      : '';
  const avoided = world.memory.avoid.words.length > 0 ? ', without what you want to avoid' : '';
  const lead =
    products.length === all
      ? `We have ${all} things in all`
      : `We have ${products.length} things${colour}${price} that fit${avoided}`;
  return show(`${lead}.`, products, world);
}

/** A sentence, and the products as cards, or as a list where the page has none. */
function show(say: string, products: Product[], { tools }: World): Outcome {
  if (find(tools, 'items') !== null) {
    const more =
      products.length > MOST_ITEMS
        ? ` Beside these there is ${joinWords(products.slice(MOST_ITEMS).map(({ name, price }) => `${name} (${price})`))}.`
        : '';
    return { say: `${say}${more}`, items: products.slice(0, MOST_ITEMS) };
  }
  return {
    say: `${say.replace(/\.$/, ':')}\n\n${products.map((one) => `- ${describe(one)}`).join('\n')}`,
  };
}

function giftOf(found: readonly Product[], { slots }: Wish, world: World, isAny: boolean): Outcome {
  const picks = (isAny ? spread(found) : found).slice(0, GIFTS);
  const [first, ...others] = picks;
  if (first === undefined)
    return notThat(byPrice([...world.memory.products.values()]), { slots } as Wish);
  const price = slots.most ? ` for up to €${slots.most}` : '';
  if (others.length === 0)
    return {
      say: `I'd take the ${describe(first)}${price}: ${first.summary} ${find(world.tools, 'add') ? QUESTIONS.cart : ''}`.trim(),
    };
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

export function* tellTask(world: World, wish: Wish): Task {
  const { slots, name, text } = wish;
  const target = yield* settle(world, wish);
  if (!isTarget(target))
    return name === 'colours' && slots.colour
      ? yield* searchTask(world, { ...wish, name: 'search' })
      : target;
  const { product, variant } = target;
  const { price, inStock, variants } = product;
  const gone = inStock === false ? ' It is sold out at the moment.' : '';
  const colours = joinWords(variants.map((one) => clean(one, 30)));
  if (name === 'price') {
    if (price === null) return { say: `The shop gives no price for ${product.name}.` };
    const count = slots.quantity ?? 1;
    const all =
      count > 1 && product.amount
        ? `, so ${count} cost €${(product.amount * count).toFixed(2)}`
        : '';
    return { say: `${product.name} costs ${price}${all}.${gone}` };
  }
  if (name === 'stock') {
    if (inStock === false)
      return {
        say: `Sorry, ${product.name} is sold out at the moment, and our pages name no date. Our people may know more: ${people(world).text}.`,
      };
    return {
      say: `Yes, ${product.name} is in stock${variants.length > 1 ? `, in ${colours}` : ''}.`,
    };
  }
  if (name === 'colours') {
    if (slots.colour && variant === null)
      return {
        say: `No, ${product.name} doesn't come in ${slots.colour}. It comes in ${colours || 'one version only'}.`,
      };
    const of = price === null ? '' : ` for ${price}`;
    if (slots.colour)
      return {
        say: `Yes, there is ${product.name} in ${clean(variant ?? '', 30)}${of}.${gone}${gone === '' ? ask(world) : ''}`,
      };
    return { say: `${product.name} comes in ${colours || 'one version only'}.${gone}` };
  }
  if (name === 'detail') {
    const found = answerDetail(product, text, world.passages, world.meaning);
    if (found !== null) return { say: found.text, citations: found.citations };
    return {
      say: `I don't know that about ${product.name}: its page doesn't say. Our people can tell you: ${people(world).text}.`,
    };
  }
  const page = pageOf(product, world.passages);
  const more = page ? detailsOf(product, [page]).split(/(?<=\.)\s/)[1] : undefined;
  const only = `That is ${describe({ ...product, inStock: null })}. ${product.summary}`;
  return {
    say: `${only}${more && !more.startsWith('Care') && product.summary === '' ? ` ${more}` : ''}${gone}${gone === '' ? ask(world) : ''}`,
  };
}

const ask = ({ tools }: World): string => (find(tools, 'add') === null ? '' : ` ${QUESTIONS.cart}`);

export function* showTask(world: World, wish: Wish): Task {
  const target = yield* settle(world, wish);
  if (!isTarget(target)) return target;
  const { product } = target;
  if (find(world.tools, 'show') === null) return yield* tellTask(world, { ...wish, name: 'about' });
  const used = yield* use(world.tools, 'show', { product_id: product.id }, `open ${product.name}`);
  if ('say' in used) return { say: used.say };
  return { say: `Here is ${describe(product)}.${product.inStock === false ? '' : ask(world)}` };
}

export function* compareTask(world: World, wish: Wish): Task {
  const { memory } = world;
  const { slots, text } = wish;
  const known = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => memory.products.get(id ?? '') ?? []);
  let products = [...new Set(slots.mentions.flatMap(({ products: all }) => all.slice(0, 1)))];
  if (products.length === 1) products = [...new Set([...known([memory.focus?.id]), ...products])];
  if (products.length < 2) products = known(memory.listed).slice(0, 3);
  if (products.length < 2) products = candidatesFor(world, wish).slice(0, 3);
  if (products.length < 2)
    return products[0] ? yield* tellTask(world, { ...wish, name: 'detail' }) : lost(world);
  const [low] = byPrice(products);
  const high = byPrice(products).at(-1);
  if (/\b(?:cheap|expensive|dear|price|cost|pric)/i.test(text) && low && high) {
    const first = products[0];
    const isYes = /\b(?:expensive|dear|pric)/i.test(text) ? first === high : first === low;
    const yes = /^(?:is|are)\b/i.test(text.trim()) ? (isYes ? 'Yes: ' : 'No: ') : '';
    return { say: `${yes}${low.name} costs ${low.price}, and ${high.name} ${high.price}.` };
  }
  const details = products.map((product) => {
    const detail = /\bdiffer|\bcompare|\bbetter\b/i.test(text)
      ? null
      : answerDetail(product, text, world.passages, world.meaning);
    return { product, text: detail?.text ?? product.summary, citations: detail?.citations ?? [] };
  });
  const rows = details.map(
    ({ product, text: said }) =>
      `- **${product.name}**, ${product.price}: ${said.replace(`${product.name}: `, '')}`,
  );
  const isTaste = /\bbetter\b|\bwould you\b/i.test(text);
  const lead = isTaste ? 'That depends on what it is for.' : 'Side by side:';
  return {
    say: `${lead}\n\n${rows.join('\n')}`,
    citations: details.flatMap(({ citations }) => citations),
  };
}
