// A caller who means harm: tokens made by every known trick, cursors forged bit by bit, addresses that try to step
// around a check, bodies that are more than they look. All of it is refused in words, and nobody else notices.

import { createHmac } from 'node:crypto';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../gateway/kernel/db/rows.ts';
import { ADMIN_KEY, createHarness, type Harness, message } from '../../gateway/test/harness.ts';
import { createSeededRandom } from '../doubles/seeded-random.ts';

const valueRow = z.object({
  value: z.string(),
});

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());
// An error that no caller is at fault for would be a hole, too.
afterEach(() => expect(harness.reported.splice(0)).toEqual([]));

type Claims = Record<string, unknown>;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Claims => JSON.parse(Buffer.from(part, 'base64url').toString());
const sign = (head: Claims, claims: Claims, key: string | Buffer, hash = 'sha256') => {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
};

/** The gateway's real key, as if a caller had it: what is tried with it fails for another reason than its signature. */
async function realKey(): Promise<Buffer> {
  const [row] = await readRows(
    harness.db,
    valueRow,
    "SELECT value FROM signing_secrets WHERE purpose = 'session_tokens' ORDER BY generation DESC",
  );
  return Buffer.from(row?.value ?? '', 'base64url');
}

describe('a token made by', () => {
  const JWK = { kty: 'oct', k: Buffer.from('mine').toString('base64url') };
  it.each<[string, Claims, string | Buffer, string?]>([
    ['no algorithm', { alg: 'none' }, ''],
    ['no algorithm, in other letters', { alg: 'nOnE' }, ''],
    ['an empty key', { alg: 'HS256' }, ''],
    ['a key in its own head', { alg: 'HS256', jwk: JWK }, 'mine'],
    ['a key at an address of its own', { alg: 'HS256', jku: 'https://evil.test/keys' }, 'mine'],
    ['certificates at an address', { alg: 'HS256', x5u: 'https://evil.test/cert' }, 'mine'],
    ['a key’s name that is a path', { alg: 'HS256', kid: '../../../../dev/null' }, ''],
    ['a key’s name that is SQL', { alg: 'HS256', kid: "x' UNION SELECT 'mine" }, 'mine'],
    ['a key’s name that is a list', { alg: 'HS256', kid: ['a'] }, 'mine'],
    ['an algorithm that takes a public key', { alg: 'RS256' }, 'mine'],
    ['an algorithm that is no text', { alg: ['HS256'] }, 'mine'],
  ])('%s is nobody’s', async (_, head, key) => {
    const session = await harness.session();
    const claims = decode(session.token.split('.')[1]);
    for (const token of [
      sign(head, claims, key),
      `${sign(head, claims, key).split('.', 2).join('.')}.`,
    ]) {
      expect((await session.list('', token)).status).toBe(401);
    }
  });

  it.each<[string, (claims: Claims) => [Claims, Claims, string?]]>([
    ['another hash', (claims) => [{ alg: 'HS512' }, claims, 'sha512']],
    ['a demand that nobody knows', (claims) => [{ alg: 'HS256', crit: ['x'], x: 1 }, claims]],
    [
      'a body that is not encoded',
      (claims) => [{ alg: 'HS256', b64: false, crit: ['b64'] }, claims],
    ],
    ['no end', ({ exp: _, ...claims }) => [{ alg: 'HS256' }, claims]],
    ['an end that is a text', (claims) => [{ alg: 'HS256' }, { ...claims, exp: '9999999999' }]],
    [
      'an end that lies beyond all numbers',
      (claims) => [{ alg: 'HS256' }, { ...claims, exp: null }],
    ],
    ['a beginning in the future', (claims) => [{ alg: 'HS256' }, { ...claims, nbf: 9e12 }]],
    ['another audience', (claims) => [{ alg: 'HS256' }, { ...claims, aud: 'admin' }]],
    ['another issuer', (claims) => [{ alg: 'HS256' }, { ...claims, iss: 'me' }]],
    [
      'a session that is a list',
      (claims) => [{ alg: 'HS256' }, { ...claims, session_id: [claims.session_id] }],
    ],
    [
      'scopes that are a list',
      (claims) => [{ alg: 'HS256' }, { ...claims, scope: ['session_events'] }],
    ],
  ])('the right key with %s is nobody’s all the same', async (_, make) => {
    const session = await harness.session();
    const key = await realKey();
    const claims = decode(session.token.split('.')[1]);
    expect((await session.list('', sign({ alg: 'HS256', typ: 'JWT' }, claims, key))).status).toBe(
      200,
    );
    const [head, body, hash] = make(claims);
    expect((await session.list('', sign(head, body, key, hash))).status).toBe(401);
  });

  it('any change of one character is nobody’s', async () => {
    const session = await harness.session();
    const random = createSeededRandom('tokens');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    for (let round = 0; round < 300; round++) {
      // But for the last: it holds two bits of padding that no reader looks at.
      const at = random.int(session.token.length - 1);
      const other = random.pick([...alphabet].filter((char) => char !== session.token[at]));
      const token = session.token.slice(0, at) + other + session.token.slice(at + 1);
      expect((await session.list('', token)).status, token).toBe(401);
    }
  });

  it.each(['access_token', 'token', 'authorization', 'key'])(
    'anybody, in the query as %s, is not looked at',
    async (name) => {
      const session = await harness.session();
      const reply = await harness.call('GET', `${session.path}?${name}=${session.token}`);
      expect(reply.status).toBe(401);
    },
  );
});

