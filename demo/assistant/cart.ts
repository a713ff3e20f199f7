// Tasks that change, price and tell the cart. Nothing is changed but what was asked for, and the page asks the visitor again.

import {
  type Cart,
  type CartLine,
  findMentions,
  findVariant,
  readCart,
  toAmount,
} from './catalogue.ts';
import { QUESTIONS, type Wish } from './memory.ts';
import { answerAmount } from './pages.ts';
import { clean, counted, joinWords } from './phrases.ts';
import { readQuantity, readSlots } from './slots.ts';
import { find, mostOf, type Part, use } from './toolbox.ts';
import { isTarget, type Outcome, settle, type Target, type Task, type World } from './world.ts';

/** What the cart holds after a change: its lines where there are several, and the total. */
export function sumUp(cart: Cart): string {
  if (cart.lines.length === 0) return ' Your cart is empty now.';
  const names = cart.lines.map((line) => counted(line.quantity, line.name, line.variant));
  const holds = names.length > 1 ? ` Your cart now holds ${joinWords(names)}.` : '';
  return `${holds}${cart.total === null ? '' : ` Your total is ${cart.total}${delivery(cart)}.`}`;
}

const delivery = ({ delivery: cost }: Cart): string =>
  cost === null ? '' : cost === 'free' ? ', with free delivery' : `, with ${cost} for delivery`;

/** "Two mugs and a teapot": each named thing with its own number and colour. */
function partsOf(wish: Wish): Wish[] {
  const { mentions } = wish.slots;
  if (mentions.length < 2) return [wish];
  const products = mentions.flatMap(({ products: all }) => all);
  const pieces = wish.text
    .split(/,|\band\b|\bplus\b|&/i)
    .filter((piece) => findMentions(piece, products).length > 0);
  const parts = pieces.map((piece) => ({
    ...wish,
    text: piece,
    slots: readSlots(piece, products),
  }));
  return parts.every(({ slots }) => slots.mentions.length === 1) ? parts : [wish];
}

export function* addTask(world: World, wish: Wish): Task {
  const outcomes: Outcome[] = [];
  for (const part of partsOf(wish)) outcomes.push(yield* addOne(world, part));
  const changed = outcomes.findLast((one) => one.changed)?.changed;
  return { say: outcomes.map(({ say }) => say).join(' '), ...(changed && { changed }) };
}

function* addOne(world: World, wish: Wish): Task {
  const { memory } = world;
  const { slots } = wish;
  const { lastAdd } = memory;
  const isSame =
    slots.isMore && lastAdd !== null && !slots.mentions[0] && slots.ordinal === undefined;
  const target = yield* settle(
    world,
    isSame && lastAdd ? { ...wish, productId: lastAdd.id } : wish,
  );
  if (!isTarget(target)) return target;
  const held =
    isSame && !slots.colour && lastAdd?.id === target.product.id ? lastAdd.variant : null;
  return yield* addTarget(
    world,
    { ...target, variant: target.variant ?? held },
    wish,
    slots.quantity ?? 1,
  );
}

function* addTarget(
  world: World,
  { product, variant }: Target,
  { slots }: Wish,
  quantity: number,
): Task {
  const { memory, tools } = world;
  if (quantity < 1) return { say: 'I can add one or more, not fewer. How many would you like?' };
  if (product.inStock === false)
    return { say: `Sorry, ${product.name} is sold out, so I didn't add it.` };
  const most = mostOf(find(tools, 'add'), 'quantity');
  const held = memory.cart?.lines.find(
    (line) => line.id === product.id && line.variant === variant,
  );
  // Nobody is asked to allow what the page would refuse.
  if ((held?.quantity ?? 0) + quantity > most)
    return { say: `At most ${most} of one thing fit into the cart. How many would you like?` };
  const chosen = yield* chooseVariant(world, { product, variant }, slots.colour);
  if ('say' in chosen) return chosen;
  const what = counted(quantity, product.name, chosen.variant);
  const used = yield* use(
    tools,
    'add',
    lineInput(product.id, quantity, chosen.variant),
    `add ${what} to your cart`,
  );
  if ('say' in used) return { say: used.say };
  return { say: `Added ${what} to your cart.`, changed: readCart(used.data) };
}

const lineInput = (product_id: string, quantity: number, variant: string | null) => ({
  product_id,
  quantity,
  ...(variant === null ? {} : { variant }),
});

