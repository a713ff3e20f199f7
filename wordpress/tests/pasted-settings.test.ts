// Settings that an owner has copied at the gateway's desk and pastes here: what would change is shown first, one press stores it, and
// a text that can't be read changes nothing.

import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Choices, snippetOf, wordPressOf } from '../../desk/model/snippet.ts';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

/** What the desk's form has; the rest follows from it by the desk's own code. */
const CHOICES: Choices = {
  title: 'Anna\'s "Help" & more',
  greeting: "Good day!\nIt's Anna; $HOME `id` \\ <b>bold</b>",
  prompts: 'Where is my order? | Returns, and how',
  color: '#1d4e6b',
  theme: 'dark',
  sound: 'on',
  thinking: 'off',
  feedback: 'on',
  cards: 'choices form',
  tools: 'page abilities',
  hideOn: '/checkout/* /cart',
};
const STORED = {
  title: CHOICES.title,
  greeting: "Good day!\nIt's Anna; $HOME `id` \\ bold",
  prompts: ['Where is my order?', 'Returns, and how'],
  color: '#1d4e6b',
  theme: 'dark',
  sound: true,
  thinking: false,
  feedback: true,
  cards: true,
  tools: ['page', 'abilities'],
  hide_on: ['/checkout/*', '/cart'],
};
const PLACE = {
  script: 'https://gateway.example/bellhop.js',
  gateway: 'https://gateway.example',
  session: '/session',
};

