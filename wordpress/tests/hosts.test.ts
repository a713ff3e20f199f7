// The chat on hosts as there are: servers that take the Authorization header away, passwords before the site, plugins that judge
// every Bearer token, firewalls and plugins that close the REST API, or admin-ajax.php, or both. On each of them a guest and a
// signed-in visitor send, read an answer that streams, stop one, and have a tool run: no cell of that table stays empty. Hosts that
// differ by a plugin alone share a WordPress.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { ensureApache } from '../run/apache.ts';
import { Missing } from '../run/missing.ts';
import { ensureNginx } from '../run/nginx.ts';
import type { WordPressOptions } from '../run/wordpress.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, signInByHand, until } from './support.ts';

interface Host {
  name: string;
  options: WordPressOptions;
  /** A plugin of the site's. */
  plugin?: string;
  password?: { user: string; password: string };
  /** What “Test the chat” says of it. */
  told: string;
}

const PASSWORD = { user: 'staging', password: 'preview' };
/** As plugins for JSON Web Tokens do: whoever sends a Bearer token is to have one of theirs. */
const JUDGES_BEARERS = `<?php
add_filter( 'rest_pre_dispatch', function ( $result ) {
  $header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
  return 0 === stripos( $header, 'Bearer ' ) ? new WP_Error( 'jwt_auth_invalid_token', 'Wrong number of segments', array( 'status' => 403 ) ) : $result;
} );`;
/** A plugin's filter that lets nobody but members through. */
const closesBy = (filter: string): string => `<?php
add_filter( '${filter}', function ( $result ) {
  return is_user_logged_in() ? $result : new WP_Error( 'rest_disabled', 'The REST API is for members.', array( 'status' => 401 ) );
} );`;
const CLOSES_EARLY = `<?php
add_action( 'parse_request', function ( $wp ) {
  if ( ! empty( $wp->query_vars['rest_route'] ) ) { status_header( 403 ); exit( '<html><body>Forbidden</body></html>' ); }
}, 0 );`;

/** As Wordfence and its like do, before WordPress has begun: no Bearer gets in, and of the REST API nothing for guests. */
const FIREWALL = `<?php
$asked = $_SERVER['REQUEST_URI'] ?? '';
$is_member = (bool) preg_grep( '/^wordpress_logged_in_/', array_keys( $_COOKIE ) );
$bearer = 0 === stripos( $_SERVER['HTTP_AUTHORIZATION'] ?? '', 'Bearer ' );
if ( 'cli' !== PHP_SAPI && ( $bearer || ( ! $is_member && ( strpos( $asked, '/wp-json' ) === 0 || strpos( $asked, 'rest_route' ) ) ) ) ) {
  http_response_code( 403 );
  exit( '<!doctype html><title>403 Forbidden</title>A potentially unsafe operation has been detected in your request to this site' );
}`;
/** What LiteSpeed's cache and WordPress write into .htaccess. */
const LITESPEED_RULES = `<IfModule mod_rewrite.c>
RewriteEngine on
RewriteRule .* - [E=Cache-Control:no-autoflush]
RewriteRule \\.litespeed_conf\\.dat - [F,L]
RewriteRule ^xmlrpc\\.php$ - [F,L]
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
<IfModule mod_headers.c>
Header set X-LiteSpeed-Cache-Control no-cache
</IfModule>
`;

const WELL = 'well: Visitors reach this site’s REST API.';
const BY_AJAX = 'The chat goes by way of /wp-admin/admin-ajax.php?action=bellhop instead.';