describe('a cursor', () => {
  it('with any bit turned, cut or longer is refused, and one for another order or session', async () => {
    const [mine, theirs] = [await harness.session(), await harness.session()];
    for (const session of [mine, theirs]) {
      for (let n = 0; n < 4; n++) await session.send([message(`${n}`, 'system.message')]);
    }
    const cursor = (await mine.list('limit=1')).body.next_page ?? '';
    expect((await mine.list(`page=${cursor}`)).status).toBe(200);
    const bytes = Buffer.from(cursor, 'base64url');
    const forged = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return copy.toString('base64url');
    });
    forged.push(
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}AAAA`,
      `${cursor}%00`,
      `${cursor}=`,
      '',
    );
    for (const page of forged) expect((await mine.list(`page=${page}`)).status, page).toBe(400);
    for (const query of [`order=desc&page=${cursor}`, `page=${cursor}&page=${cursor}x`]) {
      const { status } = await mine.list(query);
      expect(query.startsWith('order') ? [400] : [200, 400]).toContain(status);
    }
    expect((await theirs.list(`page=${cursor}`)).status).toBe(400);
  });
});

describe('an address', () => {
  it.each([
    '/v1/sessions/../../admin/sessions',
    '/v1/sessions/%2e%2e/%2e%2e/admin/sessions',
    '/admin%2fsessions',
    '//admin/sessions',
    '/admin/sessions/',
    '/ADMIN/sessions',
    '/admin/./sessions',
    '/admin/sessions;x=1',
    '/admin/sessions%00',
    '/v1beta1/../admin/sessions',
  ])('%s lets nobody past the admin key', async (path) => {
    for (const token of [null, (await harness.session()).token]) {
      const reply = await harness.call('POST', path, { agent: 'scripted' }, token);
      expect([401, 403, 404]).toContain(reply.status);
    }
  });

  it.each([
    '',
    '.',
    '%2e',
    '%2E%2E',
    '%00',
    '%0d%0aX-Evil:1',
    '%ff',
    '*',
    "'--",
    'null',
    '__proto__',
    'a'.repeat(5000),
  ])('with %s for a session leads to none', async (id) => {
    const { token } = await harness.session();
    for (const path of [`/v1/sessions/${id}/events`, `/v1beta1/sessions/${id}/events/stream`]) {
      const reply = await harness.call('GET', path, undefined, token);
      expect([400, 404], path).toContain(reply.status);
      expect(reply.headers.get('x-evil')).toBeNull();
    }
  });

  it.each([
    'limit=1e1',
    'limit=0x10',
    'limit=+5',
    'limit=5.0',
    'limit=٥',
    'limit=1&limit=100000',
    'limit[]=5',
    'limit=',
    'order=ASC',
    'order=asc,desc',
    'order=__proto__',
    'include_thinking=1',
    'after_id[$ne]=x',
  ])(
    'with the query %s is read as it stands or refused, never as something else',
    async (query) => {
      const session = await harness.session();
      await session.send([message('x', 'system.message')]);
      const { status, body } = await session.list(query);
      expect([200, 400]).toContain(status);
      if (status === 200) expect(body.data.length).toBeLessThanOrEqual(20);
    },
  );
});

describe('a body', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}, token = ADMIN_KEY) =>
    harness.gateway.request('/admin/collections', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...headers },
      body,
    });

  it('is never unpacked: a bomb stays as small as it came', async () => {
    const bomb = gzipSync(Buffer.from(`{"documents":[],"x":"${'a'.repeat(50_000_000)}"}`));
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect((await post(bomb, { 'Content-Encoding': 'gzip' })).status).toBe(400);
  });

  it('whose keys are those of prototypes changes none, and is no admin’s by it', async () => {
    const session = await harness.session();
    const keys =
      '"__proto__":{"admin":true,"status":200},"constructor":{"prototype":{"admin":true}}';
    const events = `[{"type":"system.message",${keys},"content":[{"type":"text","text":"x",${keys}}]}]`;
    const reply = await harness.call(
      'POST',
      session.path,
      `{${keys},"events":${events}}`,
      session.token,
    );
    expect([200, 400]).toContain(reply.status);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    const tool = `{"agent":"scripted","client_tools":[{"name":"a","description":"b","input_schema":{${keys}}}],${keys}}`;
    expect([201, 400]).toContain(
      (await harness.call('POST', '/admin/sessions', tool, ADMIN_KEY)).status,
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('that names a field twice counts once, as the checks saw it', async () => {
    const session = await harness.session();
    const twice =
      '{"events":[{"type":"user.interrupt"}],"events":[{"type":"agent.message","content":[]}]}';
    expect((await harness.call('POST', session.path, twice, session.token)).status).toBe(400);
    expect(await session.events()).toEqual([]);
  });

  it.each(['\\u0000', '\\ud800', '\\udfff\\ud800', '\\uffff', '\\u202e'])(
    'with %s in every text comes back as it was, or is refused',
    async (written) => {
      const session = await harness.session();
      const events = [
        { type: 'system.message', content: [{ type: 'text', text: `a${written}b` }] },
        { type: 'user.message', content: [{ type: 'text', text: `a${written}b` }] },
      ];
      const body = JSON.stringify({ events }).replaceAll('\\\\u', '\\u');
      const reply = await harness.call('POST', session.path, body, session.token);
      expect(reply.status).toBe(200);
      await harness.settled();
      const texts = (await session.events()).slice(0, 2).map(({ content }) => content[0]?.text);
      expect(texts).toEqual([JSON.parse(`"a${written}b"`), JSON.parse(`"a${written}b"`)]);
      for (const field of ['project_id', 'owner_id', 'agent', 'collection_id']) {
        const odd = `{"agent":"scripted","${field}":"x${written}"}`;
        expect([201, 400, 404], field).toContain(
          (await harness.call('POST', '/admin/sessions', odd, ADMIN_KEY)).status,
        );
      }
    },
  );

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'of the type %j is read as JSON or refused, never as a form',
    async (type) => {
      const reply = await post('documents=1', { 'Content-Type': type });
      expect(reply.status).toBe(400);
    },
  );
});

describe('a head', () => {
  it.each<Record<string, string>>([
    { 'X-Request-ID': 'x'.repeat(5000) },
    { 'X-Request-ID': '<script>alert(1)</script>' },
    { traceparent: 'x'.repeat(5000) },
    { 'X-HTTP-Method-Override': 'DELETE', 'X-Original-URL': '/admin/sessions' },
    { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test', Host: 'evil.test' },
    { Origin: 'https://a.example\u00ff' },
    { Accept: '*/*'.repeat(1000) },
    { 'Last-Event-ID': "' OR 1=1 --" },
  ])('with %j changes nothing and comes back nowhere', async (headers) => {
    const session = await harness.session();
    const reply = await harness.gateway.request(session.path, {
      headers: { Authorization: `Bearer ${session.token}`, ...headers },
    });
    expect(reply.status).toBe(200);
    const said = JSON.stringify([[...reply.headers], await reply.text()]);
    expect(said).not.toMatch(/evil|script|xxxx|OR 1/);
  });

  it('of another site that only begins or ends like an allowed one is not let in', async () => {
    const strict = await createHarness({
      db: harness.db,
      options: { allowedOrigins: ['https://shop.example'] },
    });
    for (const origin of [
      'null',
      'https://shop.example.evil.test',
      'https://evilshop.example',
      'http://shop.example',
      'https://shop.example:444',
      'https://shop.example/',
      'HTTPS://SHOP.EXAMPLE',
    ]) {
      const { headers } = await strict.gateway.request('/', { headers: { Origin: origin } });
      expect(headers.get('access-control-allow-origin'), origin).toBeNull();
    }
    await strict.close();
  });

  it('that is larger than any server takes is refused before anything is read', async () => {
    const server = createServer(getRequestListener(harness.gateway.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'X-Large': 'x'.repeat(64 * 1024) };
      send({ port, path: '/', headers }, (reply) => resolve(reply.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(431);
    await new Promise((resolve) => server.close(resolve));
  });
});
