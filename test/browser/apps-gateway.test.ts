// An app from a tool server to the visitor, with no double but the model: a server of the protocol, the gateway, the widget, Chromium.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createProviderServer,
  type ProviderServer,
} from '../../gateway/test/agents/model/provider-server.ts';
import {
  type ListeningToolServer,
  startToolServer,
} from '../../gateway/test/agents/tool-server.ts';
import { freePort } from '../../gateway/test/postgres-server.ts';
import { launchBrowser } from './support/browser.ts';
import { openServedApp, type ServedApp } from './support/served-app.ts';
import { shoot } from './support/world.ts';

const APP = `<!doctype html><body style="font:16px sans-serif"><p id="said">…</p><button>Refresh</button><script>
const open = new Map();
let last = 0;
const ask = (method, params) => new Promise((done) => { open.set(++last, done); parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*'); });
const say = (text) => { document.querySelector('#said').textContent = text; };
addEventListener('message', ({ data }) => {
  if (data.method === 'ui/notifications/tool-result') say('It costs ' + data.params.structuredContent.cents);
  open.get(data.id)?.(data);
});
document.querySelector('button').onclick = () =>
  ask('tools/call', { name: 'refresh', arguments: {} }).then(({ result }) => say('Now ' + result.structuredContent.cents));
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'price', version: '1' }, appCapabilities: {} })
  .then(() => parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*'));
</script>`;

function createShop(): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  const price = { description: '', inputSchema: z.object({ item: z.string() }) };
  const ui = { resourceUri: 'ui://shop/price' };
  shop.registerTool('price', { title: 'Price', ...price, _meta: { ui } }, async () => ({
    content: [{ type: 'text', text: '12' }],
    structuredContent: { cents: 1200 },
  }));
  const hidden = { description: '', _meta: { ui: { visibility: ['app'] } } };
  shop.registerTool('refresh', hidden, async () => ({
    content: [],
    structuredContent: { cents: 1300 },
  }));
  const mimeType = 'text/html;profile=mcp-app';
  shop.registerResource('price', 'ui://shop/price', { mimeType }, async () => ({
    contents: [{ uri: 'ui://shop/price', mimeType, text: APP }],
  }));
  return shop;
}

let browser: Browser;
let provider: ProviderServer;
let server: ListeningToolServer;
let opened: ServedApp | undefined;

beforeAll(async () => {
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
  const handler = createMcpHandler(createShop);
  server = await startToolServer((request) => handler.fetch(request));
});
afterEach(async () => {
  await opened?.close();
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  server?.close();
});

async function open(
  at: number,
  sandboxOrigin: string | null,
  look: BrowserContextOptions = {},
  theme: 'light' | 'dark' = 'light',
) {
  const call = { tool: 'price', title: 'Price', input: { item: 'mug' } };
  opened = await openServedApp({
    browser,
    provider,
    server,
    call,
    at,
    sandboxOrigin,
    look,
    theme,
  });
  return opened;
}

it.each([
  ['the gateway’s own host', () => null],
  ['a host of its own', (port: number) => `http://localhost:${port}`],
])(
  'is drawn from %s, asks its own server, and is there again after a reload',
  async (_, originAt) => {
    const port = await freePort();
    const sandboxOrigin = originAt(port);
    const { page, lines, app } = await open(port, sandboxOrigin);
    await app.getByText('It costs 1200').waitFor();
    const address = await page.locator('iframe[title="Price"]').getAttribute('src');
    expect(address).toMatch(`${sandboxOrigin ?? `http://127.0.0.1:${port}`}/app-frame/`);
    await shoot(page, 'app-of-gateway');
    await app.getByRole('button', { name: 'Refresh' }).click();
    await app.getByText('Now 1300').waitFor();
    await page.reload();
    await app.getByText('It costs 1200').waitFor();
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
  },
);

it('is reached and left by keyboard, on a phone’s size and in the dark', async () => {
  const { page, app } = await open(0, null, { viewport: { width: 390, height: 780 } }, 'dark');
  await app.getByText('It costs 1200').waitFor();
  // What the app asks its browser is what the chat looks like.
  expect(
    await app.locator('body').evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches),
  ).toBe(true);
  // The app says nothing of colours, and can be read.
  expect(await app.locator('#said').evaluate((text) => getComputedStyle(text).color)).toBe(
    'rgb(255, 255, 255)',
  );
  await shoot(page, 'app-phone-dark');
  await page.getByRole('button', { name: '(Price)' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await app.getByText('Now 1300').waitFor();
  await page.keyboard.press('Shift+Tab');
  expect(
    await page
      .getByRole('button', { name: '(Price)' })
      .evaluate((button) => button.matches(':focus')),
  ).toBe(true);
  await page.keyboard.press('Enter');
  await shoot(page, 'app-phone-full');
  await page.keyboard.press('Escape');
  await app.getByText('Now 1300').waitFor();
});
