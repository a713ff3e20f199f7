// What this shop lets its assistant do. Each tool says what it takes and whether it only reads; Bellhop checks
// the input, asks the visitor where something changes, and reports the result.

import {
  addToCart,
  applyCoupon,
  CartProblem,
  changeQuantity,
  findLine,
  loadCatalog,
  money,
  summarize,
} from './cart.js';

const PAGES = {
  home: '/',
  products: '/products',
  cart: '/cart',
  checkout: '/checkout',
  shipping: '/shipping',
  contact: '/contact',
  wire: '/wire',
};

/** Without cents where there are none. */
const price = (cents) => money(cents).replace(/\.00$/, '');

/** What "this" and "it" mean, as long as nothing else was spoken of. */
function whereTheVisitorIs(products) {
  const page = location.pathname;
  const product = products.find(({ id }) => page === `/products/${id}`);
  return { page, ...(product && { product_id: product.id }) };
}

const text = (description, title) => ({ type: 'string', ...(title && { title }), description });
const object = (properties, required = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

window.bellhop ??= [];
window.bellhop.push((chat) => {
  /** Turns a refusal of the cart into a tool error that the agent understands. */
  const guarded = (run) => async (input, context) => {
    try {
      return await run(input, context);
    } catch (problem) {
      if (problem instanceof CartProblem) {
        throw new chat.ToolError(problem.code, problem.message, { field: problem.field });
      }
      throw problem;
    }
  };

  chat.registerTool({
    name: 'search_products',
    title: 'Search products',
    description: 'Finds products of the shop by words in their name, kind or description.',
    inputSchema: object(
      {
        query: text('What to look for; empty lists everything.'),
        max_results: { type: 'integer', minimum: 1, maximum: 12 },
      },
      ['query'],
    ),
    annotations: { readOnlyHint: true },
    async execute({ query, max_results = 5 }) {
      const words = query.toLowerCase().split(/\W+/).filter(Boolean);
      const products = await loadCatalog();
      const scored = products
        .map((product) => {
          const hay = `${product.name} ${product.category} ${product.summary}`.toLowerCase();
          const hits = words.filter((word) => hay.includes(word.replace(/s$/, ''))).length;
          return { product, hits };
        })
        .filter(({ hits }) => words.length === 0 || hits > 0)
        .sort((a, b) => b.hits - a.hits);
      return {
        products: scored.slice(0, max_results).map(({ product }) => ({
          id: product.id,
          name: product.name,
          price: money(product.price_cents),
          summary: product.summary,
          variants: product.variants.map((variant) => variant.id),
          in_stock: product.in_stock,
          picture: `/pictures/${product.id}.svg`,
          link: `/products/${product.id}`,
        })),
        here: whereTheVisitorIs(products),
      };
    },
  });

  chat.registerTool({
    name: 'show_product',
    title: 'Show a product',
    description: 'Opens the page of one product.',
    inputSchema: object(
      { product_id: text('Id of the product, from search_products.', 'Product') },
      ['product_id'],
    ),
    approval: 'auto',
    navigates: true,
    async execute({ product_id }) {
      const products = await loadCatalog();
      if (!products.some((product) => product.id === product_id)) {
        throw new chat.ToolError('not_found', `There is no product ${product_id}.`, {
          field: 'product_id',
        });
      }
      return go(`/products/${product_id}`);
    },
  });

  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Adds a product to the cart.',
    inputSchema: object(
      {
        product_id: text('Id of the product, from search_products.', 'Product'),
        quantity: { type: 'integer', minimum: 1, maximum: 20 },
        variant: text('Colour, such as "green"; the first one when left out.', 'Colour'),
      },
      ['product_id', 'quantity'],
    ),
    annotations: { readOnlyHint: false },
    async summarize({ product_id, quantity, variant }) {
      const product = (await loadCatalog()).find(({ id }) => id === product_id);
      const colour =
        product.variants.find(({ id }) => id === variant?.toLowerCase()) ?? product.variants[0];
      const what = quantity > 1 ? `${quantity} × ${product.name}` : `the ${product.name}`;
      const each = quantity > 1 ? `${price(product.price_cents)} each` : '';
      return {
        title: `Add ${what}, ${price(product.price_cents * quantity)}?`,
        lines: [[colour?.label, each].filter(Boolean).join(', '), 'Delivery €4.90, free from €60'],
        image: `/pictures/${product.id}-${colour?.id ?? ''}.svg`,
        confirm: 'Add to cart',
      };
    },
    execute: guarded(({ product_id, quantity, variant }) =>
      addToCart(product_id, quantity, variant),
    ),
  });

  chat.registerTool({
    name: 'change_quantity',
    title: 'Change the quantity',
    description: 'Sets how many of a product are in the cart; 0 takes it out.',
    inputSchema: object(
      {
        product_id: text('Id of the product.', 'Product'),
        quantity: { type: 'integer', minimum: 0, maximum: 20 },
        variant: text('Colour, where the cart holds several.', 'Colour'),
      },
      ['product_id', 'quantity'],
    ),
    annotations: { readOnlyHint: false, idempotentHint: true },
    // By what will happen to the cart as it is now. Of what isn't in it nothing can be said: the call fails.
    async summarize({ product_id, quantity, variant }) {
      const line = await findLine(product_id, variant);
      const image = `/pictures/${line.product_id}-${line.variant ?? ''}.svg`;
      const now = [line.variant_label, `${line.quantity} in your cart now`];
      const lines = [now.filter(Boolean).join(', ')];
      if (quantity === 0) {
        const title = `Remove ${line.name} from your cart?`;
        return { title, lines, image, confirm: 'Remove', decline: 'Keep it' };
      }
      const title = `Change ${line.name} to ${quantity}, ${price(line.price_cents * quantity)}?`;
      return { title, lines, image, confirm: 'Change' };
    },
    execute: guarded(({ product_id, quantity, variant }) =>
      changeQuantity(product_id, quantity, variant),
    ),
  });

  chat.registerTool({
    name: 'show_cart',
    title: 'Look into the cart',
    description: 'Says what is in the cart, with prices and the total.',
    inputSchema: object({}),
    annotations: { readOnlyHint: true },
    execute: () => summarize(),
  });

  chat.registerTool({
    name: 'go_to_page',
    title: 'Go to a page',
    description: 'Takes the visitor to a page of the shop.',
    inputSchema: object({ page: { type: 'string', enum: Object.keys(PAGES) } }, ['page']),
    approval: 'auto',
    navigates: true,
    execute: ({ page }) => go(PAGES[page]),
  });

  if (['/cart', '/checkout'].includes(location.pathname)) {
    chat.registerTool({
      name: 'apply_coupon',
      title: 'Apply a coupon',
      description: 'Applies a coupon code to the cart.',
      inputSchema: object({ code: text('The code, such as FERN10.') }, ['code']),
      annotations: { readOnlyHint: false, idempotentHint: true },
      execute: guarded(({ code }) => applyCoupon(code)),
    });
  }

  const contactForm = document.querySelector('form[data-contact]');
  if (contactForm) {
    chat.registerTool({
      name: 'fill_contact_form',
      title: 'Fill in the contact form',
      description: 'Fills in the contact form of this page. The visitor sends it.',
      inputSchema: object(
        {
          name: text('The visitor’s name.'),
          email: { type: 'string', format: 'email' },
          topic: {
            type: 'string',
            enum: ['order', 'product', 'return', 'other'],
            enumNames: ['An order', 'A product', 'Sending something back', 'Something else'],
          },
          message: text('The message.'),
        },
        ['message'],
      ),
      annotations: { readOnlyHint: false, idempotentHint: true },
      execute(input) {
        for (const [name, value] of Object.entries(input)) {
          const control = contactForm.elements.namedItem(name);
          if (control) control.value = value;
        }
        const message = contactForm.elements.namedItem('message');
        message.classList.add('flash');
        message.scrollIntoView({ block: 'center' });
        return { filled: Object.keys(input), sent: false };
      },
    });
  }
});

/** Leaves for `path`. The promise stays open: the page that comes next reports the arrival. */
function go(path) {
  if (location.pathname === path) return `Already on ${path}.`;
  location.assign(path);
  return new Promise(() => {});
}
