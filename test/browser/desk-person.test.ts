// What reaches people away from the desk, a site's hours, and the numbers of a team, as pages in a real browser.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Mail } from '../../gateway/mail/mailer.ts';
import { OUTER } from '../rings.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { allHaveADesk, looksWell, signInAt, violationsIn } from './support/desk-page.ts';

let desk: DeskServer;
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

allHaveADesk(
  () => startDesk({ mailer, options: { publicUrl: 'https://chat.shop.example', currency: 'EUR' } }),
  (played) => {
    ({ desk, page, faults } = played);
  },
  { timezoneId: 'Europe/Berlin' },
);

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
    await looksWell(page, 'account');
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
    await looksWell(page, 'hours');
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
    await looksWell(page, 'numbers');
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
