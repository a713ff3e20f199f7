// Tasks that change and tell the cart. All changes of a message are worked out on a copy of the cart's lines; what differs in the end is
// what is called, and told in one sentence. The page asks the visitor before each.

import { type Cart, findVariant, type Product, readCart } from './catalogue.ts';
import { TALK } from './data.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { clean, counted, joinWords } from './phrases.ts';
import { productsOf, QUESTIONS, type Row, type Wish } from './state.ts';
import { find, mostOf, type Part, use } from './toolbox.ts';
import { isTarget, type Outcome, settle, type Task, type World } from './world.ts';

interface Rows {
  old: readonly Row[];
  /** The copy. */
  now: Row[];
  added: Row[];
}
const isSame = (a: Omit<Row, 'quantity'>, b: Omit<Row, 'quantity'>): boolean =>
  a.id === b.id && a.variant === b.variant;
const NONE: Cart = { lines: [], total: null, delivery: null, coupon: null };
const NO_COLOUR: Item = { colours: [] };

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

const labelOf = ({ state }: World, { id, variant }: Row, quantity: number): string => {
  const { name = id, variants = ['', ''] } = state.products.get(id) ?? {};
  return counted(quantity, name, variants.length > 1 ? variant : null);
};
const live = ({ now }: Rows): Row[] => now.filter(({ quantity }) => quantity > 0);
const listOf = (world: World, rows: Rows): string =>
  joinWords(live(rows).map((row) => labelOf(world, row, row.quantity)));

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
  // "Two of them", "and one teapot": of what isn't there yet.
  const isNew = (item: Item) =>
    isNamed(item)
      ? rowsOf(world, item, rows).length === 0
      : live(rows).length === 0 && world.state.focus !== null && (item.quantity ?? 0) < 11;
  // "Remove the blanket and add a notebook instead": what goes was said before.
  const isReplacing = ({ items }: Wish) =>
    rows.now.some(({ quantity }) => quantity === 0) &&
    items.some(isNamed) &&
    !items.some((one) => one.isNot || one.after === 'instead of');
  for (const wish of wishes) {
    const { name, items, text } = wish;
    const isOrder = name === 'quantity' && !/\?/.test(text);
    const fresh = isOrder ? items.filter((one) => one.quantity && isNew(one)) : [];
    const rest = items.filter((one) => !fresh.includes(one));
    if (name === 'add') notes.push(yield* addRows(world, wish, rows));
    else if (name === 'swap' && isReplacing(wish)) notes.push(yield* addRows(world, wish, rows));
    else if (name === 'swap') notes.push(yield* swapRows(world, wish, rows));
    else if (fresh.length === 0 || rest.length > 0)
      notes.push(changeRows(world, { ...wish, items: rest }, rows));
    if (fresh.length > 0) notes.push(yield* addRows(world, { ...wish, items: fresh }, rows));
  }
  return yield* carryOut(
    world,
    rows,
    notes,
    wishes.some(({ name }) => name === 'swap'),
  );
}

function put(rows: Rows, row: Row): void {
  const same = rows.now.find((one) => isSame(one, row));
  if (same) same.quantity += row.quantity;
  else rows.now.push({ ...row });
  rows.added.push(row);
}

function* carryOut(
  world: World,
  { old, now, added }: Rows,
  notes: readonly string[],
  isSwap: boolean,
): Task {
  const was = (row: Row) => old.find((one) => isSame(one, row))?.quantity ?? 0;
  const told: Record<'ins' | 'now' | 'out', string[]> = { ins: [], now: [], out: [] };
  const faults: string[] = [];
  let changed: Cart | null = null;
  // What grows comes first: where the visitor declines the new, the old stays.
  const order = [...now].sort((a, b) => Number(a.quantity < was(a)) - Number(b.quantity < was(b)));
  for (const row of order) {
    const { id, variant, quantity } = row;
    const more = quantity - was(row);
    if (more === 0 || (isSwap && faults.length > 0 && more < 0)) continue;
    const isAdding = more > 0 && (was(row) === 0 || added.some((one) => isSame(one, row)));
    const what = labelOf(world, row, isAdding ? more : 1);
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
      if (isAdding) told.ins.push(isSwap ? labelOf(world, row, quantity) : what);
      else if (quantity === 0) told.out.push(what);
      else told.now.push(`${quantity} × ${what}`);
    }
  }
  const [ins, left, out] = [told.ins, told.now, told.out].map((some) => joinWords(some));
  const story =
    isSwap && ins && (out || left)
      ? [`Now it is ${ins}${out ? ` instead of ${out}` : `, besides ${left}`}.`]
      : [
          ins && `Added ${ins} to your cart.`,
          left && `Now it is ${left}.`,
          out && `I took ${out} out of your cart.`,
        ];
  const say = [...notes, ...faults, ...story].filter(Boolean).join(' ');
  return { say: say || 'Your cart holds just that already.', ...(changed && { changed }) };
}

