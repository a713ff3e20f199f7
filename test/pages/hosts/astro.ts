// A site that Astro has really built, with its client router: two pages, and a walk between them by a view transition.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Files, PACKAGES } from '../host-page.ts';

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

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
};

let built: Promise<Record<string, string>> | null = null;

export async function buildAstro(tag: string): Promise<Files> {
  built ??= build();
  const files = Object.entries(await built).map(([path, text]) => [
    path.replace(/(\/)?index\.html$/, '') || '/',
    {
      html: text.replace('CHAT', () => tag),
      headers: { 'content-type': TYPES[extname(path)] ?? 'text/html' },
    },
  ]);
  return Object.fromEntries(files);
}

/** Beside the packages, since Astro looks for itself from there. */
async function build(): Promise<Record<string, string>> {
  const folder = join(PACKAGES, '.cache');
  mkdirSync(folder, { recursive: true });
  const root = mkdtempSync(join(folder, 'astro-'));
  try {
    mkdirSync(join(root, 'src/pages'), { recursive: true });
    writeFileSync(join(root, 'src/layout.astro'), LAYOUT);
    writeFileSync(join(root, 'src/pages/index.astro'), pageOf('Lamps'));
    writeFileSync(join(root, 'src/pages/tents.astro'), pageOf('Tents'));
    // By its path, since types are checked before the packages are installed.
    const astro = await import(join(PACKAGES, 'astro/dist/core/index.js'));
    await astro.build({ root, configFile: false, logLevel: 'error', telemetry: false });
    const made = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    const texts = made.filter((path) => extname(path) in TYPES);
    return Object.fromEntries(
      texts.map((path) => [`/${path}`, readFileSync(join(root, 'dist', path), 'utf8')]),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
