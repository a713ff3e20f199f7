import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../test/doubles/memory-database.ts';
import { jsonDepth } from '../../kernel/http/body.ts';
import { ADMIN_KEY, createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('every reply', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/healthz', 200],
    ['GET', '/nowhere', 404],
    ['DELETE', '/v1/sessions/x/events', 404],
    ['GET', '/v1/sessions/x/events', 401],
    ['POST', '/admin/sessions', 401],
  ])('to %s %s (%i) has a request id', async (method, path, status) => {
    const reply = await harness.call(method, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('x-request-id')).toMatch(UUID);
    if (status < 400) return;
    expect(reply.body).toEqual({
      error: {
        message: expect.any(String),
        type: expect.stringMatching(/_error$/),
        code: status,
        request_id: reply.headers.get('x-request-id'),
      },
    });
  });

  it('takes over the id that a load balancer gave, and no other text', async () => {
    const ask = async (id: string) =>
      (await harness.gateway.request('/', { headers: { 'X-Request-ID': id } })).headers.get(
        'x-request-id',
      );
    const trace = '0af7651916cd43dd8448eb211c80319c';
    expect(await ask(trace)).toBe(trace);
    expect(await ask('<script>')).toMatch(UUID);
  });
});

describe('an upload that breaks off', () => {
  it('is no fault of the gateway’s: a 499, no alarm', async () => {
    const before = harness.reported.length;
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        if (pieces === 1) controller.enqueue(new TextEncoder().encode('{"documents": ['));
        else controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    const reply = await harness.gateway.request('/admin/collections', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_KEY}` },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(reply.status).toBe(499);
    expect(harness.reported).toHaveLength(before);
  });
});

describe('a body', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    harness.gateway.request('/admin/collections', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_KEY}`, ...headers },
      body,
    });
  const documents = (text: string) =>
    JSON.stringify({ documents: [{ uri: 'https://a.example', title: 'A', text }] });

  it('of up to 1 MiB is taken, above it is refused with 413', async () => {
    const overhead = documents('').length;
    expect((await post(documents('x'.repeat(1024 * 1024 - overhead)))).status).toBe(201);
    const refused = await post(documents('x'.repeat(1024 * 1024 - overhead + 1)));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { type: 'request_too_large' } });
  });

  it('is counted as it comes, whatever its head says', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(256 * 1024).fill(0x20));
      },
    });
    const request = new Request('http://gateway.test/admin/collections', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_KEY}` },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect((await harness.gateway.fetch(request)).status).toBe(413);
  });

  it('is counted in bytes, not in characters', async () => {
    expect((await post(documents('ü'.repeat(600_000)))).status).toBe(413);
  });

  it('may be nested 32 levels deep, and no deeper', async () => {
    const nested = (depth: number) =>
      `{"documents":[],"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const said = async (depth: number) => JSON.stringify(await (await post(nested(depth))).json());
    // Read, and refused for the field's name alone.
    expect(await said(31)).toContain('There is no field');
    for (const depth of [32, 400_000]) expect(await said(depth)).toContain('nested deeper');
  });

  it('counts brackets outside of strings alone as depth', () => {
    expect(jsonDepth('{"a":"[[[[\\"[["}')).toBe(1);
    expect(jsonDepth('[[],[[]]]')).toBe(3);
  });

  it.each([
    ['no JSON', '{"documents":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['text', '"hi"'],
    ['null', 'null'],
  ])('that is %s is refused with 400', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('that is not UTF-8 is refused with 400', async () => {
    expect((await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400);
  });
});

describe('cross-origin', () => {
  const from = (origin: string, path = '/', init: RequestInit = {}, gateway = harness.gateway) =>
    gateway.request(path, { ...init, headers: { ...init.headers, Origin: origin } });

  it('any origin may read replies, refusals included, but without credentials', async () => {
    for (const path of ['/', '/nowhere', '/v1/sessions/x/events', '/admin/sessions']) {
      const { headers } = await from('https://shop.example', path);
      expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(headers.get('vary')).toContain('Origin');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      for (const name of ['Retry-After', 'X-Request-ID', 'WWW-Authenticate']) {
        expect(headers.get('access-control-expose-headers')).toContain(name);
      }
    }
  });

  it('a preflight is answered anywhere, with what may be sent', async () => {
    const response = await from('https://shop.example', '/v1/sessions/x/events', {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(204);
    for (const name of [
      'Authorization',
      'Content-Type',
      'Accept',
      'traceparent',
      'X-Client-Application',
      'X-Request-ID',
    ]) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      expect(response.headers.get('access-control-allow-methods')).toContain(method);
    }
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('a list of origins lets in these alone, and still varies by origin', async () => {
    const strict = await createHarness({
      db: harness.db,
      options: { allowedOrigins: ['https://shop.example'] },
    });
    const allowed = await from('https://shop.example', '/', {}, strict.gateway);
    const refused = await from('https://evil.example', '/', {}, strict.gateway);
    const similar = await from('https://shop.example.evil.example', '/', {}, strict.gateway);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    for (const response of [refused, similar]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('vary')).toContain('Origin');
    }
    await strict.close();
  });
});

describe('the rate limit', () => {
  it('allows a burst, then so many a second, for each token by itself', async () => {
    const limited = await createHarness({
      db: harness.db,
      options: { rateLimit: { perSecond: 2, burst: 5 } },
    });
    const [one, two] = [await limited.session(), await limited.session()];
    for (let i = 0; i < 5; i += 1) expect((await one.list()).status).toBe(200);
    const refused = await one.list();
    expect(refused.status).toBe(429);
    expect(refused.body.error.type).toBe('rate_limit_error');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await two.list()).status).toBe(200);
    const otherwise = await limited.gateway.request(one.path, {
      headers: { Authorization: `bEARER   ${one.token} ` },
    });
    expect(otherwise.status).toBe(429);
    await limited.clock.advance(1000);
    expect((await one.list()).status).toBe(200);
    expect((await one.send([message('x', 'system.message')])).status).toBe(200);
    expect((await one.list()).status).toBe(429);
    await limited.close();
  });
});

describe('a drill', () => {
  it('answers 503 for one project until it ends, or is over, and for no other', async () => {
    const mine = await harness.session({ project_id: 'drill' });
    const other = await harness.session({ project_id: 'no-drill' });
    const drill = (ms: unknown) => harness.admin('POST', '/admin/projects/drill/outage', { ms });
    for (const ms of [-1, 1e9, 'x', undefined]) expect((await drill(ms)).status).toBe(400);
    expect((await drill(60_000)).status).toBe(200);
    for (const reply of [await mine.list(), await mine.say('hi')]) {
      expect(reply.status).toBe(503);
      expect(reply.body.error).toMatchObject({ type: 'service_unavailable', code: 503 });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    expect((await other.list()).status).toBe(200);
    expect((await drill(0)).status).toBe(200);
    expect((await mine.list()).body.data).toEqual([]);
    await drill(1000);
    expect((await mine.list()).status).toBe(503);
    await harness.clock.advance(1000);
    expect((await mine.list()).status).toBe(200);
  });
});

describe('without its database', () => {
  it('the gateway answers 503, in the standard shape, and says when to come back', async () => {
    const db = await openMemoryDatabase();
    const lonely = await createHarness({ db });
    const session = await lonely.session();
    await db.close();
    for (const reply of [await session.list(), await session.say('hi')]) {
      expect(reply.status).toBe(503);
      expect(reply.body.error).toMatchObject({ type: 'service_unavailable', code: 503 });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    expect((await lonely.call('GET', '/healthz')).status).toBe(503);
    expect((await lonely.call('GET', '/')).status).toBe(200);
    await lonely.close();
  });
});
