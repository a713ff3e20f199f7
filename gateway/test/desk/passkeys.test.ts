import { describe, expect, it } from 'vitest';
import { type Browser, createDeskScene, ELSEWHERE, OWN_PAGE } from '../desk-people.ts';
import { createHarness } from '../harness.ts';
import { createSoftwarePasskey, type Faults, type SoftwarePasskey } from '../software-passkey.ts';

const desk = createDeskScene();

const BASE = '/admin/desk/me/passkeys';
const SIGN_IN = '/admin/desk/sign-in';
const OPTIONS = `${SIGN_IN}/passkey`;
const ORIGIN = 'http://localhost';
const password = 'correct horse';

interface Added {
  browser: Browser;
  login: string;
  passkey: SoftwarePasskey;
}

/** Each in an address of its own, since tries are counted by address. */
let addresses = 0;
const stranger = () => {
  addresses += 1;
  return desk.browser({ incoming: { socket: { remoteAddress: `198.51.100.${addresses}` } } });
};

async function withPasskey(role = 'agent'): Promise<Added> {
  const browser = await desk.signedInAs(role);
  const login = (await browser.call('GET', '/admin/desk/me')).body.login ?? '';
  const passkey = createSoftwarePasskey(ORIGIN, 'localhost');
  const options = await browser.call('POST', `${BASE}/options`, { password });
  expect(options.status).toBe(200);
  const made = { name: 'Phone', passkey: passkey.make(options.body) };
  expect((await browser.call('POST', BASE, made)).status).toBe(201);
  return { browser, login, passkey };
}

async function signIn(passkey: SoftwarePasskey, faults: Faults = {}, browser = stranger()) {
  const options = await browser.call('POST', OPTIONS);
  return browser.call('POST', SIGN_IN, { passkey: passkey.use(options.body, faults) });
}

const idOf = async (browser: Browser) =>
  (await browser.call('GET', BASE)).body.data.map(
    (row) => (row as unknown as { passkey_id: string }).passkey_id,
  )[0] ?? '';

