// What the tasks share: the world they look at, what they return, and which product a wish means.

import type { Citation, Passage } from '../../gateway/agent.ts';
import { type Cart, findVariant, type Product } from './catalogue.ts';
import type { Shop } from './facts.ts';
import { type Item, resolve } from './items.ts';
import { joinWords } from './phrases.ts';
import { productsOf, QUESTIONS, type State, type Wish } from './state.ts';

import { find, type Part, type Tools, use } from './toolbox.ts';

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
export function* settle(
  world: World,
  item: Item,
  before: readonly Product[] = [],
): Part<Target | Outcome> {
  const { state, tools } = world;
  const some = resolve(item, state, before);
  const [colour] = item.colours;
  const variantOf = (product: Product) =>
    colour
      ? findVariant(colour, product.variants)
      : item.products === undefined && state.focus?.id === product.id
        ? state.focus.variant
        : null;
  const [only, ...others] = some;
  const names = some.slice(0, 8).map(({ name }) => name);
  if (only === undefined) {
    const some = productsOf(state)
      .slice(0, 3)
      .map(({ name }) => name);
    return {
      say:
        some.length > 0
          ? `Which product do you mean? I have ${joinWords(some)}, for example.`
          : lost(world).say,
      isLost: true,
    };
  }
  if (others.length === 0) return { product: only, variant: variantOf(only) };
  const inWords = { say: `There is ${joinWords(names)}. ${QUESTIONS.which}` };
  if (find(tools, 'choose') === null) return inWords;
  const used = yield* use(
    tools,
    'choose',
    { question: QUESTIONS.which, options: names },
    'ask you',
  );
  const said = 'data' in used ? JSON.stringify(used.data ?? '') : '';
  const product = some.find(({ name }) => said.includes(name));
  return product ? { product, variant: variantOf(product) } : inWords;
}

/** The item of a wish that says most of what is meant. */
export const mainItem = ({ items }: Pick<Wish, 'items'>): Item =>
  items.find((item) => item.products ?? item.ordinal) ??
  items.find(({ rank }) => rank === 'low' || rank === 'high') ??
  items.find(({ isPointer, isPlural }) => isPointer ?? isPlural) ?? {
    colours: items.flatMap(({ colours }) => colours),
  };

/** What comes after the words about people: that one joins here, where the gateway has a desk, or a message to them. */
export function offerPeople({ tools, state }: World): string {
  const [offer] = (['human', 'people'] as const).filter((one) =>
    one === 'human' ? find(tools, one) : (find(tools, 'contact') ?? find(tools, 'go')),
  );
  return offer === undefined || state.asked?.about === offer ? '' : ` ${QUESTIONS[offer]}`;
}

/** What isn't surely understood gets one sentence: two things that it can do, and a person. */
export const lost = ({ shop }: World): Outcome => ({
  say: `I'm not sure I understood that, sorry: I can find you a product or tell you about delivery and returns, and our people help with everything else: ${shop.people}.`,
  isLost: true,
});

export const money = (amount: number): string => `€${amount.toFixed(2)}`;

/** The offer after a product was told of. */
export const askForCart = ({ tools }: World, { inStock }: Product): string =>
  find(tools, 'add') === null || inStock === false ? '' : ` ${QUESTIONS.cart}`;
