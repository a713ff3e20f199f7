// The forms in which the desk writes a site's tag, each played on a page of its kind with the built script and a real gateway.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORMS, type PlatformName } from '../../desk/model/platforms.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { type Listening, listen } from './support/listen.ts';
import { visitorOf } from './support/visitor.ts';

let browser: Browser;
let desk: DeskServer;
let site: { client_id: string; public_id: string };
let shop: Listening;
let served: { html: string; policy?: string };
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  site = await desk.admin('POST', '/admin/sites', { name: 'Shop' });
  await desk.admin('PATCH', `/admin/sites/${site.client_id}`, { agent: 'scripted' });
  shop = await listen((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (served.policy !== undefined) {
      response.setHeader('Content-Security-Policy', served.policy);
    }
    response.end(served.html);
  });
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
  await desk?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  faults = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
});
afterEach(() => context.close());

/** What an owner pastes: the gateway hands out the sessions too. */
const pasted = (name: PlatformName): string =>
  PLATFORMS[name].write?.({
    script: `${desk.url}/bellhop.js`,
    publicId: site.public_id,
    settings: { launcher: 'Ask us', position: 'left' },
  }) ?? '';

const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`;

async function visit(made: typeof served): Promise<void> {
  served = made;
  await page.goto(`${shop.url}/`);
}

/** The button has the tag's words, and the chat takes a message. */
async function talk(words: string): Promise<void> {
  const visitor = visitorOf(page);
  await visitor.launcher.waitFor();
  expect(await visitor.launcher.textContent()).toContain('Ask us');
  if (!(await visitor.composer.isVisible())) await visitor.open();
  await visitor.write(words);
  await visitor.log.getByText(words).waitFor();
  expect(await page.locator('bellhop-host').count()).toBe(1);
}

const NONCE = 'r4nd0m';
const policy = (scripts: string): string =>
  `default-src 'none'; script-src ${scripts}; connect-src 'self' ${desk.url}; img-src data:; require-trusted-types-for 'script'; trusted-types bellhop`;

describe('the tag as the desk writes it', () => {
  it.each(['plain', 'shopify'] as const)(
    'opens a chat on a page of the kind “%s”',
    async (name) => {
      await visit({ html: html(pasted(name)) });
      await talk('Hello there');
      expect(faults).toEqual([]);
    },
  );

  it('opens a chat where a tag manager puts it into the page when all else is there', async () => {
    await visit({ html: html('<div id="later"></div>') });
    await page.evaluate((code) => {
      const place = document.getElementById('later');
      place?.append(document.createRange().createContextualFragment(code));
    }, pasted('gtm'));
    await talk('Hello there');
    expect(faults).toEqual([]);
  });

  it('opens a chat under a strict policy, with the page’s nonce', async () => {
    const tag = pasted('plain').replace('<script ', `<script nonce="${NONCE}" `);
    await visit({ html: html(tag), policy: policy(`'nonce-${NONCE}'`) });
    await talk('Hello there');
    expect(faults).toEqual([]);
  });

  it('opens a chat on a page whose client router replaces all that it shows, and stays there', async () => {
    // As the router's own component adds it: after the page has come to life, with attributes set one by one.
    const attributes = [...pasted('next').matchAll(/^ {2}([\w-]+)="([^"]*)"$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(attributes.map(([name]) => name)).toContain('data-site');
    await visit({ html: html('<main>First page</main>') });
    await page.evaluate((all) => {
      const tag = document.createElement('script');
      for (const [name, value] of all) tag.setAttribute(name, value);
      document.body.append(tag);
    }, attributes);
    await talk('Before the walk');
    await page.evaluate(() => {
      history.pushState(null, '', '/second');
      document.body.innerHTML = '<main>Second page</main>';
    });
    await talk('After the walk');
    await visitorOf(page).log.getByText('Before the walk').waitFor();
    expect(faults).toEqual([]);
  });
});
