// Tasks that change, price and tell the cart.

import { addTarget, cartNow, largestQuantity, lineInput, settleVariant } from './add.ts';
import { type Cart, type CartLine, clean, matchProducts, readCart, sketch } from './catalogue.ts';
import { type Intent, it } from './intents.ts';
import { findTarget } from './memory.ts';
import { counted, joinWords } from './phrases.ts';
import { settle } from './settle.ts';
import { missing, type Part, type Task, use, type World } from './task.ts';
import { buildInput } from './toolbox.ts';

/** What the cart holds after a change: its lines where there are several, and the total. */
export function sumUp(cart: Cart): string {
  const names = cart.lines.map((line) => counted(line.quantity, line.name, line.variant));
  const holds = names.length > 1 ? ` Your cart now holds ${joinWords(names)}.` : '';
  if (cart.lines.length === 0) return ' Your cart is empty now.';
  return `${holds}${cart.total === null ? '' : ` Your total is ${cart.total}${delivery(cart)}.`}`;
}

const delivery = (cart: Cart): string =>
  cart.delivery === null
    ? ''
    : cart.delivery === 'free'
      ? ', with free delivery'
      : `, with ${cart.delivery} for delivery`;

function* readLines(world: World): Part<{ lines: CartLine[] }> {
  const used = yield* use(world, 'cart', {}, 'look into your cart');
  return 'outcome' in used ? used : { lines: readCart(used.data)?.lines ?? [] };
}

export function* cartTask(world: World): Task {
  const used = yield* use(world, 'cart', {}, 'look into your cart');
  if ('outcome' in used) return used.outcome;
  const cart = readCart(used.data);
  if (cart === null) return { say: 'The page opened your cart.' };
  const [only] = cart.lines;
  if (only === undefined) return { say: 'Your cart is empty.', cart };
  const rows = cart.lines.map(
    (line) =>
      `- ${line.quantity} × ${counted(1, line.name, line.variant)}${line.price === null ? '' : `, ${line.price}`}`,
  );
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}${delivery(cart)}`;
  return {
    say: `In your cart:\n\n${rows.join('\n')}${total}`,
    cart,
    ...(cart.lines.length === 1 ? { focus: { id: only.id, variant: only.variant } } : {}),
  };
}

/** How much is missing for free delivery: the cart's goods, held against what the shop's pages say. */
export function* freeDeliveryTask(world: World, { text }: Intent): Task {
  const used = yield* use(world, 'cart', {}, 'look into your cart');
  if ('outcome' in used) return used.outcome;
  const cart = readCart(used.data);
  const [total = 0, delivery = 0] = [cart?.total, cart?.delivery].map((price) =>
    Number(/[\d.]+/.exec(price?.replaceAll(',', '') ?? '')?.[0] ?? 0),
  );
  if (cart?.delivery === 'free' && cart.lines.length > 0)
    return { say: 'Delivery is free for what is in your cart.', cart };
  const asked = `Is delivery free for €${(total - delivery).toFixed(2)}?`;
  return {
    say: '',
    questions: [{ text: asked, about: [], otherwise: "The shop's pages don't say." }],
    ...(cart && { cart }),
    asked: { text },
  };
}

interface Held {
  id: string;
  name: string;
  variant: string | null;
  /** Null where nobody has looked. */
  quantity: number | null;
}

/** The line that is meant: known without a look where it was just added, else from the cart. */
function* settleLine(world: World, intent: Intent, mustLook: boolean): Part<Held> {
  const { memory } = world;
  const { words } = intent.thing;
  const target = findTarget(intent.thing, memory);
  const id = target?.product.id ?? (words === '' ? memory.lastAdd?.id : undefined);
  const known = id === undefined ? undefined : memory.products.get(id);
  const last = memory.lastAdd?.id === id ? (memory.lastAdd?.variant ?? null) : null;
  const variant = target?.variant ?? last;
  if (known !== undefined && !mustLook)
    return { id: known.id, name: known.name, variant, quantity: null };
  const read = yield* readLines(world);
  if ('outcome' in read) return read;
  const { lines } = read;
  const line = findLine(lines, id, variant, words);
  if (line !== null) return line;
  if (lines.length === 0)
    return { outcome: { say: 'Your cart is empty, so there is nothing to change.' } };
  const names = joinWords(lines.map((one) => counted(one.quantity, one.name)));
  const say =
    words === ''
      ? `Which one? In your cart: ${names}.`
      : `I don't see “${clean(words, 40)}” in your cart. It holds ${names}.`;
  return { outcome: { say } };
}

