// The owner of a site without a gateway: from the list of plugins to a chat that answers, and what the settings page says on the way.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn } from './support.ts';

const KEY = 'sk-pasted-by-the-owner';

describe.skipIf(reasonToSkip() !== null)('the owner of a site without a gateway', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    page = await browser.newPage();
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.locator('#setting-error-settings_updated').waitFor();
  };
  const cards = () => page.locator('.bellhop-cards').innerText();

  const settingsPage = () => page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop`);
  const seen = async () => (await (await fetch(`${site.url}/`)).text()).includes('data-gateway');

  it('is told that the chat is off and what it needs, with a link to where that is set, and shows nothing to visitors', async () => {
    await page.goto(`${site.url}/wp-admin/plugins.php`);
    await page.getByRole('link', { name: 'Connect it now' }).click();
    expect(await cards()).toContain('Off: visitors don’t see the chat. It needs an AI model');
    // Nobody without a server of their own needs the steps to a gateway.
    expect(await cards()).not.toContain('Paste each into its field below.');
    await page.getByText('Use a gateway instead').click();
    expect(await cards()).toContain('Paste each into its field below.');
    const link = page.getByRole('link', { name: 'Connect a provider' });
    expect(await link.getAttribute('href')).toContain('/wp-admin/options-connectors.php');
    expect(await seen()).toBe(false);
  });

  it('pastes a key, presses once, and has a chat that answers', async () => {
    site.provider.scripts.set('', [[{ say: 'Welcome to the site.' }]]);
    await site.run(
      `update_option( 'bellhop_settings', array( 'model_url' => '${site.provider.url}' ) );`,
    );
    await settingsPage();
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Save the key and show the chat' }).click();
    await page.getByText('The chat is on your site now.').waitFor();
    await page.getByText(/The model gpt-4\.1-mini answers\. It took \d+\.\d seconds\./).waitFor();
    expect(await cards()).toContain('On: visitors who open the chat are answered');
    expect(await page.content()).not.toContain(KEY);
    await page.getByRole('link', { name: 'Try the chat on your site' }).click();
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hello');
    await visitor.log.getByText('Welcome to the site.').waitFor();
    expect(site.provider.asked.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    await settingsPage();
    expect(await cards()).toMatch(/Today: messages 1, tokens about \d+\./);
    expect(await cards()).toMatch(/This month: about \$0\.\d\d of \$20\.00\./);
  });

  it('chooses how answers arrive, and reads what the self-test has found of the server', async () => {
    await settingsPage();
    const section = page.locator('#bellhop-section-local');
    const most = page.getByLabel('How many open chats at a time');
    const stored = () => site.run(`echo Bellhop\\settings()['streams'];`);
    expect(await section.getByLabel(/The chat asks every few seconds/).isChecked()).toBe(true);
    expect(await section.innerText()).toContain('is tried when you save');
    await section.getByLabel(/At once, where your server/).check();
    await most.fill('2');
    await save();
    expect(await stored()).toBe('2');
    expect(await most.inputValue()).toBe('2');
    expect(await section.innerText()).toMatch(/✓ Tried .* ago: your server lets answers through/);
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-transport="poll"');

    // A cache that holds everything back until it is whole.
    site.putPlugin(
      'holds-back',
      `<?php add_filter( 'pre_http_request', function ( $reply, $args, $url ) {
        return strpos( $url, 'stream-test' ) ? array( 'headers' => array(), 'body' => ":\\n\\ndata: 1\\n\\n", 'response' => array( 'code' => 200, 'message' => 'OK' ), 'cookies' => array(), 'filename' => null ) : $reply;
      }, 5, 3 );`,
    );
    await page.getByRole('button', { name: 'Test the chat' }).click();
    expect(await page.getByRole('status').innerText()).toContain(
      '! Something holds answers back until they are complete',
    );
    expect(await section.innerText()).toContain('So all chats ask every few seconds.');
    site.putPlugin('holds-back', null);

    await most.fill('9000');
    await page.evaluate(() =>
      document.querySelector<HTMLFormElement>('#bellhop-settings')?.setAttribute('novalidate', ''),
    );
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('the number of open chats is between 1 and 200').waitFor();
    expect(await stored()).toBe('2');
    await section.getByLabel(/The chat asks every few seconds/).check();
    await save();
    expect(await stored()).toBe('0');
    expect(await (await fetch(`${site.url}/`)).text()).toContain('data-transport="poll"');
  });

  it('takes the chat off the site and puts it back with one press each', async () => {
    await page.getByRole('button', { name: 'Take the chat off the site' }).click();
    await page.getByText('Visitors don’t see the chat any more.').waitFor();
    expect(await seen()).toBe(false);
    await page.getByRole('button', { name: 'Show the chat to visitors' }).click();
    await page.getByText('The chat is on your site now.').waitFor();
    expect(await seen()).toBe(true);
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
  });

  it('is told in words what is wrong with the model, the page’s policy and all', async () => {
    const test = async () => {
      await settingsPage();
      await page.getByRole('button', { name: 'Test the chat' }).click();
      return page.getByRole('status').innerText();
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
        `foreach ( array( 'page', 'site-health' ) as $file ) require_once WP_PLUGIN_DIR . "/bellhop/admin/$file.php";
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
    await settingsPage();
  });

  it('keeps the key by an empty field, loses it by another address, and forgets it when asked to', async () => {
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
    await field('Address of the provider').fill('https://elsewhere.example/v1');
    await save();
    expect(await cards()).toContain('It needs an AI model');
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
    await field('Address of the provider').fill(site.provider.url);
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe(KEY);
    await page.getByLabel('Forget it').check();
    await save();
    expect(await site.run('echo Bellhop\\model_key();')).toBe('');
  });

  it('bounds the messages of a day in numbers, and keeps the old number for what is none', async () => {
    await page.getByLabel('Messages of one visitor in a day').fill('7');
    await page.getByLabel('Messages of all visitors in a day').fill('70');
    await save();
    const numbers = () =>
      site.run(
        `$all = Bellhop\\settings(); echo $all['visitor_messages'] . ' ' . $all['site_messages'];`,
      );
    expect(await numbers()).toBe('7 70');
    await page.getByLabel('Messages of all visitors in a day').fill('');
    await save();
    expect(await numbers()).toBe('7 70');
  });

  it('bounds the money of a month, in words that visitors read', async () => {
    await page.getByLabel('Most in a month, in US dollars').fill('2,50');
    await page.getByLabel('What visitors read when it is reached').fill('Call us: 555-0100.');
    await save();
    const stored = () =>
      site.run(`$all = Bellhop\\settings(); echo $all['month_money'] . ' ' . $all['month_text'];`);
    expect(await stored()).toBe('2.50 Call us: 555-0100.');
    await page.getByLabel('Most in a month, in US dollars').fill('much');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('The amount was not stored').waitFor();
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
