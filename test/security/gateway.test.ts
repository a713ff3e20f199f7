// What a gateway must keep whatever is asked of it: a page can read every refusal, and no text becomes SQL.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, type Db } from '../../gateway/index.ts';
import {
  ADMIN_KEY,
  createHarness,
  type Harness,
  message,
  result,
  results,
} from '../../gateway/test/harness.ts';
import { openMemoryDatabase } from '../doubles/memory-database.ts';

let harness: Harness;
let db: Db;
/** What the database does instead of its work. */
let failure: Error | null = null;

beforeAll(async () => {
  db = await openMemoryDatabase();
  const breakable = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        failure === null ? value.apply(target, args) : Promise.reject(failure);
    },
  });
  harness = await createHarness({ db: breakable });
});
afterAll(async () => {
  await harness.close();
  await db.close();
});

const ORIGIN = 'https://shop.example';

async function ask(method: string, path: string, token: string | null, body?: unknown) {
  const response = await harness.gateway.request(path, {
    method,
    headers: {
      Origin: ORIGIN,
      'Content-Type': 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response;
}

function expectReadable({ headers }: Response) {
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(headers.get('vary')).toContain('Origin');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  for (const name of ['Retry-After', 'X-Request-ID', 'WWW-Authenticate']) {
    expect(headers.get('access-control-expose-headers')).toContain(name);
  }
  expect(headers.get('x-request-id')).toBeTruthy();
}

describe('a page of another origin can read', () => {
  it('a list, what was sent, and a stream', async () => {
    const session = await harness.session();
    const stream = `/v1beta1/sessions/${session.id}/events/stream`;
    for (const response of [
      await ask('GET', session.path, session.token),
      await ask('POST', session.path, session.token, { events: [message('x', 'system.message')] }),
      await ask('GET', stream, session.token),
    ]) {
      expect(response.status).toBe(200);
      expectReadable(response);
    }
  });

  it.each<[number, () => Promise<Response>]>([
    [400, async () => post({ events: 'x' })],
    [400, async () => post(`{"events":${'['.repeat(40)}${']'.repeat(40)}}`)],
    [401, () => ask('GET', '/v1/sessions/x/events', null)],
    [401, () => ask('GET', '/v1beta1/sessions/x/events/stream', null)],
    [
      402,
      async () => {
        const session = await harness.session({ project_id: 'poor' });
        await harness.admin('PATCH', '/admin/projects/poor', { credits_nano: 0 });
        return ask('POST', session.path, session.token, { events: [message('hi')] });
      },
    ],
    [
      403,
      async () => {
        const session = await harness.session();
        const path = `/admin/sessions/${session.id}/tokens`;
        const { token } = (await harness.admin('POST', path, { scopes: ['other'] })).body;
        return ask('GET', `/v1beta1/sessions/${session.id}/events/stream`, token);
      },
    ],
    [404, async () => ask('GET', '/v1/sessions/x/events', (await harness.session()).token)],
    [404, () => ask('GET', '/nowhere', null)],
    [
      409,
      async () => {
        const session = await harness.session({ script: [[{ call: [{ name: 'a' }] }]] });
        await session.say('go');
        await harness.settled();
        const [id] = await session.pending();
        await session.answer('yes');
        return ask('POST', session.path, session.token, {
          events: [results(result(id, { content: 'again' }))],
        });
      },
    ],
    [413, async () => post({ events: [message('x'.repeat(1024 * 1024))] })],
    [
      429,
      async () => {
        const session = await harness.session();
        const open = await Promise.all(Array.from({ length: 16 }, () => session.stream()));
        const path = `/v1beta1/sessions/${session.id}/events/stream`;
        const refused = await ask('GET', path, session.token);
        await Promise.all(open.map((stream) => stream.close()));
        return refused;
      },
    ],
    [500, () => broken(new Error('something unforeseen'))],
    [503, () => broken(new DatabaseUnavailable(new Error('gone')))],
  ])('a refusal with %i', async (status, refuse) => {
    const response = await refuse();
    expect(response.status).toBe(status);
    expectReadable(response);
  });

  async function post(body: unknown) {
    const session = await harness.session();
    return ask('POST', session.path, session.token, body);
  }

  async function broken(error: Error) {
    const session = await harness.session();
    failure = error;
    try {
      return await ask('GET', session.path, session.token);
    } finally {
      failure = null;
    }
  }

  it('a preflight of any address, whatever stands behind it', async () => {
    for (const path of ['/v1/sessions/x/events', '/v1beta1/sessions/x/events/stream', '/nowhere']) {
      const response = await harness.gateway.request(path, {
        method: 'OPTIONS',
        headers: {
          Origin: ORIGIN,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      expect(response.status).toBe(204);
      expectReadable(response);
    }
  });
});

describe('text is never SQL', () => {
  const QUOTES = [
    "'; DROP TABLE events; --",
    "' OR '1'='1",
    '" OR ""="',
    "\\'; DELETE FROM sessions; --",
    '$1',
    "E'\\x41'",
    '%_\\',
    '$$; SELECT pg_sleep(5); $$',
    '/* */ UNION SELECT * FROM credentials',
  ];

  it.each(QUOTES)('%s comes back as it was from every field that keeps it', async (quote) => {
    const bystander = await harness.session({ script: [[{ say: 'still here' }]] });
    await bystander.say('hello');
    await harness.settled();
    const before = await bystander.events();

    for (const field of ['project_id', 'owner_id', 'agent', 'collection_id', 'client_id']) {
      const refused = await harness.admin('POST', '/admin/sessions', { [field]: quote });
      expect([201, 400, 404], field).toContain(refused.status);
    }
    const collection = await harness.admin('POST', '/admin/collections', {
      documents: [{ uri: `https://a.example/${quote}`, title: quote, text: quote }],
    });
    const session = await harness.session({
      collection_id: collection.body.collection_id,
      client_tools: [{ name: 'look', description: quote, input_schema: { type: 'object' } }],
      script: [
        [
          { think: quote },
          { say: quote, citations: [{ type: quote, document_uri: quote, document_title: quote }] },
          { call: [{ name: 'look', input: { [quote]: quote } }] },
        ],
      ],
    });
    expect((await session.say(quote)).status).toBe(200);
    await harness.settled();
    const [id] = await session.pending();
    const answered = await session.send([
      results(result(id, { content: quote, is_error: true, error_code: 'not_found' })),
    ]);
    expect(answered.status).toBe(200);
    await harness.settled();

    const events = await session.events('include_thinking=true');
    expect(events[0]?.content[0]).toMatchObject({ text: quote });
    const said = JSON.stringify(events);
    const times = said.split(JSON.stringify(quote).slice(1, -1)).length - 1;
    expect(times).toBeGreaterThanOrEqual(8);

    for (const query of [
      `after_id=${encodeURIComponent(quote)}`,
      `page=${encodeURIComponent(quote)}`,
      `order=${encodeURIComponent(quote)}`,
      `limit=${encodeURIComponent(quote)}`,
    ]) {
      expect((await session.list(query)).status).toBe(400);
    }
    const site = (await harness.admin('POST', '/admin/sites', { name: quote })).body;
    expect(site.client_id).toBeTruthy();
    const patched = await harness.admin('PATCH', `/admin/sites/${encodeURIComponent(quote)}`, {
      status: 'revoked',
    });
    expect(patched.status).toBe(404);
    expect((await harness.call('GET', session.path, undefined, quote)).status).toBe(401);
    expect(await bystander.events()).toEqual(before);
    expect(harness.reported.filter((error) => !/unforeseen|gone/.test(String(error)))).toEqual([]);
  });
});

it('the admin key is asked for by every operator’s call, and nothing of it is ever said', async () => {
  const reply = await harness.call('POST', '/admin/sessions', {}, `${ADMIN_KEY}x`);
  expect(reply.status).toBe(401);
  expect(JSON.stringify([reply.body, [...reply.headers]])).not.toContain(ADMIN_KEY);
});
