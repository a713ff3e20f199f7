// Pages that enlarge or shrink themselves as a whole: the launcher and the panel stay inside the window.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

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
  world = await createWorld(await startReferenceGateway({ script: [[{ say: 'An answer.' }]] }));
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const TALL = '<p style="height:3000px">A long page</p>';

async function visit(css: string, width = 1000, height = 800, body = TALL): Promise<void> {
  context = await browser.newContext({ viewport: { width, height } });
  page = await context.newPage();
  visitor = visitorOf(page);
  world.put('/', pageHtml(world, {}, body, `<style>${css}</style>`));
  await page.goto(`${world.site}/`);
}

/** By name, each part that the visitor needs and that isn't wholly inside the window. */
async function outside(): Promise<string[]> {
  const size = page.viewportSize();
  if (!size) throw new Error('The window has no size.');
  const parts = {
    panel: visitor.panel,
    title: visitor.panel.getByRole('heading', { level: 2 }).first(),
    close: visitor.panel.getByRole('button', { name: 'Close chat' }),
    composer: visitor.composer,
    send: visitor.panel.getByRole('button', { name: 'Send', exact: true }),
  };
  await visitor.panel.evaluate((it) =>
    Promise.all(it.getAnimations().map((animation) => animation.finished)),
  );
  const found: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const box = await part.boundingBox();
    const isInside =
      box !== null &&
      box.x >= -1 &&
      box.y >= -1 &&
      box.x + box.width <= size.width + 1 &&
      box.y + box.height <= size.height + 1;
    if (!isInside) found.push(`${name}: ${JSON.stringify(box)}`);
  }
  return found;
}

describe('the panel fits into the window where the page has', () => {
  it.each(['html { zoom: 1.25 }'])('%s', fits);
  it.each([
    'html { zoom: 150% }',
    'html { zoom: 2 }',
    'html { zoom: 0.7 }',
    'html { zoom: 1.3 } body { zoom: 1.3 }',
    'body { zoom: 1.5 }',
    'html { zoom: 1.2; font-size: 22px }',
    'html { font-size: 40px }',
    'html { font-size: 3vw; zoom: 1.1 }',
    'html { height: 50dvh; overflow: hidden; zoom: 1.4 }',
  ])('%s', OUTER, fits);

  async function fits(css: string): Promise<void> {
    await visit(css);
    await visitor.open();
    expect(await outside()).toEqual([]);
    await visitor.panel.getByRole('button', { name: 'Make bigger' }).click();
    await page.waitForTimeout(300);
    expect(await outside()).toEqual([]);
  }

  it.each(['html { zoom: 1.25 }', 'html { zoom: 2 }', 'body { zoom: 1.5 }', 'html { zoom: 0.8 }'])(
    '%s, on a phone',
    OUTER,
    async (css) => {
      await visit(css, 390, 844);
      await visitor.open();
      // Its keyboard is looked for once it may have settled.
      await page.waitForTimeout(400);
      expect(await outside()).toEqual([]);
      const box = await visitor.panel.boundingBox();
      expect(Math.round(box?.height ?? 0)).toBe(844);
    },
  );
});
