// Tasks that change, price and tell the cart. All changes of a message are worked out on a copy of the cart's lines; what differs in
// the end is what is called, and told in one sentence. The page asks the visitor before each.

import { type Cart, findVariant, type Product, readCart, toAmount } from './catalogue.ts';
import { type Item, isNamed, resolve } from './items.ts';
import { clean, counted, joinWords } from './phrases.ts';
import { productsOf, QUESTIONS, type Wish } from './state.ts';
import { find, mostOf, type Part, use } from './toolbox.ts';
import {
  isTarget,
  mainItem,
  money,
  type Outcome,
  settle,
  type Task,
  type World,
  withDelivery,
} from './world.ts';

interface Row {
  id: string;
  variant: string | null;
  quantity: number;
}
const isSame = (a: Row, b: Row): boolean => a.id === b.id && a.variant === b.variant;
const NONE: Cart = { lines: [], total: null, delivery: null, coupon: null };

/** What the cart holds after a change: its lines where there are several, and the total. */
export function sumUp(cart: Cart): string {
  if (cart.lines.length === 0) return ' Your cart is empty now.';
  const names = cart.lines.map((line) => counted(line.quantity, line.name, line.variant));
  const holds = names.length > 1 ? ` Your cart now holds ${joinWords(names)}.` : '';
  return `${holds}${cart.total === null ? '' : ` Your total is ${cart.total}${delivery(cart)}.`}`;
}
const delivery = ({ delivery: cost }: Cart): string =>
  cost === null ? '' : cost === 'free' ? ', with free delivery' : `, with ${cost} for delivery`;

export function* readLines(world: World): Part<{ cart: Cart } | Outcome> {
  const used = yield* use(world.tools, 'cart', {}, 'look into your cart');
  return 'say' in used ? { say: used.say } : { cart: readCart(used.data) ?? NONE };
}

/** All wishes of a message that change the cart. */
export function* editTask(world: World, wishes: readonly Wish[]): Task {
  const { state } = world;
  const isPure = wishes.every(
    ({ name, items }) => name === 'add' && !items.some(({ isMore }) => isMore),
  );
  let old: Row[] = [];
  if (!isPure) {
    const read = yield* readLines(world);
    if (!('cart' in read)) return read;
    old = read.cart.lines;
  } else old = state.cart?.lines ?? [];
  const rows = old.map(({ id, variant, quantity }) => ({ id, variant, quantity }));
  const notes: string[] = [];
  const added: Row[] = [];
  for (const wish of wishes) {
    const note =
      wish.name === 'add'
        ? yield* addRows(world, wish, rows, added)
        : wish.name === 'swap'
          ? yield* swapRows(world, wish, rows, added)
          : changeRows(world, wish, rows);
    if (note !== '') notes.push(note);
  }
  return yield* carryOut(world, {
    old,
    rows,
    added,
    notes,
    isSwap: wishes.some(({ name }) => name === 'swap'),
  });
}

function put(rows: Row[], row: Row): void {
  const same = rows.find((one) => isSame(one, row));
  if (same) same.quantity += row.quantity;
  else rows.push({ ...row });
}

interface Edit {
  old: readonly Row[];
  rows: readonly Row[];
  added: readonly Row[];
  notes: readonly string[];
  isSwap: boolean;
}

