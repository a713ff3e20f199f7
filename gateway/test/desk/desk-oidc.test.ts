// Signing in to the desk by OpenID Connect, with a real provider over HTTP. A browser here is its cookies, by host and path.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeskPasswords, readOidcSettings } from '../../desk/oidc/settings.ts';
import { ADMIN_KEY, createHarness, type Harness } from '../harness.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../identity-provider.ts';

const PUBLIC = 'https://chat.shop.example';
const OWN_PAGE = {
  'x-bellhop-desk': '1',
  'sec-fetch-site': 'same-origin',
  host: 'chat.shop.example',
};
const ENV = {
  BELLHOP_PUBLIC_URL: PUBLIC,
  BELLHOP_OIDC_CLIENT_ID: CLIENT.id,
  BELLHOP_OIDC_CLIENT_SECRET: CLIENT.secret,
  BELLHOP_OIDC_NAME: 'Shop ID',
  BELLHOP_OIDC_OWNERS: 'boss@shop.example, group:owners',
  BELLHOP_OIDC_AGENTS: '@shop.example',
};

let idp: IdentityProvider;
let harness: Harness;
let people = 0;

beforeAll(async () => {
  idp = await startIdentityProvider(PUBLIC);
  harness = await createHarness({
    options: { oidc: readOidcSettings({ ...ENV, BELLHOP_OIDC_ISSUER: idp.issuer }) },
  });
});
afterAll(async () => {
  await harness.close();
  await idp.close();
});
beforeEach(() => {
  // Beginnings count by address, and all of these come from one.
  return harness.clock.advance(60_000);
});

/** Somebody that nobody has seen yet. */
function somebody(fields: object = {}) {
  people += 1;
  const email = `person${people}@shop.example`;
  return { id: `id-${people}`, email, email_verified: true, name: `Person ${people}`, ...fields };
}

interface Step {
  status: number;
  location: string;
  cookies: string[];
}

