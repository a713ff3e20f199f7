// The script as it is built when no cut fits a library any more, such as after a release that closes a hole: the chat works, and
// weighs more.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDropIn } from '../../scripts/build/drop-in.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole } from './support/world.ts';

let browser: Browser;
const dist = mkdtempSync(join(tmpdir(), 'bellhop-whole-'));

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(dist, { recursive: true });
});

const TOOL = `<script>(window.bellhop ||= []).push((chat) => chat.registerTool({
  name: 'buy', title: 'Buy', description: 'Buys.', annotations: { readOnlyHint: false },
  inputSchema: { type: 'object', properties: { mail: { type: 'string', format: 'email' } }, required: ['mail'] },
  execute: () => 'done' }));</script>`;

it(
  'answers with words, links and tables, and runs a tool whose input it has checked',
  OUTER,
  async () => {
    await buildDropIn(dist, { isWhole: true });
    expect(readFileSync(join(dist, 'bellhop.js'), 'utf8').length).toBeGreaterThan(1_000);
    const world = await createWorld(
      await startReferenceGateway({
        script: [
          [
            { call: [{ name: 'buy', input: { mail: 'nobody' } }] },
            { call: [{ name: 'buy', input: { mail: 'me@shop.example' } }] },
            {
              say: 'Two **lamps** <b>and</b> [a link](https://shop.example/).\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
            },
          ],
        ],
      }),
      dist,
    );
    const context = await browser.newContext();
    const page = await context.newPage();
    const lines = recordConsole(page);
    const visitor = visitorOf(page);
    world.put('/', pageHtml(world, {}, TOOL));
    await page.goto(`${world.site}/`);
    await visitor.open();
    await visitor.write('Hello');
    await visitor.answer('yes');
    await visitor.log.getByText('Two lamps and a link.').waitFor();
    await visitor.log.getByRole('table').waitFor();
    expect(lines).toEqual([]);
    await context.close();
    await world.close();
  },
);
