import { describe, expect, it } from 'vitest';
import { createDeskScene, ELSEWHERE, OWN_PAGE } from '../desk-people.ts';
import { ADMIN_KEY } from '../harness.ts';

const desk = createDeskScene();

describe('signing in to the desk', () => {
  it('gives the admin key’s owner a cookie that scripts and other sites can’t use', async () => {
    const someone = desk.browser();
    const reply = await someone.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect(reply.body).toMatchObject({ name: 'Owner', role: 'owner' });
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^bellhop_desk=bhd_[\w-]{43}; Max-Age=\d+; Path=\/admin; HttpOnly; SameSite=Strict$/,
    );
    expect((await someone.call('GET', '/admin/desk/me')).body.role).toBe('owner');
  });

  it('marks the cookie Secure where the page came by https', async () => {
    const headers = { ...OWN_PAGE, 'x-forwarded-proto': 'https' };
    const reply = await desk
      .browser()
      .call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY }, headers);
    expect(reply.headers.get('set-cookie')).toContain('; Secure');
  });

  it('stores no cookie, only its hash', async () => {
    const rows = await desk.harness.db.query('SELECT * FROM desk_sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('bhd_');
  });

  it('takes a login in any case, and refuses a wrong password and an unknown login in the same words', async () => {
    const login = 'anna@shop.example';
    const wrong = await desk
      .browser()
      .call('POST', '/admin/desk/sign-in', { login, password: 'x' });
    const nobody = await desk.browser().call('POST', '/admin/desk/sign-in', {
      login: 'nobody',
      password: 'x',
    });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(wrong.body.error.message).toBe(nobody.body.error.message);
  });

  it('makes who guesses wait, and lets them in after a while', async () => {
    const guesser = desk.browser(ELSEWHERE);
    const statuses: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      const { status } = await guesser.call('POST', '/admin/desk/sign-in', { key: `no ${tries}` });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(13);
    const last = await guesser.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '30']);
    await desk.harness.clock.advance(120_000);
    const again = await guesser.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect(again.status).toBe(200);
  });

  it('by the printed link works once, and on the gateway’s own machine alone', async () => {
    const link = desk.harness.gateway.context.desk.links.issue();
    const far = await desk.browser(ELSEWHERE).call('POST', '/admin/desk/sign-in', { link });
    expect(far.status).toBe(403);
    const proxied = await desk
      .browser()
      .call(
        'POST',
        '/admin/desk/sign-in',
        { link },
        { ...OWN_PAGE, 'x-forwarded-for': '203.0.113.7' },
      );
    expect(proxied.status).toBe(403);
    const near = await desk.browser().call('POST', '/admin/desk/sign-in', { link });
    expect([near.status, near.body.role]).toEqual([200, 'owner']);
    const twice = await desk.browser().call('POST', '/admin/desk/sign-in', { link });
    expect(twice.status).toBe(401);
  });

  it.each([
    ['another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    [
      'another origin, told by an old browser',
      { 'x-bellhop-desk': '1', host: 'localhost', origin: 'https://evil.example' },
    ],
    ['a form, which can’t add the header', { 'sec-fetch-site': 'same-origin' }],
  ])('is refused to %s, and so is every call with the cookie', async (_who, headers) => {
    const body = { key: ADMIN_KEY };
    const reply = await desk.browser().call('POST', '/admin/desk/sign-in', body, headers);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('set-cookie')).toBeNull();
    const made = await desk.signedIn('owner');
    const call = await made.call('POST', '/admin/api-keys', {}, headers);
    expect(call.status).toBe(403);
  });

  it('ends with signing out, after a week without a request, and when the person is switched off', async () => {
    const leaver = await desk.signedIn('owner');
    const { cookie } = leaver;
    expect((await leaver.call('POST', '/admin/desk/sign-out')).status).toBe(204);
    expect(leaver.cookie).not.toBe(cookie);
    leaver.cookie = cookie;
    expect((await leaver.call('GET', '/admin/desk/me')).status).toBe(401);

    const added = await desk.owner.call('POST', '/admin/desk/people', {
      login: 'ben',
      name: 'Ben',
      role: 'agent',
      password: 'long enough',
    });
    const ben = desk.browser();
    await ben.call('POST', '/admin/desk/sign-in', { login: 'ben', password: 'long enough' });
    expect((await ben.call('GET', '/admin/desk/me')).body.name).toBe('Ben');
    const path = `/admin/desk/people/${added.body.person_id}`;
    await desk.owner.call('PATCH', path, { is_disabled: true });
    expect((await ben.call('GET', '/admin/desk/me')).status).toBe(401);
    const back = await ben.call('POST', '/admin/desk/sign-in', {
      login: 'ben',
      password: 'long enough',
    });
    expect(back.status).toBe(401);
  });

  it('lists where one is signed in, and an owner ends anybody’s', async () => {
    const extra = await desk.signedIn('agent');
    const mine = await extra.call('GET', '/admin/desk/sessions');
    const all = await desk.owner.call('GET', '/admin/desk/sessions');
    expect(mine.body.data.length).toBeLessThan(all.body.data.length);
    const me = await extra.call('GET', '/admin/desk/me');
    const path = `/admin/desk/sessions/${me.body.desk_session_id}`;
    expect((await desk.owner.call('DELETE', path)).status).toBe(204);
    expect((await extra.call('GET', '/admin/desk/me')).status).toBe(401);
    expect((await desk.agent.call('DELETE', path)).status).toBe(404);
  });

  it('changes one’s own password only to who knows the one before it', async () => {
    await desk.owner.call('POST', '/admin/desk/people', {
      login: 'cleo',
      name: 'Cleo',
      role: 'agent',
      password: 'first password',
    });
    const cleo = desk.browser();
    await cleo.call('POST', '/admin/desk/sign-in', { login: 'cleo', password: 'first password' });
    const wrong = await cleo.call('PATCH', '/admin/desk/me', {
      password: 'second password',
      old_password: 'no',
    });
    expect(wrong.status).toBe(400);
    const right = await cleo.call('PATCH', '/admin/desk/me', {
      password: 'second password',
      old_password: 'first password',
    });
    expect(right.status).toBe(200);
    expect((await cleo.call('GET', '/admin/desk/me')).status).toBe(200);
    const again = await desk.browser().call('POST', '/admin/desk/sign-in', {
      login: 'cleo',
      password: 'second password',
    });
    expect(again.status).toBe(200);
  });
});
