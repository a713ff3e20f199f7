import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_KEY, createHarness, type Harness, message } from './harness.ts';

let harness: Harness;
/** As a browser: the cookie that it was given, and the headers that it adds. */
interface Browser {
  cookie: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}
interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields that the schema describes
  body: any;
}

const OWN_PAGE = { 'x-bellhop-desk': '1', 'sec-fetch-site': 'same-origin', host: 'localhost' };
const LOOPBACK = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const ELSEWHERE = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };

function browser(server: object = LOOPBACK): Browser {
  const made: Browser = {
    cookie: '',
    async call(method, path, body, headers = OWN_PAGE) {
      const response = await harness.gateway.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: {
            ...headers,
            ...(made.cookie === '' ? {} : { cookie: made.cookie }),
            'content-type': 'application/json',
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        server,
      );
      const set = response.headers.get('set-cookie');
      if (set !== null) made.cookie = set.split(';')[0]?.replace(/=$/, '') ?? '';
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
  };
  return made;
}

async function signedIn(as: 'owner' | 'agent'): Promise<Browser> {
  const made = browser();
  const reply =
    as === 'owner'
      ? await made.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY })
      : await made.call('POST', '/admin/desk/sign-in', {
          login: 'anna@shop.example',
          password: 'correct horse',
        });
  expect(reply.status).toBe(200);
  return made;
}

let owner: Browser;
let agent: Browser;

beforeAll(async () => {
  harness = await createHarness({ options: { strangerLimit: { perSecond: 1e9, burst: 1e9 } } });
  owner = await signedIn('owner');
  const added = await owner.call('POST', '/admin/desk/people', {
    login: 'Anna@shop.example',
    name: 'Anna',
    role: 'agent',
    password: 'correct horse',
  });
  expect(added.status).toBe(201);
  agent = await signedIn('agent');
});
afterAll(() => harness.close());

describe('signing in to the desk', () => {
  it('gives the admin key’s owner a cookie that scripts and other sites can’t use', async () => {
    const someone = browser();
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
    const reply = await browser().call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY }, headers);
    expect(reply.headers.get('set-cookie')).toContain('; Secure');
  });

  it('stores no cookie, only its hash', async () => {
    const rows = await harness.db.query('SELECT * FROM desk_sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('bhd_');
  });

  it('takes a login in any case, and refuses a wrong password and an unknown login in the same words', async () => {
    const login = 'anna@shop.example';
    const wrong = await browser().call('POST', '/admin/desk/sign-in', { login, password: 'x' });
    const nobody = await browser().call('POST', '/admin/desk/sign-in', {
      login: 'nobody',
      password: 'x',
    });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(wrong.body.error.message).toBe(nobody.body.error.message);
  });

  it('makes who guesses wait, and lets them in after a while', async () => {
    const guesser = browser(ELSEWHERE);
    const statuses: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      const { status } = await guesser.call('POST', '/admin/desk/sign-in', { key: `no ${tries}` });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(13);
    const last = await guesser.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '30']);
    await harness.clock.advance(120_000);
    const again = await guesser.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY });
    expect(again.status).toBe(200);
  });

  it('by the printed link works once, and on the gateway’s own machine alone', async () => {
    const link = harness.gateway.context.desk.links.issue();
    const far = await browser(ELSEWHERE).call('POST', '/admin/desk/sign-in', { link });
    expect(far.status).toBe(403);
    const proxied = await browser().call(
      'POST',
      '/admin/desk/sign-in',
      { link },
      { ...OWN_PAGE, 'x-forwarded-for': '203.0.113.7' },
    );
    expect(proxied.status).toBe(403);
    const near = await browser().call('POST', '/admin/desk/sign-in', { link });
    expect([near.status, near.body.role]).toEqual([200, 'owner']);
    const twice = await browser().call('POST', '/admin/desk/sign-in', { link });
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
    const reply = await browser().call('POST', '/admin/desk/sign-in', body, headers);
    expect(reply.status).toBe(403);
    expect(reply.headers.get('set-cookie')).toBeNull();
    const made = await signedIn('owner');
    const call = await made.call('POST', '/admin/api-keys', {}, headers);
    expect(call.status).toBe(403);
  });

  it('ends with signing out, after a week without a request, and when the person is switched off', async () => {
    const leaver = await signedIn('owner');
    const { cookie } = leaver;
    expect((await leaver.call('POST', '/admin/desk/sign-out')).status).toBe(204);
    expect(leaver.cookie).not.toBe(cookie);
    leaver.cookie = cookie;
    expect((await leaver.call('GET', '/admin/desk/me')).status).toBe(401);

    const added = await owner.call('POST', '/admin/desk/people', {
      login: 'ben',
      name: 'Ben',
      role: 'agent',
      password: 'long enough',
    });
    const ben = browser();
    await ben.call('POST', '/admin/desk/sign-in', { login: 'ben', password: 'long enough' });
    expect((await ben.call('GET', '/admin/desk/me')).body.name).toBe('Ben');
    const path = `/admin/desk/people/${added.body.person_id}`;
    await owner.call('PATCH', path, { is_disabled: true });
    expect((await ben.call('GET', '/admin/desk/me')).status).toBe(401);
    const back = await ben.call('POST', '/admin/desk/sign-in', {
      login: 'ben',
      password: 'long enough',
    });
    expect(back.status).toBe(401);
  });

  it('lists where one is signed in, and an owner ends anybody’s', async () => {
    const extra = await signedIn('agent');
    const mine = await extra.call('GET', '/admin/desk/sessions');
    const all = await owner.call('GET', '/admin/desk/sessions');
    expect(mine.body.data.length).toBeLessThan(all.body.data.length);
    const me = await extra.call('GET', '/admin/desk/me');
    const path = `/admin/desk/sessions/${me.body.desk_session_id}`;
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await extra.call('GET', '/admin/desk/me')).status).toBe(401);
    expect((await agent.call('DELETE', path)).status).toBe(404);
  });

  it('changes one’s own password only to who knows the one before it', async () => {
    await owner.call('POST', '/admin/desk/people', {
      login: 'cleo',
      name: 'Cleo',
      role: 'agent',
      password: 'first password',
    });
    const cleo = browser();
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
    const again = await browser().call('POST', '/admin/desk/sign-in', {
      login: 'cleo',
      password: 'second password',
    });
    expect(again.status).toBe(200);
  });
});

