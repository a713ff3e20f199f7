// From the launcher to the panel and back: the panel is drawn when somebody comes near, before it is opened, and must
// be out of reach until then.

import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, shoot, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let lines: { type: string; text: string }[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const visit = async (viewport: { width: number; height: number }): Promise<void> => {
  world = await createWorld(await startOtherGateway([[{ say: 'Good day.' }]]));
  context = await browser.newContext({ viewport });
  page = await context.newPage();
  lines = recordConsole(page);
  visitor = visitorOf(page);
  world.put('/', pageHtml(world, {}, '<a href="#one">One</a> <a href="#two">Two</a>'));
  await page.goto(`${world.site}/`);
};

/** The engine has come, and with it the panel. */
const comeNear = async (): Promise<void> => {
  await visitor.launcher.hover();
  await until('the panel', () => page.locator('bellhop-host dialog').count());
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
};

/** Of the dialog, wherever it is: shown or not. */
const look = () =>
  page.locator('bellhop-host dialog').evaluate((dialog: HTMLDialogElement) => {
    const { x, y, width, height } = dialog.getBoundingClientRect();
    const { visibility, display } = getComputedStyle(dialog);
    return { box: { x, y, width, height }, visibility, display, isOpen: dialog.open };
  });

const focusedInside = () =>
  page.evaluate(
    () => document.querySelector('bellhop-host')?.shadowRoot?.activeElement?.localName ?? null,
  );

describe.each([
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 780 }],
])('on %s', (name, viewport) => {
  beforeEach(() => visit(viewport));
  afterEach(async () => {
    await context.close();
    await world.close();
    expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
  });

  it('lays the panel out when somebody comes near, out of reach of eye, key and screen reader', async () => {
    await comeNear();
    const { box, ...rest } = await look();
    expect(rest).toEqual({ visibility: 'hidden', display: 'flex', isOpen: false });
    expect(box.height).toBeGreaterThan(300);
    expect(await visitor.panel.count()).toBe(0);
    expect(await page.locator('body').ariaSnapshot()).not.toContain('Message');
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab');
      expect(await focusedInside()).not.toBe('textarea');
    }
    const { width, height } = viewport;
    const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.localName, [
      width - 60,
      height / 2,
    ] as const);
    expect(hit).not.toBe('bellhop-host');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  });

  it('opens where it was laid out, with the focus in the text field, and gives it back', async () => {
    await comeNear();
    const before = await look();
    await visitor.launcher.click();
    await visitor.composer.waitFor();
    expect(await focusedInside()).toBe('textarea');
    const opened = { ...before, visibility: 'visible', isOpen: true };
    await until('the movement to end', async () => isDeepStrictEqual(await look(), opened));
    await shoot(page, `opened on ${name}`);
    await page.keyboard.press('Escape');
    await visitor.panel.waitFor({ state: 'detached' });
    expect(await focusedInside()).toBe('button');
    expect(await look()).toMatchObject({ display: 'none', isOpen: false });
    await page.keyboard.press('Enter');
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    await shoot(page, `answered on ${name}`);
  });

  it('greets a new visitor at once while the rest of the chat is still on its way', async () => {
    let letThrough = (): void => {};
    const isLet = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/core-[^/]*\.js$/, async (route) => {
      await isLet;
      await route.continue();
    });
    await visitor.launcher.click();
    const greeting = page.locator('bellhop-host .greeting.is-empty');
    await greeting.waitFor();
    expect(await page.locator('bellhop-host .skeleton').count()).toBe(0);
    await shoot(page, `greeted on ${name}`);
    letThrough();
    await visitor.write('Hi');
    await visitor.log.getByText('Good day.').waitFor();
    expect(await greeting.count()).toBe(0);
  });
});
