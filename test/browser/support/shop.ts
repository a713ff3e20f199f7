// The demo shop with its gateway and concierge, in this process, on free ports: what `npm start` starts, for a test.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import assistant from '../../../demo/assistant/index.ts';
import { createSite } from '../../../demo/site/site.ts';
import type { Agent } from '../../../gateway/agent.ts';
import { createAgentRegistry, createGateway } from '../../../gateway/index.ts';
import { openMemoryDatabase } from '../../doubles/memory-database.ts';
import type { WireEvent } from './test-gateway.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { DIST } from './world.ts';

const ADMIN_KEY = 'admin-key-of-this-test';

export interface Shop {
  url: string;
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
  /** Waits until these words stand in the log. */
  reads(words: string | RegExp): Promise<void>;
  /** The events of this visitor's session as the gateway lists them, oldest first. */
  events(type?: string): Promise<WireEvent[]>;
  /** The tool_result block that this visitor's page has posted last, suggestions apart. */
  lastResult(): Promise<Record<string, unknown>>;
  /** The number beside "Cart"; 0 where none stands. */
  cartCount(): Promise<number>;
  leave(): Promise<void>;
}

/** @param agent in place of the shop's own assistant */
export async function openShop(agent: Agent = assistant.agent): Promise<Shop> {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([{ ...assistant, agent }]),
    options: { adminKey: ADMIN_KEY },
  });
  const gatewayServer = await listen(gateway.fetch);
  let site: ReturnType<typeof createSite> | null = null;
  const siteServer = await listen(
    (request, env) =>
      site?.fetch(request, env) ?? new Response('The shop is opening.', { status: 503 }),
  );
  site = createSite({
    gatewayUrl: gatewayServer.url,
    adminKey: ADMIN_KEY,
    siteUrl: siteServer.url,
    distDir: DIST,
  });

  return {
    url: siteServer.url,
    enter: (browser, path = '/', options = {}) => enter(browser, siteServer.url, path, options),
    async close() {
      await siteServer.close();
      await gateway.close();
      await gatewayServer.close();
      await db.close();
    },
  };
}

/**
 * The shop's assistant, which says no word after a tool's result for as long as a test lasts: a Stop then meets the run
 * wherever it comes from, on a machine of any speed.
 */
export const silentAfterTools: Agent = {
  ...assistant.agent,
  turn: (context) =>
    assistant.agent.turn({
      ...context,
      sleep: (ms) => context.sleep((context.position?.pauses ?? 0) > 0 ? 1e9 : ms),
    }),
};

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
  // A result that a page sent in the moment of its end is waited for this long, not for a minute.
  await context.addInitScript(() => {
    type Queue = { push(callback: (chat: { configure(options: object): void }) => void): void };
    const page = window as unknown as { bellhop?: Queue };
    page.bellhop ??= [];
    page.bellhop.push((chat) => chat.configure({ settleMs: 1_000 }));
  });
  const page: Page = await context.newPage();
  const visitor = visitorOf(page);
  await page.goto(path);
  const events: Customer['events'] = async (type) => {
    // The shop closes a connection that was idle, maybe just as this one is sent on it.
    const reply = await context.request.get('/wire.json', { maxRetries: 3 });
    const { events: all } = (await reply.json()) as { events: WireEvent[] };
    return type === undefined ? all : all.filter((event) => event.type === type);
  };
  return {
    ...visitor,
    context,
    troubles,
    async walkTo(to) {
      await page.locator(`header a[href="${to}"], footer a[href="${to}"]`).first().click();
      await page.waitForURL(`**${to}`);
    },
    reads: (words) => visitor.log.getByText(words).last().waitFor(),
    events,
    async lastResult() {
      const all = (await events('user.tool_result')).flatMap(
        ({ content }) => content as Record<string, unknown>[],
      );
      return all.findLast(({ content }) => !/below your answer/.test(`${content}`)) ?? {};
    },
    async cartCount() {
      const badge = page.locator('[data-cart-count]');
      return (await badge.isVisible()) ? Number(await badge.textContent()) : 0;
    },
    leave: () => context.close(),
  };
}

async function listen(fetch: Parameters<typeof serve>[0]['fetch']) {
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
