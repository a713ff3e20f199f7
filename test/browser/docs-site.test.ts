// The documents' site as its readers have it: checked by axe, on a phone, in the dark, magnified, from right to left, on paper
// and without JavaScript; its links, its search, its playground.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawStill } from '../../docs/tools/film.ts';
import { ROOM_WORDS, STAGE_WORDS } from '../../docs/tools/live/bytes.ts';
import { PAGES } from '../../docs/tools/pages.ts';
import { measureStages } from '../../scripts/stages.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { addressOf, BASE, DOCS, serveDocs } from './support/docs-site.ts';
import type { Listening } from './support/listen.ts';
import { until } from './support/visitor.ts';
import { recordConsole, shoot } from './support/world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Decisions are of one shape, which a test of docs/test holds: these two, with a table and with long names, stand for all. */
const STAND_FOR_DECISIONS = [
  'decisions/session-groups',
  'decisions/gateway-package-with-few-doors',
];
const LOOKED_AT = PAGES.filter(
  ({ slug }) => !slug.startsWith('decisions/') || STAND_FOR_DECISIONS.includes(slug),
);
/** Pages whose pictures a person may want to see after a run. */
const SHOWN = ['', 'how-to/theming', 'understand/nothing-lost', 'reference/attributes'];

async function axeFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: AXE });
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const { violations } = await axe.run({ iframes: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  });
}

