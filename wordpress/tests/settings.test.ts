// The settings page as an owner uses it, in a browser: each field is stored by itself, every mistake gets a sentence beside it, and
// nothing secret comes back.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { connectPlugin } from '../run/plugin.ts';
import { type SettingsPage, settingsPage } from './settings-page.ts';
import { reasonToSkip, type Site, startSite, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the settings page', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;
  let owner: SettingsPage;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    owner = settingsPage(page, site);
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

  const visit = (place = 'connection') => owner.open(place);
  const test = async (): Promise<string> => {
    await owner.press('Save and test the connection');
    return owner.found();
  };
  const stored = async () =>
    JSON.parse(await site.run('echo wp_json_encode( Bellhop\\settings() );')) as Record<
      string,
      unknown
    >;

  it('stores each field by itself, without a button, and never prints the token', async () => {
    await visit('look');
    await owner.type('title', 'Front desk <b>&');
    await owner.type('greeting', 'Hello!\nAsk me.');
    await owner.type('prompts', 'One?\nTwo?\n\n');
    await owner.type('color', '#aa3300');
    await owner.go('What it may do');
    await page.getByLabel('WordPress abilities, as chosen below').check();
    await owner.saved('tools');
    await page.getByLabel(/Find a page/).check();
    await owner.saved('abilities');
    expect(await stored()).toMatchObject({
      title: 'Front desk &',
      greeting: 'Hello!\nAsk me.',
      prompts: ['One?', 'Two?'],
      color: '#aa3300',
      tools: ['page', 'abilities'],
    });
    await visit('look');
    expect(await page.getByLabel('Title').inputValue()).toBe('Front desk &');
    await visit();
    expect(await page.content()).not.toContain(site.credentials.service_token);
    expect(await page.getByLabel('Service token').inputValue()).toBe('');
    expect(await site.run('echo Bellhop\\service_token();')).toBe(site.credentials.service_token);
    const html = await (await fetch(`${site.url}/`)).text();
    expect(html).toContain('data-prompts="One?|Two?"');
    expect(html).toContain('data-tools="page abilities"');
    expect(html).not.toContain(site.credentials.service_token);
  });

  it('takes the last change of each field back at one press, beside it and in the notice', async () => {
    await site.run(
      `update_option( 'bellhop_settings', array( 'title' => 'Mara', 'sound' => false ) + Bellhop\\settings() );`,
    );
    await visit('look');
    await owner.type('title', 'Tom');
    await page.getByLabel('Sound', { exact: true }).click();
    // The notice goes by itself after a while; what stands beside the field stays.
    const notice = page.locator('.components-snackbar', { hasText: 'Saved: Sound' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await until('the sound off again', async () => (await stored()).sound === false);
    expect(await page.getByLabel('Sound', { exact: true }).isChecked()).toBe(false);
    expect(await stored()).toMatchObject({ title: 'Tom' });
    await owner.row('title').getByRole('button', { name: 'Undo' }).click();
    await until('the title as before', async () => (await stored()).title === 'Mara');
    expect(await page.getByLabel('Title').inputValue()).toBe('Mara');
  });

  it('stores what was typed also when the window is closed from within the field', async () => {
    await visit('look');
    const second = await context.newPage();
    await second.goto(`${site.url}/wp-admin/options-general.php?page=bellhop#look`);
    await second.getByLabel('Title').fill('Typed and closed');
    await second.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await second.close();
    await until('the title', async () => (await stored()).title === 'Typed and closed');
  });

  it('keeps what was typed where the server can’t be reached, says so beside the field, and tries again', async () => {
    await visit('look');
    await context.setOffline(true);
    await owner.type('title', 'Typed offline');
    await owner.row('title').getByText('Your server could not be reached.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed offline');
    await context.setOffline(false);
    await owner.row('title').getByRole('button', { name: 'Try again' }).click();
    await owner.saved('title');
    expect(await stored()).toMatchObject({ title: 'Typed offline' });
  });

  it('stores by another way where a firewall closes the REST API to owners, too, and tells mistakes by it', async () => {
    site.putPlugin(
      'closed',
      `<?php add_action( 'parse_request', function ( $wp ) { if ( ! empty( $wp->query_vars['rest_route'] ) && false !== strpos( $_SERVER['REQUEST_URI'], 'settings' ) ) { status_header( 403 ); echo '<h1>Forbidden</h1>'; exit; } }, 1 );`,
    );
    try {
      await visit('look');
      await owner.type('title', 'Past the firewall');
      await owner.saved('title');
      expect(await stored()).toMatchObject({ title: 'Past the firewall' });
      await owner.type('color', 'url(x);color:red');
      await owner
        .row('color')
        .getByText(/colour was not understood/)
        .waitFor();
      const address = await page.evaluate(
        () =>
          (window as unknown as { bellhopApp: { links: { door: string } } }).bellhopApp.links.door,
      );
      // The nonce of the page, and an owner: nothing else is let in.
      const forged = await page.request.post(address.replace(/_wpnonce=\w+/, '_wpnonce=made-up'), {
        data: { act: '', data: { settings: { title: 'x' } } },
      });
      expect(forged.status()).toBe(403);
      const guest = await fetch(address, { method: 'POST', body: '{}' });
      expect(guest.status).toBe(400);
    } finally {
      site.putPlugin('closed', null);
    }
  });

  it.each([
    ['look/color', 'color', 'url(x);color:red', /colour was not understood/],
    ['look/contact', 'contact', 'javascript:alert(1)', /was not stored/],
    ['look/offset', 'offset', 'far away', /distance was not understood/],
    ['chats/mail_to', 'mail_to', 'nobody', /e-mail address was not stored/],
    ['tools/hours', 'hours', 'early', /opening hours were not stored/],
  ])(
    'tells beside %s what is wrong with it, keeps what was typed there and what is stored',
    async (place, name, value, words) => {
      await visit(place);
      const before = await stored();
      await owner.type(name, value);
      const field = owner.row(name).locator('input, textarea').first();
      await owner.row(name).getByText(words).waitFor();
      expect(await field.inputValue()).toBe(value);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await owner.violations()).toEqual([]);
      expect(await stored()).toEqual(before);
      // Another section and back: nothing typed is lost.
      await owner.go('Start');
      await page.goBack();
      expect(await owner.row(name).locator('input, textarea').first().inputValue()).toBe(value);
      expect(await page.getByText(words).count()).toBeGreaterThan(0);
    },
  );

  it.each([
    ['Gateway address', 'gateway.example', /must begin with https/],
    ['Gateway address', 'https://me:secret@gateway.example', /neither a password/],
    ['Gateway address', 'javascript:alert(1)', /must begin with https/],
    ['Client id', 'a b c', /client id was not stored/],
    ['Service token', 'two words', /token was not stored/],
  ])(
    'stores nothing of the connection where %s is “%s”, and tells why beside it',
    async (label, value, words) => {
      await page.evaluate(() =>
        document.querySelector('.bellhop-by-hand')?.setAttribute('novalidate', ''),
      );
      const before = await stored();
      await page.getByLabel('Client id').fill('client_other');
      await page.getByLabel(label, { exact: true }).fill(value);
      await owner.press('Save and test the connection');
      await page.getByText(words).waitFor();
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
      expect(await stored()).toEqual(before);
      expect(await site.run('echo Bellhop\\service_token();')).toBe(site.credentials.service_token);
    },
  );

  it('forgets the token when it is told to', async () => {
    await owner.press('Forget the token');
    await page.getByText('Not connected yet').waitFor();
    expect(await site.run('echo Bellhop\\service_token();')).toBe('');
  });

  it('finds a field by its name, by another word for it and by its help, and goes there', async () => {
    await visit('start');
    const search = page.getByRole('searchbox', { name: 'Search in settings' });
    await search.fill('logo');
    expect(await page.locator('.bellhop-results').innerText()).toMatch(/^Picture\s+Look$/);
    await search.press('Enter');
    await page.locator('#bellhop-avatar:focus').waitFor();
    expect(new URL(page.url()).hash).toBe('#look/avatar');
    await search.fill('shortcode');
    await page.locator('.bellhop-results').getByRole('link', { name: 'Pages Look' }).click();
    await page.locator('[data-field=show] input:focus').waitFor();
    await search.fill('one on each line');
    expect(await page.locator('.bellhop-results a').count()).toBeGreaterThanOrEqual(3);
    await search.fill('qqqqq');
    await page.locator('.bellhop-results').getByText('No setting found.').waitFor();
    await search.press('Escape');
    expect(await page.locator('.bellhop-results').count()).toBe(0);
  });

  it('has each section at an address of its own: links, “back” and a new tab lead there', async () => {
    await visit('start');
    await owner.go('Look');
    await page
      .getByRole('heading', { name: 'Look', level: 2 })
      .and(page.locator(':focus'))
      .waitFor();
    await owner.go('Chats');
    await page.getByRole('heading', { name: 'Chats', level: 2 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Look', level: 2 }).waitFor();
    await visit('tools');
    await page.getByRole('heading', { name: 'What it may do', level: 2 }).waitFor();
    await visit('nowhere');
    await page.getByRole('heading', { name: 'Start', level: 2 }).waitFor();
  });

  it('says aloud that a change is saved', async () => {
    await visit('look');
    await page.getByLabel('Sound', { exact: true }).click();
    await page
      .locator('#a11y-speak-polite')
      .getByText('Saved: Sound')
      .waitFor({ state: 'attached' });
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
    await visit('knowledge');
    const said = () => page.locator('.bellhop-found').innerText();
    const set = async (id: string): Promise<string> => {
      await unfoldCollection();
      await page.getByLabel('Collection’s id; empty for none').fill(id);
      await page.getByRole('button', { name: 'Set collection' }).click();
      await page.waitForLoadState();
      return said();
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
    await visit('knowledge');
    const field = page.getByLabel('Collection’s id; empty for none');
    await unfoldCollection();
    await field.fill('col_mine');
    const set = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Set collection' }).click();
      await page.waitForLoadState();
      return page.locator('.bellhop-found').innerText();
    };
    expect(await set()).toContain('somebody has bound the collection col_theirs to your site');
    expect(await page.getByLabel('Replace whatever is bound now').count()).toBe(0);
    expect(await field.inputValue()).toBe('col_mine');
    expect(await set()).toContain('answers from this collection now');
    expect(bound).toBe('col_mine');
  });

  it('shows the chat and its button as they will be, before anything is saved', async () => {
    await visit('look');
    const preview = page.frameLocator('.bellhop-preview');
    // Open at first, and no session is made for that.
    await page.getByLabel('Greeting').fill('Good day from the porter!');
    await preview.locator('.greeting').getByText('Good day from the porter!').waitFor();
    const { data } = await site.gateway.admin<{ data: unknown[] }>('GET', '/admin/sessions');
    expect(data).toEqual([]);
    await owner.press('Closed');
    await preview.locator('bellhop-host button[part=launcher]').waitFor();
    await page.getByLabel('Text on the button').fill('Ask the porter');
    await preview.getByRole('button', { name: 'Ask the porter' }).waitFor();
    const colour = () =>
      preview
        .locator('bellhop-host button[part=launcher]')
        .evaluate((button) => getComputedStyle(button).backgroundColor)
        .catch(() => null);
    const before = await colour();
    expect((await stored()).launcher).toBe('');
    await page.getByRole('button', { name: 'Choose a colour' }).click();
    await page.locator('.components-color-picker').getByLabel(/hex/i).fill('aa3300');
    await until('the button in that colour', async () => {
      const now = await colour();
      return now !== null && now !== before;
    });
    await page.keyboard.press('Escape');
    await owner.saved('color');
    expect((await stored()).color).toMatch(/^#aa3300$/i);
  });

  it('lets nobody but owners act, and nothing without the page’s own nonce', async () => {
    for (const action of [
      ...['bind', 'read_record', 'preview', 'preview_panel', 'begin_sending', 'connected'],
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
    // Over REST a cookie without a nonce is nobody's.
    const calls = ['', '/start', '/test', '/test_chat', '/propose', '/paste', '/connect', '/enter'];
    for (const call of calls) {
      const address = `${site.url}/wp-json/bellhop/v1/settings/page${call}`;
      const forged = await page.request.post(address, { data: { settings: { title: 'x' } } });
      expect([call, forged.status()]).toEqual([call, 401]);
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
      form: { action: 'bellhop_bind' },
    });
    expect(acted.status()).toBe(403);
    await other.close();
  });
});
