// A conversation in which an agent has called a tool with an app, with no double but the model: a server of the protocol, the gateway,
// the widget, Chromium.

import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { createModelFactory } from '../../../gateway/agents/model/open-model-agent.ts';
import { ANTHROPIC } from '../../../gateway/test/agents/model/protocols.ts';
import type { ProviderServer } from '../../../gateway/test/agents/model/provider-server.ts';
import { startDesk } from './desk.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { createWorld, pageHtml, recordConsole } from './world.ts';

interface Served {
  browser: Browser;
  /** The model that calls the tool. */
  provider: ProviderServer;
  server: { url: string };
  call: { tool: string; title: string; input?: object };
  /** The gateway's port; 0: any. */
  at?: number;
  sandboxOrigin?: string | null;
  look?: BrowserContextOptions;
  theme?: 'light' | 'dark';
}

export interface ServedApp {
  page: Page;
  visitor: Visitor;
  /** What stands in the page's console. */
  lines: ReturnType<typeof recordConsole>;
  app: FrameLocator;
  close(): Promise<void>;
}

export async function openServedApp(served: Served): Promise<ServedApp> {
  const { browser, provider, server, call, at = 0, sandboxOrigin = null } = served;
  const gateway = await startDesk({
    at,
    options: { agentsMayBePrivate: true, sandboxOrigin },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
  const { agent_id: agent = '' } = await gateway.admin('POST', '/admin/agents', {
    name: 'Seller',
    tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
  });
  const world = await createWorld({
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
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // What the driver says of colours would count in each frame, whatever stands around it.
    colorScheme: null,
    ...served.look,
  });
  const page = await context.newPage();
  const input = JSON.stringify(call.input ?? {});
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: `shop_${call.tool}`, input }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['There it is.'] }),
  );
  const lines = recordConsole(page);
  world.put('/', pageHtml(world, { 'data-theme': served.theme ?? 'light' }));
  await page.goto(`${world.site}/`);
  const visitor = visitorOf(page);
  await visitor.open();
  await visitor.write('Show me');
  await visitor.log.getByText('There it is.').waitFor();
  return {
    page,
    visitor,
    lines,
    app: page.frameLocator(`iframe[title="${call.title}"]`).frameLocator('iframe'),
    async close() {
      await context.close();
      await world.close();
      await gateway.close();
    },
  };
}
