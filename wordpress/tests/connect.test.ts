// An owner connects the site to a gateway elsewhere: a press here, one in the gateway's own console, and nothing is copied.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { DESK_KEY, type DeskServer, startDesk } from '../../test/browser/support/desk.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('an owner with a gateway elsewhere', () => {
  let browser: Browser;
  let site: Site;
  let desk: DeskServer;
  let page: Page;

  beforeAll(async () => {
    [browser, site, desk] = await Promise.all([launchBrowser(), startSite(), startDesk()]);
    page = await (await browser.newContext()).newPage();
    await site.signIn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await desk?.close();
  });
  beforeEach(() =>
    site.run(
      `foreach ( array( 'settings', 'service_token', 'state', 'site_record' ) as $o ) delete_option( 'bellhop_' . $o );`,
    ),
  );
  afterEach(() => expect(site.debugLog()).toBe(''));

  const visit = async () => {
    await page.goto('about:blank');
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#connection`);
    await page.getByText('Use a gateway instead').click();
  };
  const connect = async (address = desk.url) => {
    await visit();
    await page.getByLabel('Address of your gateway').fill(address);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
  };
  const told = () => page.locator('.bellhop-found, .bellhop-wrong').first().innerText();
  const allow = (at: Page) => at.getByRole('button', { name: 'Allow', exact: true });

  it('connects it in two presses, once signed in there', async () => {
    await connect();
    // Who isn't signed in to the console signs in first, and stands where they were led.
    await page.getByLabel('Admin key', { exact: true }).last().fill(DESK_KEY);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: /^Connect 127\.0\.0\.1/ }).waitFor();
    await shot('console');
    await allow(page).click();
    const found = await told();
    expect(found).toContain('This site is connected now.');
    expect(found).toContain('The gateway answers, and knows this site and its token.');
    expect(found).not.toContain('✗');
    expect(page.url()).toBe(`${site.url}/wp-admin/options-general.php?page=bellhop#connection`);
    const { data } = await desk.admin<{ data: { client_id: string; name: string }[] }>(
      'GET',
      '/admin/sites',
    );
    expect(data).toHaveLength(1);
    expect(data[0]?.name).toBe('A real WordPress');
    expect(await site.run('echo Bellhop\\settings()["client_id"];')).toBe(data[0]?.client_id);
    const token = await site.run('echo Bellhop\\service_token();');
    expect(token).toMatch(/^bhs_/);
    expect(await page.content()).not.toContain(token);

    // Again: the console knows the owner, and offers the site that is there.
    await site.run(
      `delete_option( 'bellhop_settings' ); delete_option( 'bellhop_service_token' );`,
    );
    await connect();
    await page.getByLabel('Connect it as').selectOption({ label: 'A real WordPress' });
    await allow(page).click();
    expect(await told()).toContain('This site is connected now.');
    const after = await desk.admin<{ data: unknown[] }>('GET', '/admin/sites');
    expect(after.data).toHaveLength(1);
  });

  it('is told where the owner has declined', async () => {
    await connect();
    await page.getByRole('button', { name: 'Decline' }).click();
    expect(await told()).toContain('it was declined');
    expect(await site.run('echo Bellhop\\service_token();')).toBe('');
  });

  it('takes no code that was not asked for here, and none twice', async () => {
    await connect();
    await allow(page).waitFor();
    const { searchParams } = new URL(page.url());
    const [back, state] = [searchParams.get('redirect_uri'), searchParams.get('state')];
    const without = String(back).replace(/&_wpnonce=\w+/, '');
    const refused = await page.goto(`${without}&code=bhc_made-up&state=${state}`);
    expect(refused?.status()).toBe(403);
    await page.goto(`${back}&code=bhc_made-up&state=made-up-by-somebody`);
    expect(await told()).toContain('This was not begun here');
    await page.goto(`${back}&code=bhc_made-up&state=${state}`);
    expect(await told()).toContain('The code is not good');
    await page.goto(`${back}&code=bhc_made-up&state=${state}`);
    expect(await told()).toContain('This was not begun here');
    expect(await site.run('echo Bellhop\\service_token();')).toBe('');
  });

  it.each([
    ['http://127.0.0.1:9', 'No gateway answers at this address'],
    ['site', 'it is no gateway'],
    ['http://no-such-host.localhost.invalid', 'forbids requests to other servers'],
    ['http://169.254.169.254', 'No gateway answers at this address'],
    ['https://me:word@gateway.example', 'it must begin with https://'],
  ])('is told before leaving what is wrong with %s', async (address, words) => {
    await connect(address === 'site' ? site.url : address);
    expect(await told()).toContain(words);
  });

  it('is told of a certificate that is not good, and of clocks that differ', async () => {
    await connect(desk.url.replace('http:', 'https:'));
    expect(await told()).toContain('can’t be encrypted');
    site.putPlugin(
      'clock',
      `<?php add_filter( 'http_response', function ( $reply ) { $reply['headers']['date'] = 'Thu, 01 Jan 2026 00:00:00 GMT'; return $reply; } );`,
    );
    await connect();
    expect(await told()).toContain('The clocks of this server and of the gateway differ by');
    site.putPlugin('clock', null);
  });

  async function shot(name: string): Promise<void> {
    const folder = process.env.BELLHOP_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/connect-${name}.png` });
  }
});
