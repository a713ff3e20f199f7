// The demo shop with its gateway and concierge, in this process, on free ports: what `npm start` starts, for a test.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openDatabase } from '../../../demo/gateway/db/open.ts';
import { createGateway } from '../../../demo/gateway/gateway.ts';
import { createSite } from '../../../demo/site/site.ts';
import type { WireEvent } from './test-gateway.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { DIST } from './world.ts';

const ADMIN_KEY = 'test-admin-key';

export interface Shop {
  url: string;
  /** The newest session that the shop's endpoint has begun; '' before the first. */
  sessionId(): string;
  /** The events of a session as the gateway lists them, oldest first; of the newest session by default. */
  events(type?: string): Promise<WireEvent[]>;
  /** A visitor who has never been here, on `path`. */
  enter(browser: Browser, path?: string, options?: BrowserContextOptions): Promise<Customer>;
  close(): Promise<void>;
}

export interface Customer extends Visitor {
  context: BrowserContext;
  /** What went wrong in any of this visitor's pages: console errors, refused by the policy, uncaught. */
  troubles: string[];
  /** Follows a link of the page itself, as a reader does. */
  walkTo(path: string): Promise<void>;
  /** Presses a button of the question once it may be answered. */
  answer(name: string | RegExp): Promise<void>;
  leave(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const db = await openDatabase();
  const gateway = await createGateway({ db, options: { adminKey: ADMIN_KEY } });
  const gatewayServer = await listen(gateway.fetch);
  let site: ReturnType<typeof createSite> | null = null;
  const siteServer = await listen(
    (request) => site?.fetch(request) ?? new Response('The shop is opening.', { status: 503 }),
  );
  let latest = '';
  site = createSite({
    gatewayUrl: gatewayServer.url,
    adminKey: ADMIN_KEY,
    siteUrl: siteServer.url,
    distDir: DIST,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.ok && String(input).endsWith('/admin/sessions')) {
        latest = ((await response.clone().json()) as { session_id: string }).session_id;
      }
      return response;
    },
  });
  const { api_key: apiKey } = (await (
    await gateway.request('/admin/api-keys', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
  ).json()) as { api_key: string };

  return {
    url: siteServer.url,
    sessionId: () => latest,
    async events(type) {
      const found: WireEvent[] = [];
      for (let page: string | null = ''; page !== null; ) {
        const query: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
        const response = await gateway.request(
          `/v1/sessions/${latest}/events?limit=100&include_thinking=true${query}`,
          { headers: { Authorization: `Bearer ${apiKey}` } },
        );
        const body = (await response.json()) as { data: WireEvent[]; next_page?: string | null };
        found.push(...body.data);
        page = body.next_page ?? null;
      }
      return type === undefined ? found : found.filter((event) => event.type === type);
    },
    enter: (browser, path = '/', options = {}) => enter(browser, siteServer.url, path, options),
    async close() {
      await siteServer.close();
      await gateway.close();
      await gatewayServer.close();
      await db.close();
    },
  };
}

async function enter(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
): Promise<Customer> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error()}`));
  const page: Page = await context.newPage();
  const visitor = visitorOf(page);
  await page.goto(path);
  return {
    ...visitor,
    context,
    troubles,
    async walkTo(to) {
      await page.locator(`header a[href="${to}"], footer a[href="${to}"]`).first().click();
      await page.waitForURL(`**${to}`);
    },
    async answer(name) {
      const button = visitor.panel.getByRole('button', { name });
      await button.waitFor();
      // An answer counts only once its question has been in view for half a second.
      await page.waitForTimeout(600);
      await button.click();
    },
    leave: () => context.close(),
  };
}

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}
