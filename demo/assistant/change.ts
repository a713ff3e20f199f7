// Changes of what is in the cart: numbers, removals, and one thing for another.

import { findVariant } from './catalogue.ts';
import { WORDS } from './data.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { addRows, chooseVariant } from './order.ts';
import { listOf, live, put, type Rows, rowsOf } from './rows.ts';
import type { Wish } from './state.ts';
import { find, mostOf, type Part } from './toolbox.ts';
import type { World } from './world.ts';

const ANY: Item = { colours: [] };
const EXCEPT = new RegExp(WORDS.except, 'i');

/** Numbers and removals, on the copy; the note tells what isn't there. */
export function changeRows({ tools, state }: World, wish: Wish, rows: Rows): string {
  const { name, items, text } = wish;
  if (live(rows).length === 0) return 'Your cart is empty, so there is nothing to change.';
  const named = items.flatMap(({ products = [] }) => products.map(({ id }) => id));
  if (name === 'empty' || (name === 'remove' && EXCEPT.test(text))) {
    // "All mugs but the blue ones": of the mugs, the blue ones stay.
    const colours = items.flatMap((item) => (item.products ? [] : item.colours));
    const isKept = ({ id, variant }: { id: string; variant: string | null }) =>
      colours.length > 0
        ? colours.includes(variant ?? '') || (named.length > 0 && !named.includes(id))
        : EXCEPT.test(text) && named.includes(id);
    for (const row of live(rows)) if (!isKept(row)) row.quantity = 0;
    return '';
  }
  const most = mostOf(find(tools, 'change'), 'quantity');
  const notes: string[] = [];
  const used = items.filter(({ isNot }) => !isNot);
  for (const item of used.length > 0 ? used : [ANY]) {
    const thing = isNamed(item) ? item : { ...item, ...items.find(isNamed), colours: item.colours };
    const found = rowsOf(state, thing, rows);
    if (found.length === 0)
      notes.push(
        isNamed(thing) || item.colours.length > 0
          ? `That isn't in your cart, which holds ${listOf(state, rows)}.`
          : `Which one? In your cart: ${listOf(state, rows)}.`,
      );
    const total = found.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const row of found) {
      const to = newCount(name, item, text, row.quantity, total);
      if (to === undefined)
        notes.push(`How many would you like? There are ${row.quantity} in your cart.`);
      else if (to > most) notes.push(`At most ${most} of one thing fit into the cart.`);
      else row.quantity = Math.max(0, to);
    }
  }
  return [...new Set(notes)].join(' ');
}

function newCount(
  name: string,
  { quantity: count, isPlural, isPart, isMore, isLess }: Item,
  text: string,
  was: number,
  total: number,
): number | undefined {
  if (/\bhal(?:f|ve)\b/i.test(text)) return Math.ceil(was / 2);
  if (name === 'remove')
    return count !== undefined && (!isPlural || isPart) && total > count ? was - count : 0;
  if (/\bdouble\b|\btwice as\b/i.test(text)) return was * 2;
  if (isLess) return was - (count ?? 1);
  return isMore ? was + (count ?? 1) : count;
}

/** "The blue one instead": as many of the other as there were; "one of them in blue": one. */
export function* swapRows(world: World, wish: Wish, rows: Rows): Part<string> {
  const { items } = wish;
  const { state } = world;
  const isOld = ({ isNot, after }: Item) => isNot === true || after === 'instead of';
  const rest = items.filter((item) => !isOld(item));
  const news = rest.filter((item) => isNamed(item) || item.colours.length > 0);
  // "Swap the green mug for a blue one": the first is the old, unless only the new is named. "Blue not green": what is denied is old.
  const marked = rest.findIndex(({ after }) => /^(?:for|to|with|into)$/.test(after ?? ''));
  const old = items.find(isOld) ?? (marked > 0 ? rest[0] : news.length > 1 ? news[0] : undefined);
  const wanted = marked >= 0 ? rest[marked] : news.find((item) => item !== old);
  if (wanted === undefined || (wanted.colours.length === 0 && !isNamed(wanted)))
    return items.some(({ quantity, isNot }) => quantity !== undefined && !isNot)
      ? changeRows(world, { ...wish, name: 'quantity' }, rows)
      : 'What would you like instead?';
  // Nothing is there to be exchanged: it was said before anything was added.
  if (live(rows).length === 0) return yield* addRows(world, { ...wish, items: [wanted] }, rows);
  const isThere = live(rows).some(({ id }) => wanted.products?.some((one) => one.id === id));
  const source = old ?? (isThere && wanted.products ? { ...ANY, products: wanted.products } : ANY);
  const [row] = rowsOf(state, source, rows);
  const product = isNamed(wanted) ? resolve(wanted, state)[0] : state.products.get(row?.id ?? '');
  if (row === undefined || product === undefined)
    return `Which one do you want to exchange? In your cart: ${listOf(state, rows)}.`;
  const colour = wanted.colours.at(-1);
  if (colour === undefined && product.id === row.id)
    return changeRows(world, { ...wish, name: 'quantity', items: [wanted] }, rows);
  if (product.inStock === false) return `Sorry, ${product.name} is sold out, so I changed nothing.`;
  const variant = colour ? findVariant(colour, product.variants) : null;
  const chosen = yield* chooseVariant(world, product, variant, colour);
  if ('say' in chosen) return chosen.say;
  if (product.id === row.id && chosen.variant === row.variant) return '';
  const isSome = (wanted.quantity ?? 1) > 1 || wanted.isPart;
  const count = old?.quantity ?? (isSome ? wanted.quantity : undefined) ?? row.quantity;
  const quantity = Math.min(row.quantity, count);
  row.quantity -= quantity;
  put(rows, { id: product.id, variant: chosen.variant, quantity });
  return '';
}
