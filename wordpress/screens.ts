// Pictures of every page that an owner meets in a real WordPress, on a desktop and on a phone, also dark and from right to left where
// that differs: to be looked at after a change.
//   node wordpress/screens.ts          then look at .shots/wordpress/

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { wordPressOf } from '../desk/model/snippet.ts';
import { launchBrowser } from '../test/browser/support/browser.ts';
import { buildPlugin } from './run/build.ts';
import type { WordPress } from './run/wordpress.ts';
import { startLocalSite } from './tests/local-site.ts';
import { signIn, startSite } from './tests/support.ts';

const FOLDER = join(import.meta.dirname, '../.shots/wordpress');
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const SETTINGS = '/wp-admin/options-general.php?page=bellhop';
const CHATS = '/wp-admin/tools.php?page=bellhop-chats';

await buildPlugin();
mkdirSync(FOLDER, { recursive: true });
const browser = await launchBrowser();
try {
  await withoutGateway(browser);
  await withGateway(browser);
} finally {
  await browser.close();
}

/** A WordPress that answers itself, before its first key and after. */
async function withoutGateway(from: Browser): Promise<void> {
  const site = await startLocalSite({ title: 'Harbour House' });
  try {
    site.putPlugin('name-session', null);
    const page = await newPage(from, site);
    await takeAll(page, site, 'new');
    await site.settle({ streams: 3, digest: 'daily' });
    site.provider.scripts.set('', [[{ say: 'From **7:00 to 10:30**.' }]]);
    const chat = await site.open();
    await chat.send({
      type: 'user.message',
      content: [{ type: 'text', text: 'When is breakfast?' }],
    });
    while (!(await chat.list()).data.some(({ type }) => type === 'session.status_idle')) {
      await page.waitForTimeout(500);
    }
    await openSettings(page, site, 'start');
    await page.getByRole('button', { name: 'Test the chat' }).click();
    await page.locator('.bellhop-found').waitFor();
    await take(page, 'local-tested');
    await takeAll(page, site, 'local');
    await page.goto(site.url + CHATS);
    await take(page, 'local-chats');
    await page.locator('.bellhop-list a').first().click();
    await page.locator('.bellhop-thread li').first().waitFor();
    await take(page, 'local-chat');
    await takeHealth(page, site, 'local');
    await site.run(`update_user_meta( 1, 'locale', 'ar' );`);
    for (const section of ['start', 'look']) {
      await openSettings(page, site, section);
      await take(page, `local-arabic-${section}`, true);
    }
  } finally {
    await site.close();
  }
}

/** A WordPress with a gateway. */
async function withGateway(from: Browser): Promise<void> {
  const site = await startSite({ title: 'Harbour House' });
  try {
    const page = await newPage(from, site);
    await openSettings(page, site, 'knowledge');
    await page.getByRole('button', { name: 'Answer from my pages' }).click();
    await page.locator('.bellhop-found').waitFor();
    await openSettings(page, site, 'connection');
    await page.getByText('Paste settings from the gateway’s desk').click();
    const lines = wordPressOf({ title: 'Mara', theme: 'dark', prompts: 'Breakfast? | Rooms?' });
    await page.getByLabel('What you have copied').fill(lines.text);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await page.getByRole('button', { name: 'Save these settings' }).waitFor();
    await take(page, 'gateway-pasted', true);
    await takeAll(page, site, 'gateway');
    await openSettings(page, site, 'start');
    await page.getByRole('button', { name: 'Test the connection', exact: true }).click();
    await page.locator('.bellhop-found').waitFor();
    await take(page, 'gateway-tested');
    await page.goto(site.url + CHATS);
    await take(page, 'gateway-chats');
    await takeHealth(page, site, 'gateway');
  } finally {
    await site.close();
  }
}

async function newPage(from: Browser, site: WordPress): Promise<Page> {
  const page = await (await from.newContext({ viewport: SIZES.desktop })).newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, site);
  return page;
}

async function openSettings(page: Page, site: WordPress, section: string): Promise<void> {
  // The same address with another # would be the same page.
  await page.goto('about:blank');
  await page.goto(`${site.url}${SETTINGS}#${section}`);
  await page.locator('.bellhop-main').waitFor();
}

/** Each section of the settings page. */
async function takeAll(page: Page, site: WordPress, name: string): Promise<void> {
  await openSettings(page, site, 'start');
  const links = await page.locator('.bellhop-nav a').all();
  const sections = await Promise.all(links.map((link) => link.getAttribute('href')));
  for (const section of sections.map((href) => (href ?? '').slice(1))) {
    await openSettings(page, site, section);
    await take(page, `${name}-${section}`, true);
  }
}

async function takeHealth(page: Page, site: WordPress, name: string): Promise<void> {
  await page.goto(`${site.url}/wp-admin/site-health.php`);
  await page.waitForLoadState('networkidle');
  const passed = page.getByRole('button', { name: /Passed tests/ });
  if (await passed.isVisible()) await passed.click();
  const own = page.locator('.health-check-accordion-trigger', { hasText: /chat/i }).first();
  await own.click();
  await own.scrollIntoViewIfNeeded();
  await take(page, `${name}-health`);
}

/** The window as it is; `isWhole`: as far down as the page goes. */
async function take(page: Page, name: string, isWhole = false): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(500);
    await page.screenshot({
      path: join(FOLDER, `${name}-${size}.png`),
      animations: 'disabled',
      fullPage: isWhole || size === 'phone',
    });
  }
  await page.setViewportSize(SIZES.desktop);
}
