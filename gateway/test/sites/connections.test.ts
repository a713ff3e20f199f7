// A site that connects itself: an owner approves, and the site's server exchanges the code for its registration.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Wire } from '../harness.ts';

const VERIFIER = 'a-verifier-of-forty-three-characters-or-more';
const REDIRECT = 'https://shop.example/wp-admin/admin-post.php?action=bellhop_connected';
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const approve = (more: Wire = {}) =>
  harness.admin('POST', '/admin/connections', {
    redirect_uri: REDIRECT,
    code_challenge: challengeOf(VERIFIER),
    name: 'Lamps',
    ...more,
  });
/** As a server that shows no key. */
const exchange = (code: unknown, more: Wire = {}) =>
  harness.call(
    'POST',
    '/admin/connections/exchange',
    { code, code_verifier: VERIFIER, redirect_uri: REDIRECT, ...more },
    null,
  );

describe('a site that connects itself', () => {
  it('gets its registration for the code, once, with a token that works', async () => {
    const { status, body } = await approve();
    expect(status).toBe(201);
    const made = await exchange(body.code);
    expect(made.status).toBe(201);
    const { client_id, service_token } = made.body;
    const session = await harness.call('POST', '/admin/sessions', { client_id }, service_token);
    expect(session.status).toBe(201);
    const { data } = (await harness.admin('GET', '/admin/sites')).body;
    expect(data).toContainEqual(expect.objectContaining({ client_id, name: 'Lamps' }));
    expect((await exchange(body.code)).status).toBe(400);
  });

  it.each([
    ['with another verifier', { code_verifier: `${VERIFIER}x` }],
    ['with another address', { redirect_uri: REDIRECT.replace('shop', 'thief') }],
    ['with an address that only begins alike', { redirect_uri: `${REDIRECT}&more=1` }],
  ])('is refused %s, and the code is used up by that', async (_how, wrong) => {
    const { code } = (await approve()).body;
    expect((await exchange(code, wrong)).status).toBe(400);
    expect((await exchange(code)).status).toBe(400);
  });

  it('is refused after five minutes', async () => {
    const { code } = (await approve()).body;
    await harness.clock.advance(5 * 60_000 + 1);
    expect((await exchange(code)).body.error.message).toContain('Begin again');
  });

  it('takes the place of a site that is there, with one more token', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'lamps' })).body;
    const { code } = (await approve({ client_id: site.client_id })).body;
    const { body } = await exchange(code);
    expect(body).toMatchObject({ site_id: site.site_id, client_id: site.client_id });
    const keys = (await harness.admin('GET', `/admin/keys?client_id=${site.client_id}`)).body;
    expect(keys.data).toHaveLength(2);
    expect((await approve({ client_id: 'nobody' })).status).toBe(404);
  });

  it.each([
    'javascript:alert(1)',
    'https://me@shop.example/',
    'https://shop.example/#x',
    'https://shop.example/?code=1',
    '//shop.example/',
    'shop.example',
  ])('can’t come back to %s', async (redirect_uri) => {
    const { status, body } = await approve({ redirect_uri });
    expect([status, body.error.message.includes('redirect_uri')]).toEqual([400, true]);
  });

  it('is in the audit with both steps, without the code', async () => {
    const { code } = (await approve()).body;
    const { client_id } = (await exchange(code)).body;
    const { data } = (await harness.admin('GET', '/admin/audit?limit=2')).body;
    expect(data).toMatchObject([
      { actor: client_id, path: '/admin/connections/exchange', status: 201 },
      { actor: 'admin', path: '/admin/connections', status: 201 },
    ]);
    expect(JSON.stringify(data)).not.toContain(code);
  });
});
