// chat.html in a real browser, as an owner serves it: beside bellhop.js, on the site, under the strict policy.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until } from './support/visitor.ts';
import { createWorld, DIST, recordConsole, recordRequests, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let requests: string[];
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  world = await createWorld(await startOtherGateway([[{ say: 'Good day.' }]]));
  serve();
  context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  requests = recordRequests(context);
  page = await context.newPage();
  lines = recordConsole(page);
});

afterEach(async () => {
  await context.close();
  await world.close();
});

/** The built files on the site, and in chat.html what an owner writes into it. */
function serve(): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${world.gateway.url}`,
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
    'trusted-types bellhop',
  ].join('; ');
  const read = (name: string) => readFileSync(join(DIST, name), 'utf8');
  const html = read('chat.html')
    .replace(
      'name="bellhop:gateway" content=""',
      `name="bellhop:gateway" content="${world.gateway.url}"`,
    )
    .replace('content="/chat/session"', 'content="/session"');
  world.put('/chat.html', { html, headers: { 'content-security-policy': policy } });
  world.put('/chat.css', { html: read('chat.css'), headers: { 'content-type': 'text/css' } });
  const scripts = readdirSync(join(DIST, 'bellhop')).map((name) => `bellhop/${name}`);
  for (const name of ['chat.js', 'bellhop.js', ...scripts]) {
    world.put(`/${name}`, { html: read(name), headers: { 'content-type': 'text/javascript' } });
  }
}

describe('chat.html', () => {
  it('keeps lines that can be read in a wide window: what is said stands in the middle, over where one writes', async () => {
    await page.setViewportSize({ width: 1600, height: 800 });
    await page.goto(`${world.site}/chat.html`);
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('Hello');
    await composer.press('Enter');
    const answer = page.getByRole('log').getByText('Good day.');
    await answer.waitFor();
    const form = await page.locator('.composer-box').boundingBox();
    const question = await page.locator('.bubble').boundingBox();
    const reply = await page.locator('.turn').last().boundingBox();
    const ends = [form, question, reply].map((box) => [
      box?.x ?? 0,
      (box?.x ?? 0) + (box?.width ?? 0),
    ]);
    for (const [from = 0, to = 0] of ends) {
      expect(from).toBeGreaterThan(400);
      expect(to).toBeLessThan(1_200);
    }
    expect(form?.width).toBeGreaterThan(700);
  });

  it('puts heading and menu on that column too, at most 720 px wide, without an outline at the edge', async () => {
    await page.setViewportSize({ width: 1600, height: 800 });
    await page.goto(`${world.site}/chat.html`);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    const boxes = ['.header > .avatar', '.header > .menu-button', '.composer-box'].map((part) =>
      page.locator(`bellhop-host ${part}`).boundingBox(),
    );
    const [picture, menu, box] = (await Promise.all(boxes)).map((one) => ({
      start: one?.x ?? 0,
      end: (one?.x ?? 0) + (one?.width ?? 0),
    }));
    const width = (menu?.end ?? 0) - (picture?.start ?? 0);
    expect(width).toBeGreaterThan(650);
    expect(width).toBeLessThanOrEqual(736);
    expect(Math.abs((picture?.start ?? 0) - (box?.start ?? 0))).toBeLessThanOrEqual(8);
    const panel = page.locator('bellhop-host .panel');
    const outline = await panel.evaluate((one) => {
      const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(one);
      return [borderTopWidth, borderTopLeftRadius];
    });
    expect(outline).toEqual(['0px', '0px']);
  });

  it('holds a whole conversation over the whole page, and breaks no strict policy', async () => {
    await page.goto(`${world.site}/chat.html?theme=dark`);
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.waitFor();
    expect(requests.filter((line) => line.startsWith('POST'))).toEqual([]);
    const box = await page.locator('bellhop-host').boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await composer.fill('Hello');
    await composer.press('Enter');
    await page.getByRole('log').getByText('Good day.').waitFor();
    const troubles = lines.filter(
      ({ type, text }) =>
        type === 'uncaught' || /Content Security Policy|Trusted|\[bellhop\]/.test(text),
    );
    expect(troubles).toEqual([]);
  });

  it('sends nothing to a gateway that a link brings, and draws no chat', async () => {
    const evil = 'https://evil.example';
    await page.goto(`${world.site}/chat.html?gateway=${evil}&session=${evil}/session`);
    await page.getByRole('alert').waitFor();
    await until('the reason', () => lines.some(({ text }) => text.includes('“gateway” is none')));
    expect(await page.locator('bellhop-host').count()).toBe(0);
    expect(
      requests.filter((line) => line.includes(`GET ${evil}`) || line.startsWith('POST')),
    ).toEqual([]);
  });

  it('shows what a link says as text, if at all', async () => {
    const markup = encodeURIComponent('<img src=x onerror=alert(1)>');
    await page.goto(
      `${world.site}/chat.html?title=${markup}&greeting=${markup}&lang=${markup}&color=${markup}`,
    );
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toBe('Chat');
    expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
  });
});
