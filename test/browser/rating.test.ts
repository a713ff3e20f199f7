// “How did this go?”: from a colleague who closes a conversation, through the visitor’s chat, to the desk’s details and numbers.

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { questionIn } from '../../gateway/runs/ask-rating.ts';
import { LINE_LANGUAGES } from '../../gateway/runs/visitor-lines.ts';
import { createCardTools } from '../../src/tools/sources/cards.ts';
import { OUTER } from '../rings.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { allHaveADesk, signInAt, violationsIn } from './support/desk-page.ts';

const PATIENCE = { timeout: 20_000 };

let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];

allHaveADesk(startDesk, (played) => {
  ({ desk, context, page, faults } = played);
});

describe('the question after a conversation', OUTER, () => {
  it('is one that the page’s form takes, in each of the widget’s languages', () => {
    const [form] = createCardTools(['form']);
    for (const language of LINE_LANGUAGES) {
      expect(
        () => form?.card?.check?.(JSON.parse(JSON.stringify(questionIn(language)))),
        language,
      ).not.toThrow();
    }
  });

  it('is switched on at the desk, answered by a press in the chat, and read at the desk', async () => {
    const { client_id: id } = await desk.admin('POST', '/admin/sites', { name: 'Lamps' });
    await desk.admin('PATCH', `/admin/sites/${id}/public`, { has_page: true });
    const { public_id: publicId } = await desk.admin('GET', `/admin/sites/${id}/public`);
    await signInAt(page, `${desk.url}/desk/sites/${id}/look`);
    await page.getByLabel('Ask how a conversation went').check();
    await expect
      .poll(
        async () =>
          (await desk.admin<{ asks_rating: boolean }>('GET', `/admin/sites/${id}/public`))
            .asks_rating,
        PATIENCE,
      )
      .toBe(true);

    const visitor = await context.newPage();
    await visitor.setViewportSize({ width: 390, height: 800 });
    await visitor.goto(`${desk.url}/c/${publicId}`);
    const field = visitor.getByRole('textbox').first();
    await field.fill('Which lamp is the brightest?');
    await field.press('Enter');
    const newest = async () =>
      (await desk.admin<{ data: { session_id: string }[] }>('GET', '/admin/conversations')).data[0];
    await expect.poll(newest, PATIENCE).toBeDefined();
    const sessionId = (await newest())?.session_id ?? '';
    await desk.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
    await desk.admin('POST', `/admin/sessions/${sessionId}/takeover`, {});
    await desk.admin('POST', `/admin/sessions/${sessionId}/messages`, { text: 'The Fyr.' });
    await visitor.getByText('The Fyr.').first().waitFor();
    await desk.admin('PATCH', `/admin/conversations/${sessionId}`, { status: 'closed' });
    await visitor.getByRole('radio', { name: 'Good', exact: true }).check();
    await visitor.getByLabel(/Anything to add/).fill('Bright and quick.');
    // A card takes a press a moment after it has come.
    const send = visitor.locator('.form').getByRole('button', { name: 'Send' });
    await expect.poll(() => send.getAttribute('aria-disabled'), PATIENCE).toBeNull();
    expect(await violationsIn(visitor)).toEqual([]);
    await send.click();
    const rating = async () =>
      (
        await desk.admin<{ rating: { value: string | null } | null }>(
          'GET',
          `/admin/conversations/${sessionId}`,
        )
      ).rating?.value;
    await expect.poll(rating, PATIENCE).toBe('good');
    await visitor.getByText('Sent').first().waitFor();

    await page.goto(`${desk.url}/desk/conversations/${sessionId}`);
    await page.getByRole('heading', { name: 'How it went' }).waitFor();
    await page.getByText('Bright and quick.').first().waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.goto(`${desk.url}/desk/numbers`);
    const row = page.getByRole('table', { name: 'How conversations went' }).getByRole('row').nth(1);
    await expect.poll(() => row.innerText(), PATIENCE).toContain('100%');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, beside, await violationsIn(page)]).toEqual([width, 0, []]);
    }
    expect(faults).toEqual([]);
  });
});
