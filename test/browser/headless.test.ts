// `bellhop/headless` under the sixty lines of docs/own-chat.js, in a page without a bundler.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { createWorld, recordConsole, type World } from './support/world.ts';

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../docs/own-chat.js'), 'utf8');
let browser: Browser;
let world: World;
let page: Page;
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
  const script = [
    [{ say: 'Hello from the agent.' }],
    [
      { call: [{ name: 'add_to_cart', input: { product: 'mug' } }] },
      { say: 'It is in your cart.' },
    ],
    [{ wait_ms: 600_000 }, { say: 'Too late.' }],
  ];
  world = await createWorld(await startReferenceGateway({ script }));
  world.put('/own-chat.js', { html: EXAMPLE, headers: { 'content-type': 'text/javascript' } });
  world.put(
    '/',
    `<!doctype html><html lang="en"><head><title>Shop</title>
<script type="importmap">{"imports": {"bellhop/headless": "${world.cdn}/npm/headless.js"}}</script></head>
<body><main id="chat"></main><script type="module">
  import { mountChat } from '/own-chat.js';
  const chat = mountChat(document.querySelector('#chat'), { gateway: '${world.gateway.url}', session: '/session' });
  window.cart = [];
  window.chat = chat;
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Adds a product to the cart.',
    inputSchema: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
    execute: ({ product }) => window.cart.push(product),
  });
</script></body></html>`,
  );
  page = await browser.newPage();
  lines = recordConsole(page);
  await page.goto(`${world.site}/`);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const log = () => page.getByRole('log');
const field = () => page.getByRole('textbox', { name: 'Message' });
async function say(text: string): Promise<void> {
  await field().fill(text);
  await field().press('Enter');
}

describe('a chat of one’s own on bellhop/headless', () => {
  it('takes sixty lines at most', () => {
    expect(EXAMPLE.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('asks nothing before the visitor comes to its field, and then talks with the agent', async () => {
    await page.waitForFunction('window.chat');
    expect(world.tickets).toEqual([]);
    await say('Hello');
    await log().getByText('Hello from the agent.').waitFor();
    await log().getByText('Hello', { exact: true }).waitFor();
    expect(world.tickets[0]?.tools?.map(({ name }) => name)).toEqual(['add_to_cart']);
  });

  it('asks before a tool runs, and goes on with its result', async () => {
    await say('Add a mug');
    const question = log().getByText('Add to cart? {"product":"mug"}');
    await question.waitFor();
    expect(await page.evaluate('window.cart.length')).toBe(0);
    await question.getByRole('button', { name: 'Allow' }).click();
    await log().getByText('It is in your cart.').waitFor();
    expect(await page.evaluate('window.cart')).toEqual(['mug']);
  });

  it('shows the conversation again after a reload, as soon as the visitor comes to it', async () => {
    await page.reload();
    await field().focus();
    await log().getByText('It is in your cart.').waitFor();
    expect(await log().getByText('Hello from the agent.').count()).toBe(1);
  });

  it('stops a run', async () => {
    const stop = page.getByRole('button', { name: 'Stop' });
    await say('Take your time');
    await page.waitForFunction("window.chat.getSnapshot().run.state === 'running'");
    await stop.click();
    await stop.waitFor({ state: 'hidden' });
    const events = await world.gateway.events(world.sessionId());
    expect(events.map(({ type }) => type)).toContain('user.interrupt');
  });

  it('hands out the same snapshot until something changes', async () => {
    expect(await page.evaluate('chat.getSnapshot() === chat.getSnapshot()')).toBe(true);
  });

  it('leaves nothing behind in the console', () => {
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
  });
});
