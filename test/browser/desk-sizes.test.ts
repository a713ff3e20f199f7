// The desk's pages in windows of five sizes: the document is as high and as wide as the window, no page ends in blank, nothing
// covers what somebody reads or presses.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';

const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
  [320, 568],
] as const;

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let talk: string;
let agent: string;
let site: string;

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  const many = Array.from({ length: 12 }, (_, line) => `Paragraph ${line} of it.`).join('\n\n');
  const script = Array.from({ length: 6 }, () => [{ say: many }]);
  for (const _ of Array(24)) await desk.converse(['Is it in stock?'], [[{ say: 'It is.' }]]);
  talk = await desk.converse(Array(6).fill('Tell me more'), script, {
    owner_id: 'anna@mail.example',
  });
  ({ agent_id: agent = '' } = await desk.admin('POST', '/admin/agents', {
    name: 'Concierge',
    instructions: many,
  }));
  ({ client_id: site = '' } = await desk.admin('POST', '/admin/sites', { name: 'Lamps' }));
  await desk.admin('POST', '/admin/collections', {
    name: 'Handbook',
    documents: [{ uri: 'https://shop.example/care', title: 'Care', text: 'Dust it.' }],
  });
  await desk.admin('PUT', `/admin/agents/${agent}/questions`, { questions: ['Is it blue?'] });
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
beforeEach(async () => {
  ({ context, page } = await openDeskPage(browser, desk));
  await signInAt(page, `${desk.url}/desk`);
});
afterEach(() => context.close());

/** How far the document goes beyond its window, and by how much the page's scroller goes on below its last element. */
const measure = () =>
  page.evaluate(() => {
    const root = document.documentElement;
    const main = document.querySelector('main');
    const lowest = Math.max(
      0,
      ...[...(main?.querySelectorAll(':scope *:not(.hidden, .hidden *)') ?? [])]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect().bottom + (main?.scrollTop ?? 0)),
    );
    return {
      high: root.scrollHeight - innerHeight,
      wide: root.scrollWidth - innerWidth,
      blank: Math.max(0, Math.round((main?.scrollHeight ?? 0) - Math.max(lowest, innerHeight))),
    };
  });

describe('the desk at five sizes', OUTER, () => {
  it('scrolls inside of its window, on every page', async () => {
    const paths = [
      '',
      `/conversations/${talk}`,
      '/agents',
      `/agents/${agent}`,
      '/agents/compare',
      '/agents/knowledge',
      '/sites',
      `/sites/${site}`,
      `/sites/${site}/look`,
      `/sites/${site}/limits`,
      `/sites/${site}/accounts`,
      `/sites/${site}/page`,
      `/sites/${site}/server`,
      '/numbers',
      '/privacy',
      '/team',
      '/team/account',
      '/team/audit',
      '/team/webhooks',
      '/team/keys',
    ];
    for (const path of paths) {
      await page.goto(`${desk.url}/desk${path}`);
      await page.locator('main :is(.page, .inbox) > *').first().waitFor({ state: 'attached' });
      await page.locator('.waiting i').first().waitFor({ state: 'detached' });
      // What stands behind a press is part of the page.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const where = `${path} ${width}`;
        expect({ where, ...(await measure()) }).toEqual({ where, high: 0, wide: 0, blank: 0 });
      }
    }
  });

  it('shows the details beside the messages, or in place of the list, and never over an action', async () => {
    for (const [width, height] of [
      [1366, 768],
      [1280, 720],
      [1100, 800],
      [1024, 768],
      [900, 700],
    ]) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await page.goto(`${desk.url}/desk/conversations/${talk}`);
      await page.getByRole('button', { name: 'Show details' }).click();
      await page.getByRole('complementary', { name: 'Details' }).waitFor();
      const pane = page.locator('.pane');
      for (const wanted of [
        pane.getByText('Tell me more').last(),
        pane.getByRole('button', { name: 'Take over' }),
        page.getByRole('button', { name: 'Hide details' }),
      ]) {
        // Playwright presses where nothing lies above.
        await wanted.click({ trial: true });
      }
      expect([width, await pane.evaluate((element) => element.clientWidth >= 400)]).toEqual([
        width,
        true,
      ]);
      expect([width, await violationsIn(page)]).toEqual([width, []]);
      await page.getByRole('button', { name: 'Hide details' }).click();
      await page.locator('.list').waitFor();
    }
  });

  it('shows the details on a phone as a page of their own', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${desk.url}/desk/conversations/${talk}`);
    await page.getByRole('button', { name: 'Show details' }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    expect(await details.boundingBox()).toMatchObject({ x: 0, width: 390 });
    await details.getByRole('button', { name: 'Hide details' }).click();
    await page.getByRole('button', { name: 'Take over' }).click({ trial: true });
  });

  it('cuts no tab, chip or press at the edge of the list or of the bar above a conversation', async () => {
    for (const [width, height, colorScheme] of [
      [1280, 720, 'light'],
      [390, 844, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      for (const path of ['', `/conversations/${talk}`]) {
        await page.goto(`${desk.url}/desk${path}`);
        await page.locator('.conversations li, .work-bar').first().waitFor({ state: 'attached' });
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('.tabs, .quick, .work-bar')]
            .filter((bar) => bar.checkVisibility())
            .flatMap((bar) => {
              const edge = (bar.closest('.list, .pane') ?? bar).getBoundingClientRect().right;
              const presses = [...bar.querySelectorAll('button, .toggle span')];
              return presses.filter((press) => press.getBoundingClientRect().right > edge);
            })
            .map(({ textContent }) => textContent),
        );
        expect([width, path, cut]).toEqual([width, path, []]);
        const lines = await page.evaluate(() => {
          const bar = document.querySelector('.quick');
          const chips = [...(bar?.children ?? [])].filter((chip) => chip.checkVisibility());
          return new Set(chips.map((chip) => Math.round(chip.getBoundingClientRect().top / 16)))
            .size;
        });
        expect([width, path, lines <= 1]).toEqual([width, path, true]);
      }
    }
  });

  it('has a word at each icon of a phone’s bar, and the rest behind one of them', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${desk.url}/desk`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Inbox', 'Agents', 'Sites', 'Team', 'More']) {
      const box = await bar.locator('.label', { hasText: name }).boundingBox();
      expect([name, (box?.width ?? 0) > 16]).toEqual([name, true]);
    }
    await bar.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    expect(await violationsIn(page)).toEqual([]);
    await more.getByRole('button', { name: 'Sign out' }).waitFor();
    await more.getByRole('button', { name: 'Knowledge' }).click();
    await page.getByRole('heading', { name: 'Knowledge' }).waitFor();
  });
});
