import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../../test/browser/support/browser.ts';
import { until, visitorOf } from '../../../test/browser/support/visitor.ts';
import { installPlugin, pluginZip } from '../run/plugin.ts';
import type { WordPressOptions } from '../run/wordpress.ts';
import { reasonToSkip, type Site, say, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the plugin', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function inside(
    options: WordPressOptions,
    act: (site: Site) => Promise<void>,
  ): Promise<void> {
    const site = await startSite(options);
    try {
      await act(site);
      expect(site.debugLog()).toBe('');
    } finally {
      await site.close();
    }
  }

  async function chats(site: Site, path: string): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.url + path);
    await say(site, page, 'When is breakfast?');
    await visitorOf(page).log.getByText('10:30').first().waitFor();
    await context.close();
  }

  it('works in WordPress 6.5, which has no abilities: chat, settings, heartbeat', async () => {
    await inside({ version: '6.5' }, async (site) => {
      expect(await site.run(`echo get_bloginfo( 'version' );`)).toBe('6.5.5');
      await chats(site, '/rooms/');
      const html = await (await fetch(`${site.url}/rooms/`)).text();
      const [tag = ''] = /<script[^>]*id="bellhop-js"[^>]*>/.exec(html) ?? [];
      expect(tag.indexOf('data-cfasync')).toBeGreaterThan(0);
      expect(tag.indexOf('data-cfasync')).toBeLessThan(tag.indexOf(' src='));
      expect(tag).not.toContain('data-abilities');
      await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
      const beat = site.gateway.requests.find(({ line }) => line.endsWith('/heartbeat'));
      expect(JSON.parse(beat?.body ?? '{}')).toMatchObject({
        abilities: [],
        site_info: { wp_version: '6.5.5' },
      });
      expect(await (await fetch(`${site.url}/wp-json/bellhop/v1/abilities`)).json()).toEqual({
        abilities: [],
      });
      const page = await browser.newPage();
      await site.signIn(page);
      await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop`);
      await page.getByText('Abilities came with WordPress 6.9.').waitFor();
      await page.close();
    });
  });

  it('works in a subfolder with plain addresses, abilities included', async () => {
    await inside({ base: '/blog', hasPlainAddresses: true }, async (site) => {
      const html = await (await fetch(`${site.url}/`)).text();
      expect(html).toContain('data-session="/blog/index.php?rest_route=/bellhop/v1/session"');
      await chats(site, '/');
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${site.url}/`);
      const session = await say(site, page, 'Find the page about rooms');
      const [result] = await until('the result', async () => {
        const results = await site.results(session);
        return results.length > 0 ? results : null;
      });
      expect(result?.is_error ?? false).toBe(false);
      expect(String(result?.content)).toContain('Rooms');
      const cookie = (await context.cookies()).find(({ name }) => name === 'bellhop_visitor');
      expect(cookie?.path).toBe('/blog/');
      await context.close();
    });
  });

  it('gives each site of a network a connection of its own, and removes all of them', async () => {
    await inside({ isMultisite: true }, async (site) => {
      await site.wp('plugin', 'deactivate', 'bellhop', '--quiet');
      await site.wp('plugin', 'activate', 'bellhop', '--network', '--quiet');
      await site.wp('site', 'create', '--slug=second', '--quiet');
      await chats(site, '/rooms/');
      const second = await (await fetch(`${site.url}/second/`)).text();
      expect(second).not.toContain('bellhop.js');
      const other = await site.gateway.registerSite('Second');
      await site.wp(
        'eval',
        `update_option( 'bellhop_settings', array( 'gateway_url' => '${site.gateway.url}', 'client_id' => '${other.client_id}' ) );
        update_option( 'bellhop_service_token', '${other.service_token}', false );`,
        `--url=${site.url}/second/`,
      );
      await site.wp(
        'cron',
        'event',
        'run',
        'bellhop_heartbeat',
        '--quiet',
        `--url=${site.url}/second/`,
      );
      expect(site.gateway.requests.at(-1)?.line).toBe(
        `POST /v1/sites/${other.client_id}/heartbeat`,
      );
      expect(JSON.parse(site.gateway.requests.at(-1)?.body ?? '{}')).toMatchObject({
        site_info: { is_multisite: true, active_plugins: ['Bellhop'] },
      });
      await site.wp('plugin', 'deactivate', 'bellhop', '--network', '--quiet');
      await site.wp('plugin', 'uninstall', 'bellhop', '--quiet');
      for (const url of [site.url, `${site.url}/second/`]) {
        const left = await site.wp(
          'eval',
          `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%bellhop%'" ), wp_next_scheduled( 'bellhop_heartbeat' ) ? 'booked' : '';`,
          `--url=${url}`,
        );
        expect(left).toBe('0');
      }
    });
  });

  it('keeps the chunks of the release before when it is updated, and of none before that; and leaves nothing when it is deleted', async () => {
    await inside({}, async (site) => {
      const folder = mkdtempSync(join(tmpdir(), 'bellhop-releases-'));
      const chunks = join(site.dir, 'wp-content/plugins/bellhop/widget/bellhop');
      const first = readdirSync(chunks);
      for (const release of ['two', 'three']) {
        await installPlugin(site, releaseWith(release, folder));
        expect(readdirSync(chunks)).toContain(`panel-${release}.js`);
      }
      const now = readdirSync(chunks);
      expect(now).toContain('panel-two.js');
      expect(now.filter((name) => first.includes(name))).toEqual([]);
      expect(await (await fetch(`${site.url}/`)).text()).toContain('?ver=0.1.0-three');
      rmSync(folder, { recursive: true });

      await site.wp('plugin', 'deactivate', 'bellhop', '--quiet');
      expect(await site.run(`var_export( wp_next_scheduled( 'bellhop_heartbeat' ) );`)).toBe(
        'false',
      );
      expect(await site.run(`echo get_option( 'bellhop_service_token' ) ? 'kept' : 'gone';`)).toBe(
        'kept',
      );
      await site.wp('plugin', 'uninstall', 'bellhop', '--quiet');
      expect(existsSync(join(site.dir, 'wp-content/plugins/bellhop'))).toBe(false);
      const left = await site.run(
        `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%bellhop%'" );`,
      );
      expect(left).toBe('0');
    });
  });
});

/** The zip as a later release would be: all its chunks under other names. */
function releaseWith(name: string, folder: string): string {
  const files = unzipSync(readFileSync(pluginZip()));
  for (const path of Object.keys(files)) {
    if (path.startsWith('bellhop/widget/bellhop/')) delete files[path];
  }
  files[`bellhop/widget/bellhop/panel-${name}.js`] = Buffer.from('export {};');
  files['bellhop/widget/manifest.php'] = Buffer.from(
    `<?php return array( 'version' => '0.1.0-${name}', 'chunks' => array( 'panel-${name}.js' ) );`,
  );
  const zip = join(folder, 'bellhop.zip');
  writeFileSync(zip, zipSync(files));
  return zip;
}