/** What each item of an order means: one that names nothing takes its product from its neighbours or the last change. */
function targetsOf(
  { state }: World,
  items: readonly Item[],
): { item: Item; products: Product[] }[] {
  // "A teapot and two mugs in blue": the colour is for both.
  const said = items.flatMap(({ colours }) => colours);
  const shared =
    said.length === 1 && items.length > 1 && items.at(-1)?.colours[0] ? said[0] : undefined;
  const wanted: { item: Item; products: Product[] }[] = [];
  const isLone = (item: Item) => !isNamed(item) && !item.isPointer && !item.isPlural && !item.rank;
  const last = state.changed.at(-1);
  const lastProduct = state.products.get(last?.id ?? '');
  for (const [at, item] of items.entries()) {
    const before = wanted.at(-1);
    const hasColour = item.colours.length > 0;
    const next = items.slice(at).find(isNamed);
    // "Put both in, the mug in terracotta", "the cheapest of those, add it": the pointer repeats what is named.
    const repeats =
      !isNamed(item) &&
      (item.isPlural || (item.isPointer && !hasColour && items.length > 1)) &&
      (before !== undefined || (!item.rank && items.some(({ rank }) => rank)));
    if (repeats) continue;
    const near =
      isLone(item) || (item.isPointer && hasColour && before)
        ? (before?.products ?? (hasColour || !next?.quantity ? next?.products : undefined))
        : undefined;
    if (item.isMore && isLone(item) && !near && lastProduct && last) {
      const colours = hasColour ? item.colours : last.variant ? [last.variant] : [];
      wanted.push({ item: { ...item, products: [lastProduct], colours }, products: [lastProduct] });
      continue;
    }
    // "Two mugs, one blue, one green" are two, not four.
    const isPart =
      before &&
      isLone(item) &&
      hasColour &&
      before.item.colours.length === 0 &&
      near === before.products;
    if (isPart) {
      const all = before.item.quantity ?? 1;
      const left = all - (item.quantity ?? 1);
      const spec = all > 1 ? item : { ...item, quantity: item.quantity ?? 1 };
      const rest = { ...before, item: { ...before.item, quantity: left } };
      const part = { item: spec, products: before.products };
      wanted.splice(-1, 1, part, ...(all > 1 && left > 0 ? [rest] : []));
      continue;
    }
    const found = near && near.length > 0 ? [...near] : resolve(item, state);
    if (item.isPlural && found.length > 1) {
      const fitting = found.filter(
        ({ variants }) => !item.colours[0] || findVariant(item.colours[0], variants),
      );
      for (const product of fitting.length > 0 ? fitting : found)
        wanted.push({ item: { ...item, products: [product] }, products: [product] });
      continue;
    }
    wanted.push({ item, products: found });
  }
  for (const one of wanted)
    if (
      shared &&
      one.products.length === 1 &&
      one.item.colours.length === 0 &&
      findVariant(shared, one.products[0]?.variants ?? [])
    )
      one.item = { ...one.item, colours: [shared] };
  return wanted;
}

const ANY_COLOUR =
  /\b(?:any|whichever|whatever) colou?r|colou?r does ?n.t matter|you (?:choose|pick)/i;

