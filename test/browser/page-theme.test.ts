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
/** On a page of a dark grey, as grey as that and a little lighter. */
const GREY = 'rgb(21, 21, 21)';

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
    await isGround('rgb(27, 29, 34)');
    await shoot(page, 'page-theme-dark');
    await page.evaluate(() => document.body.classList.add('day'));
    await isGround(LIGHT);
    const scheme = () =>
      page.locator('bellhop-host').evaluate((host) => getComputedStyle(host).colorScheme);
    expect(await scheme()).toBe('light');
  });

  it('has the hue of a cream page and of a dark green one', async () => {
    await visit('body{background:#f6f1e7} body.night{background:#0b1710}', 'light');
    const hue = async () => {
      const [red = 0, green = 0, blue = 0] = (await ground()).match(/\d+/g)?.map(Number) ?? [];
      return red > green && green > blue ? 'cream' : green > blue && blue > red ? 'green' : 'other';
    };
    await until('the panel to be cream', async () => (await hue()) === 'cream');
    await shoot(page, 'page-theme-cream');
    await page.evaluate(() => document.body.classList.add('night'));
    await until('the panel to be green', async () => (await hue()) === 'green');
    await shoot(page, 'page-theme-green');
  });

  const CASES: [string, string, 'light' | 'dark', string][] = [
    ['light on a page that has painted nothing, where the system is dark', '', 'dark', LIGHT],
    ['dark where the page declares it', ':root{color-scheme:dark}', 'light', DARK],
    ['as the system where the page has both', ':root{color-scheme:light dark}', 'dark', DARK],
    ['as the system over a picture', 'html{background:linear-gradient(#000,#fff)}', 'dark', DARK],
    ['as grey as the page', 'body{background:#111}', 'light', GREY],
    ['by what shows through', 'body{background:#0001} html{background:#111}', 'light', GREY],
  ];
  it.each(CASES)('is %s', OUTER, async (_, style, system, color) => {
    await visit(style, system);
    await isGround(color);
  });
});
