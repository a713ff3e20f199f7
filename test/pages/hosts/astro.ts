// A site that Astro has really built, with its client router: two pages, and a walk between them by a view transition.

import { join } from 'node:path';
import { type Files, PACKAGES } from '../host-page.ts';
import { type Built, buildSite, serveBuilt } from './built.ts';

const LAYOUT = `---
import { ClientRouter } from 'astro:transitions';
const { title } = Astro.props;
---
<html lang="en"><head><meta charset="utf-8" /><title>{title}</title><ClientRouter /></head>
<body><nav><a id="to-tents" href="/tents">Tents</a></nav><main transition:animate="slide"><slot /></main>CHAT</body></html>
<style>main { color: navy }</style>`;
const pageOf = (name: string) => `---
import Layout from '../layout.astro';
---
<Layout title="${name}"><h1 id="${name.toLowerCase()}" transition:name="title">${name}</h1><p>Bright ones.</p></Layout>`;

const SOURCES = {
  'src/layout.astro': LAYOUT,
  'src/pages/index.astro': pageOf('Lamps'),
  'src/pages/tents.astro': pageOf('Tents'),
};

let built: Promise<Built> | null = null;

export async function buildAstro(tag: string): Promise<Files> {
  built ??= buildSite(SOURCES, async (root) => {
    // By its path, since types are checked before the packages are installed.
    const astro = await import(join(PACKAGES, 'astro/dist/core/index.js'));
    await astro.build({ root, configFile: false, logLevel: 'error', telemetry: false });
    return 'dist';
  });
  return serveBuilt(await built, (text) => text.replace('CHAT', () => tag));
}
