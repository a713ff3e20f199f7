// What an order adds: which products its items mean, in which colours, and what can't be had.

import { findVariant, type Product } from './catalogue.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { clean, joinWords } from './phrases.ts';
import { put, type Rows } from './rows.ts';
import { QUESTIONS, type State, type Wish } from './state.ts';
import { find, mostOf, type Part, use } from './toolbox.ts';
import { isTarget, type Outcome, settle, type World } from './world.ts';

/** An item of an order, and the products that it means where it doesn't say so itself. */
interface Wanted {
  item: Item;
  before: readonly Product[];
}

/** One that names nothing takes its product from its neighbours: "two mugs, one blue, one green" are two, not four. */
function wantedOf(state: State, items: readonly Item[]): Wanted[] {
  const wanted: Wanted[] = [];
  for (const [at, item] of items.entries()) {
    const last = wanted.at(-1);
    const isLone = !isNamed(item) && !item.isPointer && !item.isPlural && !item.rank;
    const near = isLone ? (last?.before ?? items.slice(at).find(isNamed)?.products) : undefined;
    if (last && near === last.before && item.colours.length > 0 && !last.item.colours[0]) {
      const left = (last.item.quantity ?? 1) - (item.quantity ?? 1);
      const rest = { ...last, item: { ...last.item, quantity: left } };
      wanted.splice(-1, 1, { item, before: near }, ...(left > 0 ? [rest] : []));
      continue;
    }
    const found = resolve(item, state, near);
    const isSeveral = item.isPlural && found.length > 1;
    if (!isSeveral) wanted.push({ item, before: found });
    for (const product of isSeveral ? found : [])
      wanted.push({ item: { ...item, products: [product] }, before: [product] });
  }
  // "A teapot and two mugs in blue": the colour is for both.
  const [shared, ...more] = items.flatMap(({ colours }) => colours);
  const isShared = more.length === 0 && items.at(-1)?.colours[0] !== undefined;
  return wanted.map(({ item, before }) =>
    isShared && shared && before.length === 1 && findVariant(shared, before[0]?.variants ?? [])
      ? { item: { ...item, colours: [shared] }, before }
      : { item, before },
  );
}

/** Adds what a wish names; the note tells what can't be added, or asks. */
export function* addRows(world: World, wish: Wish, rows: Rows): Part<string> {
  const { state, tools, shop } = world;
  const notes: string[] = [];
  const said = wish.items.filter(
    ({ isNot, after: _, colours: [colour], ...rest }) =>
      !isNot && (colour !== undefined || Object.keys(rest).length > 0),
  );
  for (const { item, before } of wantedOf(state, said.length > 0 ? said : [{ colours: [] }])) {
    const target = settle(world, item, before);
    if (!isTarget(target)) {
      notes.push(target.say);
      continue;
    }
    const { product } = target;
    const { id, name, variants } = product;
    const amount = item.quantity ?? 1;
    const most = mostOf(find(tools, 'add'), 'quantity');
    const there = rows.now.filter((row) => row.id === id);
    // "One more mug": of the colour that is there.
    const own = item.isMore && there.length === 1 ? there[0]?.variant : null;
    if (amount < 1 || /minus|-\d/.test(wish.text))
      notes.push('I can add one or more, not fewer. How many would you like?');
    else if (product.inStock === false)
      notes.push(`Sorry, ${name} is sold out, so I didn't add it.`);
    else if (amount + there.reduce((sum, { quantity }) => sum + quantity, 0) > most)
      notes.push(
        `At most ${most} of one thing fit into the cart, so I added none yet. How many would you like? For larger orders our people help: ${shop.people}.`,
      );
    else {
      const isEach = item.colours.length > 1 && amount <= item.colours.length;
      for (const colour of isEach ? item.colours : [item.colours[0]]) {
        const variant = colour ? findVariant(colour, variants) : (target.variant ?? own ?? null);
        const chosen = yield* chooseVariant(world, product, variant, colour);
        if ('say' in chosen) notes.push(chosen.say);
        else put(rows, { id, variant: chosen.variant, quantity: isEach ? 1 : amount });
      }
    }
  }
  return notes.join(' ');
}

/** The colour: said, the only one, or asked for. */
export function* chooseVariant(
  { state, tools }: World,
  { name, variants: all }: Product,
  variant: string | null,
  colour?: string,
): Part<{ variant: string | null } | Outcome> {
  const variants = all.filter((one) => !state.avoid.words.includes(one));
  const [only] = variants;
  const isAmiss = colour !== undefined && variant === null && !name.toLowerCase().includes(colour);
  if (variant !== null) return { variant };
  if (only === undefined || (variants.length === 1 && !isAmiss)) return { variant: only ?? null };
  const amiss = isAmiss ? `${name} doesn't come in ${colour}. ` : '';
  const question = `${amiss}Which ${name} ${QUESTIONS.variant}`;
  const colours = joinWords(variants.map((one) => clean(one, 30)));
  const inWords = {
    say: `${amiss}${name} comes in ${colours}. Which ${name} ${QUESTIONS.variant}`,
  };
  if (find(tools, 'choose') === null || variants.length < 2) return inWords;
  const used = yield* use(tools, 'choose', { question, options: variants }, 'ask you');
  if ('say' in used)
    return used.failure?.code === 'declined'
      ? { say: `All right, I didn't add ${name}.` }
      : inWords;
  const said = findVariant(JSON.stringify(used.data ?? ''), variants);
  return said === null ? inWords : { variant: said };
}
