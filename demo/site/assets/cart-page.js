// The cart and the checkout, drawn anew after each change.

import {
  applyCoupon,
  CartProblem,
  changeQuantity,
  emptyCart,
  money,
  onCartChange,
  summarize,
} from './cart.js';

const view = document.querySelector('[data-cart-view]');
const summary = document.querySelector('[data-cart-summary]');
const checkout = document.querySelector('[data-checkout]');

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function totals(cart) {
  const rows = [
    ['Goods', money(cart.goods_cents)],
    ...(cart.coupon ? [[`Coupon ${cart.coupon.code}`, `−${money(cart.discount_cents)}`]] : []),
    ['Delivery', cart.shipping_cents === 0 ? 'free' : money(cart.shipping_cents)],
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
  const quantity = make('input', {
    type: 'number',
    min: '0',
    max: '20',
    value: String(item.quantity),
  });
  quantity.setAttribute('aria-label', `Quantity of ${item.name}, ${item.variant_label}`);
  quantity.addEventListener('change', () => {
    changeQuantity(item.product_id, Number(quantity.value), item.variant).catch(paint);
  });
  return make(
    'li',
    {},
    make('img', {
      src: `/pictures/${item.product_id}-${item.variant}.svg`,
      alt: '',
      width: 72,
      height: 72,
      className: 'line-picture',
    }),
    make(
      'div',
      {},
      make('a', { href: `/products/${item.product_id}?variant=${item.variant}` }, item.name),
      make('small', {}, item.variant_label),
    ),
    quantity,
    make('span', {}, money(item.total_cents)),
  );
}

function couponForm() {
  const input = make('input', { name: 'code', placeholder: 'Coupon code' });
  input.setAttribute('aria-label', 'Coupon code');
  const note = make('p', { className: 'form-note' });
  note.setAttribute('role', 'status');
  const form = make(
    'form',
    { className: 'coupon' },
    input,
    make('button', { className: 'button quiet' }, 'Apply'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await applyCoupon(input.value);
    } catch (problem) {
      note.textContent = problem instanceof CartProblem ? problem.message : 'That did not work.';
    }
  });
  return [form, note];
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
  const isEmpty = cart.items.length === 0;
  if (view) {
    view.replaceChildren(
      ...(isEmpty
        ? [
            make('p', {}, 'It is empty so far.'),
            make('a', { className: 'button', href: '/products' }, 'See the shelves'),
          ]
        : [
            make('ul', { className: 'lines' }, ...cart.items.map(line)),
            ...couponForm(),
            totals(cart),
            make('p', {}, make('a', { className: 'button', href: '/checkout' }, 'To checkout')),
          ]),
    );
  }
  if (summary) {
    summary.replaceChildren(
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
  }
}

checkout?.addEventListener('submit', (event) => {
  event.preventDefault();
  emptyCart();
  checkout.querySelector('[data-form-note]').textContent =
    'Thank you. This is where a real shop would take your order.';
});

onCartChange(paint);
paint();
