// What the tasks share: the world they look at, what they return, and which product a wish means.

import type { Citation, Passage } from '../../gateway/agent.ts';
import { type Cart, findVariant, type Product } from './catalogue.ts';
import type { Shop } from './facts.ts';
import { type Item, resolve } from './items.ts';
import { joinWords } from './phrases.ts';
import { QUESTIONS, type State, type Wish } from './state.ts';

import { find, type Part, type Tools } from './toolbox.ts';

export interface World {
  tools: Tools;
  state: State;
  passages: readonly Passage[];
  shop: Shop;
}

export interface Outcome {
  /** Markdown. */
  say: string;
  citations?: Citation[];
  /** Shown as cards below the sentence. */
  items?: Product[];
  /** The one product that it speaks of. */
  about?: Product;
  /** What the cart holds after this. */
  changed?: Cart | null;
  /** Nothing was understood: said only where nothing else is. */
  isLost?: true;
  /** It fits any question as well: dropped where the message's other half was answered. */
  isFallback?: boolean;
}

export type Task = Part<Outcome>;

export interface Target {
  product: Product;
  variant: string | null;
}
export const isTarget = (one: Target | Outcome): one is Target => 'product' in one;

/** The one product that an item means, or the question which. */
export function settle(
  world: World,
  item: Item,
  before: readonly Product[] = [],
): Target | Outcome {
  const { focus, products } = world.state;
  const some = resolve(item, world.state, before);
  const [product, ...others] = some;
  if (product === undefined)
    return products.size === 0 ? lost(world) : { say: 'Which product do you mean?', isLost: true };
  if (others.length > 0)
    return { say: `There is ${joinWords(some.map(({ name }) => name))}. ${QUESTIONS.which}` };
  const [colour] = item.colours;
  const isFocus = item.products === undefined && focus?.id === product.id;
  const own = isFocus ? focus.variant : null;
  return { product, variant: colour ? findVariant(colour, product.variants) : own };
}

/** The item of a wish that says most of what is meant. */
export const mainItem = ({ items }: Pick<Wish, 'items'>): Item =>
  items.find((item) => item.products ?? item.ordinal) ??
  items.find(({ rank }) => rank === 'low' || rank === 'high') ??
  items.find(({ isPointer, isPlural }) => isPointer ?? isPlural) ?? {
    colours: items.flatMap(({ colours }) => colours),
  };

/** What comes after the words about people, where the gateway has a desk: that one joins here. */
export const offerPeople = ({ tools, state }: World): string =>
  find(tools, 'human') === null || state.asked?.about === 'human' ? '' : ` ${QUESTIONS.human}`;

/** What isn't surely understood gets one sentence: two things that it can do, and a person. */
export const lost = ({ shop }: World): Outcome => ({
  say: `I'm not sure I understood that, sorry: I can find you a product or tell you about delivery and returns, and our people help with everything else: ${shop.people}.`,
  isLost: true,
});

export const money = (amount: number): string => `€${amount.toFixed(2)}`;

/** The offer after a product was told of. */
export const askForCart = ({ tools }: World, { inStock }: Product): string =>
  find(tools, 'add') === null || inStock === false ? '' : ` ${QUESTIONS.cart}`;
