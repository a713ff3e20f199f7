// What is answered in German, French, Spanish and Dutch: prices, stock, colours, what was found, the cart, and one line for each policy,
// by their sentences and the shop's figures. All else gets one sentence that says so, and a person.

import { editTask, readLines } from './cart.ts';
import { type Cart, findVariant, type Product } from './catalogue.ts';
import { ASPECTS, FOLLOWS, TOPICS } from './data.ts';
import { isSo } from './detail.ts';
import { cite, pageOf, type Shop, sentencesAbout } from './facts.ts';
import { searchTask } from './find.ts';
import { resolve } from './items.ts';
import { readMessage } from './read.ts';
import { namedIn, productsOf, type State, type Wish } from './state.ts';
import { askPerson } from './talk.ts';
import type { Tongue } from './tongues.ts';
import { find } from './toolbox.ts';
import { mainItem, type Outcome, type Task, type World } from './world.ts';

const EDITS = FOLLOWS.groups.CHANGE ?? [];
/** Say yes, so that each of their words must be known. */
const SURE = ['stock', 'colours', 'abroad', 'add'];

/** The figures of the shop's pages that the sentences name. */
const FIGURES: Readonly<Record<string, RegExp>> = {
  standardCost: /standard delivery.*? costs (€[\d.]+\d)/i,
  freeOver: /free for orders over (€[\d.]*\d)/i,
  days: /standard delivery takes (\d+ to \d+)/i,
  expressCost: /express delivery.*? costs (€[\d.]*\d)/i,
  abroadDays: /outside the european union delivery takes (\d+ to \d+)/i,
  abroadCost: /outside the european union.*? costs (€[\d.]*\d)/i,
  returnDays: /return anything within (\d+) days/i,
  refundDays: /refund the full price within (\d+) working/i,
  damageDays: /photo within (\d+) days/i,
  from: /(\d+:\d\d) to \d+:\d\d/,
  to: /\d+:\d\d to (\d+:\d\d)/,
};

/** A message of theirs as wishes; what has words that no example has is not surely understood. */
export function readForeign(text: string, state: State, tongue: Tongue): Wish[] {
  const said = tongue.translate(text);
  const wishes = readMessage(said, state, tongue.guess, new Set());
  const isWhole = wishes.some(({ text: clause }) => tongue.unknownIn(clause) === 0);
  return wishes.map((wish) => {
    const isNamed = wish.items.some(({ products }) => products);
    const unknown = tongue.unknownIn(wish.text);
    const hasCountry = wish.tokens.some(({ is }) => is === 'country');
    const words = wish.text.split(' ').length;
    // Beside a half that is understood, the other must be, too.
    const isUnsure =
      wish.name === 'gift'
        ? false
        : isWhole && wishes.length > 1 && wish.name in TOPICS && unknown > 0
          ? true
          : wish.name === 'search'
            ? unknown > Number(isNamed)
            : unknown >
              (SURE.includes(wish.name) && !hasCountry
                ? 0
                : words / (wish.name in TOPICS ? 2.5 : 4));
    const tokens = wish.tokens.map((token) =>
      token.is === 'word' && !tongue.isSlot(token.word)
        ? { ...token, is: 'light' as const }
        : token,
    );
    return {
      ...wish,
      tokens,
      name: isUnsure ? (wish.name === 'search' ? 'none' : 'other') : wish.name,
    };
  });
}

