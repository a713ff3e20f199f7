// What a conversation that was left keeps of its page's memory: a site's page lives for hours, and its visitor begins anew.
// With the built script in Chromium, whose own collector tells whether a row can still be reached.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

declare global {
  interface Window {
    noted?: WeakRef<Element>[];
  }
}

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  world = await createWorld(
    await startReferenceGateway({ script: [[{ say: 'An **answer** of the shop.' }]] }),
  );
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

/** Notes the rows that stand there, without keeping them. */
const noteRows = () =>
  page.evaluate(() => {
    const rows = document.querySelector('bellhop-host')?.shadowRoot?.querySelectorAll('article');
    window.noted = [...(rows ?? [])].map((row) => new WeakRef<Element>(row));
    return window.noted.length;
  });
const stillThere = () => page.evaluate(() => window.noted?.filter((row) => row.deref()).length);

describe('a conversation that was left', OUTER, () => {
  it('gives all of its rows back, the first of the page too', async () => {
    world.put('/', pageHtml(world));
    await page.goto(`${world.site}/`);
    const cdp = await context.newCDPSession(page);
    await visitor.openByScript();
    for (let conversation = 0; conversation < 2; conversation++) {
      await visitor.write('Hello');
      await visitor.log.getByText('of the shop.').waitFor();
      expect(await noteRows()).toBe(2);
      await page.evaluate('void bellhop.get().newConversation()');
      await visitor.log.locator('article').first().waitFor({ state: 'detached' });
      await until('the rows to be collected', async () => {
        await cdp.send('HeapProfiler.collectGarbage');
        return (await stillThere()) === 0;
      });
    }
  });
});
