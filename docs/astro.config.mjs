// The documents' site: Astro Starlight over the pages that tools/prepare.ts has written. Readers get HTML and some CSS; the
// search is an index of files that the browser reads a part of at a time, so any web server will do.

import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { GROUPS } from './tools/pages.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export default defineConfig({
  base: process.env.DOCS_BASE ?? '/',
  srcDir: './site',
  publicDir: './.public',
  outDir: './dist',
  cacheDir: './node_modules/.astro',
  trailingSlash: 'always',
  telemetry: false,
  integrations: [
    starlight({
      title: `Bellhop ${version}`,
      description: 'A chat widget for any web page, and the gateway behind it.',
      logo: { src: './assets/icon.svg' },
      favicon: '/assets/icon.svg',
      customCss: ['./site/styles.css'],
      // What can do nothing without JavaScript isn't shown there.
      head: [
        {
          tag: 'noscript',
          content: '<style>site-search, starlight-theme-select, .copy { display: none }</style>',
        },
      ],
      // A long line of code is wrapped: nothing has to be scrolled sideways, by keyboard either.
      expressiveCode: { defaultProps: { wrap: true }, shiki: { langAlias: { csp: 'text' } } },
      pagination: true,
      lastUpdated: false,
      credits: false,
      components: {
        PageTitle: './site/page-title.astro',
        // Nothing social stands in the header: its place is that of the doors and the versions.
        SocialIcons: './site/versions.astro',
      },
      sidebar: GROUPS.map(({ label, isCollapsed = false, pages }) => ({
        label,
        collapsed: isCollapsed,
        items: pages.map(({ slug, label: words }) => ({
          slug: slug === '' ? 'index' : slug,
          ...(words === undefined ? {} : { label: words }),
        })),
      })),
    }),
  ],
});