describe('the roles', () => {
  /** What people at the desk may do; every other call of /admin is an owner's. */
  const AGENTS_MAY = new Set([
    'GET /admin/desk/me',
    'PATCH /admin/desk/me',
    'GET /admin/desk/sessions',
    'DELETE /admin/desk/sessions/{desk_session_id}',
    'GET /admin/desk/filters',
    'GET /admin/conversations',
    'GET /admin/conversations/{session_id}',
    'GET /admin/conversations/{session_id}/events',
    'POST /admin/conversations/{session_id}/read',
    'POST /admin/sessions/{session_id}/takeover',
    'POST /admin/sessions/{session_id}/messages',
    'POST /admin/sessions/{session_id}/handback',
  ]);
  /** These end or begin a desk session, are everybody's, or have a reply without an end; they have tests of their own. */
  const APART = new Set([
    'GET /admin/desk/sign-in',
    'POST /admin/desk/sign-in',
    'POST /admin/desk/sign-out',
    'GET /admin/desk/stream',
  ]);

  it('decide of each documented call of /admin who may make it', async () => {
    const reply = await harness.gateway.request('/openapi.json');
    const { paths } = (await reply.json()) as { paths: Record<string, object> };
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/admin/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .filter((call) => !APART.has(call));
    expect(calls.length).toBeGreaterThan(40);
    expect([...AGENTS_MAY].filter((call) => !calls.includes(call))).toEqual([]);
    for (const call of calls) {
      const [method = '', template = ''] = call.split(' ');
      const path = template.replace(/\{\w+\}/g, 'nothing_here');
      const body = method === 'GET' ? undefined : {};
      const statuses = {
        key: (await harness.admin(method, path, body)).status,
        owner: (await owner.call(method, path, body)).status,
        agent: (await agent.call(method, path, body)).status,
        nobody: (await harness.call(method, path, body, null)).status,
      };
      // Who is let in may be told that there is nothing here, or that the body lacks something.
      const isLetIn = (status: number) => status !== 401 && status !== 403;
      expect([call, isLetIn(statuses.key), isLetIn(statuses.owner)]).toEqual([call, true, true]);
      const agents = isLetIn(statuses.agent) ? 'may' : statuses.agent;
      expect([call, agents]).toEqual([call, AGENTS_MAY.has(call) ? 'may' : 403]);
      expect([call, statuses.nobody]).toEqual([call, 401]);
    }
  });

  it('are all that a person’s cookie opens: it is no token for /v1', async () => {
    const session = await harness.session();
    expect((await owner.call('GET', session.path)).status).toBe(401);
  });
});

