// The bars of the inbox in a real browser: the tabs above the list, the presses above and below a conversation, the palette.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { DESK_KEY, type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, violationsIn } from './support/desk-page.ts';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];
let talk: string;

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  await desk.admin('PATCH', '/admin/desk/me', { name: 'Olga Marchetti' });
  await desk.admin('PATCH', '/admin/projects/default/colleague', {
    summary: true,
    suggest: true,
    ask: true,
    draft: true,
  });
  const WANTED = [{ call: [{ name: 'request_human', input: {} }] }, { say: 'I tell the team.' }];
  await desk.converse(['I want a person'], [WANTED]);
  talk = await desk.converse(['Is it bright?'], [[{ say: 'It is.' }]], { owner_id: 'Anna' });
  const { tag_id } = await desk.admin('POST', '/admin/desk/tags', { name: 'Shipping' });
  await desk.admin('PATCH', `/admin/conversations/${talk}`, { add_tags: [tag_id] });
  await desk.admin('POST', '/admin/desk/replies', {
    name: 'Delivery',
    text: 'Dear {visitor.name}, it takes four days.',
    is_shared: true,
  });
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

async function open(path: string, options: Parameters<typeof openDeskPage>[2] = {}): Promise<void> {
  ({ context, page, faults } = await openDeskPage(browser, desk, options));
  await context.request.post(`${desk.url}/admin/desk/sign-in`, {
    headers: { 'X-Bellhop-Desk': '1', Origin: desk.url },
    data: { key: DESK_KEY },
  });
  await page.goto(desk.url + path);
  await page.locator('.conversations li').first().waitFor({ state: 'attached' });
}
/** By the keyboard: a pointer waits for a button to stand still, which nothing shows where no frame is drawn. */
const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .press('Enter');
const hasRow = (selector: string) =>
  page.locator(selector).evaluate((row) => {
    const presses = [...row.querySelectorAll(':scope > button, :scope > * > button')].filter(
      (one) => getComputedStyle(one).visibility === 'visible' && one.closest('.menu') === null,
    );
    const tops = presses.map((one) => Math.round(one.getBoundingClientRect().top));
    return {
      lines: new Set(tops).size,
      beside: row.scrollWidth - row.clientWidth,
      isWithin: presses.every((one) => one.getBoundingClientRect().right <= innerWidth),
    };
  });
const ONE_LINE = { lines: 1, beside: 0, isWithin: true };

describe('the bars of the inbox', OUTER, () => {
  it.each(['en', 'de', 'es', 'fr', 'pt'])(
    'keep the tabs in one line, the rest a press away: %s',
    async (locale) => {
      for (const width of [1280, 390]) {
        await open('/desk', { locale, viewport: { width, height: 844 } });
        await page.waitForFunction((lang) => document.documentElement.lang === lang, locale);
        expect([width, await hasRow('.tabs')]).toEqual([width, ONE_LINE]);
        if ((await page.locator('.more-tabs').count()) > 0) {
          await page.locator('.more-tabs').press('Enter');
          await page.locator('.tabs .menu .item').last().press('Enter');
          await page.waitForFunction(
            () => document.querySelector('.more-tabs.chosen-tab') !== null,
          );
        } else expect(await page.locator('.tab-row .beyond').count()).toBe(0);
        expect(await violationsIn(page)).toEqual([]);
        await context.close();
      }
    },
  );

  it('write a saved reply into the answer at one press, with what changes it beside it', async () => {
    await open(`/desk/conversations/${talk}`);
    await press('Take over');
    const field = page.getByRole('textbox', { name: 'Write as Olga Marchetti' });
    await field.fill('Hello! ');
    await press('Saved replies');
    await page.getByRole('button', { name: 'Edit Delivery' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await press(/^Delivery/);
    expect(await field.inputValue()).toBe('Hello! Dear Anna, it takes four days.');
    await page.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
    expect(await page.getByRole('dialog', { name: 'Saved replies' }).isVisible()).toBe(false);
    // It is a draft as what is typed is.
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector('textarea')?.value === 'Hello! Dear Anna, it takes four days.',
    );
    await press('Hand back to the agent');
    await press('Take over');
    await field.waitFor();
    expect(await hasRow('.who-answers')).toEqual(ONE_LINE);
    expect(await hasRow('.work-bar')).toEqual(ONE_LINE);
    await press('Hand back to the agent');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
  });

  it('offer one press for the details at a time, and the keyboard goes along', async () => {
    await open(`/desk/conversations/${talk}`, { viewport: { width: 1280, height: 800 } });
    const presses = page.getByRole('button', { name: /(Show|Hide) details/ });
    await press('Show details');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Hide details'));
    expect(await presses.count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Show details'));
    expect(await presses.count()).toBe(1);
  });

  it('have every act under a thumb on a phone, with none beside the edge', async () => {
    await open(`/desk/conversations/${talk}`, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await press('Take over');
    await page.getByRole('textbox', { name: 'Write as Olga Marchetti' }).waitFor();
    for (const bar of ['.work-bar', '.helper-acts', '.who-answers']) {
      expect([bar, await hasRow(bar)]).toEqual([bar, ONE_LINE]);
    }
    expect(await violationsIn(page)).toEqual([]);
    await page.locator('.helper-acts .more-acts').press('Enter');
    for (const name of ['Summarise', 'Suggest tags', 'Ask the agent']) {
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.locator('.work-bar > .more-acts').press('Enter');
    await press('Snooze');
    expect(await violationsIn(page)).toEqual([]);
    await press(/^Tomorrow morning/);
    await press('Bring back now');
    await page.locator('.who-answers > .more-acts').press('Enter');
    await press('Saved replies');
    await press(/^Delivery/);
    const field = page.getByRole('textbox', { name: 'Write as Olga Marchetti' });
    expect(await field.inputValue()).toContain('it takes four days.');
    expect(await page.locator('.menu:popover-open').count()).toBe(0);
    await page.locator('.who-answers > .more-acts').press('Enter');
    await press('Hand back to the agent');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
  });

  it('lead from “set” in the palette to each page with settings', async () => {
    await open('/desk');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('set');
    await page.getByRole('option', { name: /^Team: Your account/ }).waitFor();
    await page.getByRole('option', { name: /^Agents Settings/ }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.locator('.palette input').fill('quiet hours');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sound and quiet hours' }).waitFor();
  });
});