/** Adds what a wish names; the note tells what can't be added, or asks. */
function* addRows(world: World, wish: Wish, rows: Rows): Part<string> {
  const { state, tools, shop } = world;
  const notes: string[] = [];
  const said = wish.items.filter(
    ({ isNot, after: _, colours: [colour], ...rest }) =>
      !isNot && (colour !== undefined || Object.keys(rest).length > 0),
  );
  for (const { item, products } of targetsOf(world, said.length > 0 ? said : [NO_COLOUR])) {
    const [only] = products;
    const [colour] = item.colours;
    const target =
      products.length === 1 && only
        ? {
            product: only,
            variant: colour
              ? findVariant(colour, only.variants)
              : item.products === undefined && state.focus?.id === only.id
                ? state.focus.variant
                : null,
          }
        : yield* settle(world, item);
    if (!isTarget(target)) {
      notes.push(target.say);
      continue;
    }
    const { product } = target;
    const { id, name, variants } = product;
    const amount = item.quantity ?? 1;
    const most = mostOf(find(tools, 'add'), 'quantity');
    const held = rows.now.find((one) => isSame(one, { id, variant: target.variant }));
    if (amount < 1 || /minus|-\d/.test(wish.text))
      notes.push('I can add one or more, not fewer. How many would you like?');
    else if (product.inStock === false)
      notes.push(`Sorry, ${name} is sold out, so I didn't add it.`);
    else if ((held?.quantity ?? 0) + amount > most)
      notes.push(
        `At most ${most} of one thing fit into the cart, so I added none yet. How many would you like? For larger orders our people help: ${shop.people}.`,
      );
    else {
      const isEach =
        variants.length > 1 &&
        /\b(?:each|every|all|both) (?:of the )?(?:colou?rs?)|\b(?:one|1) of each\b/i.test(
          wish.text,
        );
      if (isEach && rows.added.some((row) => row.id === id)) continue;
      const several = isEach
        ? variants
        : item.colours.length > 1 && amount <= item.colours.length
          ? item.colours
          : null;
      for (const one of several ?? [colour]) {
        // "One more mug": of the colour that is there.
        const there = rows.now.filter((row) => row.id === id);
        const more = item.isMore && !one && there.length === 1 ? there[0]?.variant : null;
        const variant =
          several && one ? findVariant(one, variants) : (target.variant ?? more ?? null);
        const isAny = !one && ANY_COLOUR.test(wish.text);
        const chosen = yield* chooseVariant(
          world,
          product,
          isAny ? (variants[0] ?? null) : variant,
          one,
        );
        if ('say' in chosen) notes.push(chosen.say);
        else put(rows, { id, variant: chosen.variant, quantity: several ? 1 : amount });
      }
    }
  }
  return notes.join(' ');
}

