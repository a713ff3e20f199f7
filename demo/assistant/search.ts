// The tasks of searching and of presents: which products fit the words, the bounds and what the visitor avoids, and how the list is told.

import { contentStems, isStopWord, stem } from '../../gateway/agent.ts';
import { isWelcome } from './avoid.ts';
import { byPrice, comesIn, isAlike, type Product } from './catalogue.ts';
import { asksFor } from './clauses.ts';
import { WORDS } from './data.ts';
import { sentencesAbout } from './facts.ts';
import type { Item } from './items.ts';
import { describe, joinWords } from './phrases.ts';
import { productsOf, type State, type Wish } from './state.ts';
import { find } from './toolbox.ts';
import { askForCart, type Outcome, type Task, type World } from './world.ts';

/** More cards than these take too long to look through, and `show_items` takes no more. */
const MOST_ITEMS = 8;
const KINDS = WORDS.kinds.map((line) => line.split(' | ').map((cell) => cell.split(' ')));
const GENERIC = new Set(WORDS.generic.split(' '));
const OTHER = /\b(?:another|other|bigger|smaller|larger|different)\b/i;
const LEADS: Readonly<Record<string, string>> = {
  low: 'The cheapest is the',
  high: 'The most expensive is the',
  other: "I'm afraid there is no other, only the",
  measured: "I can't tell whether it fits that size; the nearest is the",
};

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

