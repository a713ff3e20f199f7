// What stands between owners, their pages and tokens, and those who would use them.

import { expect } from 'vitest';
import { connectPlugin, phpString } from '../../run/plugin.ts';
import { askSession, nonceOf as restNonceOf, signInByHand } from '../support.ts';
import type { Ground, Guard } from './ground.ts';

const SETTINGS = 'includes/settings.php';
const MARKUP = '<img src=x onerror=alert(1)>';

/** Everything that makes the plugin speak to its gateway. */
async function speak({ site, session }: Ground): Promise<void> {
  await askSession(session);
  await site.run(
    `do_action( 'bellhop_heartbeat' ); Bellhop\\read_record(); Bellhop\\bind_collection( 'col', false ); Bellhop\\gateway_request( 'GET', '/v1/anything' );`,
  );
}

async function keepsToken(ground: Ground): Promise<void> {
  await speak(ground);
  const told = JSON.stringify(ground.elsewhere.asked);
  expect(told).not.toContain(ground.site.credentials.service_token);
  expect(told).toBe('[]');
}

export const ownerGuards: Guard[] = [
  {
    promise: 'nothing that stands in the settings becomes a script of the settings page',
    async holds({ site, settingsPage }) {
      await site.run(
        `$s = get_option( 'bellhop_settings' ); $s['greeting'] = ${phpString(`</script>${MARKUP}`)}; update_option( 'bellhop_settings', $s );`,
      );
      const html = await settingsPage();
      expect(html).not.toContain(MARKUP);
      expect(html).toContain('\\u003C/script\\u003E\\u003Cimg');
    },
    mutants: [
      {
        without: 'signs of HTML written as numbers',
        file: 'admin/scripts.php',
        from: 'JSON_HEX_TAG | JSON_HEX_AMP | ',
        to: '',
      },
    ],
  },
  {
    promise: 'a service token is sent to the address that it was given for and to no other',
    async holds(ground) {
      const { site, elsewhere, enter } = ground;
      const { service_token, client_id } = site.credentials;
      const works = async (): Promise<void> => {
        expect((await askSession(ground.session)).status).toBe(200);
      };
      const store = (url: string) =>
        site.run(
          `update_option( 'bellhop_settings', array( 'gateway_url' => ${phpString(url)} ) + get_option( 'bellhop_settings' ) );`,
        );
      // By the options API, and undone.
      await store(elsewhere.url);
      await keepsToken(ground);
      await store(site.gateway.url);
      await works();

      // By the form, which says what is wanted now, and undone.
      const said = await enter({ gateway_url: elsewhere.url });
      expect(said).toContain('was given for another gateway address');
      expect(said).not.toContain(service_token);
      await keepsToken(ground);
      await enter({ gateway_url: site.gateway.url });
      await works();

      // By an import, which writes rows.
      await site.run(
        `global $wpdb; $wpdb->update( $wpdb->options, array( 'option_value' => serialize( array( 'gateway_url' => ${phpString(elsewhere.url)}, 'client_id' => ${phpString(client_id)} ) ) ), array( 'option_name' => 'bellhop_settings' ) ); wp_cache_flush();`,
      );
      await keepsToken(ground);
      await connectPlugin(site, site.gateway.url, site.credentials);

      // By a filter.
      site.putPlugin(
        'guard',
        `<?php add_filter( 'option_bellhop_settings', function ( $s ) { return array( 'gateway_url' => ${phpString(elsewhere.url)} ) + (array) $s; } );`,
      );
      await keepsToken(ground);
      site.putPlugin('guard', null);
      await works();

      // A row that says nothing of an address was not written by this plugin.
      await site.run(
        `global $wpdb; $wpdb->update( $wpdb->options, array( 'option_value' => ${phpString(service_token)} ), array( 'option_name' => 'bellhop_service_token' ) ); wp_cache_flush();`,
      );
      await store(elsewhere.url);
      await keepsToken(ground);

      // One that is given for the new address goes there.
      await enter({ gateway_url: elsewhere.url, token: 'token-for-elsewhere' });
      // The test asks as a browser would, too, which has no token.
      elsewhere.asked.length = 0;
      await speak(ground);
      expect(new Set(elsewhere.asked.map(({ authorization }) => authorization))).toEqual(
        new Set(['Bearer token-for-elsewhere']),
      );
    },
    mutants: [
      {
        without: 'a look at the address that a token was given for',
        file: SETTINGS,
        from: `$stored['address'] === $address`,
        to: 'true',
      },
      {
        without: 'distrust of a token without an address',
        file: SETTINGS,
        from: `$stored = stored_token();`,
        to: `$stored = stored_token();\n\t$stored = null === $stored && is_string( get_option( OPTION_TOKEN ) ) ? array( 'token' => get_option( OPTION_TOKEN ), 'address' => $address ) : $stored;`,
      },
    ],
  },
  {
    promise: 'a service token of wp-config.php goes to the address beside it alone',
    async holds(ground) {
      const { site, elsewhere, session } = ground;
      const define = (constants: Record<string, string>): void =>
        site.putPlugin(
          'guard',
          `<?php ${Object.entries(constants)
            .map(([name, value]) => `define( '${name}', ${phpString(value)} );`)
            .join(' ')}`,
        );
      const token = { BELLHOP_SERVICE_TOKEN: site.credentials.service_token };
      await connectPlugin(site, elsewhere.url, { ...site.credentials, service_token: '' });
      define(token);
      await keepsToken(ground);
      define({ ...token, BELLHOP_GATEWAY_URL: '' });
      await keepsToken(ground);
      define({ ...token, BELLHOP_GATEWAY_URL: `${site.gateway.url}/` });
      await keepsToken(ground);
      expect((await askSession(session)).status).toBe(200);
      const html = await (await fetch(`${site.url}/`)).text();
      expect(html).toContain(`data-gateway="${site.gateway.url}"`);
    },
    mutants: [
      {
        without: 'an address that settings can’t change',
        file: SETTINGS,
        from: `$settings['gateway_url'] = config_address();`,
        to: '',
      },
      {
        without: 'the need of an address beside the token',
        file: SETTINGS,
        from: `'' !== $address && config_address() === $address`,
        to: `'' !== $address`,
      },
    ],
  },
  {
    promise: 'no gateway address makes the server ask for the keys of the machine that it runs on',
    async holds({ site }) {
      site.putPlugin(
        'guard',
        `<?php add_filter( 'pre_http_request', function ( $reply, $options, $url ) { $GLOBALS['guard_asked'][] = $url; return new WP_Error( 'guard', 'Not in a test.' ); }, 1, 3 );`,
      );
      const asked = async (host: string): Promise<string> => {
        await connectPlugin(site, `http://${host}`, site.credentials);
        return site.run(
          `$reply = Bellhop\\gateway_request( 'GET', '/v1/x' ); echo $reply->get_error_code(), count( $GLOBALS['guard_asked'] ?? array() );`,
        );
      };
      expect(await asked('192.0.2.1')).toBe('unreachable1');
      for (const host of [
        '169.254.169.254',
        '169.254.169.254:8080',
        '169.254.169.254.',
        '2852039166',
        '0xa9fea9fe',
        '0xa9.254.169.254',
        '[::ffff:169.254.169.254]',
        '[fe80::1]',
        '[fd00:ec2::254]',
      ]) {
        expect(await asked(host), host).toBe('unreachable0');
      }
    },
    mutants: [
      {
        without: 'a look at where the gateway is',
        file: 'includes/gateway.php',
        from: 'if ( is_metadata_address( $base ) ) {',
        to: 'if ( false ) {',
      },
      {
        without: 'a look at other ways to write that address',
        file: 'includes/gateway.php',
        from: ': gethostbyname( $host )',
        to: `: '192.0.2.1'`,
      },
      {
        without: 'a look at numbers that PHP can’t read',
        file: 'includes/gateway.php',
        from: `return (bool) preg_match( '/(^|\\.)(0x[0-9a-f]*|\\d+)$/i', $host );`,
        to: 'return false;',
      },
    ],
  },
  {
    promise: 'a token that comes with an address which is refused is not stored for another one',
    async holds(ground) {
      const { site, enter } = ground;
      const said = await enter({ gateway_url: 'gateway.example', token: 'token-for-the-new-one' });
      expect(said).toContain('The gateway address was not stored');
      site.gateway.interceptor = (request) => {
        expect(request.headers.get('authorization') ?? '').not.toContain('token-for-the-new-one');
        return null;
      };
      await speak(ground);
      expect(
        await site.run(`echo wp_json_encode( get_option( 'bellhop_service_token' ) );`),
      ).not.toContain('token-for-the-new-one');
    },
    mutants: [
      {
        without: 'a look at the address that came along',
        file: 'admin/acts.php',
        from: 'if ( $wrong ) {\n\t\treturn setting_error( $wrong );\n\t}\n\tupdate_option( OPTION_SETTINGS, $checked );',
        to: 'if ( ! $wrong ) { update_option( OPTION_SETTINGS, $checked ); }',
      },
    ],
  },
  {
    promise: 'only an owner, from a page of this site’s own, presses a button of the settings page',
    async holds({ site, admin }) {
      site.putPlugin(
        'guard',
        `<?php add_action( 'init', function () { if ( isset( $_GET['guard_nonce'] ) ) wp_die( wp_create_nonce( $_GET['guard_nonce'] ), '', 200 ); } );`,
      );
      await site.run(
        `if ( ! username_exists( 'guard_editor' ) ) wp_insert_user( array( 'user_login' => 'guard_editor', 'user_pass' => 'editor-pass', 'role' => 'editor' ) );`,
      );
      const editor = await signInByHand(site, { user: 'guard_editor', password: 'editor-pass' });
      const press = async (cookie: string, action: string, nonce: string): Promise<number> => {
        const reply = await fetch(`${site.url}/wp-admin/admin-post.php`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
          body: new URLSearchParams({ action, _wpnonce: nonce }),
        });
        await reply.text();
        return reply.status;
      };
      const nonceOf = async (cookie: string, action: string): Promise<string> => {
        const page = `${site.url}/wp-admin/profile.php?guard_nonce=${action}`;
        const html = await (await fetch(page, { headers: { cookie } })).text();
        return /\b[0-9a-f]{10}\b/.exec(html)?.[0] ?? '';
      };
      for (const action of ['read_record', 'bind', 'preview'].map((a) => `bellhop_${a}`)) {
        expect(await press(admin, action, ''), action).toBe(403);
        expect(await press(admin, action, await nonceOf(admin, 'bellhop_other')), action).toBe(403);
        expect(await press(editor, action, await nonceOf(editor, action)), action).toBe(403);
        expect(await press(admin, action, await nonceOf(admin, action)), action).toBeLessThan(400);
      }
      // Over REST: a nonce of WordPress's own, and the same owner.
      const call = async (cookie: string, act: string, nonce: string): Promise<number> => {
        const reply = await fetch(`${site.url}/wp-json/bellhop/v1/settings/page${act}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', 'x-wp-nonce': nonce },
          body: '{}',
        });
        await reply.text();
        return reply.status;
      };
      const forEditor = await restNonceOf(site, editor);
      const forAdmin = await restNonceOf(site, admin);
      for (const act of ['', '/test', '/propose', '/enter']) {
        expect(await call(admin, act, ''), act).toBe(403);
        expect(await call(editor, act, forEditor), act).toBe(403);
      }
      expect(await call(admin, '', forAdmin)).toBe(200);
    },
    mutants: [
      {
        without: 'a look at the nonce',
        file: 'admin/actions.php',
        from: 'check_admin_referer( $action );',
        to: '',
      },
      {
        without: 'a look at who asks',
        file: 'admin/actions.php',
        from: '! current_user_can( $capability )',
        to: 'false',
      },
      {
        without: 'a look at who asks over REST',
        file: 'includes/settings-api.php',
        from: "return current_user_can( 'manage_options' );",
        to: 'return is_user_logged_in();',
      },
    ],
  },
  {
    promise: 'chats are answered, noted, deleted and taught by nobody who may only read them',
    async holds({ site, admin }) {
      await site.run(
        `if ( ! username_exists( 'guard_reader' ) ) { $id = wp_insert_user( array( 'user_login' => 'guard_reader', 'user_pass' => 'reader-pass', 'role' => 'author' ) ); get_userdata( $id )->add_cap( 'bellhop_read_chats' ); }`,
      );
      const reader = await signInByHand(site, { user: 'guard_reader', password: 'reader-pass' });
      const chat = await site.run(
        `Bellhop\\ensure_tables(); $made = Bellhop\\create_local_session( Bellhop\\owner_id( 0, 'guard' ), array() );
         Bellhop\\send_events( $made['session_id'], array( 'kind' => 'messages', 'events' => array( array( 'type' => 'user.message', 'content' => array( array( 'type' => 'text', 'text' => 'Hello' ) ) ) ) ) );
         echo $made['session_id'];`,
      );
      const [forReader, forAdmin] = [
        await restNonceOf(site, reader),
        await restNonceOf(site, admin),
      ];
      const call = async (cookie: string, nonce: string, path: string, method = 'POST') => {
        const reply = await fetch(`${site.url}/wp-json/bellhop/v1/chats${path}`, {
          method,
          headers: {
            cookie,
            'content-type': 'application/json',
            ...(nonce === '' ? {} : { 'x-wp-nonce': nonce }),
          },
          ...(method === 'GET'
            ? {}
            : { body: JSON.stringify({ text: 'x', question: 'x', answer: 'x' }) }),
        });
        await reply.text();
        return reply.status;
      };
      expect(await call(reader, forReader, `/${chat}`, 'GET')).toBe(200);
      for (const act of [`/${chat}/notes`, `/${chat}/takeover`, `/${chat}/messages`, '/answers']) {
        expect(await call(reader, forReader, act), act).toBe(403);
      }
      expect(await call(reader, forReader, `/${chat}`, 'DELETE')).toBe(403);
      expect(await call(admin, '', `/${chat}`, 'GET')).toBe(401);
      expect(await call(admin, forAdmin, `/${chat}/notes`)).toBe(200);
    },
    mutants: [
      {
        without: 'a look at the right that a route asks for',
        file: 'local/chats-api.php',
        from: 'current_user_can( READ_CHATS ) && current_user_can( $capability )',
        to: 'current_user_can( READ_CHATS )',
      },
      {
        without: 'a right of its own for the message to a visitor',
        file: 'local/chats-api.php',
        from: "'answer_say', ANSWER_CHATS",
        to: "'answer_say', READ_CHATS",
      },
      {
        without: 'a right of its own for deleting',
        file: 'local/chats-api.php',
        from: "array( '{chat}', 'DELETE', 'answer_delete_chat', 'manage_options'",
        to: "array( '{chat}', 'DELETE', 'answer_delete_chat', READ_CHATS",
      },
    ],
  },
];
