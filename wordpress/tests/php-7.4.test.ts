// The plugin under PHP 7.4, in the newest WordPress and the oldest: each file is parsed, and every way in is walked through. PHP
// runs as WebAssembly and has no network, so a must-use plugin answers for the gateway and keeps what it was asked.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Missing } from '../run/missing.ts';
import type { WordPressVersion } from '../run/parts.ts';
import { type Php74, startPhp74 } from '../run/php-7.4.ts';
import { phpString } from '../run/plugin.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

const LANES: [string, WordPressVersion][] = [
  ['7.1.1', 'latest'],
  ['6.5.5', '6.5'],
];

const GATEWAY = `<?php
add_filter( 'pre_http_request', function ( $reply, $options, $url ) {
	$path = (string) wp_parse_url( $url, PHP_URL_PATH );
	$log  = WP_CONTENT_DIR . '/asked.json';
	$all  = is_file( $log ) ? json_decode( file_get_contents( $log ), true ) : array();
	$all[] = array( 'path' => $path, 'body' => json_decode( (string) $options['body'] ) );
	file_put_contents( $log, wp_json_encode( $all ) );
	$said = array( 'abilities_sync_status' => 'synced', 'plugin_status' => 'active' );
	if ( '/admin/sessions' === $path ) $said = array( 'session_id' => 'ses_1' );
	if ( preg_match( '~/tokens$~', $path ) ) $said = array( 'token' => 'tok_1', 'expires_at' => '2030-01-01T00:00:00Z' );
	if ( 0 === strpos( $path, '/v1/sites/' ) && 'PATCH' === $options['method'] ) $said = array( 'site_id' => 'site_1', 'kb_collection_id' => null );
	if ( preg_match( '~/chat/completions$~', $path ) ) $said = array( 'choices' => array( array( 'finish_reason' => 'stop', 'message' => array( 'content' => 'At seven.' ) ) ) );
	return array( 'headers' => array(), 'body' => wp_json_encode( $said ), 'cookies' => array(), 'filename' => null, 'response' => array( 'code' => 200, 'message' => 'OK' ) );
}, 5, 3 );`;

