// Settings out of one site and into another, what a network says for its sites, and chatbots on the settings page.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { type SettingsPage, settingsPage } from './settings-page.ts';
import { nonceOf, reasonToSkip, signIn, signInByHand } from './support.ts';

type Fields = Record<string, unknown>;

describe.skipIf(reasonToSkip() !== null)('settings that move', () => {
  let site: LocalSite;
  let browser: Browser;
  let page: Page;
  let ui: SettingsPage;
  let cookie: string;
  let nonce: string;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startLocalSite(), launchBrowser()]);
    cookie = await signInByHand(site);
    nonce = await nonceOf(site, cookie);
    page = await browser.newPage();
    await signIn(page, site);
    ui = settingsPage(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    await site.settle({ title: 'Harbour House', consent: 'I agree.', refused_words: ['casino'] });
    await site.run(
      `delete_option( 'bellhop_bots' ); Bellhop\\store_answers( array( array( 'When?', 'At seven.' ) ) );`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const rest = async (method: string, body?: Fields, signedIn = true) => {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/transfer`, {
      method,
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(signedIn ? { 'x-wp-nonce': nonce } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: reply.status, body: (await reply.json()) as Fields };
  };
  const settings = async () =>
    JSON.parse(await site.run(`echo wp_json_encode( Bellhop\\settings() );`)) as Fields;

  it('are exported whole, without key, token or gateway, and to nobody but the owner', async () => {
    await site.run(
      `Bellhop\\store_bot( 'sales', array( 'name' => 'Sales' ) ); update_option( 'bellhop_service_token', 'token-of-tests', false );`,
    );
    const { body } = await rest('GET');
    expect(body).toMatchObject({
      kind: 'bellhop-settings',
      settings: { title: 'Harbour House', consent: 'I agree.' },
      bots: [{ id: 'sales', name: 'Sales' }],
      answers: [['When?', 'At seven.']],
    });
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/sk-of-tests|sealed:|token-of-tests|gateway_url|client_id/);
    expect(Object.keys(body.settings as Fields).length).toBeGreaterThan(50);
    expect((await rest('GET', undefined, false)).status).toBe(401);
    expect((await rest('POST', { file: body }, false)).status).toBe(401);
  });

  it('tell what an import would change, change nothing before it is confirmed, and nothing at all where a part is wrong', async () => {
    const { body: file } = await rest('GET');
    const theirs = {
      ...file,
      settings: {
        ...(file.settings as Fields),
        title: 'Hill House',
        sound: true,
        from_the_future: 1,
        gateway_url: 'https://evil.example',
      },
      bots: [{ id: 'shop', name: 'Shop', pages: [2, 99999] }],
      answers: [
        ['When?', 'At eight.'],
        ['Where?', 'Here.'],
      ],
    };
    const told = await rest('POST', { file: theirs });
    expect(told.body.changes).toEqual([
      { name: 'Title', before: 'Harbour House', after: 'Hill House' },
      { name: 'Sound', before: 'off', after: 'on' },
      { name: 'Chatbot “Shop”', before: '', after: 'new' },
      { name: 'Answer to “When?”', before: 'At seven.', after: 'At eight.' },
      { name: 'Answer to “Where?”', before: '', after: 'Here.' },
    ]);
    expect((await settings()).title).toBe('Harbour House');
    expect(
      (await rest('POST', { file: { ...theirs, settings: { color: 'no };colour' } }, apply: true }))
        .status,
    ).toBe(400);
    expect(
      (await rest('POST', { file: { ...theirs, bots: [{ id: 'x', name: '' }] }, apply: true }))
        .status,
    ).toBe(400);
    expect((await rest('POST', { file: { settings: {} }, apply: true })).status).toBe(400);
    expect((await settings()).title).toBe('Harbour House');

    expect((await rest('POST', { file: theirs, apply: true })).status).toBe(200);
    expect(await settings()).toMatchObject({
      title: 'Hill House',
      sound: true,
      gateway_url: '',
      consent: 'I agree.',
    });
    expect(
      await site.run(
        `echo wp_json_encode( array( Bellhop\\bots()['shop']['pages'], Bellhop\\own_answers() ) );`,
      ),
    ).toBe('[[2],[["When?","At eight."],["Where?","Here."]]]');
    expect((await rest('POST', { file: theirs })).body.changes).toEqual([]);
    expect(await site.run('echo Bellhop\\model_key();')).toBe('sk-of-tests-1234');
  });

  it('move by WP-CLI', async () => {
    const file = join(site.dir, 'moved.json');
    const out = JSON.parse(await site.wp('bellhop', 'settings', 'export')) as Fields;
    writeFileSync(
      file,
      JSON.stringify({ ...out, settings: { ...(out.settings as Fields), title: 'By hand' } }),
    );
    expect(await site.wp('bellhop', 'settings', 'import', file, '--dry-run')).toMatch(
      /Title\s.*Harbour House.*By hand/,
    );
    expect((await settings()).title).toBe('Harbour House');
    await site.wp('bellhop', 'settings', 'import', file, '--yes');
    expect((await settings()).title).toBe('By hand');
  });

  it('move by the settings page, which shows what would change', async () => {
    await ui.open('connection');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ui.press('Export settings'),
    ]);
    const path = join(site.dir, 'page.json');
    await download.saveAs(path);
    const file = JSON.parse(readFileSync(path, 'utf8')) as Fields;
    writeFileSync(
      path,
      JSON.stringify({ ...file, settings: { ...(file.settings as Fields), title: 'By the page' } }),
    );
    await page.locator('input[type=file]').setInputFiles(path);
    const table = page.locator('.bellhop-changes');
    await table.getByText('By the page').waitFor();
    if (process.env.BELLHOP_SHOTS)
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/transfer.png`, fullPage: true });
    expect((await settings()).title).toBe('Harbour House');
    await Promise.all([page.waitForEvent('load'), ui.press('Import all of this')]);
    expect((await settings()).title).toBe('By the page');
    writeFileSync(path, 'no json');
    await ui.open('connection');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByText('This file can’t be read.').first().waitFor();
  });

  it('include chatbots that are made, changed, undone and deleted on the settings page', async () => {
    await ui.open('bots');
    await page.getByLabel('Name of a new chatbot').fill('Sales desk');
    await ui.press('Add chatbot');
    await page.getByRole('heading', { name: 'Sales desk' }).waitFor();
    const field = (name: string) => ui.row(`bot-${name}`);
    await field('instructions').locator('textarea').fill('Sell mugs.');
    await field('instructions').locator('textarea').blur();
    await field('instructions').getByText('Saved').waitFor();
    await field('urls').locator('textarea').fill('/shop/*');
    await field('urls').locator('textarea').blur();
    await field('urls').getByText('Saved').waitFor();
    const pages = field('pages').getByRole('combobox');
    await pages.fill('Sample');
    await page.getByRole('option', { name: /Sample Page/ }).click();
    await field('pages').getByText('Saved').waitFor();
    await field('knowledge').getByLabel('These kinds of it').check();
    await field('knowledge_types').getByLabel('Posts').check();
    await field('knowledge_types').getByText('Saved').waitFor();
    if (process.env.BELLHOP_SHOTS) {
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/bots.png`, fullPage: true });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.screenshot({
        path: `${process.env.BELLHOP_SHOTS}/bots-phone.png`,
        fullPage: true,
      });
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    const stored = async () =>
      JSON.parse(await site.run(`echo wp_json_encode( Bellhop\\bots() );`)) as Record<
        string,
        Fields
      >;
    expect((await stored())['sales-desk']).toMatchObject({
      instructions: 'Sell mugs.',
      urls: ['/shop/*'],
      pages: [2],
      knowledge: 'types',
      knowledge_types: ['post'],
    });
    await field('instructions').getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await stored())['sales-desk']?.instructions, { timeout: 30_000 })
      .toBe('');
    await field('name').locator('input').fill('');
    await field('name').locator('input').blur();
    await field('name').getByText('it needs a name').waitFor();
    expect(await ui.violations()).toEqual([]);
    await ui.press('Delete chatbot');
    await ui.press('Delete it for good');
    await page.getByLabel('Name of a new chatbot').waitFor();
    expect(await stored()).toEqual([]);
  });

  it('have rows on the settings page for what is asked, limited and refused', async () => {
    await ui.open('look');
    await ui.type('consent', 'I agree to everything.');
    await ui.open('limits');
    await ui.type('role_messages', 'guest 5\nsubscriber: 50');
    await ui.type('refused_words', 'bet*\nroulette');
    await ui.type('refused_addresses', 'nonsense');
    await ui.row('refused_addresses').getByText('were not stored').waitFor();
    expect(await settings()).toMatchObject({
      consent: 'I agree to everything.',
      role_messages: ['guest 5', 'subscriber 50'],
      refused_words: ['bet*', 'roulette'],
      refused_addresses: [],
    });
    if (process.env.BELLHOP_SHOTS)
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/limits.png`, fullPage: true });
  });
});

