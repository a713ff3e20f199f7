// The owner of a site without a gateway: from the list of plugins to a chat that answers, and what the settings page says on the way.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { type SettingsPage, settingsPage } from './settings-page.ts';
import { reasonToSkip, signIn, until } from './support.ts';

const KEY = 'sk-pasted-by-the-owner';

describe.skipIf(reasonToSkip() !== null)('the owner of a site without a gateway', () => {
  let browser: Browser;
  let page: Page;
  let owner: SettingsPage;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    owner = settingsPage(page, site);
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const state = () => page.locator('.bellhop-main').innerText();
  const visit = (place = 'start') => owner.open(place);
  const seen = async () => (await (await fetch(`${site.url}/`)).text()).includes('data-gateway');

  it('is told that the chat is off and what it needs, with a link to where that is set, and shows nothing to visitors', async () => {
    await page.goto(`${site.url}/wp-admin/plugins.php`);
    await page.getByRole('link', { name: 'Connect it now' }).click();
    await page.locator('.bellhop-main').waitFor();
    expect(await state()).toContain('Off: visitors don’t see the chat. It needs an AI model');
    // The first screen has one field and one button.
    expect(await page.locator('.bellhop-main input').count()).toBe(1);
    expect(await page.locator('.bellhop-main button').count()).toBe(1);
    const link = page.getByRole('link', { name: 'Connect a provider' });
    expect(await link.getAttribute('href')).toContain('/wp-admin/options-connectors.php');
    expect(await seen()).toBe(false);
  });

  it('is told beside the field what is wrong with a key', async () => {
    await page.getByLabel('Key of your AI provider').fill('two words');
    await owner.press('Save the key and show the chat');
    await owner.row('model_key').getByText('The key was not stored').waitFor();
    expect(await page.getByLabel('Key of your AI provider').inputValue()).toBe('two words');
    expect(await seen()).toBe(false);
  });

  it('pastes a key, presses once, and has a chat that answers', async () => {
    site.provider.scripts.set('', [[{ say: 'Welcome to the site.' }]]);
    await site.run(
      `update_option( 'bellhop_settings', array( 'model_url' => '${site.provider.url}' ) );`,
    );
    await visit();
    await page.getByLabel('Key of your AI provider').fill(KEY);
    await owner.press('Save the key and show the chat');
    const found = await owner.found();
    expect(found).toContain('The chat is on your site now.');
    expect(found).toMatch(/The model gpt-6-luna answers\. It took \d+\.\d seconds\./);
    expect(await state()).toContain('On: visitors who open the chat are answered');
    expect(await page.content()).not.toContain(KEY);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hello');
    await visitor.log.getByText('Welcome to the site.').waitFor();
    expect(site.provider.asked.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    await visit('limits');
    expect(await state()).toMatch(/Today: messages 1, tokens about \d+\./);
    expect(await state()).toMatch(/This month: about \$0\.\d\d of \$20\.00\./);
  });

  it('chooses how answers arrive, and reads what the self-test has found of the server', async () => {
    await visit('connection');
    const section = owner.row('streams');
    const most = page.getByLabel('How many open chats at a time');
    const stored = () => site.run(`echo Bellhop\\settings()['streams'];`);
    // By itself at once, since the self-test has passed.
    expect(await section.getByLabel(/At once, where your server/).isChecked()).toBe(true);
    await section.getByText(/Tried .* ago: your server lets answers through/).waitFor();
    await section.getByLabel(/The chat asks every few seconds/).click();
    await until('none', async () => (await stored()) === '0');
    await section.getByLabel(/At once, where your server/).click();
    await owner.saved('streams');
    expect(await stored()).toBe('3');
    await most.fill('2');
    await most.press('Enter');
    await until('two streams', async () => (await stored()) === '2');
    await section.getByText(/Tried .* ago: your server lets answers through/).waitFor();
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-transport="poll"');

    // A cache that holds everything back until it is whole.
    site.putPlugin(
      'holds-back',
      `<?php add_filter( 'pre_http_request', function ( $reply, $args, $url ) {
        return strpos( $url, 'stream-test' ) ? array( 'headers' => array(), 'body' => ":\\n\\ndata: 1\\n\\n", 'response' => array( 'code' => 200, 'message' => 'OK' ), 'cookies' => array(), 'filename' => null ) : $reply;
      }, 5, 3 );`,
    );
    await owner.press('Test the chat');
    expect(await owner.found()).toMatch(/Something holds answers back until they are complete/);
    await section.getByText('So all chats ask every few seconds.').waitFor();
    site.putPlugin('holds-back', null);

    await most.fill('900');
    await most.press('Enter');
    await section.getByText('the number of open chats is between 1 and 200').waitFor();
    expect(await most.inputValue()).toBe('900');
    expect(await stored()).toBe('2');
    await section.getByLabel(/The chat asks every few seconds/).click();
    await until('no streams', async () => (await stored()) === '0');
    expect(await (await fetch(`${site.url}/`)).text()).toContain('data-transport="poll"');
  });

  it('takes the chat off the site and puts it back with one press each', async () => {
    await visit();
    const shown = page.getByLabel('Show the chat to visitors');
    await shown.click();
    await owner.saved('local');
    expect(await state()).toContain('Off: visitors don’t see the chat. An AI model is connected');
    expect(await seen()).toBe(false);
    await shown.click();
    expect(await owner.found()).toContain('answers. It took');
    expect(await seen()).toBe(true);
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
  });

  it('is told in words what is wrong with the model, the page’s policy and all', async () => {
    const test = async () => {
      await visit();
      await owner.press('Test the chat');
      return owner.found();
    };
    site.provider.scripts.set(
      '',
      Array.from({ length: 20 }, () => [{ fail: 'unauthorized' }]),
    );
    expect(await test()).toContain('does not accept the key');
    site.provider.scripts.set('', []);
    const well = await test();
    expect(well).toContain('answers. It took');
    expect(well).toContain('Visitors reach this site’s REST API.');
    expect(well).not.toMatch(/✗|Policy/);
    site.putPlugin(
      'policy',
      `<?php add_action( 'send_headers', function () { header( "Content-Security-Policy: default-src 'self'; connect-src https://elsewhere.example" ); } );`,
    );
    expect(await test()).toContain(`Add 'self' to its connect-src`);
    // A page may give itself its policy, too.
    site.putPlugin(
      'policy',
      `<?php add_action( 'wp_head', function () { echo '<META HTTP-EQUIV="Content-Security-Policy" content="connect-src https://elsewhere.example">'; } );`,
    );
    expect(await test()).toContain(`Add 'self' to its connect-src`);
    site.putPlugin('policy', null);
  });

  it('finds the chat in Site Health, on and off', async () => {
    // Not on the page itself, where WordPress complains in the log of what it can't ask its own server.
    const health = () =>
      site.run(
        `require_once Bellhop\\DIR . '/admin/all.php';
         $tests = apply_filters( 'site_status_tests', array( 'direct' => array() ) );
         $result = $tests['direct']['bellhop']['test'](); echo $result['status'] . ': ' . $result['label'];`,
      );
    const turn = (isOn: boolean) =>
      site.run(
        `update_option( 'bellhop_settings', array( 'local' => ${isOn} ) + Bellhop\\settings() );`,
      );
    expect(await health()).toBe('good: The chat answers from this WordPress');
    await turn(false);
    expect(await health()).toBe('recommended: The chat is off');
    await turn(true);
  });

  it('loses the key by another address of the provider, has it again by the old one, and forgets it when asked to', async () => {
    await visit('connection');
    await owner.type('model_url', 'https://elsewhere.example/v1');
    await page.getByText('It needs an AI model').waitFor();
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
    await owner.row('model_url').getByRole('button', { name: 'Undo' }).click();
    await until('the key', async () => (await site.run('echo Bellhop\\model_key();')) === KEY);
    await owner.go('Start');
    await owner.press('Forget the key');
    await page.getByText('It needs an AI model').waitFor();
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
  });

  it('bounds the messages of a day in numbers, and is told of what is none', async () => {
    await visit('limits');
    await owner.type('visitor_messages', '7');
    await owner.type('site_messages', '70');
    const numbers = () =>
      site.run(
        `$all = Bellhop\\settings(); echo $all['visitor_messages'] . ' ' . $all['site_messages'];`,
      );
    expect(await numbers()).toBe('7 70');
    await owner.type('site_messages', '');
    await owner.row('site_messages').getByText('it is a whole number').waitFor();
    expect(await numbers()).toBe('7 70');
  });

  it('bounds the money of a month, in words that visitors read', async () => {
    await owner.type('month_money', '2,50');
    await owner.type('month_text', 'Call us: 555-0100.');
    const stored = () =>
      site.run(`$all = Bellhop\\settings(); echo $all['month_money'] . ' ' . $all['month_text'];`);
    expect(await stored()).toBe('2.50 Call us: 555-0100.');
    expect(await page.getByLabel('Most in a month, in US dollars').inputValue()).toBe('2.50');
    await owner.type('month_money', 'much');
    await owner.row('month_money').getByText('The amount was not stored').waitFor();
    expect(await stored()).toBe('2.50 Call us: 555-0100.');
  });

  it('finds a page that doesn’t scroll sideways, and an empty debug log', async () => {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(site.debugLog()).toBe('');
  });
});
