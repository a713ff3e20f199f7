// The tasks that tell of products: price, stock, colours, what their pages say, and several side by side.

import { isWelcome } from './avoid.ts';
import { findVariant, type Product } from './catalogue.ts';
import { isQuestion } from './clauses.ts';
import { answerDetail, quoteOf, speaksOf } from './detail.ts';
import { sentencesAbout } from './facts.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { clean, describe, joinWords } from './phrases.ts';
import { searchTask } from './search.ts';
import type { Wish } from './state.ts';
import { find, use } from './toolbox.ts';
import {
  askForCart,
  isTarget,
  lost,
  mainItem,
  money,
  type Outcome,
  settle,
  type Task,
  type World,
} from './world.ts';

const firstsOf = ({ state }: World, items: readonly Item[]): Product[] => [
  ...new Set(items.filter(isNamed).flatMap((item) => resolve(item, state).slice(0, 1))),
];

export function* tellTask(world: World, wish: Wish): Task {
  const { name, text, items, tokens } = wish;
  const { state, shop, passages } = world;
  const isDetail = name === 'detail';
  const named = firstsOf(world, items);
  if (name === 'price' && named.length > 1)
    return { say: `${joinWords(named.map((one) => `${one.name} costs ${one.price}`))}.` };
  // "Does ink bleed through the notebook?": of several, the one whose page speaks of what is asked.
  const focus = state.products.get(state.focus?.id ?? '');
  const some = isDetail ? [...named, ...(focus ? [focus] : [])] : [];
  const [subject] = some.filter((one) => speaksOf(one, passages, text));
  const target = settle(world, subject ? { colours: [], products: [subject] } : mainItem(wish));
  if (!isTarget(target))
    return (name === 'colours' && !target.isLost) || (isDetail && items.length === 0)
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
  if (state.avoid.isHealth && ['detail', 'about', 'stock'].includes(name)) {
    const isBad = !isWelcome(product, state.avoid.words, page);
    if (isBad)
      return say(
        `With what you told me (${joinWords(state.avoid.words)}), I'd advise against ${what}: ${quoteOf(product, passages, 'what is it made of')} Please ask our people first: ${shop.people}.`,
      );
    // Whether it makes somebody ill is asked, whatever else the question is like.
    if (isDetail || isQuestion(text))
      return { ...answerDetail(world, product, `${text} allergy`), about: product };
  }
  if (colour && variant === null && ['stock', 'colours'].includes(name))
    return say(`No, ${what} doesn't come in ${colour}. It comes in ${colours}.`);
  switch (name) {
    case 'price': {
      if (price === null) return say(`The shop gives no price for ${what}.`);
      const count = items.find(({ quantity }) => (quantity ?? 1) > 1)?.quantity ?? 1;
      const sum = count > 1 && amount ? `, so ${count} cost ${money(amount * count)}` : '';
      return say(`${what} costs ${price}${sum}.${gone}`);
    }
    case 'stock':
      return say(
        inStock === false
          ? `No, ${what} is sold out at the moment, and our pages name no date. Our people may know more: ${shop.people}.`
          : `Yes, ${what} is in stock${variants.length > 1 ? `, in ${variant ?? colours}` : ''}. How many are left I can't see.`,
      );
    case 'colours':
      return say(
        colour && variant !== null && gone === ''
          ? `Yes, there is ${what} in ${clean(variant, 30)}${price === null ? '' : ` for ${price}`}.${askForCart(world, product)}`
          : `${what} comes in ${colours}.${gone}`,
      );
    case 'detail':
      return { ...answerDetail(world, product, text), about: product };
    default:
      return say(
        `That is ${describe({ ...product, inStock: null })}. ${summary}${gone || askForCart(world, product)}`,
      );
  }
}

export function* showTask(world: World, wish: Wish): Task {
  const target = settle(world, mainItem(wish));
  if (!isTarget(target)) return target;
  const { product } = target;
  if (find(world.tools, 'show') === null) return yield* tellTask(world, { ...wish, name: 'about' });
  const used = yield* use(world.tools, 'show', { product_id: product.id }, `open ${product.name}`);
  if ('say' in used) return { say: used.say };
  return { say: `Here is ${describe(product)}.${askForCart(world, product)}` };
}

/** Several products, each with what its page says of what is asked; who is better is the visitor's to judge. */
export function* compareTask(world: World, wish: Wish): Task {
  const { state, passages } = world;
  const focus = state.products.get(state.focus?.id ?? '');
  const named = firstsOf(world, wish.items);
  const own = named.length === 1 && focus ? [...new Set([focus, ...named])] : named;
  const listed = state.listed.flatMap((id) => state.products.get(id) ?? []).slice(0, 3);
  const products = own.length < 2 ? listed : own;
  if (products.length < 2)
    return (own[0] ?? focus) ? yield* tellTask(world, { ...wish, name: 'detail' }) : lost(world);
  const quotes = products.map((one) => quoteOf(one, passages, wish.text));
  const rows = products.map(({ name, price, inStock, summary }, at) => {
    const gone = inStock === false ? ', sold out' : '';
    const unsaid = quotes.some(Boolean) ? 'its page says nothing of that.' : summary;
    return `- **${name}**, ${price}${gone}: ${quotes[at] || unsaid}`;
  });
  return { say: `Side by side:\n\n${rows.join('\n')}` };
}
