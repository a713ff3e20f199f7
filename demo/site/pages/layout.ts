// The frame of every page: head, navigation, footer, and the one script tag that this demo is about.

import { html, raw } from 'hono/html';

export interface PageContext {
  gatewayUrl: string;
  /** From here alone pictures of the agent's cards are loaded. */
  siteUrl: string;
  /** Path of the page, for the navigation's aria-current. */
  path: string;
}

const LINKS = [
  ['/products', 'Shop'],
  ['/shipping', 'Shipping'],
  ['/contact', 'Contact'],
  ['/wire', 'Behind the scenes'],
] as const;

/** What the chat offers to ask first, where a page has nothing better. */
const PROMPTS = [
  'How long does delivery take?',
  'Add two green mugs to my cart',
  'Find me a gift under €20',
  'What can you do here?',
];

export interface PageExtra {
  /** A module of assets/ for this page alone. */
  script?: string;
  /** Starter prompts that fit this page. */
  prompts?: string[];
  /** Shows the owner's view of the chat. */
  debug?: boolean;
}

export function layout(context: PageContext, title: string, body: unknown, extra: PageExtra = {}) {
  const script = extra.script
    ? html`<script type="module" src="/assets/${extra.script}"></script>`
    : '';
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <title>${title} · Fernway</title>
  <meta name="description" content="Fernway: useful things for slow mornings.">
  <link rel="icon" href="/assets/mark.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/assets/shop.css">
  <link rel="modulepreload" href="/assets/cart.js">
  <script type="module" src="/assets/cart-badge.js"></script>
  <script type="module" src="/assets/tools.js"></script>
  ${script}
  <!-- This is all that the chat needs: -->
  <script async src="/bellhop.js"
          data-gateway="${context.gatewayUrl}"
          data-session="/session"
          data-delete-url="/session/delete"
          data-thinking="off"
          data-feedback="on"
          data-feedback-url="/session/feedback"
          data-title="Fern, at Fernway"
          data-greeting="Hello! I know our shelves by heart. Ask me about a product, delivery or returns, and I can fill your cart, too."
          data-avatar="/assets/mark.svg"
          data-prompts="${(extra.prompts ?? PROMPTS).join('|')}"
          data-color="#2f5d46"
          data-images="${context.siteUrl}"
          data-cards="choices products form replies"
          data-contact="/contact"${extra.debug ? raw(' data-debug="on"') : ''}></script>
</head>
<body>
  <a class="skip" href="#main">Skip to content</a>
  <header class="top">
    <div class="wrap top-row">
      <a class="logo" href="/"><img src="/assets/mark.svg" alt="" width="28" height="28">Fernway</a>
      <nav aria-label="Main">
        ${LINKS.map(
          ([href, label]) =>
            html`<a href="${href}"${context.path === href || context.path.startsWith(`${href}/`) ? raw(' aria-current="page"') : ''}>${label}</a>`,
        )}
      </nav>
      <a class="cart-link" href="/cart"${context.path === '/cart' ? raw(' aria-current="page"') : ''}>Cart <span class="badge" data-cart-count hidden>0</span></a>
    </div>
  </header>
  <main id="main" class="wrap" tabindex="-1">${body}</main>
  <footer class="bottom">
    <div class="wrap bottom-row">
      <p>Fernway is a demo shop. Nothing is sold, and no order leaves this machine.</p>
      <p><a href="/shipping">Shipping &amp; returns</a> · <a href="/contact">Contact</a> · <a href="/wire">Behind the scenes</a> · <a href="/tools">Tools that fail on purpose</a></p>
    </div>
  </footer>
</body>
</html>`;
}