function* carryOut(world: World, { old, rows, added, notes, isSwap }: Edit): Task {
  const { tools, state } = world;
  const name = ({ id, variant }: Row, quantity: number) =>
    counted(
      quantity,
      state.products.get(id)?.name ?? id,
      (state.products.get(id)?.variants.length ?? 2) > 1 ? variant : null,
    );
  const was = (row: Row) => old.find((one) => isSame(one, row))?.quantity ?? 0;
  const said: { kind: 'added' | 'now' | 'out'; what: string }[] = [];
  const faults: string[] = [];
  let changed: Cart | null = null;
  // What grows comes first: where the visitor declines the new, the old stays.
  const order = [...rows].sort((a, b) => Number(a.quantity < was(a)) - Number(b.quantity < was(b)));
  for (const row of order) {
    const more = row.quantity - was(row);
    if (more === 0 || (isSwap && faults.length > 0 && more < 0)) continue;
    const isAdding = more > 0 && (was(row) === 0 || added.some((one) => isSame(one, row)));
    const what = name(row, isAdding ? more : 1);
    const input = {
      product_id: row.id,
      quantity: isAdding ? more : row.quantity,
      ...(row.variant === null ? {} : { variant: row.variant }),
    };
    const act = isAdding
      ? `add ${what} to your cart`
      : row.quantity === 0
        ? `take ${what} out of your cart`
        : `change ${what} to ${row.quantity}`;
    const used = yield* use(tools, isAdding ? 'add' : 'change', input, act);
    if ('say' in used) faults.push(used.say);
    else {
      changed = readCart(used.data) ?? changed;
      said.push(
        isAdding && was(row) > 0 && !isSwap
          ? { kind: 'added', what }
          : isAdding
            ? { kind: 'added', what: name(row, row.quantity) }
            : row.quantity === 0
              ? { kind: 'out', what }
              : { kind: 'now', what: `${row.quantity} × ${what}` },
      );
    }
  }
  const of = (kind: string) =>
    joinWords(said.filter((one) => one.kind === kind).map(({ what }) => what));
  const [ins, now, out] = [of('added'), of('now'), of('out')];
  const story =
    isSwap && ins && (out || now)
      ? [`Now it is ${ins}${out ? ` instead of ${out}` : `, besides ${now}`}.`]
      : [
          ins && `Added ${ins} to your cart.`,
          now && `Now it is ${now}.`,
          out && `I took ${out} out of your cart.`,
        ];
  const isSameCart = said.length === 0 && faults.length === 0 && notes.length === 0;
  const say = [...notes, ...faults, ...story, isSameCart && 'Your cart holds just that already.']
    .filter((one) => typeof one === 'string' && one !== '')
    .join(' ');
  return { say, ...(changed && { changed }) };
}

