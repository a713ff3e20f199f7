// The parts of the desk that are fetched later, in a real browser: when each comes, and what somebody sees where one can't.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let talk: string;
/** Names of the scripts that were asked for, without their hashes. */
let scripts: string[];

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  talk = await desk.converse(['Is it bright?'], [[{ say: 'It is **green**.' }]]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
beforeEach(async () => {
  ({ context, page } = await openDeskPage(browser, desk));
  scripts = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(\w+)-[^/]+\.js$/.exec(request.url()) ?? [];
    if (name !== undefined) scripts.push(name);
  });
});
afterEach(() => context.close());

const missing = () => page.getByText('This part of the desk couldn’t be fetched');

describe('the desk’s parts', () => {
  it('are not fetched before the list stands there, and all of them soon after', async () => {
    await page.route('**/admin/conversations?*', () => {});
    await signInAt(page, `${desk.url}/desk`);
    expect(scripts).toEqual(['desk']);
    await page.unroute('**/admin/conversations?*');
    await page.reload();
    await page.locator('.conversations li').waitFor();
    await expect
      .poll(() => scripts, { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['conversation', 'palette', 'team', 'sites', 'privacy']));
  });

  it('that can’t be fetched say so, with a way on, and come when they can', async () => {
    await page.route(/assets\/(team|conversation|find-field)-/, (route) => route.abort());
    await signInAt(page, `${desk.url}/desk`);
    // Else it may be on its way by itself, when the press comes.
    await expect.poll(() => scripts, { timeout: 20_000 }).toContain('privacy');
    await page.getByRole('link', { name: 'Team' }).click();
    await missing().waitFor();
    expect(await page.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe(
      '/desk/team',
    );
    expect(await violationsIn(page)).toEqual([]);
    await page.unroute(/assets\/(team|conversation|find-field)-/);
    // Pressed as it stands: where nothing moves no frame shows that it stands still.
    await page.getByRole('button', { name: 'Try again' }).click({ force: true });
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  });

  it('leave an answer’s words where its renderer doesn’t come', async () => {
    await page.route(/assets\/index-/, (route) => route.abort());
    await signInAt(page, `${desk.url}/desk/conversations/${talk}`);
    await page.getByText('It is **green**.').waitFor();
  });
});
