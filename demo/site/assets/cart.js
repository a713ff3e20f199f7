// The cart: lines in localStorage, shared by every tab of the shop. The pages and the assistant's tools
// both change it through these functions, so that neither knows more than the other.

const KEY = 'fernway-cart';
const MAX_QUANTITY = 20;
const COUPONS = { FERN10: 10, SLOWMORNING: 15 };
const listeners = new Set();

let catalog;
/** The products, fetched once a page. */
export function loadCatalog() {
  catalog ??= fetch('/catalog.json').then(async (response) => {
    if (!response.ok) throw new Error('The catalogue could not be loaded.');
    return (await response.json()).products;
  });
  return catalog;
}

function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      lines: Array.isArray(stored.lines) ? stored.lines.filter(isLine) : [],
      coupon: typeof stored.coupon === 'string' ? stored.coupon : null,
    };
  } catch {
    return { lines: [], coupon: null };
  }
}

/** Checks stored data: another version of this page, or a person, may have written anything. */
const isLine = (line) =>
  typeof line?.id === 'string' && Number.isInteger(line.quantity) && line.quantity > 0;

function requireWhole(quantity, least) {
  if (Number.isInteger(quantity) && quantity >= least && quantity <= MAX_QUANTITY) return;
  throw new CartProblem(
    'invalid_input',
    `The quantity must be a whole number from ${least} to ${MAX_QUANTITY}.`,
    'quantity',
  );
}

function write(cart) {
  localStorage.setItem(KEY, JSON.stringify(cart));
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change, in this tab or another. */
export function onCartChange(listener) {
  listeners.add(listener);
  addEventListener('storage', (event) => {
    if (event.key === KEY) listener();
  });
}

export function countItems() {
  return read().lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Adds to a line, or begins one. Throws a CartProblem with a code and the field at fault. */
export async function addToCart(productId, quantity = 1, variant) {
  requireWhole(quantity, 1);
  const { product, variantId } = await find(productId, variant);
  if (!product.in_stock) {
    throw new CartProblem('unavailable', `${product.name} is sold out.`, 'product_id');
  }
  const cart = read();
  const line = cart.lines.find((one) => one.id === product.id && one.variant === variantId);
  const total = (line?.quantity ?? 0) + quantity;
  if (total > MAX_QUANTITY) {
    throw new CartProblem(
      'invalid_input',
      `At most ${MAX_QUANTITY} of one thing fit into the cart; there would be ${total}.`,
      'quantity',
    );
  }
  if (line) line.quantity = total;
  else cart.lines.push({ id: product.id, variant: variantId, quantity });
  write(cart);
  return summarize();
}

/** The line of the cart that a change would be about, with names and prices. Throws where there is none. */
export async function findLine(productId, variant) {
  const { product, variantId } = await find(productId, variant);
  const { items } = await summarize();
  const isIt = (one) => variant === undefined || one.variant === variantId;
  const line = items.find((one) => one.product_id === product.id && isIt(one));
  if (!line)
    throw new CartProblem('not_found', `${product.name} is not in the cart.`, 'product_id');
  return line;
}

/** Sets a line's quantity; 0 removes it. */
export async function changeQuantity(productId, quantity, variant) {
  requireWhole(quantity, 0);
  const { product, variantId } = await find(productId, variant);
  const cart = read();
  const line = cart.lines.find(
    (one) => one.id === product.id && (variant === undefined || one.variant === variantId),
  );
  if (!line)
    throw new CartProblem('not_found', `${product.name} is not in the cart.`, 'product_id');
  line.quantity = quantity;
  cart.lines = cart.lines.filter((one) => one.quantity > 0);
  write(cart);
  return summarize();
}

export async function applyCoupon(code) {
  const wanted = code.trim().toUpperCase();
  if (!Object.hasOwn(COUPONS, wanted)) {
    throw new CartProblem('not_found', `There is no coupon ${code.trim()}.`, 'code');
  }
  const cart = read();
  if (cart.lines.length === 0) {
    throw new CartProblem('invalid_input', 'A coupon needs something in the cart first.');
  }
  if (cart.coupon && cart.coupon !== wanted) {
    throw new CartProblem('invalid_input', 'Coupons can not be combined.', 'code');
  }
  cart.coupon = wanted;
  write(cart);
  return summarize();
}

export function removeCoupon() {
  write({ ...read(), coupon: null });
}

export function emptyCart() {
  write({ lines: [], coupon: null });
}

/** The cart with names and prices: figures in cents for the page, `total` and `delivery` in words for the agent. */
export async function summarize() {
  const products = await loadCatalog();
  const cart = read();
  const items = cart.lines.flatMap((line) => {
    const product = products.find((one) => one.id === line.id);
    if (!product) return [];
    const label = product.variants.find((one) => one.id === line.variant)?.label ?? '';
    return [
      {
        product_id: product.id,
        name: product.name,
        variant: line.variant,
        variant_label: label,
        quantity: line.quantity,
        price_cents: product.price_cents,
        total_cents: product.price_cents * line.quantity,
      },
    ];
  });
  const goods = items.reduce((sum, item) => sum + item.total_cents, 0);
  const percent = COUPONS[cart.coupon] ?? 0;
  const discount = Math.round((goods * percent) / 100);
  const shipping = goods === 0 || goods - discount >= 6000 ? 0 : 490;
  return {
    items,
    count: items.reduce((sum, item) => sum + item.quantity, 0),
    coupon: percent > 0 ? { code: cart.coupon, percent } : null,
    goods_cents: goods,
    discount_cents: discount,
    shipping_cents: shipping,
    total_cents: goods - discount + shipping,
    delivery: shipping === 0 ? 'free' : money(shipping),
    total: money(goods - discount + shipping),
  };
}

export function money(cents) {
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

/** What the cart refuses, in words for a person, with one of the tool error codes. */
export class CartProblem extends Error {
  constructor(code, message, field) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

async function find(productId, variant) {
  const products = await loadCatalog();
  const product = products.find((one) => one.id === productId);
  if (!product)
    throw new CartProblem('not_found', `There is no product ${productId}.`, 'product_id');
  if (variant === undefined) return { product, variantId: product.variants[0]?.id };
  const wanted = String(variant).toLowerCase();
  const match = product.variants.find(
    (one) => one.id === wanted || one.label.toLowerCase() === wanted,
  );
  if (!match) {
    const offered = product.variants.map((one) => one.label.toLowerCase()).join(', ');
    throw new CartProblem(
      'invalid_input',
      `${product.name} doesn't come in “${variant}”. It comes in ${offered}.`,
      'variant',
    );
  }
  return { product, variantId: match.id };
}