/** The colour: said, the only one, or asked for. */
function* chooseVariant(
  world: World,
  { product, variant }: Target,
  colour?: string,
): Part<{ variant: string | null } | Outcome> {
  const { name } = product;
  const variants = product.variants.filter((one) => !world.memory.avoid.words.includes(one));
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

function* readLines(world: World): Part<{ cart: Cart } | Outcome> {
  const used = yield* use(world.tools, 'cart', {}, 'look into your cart');
  if ('say' in used) return { say: used.say };
  return { cart: readCart(used.data) ?? { lines: [], total: null, delivery: null, coupon: null } };
}

export function* cartTask(world: World): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  if (cart.lines.length === 0) return { say: 'Your cart is empty.' };
  const rows = cart.lines.map(
    (line) => `- ${line.quantity} × ${counted(1, line.name, line.variant)}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}`;
  return { say: `In your cart:\n\n${rows.join('\n')}${total}` };
}

/** How much is missing for free delivery: the cart's goods, held against what the shop's pages say. */
export function* missingTask(world: World): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { cart } = read;
  if (cart.delivery === 'free' && cart.lines.length > 0)
    return { say: 'Delivery is free for what is in your cart.' };
  const goods = (toAmount(cart.total) ?? 0) - (toAmount(cart.delivery) ?? 0);
  const found = answerAmount(`€${goods.toFixed(2)}`, world.passages);
  return found === null
    ? { say: "I can't tell: our pages name no amount." }
    : { say: found.text, citations: found.citations };
}

/** The line that is meant: named, pointed at, the one that was added last, or the only one. */
function* settleLine(
  world: World,
  { slots, text }: Wish,
): Part<{ line: CartLine; cart: Cart } | Outcome> {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const { lines } = read.cart;
  const { memory } = world;
  if (lines.length === 0) return { say: 'Your cart is empty, so there is nothing to change.' };
  const named = slots.mentions.flatMap(({ products }) => products.map(({ id }) => id));
  const ofThese = named.length > 0 ? lines.filter(({ id }) => named.includes(id)) : lines;
  const { colour } = slots;
  const of = ofThese.filter(
    ({ variant }) => colour === undefined || /\b(?:to|for|into)\b/.test(text) || variant === colour,
  );
  const last = memory.lastAdd ?? memory.focus;
  const line =
    of.length === 1
      ? of[0]
      : (of.find(({ id, variant }) => id === last?.id && variant === last.variant) ??
        of.find(({ id }) => id === last?.id) ??
        (named.length > 0 ? of[0] : undefined));
  if (line !== undefined && of.length > 0) return { line, cart: read.cart };
  const names = joinWords(lines.map((one) => counted(one.quantity, one.name, one.variant)));
  return {
    say:
      named.length > 0 || colour
        ? `That isn't in your cart, which holds ${names}.`
        : `Which one? In your cart: ${names}.`,
  };
}

function* change(world: World, line: CartLine, quantity: number): Task {
  const most = mostOf(find(world.tools, 'change'), 'quantity');
  if (quantity > most) return { say: `At most ${most} of one thing fit into the cart.` };
  const act =
    quantity === 0 ? `take ${line.name} out of your cart` : `change ${line.name} to ${quantity}`;
  const used = yield* use(world.tools, 'change', lineInput(line.id, quantity, line.variant), act);
  if ('say' in used) return { say: used.say };
  const what = counted(1, line.name, line.variant);
  return {
    say: quantity === 0 ? `I took ${what} out of your cart.` : `Now it is ${quantity} × ${what}.`,
    changed: readCart(used.data),
  };
}

export function* quantityTask(world: World, wish: Wish): Task {
  const found = yield* settleLine(world, wish);
  if (!('line' in found)) return found;
  const { quantity, isLess, isMore } = wish.slots;
  const count = quantity ?? (isLess || isMore ? 1 : null);
  if (count === null)
    return { say: `How many would you like? There are ${found.line.quantity} in your cart.` };
  const to = isLess ? found.line.quantity - count : isMore ? found.line.quantity + count : count;
  return yield* change(world, found.line, Math.max(0, to));
}

const EXCEPT = /\b(?:except|apart from|all but|everything but|but not|but keep)\b/i;