describe.skipIf(reasonToSkip() !== null)('settings from the gateway’s desk', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(() => site.settle({ title: 'Before' }));
  afterEach(() => expect(site.debugLog()).toBe(''));

  const settings = async () =>
    JSON.parse(await site.wp('bellhop', 'settings', 'get')) as Record<string, unknown>;
  const card = (of: Page) => of.locator('#bellhop-paste');
  async function paste(text: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#connection`);
    const field = page.getByLabel('What you have copied');
    await page.getByText('Paste settings from the gateway’s desk').click();
    await field.fill(text);
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await card(page).locator('[role=status], .bellhop-wrong').first().waitFor();
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it.each([
    ['the lines for WordPress', wordPressOf(CHOICES).text],
    ['the script tag', snippetOf(PLACE, CHOICES)],
  ])('are read from %s: what would change is shown, and one press stores it', async (_, text) => {
    const before = await settings();
    await paste(text);
    const shown = await card(page).locator('tbody tr').allInnerTexts();
    expect(shown).toHaveLength(Object.keys(STORED).length);
    expect(shown[0]).toBe(`Title\tBefore\t${CHOICES.title}`);
    expect(shown.join('\n')).toContain('As the visitor’s device\tDark');
    expect(shown.join('\n')).toContain('off\ton');
    expect(await settings()).toEqual(before);
    await shoot();
    await press('Save these settings');
    await page.locator('.components-snackbar').getByText('11 settings were saved.').waitFor();
    expect(await settings()).toEqual({ ...before, ...STORED });
    await paste(text);
    await page.getByText('Nothing would change: your settings already say all of this.').waitFor();
  });

  it('leave the connection alone, and say what has no use here', async () => {
    await paste(snippetOf(PLACE, { lang: 'de', title: 'Then' }));
    expect(await card(page).innerText()).toContain('data-gateway, data-session, data-lang.');
    await press('Save these settings');
    await page.locator('.components-snackbar').getByText('1 setting was saved.').waitFor();
    expect(await settings()).toMatchObject({ gateway_url: '', title: 'Then' });
  });

  it('take dictation from a script tag, show it in the form, and print it into pages', async () => {
    await paste('<script data-voice="on"></script>');
    await press('Save these settings');
    await page.locator('.components-snackbar').getByText('1 setting was saved.').waitFor();
    expect(await settings()).toMatchObject({ voice: true });
    await page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#look/voice`);
    const box = page.getByLabel('Dictation');
    expect(await box.isChecked()).toBe(true);
    expect(await (await fetch(`${site.url}/`)).text()).toMatch(/data-voice="on"/);
    await box.click();
    await page.locator('[data-field=voice]').getByRole('button', { name: 'Undo' }).waitFor();
    expect(await settings()).toMatchObject({ voice: false });
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-voice');
  });

  it('are dropped at one press', async () => {
    await paste("wp bellhop settings set title 'Dropped'");
    await press('Change nothing');
    await page.getByRole('button', { name: 'Save these settings' }).waitFor({ state: 'detached' });
    expect(await settings()).toMatchObject({ title: 'Before' });
  });

  it.each([
    ['nothing', '   ', 'Nothing was pasted.'],
    ['a quotation mark that never ends', "wp bellhop settings set title 'Half", 'is never ended'],
    ['another command', 'wp plugin delete bellhop', '“wp plugin delete bellhop” is neither'],
    ['two words for one', 'wp bellhop settings set title Two words', 'Two words” is neither'],
    ['an unknown setting', 'wp bellhop settings set colour red', 'no setting “colour”'],
    [
      'a wrong kind',
      'wp bellhop settings set sound maybe',
      'sound is true or false, and not “maybe”',
    ],
    ['a list that is none', 'wp bellhop settings set prompts one', 'prompts is a list'],
    ['a word that isn’t one of the choices', 'wp bellhop settings set theme pink', 'theme'],
    [
      'a value that the form refuses',
      'wp bellhop settings set color "url(javascript:x)"',
      'The colour was not understood',
    ],
    ['half a tag', '<script async data-title="Half', 'no whole tag of the chat'],
    ['a tag without attributes', '<script>alert(1)</script>', 'no whole tag of the chat'],
    [
      'a switch that is none',
      '<script data-sound="loud"></script>',
      'data-sound is on or off, and not “loud”',
    ],
    ['a shop’s order', 'Two scarves, please.', '“Two scarves, please.” is neither'],
  ])('say what is wrong with %s, and change nothing', async (_, text, words) => {
    const before = await settings();
    // One good line before the bad one: it isn't stored either.
    const isLines = text.startsWith('wp ');
    const whole = isLines ? `wp bellhop settings set title 'Good'\n${text}` : text;
    const isEmpty = text.trim() === '';
    if (isEmpty) {
      const said = await site.run(
        `echo Bellhop\\read_pasted_settings( '  ' )->get_error_message();`,
      );
      expect(said).toContain(words);
    } else {
      await paste(whole);
      expect(await card(page).locator('.bellhop-wrong').innerText()).toContain(words);
      expect(await page.getByLabel('What you have copied').inputValue()).toBe(whole);
      expect(await page.getByRole('button', { name: 'Save these settings' }).count()).toBe(0);
    }
    expect(await settings()).toEqual(before);
  });

  it('run nothing that stands in them, and are shown as text', async () => {
    await paste(`<script data-title="&lt;img src=x onerror=alert(1)&gt;"></script>`);
    expect(await page.locator('#bellhop-paste img').count()).toBe(0);
    await press('Save these settings');
    expect(JSON.stringify(await settings())).not.toContain('onerror');
  });

  it('are an owner’s alone to paste', async () => {
    for (const act of ['paste', 'take_pasted']) {
      const forged = await page.request.post(
        `${site.url}/wp-json/bellhop/v1/settings/page/${act}`,
        { data: { text: "wp bellhop settings set title 'x'" } },
      );
      expect([act, forged.status()]).toEqual([act, 401]);
    }
  });

  it('hold no barrier', async () => {
    await paste(wordPressOf(CHOICES).text);
    await page.addScriptTag({ content: axe.source });
    const found = await page.evaluate(async () => {
      interface Axe {
        run(e: string): Promise<{ violations: { id: string }[] }>;
      }
      const { axe: tests } = window as unknown as { axe: Axe };
      return (await tests.run('#bellhop-paste')).violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
  });

  async function shoot(): Promise<void> {
    const folder = process.env.BELLHOP_SHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await card(page).screenshot({ path: `${folder}/paste-desktop.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await card(page).screenshot({ path: `${folder}/paste-phone.png` });
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});
