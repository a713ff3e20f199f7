// Home, the shelf of all products, and a product's own page.

import { html } from 'hono/html';
import { formatPrice, PRODUCTS, type Product } from '../catalog.ts';

function card(product: Product) {
  return html`<li class="card">
    <a href="/products/${product.id}">
      <img src="/pictures/${product.id}.svg" alt="" width="400" height="400" loading="lazy">
      <span class="card-name">${product.name}</span>
    </a>
    <span class="card-line"><span>${formatPrice(product.priceCents)}</span>${product.inStock ? '' : html`<span class="soldout">Sold out</span>`}</span>
  </li>`;
}

export function homePage() {
  const favourites = ['morning-mug', 'wool-blanket', 'dot-notebook', 'window-planter'];
  return html`
  <section class="hero">
    <div>
      <h1>Useful things for slow mornings</h1>
      <p>Stoneware, wool, linen and oak, from small workshops that answer their own phones.</p>
      <p class="hero-actions"><a class="button" href="/products">See everything</a> <button class="button quiet" type="button" data-ask="Help me choose a gift">Ask Fern for a gift idea</button></p>
    </div>
    <img src="/pictures/teapot-blue.svg" alt="A blue teapot" width="400" height="400">
  </section>
  <h2>Favourites</h2>
  <ul class="grid">${PRODUCTS.filter(({ id }) => favourites.includes(id)).map(card)}</ul>
  <section class="trio" aria-labelledby="promises">
    <h2 id="promises" class="visually-hidden">What we promise</h2>
    <div><h3>Ships today</h3><p>Order before 14:00 and it leaves the same day.</p></div>
    <div><h3>30 days to return</h3><p>Free within the European Union.</p></div>
    <div><h3>Two-year warranty</h3><p>On everything. Five on the lamp.</p></div>
  </section>`;
}

export function shelfPage(query: string) {
  const needle = query.trim().toLowerCase();
  const shown = PRODUCTS.filter(
    (product) =>
      needle === '' ||
      `${product.name} ${product.summary} ${product.category}`.toLowerCase().includes(needle),
  );
  return html`
  <div class="title-row"><h1>${needle === '' ? 'All products' : html`Products for “${query}”`}</h1>
    <form class="search" role="search" action="/products"><label class="visually-hidden" for="q">Search products</label><input id="q" name="q" type="search" value="${query}" placeholder="Search"><button class="button" type="submit">Search</button></form>
  </div>
  ${
    shown.length === 0
      ? html`<p>Nothing fits. <a href="/products">See all products</a>, or ask Fern.</p>`
      : html`<ul class="grid">${shown.map(card)}</ul>`
  }`;
}

export function productPage(product: Product, variantId: string | undefined) {
  const chosen = product.variants.find(({ id }) => id === variantId) ?? product.variants[0];
  return html`
  <article class="product" data-product="${product.id}">
    <img class="product-picture" src="/pictures/${product.id}-${chosen?.id ?? ''}.svg" alt="${product.name}, ${chosen?.label ?? ''}" width="400" height="400" data-picture>
    <div>
      <p class="crumb"><a href="/products">All products</a> / ${product.category}</p>
      <h1>${product.name}</h1>
      <p class="price">${formatPrice(product.priceCents)}</p>
      <p>${product.details}</p>
      <form data-add-form>
        <fieldset class="variants"><legend>Colour</legend>
        ${product.variants.map(
          (variant) =>
            html`<label><input type="radio" name="variant" value="${variant.id}"${variant.id === chosen?.id ? ' checked' : ''}><span>${variant.label}</span></label>`,
        )}</fieldset>
        <label class="quantity">Quantity <input type="number" name="quantity" value="1" min="1" max="20" inputmode="numeric" required></label>
        <button class="button" type="submit"${product.inStock ? '' : ' disabled'}>${product.inStock ? 'Add to cart' : 'Sold out'}</button>
        <p class="form-note" role="status" data-form-note></p>
      </form>
      <h2>Care</h2><p>${product.care}</p>
      <h2>From a customer</h2><blockquote><p>${product.review.text}</p><footer>${product.review.author}</footer></blockquote>
    </div>
  </article>`;
}
