// data-theme="auto": the chat looks like the page, whatever the visitor's system prefers.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, shoot, type World } from './support/world.ts';

const LIGHT = 'rgb(251, 253, 254)';
const DARK = 'rgb(14, 19, 23)';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(await startReferenceGateway({ script: [] }));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
afterEach(() => context.close());

async function visit(style: string, colorScheme: 'light' | 'dark'): Promise<void> {
  context = await browser.newContext({ colorScheme });
  page = await context.newPage();
  world.put('/', pageHtml(world, {}, '', `<style>${style}</style>`));
  await page.goto(`${world.site}/`);
  await visitorOf(page).open();
}

const ground = () =>
  page.locator('bellhop-host .panel').evaluate((panel) => getComputedStyle(panel).backgroundColor);
const isGround = (color: string) =>
  until(`the panel to be ${color}`, async () => (await ground()) === color);

describe('a chat whose owner has set no theme', () => {
  it('is dark on a dark page, and follows where the page becomes another', async () => {
    await visit('body{background:#16181d} body.day{background:#fff}', 'light');
    await isGround(DARK);
    await shoot(page, 'page-theme-dark');
    await page.evaluate(() => document.body.classList.add('day'));
    await isGround(LIGHT);
    const scheme = () =>
      page.locator('bellhop-host').evaluate((host) => getComputedStyle(host).colorScheme);
    expect(await scheme()).toBe('light');
  });

  const CASES: [string, string, 'light' | 'dark', string][] = [
    ['light on a page that has painted nothing, where the system is dark', '', 'dark', LIGHT],
    ['dark where the page declares it', ':root{color-scheme:dark}', 'light', DARK],
    ['as the system where the page has both', ':root{color-scheme:light dark}', 'dark', DARK],
    ['as the system over a picture', 'html{background:linear-gradient(#000,#fff)}', 'dark', DARK],
    ['by what shows through', 'body{background:#0001} html{background:#101010}', 'light', DARK],
  ];
  it.each(CASES)('is %s', OUTER, async (_, style, system, color) => {
    await visit(style, system);
    await isGround(color);
  });
});
