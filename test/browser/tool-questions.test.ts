// A tool server that says how far it is and then asks the visitor, in the real chat: with no double but the model.

import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANTHROPIC } from '../../gateway/test/agents/model/protocols.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { signInAt } from './support/desk-page.ts';
import { listen } from './support/listen.ts';
import { startToolDesk, type ToolDesk } from './support/tool-desk.ts';
import { visitorOf } from './support/visitor.ts';

const told: unknown[] = [];
let goOn = () => {};

function createShop(): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  shop.registerTool('book', { description: 'Books a table.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: 1, message: 'Looking at the plan' },
    });
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const answer = await mcpReq.elicitInput({
      message: 'Which table?',
      requestedSchema: {
        type: 'object',
        properties: { guest: { type: 'string', title: 'In whose name' } },
        required: ['guest'],
      },
    });
    told.push(answer);
    return { content: [{ type: 'text', text: 'Booked.' }] };
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
  'the step’s line tells the progress, a form names the server, and its answer is the server’s',
  OUTER,
  async () => {
    const { desk, provider, server } = stage;
    const { agent_id: agent = '' } = await desk.admin('POST', '/admin/agents', {
      name: 'Waiter',
      tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
    });
    const { session_id: id = '' } = await desk.admin('POST', '/admin/sessions', {
      agent,
      client_tools: [{ name: 'ask_form', description: '', input_schema: {} }],
    });
    const { token = '' } = await desk.admin('POST', `/admin/sessions/${id}/tokens`, {});
    provider.next(
      ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_book', input: '{}' }], end: 'calls' }),
      ANTHROPIC.answer({ text: ['A table is yours.'] }),
    );
    const site = await listen((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<!doctype html><title>Shop</title><script async src="${desk.url}/bellhop.js"
      data-gateway="${desk.url}" data-session-id="${id}" data-token="${token}"
      data-cards="form"></script>`);
    });
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      const visitor = visitorOf(page);
      await visitor.open();
      await visitor.write('A table please');
      await visitor.log.getByText('Looking at the plan').waitFor();
      goOn();
      await visitor.log.getByText(`shop (${new URL(server.url).host})`).waitFor();
      await visitor.log.getByLabel('In whose name').fill('Ada');
      await visitor.answer(/^Send$/);
      await visitor.log.getByText('A table is yours.').waitFor();
    } finally {
      await context.close();
      await site.close();
    }
    expect(told).toEqual([{ action: 'accept', content: { guest: 'Ada' } }]);
  },
);

it('asks in the desk’s try-out as well, where the agent has servers', OUTER, async () => {
  const { desk, provider, server } = stage;
  const { agent_id: agent = '' } = await desk.admin('POST', '/admin/agents', {
    name: 'Tried',
    tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
  });
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: 'shop_book', input: '{}' }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['A table is yours.'] }),
  );
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await signInAt(page, `${desk.url}/desk/agents/${agent}`);
    const frame = page.frameLocator('iframe:not(.coming)');
    const field = frame.getByRole('textbox');
    await field.fill('A table please');
    await field.press('Enter');
    const log = frame.getByRole('log');
    await log.getByText('Looking at the plan').waitFor();
    goOn();
    await log.getByLabel('In whose name').waitFor();
  } finally {
    await context.close();
  }
});
