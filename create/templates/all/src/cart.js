// What this page knows: a few products, and a cart.

export const PRODUCTS = ['mug', 'teapot', 'tote'];

let items = [];
const listeners = new Set();

/** @returns {readonly { product: string, quantity: number }[]} another list after each change */
export const cartItems = () => items;

/** @returns how many of it are in the cart now */
export function addToCart(product, quantity) {
  const before = items.find((item) => item.product === product)?.quantity ?? 0;
  const others = items.filter((item) => item.product !== product);
  items = [...others, { product, quantity: before + quantity }];
  for (const listener of listeners) listener();
  return before + quantity;
}

/** Calls `listener` after each change. @returns how to stop */
export function onCartChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
