// Pages whose scripts change what a page is: prototypes, promises, loaders, keys and scrolling.

import { CONTENT, css, type HostPage, js, missingDebian, page } from '../host-page.ts';

const debian = (path: string): string => `<script src="/debian/${path}"></script>`;
const slides = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<section class="section"><h2>Slide ${at}</h2></section>`,
  ).join('');

export const SCRIPTED_PAGES: readonly HostPage[] = [
  {
    name: 'zone.js, as Angular brings it',
    files: (tag) => ({ '/': page({ head: js('zone.js/bundles/zone.umd.min.js'), end: tag }) }),
    ready: 'typeof Zone === "function"',
  },
  {
    name: 'core-js, all of it',
    files: (tag) => ({ '/': page({ head: js('core-js-bundle/minified.js'), end: tag }) }),
  },
  {
    name: 'RequireJS (AMD)',
    files: (tag) => ({
      '/': page({
        head: js('requirejs/require.js'),
        end: `<script>define('shop', [], function () { return {}; }); require(['shop'], function () { window.hasShop = true; });</script>${tag}`,
      }),
    }),
    ready: 'window.hasShop',
  },
  {
    name: 'SystemJS',
    files: (tag) => ({
      '/': page({
        head: js('systemjs/dist/system.min.js'),
        end: `<script>System.import('/shop.js').then(function () { window.hasShop = true; });</script>${tag}`,
      }),
      '/shop.js': {
        html: 'System.register([], function () { return { execute: function () {} }; });',
        headers: { 'content-type': 'text/javascript' },
      },
    }),
    ready: 'window.hasShop',
  },
  {
    name: 'GSAP with Lenis (smooth scrolling)',
    files: (tag) => ({
      '/': page({
        head: css('lenis/dist/lenis.css'),
        end: `${js('gsap/dist/gsap.min.js')}${js('lenis/dist/lenis.min.js')}
          <script>window.lenis = new Lenis({ autoRaf: true }); gsap.to('h2', { x: 20, duration: 0.1 });</script>${tag}`,
      }),
    }),
    ready: 'typeof lenis === "object"',
  },
  {
    name: 'reveal.js (a page with shortcuts)',
    files: (tag) => ({
      '/': page({
        head: `${css('reveal.js/dist/reveal.css')}${css('reveal.js/dist/theme/black.css')}`,
        body: `<div class="reveal"><div class="slides">${slides(5)}</div></div>`,
        end: `${js('reveal.js/dist/reveal.js')}<script>Reveal.initialize({ mouseWheel: true, hash: true });</script>${tag}`,
      }),
    }),
    ready: 'Reveal.isReady()',
  },
  {
    name: 'fullPage.js (takes wheel and keys)',
    files: (tag) => ({
      '/': page({
        head: css('fullpage.js/dist/fullpage.min.css'),
        body: `<div id="fullpage">${slides(4)}</div>`,
        end: `${js('fullpage.js/dist/fullpage.min.js')}<script>new fullpage('#fullpage', { licenseKey: 'gplv3-license', credits: { enabled: false } });</script>${tag}`,
      }),
    }),
    ready: 'document.documentElement.classList.contains("fp-enabled")',
  },
  {
    name: 'Alpine.js',
    files: (tag) => ({
      '/': page({
        head: '<script defer src="/npm/alpinejs/dist/cdn.min.js"></script>',
        body: `<div x-data="{ isOpen: true }"><p id="said" x-show="isOpen" x-text="'Lamps'"></p>${CONTENT}</div>`,
        end: tag,
      }),
    }),
    ready: 'document.querySelector("#said").textContent === "Lamps"',
  },
  {
    name: 'a policy that allows little (nonce, no style, no frames)',
    files: (tag) => ({
      '/': {
        html: page({ end: tag.replaceAll('<script', '<script nonce="n0nce"') }),
        headers: {
          'content-security-policy':
            "default-src 'none'; script-src 'nonce-n0nce' 'strict-dynamic'; connect-src http:; base-uri 'none'; form-action 'none'",
        },
      },
    }),
  },
  {
    name: 'Prototype.js 1.7',
    missing: missingDebian('prototype'),
    files: (tag) => ({ '/': page({ head: debian('prototype/prototype.js'), end: tag }) }),
    ready: 'typeof Prototype === "object"',
  },
  {
    name: 'MooTools 1.4',
    missing: missingDebian('mootools'),
    files: (tag) => ({ '/': page({ head: debian('mootools/mootools-core.min.js'), end: tag }) }),
    ready: 'typeof MooTools === "object"',
  },
  {
    name: 'Sugar 2 on everybody’s prototypes',
    files: (tag) => ({
      '/': page({
        head: `${js('sugar/dist/sugar.min.js')}<script>Sugar.extend({ objectPrototype: true });</script>`,
        end: tag,
      }),
    }),
    ready: 'typeof "".capitalize === "function"',
  },
  {
    name: 'Datejs',
    files: (tag) => ({ '/': page({ head: js('datejs/lib/date-en-US.js'), end: tag }) }),
    ready: 'typeof Date.today === "function"',
  },
];
