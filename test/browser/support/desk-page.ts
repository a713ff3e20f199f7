// A page of the desk in a browser: what went wrong on it is collected, an owner signs in, and axe looks at it. And what a file of such
// tests begins and ends with.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { DESK_KEY, type DeskOptions, type DeskServer, startDesk } from './desk.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface DeskPage {
  context: BrowserContext;
  page: Page;
  /** Errors of the page, lines of its console, and requests to anybody else. */
  faults: string[];
}

export async function openDeskPage(
  browser: Browser,
  desk: DeskServer,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<DeskPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  // Less than a test has: what was waited for is then named.
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    // A browser's own line about the first question, whether somebody is signed in.
    if (line.type() === 'error' && !line.text().includes('401')) faults.push(line.text());
    // The widget in a preview: what it can't do it only warns of. A page that is left breaks off its requests.
    const isWarning = line.type() === 'warning' && line.text().startsWith('[bellhop]');
    if (isWarning && !line.text().includes('Failed to fetch')) faults.push(line.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(desk.url) && !url.startsWith('data:')) faults.push(`asked ${url}`);
  });
  return { context, page, faults };
}

export interface PlayedDesk extends DeskPage {
  browser: Browser;
  desk: DeskServer;
}

/**
 * Each test of the file has a desk of its own, whose owner is called Olga, and a page; what went wrong on the page fails it.
 * @param take is given both before each test
 */
export function eachHasADesk(options: DeskOptions, take: (played: PlayedDesk) => void): void {
  let browser: Browser;
  let played: PlayedDesk;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    const desk = await startDesk(options);
    played = { browser, desk, ...(await openDeskPage(browser, desk)) };
    take(played);
    await desk.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
  });
  afterEach(async () => {
    expect(played.faults).toEqual([]);
    await played.context.close();
    await played.desk.close();
  });
}

/**
 * All tests of the file have one desk; each has a page of its own.
 * @param start makes the desk. @param take is given both before each test
 */
export function allHaveADesk(
  start: () => Promise<DeskServer>,
  take: (played: PlayedDesk) => void,
  options: Parameters<typeof openDeskPage>[2] = {},
): void {
  let browser: Browser;
  let desk: DeskServer;
  let context: BrowserContext;
  beforeAll(async () => {
    [browser, desk] = await Promise.all([launchBrowser(), start()]);
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.close();
  });
  beforeEach(async () => {
    const opened = await openDeskPage(browser, desk, options);
    ({ context } = opened);
    take({ browser, desk, ...opened });
  });
  afterEach(() => context.close());
}

/** At a desk and on a phone, light and dark: axe finds nothing, and nothing stands beside the page. */
export async function looksWell(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // The page's own scroller hides what is too wide for it: the elements themselves are asked, but for those of tables and
    // lines that scroll by themselves.
    const beside = await page.evaluate(() => {
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        element.tagName !== 'MAIN' &&
        (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
      const all = document.querySelectorAll('main :is(p, input, button, form, li, code, h3)');
      return Math.max(
        document.documentElement.scrollWidth - innerWidth,
        ...[...all]
          .filter((element) => !scrolls(element.parentElement))
          .map((element) => Math.ceil(element.getBoundingClientRect().right) - innerWidth),
        0,
      );
    });
    expect([what, width, beside, await violationsIn(page)]).toEqual([what, width, 0, []]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

export async function signInAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Admin key', { exact: true }).last().fill(DESK_KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** What axe finds, run beside the page's policy and not under it. */
export async function violationsIn(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send('Page.getFrameTree');
  const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await client.send('Runtime.evaluate', { contextId, expression: AXE });
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'wcag2aaa', 'best-practice'];
  const { result } = await client.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map((node) => node.target.join(' '))))`,
  });
  return result.value as string[];
}
