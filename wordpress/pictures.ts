// Makes the pictures that WordPress's plugin directory shows beside readme.txt: screenshots of a real WordPress, icon and banner.
//   node wordpress/pictures.ts          after the pages of the plugin have changed; then look at wordpress/directory/

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/browser/support/browser.ts';
import { visitorOf } from '../test/browser/support/visitor.ts';
import { buildPlugin } from './run/build.ts';
import { phpString } from './run/plugin.ts';
import { PAGES, SITE_TITLE } from './sample/pages.ts';
import { startLocalSite } from './tests/local-site.ts';
import { signIn } from './tests/support.ts';

const FOLDER = join(import.meta.dirname, 'directory');
const ICON = join(import.meta.dirname, '../desk/icon.svg');
const ANSWER =
  'Breakfast is served **from 7:00 to 10:30**, on Sundays until 11:30. It costs €14, and children under six eat for free.';
const WORDS = {
  title: 'Mara',
  greeting: 'Good day from Harbour House! Ask me about rooms, breakfast or your arrival.',
  prompts: ['When is breakfast?', 'Can I cancel?', 'Which rooms look onto the water?'],
  instructions:
    'You are Mara, the concierge of Harbour House, a small hotel with twelve rooms at the water. Be warm and brief.',
  avoid: 'Prices of other hotels',
};
const HOURS = ['', '8:00-20:00', '8:00-20:00', '8:00-20:00', '8:00-20:00', '8:00-22:00']
  .concat('9:00-22:00')
  .map(phpString);

await buildPlugin();
mkdirSync(FOLDER, { recursive: true });
const [browser, site] = await Promise.all([launchBrowser(), startLocalSite({ title: SITE_TITLE })]);
try {
  const says = (text: string) =>
    site.provider.scripts.set(
      '',
      Array.from({ length: 99 }, () => [{ say: text }]),
    );
  // Every session's, not only those that have no script of their own.
  site.putPlugin('name-session', null);
  await site.run(
    `${[
      {
        slug: 'welcome',
        title: 'Welcome to Harbour House',
        text: 'Twelve quiet rooms, a long breakfast and a terrace above the old harbour. The tram from the station stops at the door, and the ferry to the islands leaves across the street.',
      },
      ...PAGES,
    ]
      .map(
        ({ slug, title, text }) =>
          `$ids[] = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => ${phpString(slug)}, 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(`<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`)} ) );`,
      )
      .join('\n')}
     foreach ( get_posts( array( 'post_type' => array( 'page', 'post' ), 'name' => '', 'numberposts' => -1 ) ) as $p ) if ( in_array( $p->post_name, array( 'sample-page', 'hello-world' ), true ) ) wp_delete_post( $p->ID, true );
     update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', $ids[0] ); update_option( 'timezone_string', 'Europe/Berlin' ); update_option( 'show_avatars', 0 );`,
  );
  await site.settle({ color: '#1d4e6b' });
  await site.run('Bellhop\\ensure_tables(); Bellhop\\read_all_again(); Bellhop\\go_round( 50 );');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const owner = await context.newPage();
  owner.setDefaultTimeout(60_000);
  await signIn(owner, site);
  const settings = `${site.url}/wp-admin/options-general.php?page=bellhop`;

  says(JSON.stringify(WORDS));
  await owner.goto(settings);
  await owner.getByRole('button', { name: 'Propose from my site' }).click();
  await owner.getByRole('button', { name: 'Save these words' }).click();
  await owner.locator('.components-snackbar').first().waitFor();
  await owner.goto('about:blank');
  await owner.goto(`${settings}#look`);
  await owner.frameLocator('.bellhop-preview').locator('.greeting').waitFor();
  await shoot(owner, 'screenshot-3');

  says(ANSWER);
  const visitorPage = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 } })
  ).newPage();
  await visitorPage.goto(`${site.url}/`);
  const visitor = visitorOf(visitorPage);
  await visitor.open();
  await visitor.write('When is breakfast on Sundays?');
  await visitor.log.getByText('children under six').waitFor();
  await shoot(visitorPage, 'screenshot-1');

  await site.run(
    `$s = get_option( 'bellhop_settings' ); $s['address'] = '1 Harbour Street'; $s['hours'] = array( ${HOURS.join(', ')} ); $s['holidays'] = array( '2026-12-24 to 2026-12-26 Christmas' ); $s['tools'] = array( 'page', 'abilities' ); $s['abilities'] = array( 'bellhop/find-page', 'bellhop/opening-hours', 'bellhop/leave-message' ); update_option( 'bellhop_settings', $s );`,
  );
  await owner.goto('about:blank');
  await owner.goto(settings);
  await owner.locator('.bellhop-main').waitFor();
  await shoot(owner, 'screenshot-2');
  await owner.goto('about:blank');
  await owner.goto(`${settings}#tools/hours`);
  await owner.locator('.bellhop-main').waitFor();
  await shoot(owner, 'screenshot-4');
  await owner.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats`);
  await owner.locator('.bellhop-list a').first().click();
  await owner.locator('.bellhop-thread li').first().waitFor();
  await shoot(owner, 'screenshot-5');

  const svg = readFileSync(ICON, 'utf8').replace(/<title>.*?<\/title>/, '<title>Bellhop</title>');
  writeFileSync(join(FOLDER, 'icon.svg'), `${svg.trim()}\n`);
  for (const size of [128, 256]) {
    await draw(`icon-${size}x${size}`, size, size, svg.replace('rx="14"', ''));
  }
  for (const [width, height] of [
    [772, 250],
    [1544, 500],
  ] as const) {
    await draw(
      `banner-${width}x${height}`,
      width,
      height,
      `<div style="zoom:${width / 772};display:flex;align-items:center;gap:32px;width:772px;height:250px;padding:0 64px;box-sizing:border-box;background:#005b5b;color:#fff;font:700 54px/1.1 system-ui,sans-serif"><div style="width:120px">${svg}</div><div>Bellhop<div style="font:400 22px/1.4 system-ui,sans-serif">A chat with your site’s AI agent, answered from your own pages</div></div></div>`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}

/** The window as it is. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

async function draw(name: string, width: number, height: number, html: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<body style="margin:0">${html}`);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.close();
}
