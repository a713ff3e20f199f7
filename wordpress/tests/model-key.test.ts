// The key of a provider: encrypted in the database, or out of it; and to which address it goes.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip } from './support.ts';

const KEY = 'sk-of-tests-1234';

describe.skipIf(reasonToSkip() !== null)('the key of a provider', () => {
  let site: LocalSite;
  beforeAll(async () => {
    site = await startLocalSite();
  });
  beforeEach(() => site.settle());
  afterEach(() => expect(site.debugLog()).toBe(''));
  afterAll(() => site?.close());

  const used = (before = '') => site.run(`${before} echo Bellhop\\model_key();`);
  const raw = () =>
    site.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT option_value FROM {$wpdb->options} WHERE option_name = 'bellhop_model_key'" );`,
    );

  it('stands in the database encrypted, also when what is stored is stored again', async () => {
    expect(await raw()).toContain('sealed:');
    expect(await raw()).not.toContain(KEY);
    expect(await used()).toBe(KEY);
    await site.run(
      `$stored = get_option( 'bellhop_model_key' ); delete_option( 'bellhop_model_key' ); update_option( 'bellhop_model_key', $stored );`,
    );
    expect(await used()).toBe(KEY);
    expect((await site.wp('bellhop', 'settings')).includes(KEY)).toBe(false);
  });

  it('is not among the options that WordPress loads for every page, however it was stored', async () => {
    const isLoaded = `wp_cache_flush(); echo (int) isset( wp_load_alloptions()['bellhop_model_key'] );`;
    expect(await site.run(isLoaded)).toBe('0');
    const again = `delete_option( 'bellhop_model_key' ); update_option( 'bellhop_model_key', $stored );`;
    expect(
      await site.run(`$stored = get_option( 'bellhop_model_key' ); ${again} ${isLoaded}`),
    ).toBe('0');
    expect(await used()).toBe(KEY);
  });

  it('of an earlier release is taken out of them by the update, also where a cache of objects has them', async () => {
    const isLoaded = `echo (int) isset( wp_load_alloptions()['bellhop_model_key'] );`;
    const earlier = `wp_set_option_autoload( 'bellhop_model_key', true ); update_option( 'bellhop_tables', count( Bellhop\\table_steps() ) - 1, true );`;
    expect(await site.run(`${earlier} ${isLoaded} Bellhop\\ensure_tables(); ${isLoaded}`)).toBe(
      '10',
    );
    expect(await site.run(isLoaded)).toBe('0');
    expect(await used()).toBe(KEY);
  });

  it('of an earlier release, in the clear, is used as it is, and encrypted when it is stored again', async () => {
    await site.run(
      `global $wpdb; $wpdb->update( $wpdb->options, array( 'option_value' => serialize( array( 'key' => 'sk-of-old-5678', 'address' => '${site.provider.url}' ) ) ), array( 'option_name' => 'bellhop_model_key' ) ); wp_cache_flush();`,
    );
    expect(await used()).toBe('sk-of-old-5678');
    await site.run(`update_option( 'bellhop_model_key', Bellhop\\stored_model_key() );`);
    expect(await raw()).not.toContain('sk-of-old');
    expect(await used()).toBe('sk-of-old-5678');
  });

  it('is none where the salts are others, as after a break-in or in a copy of the database', async () => {
    expect(await used(`add_filter( 'salt', function () { return 'other salts'; } );`)).toBe('');
    expect(await used(`delete_option( 'x' );`)).toBe(KEY);
  });

  it('of the server’s environment or of wp-config.php goes before it, but to no address that somebody enters', async () => {
    const environment = `putenv( 'BELLHOP_MODEL_KEY=sk-of-the-server' );`;
    expect(await used(environment)).toBe('');
    const entered = `${environment} define( 'BELLHOP_MODEL_URL', '${site.provider.url}' );`;
    expect(await used(entered)).toBe('sk-of-the-server');
    await site.run(
      `update_option( 'bellhop_settings', array( 'model_url' => '' ) + get_option( 'bellhop_settings' ) );`,
    );
    expect(await used(`define( 'BELLHOP_MODEL_KEY', 'sk-of-the-file' );`)).toBe('sk-of-the-file');
    expect(await used(entered)).toBe('');
  });

  it.each([
    ['sk-of-tests', 'api.openai.com', 'gpt-6-luna', { reasoning_effort: 'none' }, 1500],
    ['sk-ant-of-tests', 'api.anthropic.com', 'claude-haiku-5-5', {}, 4000],
    ['AIzaOfTests', 'generativelanguage.googleapis.com', 'gemini-3.5-flash-lite', {}, 1500],
  ])(
    'that begins as %s is tried at its maker, by a model of today, with room for its thoughts',
    async (key, host, model, more, tokens) => {
      const said = await site.run(
        `add_filter( 'pre_http_request', function ( $no, $args, $url ) { $body = json_decode( $args['body'], true ); $body['host'] = wp_parse_url( $url, PHP_URL_HOST ); $GLOBALS['asked'] = $body;
           return array( 'response' => array( 'code' => 200 ), 'headers' => array(), 'body' => '{"choices":[{"message":{"content":"Hi."}}]}' ); }, 10, 3 );
         $s = get_option( 'bellhop_settings' ); $s['model'] = ''; $s['model_url'] = ''; update_option( 'bellhop_settings', $s );
         update_option( 'bellhop_model_key', array( 'key' => '${key}', 'address' => '' ) );
         Bellhop\\ask_provider( array( 'session_id' => 's', 'system' => '', 'lines' => array(), 'tools' => array( (object) array( 'name' => 'find', 'description' => 'Finds.' ) ), 'names' => array( 'find' => 'find' ), 'max_tokens' => Bellhop\\max_answer_tokens( Bellhop\\model_name() ) ) );
         echo wp_json_encode( $GLOBALS['asked'] );`,
      );
      const {
        messages: _,
        user: __,
        tools,
        max_tokens,
        max_completion_tokens,
        ...asked
      } = JSON.parse(said);
      expect(asked).toEqual({ host, model, ...more });
      expect(tools).toHaveLength(1);
      expect(max_tokens ?? max_completion_tokens).toBe(tokens);
    },
  );
});
