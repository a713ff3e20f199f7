// An app from a tool server to the visitor, with no double but the model: a server of the protocol, the gateway, the widget, Chromium.

import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { ANTHROPIC } from '../../gateway/test/agents/model/protocols.ts';
import {
  createProviderServer,
  type ProviderServer,
} from '../../gateway/test/agents/model/provider-server.ts';
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
let server: ServerType;
let gateway: DeskServer;
let world: World;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
  const handler = createMcpHandler(createShop);
  server = await new Promise<ServerType>((resolve) => {
    const made = serve({ port: 0, hostname: '127.0.0.1', fetch: (one) => handler.fetch(one) }, () =>
      resolve(made),
    );
  });
  gateway = await startDesk({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { agent_id: agent = '' } = await gateway.admin('POST', '/admin/agents', {
    name: 'Seller',
    tool_servers: [{ name: 'shop', url, tools: ['*'] }],
  });
  world = await createWorld({
    url: gateway.url,
    async issue({ session_id: given }) {
      const made =
        given === undefined ? await gateway.admin('POST', '/admin/sessions', { agent }) : {};
      const session_id = given ?? made.session_id ?? '';
      const { token = '' } = await gateway.admin(
        'POST',
        `/admin/sessions/${session_id}/tokens`,
        {},
      );
      return { session_id, token };
    },
    events: async () => [],
    close: async () => {},
  });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
});
afterAll(async () => {
  await context?.close();
  await browser?.close();
  await world?.close();
  await gateway?.close();
  await provider?.close();
  server?.close();
});

it('is drawn with the call’s result, asks its own server, and is there again after a reload', async () => {
  const input = '{"item":"mug"}';
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_price', input }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['There it is.'] }),
  );
  const lines = recordConsole(page);
  world.put('/', pageHtml(world));
  await page.goto(`${world.site}/`);
  const visitor = visitorOf(page);
  await visitor.open();
  await visitor.write('What is the price?');
  await visitor.log.getByText('There it is.').waitFor();
  const app = page.frameLocator('iframe[title="Price"]').frameLocator('iframe');
  await app.getByText('It costs 1200').waitFor();
  await shoot(page, 'app-of-gateway');
  await app.getByRole('button', { name: 'Refresh' }).click();
  await app.getByText('Now 1300').waitFor();
  await page.reload();
  await app.getByText('It costs 1200').waitFor();
  expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
});
