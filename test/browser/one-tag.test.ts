// One tag, and nothing of the owner's but a page: the real gateway hands out the script and the sessions. In real Chromium.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import assistant from '../../demo/assistant/index.ts';
import { openWidget } from '../../gateway/desk/widget-files.ts';
import { createAgentRegistry, createGateway, type Gateway } from '../../gateway/index.ts';
import { ENGLISH } from '../../src/i18n/messages.ts';
import { openMemoryDatabase } from '../doubles/memory-database.ts';
import { launchBrowser } from './support/browser.ts';
import { type Listening, listen } from './support/listen.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { DIST, recordConsole } from './support/world.ts';

const ADMIN_KEY = 'test-admin-key';

let browser: Browser;
let gateway: Gateway;
/** The gateway's address. */
let base: string;
let shop: Listening;
let html: string;
/** Of the site that the test has made. */
let clientId: string;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let lines: { type: string; text: string }[];
let close: () => Promise<void>;

beforeAll(async () => {
  browser = await launchBrowser();
  const db = await openMemoryDatabase();
  gateway = await createGateway({
    db,
    agents: createAgentRegistry([assistant]),
    widget: (await openWidget([DIST])) ?? (() => Promise.resolve(null)),
    options: { adminKey: ADMIN_KEY },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: gateway.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    );
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop = await listen((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  close = async () => {
    await browser.close();
    await shop.close();
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await gateway.close();
    await db.close();
  };
});
afterAll(() => close?.());

beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
});
afterEach(() => context.close());

async function admin(method: string, path: string, body: object = {}) {
  const reply = await gateway.request(`/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as Record<string, unknown> & {
    data: { session_id: string; client_id: string }[];
  };
}

async function site(origins: string[] | null = null) {
  const made = await admin('POST', '/sites', { allowed_origins: origins });
  html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><h1>Shop</h1>
    <script async src="${base}/bellhop.js" data-site="${made.public_id}"></script></body></html>`;
  clientId = String(made.client_id);
  return { publicId: String(made.public_id) };
}

async function converse(words = 'Hello'): Promise<string> {
  await visitor.open();
  await visitor.write(words);
  return answered(1);
}

/** The newest session of this test's site, once the gateway has given it so many answers. */
async function answered(count: number): Promise<string> {
  return until(`${count} answers`, async () => {
    const { data } = await admin('GET', '/sessions?limit=1');
    const [newest] = data;
    if (newest?.client_id !== clientId) return null;
    const id = newest.session_id;
    const exported = JSON.stringify(await admin('GET', `/sessions/${id}/export`));
    return exported.split('"session.status_idle"').length > count ? id : null;
  });
}

const bellhopLines = () => lines.filter(({ text }) => text.includes('[bellhop]'));

describe('a page with one tag', () => {
  it('has a chat that answers, and the same conversation after a reload', async () => {
    await site();
    await page.goto(shop.url);
    const session = await converse();
    await page.reload();
    await visitor.openByScript();
    await visitor.log.getByText('Hello', { exact: true }).waitFor();
    await visitor.write('And again');
    expect(await answered(2)).toBe(session);
    expect(lines).toEqual([]);
  });

  it('that the owner hasn’t named is refused in one line, and works once the owner allows it', async () => {
    await site(['https://shop.example']);
    await page.goto(shop.url);
    await visitor.open();
    const line = await until('a line in the console', () => bellhopLines()[0]);
    expect(line.text).toContain(`visitors from ${shop.url}. Its owner adds origins`);
    const state = await admin('GET', `/sites/${clientId}/public`);
    expect(state.refused_origins).toEqual([expect.objectContaining({ origin: shop.url })]);
    await admin('PATCH', `/sites/${clientId}`, { allowed_origins: [shop.url] });
    await page.reload();
    await converse();
  });

  it('lets the visitor delete the conversation for good', async () => {
    await site();
    await page.goto(shop.url);
    const session = await converse();
    await visitor.panel.getByRole('button', { name: 'Menu' }).click();
    await visitor.panel.getByRole('menuitem', { name: ENGLISH.deleteForGood }).click();
    await visitor.panel.getByRole('button', { name: ENGLISH.deleteForGood }).click();
    await until('the deletion', async () => {
      const gone = await admin('GET', `/sessions/${session}`);
      return 'error' in gone ? true : null;
    });
  });

  it('shows what the owner has set at the desk', async () => {
    await site();
    await admin('PATCH', `/sites/${clientId}/public`, {
      settings: { title: 'Lamp shop', greeting: 'Ask me about lamps.', prompts: ['Which is new?'] },
    });
    await page.goto(shop.url);
    await visitor.open();
    await visitor.panel.getByText('Ask me about lamps.').waitFor();
    await visitor.panel.getByRole('heading', { name: 'Lamp shop' }).waitFor();
    await visitor.panel.getByRole('button', { name: 'Which is new?' }).waitFor();
  });
});

describe('the hosted page', () => {
  it('is the whole chat under its own policy, and a conversation goes on after a reload', async () => {
    const { publicId } = await site(['https://shop.example']);
    await admin('PATCH', `/sites/${clientId}/public`, {
      has_page: true,
      settings: { title: 'Lamp shop', greeting: 'Ask me about lamps.' },
    });
    await page.goto(`${base}/c/${publicId}`);
    expect(await page.title()).toBe('Lamp shop');
    await page.getByText('Ask me about lamps.').waitFor();
    const write = async (words: string) => {
      await page.getByRole('textbox', { name: 'Message' }).fill(words);
      await page.keyboard.press('Enter');
    };
    await write('Hello');
    const session = await answered(1);
    await page.reload();
    await page.getByText('Hello', { exact: true }).waitFor();
    await write('And again');
    expect(await answered(2)).toBe(session);
    expect(lines).toEqual([]);
  });
});
