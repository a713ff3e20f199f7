// A site of documents that Docusaurus has really built, with its classic theme: two pages, and a walk by its sidebar.

import { join } from 'node:path';
import { type Files, PACKAGES } from '../host-page.ts';
import { type Built, buildSite, serveBuilt } from './built.ts';
import { runNode } from './run-node.ts';

const CONFIG = `export default {
  title: 'Lamps', url: 'https://lamps.example', baseUrl: '/', onBrokenLinks: 'ignore', i18n: { defaultLocale: 'en', locales: ['en'] },
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: './sidebars.js' }]],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: { navbar: { title: 'Lamps' }, colorMode: { respectPrefersColorScheme: true } },
};`;
const pageOf = (title: string, slug: string, words: string) =>
  `---\ntitle: ${title}\nslug: ${slug}\n---\n\n${words}\n\n\`\`\`js title="lamp.js"\nlamp.on();\n\`\`\`\n\n:::tip\n\nVery bright.\n\n:::\n\n| a | b |\n| - | - |\n| 1 | 2 |\n`;
const SOURCES = {
  'docusaurus.config.mjs': CONFIG,
  'package.json': '{"name":"lamps","private":true}',
  'sidebars.js': `module.exports = { all: ['lamps', 'tents'] };`,
  'docs/lamps.md': pageOf('Lamps', '/', '## Bright ones {#lamps}'),
  'docs/tents.md': pageOf('Tents', '/tents', '## Small ones {#tents}'),
};

let built: Promise<Built> | null = null;

/** The tag stands in the head, where `scripts` of docusaurus.config puts it. */
export async function buildDocusaurus(tag: string): Promise<Files> {
  built ??= buildSite(SOURCES, async (root) => {
    const program = join(PACKAGES, '@docusaurus/core/bin/docusaurus.mjs');
    await runNode([program, 'build', root, '--out-dir', join(root, 'build')], root);
    return 'build';
  });
  return serveBuilt(await built, (text) => text.replace('</head>', () => `${tag}</head>`));
}