/** Adds what a wish names; the note tells what can't be added, or asks. */
function* addRows(world: World, wish: Wish, rows: Row[], added: Row[]): Part<string> {
  const { state, tools } = world;
  const notes: string[] = [];
  const items: Item[] = wish.items.filter(
    ({ isNot, quantity, products, colours, ordinal, rank, isPointer, isPlural, isMore }) =>
      !isNot &&
      (products ?? ordinal ?? rank ?? isPointer ?? isPlural ?? isMore ?? quantity ?? colours[0]) !==
        undefined,
  );
  if (items.length === 0) items.push({ colours: [] });
  const named = items.filter(isNamed);
  const wanted: { item: Item; products: Product[] }[] = [];
  for (const [at, item] of items.entries()) {
    // "One black and one cream tote": the first takes its product from the second.
    const isLone = !isNamed(item) && !item.isPointer && !item.isPlural && !item.rank;
    const near = isLone
      ? (wanted.at(-1)?.products ?? items.slice(at).find(isNamed)?.products)
      : item.isPointer && wanted.length > 0 && item.colours.length > 0
        ? wanted.at(-1)?.products
        : undefined;
    const isOnlyPointer =
      item.isPointer &&
      item.colours.length === 0 &&
      item.quantity === undefined &&
      items.length > 1;
    // "Put both in, the mug in terracotta", "the cheapest of those, add it".
    if (
      (item.isPlural ||
        isOnlyPointer ||
        (item.isPointer && named.length > 0 && !item.colours[0])) &&
      (wanted.length > 0 || (items.some(({ rank }) => rank) && !item.rank)) &&
      !isNamed(item)
    )
      continue;
    if (item.isMore && isLone && state.changed.length > 0 && !near) {
      const [last] = state.changed.slice(-1);
      const product = state.products.get(last?.id ?? '');
      if (product && last)
        wanted.push({
          item: {
            ...item,
            products: [product],
            colours: item.colours[0] ? item.colours : last.variant ? [last.variant] : [],
          },
          products: [product],
        });
      continue;
    }
    const found = near && near.length > 0 ? [...near] : resolve(item, state);
    if (item.isPlural && found.length > 1)
      for (const product of found)
        wanted.push({ item: { ...item, products: [product] }, products: [product] });
    else {
      const twin = wanted.findIndex((one) => one.item.isPlural && one.products[0] === found[0]);
      if (twin >= 0) wanted[twin] = { item, products: found };
      else wanted.push({ item, products: found });
    }
  }
  for (const { item, products } of wanted) {
    const target =
      products.length === 1 && products[0]
        ? {
            product: products[0],
            variant: item.colours[0]
              ? findVariant(item.colours[0], products[0].variants)
              : item.products === undefined && state.focus?.id === products[0].id
                ? state.focus.variant
                : null,
          }
        : yield* settle(world, item);
    if (!isTarget(target)) {
      notes.push(target.say);
      continue;
    }
    const { product } = target;
    const amount = item.quantity ?? 1;
    const most = mostOf(find(tools, 'add'), 'quantity');
    if (amount < 1 || /minus|-\d/.test(wish.text))
      notes.push('I can add one or more, not fewer. How many would you like?');
    else if (product.inStock === false)
      notes.push(`Sorry, ${product.name} is sold out, so I didn't add it.`);
    else if (
      (rows.find(({ id, variant }) => id === product.id && variant === target.variant)?.quantity ??
        0) +
        amount >
      most
    )
      notes.push(
        `At most ${most} of one thing fit into the cart, so I added none yet. How many would you like? For larger orders our people help: ${world.shop.people}.`,
      );
    else {
      const isEach =
        /\b(?:each|every|all|both) (?:of the )?(?:colou?rs?)|\bone of each\b/i.test(wish.text) &&
        product.variants.length > 1;
      if (isEach && added.some(({ id }) => id === product.id)) continue;
      const colours = isEach
        ? product.variants
        : item.colours.length > 1 && amount <= item.colours.length
          ? item.colours
          : [item.colours[0]];
      for (const colour of colours) {
        const chosen = yield* chooseVariant(
          world,
          {
            product,
            variant:
              colours.length > 1 && colour ? findVariant(colour, product.variants) : target.variant,
          },
          colour,
        );
        if ('say' in chosen) notes.push(chosen.say);
        else {
          const row = {
            id: product.id,
            variant: chosen.variant,
            quantity: colours.length > 1 ? 1 : amount,
          };
          put(rows, row);
          added.push(row);
        }
      }
    }
  }
  return notes.join(' ');
}

/** The colour: said, the only one, or asked for. */
function* chooseVariant(
  world: World,
  { product, variant }: { product: Product; variant: string | null },
  colour?: string,
): Part<{ variant: string | null } | Outcome> {
  const { name } = product;
  const variants = product.variants.filter((one) => !world.state.avoid.words.includes(one));
  const [only] = variants;
  const isAmiss = colour !== undefined && variant === null && !name.toLowerCase().includes(colour);
  if (variant !== null && !isAmiss) return { variant };
  if (only === undefined || (variants.length === 1 && !isAmiss)) return { variant: only ?? null };
  const amiss = isAmiss ? `${name} doesn't come in ${colour}. ` : '';
  const question = `${amiss}Which ${name} ${QUESTIONS.variant}`;
  const colours = joinWords(variants.map((one) => clean(one, 30)));
  const inWords = {
    say: `${amiss}${name} comes in ${colours}. Which ${name} ${QUESTIONS.variant}`,
  };
  if (find(world.tools, 'choose') === null || variants.length < 2) return inWords;
  const used = yield* use(world.tools, 'choose', { question, options: [...variants] }, 'ask you');
  if ('say' in used)
    return used.failure?.code === 'declined'
      ? { say: `All right, I didn't add ${name}.` }
      : inWords;
  const said = findVariant(JSON.stringify(used.data ?? ''), variants);
  return said === null ? inWords : { variant: said };
}

