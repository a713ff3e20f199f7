// Two people at the desk at once, in a real browser: each sees what the other is at, and they don't answer at the same time.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let browser: Browser;
let desk: DeskServer;
let open: BrowserContext[];
let faults: string[][];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  desk = await startDesk();
  open = [];
  faults = [];
  await desk.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
  await desk.admin('POST', '/admin/desk/people', {
    login: 'ben@shop.example',
    name: 'Ben',
    role: 'agent',
    password: 'quite a long one',
  });
});
afterEach(async () => {
  for (const context of open) await context.close();
  await desk.close();
  expect(faults.flat()).toEqual([]);
});

async function newPage(): Promise<Page> {
  const made = await openDeskPage(browser, desk);
  made.page.setDefaultTimeout(20_000);
  open.push(made.context);
  faults.push(made.faults);
  return made.page;
}
async function asOlga(path = '/desk'): Promise<Page> {
  const page = await newPage();
  await signInAt(page, desk.url + path);
  return page;
}
async function asBen(path = '/desk'): Promise<Page> {
  const page = await newPage();
  await page.goto(desk.url + path);
  await page.getByRole('radio', { name: 'Login' }).check();
  await page.getByLabel('Login', { exact: true }).last().fill('ben@shop.example');
  await page.getByLabel('Password', { exact: true }).fill('quite a long one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}

describe('two colleagues at the desk', OUTER, () => {
  it('see who reads and who answers, and are asked before both answer', async () => {
    const id = await desk.converse(['Who is there?'], [[{ say: 'I am.' }]]);
    const ben = await asBen(`/desk/conversations/${id}`);
    const olga = await asOlga();
    const row = olga.locator('.conversations li', { hasText: 'Who is there?' });
    await row.getByText('Ben is reading').waitFor();
    await ben.getByRole('button', { name: 'Take over' }).click();
    await row.click();
    await ben.locator('.step-in').getByText('Olga is reading').waitFor();
    await ben.getByRole('textbox', { name: 'Write as Ben' }).pressSequentially('Just a mom');
    await row.getByText('Ben is answering').waitFor();
    await olga.locator('.step-in').getByText('Ben is answering').waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    const take = olga.getByRole('button', { name: 'Take over from Ben' });
    await take.click();
    await olga.getByText('Ben is answering. Take over anyway?').waitFor();
    await take.click();
    await olga.getByRole('textbox', { name: 'Write as Olga' }).waitFor();
    await olga.goto(`${desk.url}/desk/team`);
    await ben.locator('.step-in').getByText('Olga is reading').waitFor({ state: 'detached' });
  });

  it('see who is here and who is away', async () => {
    const id = await desk.converse(['For whom?'], [[{ say: 'For you.' }]]);
    const ben = await asBen();
    const olga = await asOlga(`/desk/conversations/${id}`);
    const assign = olga.getByRole('button', { name: 'Assign', exact: true });
    await assign.click();
    await olga.getByRole('button', { name: 'Ben here' }).waitFor();
    await olga.keyboard.press('Escape');
    await ben.getByRole('button', { name: /say that you are away/ }).click();
    await ben.getByRole('button', { name: /say that you are here again/ }).waitFor();
    await assign.click();
    await olga.getByRole('button', { name: 'Ben away' }).waitFor();
    expect(await violationsIn(ben)).toEqual([]);
    await ben.setViewportSize({ width: 390, height: 844 });
    await ben.goto(`${desk.url}/desk/team/account`);
    await ben.getByRole('heading', { name: 'Here or away' }).waitFor();
    await ben.getByRole('button', { name: /say that you are here again/ }).click();
    await ben.getByRole('button', { name: /say that you are away/ }).waitFor();
    expect(await violationsIn(ben)).toEqual([]);
  });

  it('share out who wants a person by rules', async () => {
    const wanted = [
      { call: [{ name: 'request_human', input: {} }] },
      { say: 'I have told the team.' },
    ];
    const olga = await asOlga('/desk/team/rules');
    await olga.getByText('No rules yet').waitFor();
    await olga.getByLabel('To whom').selectOption('in turn, to some of us');
    await olga.getByRole('checkbox', { name: 'Ben' }).check();
    await olga.getByRole('button', { name: 'Add the rule' }).click();
    await olga.locator('.rules li > p', { hasText: 'Any conversation → in turn: Ben' }).waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    await olga.getByLabel('Language of the browser').selectOption('German');
    await olga.getByLabel('To whom').selectOption('Olga');
    await olga.getByRole('button', { name: 'Add the rule' }).click();
    await olga.getByRole('button', { name: /^Move up German → Olga/ }).click();
    await olga.locator('.rules li > p', { hasText: 'German → Olga' }).waitFor();
    await olga.waitForFunction(() =>
      document.querySelector('.rules li')?.textContent?.startsWith('German'),
    );
    await olga.getByRole('button', { name: /^Edit Any conversation/ }).click();
    expect(await olga.getByRole('checkbox', { name: 'Ben' }).isChecked()).toBe(true);
    await olga.setViewportSize({ width: 390, height: 844 });
    expect(await violationsIn(olga)).toEqual([]);
    expect(await olga.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const ben = await asBen();
    await desk.converse(['A person, please'], [wanted]);
    const row = ben.locator('.conversations li', { hasText: 'A person, please' });
    await row.getByText('Ben has it').waitFor();
  });

  it('send pictures and files to a visitor, chosen or pasted', async () => {
    const id = await desk.converse(['Show me'], [[{ say: 'A moment.' }]]);
    const olga = await asOlga(`/desk/conversations/${id}`);
    await olga.getByRole('button', { name: 'Take over' }).click();
    const field = olga.getByRole('textbox', { name: 'Write as Olga' });
    await field.waitFor();
    await olga.locator('.composer input[type=file]').setInputFiles([
      { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') },
      { name: 'huge.zip', mimeType: 'application/zip', buffer: Buffer.alloc(800 * 1024, 7) },
    ]);
    await olga.getByText('huge.zip is too large').waitFor();
    await olga.locator('.attaching').getByText('lamp.png', { exact: true }).waitFor();
    await field.evaluate((element) => {
      const data = new DataTransfer();
      data.items.add(new File(['a,b'], 'prices.csv', { type: 'text/csv' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    await olga.locator('.attaching').getByText('prices.csv', { exact: true }).waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    await field.press('Enter');
    await olga.getByRole('button', { name: 'Undo' }).click();
    await olga.locator('.attaching').getByText('prices.csv', { exact: true }).waitFor();
    await olga.getByRole('button', { name: 'Take prices.csv out' }).click();
    await field.press('Enter');
    await olga.getByRole('button', { name: 'Hand back to the agent' }).click();
    const picture = olga.getByRole('img', { name: 'lamp.png' });
    await picture.waitFor();
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await violationsIn(olga)).toEqual([]);
  });

  it('go to anything by a few letters, from anywhere', async () => {
    await desk.converse(['Is the lamp bright?'], [[{ say: 'Very.' }]]);
    await desk.admin('POST', '/admin/collections', {
      name: 'Shop',
      documents: [{ uri: 'returns', title: 'Returns and refunds', text: 'Within 30 days.' }],
    });
    const olga = await asOlga('/desk/team');
    await olga.keyboard.press('Control+k');
    const field = olga.getByRole('combobox', { name: 'Go to' });
    await field.fill('lamp');
    await olga.getByRole('group', { name: 'Conversations' }).getByRole('option').waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    await field.press('Enter');
    await olga.getByRole('log').getByText('Is the lamp bright?').waitFor();
    await olga.keyboard.press('Control+k');
    await field.fill('refunds');
    await olga.getByRole('option', { name: 'Returns and refunds Shop' }).waitFor();
    await field.fill('audit');
    await olga.getByRole('option', { name: 'Team: Audit' }).click();
    await olga.waitForURL(/team\/audit$/);
    await olga.keyboard.press('Control+k');
    await field.fill('ben');
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await olga.getByRole('option', { name: /^Ben/ }).waitFor();
    await field.press('Enter');
    await olga.waitForURL(/desk$/);
    await olga.getByRole('button', { name: 'Filters' }).click();
    const chosen = olga.getByRole('combobox', { name: 'Whose' });
    expect(await chosen.locator('option:checked').textContent()).toBe('Ben');
    await olga.keyboard.press('Control+k');
    await field.fill('zzzz');
    await olga.getByRole('dialog').getByText('Nothing matches').waitFor();
    await olga.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  it('change what they keep: replies, tags, views', async () => {
    const id = await desk.converse(['Is the lamp bright?'], [[{ say: 'Very.' }]]);
    const { tag_id } = await desk.admin('POST', '/admin/desk/tags', { name: 'Refnd' });
    await desk.admin('PATCH', `/admin/conversations/${id}`, { add_tags: [tag_id] });
    await desk.admin('POST', '/admin/desk/replies', { name: 'Hi', text: 'Helo', is_shared: true });
    const filter = { tag: tag_id };
    await desk.admin('POST', '/admin/desk/views', { name: 'Mony', is_shared: true, filter });
    const olga = await asOlga(`/desk/conversations/${id}`);
    await olga.getByRole('button', { name: 'Take over' }).click();
    await olga.getByRole('button', { name: 'Saved replies' }).click();
    await olga.getByRole('button', { name: 'Edit Hi' }).click();
    const replies = olga.getByRole('dialog', { name: 'Saved replies' });
    await replies.getByLabel('Text').first().fill('Hello');
    await replies.getByLabel('Language').first().selectOption('Deutsch');
    await replies.getByRole('button', { name: 'Save', exact: true }).first().click();
    await replies.getByText('de', { exact: true }).waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    await olga.keyboard.press('Escape');

    await olga.locator('.work-bar').getByRole('button', { name: 'Tag', exact: true }).click();
    await olga.getByRole('button', { name: 'Change tags' }).click();
    await olga.getByRole('button', { name: 'Edit Refnd' }).click();
    await olga.getByLabel('Name of the tag').fill('Refund');
    await olga.getByRole('button', { name: 'Save', exact: true }).click();
    await olga.locator('.conversations li').getByText('Refund').waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    await olga.keyboard.press('Escape');

    await olga.getByRole('group', { name: 'Saved views' }).getByText('Mony').click();
    await olga.getByRole('button', { name: 'Change this view' }).click();
    await olga.getByLabel('Name of the view').fill('Money');
    await olga.getByRole('button', { name: 'Save', exact: true }).click();
    await olga.getByRole('group', { name: 'Saved views' }).getByText('Money').waitFor();
    expect(await violationsIn(olga)).toEqual([]);
    const { data } = await desk.admin<{ data: { text: string; language: string }[] }>(
      'GET',
      '/admin/desk/replies',
    );
    expect(data).toMatchObject([{ text: 'Hello', language: 'de' }]);
  });
});
