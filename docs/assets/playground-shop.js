// The page of a small shop: a cart in memory, and the two tools by which the chat's agent uses it. A shop of yours does no more.

const PRODUCTS = { 'mug-green': 'Mug, green', 'mug-blue': 'Mug, blue' };
const PRICE_EUR = 12;
const cart = new Map();

const inCart = () => [...cart.values()].reduce((sum, quantity) => sum + quantity, 0);
const money = (quantity) => `€${(quantity * PRICE_EUR).toFixed(2)}`;

function drawCart() {
  document.querySelector('#count').textContent = inCart();
  document.querySelector('#total').textContent = `Total ${money(inCart())}`;
  document.querySelector('#cart').replaceChildren(
    ...[...cart].map(([id, quantity]) => {
      const row = document.createElement('li');
      row.textContent = `${quantity} × ${PRODUCTS[id]}`;
      const price = document.createElement('span');
      price.textContent = money(quantity);
      row.append(price);
      return row;
    }),
  );
}

window.bellhop ||= [];
window.bellhop.push((chat) => {
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: {
        product_id: { enum: Object.keys(PRODUCTS) },
        quantity: { type: 'integer', minimum: 1, maximum: 20 },
      },
      required: ['product_id', 'quantity'],
    },
    shows: true,
    summarize: ({ product_id: id, quantity }) => ({
      title: `Add ${quantity} × ${PRODUCTS[id]}, ${money(quantity)}?`,
      lines: ['Delivery €4.90, free from €60'],
      confirm: 'Add to cart',
    }),
    execute({ product_id: id, quantity }) {
      cart.set(id, (cart.get(id) ?? 0) + quantity);
      drawCart();
      return `Added ${quantity}. The cart holds ${inCart()}, ${money(inCart())}.`;
    },
  });
  chat.registerTool({
    name: 'show_cart',
    title: 'Look into the cart',
    description: 'What is in the cart.',
    annotations: { readOnlyHint: true },
    execute: () =>
      inCart() === 0
        ? 'Your cart is empty.'
        : `There are ${[...cart].map(([id, quantity]) => `${quantity} × ${PRODUCTS[id]}`).join(' and ')} in your cart, ${money(inCart())}.`,
  });
});