/** The rows that an item means: named, pointed at, those that were changed last, or the only one. */
function rowsOf({ state }: World, item: Item, rows: readonly Row[]): Row[] {
  const live = rows.filter(({ quantity }) => quantity > 0);
  const ids = isNamed(item) ? (item.products ?? resolve(item, state)).map(({ id }) => id) : null;
  const of = ids === null ? live : live.filter(({ id }) => ids.includes(id));
  const coloured = item.colours[0] ? of.filter(({ variant }) => variant === item.colours[0]) : [];
  const some = coloured.length > 0 ? coloured : of;
  if (some.length <= 1) return some;
  const last = some.filter((row) =>
    state.changed.some((one) => one.id === row.id && one.variant === row.variant),
  );
  if (item.isPlural) return last.length > 1 ? last : some;
  const newest = state.changed.at(-1);
  const [one] = last.filter(({ id, variant }) => id === newest?.id && variant === newest.variant);
  if (one) return [one];
  return last.length > 0
    ? last.slice(-1)
    : some.filter(({ id }) => id === state.focus?.id).slice(0, 1);
}

/** Numbers and removals, on the copy; the note tells what isn't there. */
function changeRows(world: World, { name, items, text }: Wish, rows: Row[]): string {
  const live = () => rows.filter(({ quantity }) => quantity > 0);
  const label = (some: readonly Row[]) =>
    joinWords(
      some.map(({ id, variant, quantity }) =>
        counted(quantity, world.state.products.get(id)?.name ?? id, variant),
      ),
    );
  if (live().length === 0) return 'Your cart is empty, so there is nothing to change.';
  const exceptAt = text.search(
    /\b(?:except|apart from|all but|everything but|but not|but keep|only keep|keep)\b/i,
  );
  if (name === 'empty' || (name === 'remove' && exceptAt >= 0)) {
    const kept =
      exceptAt < 0
        ? []
        : items.filter(({ products }) => products).flatMap((item) => rowsOf(world, item, rows));
    if (exceptAt >= 0 && kept.length === 0)
      return "That isn't in your cart, so I changed nothing. Which things may I take out?";
    for (const row of rows) if (!kept.includes(row)) row.quantity = 0;
    return '';
  }
  const real = items.filter(
    (item) => !(item.isNot && item.products === undefined && items.length > 1),
  );
  const used =
    name === 'quantity'
      ? real
          .filter(
            (item, _, all) =>
              item.quantity !== undefined ||
              item.isMore ||
              item.isLess ||
              !all.some(({ quantity }) => quantity !== undefined),
          )
          .slice(0, 4)
      : real.filter((item, _, all) => isNamed(item) || !all.some(isNamed));
  const notes: string[] = [];
  for (const item of used.length > 0 ? used : [{ colours: [] } as Item]) {
    const thing = isNamed(item)
      ? item
      : { ...item, ...(items.find(isNamed) ?? {}), colours: item.colours };
    const found = rowsOf(world, thing, rows);
    const most = mostOf(find(world.tools, 'change'), 'quantity');
    if (found.length === 0) {
      notes.push(
        isNamed(thing) || item.colours.length > 0
          ? `That isn't in your cart, which holds ${label(live())}.`
          : `Which one? In your cart: ${label(live())}.`,
      );
      continue;
    }
    const total = found.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const row of found) {
      const count = item.quantity;
      if (name === 'remove')
        row.quantity =
          count !== undefined && !item.isPlural && total > count ? row.quantity - count : 0;
      else {
        const isDouble = /\bdouble\b|\btwice as\b/i.test(text);
        const isOff = item.isLess || /\b(?:take away|reduce \w+ by|minus)\b/i.test(text);
        const to = isDouble
          ? row.quantity * 2
          : isOff
            ? row.quantity - (count ?? 1)
            : item.isMore
              ? row.quantity + (count ?? 1)
              : count;
        if (to === undefined)
          notes.push(`How many would you like? There are ${row.quantity} in your cart.`);
        else if (to > most) notes.push(`At most ${most} of one thing fit into the cart.`);
        else row.quantity = Math.max(0, to);
      }
    }
  }
  return notes.join(' ');
}

