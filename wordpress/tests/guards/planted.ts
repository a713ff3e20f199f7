// What keeps other hosts of the site's domain from putting a visitor of theirs into somebody's browser.

import { expect } from 'vitest';
import { askSession } from '../support.ts';
import type { Ground, Guard } from './ground.ts';

const VISITOR = 'includes/visitor.php';
const ENDPOINTS = 'includes/endpoints.php';
const HTTPS = { 'x-test-https': '1' };
const OLD = 'bellhop_visitor';
const NEW = '__Host-bellhop_visitor';

/** By https where a request says so; and cookies for a whole domain where one says that. */
function open({ site }: Ground): void {
  site.set({ limits: [1000, 1000, 1000] });
  site.putPlugin(
    'guard',
    `<?php if ( isset( $_SERVER['HTTP_X_TEST_HTTPS'] ) ) { $_SERVER['HTTPS'] = 'on'; }
     if ( isset( $_SERVER['HTTP_X_TEST_DOMAIN'] ) ) { define( 'COOKIE_DOMAIN', '.example.com' ); }`,
  );
}

/** A visitor with a conversation, by the cookie of an earlier release. */
async function oldVisitor({ session }: Ground) {
  const { body, cookie } = await askSession(session);
  expect(cookie).toMatch(/^bellhop_visitor=/);
  return { mine: { session_id: String(body.session_id) }, cookie, value: cookie.split('=')[1] };
}

export const plantedGuards: Guard[] = [
  {
    promise: 'by https the visitor’s cookie is one that no other host of the domain can set',
    async holds(ground) {
      open(ground);
      const { session } = ground;
      const planted = await oldVisitor(ground);
      const first = await askSession(session, { headers: HTTPS });
      const [line = ''] = first.headers.getSetCookie();
      expect(line).toMatch(
        /^__Host-bellhop_visitor=[a-f0-9]{48}\.[a-f0-9]{64}; .*path=\/; secure; HttpOnly/i,
      );
      expect(line).not.toMatch(/domain/i);
      const mine = { session_id: String(first.body.session_id) };
      for (const headers of [HTTPS, {}])
        for (const cookie of [
          `${planted.cookie}; ${first.cookie}`,
          `${first.cookie}; ${planted.cookie}`,
        ]) {
          const again = await askSession(session, { body: mine, cookie, headers });
          expect(again.body).toMatchObject(mine);
          expect(again.cookie).toBe(first.cookie);
          const gone = again.headers
            .getSetCookie()
            .filter((one) => /^bellhop_visitor=(deleted)?;/.test(one));
          expect(gone).toHaveLength(1);
        }
      const shared = await askSession(session, { headers: { ...HTTPS, 'x-test-domain': '1' } });
      expect(shared.cookie).toMatch(/^bellhop_visitor=/);
    },
    mutants: [
      {
        without: 'the prefix',
        file: VISITOR,
        from: '? HOST_COOKIE : VISITOR_COOKIE',
        to: '? VISITOR_COOKIE : VISITOR_COOKIE',
      },
      {
        without: 'a look at the domain, which forbids the prefix',
        file: VISITOR,
        from: ` && '' === (string) COOKIE_DOMAIN`,
        to: '',
      },
    ],
  },
  {
    promise:
      'the cookie of an earlier release counts only with a conversation of its own, and is replaced',
    async holds(ground) {
      open(ground);
      const { session } = ground;
      const [old, other] = [await oldVisitor(ground), await oldVisitor(ground)];
      const ask = (body: object) =>
        askSession(session, { body, cookie: old.cookie, headers: HTTPS });
      for (const body of [{}, other.mine, { session_id: 'gone' }, { ...old.mine, new: true }]) {
        const reply = await ask(body);
        expect(reply.status).toBe(200);
        expect([old.mine.session_id, other.mine.session_id]).not.toContain(reply.body.session_id);
        expect(reply.cookie).toMatch(/^__Host-/);
        expect(reply.cookie).not.toContain(old.value);
        // Whoever planted it doesn't reach what is said from now on.
        const named = { session_id: String(reply.body.session_id) };
        const theirs = await askSession(session, { body: named, cookie: old.cookie });
        expect(theirs.body.session_id).not.toBe(named.session_id);
      }
      const moved = await ask(old.mine);
      expect(moved.body).toMatchObject(old.mine);
      expect(moved.cookie).toBe(`${NEW}=${old.value}`);
      expect(
        moved.headers.getSetCookie().filter((line) => line.startsWith(`${OLD}=`)),
      ).toHaveLength(1);
      const next = await askSession(session, {
        body: old.mine,
        cookie: moved.cookie,
        headers: HTTPS,
      });
      expect(next.body).toMatchObject(old.mine);
    },
    mutants: [
      {
        without: 'a proof of the old cookie',
        file: ENDPOINTS,
        from: '0 === $user_id && ! $is_proved',
        to: `'' === $owner`,
      },
      {
        without: 'the old cookie',
        file: VISITOR,
        from: 'only_visitor( signed_visitors( VISITOR_COOKIE ) )',
        to: `''`,
      },
    ],
  },
  {
    promise: 'of two cookies that this site has signed, for different visitors, neither counts',
    async holds(ground) {
      open(ground);
      const { session } = ground;
      const [one, two] = [await oldVisitor(ground), await oldVisitor(ground)];
      for (const headers of [HTTPS, {}])
        for (const name of [OLD, NEW])
          for (const [a, b] of [
            [one, two],
            [two, one],
          ]) {
            const cookie = `${name}=${a?.value}; ${name}=${b?.value}`;
            const reply = await askSession(session, { body: one.mine, cookie, headers });
            expect(reply.status).toBe(200);
            expect([one.mine.session_id, two.mine.session_id]).not.toContain(reply.body.session_id);
          }
      const twice = `${one.cookie}; ${OLD}=made.up; ${one.cookie}`;
      const same = await askSession(session, { body: one.mine, cookie: twice });
      expect(same.body).toMatchObject(one.mine);
    },
    mutants: [
      {
        without: 'a look at how many there are',
        file: VISITOR,
        from: `1 === count( $ids ) ? $ids[0] : ''`,
        to: `$ids ? $ids[0] : ''`,
      },
    ],
  },
];
