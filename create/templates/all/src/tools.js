// What the agent can do on this page.

import { addToCart, cartItems, PRODUCTS } from './cart.js';

/** It changes something, so the visitor is asked first, in the words of `summarize`. */
export const addToCartTool = {
  name: 'add_to_cart',
  title: 'Add to cart',
  description: 'Puts a product of this page into the cart of the visitor.',
  inputSchema: {
    type: 'object',
    properties: {
      product_id: { enum: PRODUCTS, description: 'Which product' },
      quantity: { type: 'integer', minimum: 1, maximum: 20, description: 'How many; 1 by default' },
    },
    required: ['product_id'],
    additionalProperties: false,
  },
  summarize: ({ product_id, quantity = 1 }) => ({
    title: `Add ${quantity} × ${product_id}?`,
    lines: [],
    confirm: 'Add to cart',
  }),
  execute: ({ product_id, quantity = 1 }) =>
    `Added. There are ${addToCart(product_id, quantity)} of it in the cart: ${product_id}.`,
};

/** It only reads, so it runs by itself. */
export const showCartTool = {
  name: 'show_cart',
  title: 'Look into the cart',
  description: 'Reads what is in the cart of the visitor.',
  annotations: { readOnlyHint: true },
  execute: () => ({
    items: cartItems().map(({ product, quantity }) => ({ product_id: product, quantity })),
  }),
};

export function registerTools(chat) {
  chat.registerTool(addToCartTool);
  chat.registerTool(showCartTool);
}