/** "The blue one instead": as many of the other as there were. */
function* swapRows(world: World, wish: Wish, rows: Row[], added: Row[]): Part<string> {
  const { items, text } = wish;
  const isOld = ({ isNot, after }: Item) => isNot === true || after === 'instead of';
  const olds = items.filter(isOld);
  const rest = items.filter(
    (item) =>
      !isOld(item) &&
      (isNamed(item) || item.colours.length > 0 || item.isPointer || item.quantity !== undefined),
  );
  const news = rest.filter((item) => isNamed(item) || item.colours.length > 0);
  // "Swap the green mug for a blue one": the first is the old, unless only the new is named. "Blue not green": what is denied is old.
  const marked = rest.findIndex(
    ({ after }) => after === 'for' || after === 'to' || after === 'with' || after === 'into',
  );
  const old: Item = olds[0] ??
    (marked > 0 ? rest[0] : news.length > 1 ? news[0] : undefined) ?? { colours: [] };
  const wanted = marked >= 0 ? rest[marked] : news.find((item) => item !== old);
  if (wanted === undefined || (wanted.colours.length === 0 && !isNamed(wanted))) {
    const count = items.find(({ quantity, isNot }) => quantity !== undefined && !isNot)?.quantity;
    return count === undefined
      ? 'What would you like instead?'
      : changeRows(
          world,
          { ...wish, name: 'quantity', items: [{ colours: [], quantity: count }] },
          rows,
        );
  }
  const sameKind =
    wanted.products &&
    rows.filter(
      ({ id, quantity }) => quantity > 0 && wanted.products?.some((one) => one.id === id),
    );
  const source = rowsOf(
    world,
    isNamed(old) || old.colours.length > 0
      ? old
      : sameKind && sameKind.length > 0
        ? { colours: [], products: wanted.products ?? [] }
        : old,
    rows,
  );
  const [row] = source;
  if (row === undefined) {
    const live = rows.filter(({ quantity }) => quantity > 0);
    // Nothing is there to be exchanged: it was said before anything was added.
    return live.length === 0
      ? yield* addRows(world, { ...wish, items: [wanted] }, rows, added)
      : `Which one do you want to exchange? In your cart: ${joinWords(live.map((one) => counted(one.quantity, world.state.products.get(one.id)?.name ?? one.id, one.variant)))}.`;
  }
  const product = isNamed(wanted)
    ? resolve(wanted, world.state)[0]
    : world.state.products.get(row.id);
  if (product === undefined) return 'What would you like instead?';
  if (wanted.colours.length === 0 && product.id === row.id)
    return changeRows(world, { ...wish, name: 'quantity', items: [wanted] }, rows);
  if (product.inStock === false) return `Sorry, ${product.name} is sold out, so I changed nothing.`;
  const colour = wanted.colours.at(-1);
  const chosen = yield* chooseVariant(
    world,
    { product, variant: colour ? findVariant(colour, product.variants) : null },
    colour,
  );
  if ('say' in chosen) return chosen.say;
  if (product.id === row.id && chosen.variant === row.variant) return '';
  const count = /\bone of\b/i.test(text) ? 1 : (old.quantity ?? wanted.quantity ?? row.quantity);
  const moved = Math.min(
    row.quantity,
    wanted.quantity === 1 && old.quantity === undefined ? row.quantity : count,
  );
  row.quantity -= moved;
  const fresh = { id: product.id, variant: chosen.variant, quantity: moved };
  put(rows, fresh);
  added.push(fresh);
  return '';
}

export function* cartTask(world: World, wish: Wish): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  if (cart.lines.length === 0)
    return wish.name === 'cart' &&
      world.state.listed.length + (world.state.focus ? 1 : 0) > 0 &&
      /\b(?:that|together|both|all)\b/i.test(wish.text) &&
      !/cart|basket/i.test(wish.text)
      ? yield* totalTask(world, wish, true)
      : { say: 'Your cart is empty.' };
  const rows = cart.lines.map(
    (line) => `- ${line.quantity} × ${counted(1, line.name, line.variant)}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}`;
  return { say: `In your cart:\n\n${rows.join('\n')}${total}` };
}

