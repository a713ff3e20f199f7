// Pages made with frameworks of styles, and with the scripts that come with those.

import { CONTENT, css, type HostPage, js, page } from '../host-page.ts';

/** What libraries of their time put onto everybody's objects. */
const OLD_PATCHES = `<script>
  Array.prototype.contains = function (it) { return this.indexOf(it) >= 0; };
  String.prototype.trim = function () { return this.replace(/^\\s+|\\s+$/g, ''); };
  Function.prototype.bind = function (self) { var it = this, first = [].slice.call(arguments, 1); return function () { return it.apply(self, first.concat([].slice.call(arguments))); }; };
  window.JSON.stringify = (function (real) { return function (value, by, space) { return real.call(JSON, value, by, space); }; })(JSON.stringify);
  Date.now = function () { return +new Date(); };
</script>`;

export const STYLED_PAGES: readonly HostPage[] = [
  {
    name: 'Bootstrap 3, jQuery 1.12, changed prototypes',
    files: (tag) => ({
      '/': page({
        head: `${OLD_PATCHES}${css('bootstrap3/dist/css/bootstrap.min.css')}${css('bootstrap3/dist/css/bootstrap-theme.min.css')}`,
        body: `<nav class="navbar navbar-inverse"><a class="navbar-brand" href="#">Lamps</a></nav>
          <div class="container">${CONTENT}<button class="btn" data-toggle="modal" data-target="#ask">Ask</button></div>
          <div class="modal" id="ask" tabindex="-1" role="dialog"><div class="modal-dialog"><div class="modal-content">
          <input id="field"><button id="close" data-dismiss="modal">Done</button></div></div></div>`,
        end: `${js('jquery1/dist/jquery.min.js')}${js('bootstrap3/dist/js/bootstrap.min.js')}${tag}`,
      }),
    }),
    ready: 'window.jQuery && typeof jQuery.fn.modal === "function"',
    busy: { press: '[data-target="#ask"]', shows: '#ask.in', closes: '#close' },
  },
  {
    name: 'Bootstrap 5 with a modal open',
    files: (tag) => ({
      '/': page({
        head: css('bootstrap/dist/css/bootstrap.min.css'),
        body: `<main class="container">${CONTENT}<button class="btn btn-primary" data-bs-toggle="modal" data-bs-target="#ask">Ask</button></main>
          <div class="modal" id="ask" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
          <input id="field" class="form-control"><button id="close" data-bs-dismiss="modal">Done</button></div></div></div>`,
        end: `${js('bootstrap/dist/js/bootstrap.bundle.min.js')}${tag}`,
      }),
    }),
    ready: 'typeof bootstrap === "object"',
    busy: { press: '[data-bs-target="#ask"]', shows: '#ask.show', closes: '#close' },
  },
  {
    name: 'Bootstrap 4 with jQuery 3',
    files: (tag) => ({
      '/': page({
        head: css('bootstrap4/dist/css/bootstrap.min.css'),
        body: `<main class="container">${CONTENT}<button class="btn" data-toggle="modal" data-target="#ask">Ask</button></main>
          <div class="modal" id="ask" tabindex="-1" role="dialog"><div class="modal-dialog"><div class="modal-content">
          <input id="field"><button id="close" data-dismiss="modal">Done</button></div></div></div>`,
        end: `${js('jquery/dist/jquery.min.js')}${js('bootstrap4/dist/js/bootstrap.bundle.min.js')}${tag}`,
      }),
    }),
    ready: 'window.jQuery && typeof jQuery.fn.modal === "function"',
    busy: { press: '[data-target="#ask"]', shows: '#ask.show', closes: '#close' },
  },
  {
    name: 'Magnific Popup',
    files: (tag) => ({
      '/': page({
        head: css('magnific-popup/dist/magnific-popup.css'),
        body: `<button id="open">Look</button>${CONTENT}`,
        end: `${js('jquery/dist/jquery.min.js')}${js('magnific-popup/dist/jquery.magnific-popup.min.js')}<script>
          jQuery('#open').on('click', function () { jQuery.magnificPopup.open({ items: { type: 'inline',
            src: '<div id="popup" style="background:#fff"><input><button id="close">Done</button></div>' } }); });
          jQuery(document).on('click', '#close', function () { jQuery.magnificPopup.close(); });</script>${tag}`,
      }),
    }),
    ready: 'window.jQuery && typeof jQuery.magnificPopup === "object"',
    busy: { press: '#open', shows: '#popup', closes: '#close' },
  },
  {
    name: 'Fancybox 3',
    files: (tag) => ({
      '/': page({
        head: css('@fancyapps/fancybox/dist/jquery.fancybox.min.css'),
        body: `<button id="open">Look</button>${CONTENT}`,
        end: `${js('jquery/dist/jquery.min.js')}${js('@fancyapps/fancybox/dist/jquery.fancybox.min.js')}<script>
          jQuery('#open').on('click', function () { jQuery.fancybox.open('<div id="popup"><input><button id="close">Done</button></div>'); });
          jQuery(document).on('click', '#close', function () { jQuery.fancybox.close(); });</script>${tag}`,
      }),
    }),
    ready: 'window.jQuery && typeof jQuery.fancybox === "object"',
    busy: { press: '#open', shows: '#popup', closes: '#close' },
  },
  {
    name: 'Foundation 6',
    files: (tag) => ({
      '/': page({
        head: css('foundation-sites/dist/css/foundation.min.css'),
        body: `<div class="grid-container">${CONTENT}</div>`,
        end: `${js('jquery/dist/jquery.min.js')}${js('foundation-sites/dist/js/foundation.min.js')}
          <script>jQuery(document).foundation();</script>${tag}`,
      }),
    }),
  },
  {
    name: 'Bulma',
    files: (tag) => ({
      '/': page({
        head: css('bulma/css/bulma.min.css'),
        body: `<section class="section"><div class="container content">${CONTENT}</div></section>`,
        end: tag,
      }),
    }),
  },
  {
    name: 'Tailwind 4: its preflight',
    files: (tag) => ({
      '/': page({
        head: `${css('tailwindcss/theme.css')}${css('tailwindcss/preflight.css')}`,
        end: tag,
      }),
    }),
  },
  {
    name: 'normalize.css',
    files: (tag) => ({ '/': page({ head: css('normalize.css/normalize.css'), end: tag }) }),
  },
  {
    name: 'UIkit',
    files: (tag) => ({
      '/': page({
        head: css('uikit/dist/css/uikit.min.css'),
        body: `<div class="uk-container" uk-scrollspy="cls: uk-animation-fade">${CONTENT}</div>`,
        end: `${js('uikit/dist/js/uikit.min.js')}${tag}`,
      }),
    }),
  },
  {
    name: 'Infima, the sheet of Docusaurus',
    files: (tag) => ({
      '/': page({
        htmlAttributes: 'lang="en" data-theme="dark" class="docs-wrapper plugin-docs"',
        head: css('infima/dist/css/default/default.min.css'),
        body: `<nav class="navbar navbar--fixed-top"><div class="navbar__inner">Lamps</div></nav>
          <main class="container markdown">${CONTENT}</main>`,
        end: tag,
      }),
    }),
  },
  {
    name: 'AdminLTE 4',
    files: (tag) => ({
      '/': page({
        head: css('admin-lte/dist/css/adminlte.min.css'),
        bodyAttributes: 'class="layout-fixed sidebar-expand-lg bg-body-tertiary"',
        body: `<div class="app-wrapper"><nav class="app-header navbar"><a data-lte-toggle="sidebar" href="#">Menu</a></nav>
          <aside class="app-sidebar">Sidebar</aside><main class="app-main">${CONTENT}</main></div>`,
        end: `${js('bootstrap/dist/js/bootstrap.bundle.min.js')}${js('admin-lte/dist/js/adminlte.min.js')}${tag}`,
      }),
    }),
  },
];
