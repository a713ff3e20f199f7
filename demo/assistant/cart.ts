// The tasks that change the cart. All changes of a message are worked out on a copy of the cart's lines; what differs in the end is what
// is called, and told in one sentence. The page asks the visitor before each.

import { type Cart, readCart } from './catalogue.ts';
import { changeRows, swapRows } from './change.ts';
import { addRows } from './order.ts';
import { clean, counted, joinWords } from './phrases.ts';
import { isSame, labelOf, type Rows } from './rows.ts';
import type { Row, Wish } from './state.ts';
import { find, type Part, use } from './toolbox.ts';
import type { Outcome, Task, World } from './world.ts';

const NONE: Cart = { lines: [], total: null, delivery: null, coupon: null };

/** What the cart holds after a change: its lines where there are several, and the total. */
export function sumUp(cart: Cart): string {
  if (cart.lines.length === 0) return ' Your cart is empty now.';
  const holds = cart.lines.length > 1 ? ` Your cart now holds ${namesOf(cart)}.` : '';
  return `${holds}${cart.total === null ? '' : ` Your total is ${cart.total}${delivery(cart)}.`}`;
}
export const namesOf = ({ lines }: Cart): string =>
  joinWords(lines.map((line) => counted(line.quantity, line.name, line.variant)));
export const delivery = ({ delivery: cost }: Cart): string =>
  cost === null ? '' : cost === 'free' ? ', with free delivery' : `, with ${cost} for delivery`;

export function* readLines(world: World): Part<{ cart: Cart } | Outcome> {
  const used = yield* use(world.tools, 'cart', {}, 'look into your cart');
  return 'say' in used ? { say: used.say } : { cart: readCart(used.data) ?? NONE };
}

/** All wishes of a message that change the cart. */
export function* editTask(world: World, wishes: readonly Wish[]): Task {
  const isAdding = wishes.every(
    ({ name, items }) => name === 'add' && !items.some(({ isMore }) => isMore),
  );
  let old: readonly Row[] = world.state.cart?.lines ?? [];
  if (!isAdding) {
    const read = yield* readLines(world);
    if (!('cart' in read)) return read;
    old = read.cart.lines;
  }
  const rows: Rows = { old, now: old.map((row) => ({ ...row })), added: [] };
  const notes: string[] = [];
  for (const wish of wishes) {
    const { name } = wish;
    // "Remove the blanket and add a notebook instead": what goes was said before.
    const isReplaced = name === 'swap' && rows.now.some(({ quantity }) => quantity === 0);
    if (name === 'add' || isReplaced) notes.push(yield* addRows(world, wish, rows));
    else if (name === 'swap') notes.push(yield* swapRows(world, wish, rows));
    else notes.push(changeRows(world, wish, rows));
  }
  return yield* carryOut(world, rows, notes);
}

function* carryOut(world: World, { old, now, added }: Rows, notes: readonly string[]): Task {
  const was = (row: Row) => old.find((one) => isSame(one, row))?.quantity ?? 0;
  const done: Record<'ins' | 'now' | 'out', string[]> = { ins: [], now: [], out: [] };
  const faults: string[] = [];
  let changed: Cart | null = null;
  // What grows comes first: where the visitor declines the new, the old stays.
  const order = [...now].sort((a, b) => Number(a.quantity < was(a)) - Number(b.quantity < was(b)));
  for (const row of order) {
    const { id, variant, quantity } = row;
    const more = quantity - was(row);
    if (more === 0 || (added.length > 0 && faults.length > 0 && more < 0)) continue;
    const isAdding = more > 0 && (was(row) === 0 || added.some((one) => isSame(one, row)));
    const what = labelOf(world.state, row, isAdding ? more : 1);
    const act = isAdding
      ? `add ${what} to your cart`
      : quantity === 0
        ? `take ${what} out of your cart`
        : `change ${what} to ${quantity}`;
    const input = {
      product_id: id,
      quantity: isAdding ? more : quantity,
      ...(variant !== null && { variant }),
    };
    const used = yield* use(world.tools, isAdding ? 'add' : 'change', input, act);
    if ('say' in used) faults.push(used.say);
    else {
      changed = readCart(used.data) ?? changed;
      if (isAdding) done.ins.push(what);
      else if (quantity === 0) done.out.push(what);
      else done.now.push(`${quantity} × ${what}`);
    }
  }
  const [ins, left, out] = [done.ins, done.now, done.out].map((some) => joinWords(some));
  const story = [
    ins && `Added ${ins} to your cart.`,
    left && `Now it is ${left}.`,
    out && `I took ${out} out of your cart.`,
  ];
  const say = [...new Set([...notes, ...faults, ...story])].filter(Boolean).join(' ');
  return { say: say || 'Your cart holds just that already.', ...(changed && { changed }) };
}

export function* couponTask(world: World, { tokens }: Wish): Task {
  const { state, tools } = world;
  const code = tokens.find(({ is }) => is === 'code')?.word ?? state.code;
  if (code === null) return { say: 'Tell me the code, and I try it.' };
  const name = clean(code, 30);
  const applied = state.cart?.coupon;
  if (applied && applied !== code)
    return {
      say: `Coupons can't be combined, and your cart has ${applied} already, so I didn't try ${name}.`,
    };
  if (find(tools, 'coupon') === null) {
    // The cart's page takes coupons.
    const moved = yield* use(tools, 'go', { page: 'cart' }, 'open the cart page');
    if ('say' in moved) return { say: moved.say };
    if (find(tools, 'coupon') === null) return { say: 'Coupons are entered on the cart page.' };
  }
  const used = yield* use(tools, 'coupon', { code }, `apply the code ${name}`);
  return 'say' in used
    ? { say: used.say }
    : { say: `The code ${name} is applied.`, changed: readCart(used.data) };
}
