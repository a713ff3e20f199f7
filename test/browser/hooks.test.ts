// The hooks of each framework: one app in all of them, drawn on a server, taken over by the page, and used by a visitor.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { APPS, HEADLESS } from './hooks/apps.ts';
import { buildApp, CACHE } from './hooks/build-app.ts';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until, visitorOf } from './support/visitor.ts';
import { createWorld, recordConsole, type World } from './support/world.ts';

const call = (name: string, said: string) => [{ call: [{ name, input: {} }] }, { say: said }];
const SCRIPT = [
  call('add_to_cart', 'It is in your cart.'),
  call('empty_cart', 'As you like.'),
  call('choose_size', 'Noted.'),
  call('read_page_state', 'I see.'),
  call('greet', 'Greeted once.'),
  call('greet', 'Greeted twice.'),
  call('greet', 'Greeted thrice.'),
];

let folder: string;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'apps-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Visit {
  page: Page;
  world: World;
  /** What the framework or Bellhop complains of. */
  complaints(): string[];
  /** What the agent heard last of its tool. */
  heard(): Promise<unknown>;
  close(): Promise<void>;
}

async function visit(app: (typeof APPS)[number]): Promise<Visit> {
  const { script, drawn } = await buildApp(folder, app);
  const world = await createWorld(await startOtherGateway(SCRIPT));
  world.put('/app.js', { html: script, headers: { 'content-type': 'text/javascript' } });
  world.put(
    '/',
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="app">${drawn}</div>
<script>window.gateway = '${world.gateway.url}'</script><script type="module" src="/app.js"></script></body></html>`,
  );
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const lines = recordConsole(page);
  await page.goto(`${world.site}/`);
  return {
    page,
    world,
    complaints: () =>
      lines
        .filter(
          ({ type, text }) =>
            (type === 'error' || type === 'warning' || type === 'uncaught') &&
            !text.startsWith('Failed to load'),
        )
        .map(({ text }) => text),
    async heard() {
      const events = await world.gateway.events(world.sessionId());
      const result = events.findLast(({ type }) => type === 'user.tool_result');
      const [block] = (result?.content ?? []) as { content?: unknown }[];
      return block?.content;
    },
    async close() {
      await page.close();
      await world.close();
    },
  };
}

describe('the hooks of a framework', OUTER, () => {
  it.each(APPS)(
    '$name: offer tools, draw calls, tell the page’s state, list messages',
    async (app) => {
      const { page, complaints, heard, close } = await visit(app);
      const chat = page.locator('bellhop-host');
      const log = chat.getByRole('log');
      const field = chat.getByRole('textbox', { name: 'Message' });
      let count = 0;
      const say = async (text: string, answer?: string): Promise<void> => {
        count += 1;
        await field.fill(text);
        await chat.locator('[part="send"]:not([aria-disabled])').waitFor();
        await field.press('Enter');
        if (answer) await log.getByText(answer).waitFor();
      };

      // What the server has drawn has no chat; the page finds it.
      await page.getByRole('button', { name: 'Ask us', disabled: false }).click();
      await field.waitFor();
      await say('Add a lamp', 'It is in your cart.');
      await page.getByText('1 in the cart').waitFor();
      expect(await heard()).toContain('{"count":1}');

      // The question tells the state of now, not of when the tool was registered.
      await say('Empty it');
      await chat.getByText('Take all 1 out?').first().waitFor();
      await visitorOf(page).answer('no');
      await log.getByText('As you like.').waitFor();

      // A component of the page stands in the thread, with its context and a state of its own.
      await say('Which size?');
      await page.getByRole('button', { name: 'Larger than 10 mm' }).click();
      await page.getByRole('button', { name: 'Larger than 11 mm' }).click();
      await page.getByRole('button', { name: 'Take 12' }).click();
      await page.getByText('Size 12 mm it is').waitFor();
      await log.getByText('Noted.').waitFor();

      await say('What do you see?', 'I see.');
      expect(await heard()).toContain('{"cart":{"count":1}}');

      // Of two components the later one counts, also after the earlier has changed, until it goes.
      await say('Greet me', 'Greeted once.');
      expect(await heard()).toBe('inner');
      await page.getByRole('button', { name: 'change' }).dispatchEvent('click');
      await say('Greet me again', 'Greeted twice.');
      expect(await heard()).toBe('inner');
      await page.getByRole('button', { name: 'leave' }).dispatchEvent('click');
      await say('And again', 'Greeted thrice.');
      expect(await heard()).toBe('outer, changed');

      await until(
        'all that was said',
        async () => (await page.locator('li').count()) === 2 * count,
      );
      expect((await page.locator('li').allTextContents()).slice(0, 2)).toEqual([
        'user: Add a lamp',
        'agent: It is in your cart.',
      ]);
      expect(complaints()).toEqual([]);
      await close();
    },
  );

  it('take a chat that the page draws itself, too', async () => {
    const { page, complaints, heard, close } = await visit(HEADLESS);
    await page.evaluate('window.say("Add a lamp")');
    await page.getByText('agent: It is in your cart.').waitFor();
    expect(await heard()).toContain('{"count":1}');
    expect(await page.locator('li').allTextContents()).toEqual([
      'user: Add a lamp',
      'agent: It is in your cart.',
    ]);
    expect(complaints()).toEqual([]);
    await close();
  });
});
