// What visitors meet when something is wrong: the page is as ever, and the chat says so.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { connectPlugin } from '../run/plugin.ts';
import { reasonToSkip, type Site, say, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('a visitor', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    await connectPlugin(site, site.gateway.url, site.credentials);
    context = await browser.newContext();
    page = await context.newPage();
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
    expect(site.debugLog()).toBe('');
  });

  it.each([
    ['the gateway is away', 'http://127.0.0.1:9', {}],
    ['the address is that of something else', 'site', {}],
    ['the service token is wrong', '', { service_token: 'not-the-token-at-all' }],
  ])(
    'sees the page as ever where %s, and the chat says so and keeps what was written',
    async (_what, address, wrong) => {
      const url = address === 'site' ? site.url : address || site.gateway.url;
      await connectPlugin(site, url, { ...site.credentials, ...wrong });
      const reply = await page.goto(`${site.url}/rooms/`);
      expect(reply?.status()).toBe(200);
      await page.getByText('Harbour House has twelve rooms.').first().waitFor();
      const visitor = visitorOf(page);
      await visitor.open();
      await visitor.write('Are you there?');
      await visitor.panel.getByText('Reconnecting…').first().waitFor();
      const kept = await Promise.all([visitor.log.innerText(), visitor.composer.inputValue()]);
      expect(kept.join(' ')).toContain('Are you there?');
      expect(kept.join(' ')).not.toMatch(/token|127\.0\.0\.1/);
    },
  );

  it('chats all the same after a security plugin has closed the REST API, without anybody pressing a button', async () => {
    const file = join(site.dir, 'wp-content/plugins/closed.php');
    writeFileSync(
      file,
      `<?php
/* Plugin Name: Closed */
add_filter( 'rest_authentication_errors', function ( $result ) {
	return is_user_logged_in() || is_wp_error( $result ) ? $result : new WP_Error( 'rest_forbidden', 'Only for members.', array( 'status' => 401 ) );
}, 30 );`,
    );
    const report = () => site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    const html = async () => (await fetch(`${site.url}/rooms/`)).text();
    await site.wp('plugin', 'activate', 'closed', '--quiet');
    await report();
    expect(await html()).toContain('data-doors="- /wp-admin/admin-ajax.php?action=bellhop ');
    await page.goto(`${site.url}/rooms/`);
    await say(site, page, 'When is breakfast?');
    await visitorOf(page).log.getByText('10:30').first().waitFor();

    await site.wp('plugin', 'deactivate', 'closed', '--quiet');
    rmSync(file);
    await report();
    expect(await html()).toContain('data-doors="/wp-admin/admin-ajax.php?action=bellhop ');
  });
});
