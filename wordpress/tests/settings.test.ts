// The settings page as an owner uses it, in a browser: every mistake gets a sentence, and nothing secret comes back.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { connectPlugin } from '../run/plugin.ts';
import { reasonToSkip, type Site, startSite, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the settings page', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    context = await browser.newContext();
    page = await context.newPage();
    await site.signIn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.set({});
    site.gateway.interceptor = null;
    await connectPlugin(site, site.gateway.url, site.credentials, { tools: ['page'] });
    await visit();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const visit = () => page.goto(`${site.url}/wp-admin/options-general.php?page=bellhop`);
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const test = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Test the connection', exact: true }).click();
    return page.getByRole('status').innerText();
  };

  it('keeps what was entered, and never prints the token', async () => {
    await field('Title').fill('Front desk <b>&');
    await field('Greeting').fill('Hello!\nAsk me.');
    await field('First questions').fill('One?\nTwo?\n\n');
    await field('Colour').fill('#aa3300');
    await page.getByLabel('WordPress abilities, as chosen below').check();
    await page.getByLabel(/Find a page/).check();
    await save();
    await page.getByText('Settings saved.').waitFor();
    expect(await field('Title').inputValue()).toBe('Front desk &');
    expect(await field('First questions').inputValue()).toBe('One?\nTwo?');
    expect(await page.getByLabel(/Find a page/).isChecked()).toBe(true);
    expect(await page.content()).not.toContain(site.credentials.service_token);
    expect(await field('Service token').inputValue()).toBe('');
    expect(await site.run('echo Bellhop\\service_token();')).toBe(site.credentials.service_token);
    const html = await (await fetch(`${site.url}/`)).text();
    expect(html).toContain('data-prompts="One?|Two?"');
    expect(html).toContain('data-tools="page abilities"');
    expect(html).not.toContain(site.credentials.service_token);
  });

  it.each([
    ['Gateway address', 'gateway.example', /must begin with https/, 'gateway_url'],
    ['Gateway address', 'https://me:secret@gateway.example', /neither a password/, 'gateway_url'],
    ['Gateway address', 'javascript:alert(1)', /must begin with https/, 'gateway_url'],
    ['Client id', 'a b c', /client id was not stored/, 'client_id'],
    ['Service token', 'two words', /token was not stored/, ''],
    ['Colour', 'url(x);color:red', /colour was not understood/, 'color'],
    ['When the chat can’t help', 'javascript:alert(1)', /was not stored/, 'contact'],
  ])(
    'tells what is wrong with %s “%s”, and keeps what was there',
    async (label, value, words, name) => {
      // The browser's own check would stand in the way of some.
      await page.evaluate(() =>
        document.querySelector('form[action="options.php"]')?.setAttribute('novalidate', ''),
      );
      const before = name === '' ? '' : await site.run(`echo Bellhop\\settings()['${name}'];`);
      await field(label).fill(value);
      await save();
      await page
        .locator('.notice-error, .settings-error')
        .filter({ hasText: words })
        .first()
        .waitFor();
      if (name !== '') expect(await site.run(`echo Bellhop\\settings()['${name}'];`)).toBe(before);
      expect(await site.run('echo Bellhop\\service_token();')).toBe(site.credentials.service_token);
    },
  );

  it('forgets the token when it is told to', async () => {
    await page.getByLabel('Forget it').check();
    await save();
    await page.getByRole('heading', { name: 'Connect this site' }).waitFor();
    expect(await site.run('echo Bellhop\\service_token();')).toBe('');
  });

  it('tests the connection and finds everything well', async () => {
    const said = await test();
    expect(said).toContain('The gateway answers, and knows this site and its token.');
    expect(said).toContain('Visitors can be given sessions.');
    expect(said).toContain('Browsers on this site may talk to the gateway.');
    expect(said).toContain('Visitors reach this site’s REST API.');
    expect(said).not.toContain('✗');
    const { data } = await site.gateway.admin<{ data: unknown[] }>('GET', '/admin/sessions');
    expect(data).toEqual([]);
  });

  it.each([
    [
      'a wrong token',
      { service_token: 'not-the-token-at-all' },
      '',
      /does not know this service token/,
    ],
    [
      'a wrong client id',
      { client_id: 'client_nobody' },
      '',
      /knows no such site|Check the client id/,
    ],
    ['an address where nobody is', {}, 'http://127.0.0.1:9', /No gateway answers at this address/],
    ['the address of something else', {}, 'site', /it is no gateway/],
  ])('tells of %s', async (_what, wrong, address, words) => {
    const url = address === 'site' ? site.url : address || site.gateway.url;
    await connectPlugin(site, url, { ...site.credentials, ...wrong });
    await visit();
    expect(await test()).toMatch(words);
  });

  it('tells of a suspended registration, on the dashboard too, and that nothing has to be entered again', async () => {
    const change = (status: string) =>
      site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, { status });
    await change('suspended');
    expect(await test()).toMatch(/suspended for now. Nothing is lost/);
    await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    await page.goto(`${site.url}/wp-admin/`);
    await page.locator('.notice').filter({ hasText: 'suspended for now' }).waitFor();
    await change('active');
    await visit();
    expect(await test()).not.toContain('✗');
    await page.goto(`${site.url}/wp-admin/`);
    expect(await page.locator('.notice').filter({ hasText: 'suspended' }).count()).toBe(0);
  });

  it('notices a REST API that is closed to visitors, and the chat goes another way', async () => {
    site.set({ rest_closed: true });
    expect(await test()).toContain('keeps visitors out of its REST API');
    const html = await (await fetch(`${site.url}/`)).text();
    const others = '/wp-admin/admin-ajax.php?action=bellhop /?bellhop=1';
    expect(html).toContain(`data-doors="- ${others}"`);
    site.set({});
    await visit();
    expect(await test()).toContain('Visitors reach this site’s REST API.');
    const now = await (await fetch(`${site.url}/`)).text();
    expect(now).toContain(`data-doors="${others}"`);
  });

  it.each([
    [`default-src 'self'`, true],
    [`connect-src 'self' https://*.example`, true],
    [`default-src 'self'; connect-src *`, false],
    [`script-src 'self'`, false],
    [`connect-src http:`, false],
  ])(
    'tells of a policy of the site that keeps browsers from the gateway: %s',
    async (policy, isTold) => {
      const header = policy.replaceAll("'", "\\'");
      site.putPlugin(
        'policy',
        `<?php add_action( 'send_headers', function () { header( 'Content-Security-Policy: ${header}' ); } );`,
      );
      const said = await test();
      site.putPlugin('policy', null);
      expect(said.includes(`Add ${site.gateway.url} to its connect-src`)).toBe(isTold);
    },
  );

  it('tells of a gateway that keeps out this site’s browsers', async () => {
    site.gateway.interceptor = (request) =>
      request.method === 'GET' && request.url.includes('bellhop-connection-test')
        ? new Response('{}', { status: 401 })
        : null;
    expect(await test()).toContain(`keeps out browsers that come from ${site.url}`);
  });

  /** It stands open where a collection is bound that isn't made of the site's own pages. */
  async function unfoldCollection(): Promise<void> {
    const field = page.getByLabel('Collection’s id; empty for none');
    if (!(await field.isVisible()))
      await page.getByText('Another collection of the gateway').click();
  }

  it('sets and clears the collection, and explains when somebody else was first', async () => {
    const make = async () =>
      (
        await site.gateway.admin<{ collection_id: string }>('POST', '/admin/collections', {
          documents: [{ uri: 'https://x.example/', title: 'X', text: 'X' }],
        })
      ).collection_id;
    const bound = async () =>
      (
        await site.gateway.admin<{ kb_collection_id: string | null }>(
          'GET',
          `/admin/sites/${site.credentials.client_id}`,
        )
      ).kb_collection_id;
    const [mine, theirs] = [await make(), await make()];
    const set = async (id: string): Promise<string> => {
      await unfoldCollection();
      await page.getByLabel('Collection’s id; empty for none').fill(id);
      await page.getByRole('button', { name: 'Set collection' }).click();
      return page.getByRole('status').innerText();
    };
    expect(await set(mine)).toContain('answers from this collection now');
    expect(await bound()).toBe(mine);
    await page.getByText(mine).first().waitFor();

    await site.gateway.admin('POST', '/admin/api-keys', {}).then(({ api_key }) =>
      fetch(`${site.gateway.url}/v1/sites/${site.credentials.client_id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kb_collection_id: theirs }),
      }).then((reply) => reply.text()),
    );
    expect(await set('')).toContain('Nothing was changed: since this page last saw it');
    expect(await bound()).toBe(theirs);
    expect(await page.getByLabel('Collection’s id; empty for none').inputValue()).toBe('');
    await page.getByLabel('Replace whatever is bound now').check();
    expect(await set('')).toContain('has no collection now');
    expect(await bound()).toBe(null);
    expect(await set('col_nowhere')).toContain('did not accept');
    expect(await bound()).toBe(null);
    await unfoldCollection();
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('This is how the gateway has it.').waitFor();
  });

  it('names the collection that somebody else has bound, at a gateway that lets it be read', async () => {
    let bound: string | null = 'col_theirs';
    site.gateway.interceptor = async (request) => {
      if (!request.url.includes('/v1/sites/') || request.url.endsWith('/heartbeat')) return null;
      if (request.method === 'PATCH') {
        const asked = (await request.clone().json()) as Record<string, string | null>;
        if (asked.expected_kb_collection_id !== bound) {
          const error = { message: 'another one', type: 'invalid_request_error', code: 409 };
          return Response.json({ error }, { status: 409 });
        }
        bound = asked.kb_collection_id ?? null;
      }
      return Response.json({ site_id: 'site_1', kb_collection_id: bound });
    };
    await site.run(`Bellhop\\remember_record( array( 'kb_collection_id' => 'col_old' ) );`);
    await visit();
    const field = page.getByLabel('Collection’s id; empty for none');
    await unfoldCollection();
    await field.fill('col_mine');
    const set = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Set collection' }).click();
      return page.getByRole('status').innerText();
    };
    expect(await set()).toContain('somebody has bound the collection col_theirs to your site');
    expect(await page.getByLabel('Replace whatever is bound now').count()).toBe(0);
    expect(await field.inputValue()).toBe('col_mine');
    expect(await set()).toContain('answers from this collection now');
    expect(bound).toBe('col_mine');
  });

  it('shows the launcher as it will be, before anything is saved', async () => {
    const preview = page.frameLocator('.bellhop-preview');
    await preview.locator('bellhop-host button[part=launcher]').waitFor();
    await field('Text on the button').fill('Ask the porter');
    await preview.getByRole('button', { name: 'Ask the porter' }).waitFor();
    const colour = () =>
      preview
        .locator('bellhop-host button[part=launcher]')
        .evaluate((button) => getComputedStyle(button).backgroundColor)
        .catch(() => null);
    const before = await colour();
    await page.getByLabel('Choose a colour').fill('#aa3300');
    expect(await field('Colour').inputValue()).toBe('#aa3300');
    await until('the button in that colour', async () => {
      const now = await colour();
      return now !== null && now !== before;
    });
    expect(await site.run(`echo Bellhop\\settings()['launcher'];`)).toBe('');
  });

  it('lets nobody but owners act, and nothing without the page’s own nonce', async () => {
    for (const action of [
      ...['test', 'bind', 'read_record', 'preview', 'preview_panel'],
      ...['switch', 'test_chat', 'delete_chat', 'export_chat', 'propose'],
      ...['connect', 'connected', 'mail_chat'],
    ]) {
      const guest = await fetch(`${site.url}/wp-admin/admin-post.php?action=bellhop_${action}`, {
        method: 'POST',
      });
      expect(guest.status).toBeGreaterThanOrEqual(400);
      await guest.text();
      const forged = await page.request.post(`${site.url}/wp-admin/admin-post.php`, {
        form: { action: `bellhop_${action}` },
      });
      expect(forged.status()).toBe(403);
    }
    await site.wp(
      'user',
      'create',
      'editor',
      'editor@example.com',
      '--role=editor',
      '--user_pass=editor-pass',
    );
    const other = await browser.newContext();
    const editor = await other.newPage();
    await site.signIn(editor, { user: 'editor', password: 'editor-pass' });
    const reply = await editor.goto(`${site.url}/wp-admin/options-general.php?page=bellhop`);
    expect(reply?.status()).toBe(403);
    const acted = await editor.request.post(`${site.url}/wp-admin/admin-post.php`, {
      form: { action: 'bellhop_test' },
    });
    expect(acted.status()).toBe(403);
    await other.close();
  });
});