describe('the audit', () => {
  it('names the person who did something at the desk, and leaves out what the desk asks by itself', async () => {
    const session = await harness.session({ script: [[{ say: 'Yes.' }]] });
    await session.say('Anybody there?');
    await harness.settled();
    const path = `/admin/conversations/${session.id}/events`;
    const { body } = await agent.call('GET', path);
    await agent.call('GET', `${path}?after=${body.data[0].id}`);
    await agent.call('GET', '/admin/conversations');
    const me = await agent.call('GET', '/admin/desk/me');
    const audit = await owner.call('GET', '/admin/audit?limit=100');
    const mine = audit.body.data.filter(
      (row: { actor: string; path: string }) =>
        row.actor === me.body.person_id && row.path.includes('conversations'),
    );
    expect(mine.filter((row: { path: string }) => row.path === path)).toHaveLength(1);
    expect(mine.some((row: { path: string }) => row.path === '/admin/conversations')).toBe(false);
  });
});

describe('the inbox', () => {
  async function conversation(text: string, answer: string, options = {}) {
    const session = await harness.session({ script: [[{ say: answer }]], ...options });
    await harness.clock.advance(1000);
    await session.say(text);
    await harness.settled();
    await harness.clock.advance(200);
    return session;
  }
  const list = async (query = '', by = owner) =>
    (await by.call('GET', `/admin/conversations?${query}`)).body;

  it('lists who wrote last first, with the last words; a conversation without a message isn’t there', async () => {
    await harness.session();
    const first = await conversation('Do you have lamps?', 'Three of them.');
    const second = await conversation('And a sofa?', 'In green.');
    const { data } = await list('limit=2');
    expect(data.map(({ session_id }: { session_id: string }) => session_id)).toEqual([
      second.id,
      first.id,
    ]);
    expect(data[0]).toMatchObject({ last_words: 'In green.', last_by: 'agent', state: 'idle' });
  });

  it('goes on where a page ended, however many are written meanwhile', async () => {
    for (let number = 0; number < 5; number += 1) await conversation(`number ${number}`, 'ok');
    const seen: string[] = [];
    let page = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const { data, next_page } = await list(`limit=2${page}`);
      seen.push(...data.map(({ session_id }: { session_id: string }) => session_id));
      page = `&page=${next_page}`;
      await conversation('in between', 'ok');
    }
    expect(new Set(seen).size).toBe(6);
    expect((await owner.call('GET', '/admin/conversations?page=no')).status).toBe(400);
  });

  it('says of each person what they have not read', async () => {
    const { id } = await conversation('Read me', 'Yes.');
    const unread = async (by: Browser) =>
      (await by.call('GET', `/admin/conversations/${id}`)).body.is_unread;
    expect([await unread(owner), await unread(agent)]).toEqual([true, true]);
    const events = (await owner.call('GET', `/admin/conversations/${id}/events`)).body.data;
    await owner.call('POST', `/admin/conversations/${id}/read`, { event_id: events.at(-1).id });
    expect([await unread(owner), await unread(agent)]).toEqual([false, true]);
    const only = await list('unread=true&limit=100');
    expect(only.data.some(({ session_id }: { session_id: string }) => session_id === id)).toBe(
      false,
    );
    expect(only.counts.unread).toBeGreaterThan(0);
  });

  it('tells the states apart', async () => {
    const paused = await conversation('x', 'x', { script: [[{ call: [{ name: 'cart' }] }]] });
    const failed = await conversation('x', 'x', { script: [[{ fail: 'upstream_error' }]] });
    for (const [session, state] of [
      [paused, 'paused'],
      [failed, 'failed'],
    ] as const) {
      const { data } = await list(`state=${state}&limit=100`);
      const found = data.find((entry: { session_id: string }) => entry.session_id === session.id);
      expect(found?.state).toBe(state);
    }
    await failed.send([message('again')]);
    await harness.settled();
    const now = (await owner.call('GET', `/admin/conversations/${failed.id}`)).body;
    expect(now.state).toBe('idle');
  });

  it.each([
    ['a word of the visitor', 'zeppelin', 'Is the Zeppelin-lamp in stock?', 'Yes.'],
    ['the beginning of a word of the agent', 'umbre', 'What is that?', 'An umbrella stand.'],
    ['two words in any order', 'kranich blau', 'Der blaue Kranich?', 'Ist da.'],
    ['a script without spaces', '灯笼', '有灯笼吗', '有'],
    ['letters with accents', 'élan', 'L’élan est beau', 'Oui'],
  ])('finds %s', async (_what, search, text, answer) => {
    const { id } = await conversation(text, answer);
    const { data } = await list(`q=${encodeURIComponent(search)}`);
    expect(data.map(({ session_id }: { session_id: string }) => session_id)).toContain(id);
    expect(data.length).toBeLessThan(3);
  });

  it('shows the words around what was found', async () => {
    await conversation('The quixotic chandelier', 'Nice.');
    const { data } = await list('q=quixotic');
    expect(data[0].match).toBe('The \uE000quixotic\uE001 chandelier');
  });

  it.each(["'; DROP TABLE events; --", '& | ! :*', '<script>', '\\', '%_', '…', 'a'.repeat(400)])(
    'takes any search: %s',
    async (search) => {
      const reply = await owner.call('GET', `/admin/conversations?q=${encodeURIComponent(search)}`);
      expect(reply.status).toBe(200);
    },
  );

  it('finds what was said before there was a search', async () => {
    const { id } = await conversation('An ancient obelisk', 'Indeed.');
    await harness.db.query('UPDATE events SET words = NULL WHERE session_id = $1', [id]);
    expect((await list('q=obelisk')).data).toEqual([]);
    const { fillWords } = await import('../sessions/words.ts');
    await fillWords(harness.db, new AbortController().signal);
    expect((await list('q=obelisk')).data).toHaveLength(1);
  });

  it('filters by site and agent', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { name: 'Lamps' })).body;
    const { id } = await conversation('From a site', 'Yes.', { client_id: site.client_id });
    const { data } = await list(`client_id=${site.client_id}&agent=scripted`);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ session_id: id, site_name: 'Lamps' });
    const filters = (await owner.call('GET', '/admin/desk/filters')).body;
    expect(filters.sites).toContainEqual({ client_id: site.client_id, name: 'Lamps' });
    expect(filters.agents).toContain('scripted');
  });

  it('gives a conversation’s events with thoughts, run and trace, in pages from the newest', async () => {
    const session = await harness.session({
      script: [[{ think: 'Hm.' }, { say: 'One.' }], [{ say: 'Two.' }]],
    });
    await session.say('first');
    await harness.settled();
    await session.say('second');
    await harness.settled();
    const path = `/admin/conversations/${session.id}/events`;
    const all = (await owner.call('GET', path)).body;
    expect(all.data.map(({ type }: { type: string }) => type)).toEqual(await session.types());
    const answer = all.data.find(({ type }: { type: string }) => type === 'agent.message');
    expect(answer.content[0]).toMatchObject({ type: 'thought', text: 'Hm.' });
    expect(all.runs[answer.run_id].trace_id).toMatch(/^[0-9a-f]{32}$/);
    const newest = (await owner.call('GET', `${path}?limit=3`)).body;
    expect(newest.has_more).toBe(true);
    const older = (await owner.call('GET', `${path}?before=${newest.data[0].id}`)).body;
    expect([...older.data, ...newest.data].map(({ id }) => id)).toEqual(
      all.data.map(({ id }: { id: string }) => id),
    );
    const after = (await owner.call('GET', `${path}?after=${older.data.at(-1).id}`)).body;
    expect(after.data.map(({ id }: { id: string }) => id)).toEqual(
      newest.data.map(({ id }: { id: string }) => id),
    );
  });

  it('is told at once of what happens, by a stream that ends when its person signs out', async () => {
    const listener = await signedIn('agent');
    const response = await harness.gateway.fetch(
      new Request('http://localhost/admin/desk/stream', {
        headers: { ...OWN_PAGE, cookie: listener.cookie },
      }),
      LOOPBACK,
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let isOver = false;
    const pump = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { value: '', done: true };
        if (done) break;
        text += value;
      }
      isOver = true;
    };
    const pumping = pump();
    const { id } = await conversation('Hear me', 'Yes.');
    expect(text).toContain(`event: changed\ndata: {"session_ids":["${id}"]}`);
    await listener.call('POST', '/admin/desk/sign-out');
    await harness.clock.advance(16_000);
    await harness.until(() => isOver);
    await pumping;
  });

  it('forgets a conversation that was deleted', async () => {
    const { id } = await conversation('Delete me', 'Gone.');
    const events = (await owner.call('GET', `/admin/conversations/${id}/events`)).body.data;
    await owner.call('POST', `/admin/conversations/${id}/read`, { event_id: events[0].id });
    expect((await owner.call('DELETE', `/admin/sessions/${id}`)).body.sessions).toBe(1);
    expect((await owner.call('GET', `/admin/conversations/${id}`)).status).toBe(404);
  });
});

describe('the console’s page', () => {
  it('says how to build it where it isn’t built', async () => {
    const response = await harness.gateway.request('/console');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});
