// What a shop's page is made of besides its own styles: trackers, a layer that asks for consent, sliders and lazy pictures.

import { CONTENT, css, type Files, type HostPage, js, page } from '../host-page.ts';
import { bundle } from './bundle.ts';

export const script = (text: string) => ({
  html: text,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
});
const json = (value: unknown) => ({
  html: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** PostHog as it is when its service lets it record: every press, every field, and the whole page with its shadow roots. */
const POSTHOG = `<script>posthog.init('phc_test', { api_host: location.origin + '/ph', persistence: 'localStorage',
  autocapture: true, capture_pageview: true, disable_compression: true, opt_out_useragent_filter: true,
  session_recording: { maskAllInputs: false }, loaded: function () { window.isTracked = true; } });</script>`;
const RECORDING = {
  sessionRecording: { endpoint: '/s/', recorderVersion: 'v2' },
  autocapture_opt_out: false,
  featureFlags: {},
  supportedCompression: [],
  hasFeatureFlags: false,
  capturePerformance: true,
  autocaptureExceptions: true,
  heatmaps: true,
  captureDeadClicks: true,
};
const trackers: Files = {
  ...Object.fromEntries(
    ['/e/', '/i/v0/e/', '/s/', '/flags/', '/decide/', '/array/phc_test/config'].map((path) => [
      `/ph${path}`,
      json(RECORDING),
    ]),
  ),
  '/ph/array/phc_test/config.js': script(
    `window._POSTHOG_REMOTE_CONFIG = { phc_test: { config: ${JSON.stringify(RECORDING)}, siteApps: [] } };`,
  ),
  '/sentry/api/1/envelope/': json({}),
};

/** Sentry puts its own in the place of fetch, history, addEventListener and the console's functions. */
const SENTRY = `import * as Sentry from '@sentry/browser';
Sentry.init({ dsn: location.origin.replace('//', '//key@') + '/sentry/1', tracesSampleRate: 1, replaysSessionSampleRate: 0,
  integrations: [Sentry.browserTracingIntegration(), Sentry.captureConsoleIntegration()] });`;

/** Each visit is the first: the page keeps no answer. */
const CONSENT = `<script>localStorage.removeItem('cc_cookie');
  CookieConsent.run({ hideFromBots: false, cookie: { useLocalStorage: true }, guiOptions: { consentModal: { layout: 'bar', position: 'bottom' } },
  disablePageInteraction: false, categories: { necessary: { enabled: true, readOnly: true }, ads: {} },
  language: { default: 'en', translations: { en: {
    consentModal: { title: 'We use cookies', description: 'Some are ours.', acceptAllBtn: 'Accept', acceptNecessaryBtn: 'Reject', showPreferencesBtn: 'Choose' },
    preferencesModal: { title: 'Choose', acceptAllBtn: 'Accept', savePreferencesBtn: 'Save', closeIconLabel: 'Close',
      sections: [{ title: 'Needed', description: 'Always on.', linkedCategory: 'necessary' }, { title: 'Ads', description: 'For ads.', linkedCategory: 'ads' }] } } } } });</script>`;

const STICKY = `<style>.bar { position: sticky; top: 0; z-index: 2147483647; background: #fff; padding: 1rem }
  .offer { position: fixed; bottom: 0; inset-inline: 0; z-index: 99999999; background: #036; color: #fff; padding: 0.5rem }
  @media print { .bar, .offer { display: none } }</style>`;

/** What Shopify's own themes begin with: a root size of 10 px, letters apart, and a grid for a body. */
const SHOP_SHEET = `<style>
  *, *::before, *::after { box-sizing: inherit; }
  html { box-sizing: border-box; font-size: 62.5%; height: 100%; }
  body { display: grid; grid-template: auto auto 1fr auto / 100%; min-height: 100%; margin: 0; font: 1.5rem/1.8 sans-serif; letter-spacing: 0.06rem; }
  a:empty, ul:empty, dl:empty, div:empty, section:empty, article:empty, p:empty, h1:empty { display: none; }
  button, input, select, textarea, summary { font: inherit; letter-spacing: 0.1rem; text-transform: uppercase; outline: none; }
  *:focus { outline: 0; box-shadow: none; } *:focus-visible { outline: 0.2rem solid red; outline-offset: 0.3rem; }
  .product { contain: layout; } summary { list-style: none; }</style>`;
const PRODUCTS = Array.from(
  { length: 400 },
  (
    _,
    at,
  ) => `<li class="product"><a href="#p${at}"><img class="lazyload" alt="" width="80" height="80"
    data-src="/lamp.svg?${at}"></a><h3>Lamp ${at}</h3><details><summary>More</summary>Bright.</details>
    <form><select><option>White<option>Black</select><button type="button">Add</button></form></li>`,
).join('');
const SVG = {
  html: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="gold"/></svg>',
  headers: { 'content-type': 'image/svg+xml' },
};
const SHOP_SCRIPT = `<script>
  window.Shopify = { shop: 'lamps.example', locale: 'en', currency: { active: 'EUR' }, designMode: false };
  customElements.define('cart-notification', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'; } });
  jQuery(function ($) {
    // Select2 and Swiper draw their ids by lot, and the page must be the same each time.
    const random = Math.random; let drawn = 1;
    Math.random = function () { drawn = (drawn * 16807) % 2147483647; return drawn / 2147483647; };
    $('.slides').slick({ dots: true }); $('select').slice(0, 20).select2();
    window.swiper = new Swiper('.swiper', { keyboard: true, mousewheel: true, loop: true });
    Math.random = random;
    quicklink.listen({ origins: [] });
    new Headroom(document.querySelector('header')).init();
    // A theme draws a section anew from the server's HTML.
    setTimeout(function () { document.querySelector('#drawn').innerHTML = document.querySelector('#drawn').innerHTML; window.isShop = true; }, 300);
  });</script>`;

const AMP_STYLE = `<style amp-boilerplate>body{animation:-amp-start 8s steps(1,end) 0s 1 normal both}@keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style>
  <style amp-custom>amp-img, amp-carousel { display: block } .i-amphtml-element { display: inline-block }
  html.i-amphtml-singledoc { overflow-x: hidden !important; touch-action: pan-y pinch-zoom } body { position: relative !important; overflow: visible }</style>`;

export const SHOP_PAGES: readonly HostPage[] = [
  {
    name: 'trackers, a consent layer and a sticky bar',
    files: async (tag) => ({
      ...trackers,
      '/sentry.js': script(await bundle({ 'entry.js': SENTRY })),
      '/': page({
        head: `<script src="/sentry.js"></script>${js('posthog-js/dist/array.full.no-external.js')}${POSTHOG}
          ${css('vanilla-cookieconsent/dist/cookieconsent.css')}${STICKY}`,
        body: `<div class="bar"><button id="choose" data-cc="show-preferencesModal">Cookies</button></div>${CONTENT}<div class="offer">10 % off</div>`,
        end: `${js('vanilla-cookieconsent/dist/cookieconsent.umd.js')}${CONSENT}${tag}`,
      }),
    }),
    ready: 'window.isTracked && document.querySelector("#cc-main .cm") !== null',
    first: '#cc-main [data-role="all"]',
    busy: { press: '#choose', shows: '#cc-main .pm', closes: '#cc-main .pm__close-btn' },
    lacks: { 'usable beside a modal': 'lies below, as the page wants' },
  },
  {
    name: 'a heavy shop, as themes of Shopify are',
    files: (tag) => ({
      '/lamp.svg': SVG,
      '/': page({
        head: `${SHOP_SHEET}${css('slick-carousel/slick/slick.css')}${css('swiper/swiper-bundle.min.css')}${css('select2/dist/css/select2.min.css')}
          ${js('jquery/dist/jquery.min.js')}${js('lazysizes/lazysizes.min.js')}`,
        body: `<header>Lamps</header><div class="slides"><div>One</div><div>Two</div></div>
          <div class="swiper"><div class="swiper-wrapper"><div class="swiper-slide">A</div><div class="swiper-slide">B</div></div></div>
          <cart-notification>Cart</cart-notification><section id="drawn">${CONTENT}</section><ul>${PRODUCTS}</ul>`,
        end: `${js('slick-carousel/slick/slick.min.js')}${js('swiper/swiper-bundle.min.js')}${js('select2/dist/js/select2.min.js')}
          ${js('quicklink/dist/quicklink.umd.js')}${js('headroom.js/dist/headroom.min.js')}${SHOP_SCRIPT}${tag}`,
      }),
    }),
    ready: 'window.isShop',
  },
  {
    name: 'an AMP-like page and its policy',
    files: (tag) => {
      const [origin = ''] = /http:\/\/[^/"]+(?=\/bellhop\.js)/.exec(tag) ?? [];
      return {
        '/': {
          html: page({
            doctype: '<!doctype html>',
            htmlAttributes: '⚡ lang="en" class="i-amphtml-singledoc i-amphtml-standalone"',
            head: AMP_STYLE,
            body: `<amp-img class="i-amphtml-element" layout="fixed" width="20" height="20"></amp-img>${CONTENT}`,
            end: tag.replaceAll('<script', '<script nonce="amp"'),
          }),
          headers: {
            // What the AMP cache answers with, but for its own host.
            'content-security-policy': `default-src * blob: data:; script-src blob: 'nonce-amp' ${origin}/; object-src 'none'; style-src 'unsafe-inline' 'self'; worker-src blob: 'self'`,
          },
        },
      };
    },
  },
];
