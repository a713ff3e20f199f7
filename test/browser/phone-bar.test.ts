// On a phone the chat covers the page. A tool that shows something there, or goes to another page, leaves a bar of the
// chat, so that what it did is to be seen.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, shoot, type World } from './support/world.ts';

const TOOLS = `<script>
  (window.bellhop ||= []).push((chat) => {
    chat.registerTool({
      name: 'mark_size', description: 'Marks a size in the table.', approval: 'auto', shows: true,
      execute: () => { document.querySelector('h1').textContent = 'Size 42 is marked'; return 'marked'; },
    });
    chat.registerTool({
      name: 'show_cart', description: 'Opens the cart.', approval: 'auto', navigates: true,
      execute: () => { location.assign('/cart'); return 'going'; },
    });
    chat.registerTool({
      name: 'fail', description: 'Fails.', approval: 'auto', shows: true,
      execute: () => { throw new Error('no such size'); },
    });
  });
</script>`;

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let holding = (): void => {};

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context.close();
  await world.close();
});

async function begin(
  tool: string,
  viewport = { width: 390, height: 780 },
  before = async (): Promise<void> => {},
): Promise<void> {
  const script = [[{ call: [{ name: tool, input: {} }] }, { say: 'There you are.' }]];
  world = await createWorld(await startReferenceGateway({ script }));
  context = await browser.newContext({ viewport, hasTouch: true });
  page = await context.newPage();
  visitor = visitorOf(page);
  world.put('/', pageHtml(world, {}, '', TOOLS));
  world.put('/cart', pageHtml(world, {}, '<p id="cart">Two mugs</p>', TOOLS));
  await before();
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('Please');
}

const bar = () => page.getByRole('button', { name: /Show chat/ });

/** Holds the bar's file back until the function that it returns is called. */
async function holdBar(): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/bellhop/bar-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('on a phone', () => {
  it('counts an answer that came before the bar stood', async () => {
    await begin('mark_size', undefined, async () => {
      holding = await holdBar();
    });
    await visitor.log.getByText('There you are.').waitFor();
    holding();
    await page.getByRole('button', { name: 'Show chat 1 new message' }).waitFor();
  });

  it('leaves a bar where a tool has shown something, and comes back with what was said', async () => {
    await begin('mark_size');
    await bar().waitFor();
    await visitor.panel.waitFor({ state: 'hidden' });
    expect(await page.getByRole('heading', { name: 'Size 42 is marked' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show chat 1 new message' }).waitFor();
    expect(await visitor.launcher.isVisible()).toBe(false);
    await shoot(page, 'phone-bar');
    await bar().click();
    await visitor.log.getByText('There you are.').waitFor();
    expect(await bar().count()).toBe(0);
  });

  it(
    'leaves a bar on the page to which a tool went, also after a reload there',
    OUTER,
    async () => {
      await begin('show_cart');
      await page.waitForURL('**/cart');
      await bar().waitFor();
      expect(await page.locator('#cart').isVisible()).toBe(true);
      expect(await visitor.panel.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Show chat 1 new message' }).waitFor();
      await page.reload();
      await bar().waitFor();
      await page.getByRole('button', { name: 'Close chat' }).click();
      await visitor.launcher.waitFor();
      expect(await bar().count()).toBe(0);
    },
  );

  it('stays where the tool failed, and on a larger screen', OUTER, async () => {
    await begin('fail');
    await visitor.log.getByText('There you are.').waitFor();
    expect(await bar().count()).toBe(0);
    await context.close();
    await world.close();
    await begin('mark_size', { width: 900, height: 800 });
    await visitor.log.getByText('There you are.').waitFor();
    await until('the tool to be done', () => page.getByText('Size 42 is marked').isVisible());
    expect(await bar().count()).toBe(0);
    expect(await visitor.panel.isVisible()).toBe(true);
  });
});