const HOSTS: Host[] = [
  { name: 'Apache with CGI', options: { apache: { php: 'cgi' } }, told: WELL },
  { name: 'Apache with FastCGI', options: { apache: { php: 'fcgid' } }, told: WELL },
  { name: 'Apache with php-fpm', options: { apache: { php: 'fpm' } }, told: WELL },
  {
    name: 'LiteSpeed’s rules',
    options: { apache: { php: 'fpm', rules: LITESPEED_RULES } },
    told: WELL,
  },
  {
    name: 'Apache with a password before the site',
    options: { apache: { php: 'fcgid', password: PASSWORD } },
    password: PASSWORD,
    told: 'note: Your server can’t reach itself as a visitor would',
  },
  {
    name: 'nginx with wp-json closed',
    options: { nginx: { closes: ['/wp-json'] } },
    told: BY_AJAX,
  },
  {
    name: 'nginx with wp-json and wp-admin closed',
    options: { nginx: { closes: ['/wp-json', '/wp-admin/'] } },
    told: 'The chat goes by way of /?bellhop=1 instead.',
  },
  { name: 'nginx', options: { nginx: {} }, told: WELL },
  {
    name: 'a plugin for JSON Web Tokens that judges every Bearer',
    options: { nginx: {} },
    plugin: JUDGES_BEARERS,
    told: WELL,
  },
  {
    name: 'a plugin that disables REST',
    options: { nginx: {} },
    plugin: closesBy('rest_authentication_errors'),
    told: WELL,
  },
  {
    name: 'a plugin that closes REST before it is dispatched',
    options: { nginx: {} },
    plugin: closesBy('rest_pre_dispatch'),
    told: BY_AJAX,
  },
  {
    name: 'a security plugin that restricts REST at each route',
    options: { nginx: {} },
    plugin: closesBy('rest_request_before_callbacks'),
    told: BY_AJAX,
  },
  {
    name: 'a plugin that refuses REST as soon as it is asked for',
    options: { nginx: {} },
    plugin: CLOSES_EARLY,
    told: BY_AJAX,
  },
  { name: 'a firewall before WordPress', options: { nginx: {} }, plugin: FIREWALL, told: BY_AJAX },
];

/** An ability that says who runs it. */
const WHO = `<?php
// Not as “Test the chat” measures it on a busy machine.
add_filter( 'bellhop_workers', function () { return 6; } );
// All visitors of these tests have one address.
add_filter( 'bellhop_sends_per_minute', function () { return 1000; } );
add_action( 'wp_abilities_api_categories_init', function () {
  wp_register_ability_category( 'hosts', array( 'label' => 'Hosts', 'description' => 'Of these tests.' ) );
} );
add_action( 'wp_abilities_api_init', function () {
  wp_register_ability( 'hosts/who', array(
    'label' => 'Who', 'description' => 'Says who asks.', 'category' => 'hosts', 'permission_callback' => '__return_true',
    'output_schema' => array( 'type' => 'string' ), 'meta' => array( 'show_in_rest' => true, 'annotations' => array( 'readonly' => true ) ),
    'execute_callback' => function () { return 'It is ' . ( wp_get_current_user()->user_login ?: 'a guest' ) . '.'; },
  ) );
} );`;

function hasServers(): boolean {
  try {
    ensureNginx();
    ensureApache();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`Hosts are not tried: ${error.message}`);
    return false;
  }
}