describe.skipIf(reasonToSkip() !== null)('a network', () => {
  it('says what holds for sites that haven’t chosen otherwise, and a change of it reaches all others', async () => {
    const site = await startLocalSite({ isMultisite: true });
    try {
      await site.run(`Bellhop\\change_settings( array( 'title' => 'Own title' ) );`);
      await site.wp(
        'bellhop',
        'network',
        'set',
        '{"color":"#112233","title":"Network title","month_money":"5"}',
      );
      const has = async () =>
        JSON.parse(
          await site.run(
            `echo wp_json_encode( array_intersect_key( Bellhop\\settings(), array_flip( array( 'title', 'color', 'month_money' ) ) ) );`,
          ),
        ) as Fields;
      // What was stored before there was such a word counts as this site's choice.
      expect(await has()).toMatchObject({ title: 'Own title' });
      const fresh = await site.run(`
        $id = wpmu_create_blog( '127.0.0.1', '/second/', 'Second', 1 ); switch_to_blog( $id );
        $before = Bellhop\\settings();
        Bellhop\\change_settings( array( 'color' => '#445566' ) );
        Bellhop\\change_network_settings( array( 'title' => 'Another title', 'color' => '#999999', 'month_money' => null ) );
        $after = Bellhop\\settings();
        echo wp_json_encode( array( $before['title'], $before['color'], $before['month_money'], $after['title'], $after['color'], $after['month_money'] ) );`);
      expect(JSON.parse(fresh)).toEqual([
        'Network title',
        '#112233',
        '5',
        'Another title',
        '#445566',
        '20',
      ]);
      await expect(
        site.wp('bellhop', 'network', 'set', '{"gateway_url":"https://one.example"}'),
      ).rejects.toThrow();
      await expect(site.wp('bellhop', 'network', 'set', '{"theme":"pink"}')).rejects.toThrow();
      expect(JSON.parse(await site.wp('bellhop', 'network', 'get'))).toEqual({
        title: 'Another title',
        color: '#999999',
      });
      const left = await site.run(
        `define( 'WP_UNINSTALL_PLUGIN', 'bellhop/bellhop.php' ); require WP_PLUGIN_DIR . '/bellhop/uninstall.php'; echo var_export( get_site_option( 'bellhop_network_settings' ), true );`,
      );
      expect(left).toBe('false');
    } finally {
      await site.close();
    }
  });
});
