// Makes a fresh WordPress into the sample site: pages, abilities, knowledge base, and the plugin connected.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteCredentials, SiteGateway } from '../run/gateway.ts';
import { connectPlugin, installPlugin, phpString } from '../run/plugin.ts';
import type { WordPress } from '../run/wordpress.ts';
import { ABILITIES, PAGES, SITE_TITLE } from './pages.ts';

/** The look of the sample site. */
const LOOK = {
  title: SITE_TITLE,
  greeting: 'Good day! Ask me about rooms, breakfast, or your arrival.',
  prompts: ['When is breakfast?', 'Can I cancel?', 'Find the page about rooms'],
  color: '#1d4e6b',
  tools: ['page', 'webmcp', 'abilities'],
  abilities: ABILITIES,
};

export async function setUpSample(
  wordpress: WordPress,
  gateway: SiteGateway,
  more: Record<string, unknown> = {},
): Promise<SiteCredentials> {
  const site = await gateway.registerSite(SITE_TITLE);
  const { collection_id } = await gateway.admin<{ collection_id: string }>(
    'POST',
    '/admin/collections',
    {
      documents: PAGES.map(({ slug, title, text }) => ({
        uri: `${wordpress.url}/${slug}/`,
        title,
        text,
      })),
    },
  );
  wordpress.putPlugin(
    'sample-abilities',
    readFileSync(join(import.meta.dirname, 'abilities.php'), 'utf8'),
  );
  await installPlugin(wordpress);
  await connectPlugin(wordpress, gateway.url, site, { ...LOOK, ...more });
  const pages = PAGES.map(
    ({
      slug,
      title,
      text,
    }) => `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish',
      'post_name' => ${phpString(slug)}, 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(`<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`)} ) );`,
  );
  await wordpress.run(`${pages.join('\n')}
    Bellhop\\bind_collection( ${phpString(collection_id)}, null );`);
  return site;
}
