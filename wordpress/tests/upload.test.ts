// From the zip that people download to a chat that answers, on WordPress's own screens; and the next release over it.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { pluginZip } from '../run/plugin.ts';
import { releaseWith } from './releases.ts';
import { settingsPage } from './settings-page.ts';
import { reasonToSkip, type Site, say, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the zip', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    await site.wp('plugin', 'deactivate', 'bellhop', '--quiet');
    await site.wp('plugin', 'uninstall', 'bellhop', '--quiet');
    context = await browser.newContext();
    page = await context.newPage();
    await site.signIn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const upload = async (zip: string): Promise<void> => {
    await page.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`);
    await page.locator('#pluginzip').setInputFiles(zip);
    await page.locator('#install-plugin-submit').click();
  };
  const chunks = () => join(site.dir, 'wp-content/plugins/bellhop/widget/bellhop');

  it('is uploaded, activated and connected by an owner who has nothing but a browser, and a visitor chats', async () => {
    await upload(pluginZip());
    await page.getByText('Plugin installed successfully.').waitFor();
    await page.getByRole('link', { name: 'Activate Plugin' }).click();
    await page.getByRole('link', { name: 'Connect it now' }).click();
    await settingsPage(page, site).go('Connection');
    await page.getByText('Use a gateway instead').click();
    await page.getByLabel('Gateway address', { exact: true }).fill(site.gateway.url);
    await page.getByLabel('Client id', { exact: true }).fill(site.credentials.client_id);
    await page.getByLabel('Service token', { exact: true }).fill(site.credentials.service_token);
    await page.getByRole('button', { name: 'Save and test the connection' }).click();
    expect(await settingsPage(page, site).found()).not.toContain('✗');

    const visit = await browser.newContext();
    const visitor = await visit.newPage();
    const elsewhere: string[] = [];
    visitor.on('request', (request) => {
      if (![site.url, site.gateway.url].includes(new URL(request.url()).origin)) {
        elsewhere.push(request.url());
      }
    });
    await visitor.goto(`${site.url}/rooms/`);
    await say(site, visitor, 'When is breakfast?');
    await visitorOf(visitor).log.getByText('10:30').first().waitFor();
    // The theme's fonts and pictures are WordPress's affair; of the widget nothing comes from anywhere else.
    expect(elsewhere.filter((url) => /\.js|bellhop/.test(url))).toEqual([]);
    await visit.close();
    expect(site.debugLog()).toBe('');
  });

  it('is replaced by the next release, and the chat of a page that a browser still has goes on', async () => {
    const old = await (await fetch(`${site.url}/`)).text();
    const [tag = ''] = /<script[^>]*id="bellhop-js"[^>]*>/.exec(old) ?? [];
    const [, address = ''] = / src="([^"]+)"/.exec(tag) ?? [];
    const script = await (await fetch(address)).text();
    const before = readdirSync(chunks());
    const folder = mkdtempSync(join(tmpdir(), 'bellhop-releases-'));
    await upload(releaseWith('two', folder));
    rmSync(folder, { recursive: true });
    await page.getByRole('link', { name: /Replace (current|installed) with uploaded/ }).click();
    await page.getByText('Plugin updated successfully.').waitFor();
    expect(readdirSync(chunks()).sort()).toEqual([...before, 'panel-two.js'].sort());
    expect(await site.run('echo Bellhop\\service_token();')).toBe(site.credentials.service_token);

    // The path is the same for every release, what follows it is not.
    const now = await (await fetch(`${site.url}/`)).text();
    expect(now).toContain(`${address.split('?')[0]}?ver=0.1.0-two`);
    const visit = await browser.newContext();
    const visitor = await visit.newPage();
    await visitor.route('**/widget/bellhop.js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    site.cachePage('/rooms/', await (await fetch(`${site.url}/rooms/`)).text());
    await visitor.goto(`${site.url}/rooms/`);
    await say(site, visitor, 'When is breakfast?');
    await visitorOf(visitor).log.getByText('10:30').first().waitFor();
    await visit.close();
    expect(site.debugLog()).toBe('');
  });
});
