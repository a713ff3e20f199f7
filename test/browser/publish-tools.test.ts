// `data-publish-tools="webmcp"` in a Chromium that has WebMCP: its agents find the page's tools, and ask where the chat would.

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

const TOOLS = `<script>
  window.cart = [];
  (window.bellhop ||= []).push((chat) => {
    chat.registerTool({ name: 'read_cart', description: 'What is in the cart.', annotations: { readOnlyHint: true },
      execute: () => window.cart.join() || 'nothing' });
    chat.registerTool({ name: 'add_to_cart', title: 'Add to cart', description: 'Adds a product.',
      inputSchema: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
      execute: ({ product }) => { window.cart.push(product); return 'added'; } });
  });
</script>`;

let browser: Browser;
let world: World;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--enable-features=WebMCP'],
  });
  world = await createWorld(await startReferenceGateway({ script: [] }));
  world.put('/', pageHtml(world, { 'data-publish-tools': 'webmcp' }, '', TOOLS));
  page = await browser.newPage();
  await page.goto(`${world.site}/`);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** As an agent of the browser does. Null: this Chromium has no WebMCP. */
const names = () =>
  page.evaluate<string[] | null>(
    'document.modelContext ? document.modelContext.getTools().then((all) => all.map((t) => t.name)) : null',
  );
const call = (name: string, input: object) =>
  page.evaluate<string>(
    `document.modelContext.getTools()
      .then((all) => document.modelContext.executeTool(all.find((t) => t.name === '${name}'), ${JSON.stringify(input)}, {}))
      .then(String, (error) => 'refused: ' + error.message)`,
  );

it('offers the page’s tools to the browser’s agents once the chat is near, by the rules of the chat', async (test) => {
  if ((await names()) === null) return test.skip('this Chromium has no WebMCP');
  expect(await names()).toEqual([]);
  await visitorOf(page).launcher.hover();
  await until('the tools', async () => (await names())?.length === 2);
  // The visitor hasn't opened the chat: no session, no request to the gateway.
  expect(world.tickets).toEqual([]);

  const asked: string[] = [];
  let says = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return says ? dialog.accept() : dialog.dismiss();
  });
  expect(await call('read_cart', {})).toContain('nothing');
  expect(asked).toEqual([]);
  await call('add_to_cart', { product: 'mug' });
  expect(asked).toEqual(['Add to cart\n\n{\n  "product": "mug"\n}']);
  says = true;
  expect(await call('add_to_cart', { product: 'lamp' })).toContain('added');
  expect(await page.evaluate('window.cart')).toEqual(['lamp']);
});