describe.skipIf(reasonToSkip() !== null || !hasServers())('the chat works on', () => {
  let browser: Browser;
  /** The WordPress of the last host. */
  let last: { site: LocalSite; options: string } | null = null;
  /** Host, visitor, act. */
  const cells = new Set<string>();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await last?.site.close();
  });

  async function siteWith(options: WordPressOptions): Promise<LocalSite> {
    const wanted = JSON.stringify(options);
    if (last?.options === wanted) return last.site;
    await last?.site.close();
    last = null;
    const site = await startLocalSite({ workers: 6, ...options });
    last = { site, options: wanted };
    site.putPlugin('who', WHO);
    return site;
  }

  describe.each(HOSTS)('$name:', ({ name: host, options, plugin, password, told }) => {
    let site: LocalSite;
    let context: BrowserContext;

    beforeAll(async () => {
      site = await siteWith(options);
      site.putPlugin('host', null);
      await site.settle({ tools: ['abilities'], abilities: ['hosts/who'], streams: 4 });
      if (plugin !== undefined) site.putPlugin('host', plugin);
    });
    afterEach(async () => {
      await context?.close();
      expect(site.debugLog()).toBe('');
    });

    async function open(cookie: string): Promise<Page> {
      context = await browser.newContext(
        password === undefined
          ? {}
          : { httpCredentials: { username: password.user, password: password.password } },
      );
      const cookies = cookie.split('; ').filter((pair) => pair.includes('='));
      await context.addCookies(
        cookies.map((pair) => ({
          name: pair.slice(0, pair.indexOf('=')),
          value: pair.slice(pair.indexOf('=') + 1),
          url: site.url,
        })),
      );
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      return page;
    }

    it('“Test the chat” walks a visitor’s way, and says by which door', async () => {
      const said = await site.wp('bellhop', 'test');
      expect(said).toContain(told);
      expect(said.includes('well: A visitor’s way works')).toBe(!told.startsWith('note: Your'));
      expect(said).not.toContain('wrong:');
    });

    it.each([
      ['a guest', 'a guest'],
      ['a signed-in visitor', 'admin'],
    ])('%s sends, reads what streams, stops, and has a tool run', async (who, name) => {
      // Not as “Test the chat” finds it on a busy machine.
      await site.run(
        `update_option( 'bellhop_streams', array( 'works' => true, 'at' => time() ) );`,
      );
      const cookie = name === 'admin' ? await signInPast(site, password) : '';
      const page = await open(cookie);
      const streams: string[] = [];
      page.on('response', (response) => {
        const type = response.headers()['content-type'] ?? '';
        if (response.ok() && type.startsWith('text/event-stream')) streams.push(response.url());
      });
      site.provider.scripts.set('', [
        [{ say: `Hello, ${who}.` }],
        [{ hold: 'long' }, { say: 'Too late.' }],
        [{ call: [{ name: 'hosts__who', input: {} }] }, { say: 'Told.' }],
      ]);
      const long = site.provider.hold('long');
      await page.goto(`${site.url}/`);
      const visitor = visitorOf(page);
      await visitor.open();
      await visitor.write('Hi');
      await visitor.log.getByText(`Hello, ${who}.`).waitFor();
      cells.add(`${host}, ${who}: send`);
      await until('a stream', async () => streams.length > 0);
      cells.add(`${host}, ${who}: stream`);

      await visitor.write('Tell me a long story');
      await long.reached;
      await page.getByRole('button', { name: /^Stop/ }).click();
      await visitor.log.getByText('Stopped').first().waitFor();
      cells.add(`${host}, ${who}: stop`);
      long.release();

      await visitor.write('Who am I?');
      await visitor.log.getByText('Told.').waitFor();
      expect(JSON.stringify(site.provider.asked.at(-1)?.body.messages)).toContain(`It is ${name}.`);
      cells.add(`${host}, ${who}: tool`);
    });
  });

  it('all of these, for both kinds of visitors and each of their acts', () => {
    const wanted = HOSTS.flatMap(({ name }) =>
      ['a guest', 'a signed-in visitor'].flatMap((who) =>
        ['send', 'stream', 'stop', 'tool'].map((act) => `${name}, ${who}: ${act}`),
      ),
    );
    expect([...cells].sort()).toEqual(wanted.sort());
  });

  it('no host that closes every door: then the owner is told so, in Site Health too', async () => {
    const site = await startLocalSite({ nginx: {} });
    try {
      await site.settle();
      site.putPlugin(
        'host',
        `<?php if ( 'cli' !== PHP_SAPI && ( strpos( $_SERVER['REQUEST_URI'], 'bellhop' ) ) ) { http_response_code( 403 ); exit( 'No.' ); }`,
      );
      await expect(site.wp('bellhop', 'test')).rejects.toThrow('keeps visitors from the chat');
      expect(await site.wp('bellhop', 'status')).toContain(
        'critical: Visitors can’t reach the chat',
      );
    } finally {
      await site.close();
    }
  });
});

/** Signs in where the site itself may ask for a password first. */
async function signInPast(site: LocalSite, password?: Host['password']): Promise<string> {
  if (password === undefined) return signInByHand(site);
  const made = await site.run(
    `$expires = time() + DAY_IN_SECONDS;
     $token = WP_Session_Tokens::get_instance( 1 )->create( $expires );
     echo LOGGED_IN_COOKIE . '=' . wp_generate_auth_cookie( 1, $expires, 'logged_in', $token );`,
  );
  return made;
}
