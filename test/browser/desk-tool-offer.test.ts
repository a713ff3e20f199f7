// An owner looks at what a tool server offers before the first of its tools is allowed: the protocol's own server, the gateway, the
// desk, Chromium.

import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../gateway/test/postgres-server.ts';
import { launchBrowser } from './support/browser.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { startToolDesk, type ToolDesk } from './support/tool-desk.ts';
import { shoot } from './support/world.ts';

function createShop(): McpServer {
  const shop = new McpServer({ name: 'Lamp shop', version: '7' });
  const nothing = async () => ({ content: [] });
  shop.registerTool(
    'find_lamp',
    {
      title: 'Find a lamp',
      description: 'Looks a lamp up by its light, its height and what it costs.',
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: 'ui://shop/lamp' } },
    },
    nothing,
  );
  shop.registerTool('find_order', { description: 'Where an order is.' }, nothing);
  shop.registerTool('cancel_order', { description: 'Cancels it.' }, nothing);
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

it('shows the tools of a server that isn’t saved yet, and ticks fill what it may use', async () => {
  const { desk, server } = stage;
  const { agent_id: id = '' } = await desk.admin('POST', '/admin/agents', { name: 'Lamps' });
  const { page, context, faults } = await openDeskPage(browser, desk);
  await signInAt(page, `${desk.url}/desk/agents/${id}`);
  await page.getByRole('radio', { name: 'What it may do' }).check();
  await page.getByRole('button', { name: 'Add a server' }).click();
  const row = page.locator('fieldset.row').first();
  await row.getByLabel('Name').fill('shop');
  const press = row.getByRole('button', { name: 'Show what the server offers' });
  await row.getByLabel('Address').fill(`http://127.0.0.1:${await freePort()}/mcp`);
  await press.click();
  await row.getByText('can’t be reached (ECONNREFUSED)').waitFor();
  await shoot(page, 'desk-tool-offer-none');
  await row.getByLabel('Address').fill(server.url);
  await press.click();
  await row.getByText('What Lamp shop 7 offers').waitFor();
  const ticks = row.getByRole('checkbox');
  const may = row.getByLabel('Tools that it may use');
  expect(await ticks.count()).toBe(3);
  await ticks.nth(0).check();
  await ticks.nth(2).check();
  expect(await may.inputValue()).toBe('find_lamp, cancel_order');
  await may.fill('find_*');
  expect([await ticks.nth(0).isChecked(), await ticks.nth(1).isChecked()]).toEqual([true, true]);
  expect(await ticks.nth(2).isChecked()).toBe(false);
  await ticks.nth(1).uncheck();
  expect(await may.inputValue()).toBe('find_lamp');
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await row.locator('.tool-offer').scrollIntoViewIfNeeded();
    await shoot(page, `desk-tool-offer-${width}`);
    expect([width, await violationsIn(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole('button', { name: 'Save', exact: false }).first().click();
  await expect
    .poll(async () => (await desk.admin('GET', `/admin/agents/${id}`)).settings)
    .toMatchObject({ tool_servers: [{ name: 'shop', url: server.url, tools: ['find_lamp'] }] });
  expect(faults.filter((line) => !line.includes('502'))).toEqual([]);
  await context.close();
});
