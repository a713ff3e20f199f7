// Cart, checkout, shipping and returns, contact, and the page for what isn't there.

import { html } from 'hono/html';
import { CONTACT, SHIPPING } from '../handbook.ts';

export function cartPage() {
  return html`
  <h1>Your cart</h1>
  <div class="narrow" data-cart-view><p>Loading your cart…</p></div>
  <p class="visually-hidden" role="status" data-cart-status></p>
  <noscript><p>The cart lives in your browser and needs JavaScript.</p></noscript>`;
}

export function checkoutPage() {
  return html`
  <h1>Checkout</h1>
  <div class="narrow">
    <p class="notice">This is a demo: the form sends nothing and charges nothing.</p>
    <section aria-labelledby="summary"><h2 id="summary">Your order</h2><div data-cart-summary><p>Loading your cart…</p></div></section>
    <h2>Where it goes</h2>
    <form class="form" data-checkout>
      <label>Name <input name="name" autocomplete="name" required></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" required></label>
      <label>Address <textarea name="address" rows="3" autocomplete="street-address" required></textarea></label>
      <button class="button" type="submit">Place the demo order</button>
      <p class="form-note" role="status" data-form-note></p>
    </form>
  </div>`;
}

export function shippingPage() {
  return html`
  <h1>Shipping and returns</h1>
  <div class="prose">
  ${SHIPPING.map(
    (section) =>
      html`<section id="${section.id}"><h2>${section.title}</h2>${section.paragraphs.map(
        (paragraph) => html`<p>${paragraph}</p>`,
      )}</section>`,
  )}</div>`;
}

export function contactPage() {
  return html`
  <h1>Contact</h1>
  <div class="columns">
    <form class="form" data-contact>
      <label>Name <input name="name" autocomplete="name"></label>
      <label>E-mail <input name="email" type="email" autocomplete="email"></label>
      <label>About <select name="topic"><option value="order">An order</option><option value="product">A product</option><option value="return">A return</option><option value="other">Something else</option></select></label>
      <label>Message <textarea name="message" rows="6" required></textarea></label>
      <button class="button" type="submit">Send</button>
      <p class="form-note" role="status" data-form-note></p>
    </form>
    <section class="prose">
      <h2>Or directly</h2>
      <p><a href="mailto:${CONTACT.email}">${CONTACT.email}</a><br><a href="tel:${CONTACT.phone.replaceAll(' ', '')}">${CONTACT.phone}</a><br>${CONTACT.hours}</p>
      <p>${CONTACT.address}</p>
      <p>Fern can fill in this form for you; sending it stays with you.</p>
    </section>
  </div>`;
}

export function missingPage() {
  return html`<h1>There is nothing here</h1><p>The page may have moved. <a href="/products">All products</a> or <a href="/">home</a>.</p>`;
}
