// Code in a real browser: coloured while it is being written as it is when it is whole, and only where it is seen.

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenizeCode } from '../../src/content/tokenize-code.ts';
import { buildPage } from '../payloads/harness.ts';
import { launchBrowser } from './support/browser.ts';

const CODE = `/* A comment
of two lines. */
const text = \`one
two\`;
function add(a, b) { return a + b; } // the end
`;
const fence = (code: string, end = ''): string => `Look:\n\n\`\`\`js\n${code}${end}`;
const tokensOf = (code: string): string[] =>
  tokenizeCode(code, 'js').map(({ kind, start, end }) => `${kind} ${code.slice(start, end)}`);
const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, line) => `const line${line} = call(${line});\n`).join('');

let browser: Browser;
let script: string;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  script = await buildPage(join(import.meta.dirname, 'code-page.ts'));
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await browser.newPage();
  await page.setContent('<!doctype html><title>Code</title>');
  await page.addScriptTag({ content: script });
});
afterEach(() => page.close());

const draw = (text: string | null): Promise<void> =>
  page.evaluate((text) => window.draw(text), text);
const colored = (): Promise<string[]> => page.evaluate(() => window.colored());

describe('code', () => {
  it('has its colours piece by piece as it has them when it is whole', async () => {
    const text = fence(CODE, '```\n\nThat is it.');
    for (let end = 10; end < text.length; end += 9) {
      await draw(text.slice(0, end));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await draw(text);
    await expect.poll(colored).toEqual(tokensOf(CODE));
  });

  it('has them where it stands whole at once', async () => {
    await draw(fence(CODE, '```\n'));
    await expect.poll(colored).toEqual(tokensOf(CODE));
  });

  it('has them only where it is seen, however long it is, and elsewhere once one scrolls there', async () => {
    await draw(fence(linesOf(1000)));
    await expect.poll(colored).toContain('number 0');
    const above = await colored();
    expect(above.length).toBeLessThan(600);
    expect(above).not.toContain('number 600');
    await page.evaluate(() => window.scrollCode(1e6));
    await expect.poll(colored).toContain('number 999');
    const below = await colored();
    expect(below.length).toBeLessThan(600);
    expect(below).not.toContain('number 0');
  });

  it('is let go of once it has left the page', async () => {
    await draw(fence(CODE));
    await expect.poll(colored).not.toEqual([]);
    await draw(null);
    await expect.poll(colored).toEqual([]);
  });
});
