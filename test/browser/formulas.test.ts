// Formulas in real Chromium: drawn under the strictest policy, by a part that comes with the first of them.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

const ANSWER =
  'It is \\(\\frac{a_1}{b} * 2\\) or\n\n\\[\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\n= \\sum_{i=1}^n x_i * y_i\n\\]\n\nnot \\(\\href{javascript:alert(1)}{x^2}\\), for $5 and $10. The end.';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context.close();
  await world.close();
});

async function begin(): Promise<void> {
  world = await createWorld(await startReferenceGateway({ script: [[{ say: ANSWER, ms: 1000 }]] }));
  const policy = [
    "default-src 'none'",
    `script-src ${world.site} ${world.cdn}`,
    `connect-src 'self' ${world.gateway.url}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types bellhop',
  ].join('; ');
  world.put('/', {
    html: pageHtml(world),
    headers: { 'content-security-policy': policy },
  });
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
}

async function ask(): Promise<void> {
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('How much?');
  await visitor.log.getByText('The end.').waitFor();
}

describe('formulas in an answer', () => {
  it('are drawn as MathML, and what Temml refuses stays as its source', async () => {
    await begin();
    const asked: string[] = [];
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    page.on('request', (request) => asked.push(request.url()));
    await ask();
    const { log } = visitor;
    await expect.poll(() => log.locator('math').count()).toBe(2);
    expect(asked.filter((url) => /\/math-/.test(url))).toHaveLength(1);
    expect(await log.locator('math mfrac, math mtable, math munderover').count()).toBe(3);
    const size = await log.locator('math').nth(1).boundingBox();
    expect(size?.height).toBeGreaterThan(20);
    expect(lines.filter((line) => /policy|refused/i.test(line))).toEqual([]);
    const text = (await log.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('\\(\\href{javascript:alert(1)}{x^2}\\), for $5 and $10.');
    expect(await log.locator('math a, math [href], math [style*=url]').count()).toBe(0);
  });

  it('are read as their source where their part can’t be had', async () => {
    await begin();
    await page.route(/\/math-/, (route) => route.abort());
    await ask();
    expect(await visitor.log.locator('math').count()).toBe(0);
    const text = (await visitor.log.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('\\(\\frac{a_1}{b} * 2\\)');
    expect(text).toContain('= \\sum_{i=1}^n x_i * y_i \\]');
  });
});
