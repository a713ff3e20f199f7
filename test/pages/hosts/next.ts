// A site that Next has really built for any server (`output: 'export'`): two pages of its app router, and the plain tag in
// their layout, so that React owns it as it owns the rest of the document.

import { join } from 'node:path';
import { type Files, PACKAGES } from '../host-page.ts';
import { type Built, buildSite, newPlace, serveBuilt } from './built.ts';
import { runNode } from './run-node.ts';

const CONFIG = `export default { output: 'export', generateBuildId: () => 'lamps', turbopack: { root: ${JSON.stringify(join(PACKAGES, '..'))} } };`;

// Without JSX, which Next doesn't translate beside packages.
const pageOf = (title: string, lit: string) => `import { createElement as h } from 'react';
import Link from 'next/link';
import { Lit } from '${lit}';
export const metadata = { title: '${title}' };
export default function Page() {
  return h('main', null, h(Link, { id: 'to-tents', href: '/tents' }, 'Tents'), h('h1', { id: '${title.toLowerCase()}' }, '${title}'), h(Lit));
}`;
const LIT = `'use client';
import { createElement as h, useEffect, useState } from 'react';
export function Lit() {
  const [isLit, setLit] = useState(false);
  useEffect(() => { window.isHydrated = true; }, []);
  return h('button', { onClick: () => setLit(!isLit) }, isLit ? 'off' : 'on');
}`;

/** The tag's scripts as React has them. */
function elementsOf(tag: string): string {
  const scripts = [...tag.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  return scripts
    .map(([, attributes = '', text = '']) => {
      const given = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
      const props = Object.fromEntries(given.map(([, name, value = true]) => [name, value]));
      const inner = text === '' ? {} : { dangerouslySetInnerHTML: { __html: text } };
      return `, h('script', ${JSON.stringify({ ...props, ...inner })})`;
    })
    .join('');
}

const sourcesWith = (tag: string) => ({
  'next.config.mjs': CONFIG,
  'package.json': '{"name":"lamps","private":true}',
  'app/layout.js': `import { createElement as h } from 'react';
import './site.css';
export default function Layout({ children }) {
  return h('html', { lang: 'en' }, h('body', null, h('div', null, children)${elementsOf(tag)}));
}`,
  'app/site.css': 'body { font: 18px/1.6 serif } h1 { color: navy }',
  'app/lit.js': LIT,
  'app/page.js': pageOf('Lamps', './lit.js'),
  'app/tents/page.js': pageOf('Tents', '../lit.js'),
});

const ORIGIN = /http:\/\/[^/"]+/g;
const place = newPlace();
/** By tag. */
const built = new Map<string, Promise<Built>>();

/** Each world has ports of its own, so a site is built with others in their place. */
export async function buildNext(tag: string): Promise<Files> {
  const origins = [...new Set(tag.match(ORIGIN))];
  const placeOf = (at: number) => `https://place-${at}.example`;
  const given = tag.replaceAll(ORIGIN, (origin) => placeOf(origins.indexOf(origin)));
  const building =
    built.get(given) ??
    buildSite(
      sourcesWith(given),
      async (root) => {
        await runNode([join(PACKAGES, 'next/dist/bin/next'), 'build', root], root);
        return 'out';
      },
      place,
    );
  built.set(given, building);
  return serveBuilt(await building, (text) =>
    origins.reduce((made, origin, at) => made.replaceAll(placeOf(at), origin), text),
  );
}
