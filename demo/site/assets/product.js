// A product's page: the picture follows the colour, the form fills the cart.

import { addToCart, CartProblem } from './cart.js';

const article = document.querySelector('[data-product]');
const form = article.querySelector('[data-add-form]');
const picture = article.querySelector('[data-picture]');
const note = article.querySelector('[data-form-note]');
const name = article.querySelector('h1').textContent;

form.addEventListener('change', () => {
  const chosen = form.querySelector('[name=variant]:checked');
  if (!chosen) return;
  picture.src = `/pictures/${article.dataset.product}-${chosen.value}.svg`;
  picture.alt = `${name}, ${chosen.nextElementSibling.textContent}`;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  try {
    await addToCart(article.dataset.product, Number(data.get('quantity')), data.get('variant'));
    note.textContent = 'Added to your cart.';
  } catch (problem) {
    note.textContent =
      problem instanceof CartProblem ? problem.message : 'That did not work. Try again.';
  }
});