/** How well each product fits the words: by its name, by what else its kind is called, by its page. */
function rate(words: readonly string[], { state, passages }: World) {
  return productsOf(state)
    .map((product) => {
      const name = contentStems(product.name);
      const sentences = sentencesAbout(product, passages).filter(
        (one) => !/\bnot for\b|\bby hand\b|^the \w+ may\b/i.test(one),
      );
      const page = contentStems(`${product.summary} ${sentences.join(' ')}`);
      let score = 0;
      for (const word of words) {
        const kin = KINDS.find(([said = []]) => said.some((one) => stem(one) === stem(word)));
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
  least?: number | undefined;
  most?: number | undefined;
  colour?: string | undefined;
}
function boundsOf({ tokens }: Wish, { avoid }: State): Bounds {
  const price = tokens.findLast(({ is }) => is === 'price');
  const colours = tokens.filter(({ is }) => is === 'colour').map(({ word }) => word);
  return {
    least: price?.least,
    most: price ? price.most : avoid.most,
    colour: colours.findLast((one) => !avoid.words.includes(one)),
  };
}

export function* searchTask(world: World, wish: Wish): Task {
  const { state, passages, shop } = world;
  const { items, tokens } = wish;
  const all = productsOf(state);
  const isGift = wish.name === 'gift';
  const bounds = boundsOf(wish, state);
  // "Do you have a bigger notebook": the one that there is isn't it.
  const isOther = items.some(({ products }) => products) && OTHER.test(wish.text);
  const rank = tokens.findLast(({ is }) => is === 'rank')?.word;
  const isMeasured = tokens.some(({ is }) => is === 'measure');
  const relation = rank ?? (isOther ? 'other' : isMeasured ? 'measured' : null);
  const gone = all.filter(({ inStock }) => inStock === false).map(({ name }) => name);
  if (/\b(?:sold out|out of stock)\b/i.test(wish.text))
    return { say: `Sold out at the moment: ${joinWords(gone) || 'nothing'}.` };
  // "What goes with the teapot" proposes no teapot.
  const isBeside = /\b(?:goe?s?|match\w*)\b.*\bwith\b/i.test(wish.text);
  const isOut = ({ isNot }: Item) => isNot === true || isBeside;
  const denied = items.flatMap((item) => (isOut(item) ? (item.products ?? []) : []));
  const isFine = (one: Product) =>
    isWelcome(one, state.avoid.words, sentencesAbout(one, passages).join(' ')) &&
    !denied.includes(one);
  const words = contentOf(wish, state.avoid.words);
  const last = words.at(-1);
  const named = items.flatMap((item) => (isOut(item) ? [] : (item.products ?? [])));
  const scored = rate(words, world);
  const least = Math.max(1, (scored[0]?.score ?? 0) * 0.55);
  const near = scored.filter(({ score }) => score >= least).map(({ product }) => product);
  const listed = state.listed.flatMap((id) => state.products.get(id) ?? []);
  const isOfList =
    listed.length > 1 && relation !== 'lower' && items.some((one) => one.isPlural ?? one.isPointer);
  const isWide = isGift || words.length === 0 || relation !== null;
  const found = [
    ...new Set(
      named.length > 0 ? named : near.length > 0 ? near : isWide ? (isOfList ? listed : all) : [],
    ),
  ];
  const fine = found.filter(isFine);
  const fitting = related(
    fine.filter((one) => isWithin(one, bounds) && !(isGift && one.inStock === false)),
    relation,
    state,
    items.find(({ quantity }) => quantity)?.quantity ?? 1,
  );
  const isUnknown =
    last !== undefined && named.length === 0 && (rate([last], world)[0]?.score ?? 0) < 1;
  if (fine.length === 0 && found.length > 0)
    return {
      say: `No, I'm afraid there is nothing for you there: ${joinWords(found.map(({ name }) => name))} is what you want to avoid.`,
    };
  if (fine.length === 0 || (isUnknown && !isGift && relation === null)) {
    const some = (fine.length > 0 ? fine.slice(0, 2) : all.filter(isFine).slice(0, 4)).map(
      describe,
    );
    return {
      say: `No, I'm afraid we don't have that. The nearest may be ${joinWords(some, 'or')}. Our people know more: ${shop.people}.`,
      isFallback: !asksFor(wish),
    };
  }
  if (fitting.length === 0) return nothing(bounds, relation, all.filter(isFine), fine);
  if (!isGift) return list(fitting, leadOf(fitting, bounds, world), relation, world);
  const picks = isWide && near.length === 0 ? byPrice(fitting) : fitting;
  const price = bounds.most ? ` for up to €${bounds.most}` : '';
  return list(picks.slice(0, 3), `These make good presents${price}.`, relation, world);
}

const isWithin = (one: Product, { most = Infinity, least = 0, colour }: Bounds): boolean =>
  one.amount !== null && one.amount <= most && one.amount >= least && comesIn(one, colour);

/** "The cheapest", "anything dearer": of what was found, against what was spoken of. */
function related(
  found: Product[],
  relation: string | null,
  { focus, listed, products }: State,
  count: number,
): Product[] {
  const sorted = byPrice(found);
  const amounts = (focus ? [focus.id] : listed).flatMap((id) => products.get(id)?.amount ?? []);
  if (relation === 'low') return sorted.slice(0, count);
  if (relation === 'high') return sorted.slice(-count);
  if (relation === 'lower')
    return sorted.filter((one) => (one.amount ?? 0) < Math.max(...amounts, 0));
  if (relation === 'higher')
    return sorted.filter((one) => (one.amount ?? 0) > Math.min(...amounts));
  return found;
}

function nothing(
  bounds: Bounds,
  relation: string | null,
  all: readonly Product[],
  found: readonly Product[],
): Outcome {
  const { colour, most, least } = bounds;
  if (relation === 'lower') return { say: "I'm afraid there is nothing cheaper of that kind." };
  const kind = `${colour ? ` in ${colour}` : ''}${(most ?? least) === undefined ? '' : ' at that price'}`;
  const others = all.filter((one) => isWithin(one, bounds)).slice(0, 3);
  const rest = others.length > 0 ? others : byPrice(found).slice(0, 1);
  return {
    say: `No, I'm afraid we have nothing of that kind${kind}. What there is: ${joinWords(rest.map(describe), 'or')}.`,
  };
}

function leadOf(products: readonly Product[], bounds: Bounds, { state }: World): string {
  const { colour, most, least } = bounds;
  if (products.length === state.products.size) return 'This is what we sell.';
  const from = least === undefined ? '' : ` from €${Math.round(least)}`;
  const to = most === undefined ? '' : ` up to €${Math.round(most)}`;
  const avoided = ', without what you want to avoid, as far as our pages tell';
  return `We have ${products.length} things${colour ? ` in ${colour}` : ''}${from}${to} that fit${state.avoid.words.length > 0 ? avoided : ''}.`;
}

/** A sentence, and the products as cards, or as a list where the page has none. */
function list(products: Product[], lead: string, relation: string | null, world: World): Outcome {
  const [only, ...others] = products;
  if (only && others.length === 0)
    return {
      say: `${LEADS[relation ?? ''] ?? 'Yes, there is the'} ${describe(only)}. ${only.summary}${askForCart(world, only)}`,
      about: only,
    };
  if (find(world.tools, 'items') === null)
    return {
      say: `${lead.replace(/\.$/, ':')}\n\n${products.map((one) => `- ${describe(one)}`).join('\n')}`,
    };
  const rest = products.slice(MOST_ITEMS).map(({ name, price }) => `${name} (${price})`);
  const more = rest.length > 0 ? ` Beside these there is ${joinWords(rest)}.` : '';
  return {
    ...{ say: `${lead}${more}`, items: products.slice(0, MOST_ITEMS) },
    isFallback: rest.length > 0,
  };
}

/** "I'm allergic to wool": noted, and what was proposed before is proposed anew. */
export function* preferTask(world: World, wish: Wish): Task {
  const { last } = world.state;
  const isBounded = wish.tokens.some(({ is }) => is === 'price' || is === 'colour');
  if (last && ['search', 'gift'].includes(last.name))
    return yield* searchTask(world, {
      ...last,
      tokens: [...last.tokens, ...wish.tokens],
      items: [],
    });
  if (isBounded) return yield* searchTask(world, wish);
  return { say: "Noted, I'll keep to that. What are you looking for?" };
}
