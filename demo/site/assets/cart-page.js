// The cart and the checkout, drawn anew after each change. What had the focus has it again afterwards.

import {
  applyCoupon,
  CartProblem,
  changeQuantity,
  countItems,
  emptyCart,
  money,
  onCartChange,
  removeCoupon,
  summarize,
} from './cart.js';

const view = document.querySelector('[data-cart-view]');
const summary = document.querySelector('[data-cart-summary]');
const checkout = document.querySelector('[data-checkout]');
const status = document.querySelector('[data-cart-status]');

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function totals(cart) {
  const rows = [
    ['Goods', money(cart.goods_cents)],
    ...(cart.coupon ? [[`Coupon ${cart.coupon.code}`, `−${money(cart.discount_cents)}`]] : []),
    ['Delivery', cart.delivery],
  ];
  return make(
    'dl',
    { className: 'totals' },
    ...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
    make('dt', { className: 'sum' }, 'Total'),
    make('dd', { className: 'sum' }, cart.total),
  );
}

function line(item) {
  const name = `${item.name}, ${item.variant_label}`;
  const key = `${item.product_id}-${item.variant}`;
  const quantity = make('input', {
    type: 'number',
    id: `quantity-${key}`,
    min: '1',
    max: '20',
    inputMode: 'numeric',
    value: String(item.quantity),
    ariaLabel: `Quantity of ${name}`,
  });
  const change = (wanted) =>
    changeQuantity(item.product_id, wanted, item.variant).catch(async (problem) => {
      await paint();
      say(wordsOf(problem));
    });
  quantity.addEventListener('change', () => change(quantity.valueAsNumber));
  return make(
    'li',
    {},
    make('img', {
      src: `/pictures/${key}.svg`,
      alt: '',
      width: 72,
      height: 72,
      className: 'line-picture',
    }),
    make(
      'div',
      { className: 'line-name' },
      make('a', { href: `/products/${item.product_id}?variant=${item.variant}` }, item.name),
      make('small', {}, item.variant_label),
    ),
    quantity,
    make('span', { className: 'line-price' }, money(item.total_cents)),
    make(
      'button',
      {
        type: 'button',
        className: 'button plain',
        ariaLabel: `Remove ${name}`,
        onclick: () => change(0),
      },
      'Remove',
    ),
  );
}

function coupon(cart) {
  if (cart.coupon) {
    return make(
      'p',
      { className: 'coupon' },
      `Coupon ${cart.coupon.code} takes ${cart.coupon.percent} % off. `,
      make(
        'button',
        { type: 'button', className: 'button plain', onclick: removeCoupon },
        'Remove',
      ),
    );
  }
  const input = make('input', { name: 'code', id: 'coupon', required: true, autocomplete: 'off' });
  const form = make(
    'form',
    { className: 'coupon' },
    make('label', { htmlFor: 'coupon' }, 'Coupon (this demo knows FERN10)'),
    input,
    make('button', { className: 'button quiet' }, 'Apply'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    applyCoupon(input.value).catch((problem) => say(wordsOf(problem)));
  });
  return form;
}

const wordsOf = (problem) =>
  problem instanceof CartProblem ? problem.message : 'That did not work. Try again.';

/** A problem, in sight, until the next change; other news is for screen readers alone. */
function say(problem) {
  const note = view?.querySelector('[data-problem]');
  if (note) note.textContent = problem;
}

async function paint() {
  let cart;
  try {
    cart = await summarize();
  } catch {
    (view ?? summary).replaceChildren(
      make('p', {}, 'The cart could not be shown. Reload the page.'),
    );
    return;
  }
  const focused = document.activeElement?.id;
  const hadFocus = view?.contains(document.activeElement) === true;
  const isEmpty = cart.items.length === 0;
  view?.replaceChildren(
    ...(isEmpty
      ? [
          make('p', {}, 'It is empty so far.'),
          make('a', { className: 'button', href: '/products' }, 'See the shelves'),
        ]
      : [
          make('ul', { className: 'lines' }, ...cart.items.map(line)),
          problemNote(),
          coupon(cart),
          totals(cart),
          make('p', {}, make('a', { className: 'button', href: '/checkout' }, 'To checkout')),
        ]),
  );
  if (hadFocus) {
    const again = (focused && document.getElementById(focused)) || document.querySelector('main');
    again.focus({ preventScroll: true });
  }
  summary?.replaceChildren(
    ...(isEmpty
      ? [make('p', {}, 'Your cart is empty.')]
      : [
          make(
            'ul',
            {},
            ...cart.items.map((item) =>
              make('li', {}, `${item.quantity} × ${item.name}, ${item.variant_label}`),
            ),
          ),
          totals(cart),
        ]),
  );
  return cart;
}

function problemNote() {
  const note = make('p', { className: 'form-note problem' });
  note.setAttribute('role', 'alert');
  note.dataset.problem = '';
  return note;
}

checkout?.addEventListener('submit', (event) => {
  event.preventDefault();
  const note = checkout.querySelector('[data-form-note]');
  if (countItems() === 0) {
    note.textContent = 'Your cart is empty, so there is nothing to order.';
    return;
  }
  emptyCart();
  checkout.reset();
  note.textContent = 'Thank you. This is where a real shop would take your order.';
});

onCartChange(async () => {
  const cart = await paint();
  if (cart && status) status.textContent = `Your cart holds ${cart.count}, in all ${cart.total}.`;
});
paint();