function createBrowser() {
  const jar = new Map<string, { value: string; path: string }>();
  const browser = {
    jar,
    /** One request, to the gateway or the provider, as a page that is opened. */
    async open(address: string): Promise<Step> {
      const url = new URL(address, PUBLIC);
      const isOurs = url.origin === PUBLIC;
      const cookies = [...jar]
        .filter(
          ([key, { path }]) => key.startsWith(`${url.host} `) && url.pathname.startsWith(path),
        )
        .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`);
      const request = new Request(url, {
        headers: { cookie: cookies.join('; '), accept: 'text/html' },
        redirect: 'manual',
      });
      const response = isOurs ? await harness.gateway.fetch(request) : await fetch(request);
      const set = response.headers.getSetCookie();
      for (const line of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
        if (value === '' || /max-age=0/i.test(line)) jar.delete(`${url.host} ${name}`);
        else jar.set(`${url.host} ${name}`, { value, path });
      }
      const location = response.headers.get('location');
      return {
        status: response.status,
        location: location === null ? '' : new URL(location, url).href,
        cookies: set,
      };
    },
    /** Follows redirects until one leads to `until`, or there is none. */
    async walk(from: string, until: (address: string) => boolean): Promise<Step> {
      let step = await browser.open(from);
      for (let hops = 0; step.location !== '' && !until(step.location) && hops < 12; hops += 1) {
        step = await browser.open(step.location);
      }
      return step;
    },
    /** All the way. @returns where the desk's page is shown. */
    async signIn(): Promise<string> {
      const isPage = (address: string) => /^[^?#]*\/desk(?:#|$)/.test(address);
      return (await browser.walk('/console/oidc/start', isPage)).location;
    },
    async call(method: string, path: string, body?: unknown) {
      const response = await harness.gateway.fetch(
        new Request(PUBLIC + path, {
          method,
          headers: {
            ...OWN_PAGE,
            'content-type': 'application/json',
            cookie: `bellhop_desk=${jar.get('chat.shop.example bellhop_desk')?.value ?? ''}`,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
    me: () => browser.call('GET', '/admin/desk/me'),
  };
  return browser;
}

const isCallback = (address: string) => address.startsWith(`${PUBLIC}/console/oidc/callback`);

describe('signing in at an identity provider', () => {
  it('is offered by its name, beside the admin key', async () => {
    const { body } = await createBrowser().call('GET', '/admin/desk/sign-in');
    const provider = { name: 'Shop ID' };
    expect(body).toEqual({ passwords: true, provider, passkeys: false });
  });

  it('sends the browser there with PKCE, state and nonce, and to exactly one address back', async () => {
    const browser = createBrowser();
    const { status, location, cookies } = await browser.open('/console/oidc/start');
    const asked = new URL(location);
    expect([status, asked.origin]).toEqual([303, idp.issuer]);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: `${PUBLIC}/console/oidc/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(cookies[0]).toMatch(
      /^bellhop_sign_in=bho_[\w-]{43}; Max-Age=600; Path=\/console\/oidc; HttpOnly; Secure; SameSite=Lax$/,
    );
    const rows = await harness.db.query('SELECT * FROM desk_sign_ins');
    expect(JSON.stringify(rows)).not.toContain(asked.searchParams.get('state'));
  });

  it('makes an agent of somebody whose verified address is of the domain, by their own name', async () => {
    idp.is(somebody({ id: 'anna', email: 'Anna@Shop.example', name: 'Anna' }));
    const browser = createBrowser();
    expect(await browser.signIn()).toBe(`${PUBLIC}/desk`);
    const { body } = await browser.me();
    expect(body).toMatchObject({ name: 'Anna', role: 'agent' });
    expect((await browser.call('GET', '/admin/agents')).status).toBe(403);
    const { data } = (await harness.admin('GET', '/admin/desk/people')).body;
    const logins = (data as unknown as { login: string }[]).map(({ login }) => login);
    expect(logins).toContain('anna@shop.example');
    // Again: the same person.
    const again = createBrowser();
    await again.signIn();
    expect((await again.me()).body.person_id).toBe(body.person_id);
  });

  it('makes an owner of who is named so, by address or by group', async () => {
    for (const fields of [
      { email: 'boss@shop.example' },
      { email: 'x@elsewhere.example', groups: ['staff', 'owners'] },
    ]) {
      idp.is(somebody(fields));
      const browser = createBrowser();
      await browser.signIn();
      expect((await browser.me()).body.role).toBe('owner');
    }
  });

  it('leads back to the site that asked to be connected before, and nowhere else', async () => {
    idp.is(somebody({ email: 'boss@shop.example' }));
    const isPage = (address: string) => /^[^?#]*\/desk(?:[#/?]|$)(?!oidc)/.test(address);
    const end = async (query: string, browser = createBrowser()) =>
      (await browser.walk(`/console/oidc/start${query}`, isPage)).location;
    const asked = 'redirect_uri=https%3A%2F%2Fsite.example%2Fback&state=12345678';
    const browser = createBrowser();
    expect(await end(`?connect=${encodeURIComponent(asked)}`, browser)).toBe(
      `${PUBLIC}/desk/connect?${asked}`,
    );
    // Once: the next sign-in of this browser is another matter.
    expect(await end('', browser)).toBe(`${PUBLIC}/desk`);
    for (const odd of ['a b', 'a#b', 'a\\b', 'x'.repeat(3001), '']) {
      expect(await end(`?connect=${encodeURIComponent(odd)}`)).toBe(`${PUBLIC}/desk`);
    }
    // Not let in: the request is still there for whoever signs in otherwise.
    idp.is(somebody({ email: 'x@elsewhere.example' }));
    expect(await end(`?connect=${encodeURIComponent(asked)}`)).toBe(
      `${PUBLIC}/desk/connect?${asked}#sign-in=refused`,
    );
  });

  it('shows on the page “Team” by what the provider knows somebody without an address', async () => {
    const person = somebody({ email: undefined, groups: ['owners'] });
    idp.is(person);
    await createBrowser().signIn();
    const { data } = (await harness.admin('GET', '/admin/desk/people')).body;
    expect(data).toContainEqual(
      expect.objectContaining({ name: person.name, login: `${person.id} at 127.0.0.1` }),
    );
  });

  it.each([
    ['of another domain', { email: 'eve@evil.example' }],
    ['of a domain that only ends alike', { email: 'eve@evilshop.example' }],
    ['whose address has another one in it', { email: 'boss@shop.example@evil.example' }],
    ['whose address isn’t verified', { email: 'boss@shop.example', email_verified: false }],
    [
      'whose provider says nothing of it',
      { email: 'boss@shop.example', email_verified: undefined },
    ],
    ['without an address', { email: undefined }],
    ['whose group is a text', { email: undefined, groups: 'owners' }],
  ])('lets nobody in %s', async (_, fields) => {
    idp.is(somebody(fields));
    const browser = createBrowser();
    expect(await browser.signIn()).toBe(`${PUBLIC}/desk#sign-in=refused`);
    expect((await browser.me()).status).toBe(401);
  });

  it('is the same person as the login that an owner has given to that address', async () => {
    const made = await harness.admin('POST', '/admin/desk/people', {
      login: 'carla@shop.example',
      name: 'Carla at the till',
      role: 'owner',
      password: 'correct horse',
    });
    idp.is(somebody({ email: 'carla@shop.example', name: 'Carla' }));
    const browser = createBrowser();
    await browser.signIn();
    // What she may do is the configuration's to say.
    expect((await browser.me()).body).toMatchObject({
      person_id: made.body.person_id,
      name: 'Carla at the till',
      role: 'agent',
    });
  });

  it('is refused to a person who was switched off', async () => {
    idp.is(somebody());
    const browser = createBrowser();
    await browser.signIn();
    const { person_id: id } = (await browser.me()).body;
    await harness.admin('PATCH', `/admin/desk/people/${id}`, { is_disabled: true });
    expect(await browser.signIn()).toBe(`${PUBLIC}/desk#sign-in=refused`);
  });

  it('opens a desk session of twelve hours, which ends with “Sign out”', async () => {
    idp.is(somebody());
    const browser = createBrowser();
    const arrived = await browser.walk('/console/oidc/start', isCallback);
    const { cookies } = await browser.open(arrived.location);
    expect(cookies.find((line) => line.startsWith('bellhop_desk='))).toMatch(
      /^bellhop_desk=bhd_[\w-]{43}; Max-Age=43200; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/,
    );
    await browser.call('POST', '/admin/desk/sign-out');
    expect((await browser.me()).status).toBe(401);
    await browser.signIn();
    await harness.clock.advance(12 * 3_600_000);
    expect((await browser.me()).status).toBe(401);
  });

  it('leads to the provider’s own sign-out where one wants that too', async () => {
    const { location } = await createBrowser().open('/console/oidc/sign-out');
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${idp.issuer}/session/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC}/console`);
  });

  it('stands in the audit under the person’s id, without the code', async () => {
    idp.is(somebody());
    const browser = createBrowser();
    await browser.signIn();
    const { person_id } = (await browser.me()).body;
    const { data } = (await harness.admin('GET', '/admin/audit?limit=20')).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        actor: person_id,
        method: 'GET',
        path: '/console/oidc/callback',
        status: 303,
      }),
    );
  });
});

describe('a way back that isn’t right', () => {
  const arrive = async () => {
    idp.is(somebody());
    const browser = createBrowser();
    const { location } = await browser.walk('/console/oidc/start', isCallback);
    return { browser, location };
  };
  const AGAIN = `${PUBLIC}/desk#sign-in=again`;
  const FAILED = `${PUBLIC}/desk#sign-in=failed`;

  it('counts in the browser alone that began it', async () => {
    const { browser, location } = await arrive();
    const other = createBrowser();
    await other.open('/console/oidc/start');
    expect((await other.open(location)).location).toBe(AGAIN);
    expect((await browser.open(location)).location).toBe(`${PUBLIC}/desk`);
  });

  it('counts once', async () => {
    const { browser, location } = await arrive();
    const cookies = new Map(browser.jar);
    await browser.open(location);
    for (const [key, cookie] of cookies) browser.jar.set(key, cookie);
    expect((await browser.open(location)).location).toBe(AGAIN);
  });

  it('counts for ten minutes', async () => {
    const { browser, location } = await arrive();
    await harness.clock.advance(10 * 60_000);
    expect((await browser.open(location)).location).toBe(AGAIN);
  });

  it.each([
    ['with another state', (url: URL) => url.searchParams.set('state', 'x'), AGAIN],
    ['without a state', (url: URL) => url.searchParams.delete('state'), AGAIN],
    ['with a made-up code', (url: URL) => url.searchParams.set('code', 'x'), FAILED],
    ['without a code', (url: URL) => url.searchParams.delete('code'), FAILED],
    [
      'from another issuer',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      FAILED,
    ],
    [
      'with a refusal of the provider',
      (url: URL) => {
        url.searchParams.delete('code');
        url.searchParams.set('error', 'access_denied');
      },
      FAILED,
    ],
  ])('%s signs nobody in', async (_, change, where) => {
    const { browser, location } = await arrive();
    const url = new URL(location);
    change(url);
    expect((await browser.open(url.href)).location).toBe(where);
    expect((await browser.me()).status).toBe(401);
  });

  it('where its answer has another nonce signs nobody in', async () => {
    const { browser, location } = await arrive();
    await harness.db.query("UPDATE desk_sign_ins SET nonce = 'another'");
    expect((await browser.open(location)).location).toBe(FAILED);
  });

  it('where the verifier isn’t the one that was promised signs nobody in', async () => {
    const { browser, location } = await arrive();
    await harness.db.query('UPDATE desk_sign_ins SET verifier = $1', ['v'.repeat(43)]);
    expect((await browser.open(location)).location).toBe(FAILED);
  });
});

describe('a gateway', () => {
  it('whose provider is away says so on the desk’s page, and takes the admin key', async () => {
    const env = { ...ENV, BELLHOP_OIDC_ISSUER: 'http://127.0.0.1:9' };
    const alone = await createHarness({
      db: harness.db,
      options: { oidc: readOidcSettings(env), hasDeskPasswords: false },
    });
    // The database may keep the counts of those who tried before.
    await harness.db.query('DELETE FROM limits');
    const reply = await alone.gateway.request('/console/oidc/start', { redirect: 'manual' });
    expect(reply.headers.get('location')).toBe('/desk#sign-in=failed');
    const signIn = (body: object) =>
      alone.gateway.request('/admin/desk/sign-in', {
        method: 'POST',
        headers: { ...OWN_PAGE, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await signIn({ key: ADMIN_KEY })).status).toBe(200);
    // Switched off: whoever has a password here uses the provider.
    const refused = await signIn({ login: 'carla@shop.example', password: 'correct horse' });
    expect(refused.status).toBe(403);
    await alone.gateway.close();
  });

  it('leaves passkeys to the provider for those who sign in there', async () => {
    idp.is(somebody());
    const browser = createBrowser();
    await browser.signIn();
    const reply = await browser.call('POST', '/admin/desk/me/passkeys/options', {});
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      'You sign in at your identity provider: make a passkey there.',
    ]);
  });

  it('makes an address wait that begins too often', async () => {
    const browser = createBrowser();
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1) {
      statuses.push((await browser.open('/console/oidc/start')).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([303, 429]);
  });

  it('without a provider has no such pages', async () => {
    const plain = await createHarness({ db: harness.db });
    const page = await plain.gateway.request('/console/oidc/start');
    // The desk isn't built in this test: what any other address below /desk answers.
    expect(page.status).toBe(503);
    expect((await plain.call('GET', '/admin/desk/sign-in')).body).toEqual({
      passwords: true,
      provider: null,
      passkeys: false,
    });
    await plain.gateway.close();
  });
});

describe('the settings', () => {
  const whole = { ...ENV, BELLHOP_OIDC_ISSUER: 'https://id.shop.example' };

  it('say who may do what', () => {
    expect(readOidcSettings({})).toBeNull();
    expect(readOidcSettings(whole)).toMatchObject({
      publicUrl: PUBLIC,
      owners: [
        { kind: 'email', email: 'boss@shop.example' },
        { kind: 'group', group: 'owners' },
      ],
      agents: [{ kind: 'domain', domain: 'shop.example' }],
      sessionMs: 43_200_000,
    });
    expect(readDeskPasswords({ BELLHOP_DESK_PASSWORDS: 'off' }, readOidcSettings(whole))).toBe(
      false,
    );
  });

  it.each([
    [{ BELLHOP_PUBLIC_URL: '' }, 'BELLHOP_PUBLIC_URL is missing'],
    [{ BELLHOP_PUBLIC_URL: `${PUBLIC}/gateway` }, 'must be the gateway’s origin'],
    [{ BELLHOP_PUBLIC_URL: 'http://chat.shop.example' }, 'must be the gateway’s origin'],
    [{ BELLHOP_OIDC_ISSUER: 'http://id.shop.example' }, 'must be an https address'],
    [{ BELLHOP_OIDC_OWNERS: '', BELLHOP_OIDC_AGENTS: '' }, 'Say who may sign in'],
    [{ BELLHOP_OIDC_AGENTS: '*' }, 'is none of'],
    [{ BELLHOP_OIDC_AGENTS: '@' }, 'is none of'],
    [{ BELLHOP_OIDC_SESSION_HOURS: '0' }, 'from 1 to 720'],
  ])('refuse %j: %s', (change, words) => {
    expect(() => readOidcSettings({ ...whole, ...change })).toThrow(words);
  });

  it('leave nobody without a way in', () => {
    expect(() => readDeskPasswords({ BELLHOP_DESK_PASSWORDS: 'off' }, null)).toThrow('only with');
    expect(() => readDeskPasswords({ BELLHOP_DESK_PASSWORDS: 'no' }, null)).toThrow('on or off');
  });
});
