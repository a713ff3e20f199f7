// A call of a tool server, as the desk shows it while it runs and once its visitor has stopped it: a server of the protocol, the
// gateway, the desk, Chromium; the model alone is a double.

import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANTHROPIC } from '../../gateway/test/agents/model/protocols.ts';
import { createDiary } from '../../gateway/test/agents/tool-server.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { startToolDesk, type ToolDesk } from './support/tool-desk.ts';
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
let stage: ToolDesk;
beforeAll(async () => {
  [browser, stage] = await Promise.all([launchBrowser(), startToolDesk(createShop)]);
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

it(
  'a call is seen while it runs, and as cancelled, not as failed, once its visitor has stopped it',
  OUTER,
  async () => {
    const { desk, provider, server } = stage;
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
