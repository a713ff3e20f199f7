// A call of a tool server, as the desk shows it while it runs and once its visitor has stopped it: a server of the protocol, the
// gateway, the desk, Chromium; the model alone is a double.

import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { ANTHROPIC } from '../../gateway/test/agents/model/protocols.ts';
import {
  createProviderServer,
  type ProviderServer,
} from '../../gateway/test/agents/model/provider-server.ts';
import {
  createDiary,
  createSessionHandler,
  type ListeningToolServer,
  startToolServer,
} from '../../gateway/test/agents/tool-server.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { shoot } from './support/world.ts';

const diary = createDiary();

function createShop(): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  shop.registerTool('bake', { description: 'Takes long.' }, async ({ mcpReq }) => {
    diary.note('baking');
    await new Promise((resolve) => mcpReq.signal.addEventListener('abort', resolve));
    return { content: [] };
  });
  return shop;
}

let browser: Browser;
let provider: ProviderServer;
let server: ListeningToolServer;
let desk: DeskServer;
beforeAll(async () => {
  [browser, provider] = await Promise.all([launchBrowser(), createProviderServer()]);
  server = await startToolServer(createSessionHandler(createShop));
  desk = await startDesk({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
  await provider?.close();
  server?.close();
});

it(
  'a call is seen while it runs, and as cancelled, not as failed, once its visitor has stopped it',
  OUTER,
  async () => {
    const { agent_id: agent = '' } = await desk.admin('POST', '/admin/agents', {
      name: 'Baker',
      tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
    });
    provider.next(
      ANTHROPIC.answer({ text: ['Good morning.'] }),
      ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_bake', input: '{}' }], end: 'calls' }),
    );
    const id = await desk.converse(['Hello'], [], { agent });
    const { token } = await desk.admin('POST', `/admin/sessions/${id}/tokens`, {});
    const { context, page, faults } = await openDeskPage(browser, desk);
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.getByText('Good morning.').first().waitFor();
    await desk.say(id, 'Bake a cake.');
    await diary.has('baking');
    const step = page.locator('.step', { hasText: 'shop/bake' });
    await step.getByText('no result yet').waitFor();
    await shoot(page, 'desk-call-runs');

    await desk.gateway.request(`/v1/sessions/${id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ type: 'user.interrupt' }] }),
    });
    await page.getByText('The visitor stopped the answer.').waitFor();
    await step.getByText('cancelled', { exact: true }).waitFor();
    expect(await step.getAttribute('class')).toBe('step');
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect([width, await violationsIn(page)]).toEqual([width, []]);
      await shoot(page, `desk-call-cancelled-${width}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);