describe.skipIf(reasonToSkip() !== null).each(LANES)('under PHP 7.4, WordPress %s', (...lane) => {
  const [release, version] = lane;
  let site: Site | undefined;
  let php: Php74 | undefined;

  beforeAll(async () => {
    site = await startSite({ version });
    site.putPlugin('gateway-of-php-7-4', GATEWAY);
    try {
      php = await startPhp74(site.dir, new URL(site.url).host);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      console.warn(error.message);
    }
  });
  afterAll(async () => {
    php?.close();
    await site?.close();
  });

  /** Skips, in words, where PHP 7.4 can't be had. */
  function parts(context: { skip(why: string): void }): { site: Site; php: Php74 } {
    if (site === undefined || php === undefined) context.skip('PHP 7.4 could not be fetched.');
    return { site, php } as { site: Site; php: Php74 };
  }
  const asked = (where: Site) =>
    JSON.parse(readFileSync(join(where.dir, 'wp-content/asked.json'), 'utf8')) as {
      path: string;
      body: Record<string, unknown> | null;
    }[];

  it('is that PHP, and that WordPress', async (context) => {
    const { site, php } = parts(context);
    const { text } = await php.run(
      `<?php require '${site.dir}/wp-load.php'; echo PHP_VERSION, ' ', get_bloginfo( 'version' );`,
    );
    expect(text).toBe(`7.4.33 ${release}`);
  });

  it('can read each file of the plugin', async (context) => {
    const { site, php } = parts(context);
    const plugin = join(site.dir, 'wp-content/plugins/bellhop');
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.php'),
    );
    expect(files.length).toBeGreaterThan(20);
    const { text, errors } = await php.run(`<?php
      foreach ( json_decode( '${JSON.stringify(files)}' ) as $file ) {
        try { if ( token_get_all( file_get_contents( '${plugin}/' . $file ), TOKEN_PARSE ) ) echo '.'; }
        catch ( ParseError $error ) { echo $file, ': ', $error->getMessage(), "\\n"; }
      }`);
    expect(text + errors).toBe('.'.repeat(files.length));
    // It would have been told: this one it can't read.
    const { text: told } = await php.run(
      `<?php try { token_get_all( '<?php echo $a?->b;', TOKEN_PARSE ); } catch ( ParseError $error ) { echo 'told'; }`,
    );
    expect(told).toBe('told');
  });

  it('answers a visitor by itself, where no gateway is set', async (context) => {
    const { site, php } = parts(context);
    const before = await site.run(`echo wp_json_encode( get_option( 'bellhop_settings' ) );`);
    await site.run(
      `update_option( 'bellhop_settings', array( 'local' => true, 'model_url' => 'http://model.example/v1' ) ); update_option( 'bellhop_model_key', 'sk-of-php-7-4' );`,
    );
    const page = await php.request('index.php', { path: '/rooms/' });
    expect(page.text).toContain('data-transport="poll"');
    const ticket = await php.request('index.php', {
      path: '/wp-json/bellhop/v1/session',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { session_id, token } = JSON.parse(ticket.text) as { session_id: string; token: string };
    const events = {
      path: `/wp-json/bellhop/v1/sessions/${session_id}/events`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    };
    const content = [{ type: 'text', text: 'When is breakfast?' }];
    const body = JSON.stringify({ events: [{ type: 'user.message', content }] });
    const sent = await php.request('index.php', { ...events, method: 'POST', body });
    expect(sent).toMatchObject({ status: 200, errors: '' });
    // Nothing that this PHP begins by itself can be waited for here.
    const run = await php.run(
      `<?php require '${site.dir}/wp-load.php'; Bellhop\\carry_out( '${session_id}' );`,
    );
    expect(run.text + run.errors).toBe('');
    const listed = await php.request('index.php', events);
    expect(listed.text).toContain('At seven.');
    expect(listed.text).toContain('end_turn');
    await site.run(
      `update_option( 'bellhop_settings', json_decode( ${phpString(before)}, true ) ); delete_option( 'bellhop_model_key' ); delete_option( 'bellhop_rest_closed' );`,
    );
  });

  it('serves pages, sessions, the catalog and the settings page', async (context) => {
    const { site, php } = parts(context);
    const page = await php.request('index.php', { path: '/rooms/' });
    expect(page.text).toContain('data-session="/wp-json/bellhop/v1/session"');

    const session = await php.request('index.php', {
      path: '/wp-json/bellhop/v1/session',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tools: [{ name: 'a', description: 'A', input_schema: {} }] }),
    });
    expect(JSON.parse(session.text)).toEqual({
      session_id: 'ses_1',
      token: 'tok_1',
      expires_at: '2030-01-01T00:00:00Z',
    });
    expect(session.headers['set-cookie']?.join()).toMatch(
      /bellhop_visitor=[a-f0-9]{48}\.[a-f0-9]{64};.*HttpOnly/,
    );

    const catalog = await php.request('index.php', { path: '/wp-json/bellhop/v1/abilities' });
    const { abilities } = JSON.parse(catalog.text) as { abilities: { name: string }[] };
    expect(abilities.map(({ name }) => name)).toEqual(
      version === 'latest' ? ['sample/find-page', 'sample/leave-message', 'sample/my-details'] : [],
    );

    const cookie = await site.run(
      `$t = WP_Session_Tokens::get_instance( 1 )->create( time() + 3600 );
       echo AUTH_COOKIE, '=', rawurlencode( wp_generate_auth_cookie( 1, time() + 3600, 'auth', $t ) ), '; ',
         LOGGED_IN_COOKIE, '=', rawurlencode( wp_generate_auth_cookie( 1, time() + 3600, 'logged_in', $t ) );`,
    );
    const settings = await php.request('wp-admin/options-general.php', {
      path: '/wp-admin/options-general.php?page=bellhop',
      headers: { cookie },
    });
    expect(settings.text).toContain('window.bellhopApp={"mode":"gateway"');
    expect(settings.text).toContain('id=\\"bellhop-collection\\"');
    expect(page.errors + session.errors + catalog.errors + settings.errors).toBe('');
  });

  it('reports, binds, tests, and is removed without a trace', async (context) => {
    const { site, php } = parts(context);
    writeFileSync(join(site.dir, 'wp-content/asked.json'), '[]');
    const inWordPress = (code: string) =>
      php.run(`<?php define( 'WP_ADMIN', true ); require '${site.dir}/wp-load.php';
        require_once ABSPATH . 'wp-admin/includes/admin.php'; wp_set_current_user( 1 ); ${code}`);
    const done = await inWordPress(
      `do_action( 'bellhop_heartbeat' ); do_action( 'bellhop_heartbeat' );
       Bellhop\\bind_collection( null, null ); echo count( Bellhop\\test_connection() ), ' ', Bellhop\\state()['status'];`,
    );
    // Where there are no abilities the test says so, too.
    expect(done.text + done.errors).toBe(version === 'latest' ? '4 active' : '5 active');
    const beats = asked(site).filter(({ path }) => path.endsWith('/heartbeat'));
    expect(beats[0]?.body).toMatchObject({
      plugin_status: 'active',
      site_info: { php_version: '7.4.33', wp_version: release },
    });
    expect(beats[0]?.body).toHaveProperty('abilities');
    expect(beats[1]?.body).not.toHaveProperty('abilities');

    const removed = await inWordPress(
      `deactivate_plugins( 'bellhop/bellhop.php' ); uninstall_plugin( 'bellhop/bellhop.php' );
       echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '%bellhop%'" );`,
    );
    expect(removed.text + removed.errors).toBe('0');
    expect(site.debugLog()).toBe('');
  });
});
