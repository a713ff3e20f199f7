// An app from a tool server to the visitor, with no double but the model: a server of the protocol, the gateway, the widget, Chromium.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
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
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, shoot, type World } from './support/world.ts';

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
let gateway: DeskServer | undefined;
let world: World | undefined;
let context: BrowserContext | undefined;

beforeAll(async () => {
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
  const handler = createMcpHandler(createShop);
  server = await startToolServer((request) => handler.fetch(request));
});
afterEach(async () => {
  await context?.close();
  await world?.close();
  await gateway?.close();
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
  theme = 'light',
) {
  const own = await startDesk({
    at,
    options: { agentsMayBePrivate: true, sandboxOrigin },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
  gateway = own;
  const { agent_id: agent = '' } = await own.admin('POST', '/admin/agents', {
    name: 'Seller',
    tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
  });
  world = await createWorld({
    url: own.url,
    async issue({ session_id: given }) {
      const made = given === undefined ? await own.admin('POST', '/admin/sessions', { agent }) : {};
      const session_id = given ?? made.session_id ?? '';
      const { token = '' } = await own.admin('POST', `/admin/sessions/${session_id}/tokens`, {});
      return { session_id, token };
    },
    events: async () => [],
    close: async () => {},
  });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...look });
  const page = await context.newPage();
  const input = '{"item":"mug"}';
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_price', input }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['There it is.'] }),
  );
  const lines = recordConsole(page);
  world.put('/', pageHtml(world, { 'data-theme': theme }));
  await page.goto(`${world.site}/`);
  const visitor = visitorOf(page);
  await visitor.open();
  await visitor.write('What is the price?');
  await visitor.log.getByText('There it is.').waitFor();
  return { page, lines, app: page.frameLocator('iframe[title="Price"]').frameLocator('iframe') };
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
