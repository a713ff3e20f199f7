// A gateway that asks the visitor before it runs a tool of the site's server, in the real chat.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { listen } from './support/listen.ts';
import { visitorOf } from './support/visitor.ts';

let browser: Browser;
let desk: DeskServer;
beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

const INPUT = { tool: 'shop/cancel_order', title: 'Cancel the order', input: { order: 7 } };

/** A chat in which the visitor is asked. @returns what the gateway was told, once it was. */
async function asked(press: (page: Page) => Promise<void>): Promise<string> {
  const { session_id: id = '' } = await desk.admin('POST', '/admin/sessions', {
    agent: 'scripted',
    client_tools: [{ name: 'allow_server_tool', description: '', input_schema: {} }],
    script: [[{ call: [{ name: 'allow_server_tool', input: INPUT }] }, { say: 'So be it.' }]],
  });
  const { token = '' } = await desk.admin('POST', `/admin/sessions/${id}/tokens`, {});
  const site = await listen((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><title>Shop</title><script async src="${desk.url}/bellhop.js"
      data-gateway="${desk.url}" data-session-id="${id}" data-token="${token}"
      data-cards="approvals"></script>`);
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByRole('button', { name: 'Chat' }).click();
    await page.getByRole('textbox').fill('Cancel my order');
    await page.getByRole('textbox').press('Enter');
    const log = page.getByRole('log');
    await log.getByText('Cancel the order: 7?').waitFor();
    await press(page);
    await log.getByText('So be it.').waitFor();
  } finally {
    await context.close();
    await site.close();
  }
  const { data } = await desk.admin<{ data: { type: string; content: { content: string }[] }[] }>(
    'GET',
    `/admin/conversations/${id}/events`,
  );
  return JSON.stringify(data.find(({ type }) => type === 'user.tool_result')?.content[0]?.content);
}

it(
  'the visitor sees the exact input, and a press on the tool’s title is the yes',
  OUTER,
  async () => {
    const told = await asked(async (page) => {
      await page.getByRole('log').getByText('Order', { exact: true }).waitFor();
      await page.getByRole('log').getByRole('button', { name: 'Cancel the order' }).waitFor();
      await visitorOf(page).answer('yes');
    });
    expect(JSON.parse(JSON.parse(told))).toEqual({ allowed: true });
  },
);

it('a no is none', OUTER, async () => {
  const told = await asked((page) => visitorOf(page).answer('no'));
  expect(told).toContain('declined');
});
