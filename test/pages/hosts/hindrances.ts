// Pages that get in a chat's way as a whole: by their root, their prototypes, their sheets, or by wanting nothing copied.

import { type HostPage, page } from '../host-page.ts';

export const HINDERING_PAGES: readonly HostPage[] = [
  {
    name: 'a root with a transform',
    files: (tag) => ({
      '/': page({ head: '<style>html { transform: translateZ(0) }</style>', end: tag }),
    }),
  },
  {
    name: 'a page that enlarges itself',
    files: (tag) => ({
      '/': page({
        head: '<style>html { zoom: 1.25; font-size: 20px } body { zoom: 1.1 }</style>',
        end: tag,
      }),
    }),
    lacks: {
      'looks the same': 'as large as the page makes itself',
      'keeps its keys and wheel': '✓, a turn of the wheel moves fewer of the larger pixels',
    },
  },
  {
    name: 'pictures and words that take names of the document and of objects',
    files: (tag) => ({
      '/': page({
        head: `<script>Object.assign(Object.prototype, { version: '1.2', hidden: 'x', disabled: 1 });</script>`,
        end: `<img name="createElement" alt=""><img name="cookie" alt=""><form name="scripts"></form>${tag}`,
      }),
    }),
  },
  {
    name: '`toJSON` on everybody’s prototypes, as Prototype 1.6 has it',
    files: (tag) => ({
      '/': page({
        head: `<script>
          Array.prototype.toJSON = function () { return '[' + this.map(function (it) { return JSON.stringify(it); }).join(', ') + ']'; };
          String.prototype.toJSON = function () { return '"' + this + '"'; };
          Number.prototype.toJSON = function () { return String(this); };
          Date.prototype.toJSON = function () { return '"' + this.getTime() + '"'; };</script>`,
        end: tag,
      }),
    }),
  },
  {
    name: 'a page that wants nothing selected, copied or pasted',
    files: (tag) => ({
      '/': page({
        head: `<style>* { user-select: none !important; -webkit-user-select: none !important }</style><script>
          ['copy', 'cut', 'paste', 'contextmenu', 'selectstart', 'dragstart', 'mousedown'].forEach(function (type) {
            document.addEventListener(type, function (event) { if (event.target.localName !== 'input') event.preventDefault(); }, true);
          });</script>`,
        end: tag,
      }),
    }),
  },
  {
    name: 'a sheet that means every element',
    files: (tag) => ({
      '/': page({
        head: `<style>:empty { display: none } html > *:not(head):not(body) { display: none }
          * { text-transform: uppercase !important; cursor: none !important; text-indent: 3px !important }</style>`,
        end: tag,
      }),
    }),
  },
];