function findLine(
  lines: readonly CartLine[],
  id: string | undefined,
  variant: string | null,
  words: string,
): CartLine | null {
  if (id !== undefined) {
    const same = lines.filter((line) => line.id === id);
    return same.find((line) => line.variant === variant) ?? same[0] ?? null;
  }
  if (words === '') return lines.length === 1 ? (lines[0] ?? null) : null;
  const scored = lines.flatMap((line) => {
    const colours = line.variant === null ? [] : [line.variant];
    const match = matchProducts(words, [sketch(line.id, line.name, colours)])[0];
    return match === undefined ? [] : [{ line, score: match.score }];
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best === undefined || best.score < 0.5 ? null : best.line;
}

export function* changeTask(world: World, intent: Intent): Task {
  if (world.toolbox.find('change') === null) return missing(world, 'change');
  const line = yield* settleLine(world, intent, intent.delta !== undefined);
  if ('outcome' in line) return line.outcome;
  const { id, name, variant } = line;
  const quantity = intent.quantity ?? Math.max(0, (line.quantity ?? 0) + (intent.delta ?? 0));
  const most = largestQuantity(world, 'change');
  if (quantity > most) return { say: `At most ${most} of one thing fit into the cart.` };
  const act = quantity === 0 ? `take ${name} out of your cart` : `change ${name} to ${quantity}`;
  const used = yield* use(world, 'change', lineInput(id, quantity, variant), act);
  const focus = { id, variant };
  if ('outcome' in used) return { ...used.outcome, focus };
  return {
    say:
      quantity === 0
        ? `I took ${name} out of your cart.`
        : `I changed it to ${quantity} × ${name}.`,
    ...cartNow(used.data),
    focus,
    ...(quantity === 0 ? {} : { lastAdd: { ...focus, quantity } }),
    ...((intent.delta ?? -quantity) <= 0 && {
      lastChange: intent.delta === undefined ? { quantity } : { delta: intent.delta },
    }),
  };
}

/** "Swap the green mug for a blue one": as many of the other as there were. */
export function* swapTask(world: World, intent: Intent): Task {
  if (world.toolbox.find('change') === null) return missing(world, 'change');
  const line = yield* settleLine(world, intent, true);
  if ('outcome' in line) return line.outcome;
  const other = intent.other ?? it();
  const held = {
    ...intent,
    thing: other.points ? { ...other, words: `${other.words} ${line.name}`.trim() } : other,
  };
  const target = yield* settle(world, held, held.thing, 'swap it');
  if ('outcome' in target) return target.outcome;
  const variant = yield* settleVariant(world, target, line.quantity ?? 1, other.words);
  if ('outcome' in variant) return variant.outcome;
  if (target.product.inStock === false)
    return { say: `Sorry, ${target.product.name} is out of stock, so I changed nothing.` };
  const added = yield* addTarget(world, { ...target, ...variant }, line.quantity ?? 1, '');
  if (added.isChange !== true) return added;
  const out = lineInput(line.id, 0, line.variant);
  const used = yield* use(
    world,
    'change',
    out,
    `take ${counted(1, line.name, line.variant)} out again`,
  );
  if ('outcome' in used) return { ...added, say: `${added.say} ${used.outcome.say}` };
  return {
    ...added,
    say: `${added.say} ${counted(1, line.name, line.variant)} is out.`,
    ...cartNow(used.data),
  };
}

export function* emptyCartTask(world: World): Task {
  const tool = world.toolbox.find('change');
  if (tool === null) return missing(world, 'change');
  const read = yield* readLines(world);
  if ('outcome' in read) return read.outcome;
  if (read.lines.length === 0) return { say: 'Your cart is already empty.' };
  const answers = yield read.lines.map(({ id, variant }) => ({
    name: tool.name,
    input: buildInput(tool, lineInput(id, 0, variant)),
  }));
  if (answers.some(({ ok }) => !ok)) {
    return { say: "I couldn't empty your cart completely. Please look what is left in it." };
  }
  return {
    say: 'Your cart is empty now.',
    cart: { lines: [], total: null, delivery: null, coupon: null },
  };
}

export function* couponTask(world: World, { code, text }: Intent): Task {
  if (!code) return { say: 'What is the code?', pending: { kind: 'coupon' } };
  const name = clean(code, 30);
  const applied = world.memory.cart?.coupon;
  if (applied && applied !== code) {
    return {
      say: `Coupons can't be combined, and your cart has ${applied} already, so I didn't try ${name}.`,
    };
  }
  if (world.toolbox.find('coupon') === null) {
    // The cart's page takes coupons: open it, and offer the code to it.
    const moved = yield* use(world, 'go', { page: 'cart' }, 'open the cart page');
    if ('outcome' in moved) return moved.outcome;
    return {
      say: `Coupons are a matter for the cart page, so I opened it. Shall I apply ${name} here?`,
      pending: { kind: 'offer', intent: { act: 'coupon', text, thing: it(), code } },
    };
  }
  const used = yield* use(world, 'coupon', { code }, `apply the code ${name}`);
  if ('outcome' in used) return used.outcome;
  return { say: `The code ${name} is applied.`, ...cartNow(used.data) };
}
