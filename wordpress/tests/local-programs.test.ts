// The owner's other ways in: WP-CLI, REST, and people who may read chats without managing the site.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { askSession, reasonToSkip, signInByHand, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('for programs and people beside the owner', () => {
  let site: LocalSite;
  let chat: string;

  beforeAll(async () => {
    site = await startLocalSite({ title: 'Harbour' });
    await site.settle();
    site.provider.scripts.set('', [[{ say: 'Beside the pool.' }]]);
    const opened = await site.open();
    await opened.send(says('Where is the sauna?'));
    await until('the end', async () => (await opened.list()).data.some(isEnd));
    chat = opened.id;
  });
  afterAll(() => site?.close());
  afterEach(() => expect(site.debugLog()).toBe(''));

  const bellhop = (...args: string[]) => site.wp('bellhop', ...args);
  const json = async (...args: string[]) => JSON.parse(await bellhop(...args)) as unknown;
  const refused = (...args: string[]) =>
    bellhop(...args).then(
      () => 'done',
      (error: Error) => error.message,
    );

  it('wp bellhop tells how the chat stands, and tests it', async () => {
    expect(await json('status', '--format=json')).toEqual(
      expect.arrayContaining([
        { field: 'health', value: 'good: The chat answers from this WordPress' },
        { field: 'answers', value: 'this WordPress' },
        { field: 'chats', value: '1' },
      ]),
    );
    expect(await bellhop('test')).toContain('well: The model tiny answers.');
    site.provider.scripts.set('', [[{ fail: 'unauthorized' }], [{ fail: 'unauthorized' }]]);
    expect(await refused('test')).toContain('does not accept the key');
    site.provider.scripts.set('', [[{ say: 'Beside the pool.' }]]);
  });

  it('wp bellhop lists, exports and deletes chats, and nothing that isn’t one', async () => {
    expect(await json('chats', 'list', '--search=sauna', '--format=json')).toMatchObject([
      { id: chat, messages: 1, first: 'Where is the sauna?' },
    ]);
    expect(await json('chats', 'list', '--search=giraffe', '--format=json')).toEqual([]);
    expect(await json('chats', 'export', chat)).toMatchObject({
      conversation: chat,
      lines: [{ who: 'visitor' }, { who: 'agent', text: 'Beside the pool.' }],
    });
    expect(await refused('chats', 'delete', chat, 'ses_none', '--yes')).toContain('ses_none is no');
    expect(await bellhop('chats', 'delete', chat, '--yes')).toContain('1 deleted.');
    expect(await bellhop('chats', 'list', '--format=count')).toBe('0');
  });

  it('wp bellhop reads the pages anew, and changes settings by the form’s checks', async () => {
    expect(await bellhop('knowledge', 'rebuild')).toMatch(/[1-9]\d* pages are known\./);
    expect(await bellhop('settings', 'set', 'title', 'Front desk')).toContain('Stored.');
    expect(await bellhop('settings', 'set', 'knowledge', '["page"]')).toContain('Stored.');
    expect(await bellhop('settings', 'set', 'keep_days', '9')).toContain('Stored.');
    expect(await json('settings', 'get')).toMatchObject({
      title: 'Front desk',
      knowledge: ['page'],
      keep_days: 9,
      local: true,
    });
    for (const [name, value, why] of [
      ['color', 'url(x);color:red', 'colour was not understood'],
      ['keep_days', 'many', 'it is a whole number'],
      ['digest', 'hourly', 'not one of'],
      ['token', 'x', 'Not a setting: token'],
    ] as const)
      expect(await refused('settings', 'set', name, value), name).toContain(why);
    expect(await json('settings', 'get', 'keep_days')).toBe(9);
  });

  async function account(role: string): Promise<{ cookie: string; nonce: string }> {
    await site.wp(
      'user',
      'create',
      role,
      `${role}@example.com`,
      `--role=${role}`,
      '--user_pass=pw',
    );
    return enter({ user: role, password: 'pw' });
  }
  async function enter(who: { user: string; password: string }) {
    const cookie = await signInByHand(site, who);
    const address = `${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`;
    return { cookie, nonce: await (await fetch(address, { headers: { cookie } })).text() };
  }

  it('REST tells and changes the settings for who may manage the site, all of a change or nothing', async () => {
    const owner = await enter(site.admin);
    const ask = async (method: string, body?: object, who = owner) => {
      const reply = await fetch(`${site.url}/wp-json/bellhop/v1/settings`, {
        method,
        headers: {
          cookie: who.cookie,
          'x-wp-nonce': who.nonce,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    const changed = await ask('PATCH', { greeting: 'Hello', theme: 'dark' });
    expect(JSON.parse(changed.text)).toMatchObject({ greeting: 'Hello', theme: 'dark' });
    expect(changed.text).not.toContain('sk-of-tests');
    for (const wrong of [
      { greeting: 'Lost', color: 'url(x);color:red' },
      { greeting: 'Lost', theme: 'pink' },
      { greeting: 'Lost', keep_days: 'many' },
      { greeting: 'Lost', service_token: 'x' },
    ])
      expect((await ask('POST', wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect(JSON.parse((await ask('GET')).text)).toMatchObject({ greeting: 'Hello' });
    const editor = await account('editor');
    expect((await ask('GET', undefined, editor)).status).toBe(403);
    // No nonce and no cookie: nobody.
    const stranger = await ask('PATCH', { greeting: 'Mine' }, { cookie: '', nonce: '' });
    expect([401, 403]).toContain(stranger.status);
  });

  it('editors read chats and can’t delete them; authors, and whom a filter leaves out, don’t see them', async () => {
    const opened = await site.open();
    await opened.send(says('For editors’ eyes'));
    const read = async ({ cookie }: { cookie: string }) => {
      const page = `${site.url}/wp-admin/tools.php?page=bellhop-chats`;
      const reply = await fetch(page, { headers: { cookie } });
      return { status: reply.status, text: await reply.text() };
    };
    const rest = async (who: { cookie: string; nonce: string }, method = 'GET', path = '') => {
      const reply = await fetch(`${site.url}/wp-json/bellhop/v1/chats${path}`, {
        method,
        headers: { cookie: who.cookie, 'x-wp-nonce': who.nonce },
      });
      return { status: reply.status, text: await reply.text() };
    };
    const editor = await enter({ user: 'editor', password: 'pw' });
    expect((await read(editor)).text).toContain('"may":{"answer":true,"manage":false}');
    expect(JSON.stringify(JSON.parse((await rest(editor)).text))).toContain('For editors’ eyes');
    expect((await rest(editor, 'DELETE', `/${opened.id}`)).status).toBe(403);
    expect((await read(await enter(site.admin))).text).toContain(
      '"may":{"answer":true,"manage":true}',
    );
    expect((await read(await account('author'))).status).toBe(403);
    site.putPlugin(
      'readers',
      `<?php add_filter( 'bellhop_chat_readers', function () { return array( 'administrator' ); } );`,
    );
    expect((await read(editor)).status).toBe(403);
    expect((await rest(editor)).status).toBe(403);
    site.putPlugin('readers', null);
  });

  it('only people who have signed in see the chat and get a session, where the owner wants it so', async () => {
    await site.settle({ signed_in: true });
    const home = async (cookie = '') =>
      (await fetch(`${site.url}/`, { headers: { cookie } })).text();
    const owner = await enter(site.admin);
    expect(await home()).not.toContain('data-gateway');
    expect(await home(owner.cookie)).toContain('data-gateway');
    await expect(site.open()).rejects.toThrow('403');
    const { status } = await askSession(`${site.url}/wp-json/bellhop/v1/session`, {
      cookie: owner.cookie,
      nonce: owner.nonce,
    });
    expect(status).toBe(200);
    expect(await home()).not.toContain('Sign in to use the chat.');
    await site.settle({ signed_in: true, sign_in_link: true });
    expect(await home()).toMatch(/wp-login\.php\?redirect_to=%2F"[^>]*>Sign in to use the chat\.</);
    expect(await home(owner.cookie)).not.toContain('Sign in to use the chat.');
    await site.settle();
    expect(await home()).toContain('data-gateway');
  });

  it('the pattern shows the chat wherever it is put, a template of the site’s editor included', async () => {
    const found = await site.run(
      `echo WP_Block_Patterns_Registry::get_instance()->get_registered( 'bellhop/ask-us' )['content'];`,
    );
    await site.run(
      `$id = wp_insert_post( array( 'post_type' => 'wp_template', 'post_status' => 'publish', 'post_name' => 'front-page', 'post_title' => 'Front', 'post_content' => WP_Block_Patterns_Registry::get_instance()->get_registered( 'bellhop/ask-us' )['content'] ) );
       wp_set_object_terms( $id, get_stylesheet(), 'wp_theme' );`,
    );
    expect(found).toContain('wp:bellhop/panel');
    const html = await (await fetch(`${site.url}/`)).text();
    expect(html).toContain('id="bellhop-panel"');
    expect(html).toContain('data-target="#bellhop-panel"');
  });

  it('the cookie is named to the WP Consent API, and the words to WPML and Polylang', async () => {
    site.putPlugin(
      'consent-api',
      `<?php function wp_add_cookie_info( ...$info ) { $GLOBALS['cookie_info'] = $info; }`,
    );
    expect(JSON.parse(await site.run(`echo wp_json_encode( $GLOBALS['cookie_info'] );`))).toEqual([
      ...['bellhop_visitor', 'Bellhop', 'functional', '180 days'],
      expect.stringContaining('Set when the visitor opens the chat.'),
      '',
    ]);
    site.putPlugin('consent-api', null);
    const named = await site.run(
      `$xml = simplexml_load_file( WP_PLUGIN_DIR . '/bellhop/wpml-config.xml' );
       foreach ( $xml->{'admin-texts'}->key->key as $key ) echo $key['name'], isset( Bellhop\\default_settings()[ (string) $key['name'] ] ) ? ' ' : ' is no setting ';`,
    );
    expect(named).toBe('title greeting launcher contact privacy consent month_text prompts');
  });
});
