// What reaches people away from the desk, a site's hours, and the numbers of a team, as pages in a real browser.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../gateway/mail/mailer.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];
const sent: Mail[] = [];
const mailer = {
  from: 'Shop <chat@shop.example>',
  send: async (mail: Mail) => {
    sent.push(mail);
  },
  close() {},
};

beforeAll(async () => {
  const options = { publicUrl: 'https://chat.shop.example', currency: 'EUR' };
  [browser, desk] = await Promise.all([launchBrowser(), startDesk({ mailer, options })]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
beforeEach(async () => {
  ({ context, page, faults } = await openDeskPage(browser, desk, { timezoneId: 'Europe/Berlin' }));
});
afterEach(() => context.close());

async function looksWell(what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([what, width, beside, await violationsIn(page)]).toEqual([what, width, 0, []]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe('a person at the desk', OUTER, () => {
  it('says where mails go and which, and gets one at once to try', async () => {
    await signInAt(page, `${desk.url}/desk/team/account`);
    await page.getByLabel('Your e-mail address').fill('olga@shop.example');
    await page.getByLabel('Mail when a visitor waits longer than').selectOption('10');
    await page.getByLabel('Summary').selectOption('weekly');
    const mail = page.locator('form', { hasText: 'Summary' });
    await mail.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Send me a trial mail' }).click();
    await page.getByText('Sent to olga@shop.example.').waitFor();
    expect(sent.map(({ to }) => to)).toEqual(['olga@shop.example']);
    const { settings } = await desk.admin<{ settings: object }>('GET', '/admin/desk/me');
    expect(settings).toMatchObject({
      mail_after: 10,
      digest: 'weekly',
      time_zone: 'Europe/Berlin',
    });
    await page.getByRole('heading', { name: 'Notices on this device' }).waitFor();
    await page.getByRole('heading', { name: 'Mail', exact: true }).scrollIntoViewIfNeeded();
    await looksWell('account');
    expect(faults).toEqual([]);
  });

  it('writes a site’s hours as people do, and is told where they can’t be read', async () => {
    const { client_id: id } = await desk.admin('POST', '/admin/sites', { name: 'Lamps' });
    await signInAt(page, `${desk.url}/desk/sites/${id}/hours`);
    await page.getByLabel('Monday').fill('9-12:30, 13:30-17');
    await page.getByLabel('Friday').fill('always');
    await page.getByLabel('Days off').fill('2026-12-24');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByLabel('Friday').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Friday').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { hours } = await desk.admin<{ hours: object }>('GET', `/admin/sites/${id}/public`);
    expect(hours).toMatchObject({ time_zone: 'Europe/Berlin', holidays: ['2026-12-24'] });
    expect(await page.getByLabel('Monday').inputValue()).toBe('09:00–12:30, 13:30–17:00');
    await looksWell('hours');
    expect(faults).toEqual([]);
  });

  it('sees this week beside the one before, by person and by hour', async () => {
    const id = await desk.converse(['Is it bright?'], [[{ say: 'It is.' }]]);
    await desk.converse(['Is it bright?'], [[{ say: 'Very.' }]]);
    await signInAt(page, `${desk.url}/desk/numbers`);
    await desk.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
    await desk.admin('POST', `/admin/sessions/${id}/takeover`, {});
    await desk.admin('POST', `/admin/sessions/${id}/messages`, { text: '800 lumens.' });
    await page.reload();
    const alone = page.locator('.trends div', { hasText: 'Answered without a person' });
    await alone.getByText('50%').waitFor();
    await page.locator('.trends div', { hasText: 'Spent' }).getByText('€').first().waitFor();
    await page.getByRole('row', { name: /Olga/ }).waitFor();
    await page.getByRole('table', { name: 'When visitors write' }).waitFor();
    const topics = page.getByRole('table', { name: 'Topics' });
    await topics.getByRole('row', { name: /Is it bright\?.*2.*50%/ }).waitFor();
    await topics.scrollIntoViewIfNeeded();
    await page.getByRole('radio', { name: 'Failures' }).check();
    expect(await page.locator('.chart').count()).toBe(1);
    await looksWell('numbers');
    expect(faults).toEqual([]);
  });

  it('reads beside a conversation what else its visitor asked, and goes there by a press', async () => {
    const ada = { owner_id: 'ada@home.example' };
    const first = await desk.converse(['Where is my lamp?'], [[{ say: 'Here.' }]], ada);
    const second = await desk.converse(['And my chair?'], [[{ say: 'There.' }]], ada);
    // Where the window is wide, the details stand open.
    await signInAt(page, `${desk.url}/desk/conversations/${second}`);
    const other = page.locator('.other-talks').getByRole('link', { name: 'Where is my lamp?' });
    await other.waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await other.click();
    await page.waitForURL(`**/conversations/${first}`);
    expect(faults).toEqual([]);
  });
});