/** The colour: said, the only one, or asked for. */
function* chooseVariant(
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

/** The rows that an item means: named, pointed at, those that were changed last, or the only one. */
function rowsOf({ state }: World, item: Item, rows: Rows): Row[] {
  const ids = isNamed(item) ? (item.products ?? resolve(item, state)).map(({ id }) => id) : null;
  const of = live(rows).filter(({ id }) => ids === null || ids.includes(id));
  const coloured = of.filter(({ variant }) => variant === (item.colours[0] ?? ''));
  const isMissed = item.colours[0] !== undefined && coloured.length === 0;
  const some = isMissed
    ? of.filter(({ variant }) => variant === null)
    : coloured.length > 0
      ? coloured
      : of;
  const last = some.filter((row) => state.changed.some((one) => isSame(one, row)));
  if (some.length <= 1) return some;
  if (item.isPlural) return last.length > 1 ? last : some;
  const newest = state.changed.at(-1);
  const one = last.find((row) => newest && isSame(row, newest)) ?? last.at(-1);
  return one ? [one] : some.filter(({ id }) => id === state.focus?.id).slice(0, 1);
}

const EXCEPT = /\b(?:except|apart from|all but|everything but|but not|but keep|only keep|keep)\b/i;

/** Numbers and removals, on the copy; the note tells what isn't there. */
function changeRows(world: World, { name, items, text }: Wish, rows: Rows): string {
  if (live(rows).length === 0) return 'Your cart is empty, so there is nothing to change.';
  const isExcept = EXCEPT.test(text);
  if (name === 'empty' || (name === 'remove' && isExcept)) {
    const named = isExcept ? items.filter(({ products }) => products) : [];
    // "All mugs but the blue ones": of the mugs, the blue ones stay.
    const colours = items.flatMap((item) => (item.products ? [] : item.colours));
    const ofNamed = live(rows).filter(({ id }) =>
      named.some(({ products }) => products?.some((one) => one.id === id)),
    );
    const kept =
      colours.length > 0 && ofNamed.length > 0
        ? live(rows).filter((row) => !ofNamed.includes(row) || colours.includes(row.variant ?? ''))
        : named.flatMap((item) => rowsOf(world, item, rows));
    if (isExcept && kept.length === 0)
      return "That isn't in your cart, so I changed nothing. Which things may I take out?";
    for (const row of rows.now) if (!kept.includes(row)) row.quantity = 0;
    return '';
  }
  const real = items.filter(({ isNot, products }) => !(isNot && !products && items.length > 1));
  const hasCount = real.some(({ quantity }) => quantity !== undefined);
  const used = real.filter((item) =>
    name === 'quantity'
      ? item.quantity !== undefined || item.isMore || item.isLess || !hasCount
      : isNamed(item) || (!real.some(isNamed) && !(item.isMore && real.length > 1)),
  );
  const notes: string[] = [];
  const most = mostOf(find(world.tools, 'change'), 'quantity');
  for (const item of used.length > 0 ? used : [NO_COLOUR]) {
    const thing = isNamed(item) ? item : { ...item, ...items.find(isNamed), colours: item.colours };
    const found = rowsOf(world, thing, rows);
    if (found.length === 0)
      notes.push(
        isNamed(thing) || item.colours.length > 0
          ? `That isn't in your cart, which holds ${listOf(world, rows)}.`
          : `Which one? In your cart: ${listOf(world, rows)}.`,
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
  return notes.join(' ');
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
  if (isLess || /\b(?:take away|reduce \w+ by|minus)\b/i.test(text)) return was - (count ?? 1);
  return isMore ? was + (count ?? 1) : count;
}

/** "The blue one instead": as many of the other as there were; "one of them in blue": one. */
function* swapRows(world: World, wish: Wish, rows: Rows): Part<string> {
  const { items } = wish;
  const isOld = ({ isNot, after }: Item) => isNot === true || after === 'instead of';
  const rest = items.filter((item) => !isOld(item));
  const news = rest.filter((item) => isNamed(item) || item.colours.length > 0);
  // "Swap the green mug for a blue one": the first is the old, unless only the new is named. "Blue not green": what is denied is old.
  const marked = rest.findIndex(({ after }) => /^(?:for|to|with|into)$/.test(after ?? ''));
  const old: Item =
    items.find(isOld) ??
    (marked > 0 ? rest[0] : news.length > 1 ? news[0] : undefined) ??
    NO_COLOUR;
  const wanted = marked >= 0 ? rest[marked] : news.find((item) => item !== old);
  if (wanted === undefined || (wanted.colours.length === 0 && !isNamed(wanted)))
    return items.some(({ quantity, isNot }) => quantity !== undefined && !isNot)
      ? changeRows(world, { ...wish, name: 'quantity' }, rows)
      : 'What would you like instead?';
  const isKind = live(rows).some(({ id }) => wanted.products?.some((one) => one.id === id));
  const isSaid = isNamed(old) || old.colours.length > 0;
  const source =
    !isSaid && isKind && wanted.products ? { colours: [], products: wanted.products } : old;
  const [row] = rowsOf(world, source, rows);
  // Nothing is there to be exchanged: it was said before anything was added.
  if (live(rows).length === 0) return yield* addRows(world, { ...wish, items: [wanted] }, rows);
  if (row === undefined)
    return `Which one do you want to exchange? In your cart: ${listOf(world, rows)}.`;
  const product = isNamed(wanted)
    ? resolve(wanted, world.state)[0]
    : world.state.products.get(row.id);
  if (product === undefined) return 'What would you like instead?';
  const colour = wanted.colours.at(-1);
  if (colour === undefined && product.id === row.id)
    return changeRows(world, { ...wish, name: 'quantity', items: [wanted] }, rows);
  if (product.inStock === false) return `Sorry, ${product.name} is sold out, so I changed nothing.`;
  const variant = colour ? findVariant(colour, product.variants) : null;
  const chosen = yield* chooseVariant(world, product, variant, colour);
  if ('say' in chosen) return chosen.say;
  if (product.id === row.id && chosen.variant === row.variant) return '';
  const isWhole = wanted.quantity === 1 && !wanted.isPart && old.quantity === undefined;
  const count = old.quantity ?? (isWhole ? undefined : wanted.quantity) ?? row.quantity;
  const quantity = Math.min(row.quantity, count);
  row.quantity -= quantity;
  put(rows, { id: product.id, variant: chosen.variant, quantity });
  return '';
}

/** "Wait, no, keep it": what the last message took out is put back, as the conversation tells it. */
export function* putBackTask(world: World): Task {
  const { gone } = world.state;
  if (gone.length === 0) return { say: TALK.undo?.says ?? '' };
  const rows: Rows = { old: [], now: [], added: [] };
  for (const row of gone) put(rows, row);
  return yield* carryOut(world, rows, [], false);
}

export function* couponTask(world: World, { tokens, text }: Wish): Task {
  const { state, tools } = world;
  const code = tokens.find(({ is }) => is === 'code')?.word ?? state.code;
  if (code === null) return { say: QUESTIONS.code };
  const name = clean(code, 30);
  const applied = state.cart?.coupon;
  if (applied && applied !== code)
    return {
      say: `Coupons can't be combined, and your cart has ${applied} already, so I didn't try ${name}.`,
    };
  const isEmpty = productsOf(state).length > 0 && !state.cart?.lines.length;
  if (isEmpty && /^(?:does|is)\b/i.test(text))
    return { say: `I can try ${name} once something is in your cart.` };
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