export function* foreignTask(world: World, wishes: readonly Wish[], tongue: Tongue): Task {
  const { state, shop } = world;
  const { says } = tongue;
  const [wish] = wishes;
  if (wish === undefined) return { say: '' };
  const topic = TOPICS[wish.name];
  const page = topic && shop.of(new RegExp(topic.lines[0] ?? topic.any, 'i'));
  const say = (key: string, values: Readonly<Record<string, string>> = {}): Outcome => {
    const said = fill(says[key] ?? says.sorry ?? '', { ...figuresOf(shop), ...values });
    return said === null || says[key] === undefined
      ? { say: fill(says.sorry ?? '', figuresOf(shop)) ?? '', isLost: true }
      : { say: said, ...(page && { citations: [cite(page.passage)] }) };
  };
  const colours = (product: Product) =>
    product.variants.map((one) => tongue.nameOf(one)).join(', ');
  const cart = ({ lines, total }: Cart, key = 'cart') => {
    const names = lines.map(
      ({ quantity, name, variant }) =>
        `${quantity} × ${name}${variant ? ` (${tongue.nameOf(variant)})` : ''}`,
    );
    return say(lines.length === 0 ? 'empty' : key, { lines: names.join(', '), total: total ?? '' });
  };
  const item = mainItem(wish);
  const some = resolve(item, state);
  const [product] = some;
  const which = (of: readonly Product[] = some) => {
    const names = (of.length > 0 ? of : productsOf(state).slice(0, 4)).map(({ name }) => name);
    return say('which', { names: names.join(', ') });
  };
  const colour = wish.tokens.find(({ is }) => is === 'colour')?.word;
  if (EDITS.includes(wish.name)) {
    for (const one of wishes.flatMap(({ name, items }) => (name === 'add' ? items : []))) {
      const [only, ...others] = resolve(one, state);
      if (only === undefined || others.length > 0) return which(resolve(one, state));
      const values = { name: only.name, colours: colours(only) };
      if (only.inStock === false) return say('soldOut', values);
      const own = one.colours[0] ?? (state.focus?.id === only.id ? state.focus.variant : null);
      if (own && findVariant(own, only.variants) === null)
        return say('noColour', { ...values, colour: tongue.nameOf(own) });
      if (!own && only.variants.length > 1) return say('variant', values);
    }
    const tools = world.tools.filter(({ name }) => name !== 'offer_choices');
    const { changed } = yield* editTask({ ...world, tools }, wishes);
    if (!changed) return say('unchanged');
    const told = cart(changed);
    return { ...told, say: `${says.changed} ${told.say}` };
  }
  switch (wish.name) {
    case 'cart': {
      const read = yield* readLines(world);
      return 'say' in read ? say('sorry') : cart(read.cart);
    }
    case 'search':
    case 'gift': {
      const { items, say: english } = yield* searchTask(world, wish);
      const found =
        items ?? (/^(?:No|I'm afraid)/.test(english) ? [] : namedIn(english, productsOf(state)));
      if (found.length === 0) return say('none');
      const list = found.map(({ name, price }) => `${name}, ${price}`).join('; ');
      return { say: items ? (says.found ?? '') : `${says.found} ${list}.`, items: found };
    }
    case 'care': {
      if (product === undefined || some.length > 1) return which();
      const all = ASPECTS.filter(({ name }) =>
        ['dishwasher', 'microwave', 'machine'].includes(name),
      );
      const asked = all.filter(({ ask }) => ask.test(wish.text));
      const sentences = sentencesAbout(product, world.passages);
      const list = (asked.length > 0 ? asked : all).map((aspect) => {
        const is = isSo(aspect, sentences);
        const word = is === null ? 'isUnsaid' : is ? 'isSo' : 'isNotSo';
        return `${says[aspect.name]}: ${says[word]}`;
      });
      const page = pageOf(product, world.passages);
      const told = say('care', { name: product.name, list: list.join('; ') });
      return { ...told, ...(page && { citations: [cite(page)] }) };
    }
    case 'prefer':
      return say('noted');
    case 'price':
    case 'stock':
    case 'colours': {
      if (product === undefined || some.length > 1) return which();
      const priced = wish.items.flatMap((one) =>
        one.products ? resolve(one, state).slice(0, 1) : [],
      );
      if (wish.name === 'price' && priced.length > 1)
        return say('prices', { list: priced.map((one) => `${one.name}: ${one.price}`).join(', ') });
      const { name, price, variants, inStock } = product;
      const values = {
        name,
        price: price ?? '',
        colours: colours(product),
        colour: tongue.nameOf(colour ?? ''),
      };
      const gone = inStock === false ? say('soldOut', values) : null;
      if (wish.name === 'stock' && gone && !colour) return gone;
      const key = colour ? (findVariant(colour, variants) ? 'inColour' : 'noColour') : wish.name;
      const told = say(key, values);
      return gone && key !== 'noColour' ? { ...told, say: `${told.say} ${gone.say}` } : told;
    }
    case 'delivery_cost':
    case 'delivery_time': {
      const [standard, express] = [say('delivery'), say('express')];
      return { ...standard, say: `${standard.say} ${express.say}` };
    }
    case 'abroad': {
      const country = wish.tokens.find(({ is }) => is === 'country')?.country;
      if (!country || shop.countries === null) return say('countries');
      const own = { country: tongue.countryOf(country.name) };
      if (country.isInUnion)
        return { ...say('union', own), say: `${say('union', own).say} ${say('delivery').say}` };
      return say(
        shop.countries.includes(country.name.replace('the ', '')) ? 'abroad' : 'noCountry',
        own,
      );
    }
    case 'refund':
      return say('returns');
    case 'person': {
      const asked = yield* askPerson(world, wish);
      return say(asked === null ? 'person' : asked.isThere ? 'there' : 'nobody');
    }
    case 'order':
    case 'damage': {
      const told = say(wish.name);
      return find(world.tools, 'human') ? { ...told, say: `${told.say} ${says.human}` } : told;
    }
    case 'none':
      return say('none');
    default:
      return say(
        wish.name === 'other' || wish.name === 'unknown' || (topic && !page) ? 'sorry' : wish.name,
      );
  }
}

const figuresOf = (shop: Shop): Record<string, string> => ({
  people: shop.people.replace(' or ', ' / ').replace(/ \(.*\)$/, ''),
  ...Object.fromEntries(
    Object.entries(FIGURES).flatMap(([name, pattern]) => {
      const line = shop.of(pattern)?.line;
      const figure = line === undefined ? undefined : pattern.exec(line)?.[1];
      return figure === undefined ? [] : [[name, figure.replace(' to ', '–')]];
    }),
  ),
});

/** The sentence with its figures, or null where the shop's pages lack one. */
function fill(sentence: string, values: Readonly<Record<string, string>>): string | null {
  const said = sentence.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  return /\{\w+\}/.test(said) ? null : said;
}
