// Tasks that read the cart and lower its price.

import { type Cart, clean, readCart } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findPage } from './pages.ts';
import { failed, missing, type Outcome, type Task, use, type World } from './task.ts';
import { readTotal } from './task-cart.ts';
import { readChoices } from './toolbox.ts';

export function* cartTask(world: World): Task {
  const answer = yield* use(world, 'cart', {});
  if (answer === null) return missing(world, 'cart');
  if (!answer.ok) return failed(answer, 'look into your cart');
  const cart = readCart(answer.data);
  if (cart === null) {
    const text = typeof answer.data === 'string' ? clean(answer.data, 300) : '';
    return { say: text === '' ? 'The page opened your cart.' : `The cart says: ${text}` };
  }
  return { say: describeCart(cart), cart, ...soleLine(cart) };
}

function soleLine(cart: Cart): Partial<Outcome> {
  const [line] = cart.lines;
  return cart.lines.length === 1 && line !== undefined
    ? { focus: { id: line.id, variant: line.variant } }
    : {};
}

function describeCart(cart: Cart): string {
  if (cart.lines.length === 0) return 'Your cart is empty.';
  const rows = cart.lines.map((line) => {
    const variant = line.variant === null ? '' : ` in ${clean(line.variant, 30)}`;
    return `- ${line.quantity} × ${line.name}${variant}${line.price === null ? '' : `, ${line.price}`}`;
  });
  const coupon = cart.coupon === null ? '' : ` with ${cart.coupon}`;
  const total = cart.total === null ? '' : `\n\nTotal: **${cart.total}**${coupon}`;
  return `In your cart:\n\n${rows.join('\n')}${total}`;
}

export function* couponTask(world: World, intent: Intent & { kind: 'coupon' }): Task {
  if (intent.code === null) return { say: 'What is the code?', pending: { kind: 'coupon' } };
  if (world.toolbox.find('coupon') === null) return yield* seekCoupons(world, intent);
  const answer = yield* use(world, 'coupon', { code: intent.code });
  if (answer === null) return missing(world, 'coupon');
  if (!answer.ok) return failed(answer, `apply the code ${clean(intent.code, 30)}`);
  const cart = readCart(answer.data);
  const total = cart?.total ?? readTotal(answer.data);
  const say = `The code ${clean(intent.code, 30)} is applied.`;
  return { say, ...(total === null ? {} : { total }), ...(cart === null ? {} : { cart }) };
}

/** Coupons often live on the cart's page: goes there, and applies the code when the page offers it on arrival. */
function* seekCoupons(world: World, intent: Intent & { kind: 'coupon' }): Task {
  const go = world.toolbox.find('go');
  const page = go === null ? null : findPage('cart', readChoices(go, 'page'));
  if (page === null) return missing(world, 'coupon');
  const answer = yield* use(world, 'go', { page });
  if (answer === null) return missing(world, 'coupon');
  if (!answer.ok) return failed(answer, `open the ${page} page`);
  return {
    say: `Coupons are a matter for the ${page} page, so I opened it. Shall I apply ${clean(intent.code ?? '', 30)} here?`,
    pending: { kind: 'offer', intent },
  };
}
