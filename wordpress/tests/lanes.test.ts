import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { installPlugin } from '../run/plugin.ts';
import type { WordPressOptions } from '../run/wordpress.ts';
import { releaseWith } from './releases.ts';
import { settingsPage } from './settings-page.ts';
import { askSession, reasonToSkip, type Site, say, startSite, until } from './support.ts';

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

  async function chats(site: Site, path: string, answer: string | RegExp = '10:30'): Promise<void> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.url + path);
    await say(site, page, 'When is breakfast?');
    await visitorOf(page).log.getByText(answer).first().waitFor();
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
      const wrong: string[] = [];
      page.on('pageerror', ({ message }) => wrong.push(message));
      const owner = settingsPage(page, site);
      await owner.open('look');
      await owner.type('title', 'Set in 6.5');
      await owner.saved('title');
      expect(await owner.violations()).toEqual([]);
      for (const section of ['start', 'knowledge', 'chats', 'connection', 'tools']) {
        await owner.open(section);
        expect(await owner.violations()).toEqual([]);
      }
      expect(wrong).toEqual([]);
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

  it('gives each site of a network a connection of its own, for all of them or for one alone, and removes all of it', async () => {
    await inside({ isMultisite: true }, async (site) => {
      const second = `${site.url}/second`;
      const on = (url: string, php: string) => site.wp('eval', php, `--url=${url}/`);
      const beat = (url: string) =>
        site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet', `--url=${url}/`);
      const html = async (url: string) => (await fetch(`${url}/`)).text();
      await site.wp('plugin', 'deactivate', 'bellhop', '--quiet');
      await site.wp('plugin', 'activate', 'bellhop', '--network', '--quiet');
      await site.wp('site', 'create', '--slug=second', '--quiet');
      await chats(site, '/rooms/');
      expect(await html(second)).not.toContain('bellhop.js');

      // The second site's owner connects it, on that site's own settings page.
      const other = await site.gateway.registerSite('Second');
      const context = await browser.newContext();
      const page = await context.newPage();
      await site.signIn(page);
      await page.goto(`${second}/wp-admin/options-general.php?page=bellhop#connection/gateway_url`);
      await page.getByLabel('Gateway address', { exact: true }).fill(site.gateway.url);
      await page.getByLabel('Client id', { exact: true }).fill(other.client_id);
      await page.getByLabel('Service token', { exact: true }).fill(other.service_token);
      await page.getByRole('button', { name: 'Save and test the connection' }).click();
      expect(await page.locator('.bellhop-found').innerText()).not.toContain('✗');
      await context.close();
      expect(await html(second)).toContain('data-session="/second/wp-json/bellhop/v1/session"');
      expect(await on(site.url, `echo Bellhop\\settings()['client_id'];`)).toBe(
        site.credentials.client_id,
      );
      await chats(site, '/second/', /./);
      await beat(second);
      expect(site.gateway.requests.at(-1)?.line).toBe(
        `POST /v1/sites/${other.client_id}/heartbeat`,
      );
      expect(JSON.parse(site.gateway.requests.at(-1)?.body ?? '{}')).toMatchObject({
        site_info: { is_multisite: true, active_plugins: ['Bellhop'] },
      });

      // A token in wp-config.php is the network's. It goes where wp-config.php says, whatever a site's owner enters.
      const told: (string | null)[] = [];
      site.gateway.interceptor = (request) => {
        told.push(request.headers.get('authorization'));
        return null;
      };
      const network = `define( 'BELLHOP_SERVICE_TOKEN', 'token-of-the-network' );`;
      const nowhere = `define( 'BELLHOP_GATEWAY_URL', 'http://127.0.0.1:9' );`;
      for (const constants of [network, network + nowhere]) {
        site.putPlugin('config', `<?php ${constants}`);
        await beat(second);
        expect((await askSession(`${second}/wp-json/bellhop/v1/session`)).status).toBe(503);
      }
      expect(told).toEqual([]);
      site.putPlugin('config', null);
      await beat(second);
      expect(told).toEqual([`Bearer ${other.service_token}`]);

      // Active on the second site alone, it keeps both connections and shows itself there only.
      await site.wp('plugin', 'deactivate', 'bellhop', '--network', '--quiet');
      await site.wp('plugin', 'activate', 'bellhop', '--quiet', `--url=${second}/`);
      expect(await html(site.url)).not.toContain('bellhop.js');
      expect(await html(second)).toContain('bellhop.js');
      await beat(second);
      expect(JSON.parse(site.gateway.requests.at(-1)?.body ?? '{}')).toMatchObject({
        site_info: { active_plugins: ['Bellhop'], active_plugin_count: 1 },
      });
      expect(await on(site.url, `echo get_option( 'bellhop_service_token' )['token'];`)).toBe(
        site.credentials.service_token,
      );

      await site.wp('plugin', 'deactivate', 'bellhop', '--quiet', `--url=${second}/`);
      await site.wp('plugin', 'uninstall', 'bellhop', '--quiet');
      for (const url of [site.url, second]) {
        const left = await on(
          url,
          `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%bellhop%'" ), wp_next_scheduled( 'bellhop_heartbeat' ) ? 'booked' : '';`,
        );
        expect(left).toBe('0');
      }
      expect(
        await site.run(
          `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->sitemeta} WHERE meta_key LIKE '%bellhop%'" );`,
        ),
      ).toBe('0');
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
      await site.run(`update_post_meta( 1, '_bellhop_sent', array( 'address' => 'x' ) );`);
      await site.wp('plugin', 'uninstall', 'bellhop', '--quiet');
      expect(existsSync(join(site.dir, 'wp-content/plugins/bellhop'))).toBe(false);
      const left = await site.run(
        `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%bellhop%'" );`,
      );
      const beside = await site.run(
        `echo $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM {$GLOBALS['wpdb']->postmeta} WHERE meta_key LIKE '%bellhop%'" );`,
      );
      expect([left, beside]).toEqual(['0', '0']);
    });
  });
});