/** By how many pixels the page is wider than its window. */
const excessOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the documents’ site', OUTER, () => {
  let browser: Browser;
  let site: Listening;

  beforeAll(async () => {
    site = await serveDocs();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
    ['on a phone', { colorScheme: 'light', viewport: { width: 390, height: 780 } }],
    ['at 400 %', { colorScheme: 'light', viewport: { width: 320, height: 256 } }],
  ] as const)(
    'is without a finding of axe, %s, and no page is wider than its window',
    async (mode, options) => {
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const lines = recordConsole(page);
      const found: string[] = [];
      for (const { slug } of LOOKED_AT) {
        await page.goto(`${site.url}${addressOf(slug)}`);
        // Magnified, a page is laid out as on a phone: what axe reads is the same there.
        if (mode !== 'at 400 %') {
          found.push(...(await axeFindings(page)).map((words) => `${slug}: ${words}`));
        }
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => {
            document.documentElement.dir = dir;
          }, direction);
          const excess = await excessOf(page);
          if (excess > 0) found.push(`${slug} is ${excess} px too wide (${direction})`);
        }
        // A name that stands first in its row is read in one piece.
        const broken = await page
          .locator('.named:not(.stacked) td:first-child code')
          .evaluateAll((names) =>
            names
              .filter((name) => name.getClientRects().length > 1)
              .map((name) => name.textContent),
          );
        found.push(...broken.map((name) => `${slug}: ${name} is broken`));
        if (SHOWN.includes(slug)) {
          await shoot(page, `docs-${slug.replace('/', '-') || 'index'}-${mode}`);
        }
      }
      expect(found).toEqual([]);
      expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
      await context.close();
    },
  );

  it('shows on a phone each row of a wide table whole, with the names of its columns', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 780 } });
    await page.goto(`${site.url}${addressOf('reference/attributes')}`);
    const row = page.locator('.stacked tr', { hasText: 'data-greeting' }).first();
    const box = await row.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(390);
    const labels = await row
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(labels).toEqual(['none', '"type:"', '"default:"', '"meaning:"']);
    await page.close();
  });

  it('is printed without its navigation, in black on white, with every step open', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(`${site.url}${addressOf('understand/interface')}`);
    const last = page.locator('.step').last().locator('pre').last();
    expect(await last.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const role of ['navigation', 'search'] as const) {
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
    }
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await last.isVisible()).toBe(true);
    const colour = await page
      .locator('.sl-markdown-content p')
      .first()
      .evaluate((text) => getComputedStyle(text).color);
    const [lightness = 255] = colour.match(/\d+/g)?.map(Number) ?? [];
    expect(lightness).toBeLessThan(100);
    await context.close();
  });

  it('can be read and walked through without JavaScript', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 780 },
    });
    const page = await context.newPage();
    await page.goto(`${site.url}${addressOf('understand/interface')}`);
    // What could do nothing isn't there.
    expect(await page.getByRole('button', { name: 'Search' }).isVisible()).toBe(false);
    await page.getByText('The visitor writes.').click();
    await page.getByText('"user.message"').first().waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await context.close();
  });

  it('says at an address that is no page where to go', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}start/plane-page/`);
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'A chat with one tag' }).click();
    await page.getByRole('heading', { level: 1, name: 'A chat with one tag' }).waitFor();
    await page.close();
  });

  it('tells the bytes of the widget that it shows, and what each part is for', async () => {
    const text = readFileSync(join(DOCS, 'dist/understand/bytes.md'), 'utf8');
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const numberIn = (cell = '') => Number(cell.replace(/[^\d]/g, ''));
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map(cells);
    let before = 0;
    for (const { name, bytes } of await measureStages()) {
      const row = rows.find(([stage]) => stage === name);
      expect(row?.[1], name).toBe(STAGE_WORDS[name]);
      expect(row?.slice(2).map(numberIn), name).toEqual([bytes - before, bytes]);
      const at = rows.find(([part]) => part === 'part')?.indexOf(name) ?? -1;
      const parts = rows.filter(([part = '']) => part in ROOM_WORDS);
      const sum = parts.reduce((total, row) => total + numberIn(row[at]), 0);
      if (at > 0) expect(Math.abs(sum - (bytes - before)), name).toBeLessThan(0.02 * sum);
      before = bytes;
    }
    expect(rows.filter(([, words]) => words === '')).toEqual([]);
  });

  it('has in the README a film that ends as the shop looks today', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellhop-picture-'));
    const fresh = join(folder, 'chat.png');
    await drawStill(fresh);
    const urls = [join(DOCS, 'assets/chat.png'), fresh].map(
      (path) => `data:image/png;base64,${readFileSync(path, 'base64')}`,
    );
    rmSync(folder, { recursive: true });
    const page = await browser.newPage();
    // Means of squares of 16 px: another font moves no square far, another layout does.
    const differences = await page.evaluate(async (sources) => {
      const squares = async (source = '', isMirrored = false) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width >> 4, image.height >> 4);
        const pen = canvas.getContext('2d');
        if (pen === null) throw new Error('There is no canvas.');
        if (isMirrored) pen.setTransform(-1, 0, 0, 1, canvas.width, 0);
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        return pen.getImageData(0, 0, canvas.width, canvas.height).data;
      };
      const kept = await squares(sources[0]);
      const now = await squares(sources[1]);
      const mirrored = await squares(sources[1], true);
      const mean = (a: Uint8ClampedArray, b: Uint8ClampedArray) =>
        a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
      return kept.length === now.length ? [mean(kept, now), mean(kept, mirrored)] : [255, 255];
    }, urls);
    const [today = 255, mirrored = 0] = differences;
    console.log(
      `The README's picture differs by ${today.toFixed(2)} of 255, mirrored by ${mirrored.toFixed(2)}.`,
    );
    expect(today, 'draw it anew: npm run docs -- film').toBeLessThan(mirrored / 4);
    await page.close();
  });

  it('has each page as plain Markdown behind a link, and a list for models', async () => {
    const page = await browser.newPage();
    for (const { slug } of PAGES) {
      const html = readFileSync(join(DOCS, 'dist', slug, 'index.html'), 'utf8');
      const [, href = ''] = /class="as-markdown"[^>]*><a href="([^"]+)"/.exec(html) ?? [];
      const reply = await page.request.get(`${site.url}${href}`);
      expect(reply.status(), href).toBe(200);
      expect((await reply.text()).startsWith('# '), href).toBe(true);
    }
    const list = await page.request.get(`${site.url}${BASE}llms.txt`);
    for (const [, href = ''] of (await list.text()).matchAll(/\]\((\/[^)]+)\)/g)) {
      expect((await page.request.get(`${site.url}${href}`)).status(), href).toBe(200);
    }
    await page.close();
  });

  it('has no link that leads nowhere', async () => {
    const page = await browser.newPage();
    const seen = new Map<string, number>();
    const broken: string[] = [];
    for (const { slug } of PAGES) {
      const html = readFileSync(join(DOCS, 'dist', slug, 'index.html'), 'utf8');
      for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
        if (!seen.has(href))
          seen.set(href, (await page.request.get(`${site.url}${href}`)).status());
        if (seen.get(href) !== 200) broken.push(`${slug}: ${href}`);
      }
    }
    expect(seen.size).toBeGreaterThan(PAGES.length);
    expect(broken).toEqual([]);
    await page.close();
  });

  it('finds a page by its words, without a server', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill('webhook signature');
    await page.getByRole('dialog').getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.close();
  });

  it('says so where the search finds nothing', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill('ßßþþ');
    await page.getByRole('dialog').getByText('No results for ßßþþ').waitFor();
    await page.close();
  });

  it('lets a reader choose another version', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}start/react/`);
    const versions = page.getByLabel('Version').first();
    await versions.selectOption('an older one');
    await page.waitForURL('**/older/');
    await page.close();
  });

  it('has a playground with the real widget, and a tag that says what was chosen', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const lines = recordConsole(page);
    await page.goto(`${site.url}${BASE}assets/playground.html`);
    const chat = page.frameLocator('iframe');
    const field = chat.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    await field.fill('Show me products');
    await field.press('Enter');
    await chat.getByText('These two are in stock.').first().waitFor();
    // What is chosen reaches the chat that is there: the conversation stays.
    await page.getByLabel('Heading').fill('Ask the harbour');
    await page.getByText('data-title="Ask the harbour"').waitFor();
    await chat.getByRole('heading', { name: 'Ask the harbour', exact: true }).waitFor();
    await page.getByLabel('Heading').fill('');
    await chat.getByRole('heading', { name: 'Chat', exact: true }).waitFor();
    await chat.getByText('Mug, green').first().waitFor();
    // A tool of the frame's page: the chat asks, and then it is in that page's own cart.
    await field.fill('Add two blue mugs to my cart');
    await field.press('Enter');
    const yes = chat.locator('.choices.pair > :first-child');
    await until(
      'the question may be answered',
      async () => (await yes.count()) === 1 && (await yes.isEnabled()),
    );
    await yes.click();
    await chat.getByText('2 × Mug, blue€24.00').waitFor();
    await chat.getByText('Look: it is the page’s own cart.').first().waitFor();
    await page.getByRole('button', { name: 'plum' }).click();
    await page.getByLabel('Corners').selectOption('square');
    await page.getByLabel('Scheme').selectOption('dark');
    await page.getByText(`data-theme='{"scheme":"dark","radius":2}'`).waitFor();
    await page.getByText('data-color="#7a3e9d"').waitFor();
    await shoot(page, 'docs-playground');
    expect(await axeFindings(page)).toEqual([]);
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
    await context.close();
  });

  it('leaves the focus to who writes beside the playground, and cuts nothing of it off', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}${addressOf('how-to/theming')}`);
    const playground = page.frameLocator('iframe.live');
    const chat = playground.frameLocator('iframe');
    await chat.getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const heading = playground.getByLabel('Heading');
    await heading.click();
    await page.keyboard.type('Ask');
    await chat.getByRole('heading', { name: 'Ask' }).waitFor();
    await page.keyboard.type(' the harbour');
    await chat.getByRole('heading', { name: 'Ask the harbour' }).waitFor();
    expect(await heading.inputValue()).toBe('Ask the harbour');
    const excess = await playground
      .locator('html')
      .evaluate((root) => root.scrollHeight - root.clientHeight);
    expect(excess).toBe(0);
    await page.close();
  });
});
