// What the tests need to know of somebody else's page. It says nothing of the chat: that comes as `tag`, which the page
// puts where such pages put their scripts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageSource } from '../browser/support/world.ts';
import type { Promised } from './table.ts';

/** Where the pages' own packages lie; they are served below /npm/. */
export const PACKAGES = join(import.meta.dirname, 'node_modules');
/** Where Debian puts libraries for pages; served below /debian/. */
export const DEBIAN = '/usr/share/javascript';

export type Files = Record<string, PageSource | string>;

export interface HostPage {
  /** A row of docs/pages.md. */
  name: string;
  /** Files by path; `/` is where the visitor arrives. */
  files(tag: string): Files | Promise<Files>;
  /** An expression that is true once the page's own scripts have done their work. */
  ready?: string;
  /** A button of a layer that lies over the launcher until the visitor has pressed it. */
  first?: string;
  /** A link that leads on without a new document, and an element that is there then and was not before. */
  walk?: { press: string; arrives: string };
  /** A button that opens something of the page's own which holds the focus or the keys, and what shows that it is open. */
  busy?: { press: string; shows: string; closes: string };
  /** Promises that don't hold on this page, each with what is there instead, for the table. A test fails once they hold. */
  lacks?: Partial<Record<Promised, string>>;
  /** Folders of this machine by the path below which they are served. */
  folders?(): Record<string, string>;
  /** Why the page can't be had on this machine; null: it can. */
  missing?(): string | null;
}

/** Of a library that Debian has. */
export const missingDebian = (name: string) => (): string | null =>
  existsSync(join(DEBIAN, name)) ? null : `Debian's libjs-${name} is not installed`;

/** Enough of a page to scroll, with every element that style sheets of whole pages like to change. */
export const CONTENT = `<article><h2>Lamps</h2>
<p>A <a href="#lamp">lamp</a> gives <strong>light</strong>, <em>mostly</em>.</p>
<ul><li>white</li><li>black</li></ul><table><tbody><tr><th>Price</th><td>90</td></tr></tbody></table>
<form><label>Name <input name="name"></label> <textarea name="words"></textarea>
<select><option>One</option></select> <button type="button">Search</button></form>
<blockquote>Very bright.</blockquote><pre><code>lamp.on()</code></pre></article>
${Array.from({ length: 30 }, (_, at) => `<p>Lamp ${at} stands beside lamp ${at + 1}.</p>`).join('\n')}`;

/** A page as most of them are made. */
export function page(parts: {
  head?: string;
  body?: string;
  /** At the end of the body, where pages put their scripts. */
  end?: string;
  doctype?: string;
  htmlAttributes?: string;
  bodyAttributes?: string;
}): string {
  const { head = '', body = CONTENT, end = '', doctype = '<!doctype html>' } = parts;
  const { htmlAttributes = 'lang="en"', bodyAttributes = '' } = parts;
  return `${doctype}<html ${htmlAttributes}><head><meta charset="utf-8"><title>Lamps</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body ${bodyAttributes}>${body}${end}</body></html>`;
}

export const css = (path: string): string => `<link rel="stylesheet" href="/npm/${path}">`;
export const js = (path: string): string => `<script src="/npm/${path}"></script>`;
