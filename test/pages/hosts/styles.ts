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
    lacks: {
      'usable beside a modal':
        'jQuery hears where the focus goes before the chat does, and Bootstrap takes it back for its modal',
    },
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
];
