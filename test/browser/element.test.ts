// <bellhop-chat> on real pages: the npm package's element, as a page without a bundler would load it.

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until } from './support/visitor.ts';
import { createWorld, recordConsole, shoot, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  world = await createWorld(await startOtherGateway([[{ say: 'Good day.' }], [{ say: 'Again.' }]]));
  context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  page = await context.newPage();
  lines = recordConsole(page);
});

afterEach(async () => {
  await context.close();
  await world.close();
  expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

const element = (attributes = ''): string =>
  `<bellhop-chat gateway="${world.gateway.url}" session="/session" ${attributes}></bellhop-chat>`;

const visit = async (body: string): Promise<void> => {
  world.put(
    '/',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<style>bellhop-chat { width: 360px; height: 420px }</style>
<script type="module" src="${world.cdn}/npm/element.js"></script></head><body>${body}</body></html>`,
  );
  await page.goto(`${world.site}/`);
};

const parts = (chat: Locator) => ({
  field: chat.getByRole('textbox', { name: 'Message' }),
  log: chat.getByRole('log'),
});

const talk = async (chat: Locator, text: string, answer: string): Promise<void> => {
  const { field, log } = parts(chat);
  await field.fill(text);
  await chat.locator('[part="send"]:not([aria-disabled])').waitFor();
  await field.press('Enter');
  await log.getByText(answer).waitFor();
};

describe('<bellhop-chat>', () => {
  it('takes its options from attributes without data-, and talks inside its own box', async () => {
    await visit(element('title="Lamps" greeting="Ask about lamps." theme="dark"'));
    const chat = page.locator('bellhop-chat');
    await parts(chat).field.click();
    await chat.getByRole('heading', { name: 'Lamps' }).waitFor();
    await chat.getByText('Ask about lamps.').waitFor();
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      document.addEventListener('bellhop-message', ({ detail }) => heard.push(detail.text));
    });
    await talk(chat, 'Hi', 'Good day.');
    // Without a colon, for templates: the visitor's words and the answer.
    await until('both messages', () => page.evaluate('heard.join() === "Hi,Good day."'));
    const box = await chat.getByRole('region', { name: 'Lamps' }).boundingBox();
    expect(box).toMatchObject({ width: 360, height: 420 });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await shoot(page, 'element');
  });

  describe.each([
    [[500], {}],
    [[300, 800, 0], OUTER],
  ])('in %j', (heights, ring) => {
    it.each(heights)(
      'stands open in a box of %i px and fills it, asks and stores nothing, and takes no focus',
      ring,
      async (height) => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await visit(
          `<p>Above</p><style>bellhop-chat { height: ${height === 0 ? 'auto' : `${height}px`} !important }</style>${element('title="Lamps" greeting="Ask about lamps."')}`,
        );
        const chat = page.locator('bellhop-chat');
        await chat.getByRole('heading', { name: 'Lamps' }).waitFor();
        await chat.getByText('Ask about lamps.').waitFor();
        await parts(chat).field.waitFor();
        const box = await chat.getByRole('region', { name: 'Lamps' }).boundingBox();
        expect(box).toMatchObject({ width: 360, height: height || 480 });
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
        const stored = await page.evaluate(async () => [
          localStorage.length,
          sessionStorage.length,
          (await indexedDB.databases()).length,
        ]);
        expect(stored).toEqual([0, 0, 0]);
        expect(world.tickets).toEqual([]);
        expect(asked.filter((url) => url.startsWith(world.gateway.url))).toEqual([]);
        await parts(chat).field.focus();
        await talk(chat, 'Hi', 'Good day.');
        expect(world.tickets).toHaveLength(1);
      },
    );
  });

  it('draws itself anew when an attribute changes, or is taken away', async () => {
    await visit(element('title="Lamps"'));
    const chat = page.locator('bellhop-chat');
    await parts(chat).field.click();
    await chat.getByRole('heading', { name: 'Lamps' }).waitFor();
    await chat.evaluate((node) => node.setAttribute('title', 'Chairs'));
    await chat.getByRole('heading', { name: 'Chairs' }).waitFor();
    await chat.evaluate((node) => node.removeAttribute('title'));
    await chat.getByRole('heading', { name: 'Chat' }).waitFor();
  });

  it('is the same chat where a framework takes it out and puts it back', async () => {
    await visit(`${element()}<aside></aside>`);
    const chat = page.locator('bellhop-chat');
    await parts(chat).field.click();
    await talk(chat, 'Hi', 'Good day.');
    await parts(chat).field.fill('half a');
    await chat.evaluate((node) => document.querySelector('aside')?.append(node));
    await page.locator('aside bellhop-chat').waitFor();
    expect(await parts(chat).field.inputValue()).toBe('half a');
    await talk(chat, 'Hi again', 'Again.');
    expect(world.tickets).toHaveLength(1);
  });

  it('ends with its removal, and shows the conversation when it is inserted again', async () => {
    await visit(element());
    const chat = page.locator('bellhop-chat');
    await parts(chat).field.click();
    await talk(chat, 'Hi', 'Good day.');
    await page.evaluate(() => {
      const node = document.querySelector('bellhop-chat');
      node?.remove();
      Object.assign(window, { kept: node });
    });
    // Its last requests are over, and no others follow.
    await page.waitForTimeout(500);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.waitForTimeout(1500);
    expect(requests).toEqual([]);
    await page.evaluate(() => document.body.append((window as unknown as { kept: Node }).kept));
    await parts(chat).field.click();
    await parts(chat).log.getByText('Good day.').waitFor();
    await talk(chat, 'Hi again', 'Again.');
  });

  it('stands twice on a page, each with its own conversation', async () => {
    await visit(`${element('name="left"')}${element('name="right"')}`);
    const [left, right] = [
      page.locator('bellhop-chat').nth(0),
      page.locator('bellhop-chat').nth(1),
    ];
    for (const chat of [left, right]) {
      await parts(chat).field.click();
      await talk(chat, `Hi`, 'Good day.');
    }
    await until('two sessions', () => world.tickets.length === 2);
    await talk(left, 'Only here', 'Again.');
    expect(await parts(right).log.getByText('Only here').count()).toBe(0);
  });

  it('says what is missing, and draws nothing', async () => {
    await visit('<bellhop-chat session="/session"></bellhop-chat>');
    await until('the error', () =>
      lines.some(({ type, text }) => type === 'error' && text.includes('[bellhop] gateway')),
    );
    expect(await page.locator('bellhop-chat').getByRole('button').count()).toBe(0);
  });
});
