// What the tasks share: the world they look at, what they return, and which product a wish means.

import type { Citation, Passage } from '../../gateway/agent.ts';
import { byPrice, type Cart, findVariant, type Product } from './catalogue.ts';
import type { Meaning } from './meaning.ts';
import { type Memory, QUESTIONS, type Wish } from './memory.ts';
import { peopleIn } from './pages.ts';
import { joinWords } from './phrases.ts';
import { rankProducts } from './rank.ts';
import { find, type Part, type Tools, use } from './toolbox.ts';

export interface World {
  tools: Tools;
  memory: Memory;
  passages: readonly Passage[];
  meaning: Meaning;
}

export interface Outcome {
  /** Markdown. */
  say: string;
  citations?: Citation[];
  /** Shown as cards below the sentence. */
  items?: Product[];
  /** What the cart holds after this. */
  changed?: Cart | null;
  /** Nothing was understood: said only where nothing else is. */
  isLost?: true;
}

export type Task = Part<Outcome>;

export interface Target {
  product: Product;
  variant: string | null;
}

export const isTarget = (one: Target | Outcome): one is Target => 'product' in one;

/** The one product that a wish means, or the question which. */
export function* settle(world: World, wish: Wish): Part<Target | Outcome> {
  const { memory, tools } = world;
  const candidates = candidatesFor(world, wish);
  const { colour } = wish.slots;
  const coloured =
    colour === undefined
      ? candidates
      : candidates.filter(
          ({ name, variants }) => findVariant(colour, variants) !== null || name.includes(colour),
        );
  const some = coloured.length > 0 ? coloured : candidates;
  const [only, ...others] =
    wish.slots.rank === 'dearest'
      ? byPrice(some).slice(-1)
      : wish.slots.rank
        ? byPrice(some).slice(0, 1)
        : some;
  if (only === undefined)
    return memory.products.size > 0
      ? {
          ...lost(world),
          say: `Which product do you mean? I have ${joinWords([...memory.products.values()].slice(0, 3).map(({ name }) => name))}, for example.`,
        }
      : lost(world);
  if (others.length === 0) {
    const isFocus = memory.focus?.id === only.id && wish.slots.mentions.length === 0;
    return {
      product: only,
      variant:
        (colour ? findVariant(colour, only.variants) : null) ??
        (isFocus && !colour ? (memory.focus?.variant ?? null) : null),
    };
  }
  const names = some.slice(0, 8).map(({ name }) => name);
  if (find(tools, 'choose') === null)
    return { say: `There is ${joinWords(names)}. ${QUESTIONS.which}` };
  const used = yield* use(
    tools,
    'choose',
    { question: QUESTIONS.which, options: names },
    'ask you',
  );
  const said = 'data' in used ? JSON.stringify(used.data ?? '') : '';
  const product = some.find(({ name }) => said.includes(name));
  return product
    ? { product, variant: colour ? findVariant(colour, product.variants) : null }
    : { say: `There is ${joinWords(names)}. ${QUESTIONS.which}` };
}

/** Those that the wish names, points at, or describes. */
export function candidatesFor(world: World, { slots, productId, text }: Wish): Product[] {
  const { memory } = world;
  const known = (ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => memory.products.get(id ?? '') ?? []);
  const listed = known(memory.listed);
  if (slots.ordinal !== undefined && listed.length > 0) {
    const one = listed.at(slots.ordinal < 0 ? -1 : slots.ordinal - 1);
    if (one) return [one];
  }
  const [mention] = slots.mentions;
  if (mention !== undefined) return mention.products;
  if (slots.rank && listed.length > 1) return listed;
  if (productId !== undefined) return known([productId]);
  const focus = known([memory.focus?.id]);
  if (
    focus.length > 0 &&
    (slots.points || slots.isMore || slots.isLess || (slots.pointsAtAll && listed.length < 2))
  )
    return focus;
  const found = rankProducts(text, slots, world)
    .filter(({ score }) => score >= 1.5)
    .map(({ product }) => product);
  if (found.length === 1) return found;
  if (focus.length > 0) return focus;
  return listed.length > 0 ? listed : [];
}

/** What isn't surely understood gets one sentence: two things that it can do, and a person. */
export function lost(world: World): Outcome {
  return {
    say: `I'm not sure I understood that, sorry: I can find you a product or tell you about delivery and returns, and our people help with everything else: ${people(world).text}.`,
    isLost: true,
  };
}

export const people = ({ passages }: World) => peopleIn(passages);