/** "Two mugs and a board, does that stay under 50 with delivery?" Nothing is put anywhere. */
export function* totalTask(world: World, wish: Wish, isCartEmpty = false): Task {
  const { state, shop } = world;
  const named = wish.items.filter(
    (item) =>
      isNamed(item) ||
      item.rank === 'low' ||
      item.rank === 'high' ||
      (item.quantity !== undefined && (item.isPlural ?? item.isPointer) === true),
  );
  if (named.length === 0 && !isCartEmpty) {
    const read = yield* readLines(world);
    if ('cart' in read && read.cart.lines.length > 0)
      return yield* cartAgainst(world, wish, read.cart);
  }
  const listed = state.listed.flatMap((id) => state.products.get(id) ?? []);
  const focus = state.products.get(state.focus?.id ?? '');
  const parts =
    named.length > 0
      ? named.flatMap((item) =>
          resolve(item, state)
            .slice(0, 1)
            .map((product) => ({ product, count: item.quantity ?? 1 })),
        )
      : (listed.length > 1 && listed.length < 5 ? listed : focus ? [focus] : []).map((product) => ({
          product,
          count: wish.items.find(({ quantity }) => quantity)?.quantity ?? 1,
        }));
  if (parts.length === 0)
    return { say: 'Your cart is empty. Which things shall I add up for you?' };
  const goods = parts.reduce((sum, { product, count }) => sum + (product.amount ?? 0) * count, 0);
  const { delivery: cost, total } = withDelivery(world, goods);
  const what = joinWords(parts.map(({ product, count }) => counted(count, product.name, null)));
  const gone = parts
    .filter(({ product }) => product.inStock === false)
    .map(({ product }) => product.name);
  const most =
    wish.tokens.find(({ is, most: limit }) => is === 'price' && limit !== undefined)?.most ??
    (/\b(?:under|stay|within|enough|less|below)\b/i.test(wish.text)
      ? state.avoid.most
      : undefined) ??
    limitIn(wish.text);
  const lead = most === undefined ? '' : total <= most ? 'Yes: ' : 'No: ';
  const way =
    cost === 0 && shop.freeOver !== null
      ? `, and delivery is free from ${money(shop.freeOver)}`
      : cost > 0
        ? `, so ${money(total)} with ${money(cost)} for delivery`
        : '';
  return {
    say: `${lead}${what} ${parts.length > 1 || (parts[0]?.count ?? 1) > 1 ? 'cost' : 'costs'} ${money(goods)}${way}.${gone.length > 0 ? ` But ${joinWords(gone)} is sold out at the moment.` : ''}`,
  };
}

const limitIn = (text: string): number | undefined => {
  const found = /\b(?:under|below|within|less than|for under) €?(\d{1,4})\b/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

function* cartAgainst(_: World, { text, tokens }: Wish, cart: Cart): Task {
  const most =
    tokens.find(({ is, most: limit }) => is === 'price' && limit !== undefined)?.most ??
    limitIn(text);
  const total = toAmount(cart.total) ?? 0;
  const lead = most === undefined ? '' : total <= most ? 'Yes: ' : 'No: ';
  const names = joinWords(
    cart.lines.map((line) => counted(line.quantity, line.name, line.variant)),
  );
  return {
    say: `${lead}${names} make ${cart.total}${cart.coupon ? ` with ${cart.coupon}` : ''}${delivery(cart)}.`,
  };
}

/** How much is missing for free delivery: the cart's goods, held against what the shop's pages say. */
export function* missingTask(world: World, wish: Wish): Task {
  const { shop, state } = world;
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  const { freeOver } = shop;
  if (freeOver === null) return { say: "I can't tell: our pages name no amount." };
  const item = mainItem(wish);
  const extra = isNamed(item) ? (resolve(item, state)[0]?.amount ?? 0) * (item.quantity ?? 1) : 0;
  const goods = (toAmount(cart.total) ?? 0) - (toAmount(cart.delivery) ?? 0) + extra;
  const sum =
    extra > 0
      ? `with that it would be ${money(goods)}`
      : cart.lines.length === 0
        ? 'your cart is empty'
        : `your cart holds goods for ${money(goods)}`;
  const rule = `delivery is free from ${money(freeOver)}`;
  return goods >= freeOver
    ? { say: `Yes: ${sum}, and ${rule}.` }
    : { say: `Not yet: ${sum}, and ${rule}. ${money(freeOver - goods)} more makes it free.` };
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
  if (
    /^(?:does|is)\b/i.test(text) &&
    productsOf(state).length > 0 &&
    (state.cart?.lines.length ?? 0) === 0
  )
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
