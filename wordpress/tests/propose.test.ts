// "Propose from my site": what the owner's model, or the pages' titles, make of the site's content; shown first, stored only by the owner.

import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { phpString } from '../run/plugin.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

const PROPOSED = {
  title: 'Mara',
  greeting: 'Good day from Harbour House! What may I do for you?',
  prompts: ['When is breakfast?', 'Are dogs | welcome?', 'Which rooms see the sea?'],
  instructions: 'You are Mara, the concierge of Harbour House. Be cheerful.',
  avoid: 'Prices of other hotels',
};

describe.skipIf(reasonToSkip() !== null)('words proposed from the site', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([
      launchBrowser(),
      startLocalSite({ title: 'Harbour House' }),
    ]);
    await site.run(
      [
        ['Breakfast', 'Breakfast is from 7 to 10, on Sundays to 11.', ''],
        ['Rooms and prices', 'Twelve rooms, four of them with a view of the sea.', ''],
        ['Behind a door', 'The code of the safe is 4711.', 'secret'],
      ]
        .map(
          ([title = '', text = '', password = '']) =>
            `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(`<p>${text}</p>`)}, 'post_password' => '${password}' ) );`,
        )
        .join('\n'),
    );
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(30_000);
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    await site.settle({ month_money: '20' });
    says(JSON.stringify(PROPOSED));
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop&at=${visits++}`);
  });
  let visits = 0;

  /** To every request from now on. */
  const says = (text: string) =>
    site.provider.scripts.set(
      '',
      Array.from({ length: 20 }, () => [{ say: text }]),
    );
  const field = (label: string) => page.getByRole('textbox', { name: label });
  const stored = async () =>
    JSON.parse(await site.run('echo wp_json_encode( Bellhop\\settings() );')) as Record<
      string,
      unknown
    >;
  const card = () => page.getByRole('region', { name: 'Words for your site' });
  async function propose(): Promise<string> {
    const again = card().getByRole('button', { name: 'Change nothing' });
    if (await again.count()) await again.click();
    await page.getByRole('button', { name: 'Propose from my site' }).click();
    await page.getByRole('button', { name: 'Save these words' }).waitFor();
    return card().innerText();
  }
  const preview = () => page.frameLocator('.bellhop-preview');
  async function openPreview(): Promise<void> {
    await page.locator('.bellhop-preview').scrollIntoViewIfNeeded();
    await preview().locator('bellhop-host button[part=launcher]').click();
  }

  it('come from one request to the owner’s model, which reads what visitors may read, and cost what is told', async () => {
    expect(await card().innerText()).toMatch(/at most \$0\.\d\d\./);
    const before = site.provider.asked.length;
    expect(await propose()).toContain('Your AI model has read your pages.');
    expect(site.provider.asked.length).toBe(before + 1);
    const request = JSON.stringify(site.provider.asked.at(-1)?.body);
    expect(request).toContain('Twelve rooms');
    expect(request).not.toContain('4711');
    expect(request).not.toContain('Behind a door');
    const spent = Number(await site.run('echo Bellhop\\spent_this_month_nano();'));
    const most = Number(await site.run('echo Bellhop\\proposal_cost_nano();'));
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(most);
  });

  it('stand in fields and in the preview, are stored by one button alone, and are gone when the owner leaves', async () => {
    await propose();
    expect(await field('Greeting').inputValue()).toBe(PROPOSED.greeting);
    expect(await field('First questions').inputValue()).toBe(
      'When is breakfast?\nAre dogs\nwelcome?\nWhich rooms see the sea?',
    );
    expect(await card().getByRole('textbox').count()).toBe(5);
    await page.waitForTimeout(1000);
    await openPreview();
    // The first sentence is the chat's heading, what follows it stands below.
    const greeting = preview().locator('.greeting');
    await greeting.getByText('Good day from Harbour House!', { exact: true }).waitFor();
    await greeting.getByText('What may I do for you?').waitFor();
    await preview().getByRole('button', { name: 'When is breakfast?', exact: true }).waitFor();
    if (process.env.BELLHOP_SHOTS) {
      mkdirSync(process.env.BELLHOP_SHOTS, { recursive: true });
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/proposed.png`, fullPage: true });
    }
    expect((await stored()).greeting).toBe('');
    await page.reload();
    expect(await field('Greeting').count()).toBe(0);
    await propose();
    await field('Greeting').fill('Hello from the harbour!');
    await page.getByRole('button', { name: 'Leave out: Title' }).click();
    await page.getByRole('button', { name: 'Save these words' }).click();
    await page.locator('.components-snackbar').getByText('4 settings were saved.').waitFor();
    expect(await stored()).toMatchObject({
      greeting: 'Hello from the harbour!',
      title: '',
      instructions: PROPOSED.instructions,
      avoid: PROPOSED.avoid,
      local: true,
    });
    await page.locator('.components-snackbar').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.components-snackbar').getByText('As it was before.').waitFor();
    expect(await stored()).toMatchObject({ greeting: '', instructions: '', avoid: '' });
  });

  it('leave what the owner has written', async () => {
    await site.settle({ title: 'Ask Tom', instructions: 'You are Tom.' });
    await propose();
    expect(await field('Greeting').count()).toBe(1);
    expect(await field('Title').count()).toBe(0);
    expect(await field('Instructions').count()).toBe(0);
  });

  it('come from titles where no model answers, where its answer is none, and where the month’s money is spent', async () => {
    const fromTitles = async () => {
      expect(await field('Greeting').inputValue()).toBe(
        'Welcome to Harbour House. What can I help you with?',
      );
      expect(await field('First questions').inputValue()).toBe(
        'What should I know about “Breakfast”?\nWhat should I know about “Rooms and prices”?',
      );
    };
    says('I would rather talk about something else.');
    expect(await propose()).toContain('could not be read');
    await fromTitles();
    site.provider.scripts.set(
      '',
      Array.from({ length: 40 }, () => [{ fail: 'unauthorized' }]),
    );
    expect(await propose()).toContain('did not answer');
    await fromTitles();
    await site.settle({ month_money: '0.0001' });
    const before = site.provider.asked.length;
    expect(await propose()).toContain('The month’s money');
    await fromTitles();
    expect(site.provider.asked.length).toBe(before);
  });

  it('speak to visitors in the preview at once, by the saved settings', async () => {
    says('Breakfast is from seven.');
    const frame = preview();
    await openPreview();
    await frame.getByRole('textbox', { name: 'Message' }).fill('When is breakfast?');
    await frame.getByRole('textbox', { name: 'Message' }).press('Enter');
    await frame.getByRole('log').getByText('Breakfast is from seven.').waitFor();
    expect(site.debugLog()).toBe('');
  });
});
