// The settings page as a site's owner meets it: the first steps, each state in its own words, by keyboard alone, on a phone, in
// other languages, and for everybody.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { connectPlugin } from '../run/plugin.ts';
import { type SettingsPage, settingsPage } from './settings-page.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('an owner', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;
  let owner: SettingsPage;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    owner = settingsPage(page, site);
    await site.signIn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.set({});
    site.gateway.interceptor = null;
    await speak('');
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      status: 'active',
    });
    await disconnect();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const visit = (place = 'connection') => owner.open(place);
  const connect = (more: Record<string, unknown> = {}) =>
    connectPlugin(site, site.gateway.url, site.credentials, more);
  const disconnect = () =>
    site.run(
      `foreach ( array( 'settings', 'service_token', 'state', 'site_record' ) as $o ) delete_option( 'bellhop_' . $o );`,
    );
  const speak = (locale: string) =>
    site.run(`update_user_meta( 1, 'locale', '${locale}' ); update_option( 'WPLANG', '' );`);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const enter = async (url = site.gateway.url, token = site.credentials.service_token) => {
    await field('Gateway address').fill(url);
    await field('Client id').fill(site.credentials.client_id);
    await field('Service token').fill(token);
  };
  const saveAndTest = async (): Promise<string> => {
    await owner.press('Save and test the connection');
    return owner.found();
  };
  const state = () => page.locator('.bellhop-main').innerText();

  it('who is new is told what to get, from whom, and where to put it, beginning at the list of plugins', async () => {
    await page.goto(`${site.url}/wp-admin/plugins.php`);
    await page.getByRole('link', { name: 'Connect it now' }).click();
    await owner.go('Connection');
    await page.getByText('Use a gateway instead').click();
    const steps = await state();
    expect(steps).toContain(`have this site registered there as ${site.url}.`);
    expect(steps).toContain('You get an address, a client id and a service token.');
    await enter();
    const found = await saveAndTest();
    expect(found).toContain('The gateway answers, and knows this site and its token.');
    expect(found).not.toContain('✗');
    expect(await state()).toContain('Connected.');
    await owner.go('Start');
    const link = page.getByRole('link', { name: 'Try the chat on your site' });
    await page.goto((await link.getAttribute('href')) ?? '');
    await page.locator('bellhop-host button[part=launcher]').waitFor();
    await page.goto(`${site.url}/wp-admin/plugins.php`);
    expect(await page.getByRole('link', { name: 'Connect it now' }).count()).toBe(0);
  });

  it('is told the same by the test and by the state, whatever is wrong, and keeps what was entered', async () => {
    await visit('connection/gateway_url');
    await enter(site.gateway.url, 'not-the-token-at-all');
    expect(await saveAndTest()).toContain('does not know this service token');
    expect(await state()).toContain('Not connected when it was last tried');
    expect(await state()).not.toContain('Connected.');
    expect(await field('Gateway address').inputValue()).toBe(site.gateway.url);
    await visit();
    expect(await state()).toContain('does not know this service token');

    await enter('http://127.0.0.1:9');
    expect(await saveAndTest()).toContain('No gateway answers at this address');
    await enter(site.url);
    expect(await saveAndTest()).toContain('it is no gateway');
    await enter();
    expect(await saveAndTest()).not.toContain('✗');
    expect(await state()).toContain('Connected.');
  });

  it('who has typed a correction tests the correction: one button stores and tests', async () => {
    await connectPlugin(site, 'http://127.0.0.1:9', site.credentials);
    await visit();
    await field('Gateway address').fill(site.gateway.url);
    await field('Service token').fill(site.credentials.service_token);
    expect(await page.getByRole('button', { name: /Test the connection/ }).count()).toBe(0);
    expect(await saveAndTest()).toContain('The gateway answers');
    expect(await site.run(`echo Bellhop\\settings()['gateway_url'];`)).toBe(site.gateway.url);
  });

  it('is not told of a test where what was entered could not be stored', async () => {
    await visit('connection/gateway_url');
    await enter(site.gateway.url, 'two words');
    await owner.press('Save and test the connection');
    await page.getByText('The service token was not stored').waitFor();
    expect(await page.locator('.bellhop-found').count()).toBe(0);
  });

  it('is told of a suspended registration, and of one that has ended, and what to do', async () => {
    await connect();
    const status = (to: string) =>
      site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, { status: to });
    await status('suspended');
    await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    await visit('start');
    expect(await state()).toMatch(
      /suspended for now. Nothing is lost.*ask your gateway’s operator/,
    );
    expect(await owner.violations()).toEqual([]);
    await status('revoked');
    await owner.press('Test the connection');
    await page.getByText('This site is no longer connected').waitFor();
    expect(await state()).toContain('Register the site again');
    expect(await site.run('echo Bellhop\\service_token();')).toBe('');
    await visit();
    expect(await field('Gateway address').inputValue()).toBe(site.gateway.url);
    expect(await owner.violations()).toEqual([]);
  });

  it('does all of it by keyboard', async () => {
    await visit('start');
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(() => {
          const at = document.activeElement as HTMLInputElement | null;
          const field = at?.closest('[data-field]')?.getAttribute('data-field') ?? '';
          return `${field} ${at?.type} ${at?.textContent}`;
        });
        if (name.test(found)) return;
      }
      throw new Error(`Tab never reached ${name}`);
    };
    await page.locator('h1').first().click();
    await tabTo(/Connection$/);
    await page.keyboard.press('Enter');
    await page.locator('h2:focus').waitFor();
    await tabTo(/Use a gateway instead/);
    await page.keyboard.press('Enter');
    await tabTo(/gateway_url/);
    await page.keyboard.type(site.gateway.url);
    await tabTo(/client_id/);
    await page.keyboard.type(site.credentials.client_id);
    await tabTo(/token/);
    await page.keyboard.type(site.credentials.service_token);
    await page.keyboard.press('Enter');
    expect(await owner.found()).toContain('The gateway answers');
    await visit('look');
    await page.locator('h1').first().click();
    await tabTo(/^show radio/);
    await page.keyboard.press('ArrowDown');
    await owner.saved('show');
    expect(await site.run(`echo Bellhop\\settings()['show'];`)).toBe('blocks');
    await tabTo(/^show .*Undo/);
    await page.keyboard.press('Enter');
    await page.getByText('As it was before.').first().waitFor();
    expect(await site.run(`echo Bellhop\\settings()['show'];`)).toBe('everywhere');
  });

  it.each([
    ['en_US', 'ltr', 'Test the connection'],
    ['de_DE', 'ltr', 'Verbindung testen'],
    ['fr_FR', 'ltr', 'Tester la connexion'],
    ['es_ES', 'ltr', 'Probar la conexión'],
    ['ja', 'ltr', '接続をテスト'],
    ['ar', 'rtl', 'اختبار الاتصال'],
  ])(
    'reads the page in %s, on a phone too, and axe finds nothing to complain about',
    async (locale, direction, button) => {
      // The plugin's own files; WordPress would take its direction from a language pack of its own.
      site.putPlugin(
        'direction',
        direction === 'rtl'
          ? `<?php add_filter( 'gettext_with_context', function ( $t, $s, $c ) { return 'ltr' === $s && 'text direction' === $c ? 'rtl' : $t; }, 10, 3 );`
          : null,
      );
      await speak(locale);
      await visit();
      expect(await owner.violations()).toEqual([]);
      await connect({ tools: ['page', 'abilities'] });
      await visit('start');
      await page.getByRole('button', { name: button, exact: true }).waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(direction);
      await visit();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        for (const link of await page.locator('.bellhop-nav a').all()) {
          await link.click();
          await page.locator('h2:focus').waitFor();
          expect(await owner.violations()).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }
        if (process.env.BELLHOP_SHOTS) {
          await page.screenshot({
            path: `${process.env.BELLHOP_SHOTS}/${width}-${locale}.png`,
            fullPage: true,
          });
        }
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      site.putPlugin('direction', null);
    },
  );
});
