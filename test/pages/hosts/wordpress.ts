// What WordPress makes of its own themes: the page's real HTML from a real WordPress, which is started once for all themes.
// The visitor's site then serves that HTML, and the theme's files from where the packages lie.

import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Missing } from '../../../wordpress/run/missing.ts';
import { ensureParts } from '../../../wordpress/run/parts.ts';
import { ensurePhp } from '../../../wordpress/run/php.ts';
import { startWordPress } from '../../../wordpress/run/wordpress.ts';
import type { Files, HostPage } from '../host-page.ts';

/** Debian's package of the last theme that was made of PHP templates. */
const CLASSIC = '/usr/share/wordpress/wp-content/themes/twentytwentyone';

const THEMES = [
  { theme: 'twentytwentyfive', name: 'WordPress 7 with Twenty Twenty-Five (blocks)' },
  { theme: 'twentytwentythree', name: 'WordPress 7 with Twenty Twenty-Three (blocks)' },
  { theme: 'twentytwentyone', name: 'WordPress 7 with Twenty Twenty-One (a classic theme)' },
];

type Rendered = Record<string, string>;
let rendered: Promise<Rendered> | null = null;

/** The front page in each theme. */
async function render(): Promise<Rendered> {
  const { wordpress } = ensureParts();
  const site = await startWordPress({ title: 'Lamps' });
  try {
    const pages: Rendered = {};
    for (const { theme } of THEMES) {
      const from = existsSync(join(wordpress, 'wp-content/themes', theme))
        ? join(wordpress, 'wp-content/themes', theme)
        : CLASSIC;
      if (!existsSync(from)) continue;
      cpSync(from, join(site.dir, 'wp-content/themes', theme), {
        recursive: true,
        dereference: true,
      });
      await site.wp('theme', 'activate', theme);
      const html = await (await fetch(`${site.url}/`)).text();
      pages[theme] = html.replaceAll(site.url, '').replaceAll(site.url.replaceAll('/', '\\/'), '');
    }
    return pages;
  } finally {
    await site.close();
  }
}

async function filesOf(theme: string, tag: string): Promise<Files> {
  rendered ??= render();
  const html = (await rendered)[theme] ?? '';
  if (!html.includes('</body>')) throw new Error(`WordPress made no page with ${theme}.`);
  return { '/': html.replace('</body>', () => `${tag}</body>`) };
}

export const WORDPRESS_PAGES: readonly HostPage[] = THEMES.map(({ theme, name }) => ({
  name,
  files: (tag) => filesOf(theme, tag),
  folders: () => ({
    '/wp-includes/': join(ensureParts().wordpress, 'wp-includes'),
    '/wp-content/themes/twentytwentyone/': CLASSIC,
    '/wp-content/': join(ensureParts().wordpress, 'wp-content'),
  }),
  missing() {
    if (theme === 'twentytwentyone' && !existsSync(CLASSIC))
      return 'wordpress-theme-twentytwentyone is not installed';
    try {
      ensurePhp();
      ensureParts();
      return null;
    } catch (error) {
      if (error instanceof Missing) return error.message;
      throw error;
    }
  },
}));
