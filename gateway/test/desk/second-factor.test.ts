import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { type Browser, createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();

const BASE = '/admin/desk/me/second-factor';
const SIGN_IN = '/admin/desk/sign-in';
const password = 'correct horse';
const STEP_MS = 30_000;

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: desk.harness.clock.now() });

async function withSecondFactor(): Promise<{
  browser: Browser;
  login: string;
  secret: string;
  recovery: string[];
}> {
  const browser = await desk.signedInAs('agent');
  const login = (await browser.call('GET', '/admin/desk/me')).body.login ?? '';
  const { secret, uri } = (await browser.call('POST', BASE, { password })).body;
  expect(uri).toContain(`otpauth://totp/Bellhop:${login}?`);
  const confirmed = await browser.call('POST', `${BASE}/confirm`, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  await desk.harness.clock.advance(STEP_MS);
  return { browser, login, secret, recovery: confirmed.body.recovery_codes };
}

describe('a second factor', () => {
  it('is asked for once the password is right, and lets in by a code of the app, once', async () => {
    const { login, secret } = await withSecondFactor();
    const asked = await desk.browser().call('POST', SIGN_IN, { login, password });
    expect([asked.status, asked.body.second_factor]).toEqual([401, true]);
    const wrong = await desk.browser().call('POST', SIGN_IN, { login, password: 'no' });
    expect([wrong.status, wrong.body.second_factor]).toEqual([401, undefined]);
    const code = codeOf(secret);
    const right = await desk.browser().call('POST', SIGN_IN, { login, password, code });
    expect([right.status, right.body.name]).toEqual([200, login]);
    const again = await desk.browser().call('POST', SIGN_IN, { login, password, code });
    expect(again.status).toBe(401);
  });

  it('can be replaced by each recovery code once, however it is typed', async () => {
    const { login, recovery, browser } = await withSecondFactor();
    expect(new Set(recovery).size).toBe(10);
    const code = recovery[3]?.toUpperCase().replaceAll('-', ' ');
    const right = await desk.browser().call('POST', SIGN_IN, { login, password, code });
    expect(right.status).toBe(200);
    const again = await desk.browser().call('POST', SIGN_IN, { login, password, code });
    expect(again.status).toBe(401);
    expect((await browser.call('GET', '/admin/desk/me')).body.recovery_codes).toBe(9);
    const rows = await desk.harness.db.query('SELECT * FROM desk_recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(recovery[0]?.replaceAll('-', ''));
  });

  it('is nothing before a code has confirmed it', async () => {
    const browser = await desk.signedInAs('agent');
    const login = (await browser.call('GET', '/admin/desk/me')).body.login ?? '';
    await browser.call('POST', BASE, { password });
    expect((await browser.call('POST', `${BASE}/confirm`, { code: '000000' })).status).toBe(400);
    expect((await desk.browser().call('POST', SIGN_IN, { login, password })).status).toBe(200);
  });

  it('begins and ends with the person’s password alone', async () => {
    const { browser, login } = await withSecondFactor();
    for (const path of [BASE, `${BASE}/end`, `${BASE}/recovery-codes`]) {
      expect((await browser.call('POST', path, { password: 'guessed' })).status).toBe(400);
    }
    expect((await browser.call('POST', `${BASE}/end`, { password })).status).toBe(204);
    expect((await desk.browser().call('POST', SIGN_IN, { login, password })).status).toBe(200);
  });

  it('makes who guesses codes wait, though they know the password', async () => {
    const { login } = await withSecondFactor();
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const code = String(tries).padStart(6, '9');
      statuses.push((await desk.browser().call('POST', SIGN_IN, { login, password, code })).status);
    }
    expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is ended by an owner for somebody who has lost it, and by no link for a new password', async () => {
    const { browser, login } = await withSecondFactor();
    const id = (await browser.call('GET', '/admin/desk/me')).body.person_id;
    const made = await desk.owner.call('POST', `/admin/desk/people/${id}/password-link`);
    const accept = '/admin/desk/invitations/accept';
    const fresh = desk.browser();
    const reply = await fresh.call('POST', accept, { token: made.body.token, password });
    expect(reply.body).toMatchObject({ login, is_signed_in: false });
    expect((await fresh.call('GET', '/admin/desk/me')).status).toBe(401);
    await desk.owner.call('DELETE', `/admin/desk/people/${id}/second-factor`);
    expect((await desk.browser().call('POST', SIGN_IN, { login, password })).status).toBe(200);
  });
});
