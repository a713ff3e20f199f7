// An app that a visitor has seen, read at the desk: a server of the protocol, the gateway, the desk, Chromium; the model alone is a double.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { ANTHROPIC } from '../../gateway/test/agents/model/protocols.ts';
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
import { type DeskServer, startDesk } from './support/desk.ts';
import { type DeskPage, openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { shoot } from './support/world.ts';

/** Says what it was told, and what becomes of all that an app may ask. */
const APP = `<!doctype html><meta name="viewport" content="width=device-width"><style>body{font:16px system-ui;margin:12px}button{font:inherit}</style>
<p id="said">…</p><button>Order it</button><ul></ul><script>
const open = new Map();
let last = 0;
const ask = (method, params) => new Promise((done) => { open.set(++last, done); parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*'); });
addEventListener('message', ({ data }) => {
  const { method, params } = data;
  if (method === 'ui/notifications/tool-input') document.title = params.arguments.item;
  if (method === 'ui/notifications/tool-result') document.querySelector('#said').textContent = 'The ' + document.title + ' costs ' + params.structuredContent.cents;
  open.get(data.id)?.(data);
});
document.querySelector('button').onclick = async () => {
  for (const [method, params] of [
    ['tools/call', { name: 'order', arguments: {} }],
    ['resources/read', { uri: 'ui://shop/price' }],
    ['ui/open-link', { url: 'https://shop.example/' }],
    ['ui/message', { role: 'user', content: [{ type: 'text', text: 'I order it.' }] }],
  ]) {
    const { error } = await ask(method, params);
    const line = document.createElement('li');
    line.textContent = method + ': ' + (error === undefined ? 'done' : 'refused');
    document.querySelector('ul').append(line);
  }
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: document.documentElement.scrollHeight } }, '*');
};
ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'price', version: '1' }, appCapabilities: {} })
  .then(() => parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*'));
</script>`;

let browser: Browser;
let provider: ProviderServer;
let server: ListeningToolServer;
let desk: DeskServer | undefined;
let opened: DeskPage | undefined;
const ran: string[] = [];

beforeAll(async () => {
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
  const handler = createMcpHandler(createShop);
  server = await startToolServer((request) => handler.fetch(request));
});
afterEach(async () => {
  await opened?.context.close();
  await desk?.close();
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  server?.close();
});

function createShop(): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  const uri = 'ui://shop/price';
  const price = { title: 'Price', description: '', inputSchema: z.object({ item: z.string() }) };
  shop.registerTool('price', { ...price, _meta: { ui: { resourceUri: uri } } }, async () => ({
    content: [{ type: 'text', text: '12' }],
    structuredContent: { cents: 1200 },
  }));
  shop.registerTool('order', { description: '' }, async () => {
    ran.push('order');
    return { content: [] };
  });
  const mimeType = 'text/html;profile=mcp-app';
  shop.registerResource('price', uri, { mimeType }, async () => ({
    contents: [{ uri, mimeType, text: APP }],
  }));
  return shop;
}

async function read(sandboxOrigin: string | null, at: number, look: BrowserContextOptions = {}) {
  desk = await startDesk({
    at,
    options: { agentsMayBePrivate: true, sandboxOrigin },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
  const { agent_id: agent = '' } = await desk.admin('POST', '/admin/agents', {
    name: 'Seller',
    tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
  });
  const input = '{"item":"mug"}';
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_price', input }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['There it is.'] }),
  );
  const id = await desk.converse(['What is the price?'], [], { agent });
  opened = await openDeskPage(browser, desk, look);
  const { page } = opened;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signInAt(page, `${desk.url}/desk/conversations/${id}`);
  await page.getByText('There it is.').waitFor();
  return {
    page,
    desk,
    id,
    /** What of an app was asked for. */
    fetched: () => asked.filter((path) => /\/apps?\/|app-frame|shown-app/.test(path)),
    show: page.getByRole('button', { name: 'Show the app' }),
    app: page.frameLocator('iframe[title="Price"]').frameLocator('iframe'),
  };
}

it.each([
  ['the gateway’s own host', () => null],
  ['a host of its own', (port: number) => `http://localhost:${port}`],
])('is drawn from %s once somebody asks for it, and does nothing', async (_, originAt) => {
  const port = await freePort();
  const origin = originAt(port);
  const { page, app, show, fetched, id, ...at } = await read(origin, port);
  expect(fetched()).toEqual([]);
  await show.click();
  await app.getByText('The mug costs 1200').waitFor();
  const before = await at.desk.admin('GET', `/admin/conversations/${id}/events`);
  await app.getByRole('button', { name: 'Order it' }).click();
  await app.getByText('ui/message: refused').waitFor();
  expect(await app.getByRole('listitem').allTextContents()).toEqual([
    'tools/call: refused',
    'resources/read: refused',
    'ui/open-link: refused',
    'ui/message: refused',
  ]);
  expect(ran).toEqual([]);
  expect(await at.desk.admin('GET', `/admin/conversations/${id}/events`)).toEqual(before);
  expect(page.context().pages()).toHaveLength(1);
  await page.getByText('Here the app is only shown').waitFor();
  expect(await violationsIn(page)).toEqual([]);
  // The frame's own requests go to the host that is named.
  expect(opened?.faults.filter((line) => origin === null || !line.includes(origin))).toEqual([]);
  await shoot(page, 'desk-app');
  await page.getByRole('button', { name: 'Hide the app' }).click();
  await page.locator('iframe').waitFor({ state: 'detached' });
});

it('is legible on a phone and in the dark, and is reached and left by keyboard', async () => {
  const { page, app, show } = await read(null, 0, { colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 780 });
  await show.focus();
  await page.keyboard.press('Enter');
  await app.getByText('The mug costs 1200').waitFor();
  expect(await app.locator('#said').evaluate((text) => getComputedStyle(text).color)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await app.getByText('ui/message: refused').waitFor();
  await shoot(page, 'desk-app-phone-dark');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('Shift+Tab');
  const hide = page.getByRole('button', { name: 'Hide the app' });
  expect(await hide.evaluate((button) => button.matches(':focus'))).toBe(true);
  expect(await violationsIn(page)).toEqual([]);
});

it('that the gateway doesn’t give is told in a line', async () => {
  const { page, show } = await read(null, 0);
  await page.route('**/apps/*', (route) => route.fulfill({ status: 200, json: { html: 'x' } }));
  await show.click();
  await page.getByText('This app can’t be shown.').waitFor();
});
