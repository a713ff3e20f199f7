// The developer's panel, in the real shop with its tools, its gateway and its assistant.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, PATIENCE_MS } from './support/browser.ts';
import { openShop, type Shop } from './support/shop.ts';
import { recordConsole, shoot } from './support/world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PATIENCE = { timeout: PATIENCE_MS };

let browser: Browser;
let shop: Shop;
let context: BrowserContext;
let page: Page;
let lines: { type: string; text: string }[];
let files: string[];

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});
afterEach(async () => {
  await context.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

async function visit(address: string, options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext(options);
  page = await context.newPage();
  lines = recordConsole(page);
  files = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(address);
}

const local = (path: string) => `${shop.url.replace('127.0.0.1', 'localhost')}${path}`;
const panel = () => page.getByRole('dialog', { name: 'Bellhop developer panel' });
const opener = () => page.getByRole('button', { name: /developer panel/ });
const tab = (name: string) => panel().getByRole('tab', { name });
const chat = () => page.locator('bellhop-host').getByRole('dialog');
const launcher = () => page.locator('bellhop-host button[part=launcher]');
const composer = () => chat().getByRole('textbox', { name: 'Message' });
const call = () => panel().getByRole('region', { name: 'The call' });

/** The engine comes when the pointer is near the chat; from then on each page of this machine has it at once. */
async function openPanel(): Promise<void> {
  await launcher().hover();
  await opener().click();
}

async function configure(options: Record<string, unknown>): Promise<void> {
  await page.evaluate((given) => {
    type Queue = { push(callback: (chat: { configure(options: unknown): void }) => void): void };
    (window as unknown as { bellhop: Queue }).bellhop.push((chat) => chat.configure(given));
  }, options);
}

async function choose(tool: string): Promise<void> {
  await panel().getByLabel('Tool', { exact: true }).selectOption(tool);
}

async function say(text: string): Promise<void> {
  await composer().fill(text);
  await composer().press('Enter');
}

describe('on the developer’s own machine', () => {
  it('runs a tool by its schema, its question and its journal, of which no agent hears', async () => {
    await visit(local('/?bellhop-debug'));
    await openPanel();
    await choose('search_products');
    await panel().getByLabel('query').fill('mug');
    await panel().getByLabel('max_results').fill('99');
    await panel().getByRole('button', { name: 'Run Search products' }).click();
    await call().getByText('invalid_input', { exact: true }).waitFor();
    await panel().getByLabel('max_results').fill('2');
    await panel().getByRole('button', { name: 'Run Search products' }).click();
    await call().getByRole('status').getByText('done').waitFor();
    expect(await call().getByRole('group', { name: 'What the agent heard' }).innerText()).toContain(
      'mug',
    );
    await choose('add_to_cart');
    await panel().getByLabel('as JSON').check();
    await panel().getByLabel('Input, as JSON').fill('{"product_id": "mug-green", "quantity": 2}');
    await panel().getByRole('button', { name: 'Run Add to cart' }).click();
    await call().getByText('The visitor is asked:').waitFor();
    await shoot(page, 'devtools-asked');
    await call().locator('button.strong').click();
    await call()
      .getByRole('status')
      .getByText(/done|failed/)
      .waitFor();
    await tab('Calls').click();
    expect(await panel().getByText('by you').count()).toBe(3);
    // Nothing was sent for it: there is no session yet.
    expect(files.filter((path) => /session/.test(path))).toEqual([]);
  });

  it('shows what the agent calls, what it hears and every event, beside a chat that goes on', async () => {
    await visit(local('/?bellhop-debug'));
    await openPanel();
    await launcher().click();
    await say('Do you have green mugs?');
    await tab('Calls').click();
    const first = panel().getByRole('listitem').first();
    await first.locator('.state.good').waitFor();
    await first.locator('summary').click();
    await first.getByRole('group', { name: 'What the agent heard' }).waitFor();
    await shoot(page, 'devtools-calls');
    await first.getByRole('button', { name: 'Run again with this input' }).click();
    await panel().getByRole('button', { name: /^Run / }).click();
    await call().getByRole('status').getByText('done').waitFor();
    await tab('Events').click();
    await panel().getByText('agent.tool_use').first().waitFor();
    await panel().getByText('bellhop:message').first().waitFor();
    await panel().getByLabel('Find in the events').fill('tool_result');
    await panel().getByText('user.tool_result').first().waitFor();
    expect(await panel().getByText('agent.message', { exact: true }).count()).toBe(0);
    await shoot(page, 'devtools-events');
    // The key that closes one leaves the other.
    await panel().press('Escape');
    await panel().waitFor({ state: 'hidden' });
    expect(await chat().isVisible()).toBe(true);
    expect(
      await opener().evaluate((it) => it === (it.getRootNode() as ShadowRoot).activeElement),
    ).toBe(true);
  });

  it('plays an exported conversation again, event by event', async () => {
    await visit(local('/?bellhop-debug'));
    await openPanel();
    await tab('Replay').click();
    const file = (events: unknown) => ({
      name: 'export.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ session: {}, events, files: [] })),
    });
    await panel().getByLabel('File, JSON').setInputFiles(file('none'));
    await panel()
      .getByRole('alert')
      .getByText(/no conversation/)
      .waitFor();
    await panel().getByLabel('File, JSON').setInputFiles(file(CONVERSATION));
    const stage = panel().getByRole('region', { name: 'Replay' });
    const words = stage.getByText('Two of them are green.', { exact: true });
    await words.waitFor();
    await shoot(page, 'devtools-replay');
    await stage.getByRole('slider').fill('1');
    await stage.getByText('Do you have mugs?', { exact: true }).waitFor();
    await words.waitFor({ state: 'hidden' });
    await stage.getByRole('button', { name: 'Play' }).click();
    await words.waitFor();
    expect(files.filter((path) => /session/.test(path))).toEqual([]);
  });

  it('tells what is wrong with the options and the tools as soon as a page loads, once the chat was near', async () => {
    await visit(local('/'));
    const shown = () => lines.map(({ text }) => text).join('\n');
    await launcher().hover();
    await expect.poll(shown, PATIENCE).toContain('Add ?bellhop-debug');
    await page.route('**/', async (route) => {
      const reply = await route.fetch();
      const html = (await reply.text()).replace('data-gateway', 'data-them="dark" data-gateway');
      await route.fulfill({ response: reply, body: html });
    });
    lines.length = 0;
    await page.reload();
    await expect
      .poll(shown, PATIENCE)
      .toContain('data-them is not known. Did you mean data-theme?');
    await page.evaluate(() => {
      type Queue = { push(callback: (chat: { registerTool(tool: unknown): void }) => void): void };
      (window as unknown as { bellhop: Queue }).bellhop.push((chat) =>
        chat.registerTool({ name: 'bad name', description: 'x', execute() {} }),
      );
    });
    await expect.poll(shown, PATIENCE).toContain('Tool name "bad name" must be');
    // Nobody has opened it: it has asked for nothing.
    expect(files.filter((path) => /session/.test(path))).toEqual([]);
    await page.goto(local('/?bellhop-debug'));
    await opener().click();
    await tab('Setup').click();
  });

  it('can be read and used by all, in light and dark, on a phone and beside a page from right to left', async () => {
    await visit(local('/?bellhop-debug'), { colorScheme: 'dark' });
    await openPanel();
    for (const name of ['Tools', 'Calls', 'Events', 'Replay', 'Setup']) {
      await tab(name).click();
      expect(await violations()).toEqual([]);
    }
    await shoot(page, 'devtools-dark');
    // The keys of a list of tabs.
    await tab('Setup').press('ArrowRight');
    await expect.poll(() => tab('Tools').getAttribute('aria-selected'), PATIENCE).toBe('true');
    const width = () => panel().evaluate((it) => it.getBoundingClientRect().width);
    const before = await width();
    await panel().getByRole('separator').press('ArrowRight');
    await expect.poll(width, PATIENCE).toBeGreaterThan(before);
    // A reload leaves it open, where it was.
    await page.reload();
    await panel().waitFor();
    // It stands where the chat doesn't.
    await configure({ position: 'left' });
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await launcher().click();
    await expect
      .poll(
        () => panel().evaluate((it) => Math.round(innerWidth - it.getBoundingClientRect().right)),
        PATIENCE,
      )
      .toBe(0);
    expect(await violations()).toEqual([]);
    await shoot(page, 'devtools-rtl');
    await context.close();

    await visit(local('/?bellhop-debug'), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await openPanel();
    expect(await panel().evaluate((it) => it.matches(':modal'))).toBe(true);
    expect(await violations()).toEqual([]);
    await shoot(page, 'devtools-phone');
    await panel().getByRole('button', { name: 'Close' }).click();
    await panel().waitFor({ state: 'hidden' });
  });
});

it('is in the chat’s menu where data-debug is on, over a chat that fills a phone', async () => {
  await visit(`${shop.url}/`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await configure({ debug: true });
  await launcher().click();
  await page.locator('bellhop-devtools').waitFor({ state: 'attached' });
  await chat().getByRole('button', { name: 'Menu' }).click();
  await chat().getByRole('menuitem', { name: 'Developer’s panel' }).click();
  await panel().waitFor();
  await tab('Setup').click();
  await panel().getByText('data-debug').waitFor();
  await shoot(page, 'devtools-menu');
  await panel().getByRole('button', { name: 'Close' }).click();
  await panel().waitFor({ state: 'hidden' });
  expect(await chat().isVisible()).toBe(true);
});

it('is no part of what a visitor fetches', async () => {
  await visit(`${shop.url}/`);
  await launcher().click();
  await say('Do you have green mugs?');
  await chat().getByRole('log').getByText(/mug/i).nth(1).waitFor();
  expect(files.filter((path) => /devtools|own-machine/.test(path))).toEqual([]);
  expect(await page.locator('bellhop-devtools').count()).toBe(0);
});

async function violations(): Promise<string[]> {
  // Not as a script tag: the shop's policy takes none of others.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Axe = {
      run(where: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run('bellhop-devtools');
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const event = (id: string, type: string, seconds: number, content: unknown) => ({
  id,
  type,
  processed_at: at(seconds),
  created_at: at(seconds),
  content,
});
const CONVERSATION = [
  event('e1', 'user.message', 0, [{ type: 'text', text: 'Do you have mugs?' }]),
  event('e2', 'session.status_running', 1, []),
  event('e3', 'agent.tool_use', 2, [
    { type: 'tool_use', id: 't1', name: 'search_products', input: { query: 'mug' } },
  ]),
  event('e4', 'session.status_idle', 2, { stop_reason: 'client_tool_use' }),
  event('e5', 'user.tool_result', 3, [
    { type: 'tool_result', tool_use_id: 't1', content: '{"products":[]}' },
  ]),
  event('e6', 'session.status_running', 3, []),
  event('e7', 'agent.message', 9, [{ type: 'text', text: 'Two of them are **green**.' }]),
  event('e8', 'session.status_idle', 9, { stop_reason: 'end_turn' }),
];