describe('a passkey', () => {
  it('signs its person in without a login, a password or a code, and says when', async () => {
    const { browser, login, passkey } = await withPasskey();
    expect((await browser.call('GET', BASE)).body.data).toMatchObject([
      { name: 'Phone', used_at: null },
    ]);
    const other = stranger();
    const reply = await signIn(passkey, {}, other);
    expect([reply.status, reply.body.name]).toEqual([200, login]);
    expect((await other.call('GET', '/admin/desk/me')).status).toBe(200);
    const [row] = (await browser.call('GET', BASE)).body.data;
    expect(row).toMatchObject({ used_at: expect.stringContaining('T') });
    expect((await stranger().call('GET', SIGN_IN)).body).toMatchObject({ passkeys: true });
  });

  it('is made with the person’s password alone', async () => {
    const browser = await desk.signedInAs('viewer');
    for (const body of [{}, { password: 'guessed' }]) {
      expect((await browser.call('POST', `${BASE}/options`, body)).status).toBe(400);
    }
  });

  it('is made by the owner by the admin key within ten minutes of signing in', async () => {
    const owner = await desk.signedIn('owner');
    const { status, body } = await owner.call('POST', `${BASE}/options`, {});
    expect(status).toBe(200);
    const passkey = createSoftwarePasskey(ORIGIN, 'localhost');
    const made = { name: 'Key', passkey: passkey.make(body) };
    expect((await owner.call('POST', BASE, made)).status).toBe(201);
    expect((await signIn(passkey)).body.role).toBe('owner');
    await desk.harness.clock.advance(11 * 60_000);
    expect((await owner.call('POST', `${BASE}/options`, {})).status).toBe(400);
    const byKey = await desk.harness.admin('POST', `${BASE}/options`, {});
    expect(byKey.status).toBe(400);
  });

  it.each<[string, Faults]>([
    ['another site’s page', { origin: 'https://desk.example' }],
    ['another port of the same host', { origin: 'http://localhost:8080' }],
    ['another host’s passkey', { rpId: 'desk.example' }],
    ['a device that asked nobody for a finger or a PIN', { isVerified: false }],
  ])('counts neither when it is made nor when it is used by %s', async (_, faults) => {
    const { passkey, browser } = await withPasskey();
    expect((await signIn(passkey, faults)).status).toBe(401);
    const second = createSoftwarePasskey(ORIGIN, 'localhost');
    const { body } = await browser.call('POST', `${BASE}/options`, { password });
    const made = { name: 'Phone', passkey: second.make(body, faults) };
    expect((await browser.call('POST', BASE, made)).status).toBe(400);
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('answers each challenge once, within five minutes', async () => {
    const { passkey } = await withPasskey();
    const browser = stranger();
    const options = (await browser.call('POST', OPTIONS)).body;
    const answer = { passkey: passkey.use(options) };
    expect((await browser.call('POST', SIGN_IN, answer)).status).toBe(200);
    expect((await stranger().call('POST', SIGN_IN, answer)).status).toBe(401);
    const again = { passkey: passkey.use(options) };
    expect((await stranger().call('POST', SIGN_IN, again)).status).toBe(401);
    const late = (await browser.call('POST', OPTIONS)).body;
    await desk.harness.clock.advance(5 * 60_000 + 1);
    const lateAnswer = { passkey: passkey.use(late) };
    expect((await browser.call('POST', SIGN_IN, lateAnswer)).status).toBe(401);
    const own = { passkey: passkey.use({ challenge: 'a3Vlbg' }) };
    expect((await browser.call('POST', SIGN_IN, own)).status).toBe(401);
  });

  it('takes no challenge of a sign-in for adding one, nor of a colleague', async () => {
    const { browser } = await withPasskey();
    const colleague = await desk.signedInAs('agent');
    const theirs = (await colleague.call('POST', `${BASE}/options`, { password })).body;
    const open = (await stranger().call('POST', OPTIONS)).body;
    for (const options of [theirs, open]) {
      const passkey = createSoftwarePasskey(ORIGIN, 'localhost');
      const made = { name: 'Phone', passkey: passkey.make(options) };
      expect((await browser.call('POST', BASE, made)).status).toBe(400);
    }
  });

  it('is a copy where its count goes back or stays, and doesn’t sign in', async () => {
    const { passkey } = await withPasskey();
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    expect((await signIn(passkey, { counter: 7 })).status).toBe(401);
    expect((await signIn(passkey, { counter: 3 })).status).toBe(401);
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200);
  });

  it('that never counts signs in again and again', async () => {
    const { passkey } = await withPasskey();
    for (const counter of [0, 0]) expect((await signIn(passkey, { counter })).status).toBe(200);
  });

  it('signs in nobody but its person, and belongs to one alone', async () => {
    const { passkey } = await withPasskey();
    const colleague = await withPasskey();
    const { person_id } = (await colleague.browser.call('GET', '/admin/desk/me')).body;
    const userHandle = Buffer.from(person_id).toString('base64url');
    expect((await signIn(passkey, { userHandle })).status).toBe(401);
    const stranger = createSoftwarePasskey(ORIGIN, 'localhost');
    expect((await signIn(stranger, { userHandle })).status).toBe(401);
    const { body } = await colleague.browser.call('POST', `${BASE}/options`, { password });
    const taken = { name: 'Theirs', passkey: passkey.make(body) };
    expect((await colleague.browser.call('POST', BASE, taken)).status).toBe(409);
  });

  it('is named anew and removed by its person, and by no colleague', async () => {
    const { browser, passkey } = await withPasskey();
    const id = await idOf(browser);
    const colleague = await desk.signedInAs('owner');
    expect((await colleague.call('DELETE', `${BASE}/${id}`)).status).toBe(404);
    expect((await colleague.call('PATCH', `${BASE}/${id}`, { name: 'Mine' })).status).toBe(404);
    const named = await browser.call('PATCH', `${BASE}/${id}`, { name: 'Blue phone' });
    expect(named.body.name).toBe('Blue phone');
    expect((await browser.call('DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect((await browser.call('GET', BASE)).body.data).toEqual([]);
    expect((await signIn(passkey)).status).toBe(401);
  });

  it('ends with a password that an owner has set, and stays with one’s own change', async () => {
    const { browser, passkey } = await withPasskey();
    const { person_id: id } = (await browser.call('GET', '/admin/desk/me')).body;
    const change = { password: 'quite another one', old_password: password };
    expect((await browser.call('PATCH', '/admin/desk/me', change)).status).toBe(200);
    expect((await signIn(passkey)).status).toBe(200);
    await desk.owner.call('PATCH', `/admin/desk/people/${id}`, { password: 'a third long one' });
    expect((await signIn(passkey)).status).toBe(401);
  });

  it('lets nobody in who was switched off', async () => {
    const { browser, passkey } = await withPasskey();
    const { person_id: id } = (await browser.call('GET', '/admin/desk/me')).body;
    await desk.owner.call('PATCH', `/admin/desk/people/${id}`, { is_disabled: true });
    expect((await signIn(passkey)).status).toBe(401);
  });

  it('makes an address wait that tries many, and not for the admin key', async () => {
    const guessed = createSoftwarePasskey(ORIGIN, 'localhost');
    const browser = desk.browser(ELSEWHERE);
    const userHandle = Buffer.from('nobody').toString('base64url');
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await signIn(guessed, { userHandle }, browser)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
    expect((await browser.call('POST', SIGN_IN, { key: 'no' })).status).toBe(401);
  });

  it('signs in at any process, and past no provider that alone lets people in', async () => {
    const { passkey } = await withPasskey();
    const { db, clock } = desk.harness;
    for (const [hasDeskPasswords, status] of [
      [true, 200],
      [false, 401],
    ] as const) {
      const other = await createHarness({ db, clock, options: { hasDeskPasswords } });
      const { body: options } = await stranger().call('POST', OPTIONS);
      const answer = new Request(`${ORIGIN}${SIGN_IN}`, {
        method: 'POST',
        headers: { ...OWN_PAGE, 'content-type': 'application/json' },
        body: JSON.stringify({ passkey: passkey.use(options) }),
      });
      expect((await other.gateway.fetch(answer)).status).toBe(status);
      await other.gateway.close();
    }
  });

  it.each([
    ['http://127.0.0.1', false],
    ['http://desk.example', false],
    ['https://desk.example', true],
  ])('is offered only where browsers make one: at %s %s', async (origin, passkeys) => {
    await withPasskey();
    const asked = new Request(`${origin}${SIGN_IN}`, { headers: OWN_PAGE });
    const reply = await desk.harness.gateway.fetch(asked);
    expect(await reply.json()).toMatchObject({ passkeys });
  });

  it('is asked for by the desk’s own page alone', async () => {
    const reply = await stranger().call('POST', OPTIONS, undefined, { host: 'localhost' });
    expect(reply.status).toBe(403);
  });
});
