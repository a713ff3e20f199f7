// A tool whose schema names a format: its check is a file of its own in the built script. In real Chromium.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordRequests } from './support/world.ts';

/** Two tools that change nothing; both note that they ran. */
const TOOLS = `<script>window.ran = []; (window.bellhop ||= []).push((chat) => {
  for (const [name, mail] of [['look_up', { type: 'string' }], ['write_to', { type: 'string', format: 'email' }]])
    chat.registerTool({ name, description: name, annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: { mail } },
      execute: (input) => { window.ran.push(name + ' ' + input.mail); return 'done'; } });
});</script>`;
const call = (name: string, mail: string) => ({ call: [{ name, input: { mail } }] });

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('asks for the checks of formats with the first call whose schema names one, and refuses what they refuse', async () => {
  const gateway = await startReferenceGateway({
    script: [
      [call('look_up', 'nobody'), { say: 'Looked.' }],
      [call('write_to', 'nobody'), call('write_to', 'me@shop.example'), { say: 'Written.' }],
    ],
  });
  const world = await createWorld(gateway);
  const context = await browser.newContext();
  const requests = recordRequests(context);
  const fetched = () => requests.filter((line) => line.includes('/formats-')).length;
  const page = await context.newPage();
  const visitor = visitorOf(page);
  try {
    world.put('/', { html: pageHtml(world, {}, TOOLS) });
    await page.goto(`${world.site}/`);
    await visitor.open();
    await visitor.write('Look it up');
    await visitor.log.getByText('Looked.').waitFor();
    expect(fetched()).toBe(0);
    await visitor.write('Write to them');
    await visitor.log.getByText('Written.').waitFor();
    expect(fetched()).toBe(1);
    expect(await page.evaluate(() => (window as unknown as { ran: string[] }).ran)).toEqual([
      'look_up nobody',
      'write_to me@shop.example',
    ]);
  } finally {
    await context.close();
    await world.close();
  }
});
