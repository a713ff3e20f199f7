import './style.css';
import { cartItems, onCartChange } from './cart.js';
import { registerTools } from './tools.js';

window.bellhop ??= [];
window.bellhop.push(registerTools);

onCartChange(() => {
  const lines = cartItems().map(({ product, quantity }) => {
    const line = document.createElement('li');
    line.textContent = `${quantity} × ${product}`;
    return line;
  });
  document.querySelector('#cart').replaceChildren(...lines);
});
