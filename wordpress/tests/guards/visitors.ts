// What stands between strangers and the session endpoint.

import { expect } from 'vitest';
import { askSession } from '../support.ts';
import { type Guard, hex, madeUp } from './ground.ts';

const RATE = 'includes/rate-limit.php';
const VISITOR = 'includes/visitor.php';
const ENDPOINTS = 'includes/endpoints.php';
const LIMITS = 'includes/session-limits.php';
const OWN_PAGE = 'includes/own-page.php';

export const visitorGuards: Guard[] = [
  {
    promise: 'only a cookie that this site has signed, with its present salts, makes a visitor',
    async holds({ site, session }) {
      const { body, cookie } = await askSession(session);
      const mine = { session_id: body.session_id };
      const [id = '', signature = ''] = cookie.replace('bellhop_visitor=', '').split('.');
      expect((await askSession(session, { cookie, body: mine })).body).toMatchObject(mine);
      const last = signature.endsWith('0') ? '1' : '0';
      for (const forged of [
        id,
        hex(48),
        `${id}.`,
        `${id}.${hex(64)}`,
        `${id}.${signature.slice(0, -1)}${last}`,
        `${id}.${signature.slice(0, 8)}`,
        `${hex(48)}.${signature}`,
      ]) {
        const reply = await askSession(session, {
          cookie: `bellhop_visitor=${forged}`,
          body: mine,
        });
        expect(reply.status).toBe(200);
        expect(reply.body.session_id, forged).not.toBe(body.session_id);
        expect(reply.cookie, forged).not.toContain(forged.slice(0, 48));
      }
      site.putPlugin(
        'guard',
        `<?php add_filter( 'salt', function ( $salt, $scheme ) { return 'auth' === $scheme ? 'rotated' : $salt; }, 10, 2 );`,
      );
      const later = await askSession(session, { cookie, body: mine });
      expect(later.body.session_id).not.toBe(body.session_id);
      expect(later.cookie).not.toContain(id);
    },
    mutants: [
      {
        without: 'a look at the signature',
        file: VISITOR,
        from: 'hash_equals( sign_visitor( $match[1] ), $match[2] )',
        to: 'true',
      },
      {
        without: 'the whole signature in the comparison',
        file: VISITOR,
        from: 'hash_equals( sign_visitor( $match[1] ), $match[2] )',
        to: 'hash_equals( substr( sign_visitor( $match[1] ), 0, 8 ), substr( $match[2], 0, 8 ) )',
      },
      {
        without: 'the visitor in what is signed',
        file: VISITOR,
        from: `'bellhop_visitor|' . get_current_blog_id() . '|' . $id`,
        to: `'bellhop_visitor'`,
      },
      {
        without: 'the salt in the signature',
        file: VISITOR,
        from: `wp_salt( 'auth' )`,
        to: 'owner_key()',
      },
    ],
  },
  {
    promise: 'made-up cookies store nothing of their own and keep out nobody who has a real one',
    async holds({ site, session, rows }) {
      site.set({ limits: [30, 4, 100] });
      const { body, cookie } = await askSession(session);
      const statuses: number[] = [];
      const ask = async (): Promise<void> => {
        statuses.push((await askSession(session, { cookie: madeUp() })).status);
      };
      await ask();
      const counters = await rows('\\\\_transient\\\\_bellhop\\\\_rl\\\\_%');
      await ask();
      await ask();
      expect(await rows('\\\\_transient\\\\_bellhop\\\\_rl\\\\_%')).toBe(counters);
      const before = await rows('%bellhop%');
      site.gateway.requests.length = 0;
      for (let i = 0; i < 6; i++) await ask();
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429]);
      expect(await rows('%bellhop%')).toBe(before);
      expect(site.gateway.requests).toEqual([]);
      const known = await askSession(session, { cookie, body: { session_id: body.session_id } });
      expect(known).toMatchObject({ status: 200, body: { session_id: body.session_id } });
      expect((await askSession(session, { cookie })).status).toBe(200);
    },
    mutants: [
      {
        without: 'a look at all limits before anything is written',
        file: RATE,
        from: 'if ( $wait > 0 ) {\n\t\treturn $wait;\n\t}',
        to: '',
      },
      {
        without: 'a count of their own for visitors with a real cookie',
        file: LIMITS,
        from: `'' === $visitor ? 'stranger' : 'visitor'`,
        to: `'anybody'`,
      },
    ],
  },
  {
    promise: 'a visitor who is over the limit is refused and leaves no trace',
    async holds({ site, session, rows }) {
      site.set({ limits: [3, 100, 100] });
      const { cookie } = await askSession(session);
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) statuses.push((await askSession(session, { cookie })).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const before = await rows('%bellhop%');
      expect((await askSession(session, { cookie })).status).toBe(429);
      expect(await rows('%bellhop%')).toBe(before);
    },
    mutants: [
      {
        without: 'a limit for one visitor',
        file: LIMITS,
        from: `'' === $visitor ? array() : array( array( 'visitor', $visitor, $most, MINUTE_IN_SECONDS ) )`,
        to: 'array()',
      },
    ],
  },
  {
    promise: 'new sessions are limited whatever session is asked for',
    async holds({ site, session }) {
      site.set({ limits: [100, 100, 2] });
      const { cookie } = await askSession(session);
      const wanted = { session_id: 'ses_gone' };
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        statuses.push((await askSession(session, { cookie, body: wanted })).status);
        statuses.push((await askSession(session, { body: wanted })).status);
      }
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
      const made = site.gateway.requests.filter(({ line }) => line === 'POST /admin/sessions');
      expect(made.length).toBeLessThanOrEqual(4);
    },
    mutants: [
      {
        without: 'a count where a session is made instead of the one that was asked for',
        file: ENDPOINTS,
        from: `$refused = refuse_new_session( $user_id, $visitor, $asked['proof'] );`,
        to: `$refused = '' === $asked['session_id'] ? refuse_new_session( $user_id, $visitor, $asked['proof'] ) : null;`,
      },
    ],
  },
  {
    promise: 'rows that have run out are swept, and no others',
    async holds({ site, session, rows }) {
      await site.run(
        `foreach ( array( 'bellhop_rl_old', 'bellhop_s_old', 'bellhop_rl_new', 'another_old' ) as $name ) {
           set_transient( $name, 1, 3600 );
           if ( 'old' === substr( $name, -3 ) ) update_option( '_transient_timeout_' . $name, time() - 10 );
         }`,
      );
      expect((await askSession(session)).status).toBe(200);
      expect(await rows('%bellhop\\\\_rl\\\\_old')).toBe(0);
      expect(await rows('%bellhop\\\\_s\\\\_old')).toBe(0);
      expect(await rows('%bellhop\\\\_rl\\\\_new')).toBe(2);
      expect(await rows('%another\\\\_old')).toBe(2);
      await site.run(`delete_transient( 'another_old' );`);
    },
    mutants: [
      { without: 'a sweep', file: ENDPOINTS, from: 'sweep_rows_at_times();', to: '' },
      {
        without: 'a look at whose rows they are',
        file: RATE,
        from: `'_transient_timeout_bellhop_'`,
        to: `'_transient_timeout_'`,
      },
      {
        without: 'a look at the time',
        file: RATE,
        from: 'AND option_value < %d',
        to: 'AND option_value <> %d',
      },
    ],
  },
  {
    promise: 'a session is given to a POST from this site’s own pages and to nothing else',
    async holds({ site, session }) {
      const refusals: [string, RequestInit][] = [
        [`${session}?_method=POST`, {}],
        [`${session}?_method=POST&_jsonp=steal`, {}],
        [session, { headers: { 'x-http-method-override': 'POST' } }],
        [session, { method: 'POST', headers: { origin: 'https://evil.example' } }],
        [session, { method: 'POST', headers: { origin: 'null' } }],
        [session, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }],
        [
          `${site.url}/wp-admin/admin-ajax.php?action=bellhop`,
          {
            method: 'POST',
            headers: { 'sec-fetch-site': 'cross-site' },
            body: '{"route":"/bellhop/v1/session","method":"POST","body":"{}"}',
          },
        ],
      ];
      for (const [url, init] of refusals) {
        const reply = await fetch(url, init);
        const text = await reply.text();
        expect(text, url).not.toContain('"token"');
        // JSONP answers with 200 and says the true status inside.
        if (!url.includes('_jsonp')) expect(reply.status, url).toBeGreaterThanOrEqual(400);
        expect(reply.headers.get('set-cookie'), url).toBeNull();
      }
      expect(site.gateway.requests).toEqual([]);
      expect((await askSession(session, { origin: site.url })).status).toBe(200);
    },
    mutants: [
      {
        without: 'a look at the true method',
        file: OWN_PAGE,
        from: `if ( 'POST' !== request_method() ) {\n\t\treturn`,
        to: 'if ( false ) {\n\t\treturn',
      },
      {
        without: 'a look at the origin',
        file: OWN_PAGE,
        from: `array_filter( $own ), true ) ? true : $foreign`,
        to: `array_filter( $own ), true ) ? true : true`,
      },
      {
        without: 'a look at where a request without an origin comes from',
        file: OWN_PAGE,
        from: `'cross-site' === $from`,
        to: 'false',
      },
    ],
  },
  {
    promise:
      'an address is the connection’s own; headers make no other, nor do the rest of a network’s',
    async holds({ site, session }) {
      const from = async (address: string, headers: Record<string, string> = {}) => {
        site.set({ limits: [30, 1, 100], ...(address === '' ? {} : { address }) });
        return (await askSession(session, { headers })).status;
      };
      expect(await from('')).toBe(200);
      for (const name of [
        'x-forwarded-for',
        'x-real-ip',
        'client-ip',
        'forwarded',
        'true-client-ip',
      ]) {
        expect(await from('', { [name]: '203.0.113.7' }), name).toBe(429);
      }
      expect(await from('2001:db8:0:1::1')).toBe(200);
      expect(await from('2001:db8:0:1:ffff::2')).toBe(429);
      expect(await from('2001:db8:0:2::1')).toBe(200);
      expect(await from('::ffff:192.0.2.1')).toBe(200);
      expect(await from('::ffff:192.0.2.2')).toBe(200);
      expect(await from('192.0.2.2')).toBe(429);
    },
    mutants: [
      {
        without: 'distrust of headers',
        file: RATE,
        from: `isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : ''`,
        to: `sanitize_text_field( wp_unslash( $_SERVER['HTTP_X_FORWARDED_FOR'] ?? $_SERVER['REMOTE_ADDR'] ) )`,
      },
      {
        without: 'one count for all addresses of a network',
        file: RATE,
        from: 'substr( $bytes, 0, 8 )',
        to: '$bytes',
      },
    ],
  },
];
