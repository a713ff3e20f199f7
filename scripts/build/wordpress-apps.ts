// The scripts of the plugin's pages in wp-admin: each file of wordpress/admin-app/entries becomes one classic script with its
// .asset.php. What WordPress has of its own (wp.components and its like) is taken from there and never bundled: a page gets what
// its WordPress brings, from 6.5 to the newest.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './paths.ts';
import { chunksOf, sharedConfig } from './shared-config.ts';

const SOURCE = join(ROOT, 'wordpress/admin-app');
/** Where they stand in the plugin. Translations are found by this path. */
const APP_FOLDER = 'assets/app';
const WORDPRESS = '@wordpress/';

/** By path in the plugin: each script and what it needs. `isReadable`: as it is read for texts to translate. */
export async function buildWordPressApps(
  version: string,
  { isReadable = false } = {},
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const file of readdirSync(join(SOURCE, 'entries')).sort()) {
    const name = basename(file, '.tsx');
    const needed = new Set<string>();
    const [script] = chunksOf(
      await build({
        ...sharedConfig({
          minify: !isReadable,
          lib: { entry: join(SOURCE, 'entries', file), formats: ['iife'], name: `bellhop_${name}` },
          rolldownOptions: {
            external: (id) => id.startsWith(WORDPRESS),
            output: { globals: (id) => globalOf(id, needed) },
          },
        }),
        // WordPress 6.5 has no script for the automatic runtime: ours makes elements by wp.element, the site's own React.
        resolve: {
          alias: [
            { find: 'react/jsx-runtime', replacement: join(SOURCE, 'jsx-runtime.ts') },
            { find: /^react$/, replacement: `${WORDPRESS}element` },
          ],
        },
        oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
      }),
    );
    if (script === undefined) throw new Error(`The build has no script for ${name}.`);
    files.set(`${APP_FOLDER}/${name}.js`, script.code);
    files.set(`${APP_FOLDER}/${name}.asset.php`, assetPhp(needed, version, script.code));
  }
  return files;
}

/** `@wordpress/api-fetch` is `wp.apiFetch` in a page, and `wp-api-fetch` in a list of what a script needs. */
function globalOf(id: string, needed: Set<string>): string {
  const name = id.slice(WORDPRESS.length);
  needed.add(`wp-${name}`);
  return `wp.${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function assetPhp(needed: ReadonlySet<string>, version: string, code: string): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
  const names = [...needed].sort().map((name) => `'${name}'`);
  return `<?php
/**
 * What the script needs. Written by the build.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( ${names.join(', ')} ),
	'version'      => '${version}-${hash}',
);
`;
}
