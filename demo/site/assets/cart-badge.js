// The number beside "Cart", and the buttons that open the chat with a question.

import { countItems, onCartChange } from './cart.js';

function paint() {
  const count = countItems();
  for (const badge of document.querySelectorAll('[data-cart-count]')) {
    badge.textContent = String(count);
    badge.hidden = count === 0;
    badge.setAttribute('aria-label', `${count} in the cart`);
  }
}

onCartChange(paint);
paint();

for (const button of document.querySelectorAll('[data-ask]')) {
  button.addEventListener('click', () => {
    window.bellhop ??= [];
    window.bellhop.push((chat) => {
      chat.open();
      chat.send(button.dataset.ask);
    });
  });
}
