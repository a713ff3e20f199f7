// A page of React 19 as Next makes them: drawn on the server from <html> on, then taken over whole. React is the root's.

import { resolve } from 'node:path';
import type { Files } from '../host-page.ts';
import { bundle } from './bundle.ts';
import { script } from './shops.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const APP = `import { createElement as h, startTransition, useEffect, useState } from '${ROOT}/node_modules/react/index.js';
export function App() {
  const [path, setPath] = useState('/');
  useEffect(() => { window.isHydrated = true; }, []);
  const go = (event) => { event.preventDefault(); history.pushState(null, '', '/tents'); startTransition(() => setPath('/tents')); };
  return h('html', { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, path === '/' ? 'Lamps' : 'Tents'),
      h('link', { rel: 'stylesheet', href: '/site.css', precedence: 'default' })),
    h('body', null, h('a', { id: 'to-tents', href: '/tents', onClick: go }, 'Tents'),
      h('h1', { id: path === '/' ? 'lamps' : 'tents' }, path), h('input', { defaultValue: 'words' }),
      h('script', { src: '/app.js', async: true })));
}`;
const ENTRY = `import { createElement as h, StrictMode } from '${ROOT}/node_modules/react/index.js';
import { hydrateRoot } from '${ROOT}/node_modules/react-dom/client.js';
import { App } from './app.js';
hydrateRoot(document, h(StrictMode, null, h(App)), { onRecoverableError: (error) => console.error('recovered', error) });`;
const SERVER = `import { createElement as h } from '${ROOT}/node_modules/react/index.js';
import { renderToString } from '${ROOT}/node_modules/react-dom/server.browser.js';
import { App } from './app.js';
globalThis.drawn = renderToString(h(App));`;

export async function renderReact(tag: string): Promise<Files> {
  const drawn = await bundle({ 'entry.js': SERVER, 'app.js': APP });
  const html = new Function(
    `${drawn}; const html = globalThis.drawn; delete globalThis.drawn; return html;`,
  );
  return {
    '/': `<!doctype html>${html()}`.replace('</body>', () => `${tag}</body>`),
    '/site.css': { html: 'h1 { color: navy }', headers: { 'content-type': 'text/css' } },
    '/app.js': script(await bundle({ 'entry.js': ENTRY, 'app.js': APP })),
  };
}
