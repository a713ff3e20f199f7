// The owner of a site without a gateway: from the list of plugins to a chat that answers, and what the settings page says on the way.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip } from './support.ts';

const KEY = 'sk-pasted-by-the-owner';

describe.skipIf(reasonToSkip() !== null)('the owner of a site without a gateway', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    page = await browser.newPage();
    await page.goto(`${site.url}/wp-login.php`);
    await page.locator('#user_login:focus').waitFor();
    await page.locator('#user_login').fill(site.admin.user);
    await page.locator('#user_pass').fill(site.admin.password);
    await page.locator('#wp-submit').click();
    await page.locator('#wpadminbar').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.locator('#setting-error-settings_updated').waitFor();
  };
  const cards = () => page.locator('.bellhop-cards').innerText();

  it('is told what is missing, with a link to where it is set, and shows nothing to visitors', async () => {
    await page.goto(`${site.url}/wp-admin/plugins.php`);
    await page.getByRole('link', { name: 'Connect it now' }).click();
    expect(await cards()).toContain('An AI model is missing.');
    const link = page.getByRole('link', { name: 'Connect a provider' });
    expect(await link.getAttribute('href')).toContain('/wp-admin/options-connectors.php');
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-gateway');
  });

  it('pastes a key, saves, and has a chat that answers', async () => {
    site.provider.scripts.set('', [[{ say: 'Welcome to the site.' }]]);
    await page.getByLabel('Key of your AI provider').fill(KEY);
    await field('Address of the provider').fill(site.provider.url);
    await save();
    expect(await cards()).toContain('Visitors who open the chat are answered by this WordPress.');
    expect(await page.content()).not.toContain(KEY);
    await page.getByRole('link', { name: 'Try the chat on your site' }).click();
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hello');
    await visitor.log.getByText('Welcome to the site.').waitFor();
    expect(site.provider.asked.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop`);
    expect(await cards()).toMatch(/Today: messages 1, tokens about \d+\./);
  });

  it('keeps the key by an empty field, loses it by another address, and forgets it when asked to', async () => {
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
    await field('Address of the provider').fill('https://elsewhere.example/v1');
    await save();
    expect(await cards()).toContain('An AI model is missing.');
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
    await field('Address of the provider').fill(site.provider.url);
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
    await page.getByLabel('Forget it').check();
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
  });

  it('bounds the messages of a day in numbers, and keeps the old number for what is none', async () => {
    await page.getByLabel('Messages of one visitor in a day').fill('7');
    await page.getByLabel('Messages of all visitors in a day').fill('70');
    await save();
    const numbers = () =>
      site.run(
        `$all = Bellhop\\settings(); echo $all['visitor_messages'] . ' ' . $all['site_messages'];`,
      );
    expect(await numbers()).toBe('7 70');
    await page.getByLabel('Messages of all visitors in a day').fill('');
    await save();
    expect(await numbers()).toBe('7 70');
  });

  it('finds a page that doesn’t scroll sideways, and an empty debug log', async () => {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(site.debugLog()).toBe('');
  });
});
