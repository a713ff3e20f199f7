// A page of the desk in a browser: what went wrong on it is collected, an owner signs in, and axe looks at it.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DESK_KEY, type DeskServer } from './desk.ts';

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
