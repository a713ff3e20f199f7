// How far it is from signing in to the first good answer of one's own model: a browser does what an owner does, on a WordPress where
// the plugin was just activated. Presses are counted by the pages themselves; the time is printed, not judged.

import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { phpString } from '../run/plugin.ts';
import { PAGES, SITE_TITLE } from '../sample/pages.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

const KEY = 'sk-proj-of-the-owner-1234567890';

describe.skipIf(reasonToSkip() !== null)('the way to the first answer', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let site: LocalSite;
  let presses: string[] = [];

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite({ title: SITE_TITLE })]);
    // The provider that the key belongs to, on this machine.
    site.putPlugin(
      'openai',
      `<?php add_filter( 'pre_http_request', function ( $reply, $args, $url ) {
        return 0 === strpos( $url, 'https://api.openai.com/v1/' ) ? wp_remote_request( ${phpString(site.provider.url)} . substr( $url, 25 ), $args ) : $reply;
      }, 10, 3 );`,
    );
    await site.run(
      PAGES.map(
        ({ title, text }) =>
          `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(`<p>${text}</p>`)} ) );`,
      ).join('\n'),
    );
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page, site);
    await context.exposeBinding('countPress', (_source, what: string) => {
      presses.push(what);
    });
    await context.addInitScript(() => {
      const { countPress } = window as unknown as { countPress(what: string): void };
      const note = (event: Event, what: string) => {
        if (event.isTrusted) countPress(what);
      };
      addEventListener('pointerdown', (event) => note(event, 'pointer'), true);
      addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter' || event.key === ' ') note(event, event.key);
        },
        true,
      );
    });
    // From here on it counts: the owner has signed in.
    await page.goto(`${site.url}/wp-admin/`);
    presses = [];
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const shoot = async (name: string) => {
    const folder = process.env.BELLHOP_SHOTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/first-${name}.png` });
  };

  it('takes one pasted key and four presses', async () => {
    site.provider.scripts.set(
      '',
      Array.from({ length: 20 }, () => [
        { say: 'Breakfast is served from 7:00 to 10:30, on Sundays until 11:30.' },
      ]),
    );
    const began = performance.now();
    await page.locator('#menu-settings').hover();
    await page.locator('#menu-settings').getByRole('link', { name: 'Bellhop' }).click();
    await shoot('1-settings');
    await page.getByLabel('Key of your AI provider').fill(KEY);
    await page.getByRole('button', { name: 'Save the key and show the chat' }).click();
    await page.locator('.bellhop-found').getByText('The chat is on your site now.').waitFor();
    await shoot('2-on');
    const preview = page.frameLocator('.bellhop-preview');
    await page.locator('.bellhop-preview').scrollIntoViewIfNeeded();
    await preview.locator('bellhop-host button[part=launcher]').click();
    const composer = preview.getByRole('textbox', { name: 'Message' });
    await composer.fill('When is breakfast on Sundays?');
    await composer.press('Enter');
    await preview.getByRole('log').getByText('on Sundays until 11:30').waitFor();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await shoot('3-answer');
    console.log(
      `From signing in to the first answer: ${presses.length} presses (${presses.join(', ')}), one pasted key, ${seconds} s by a browser that doesn’t read.`,
    );
    expect(presses.length).toBeGreaterThan(2);
    expect(presses.length).toBeLessThanOrEqual(4);
    // A good answer is one that could know: the model was asked with this key, and read the page.
    const { body, authorization } = site.provider.asked.at(-1) ?? {};
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(body)).toContain('on Sundays until 11:30');
    expect(site.debugLog()).toBe('');
  });

  it('leads through pages that fit a phone, each section of them', async () => {
    await site.run(
      `update_option( 'bellhop_settings', array( 'hours' => array( '', '9:00-12:00, 13:00-18:00', '', '', '', '', '' ) ) + get_option( 'bellhop_settings' ) );`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [name, address] of [
      ['settings', 'options-general.php?page=bellhop'],
      ['chats', 'tools.php?page=bellhop-chats'],
    ]) {
      await page.goto(`${site.url}/wp-admin/${address}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await shoot(`phone-${name}`);
    }
    for (const section of ['knowledge', 'look', 'tools', 'limits', 'chats', 'connection']) {
      await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#${section}`);
      await page.locator(`.bellhop-page-${section}`).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await shoot(`phone-${section}`);
    }
  });
});