/** "Everything but the notebook": what is named stays. */
function* keepTask(world: World, { text }: Wish): Task {
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const words = text.toLowerCase();
  const { lines } = read.cart;
  // What is excepted is no mention of a product, so its name is looked for in the sentence: its last word is its kind.
  const isKept = ({ name }: CartLine) => words.includes(name.toLowerCase().split(' ').at(-1) ?? '');
  if (!lines.some(isKept))
    return { say: "That isn't in your cart, so I changed nothing. Which things may I take out?" };
  const outcomes: Outcome[] = [];
  for (const line of lines.filter((one) => !isKept(one)))
    outcomes.push(yield* change(world, line, 0));
  const changed = outcomes.findLast((one) => one.changed)?.changed;
  return {
    say: outcomes.map(({ say }) => say).join(' ') || 'There is nothing else in your cart.',
    ...(changed && { changed }),
  };
}

export function* removeTask(world: World, wish: Wish): Task {
  if (EXCEPT.test(wish.text)) return yield* keepTask(world, wish);
  const outcomes: Outcome[] = [];
  for (const part of partsOf(wish)) {
    const found = yield* settleLine(world, part);
    if (!('line' in found)) outcomes.push(found);
    else {
      const some = /\b(?:remove|delete|drop|out|off|take)\s+(one|two|three|four|five|\d+)\b/i.exec(
        part.text,
      );
      const count = some?.[1] ? readQuantity(some[1].toLowerCase()) : null;
      const rest = count === null ? 0 : found.line.quantity - count;
      outcomes.push(yield* change(world, found.line, Math.max(0, rest)));
    }
  }
  const changed = outcomes.findLast((one) => one.changed)?.changed;
  return { say: outcomes.map(({ say }) => say).join(' '), ...(changed && { changed }) };
}

export function* emptyTask(world: World, wish: Wish): Task {
  if (EXCEPT.test(wish.text)) return yield* keepTask(world, wish);
  const read = yield* readLines(world);
  if (!('cart' in read)) return read;
  const tool = find(world.tools, 'change');
  if (tool === null) return { say: "I can't change the cart from this page." };
  if (read.cart.lines.length === 0) return { say: 'Your cart is already empty.' };
  const answers = yield read.cart.lines.map(({ id, variant }) => ({
    name: tool.name,
    input: lineInput(id, 0, variant),
  }));
  return {
    say: answers.every(({ ok }) => ok)
      ? 'Your cart is empty now.'
      : "I couldn't empty your cart completely. Please look what is left in it.",
  };
}

/** "The blue one instead": as many of the other as there were. */
export function* swapTask(world: World, wish: Wish): Task {
  const { mentions, colour } = wish.slots;
  const [first, second] = mentions;
  const old = second !== undefined && first !== undefined ? [first] : [];
  const found = yield* settleLine(world, { ...wish, slots: { mentions: old } });
  if (!('line' in found)) return found;
  const { line } = found;
  const wanted = (second ?? first)?.products[0] ?? world.memory.products.get(line.id);
  if (wanted === undefined) return { say: `What would you like in place of ${line.name}?` };
  const colours = wish.text
    .toLowerCase()
    .split(/\W+/)
    .filter(
      (word) => wanted.variants.includes(word) && (word !== line.variant || wanted.id !== line.id),
    );
  const variant = colours.at(-1) ?? (colour ? findVariant(colour, wanted.variants) : null);
  if (wanted.id === line.id && variant === line.variant)
    return {
      say: `That is what is in your cart: ${counted(line.quantity, line.name, line.variant)}.`,
    };
  const added = yield* addTarget(
    world,
    { product: wanted, variant },
    { ...wish, slots: { mentions: [], ...(colour && { colour: colours.at(-1) ?? colour }) } },
    line.quantity,
  );
  if (!added.changed) return added;
  const gone = yield* change(world, line, 0);
  return { ...gone, say: `${added.say} ${gone.say}`, changed: gone.changed ?? added.changed };
}

export function* couponTask(world: World, { slots }: Wish): Task {
  const { code } = slots;
  if (code === undefined) return { say: QUESTIONS.code };
  const name = clean(code, 30);
  const applied = world.memory.cart?.coupon;
  if (applied && applied !== code)
    return {
      say: `Coupons can't be combined, and your cart has ${applied} already, so I didn't try ${name}.`,
    };
  if (find(world.tools, 'coupon') === null) {
    // The cart's page takes coupons.
    const moved = yield* use(world.tools, 'go', { page: 'cart' }, 'open the cart page');
    if ('say' in moved) return { say: moved.say };
    if (find(world.tools, 'coupon') === null)
      return { say: 'Coupons are entered on the cart page.' };
  }
  const used = yield* use(world.tools, 'coupon', { code }, `apply the code ${name}`);
  return 'say' in used
    ? { say: used.say }
    : { say: `The code ${name} is applied.`, changed: readCart(used.data) };
}
