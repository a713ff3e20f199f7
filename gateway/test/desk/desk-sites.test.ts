import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  const file = (text: string) => ({
    bytes: new TextEncoder().encode(text),
    type: 'text/javascript; charset=utf-8',
    brotli: null,
  });
  harness = await createHarness({
    options: { allowedOrigins: ['https://listed.example'] },
    widget: async (path) => (path === 'bellhop.js' ? file('launcher') : null),
    console: async (path) =>
      /^(index|preview)\.html$/.test(path) ? { ...file(path), type: 'text/html' } : null,
  });
});
afterAll(() => harness.close());

const newSite = async (more = {}) =>
  (await harness.admin('POST', '/admin/sites', { name: 'Lamps', ...more })).body;

describe('a site, changed by its operator', () => {
  it('is renamed, and says so in the list', async () => {
    const { client_id } = await newSite();
    const path = `/admin/sites/${client_id}`;
    const { status, body } = await harness.admin('PATCH', path, { name: 'Lamps & more' });
    expect([status, body.name, body.allowed_origins]).toEqual([200, 'Lamps & more', null]);
    const { data } = (await harness.admin('GET', '/admin/sites')).body;
    expect(data).toContainEqual(expect.objectContaining({ client_id, name: 'Lamps & more' }));
  });

  it('gets one more service token, which works, and is shown nowhere else', async () => {
    const { client_id } = await newSite();
    const path = `/admin/sites/${client_id}/service-tokens`;
    const { status, body } = await harness.admin('POST', path);
    expect(status).toBe(201);
    const made = await harness.call('POST', '/admin/sessions', {}, body.service_token);
    expect(made.status).toBe(201);
    const keys = (await harness.admin('GET', `/admin/keys?client_id=${client_id}`)).body;
    expect(keys.data).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain(body.service_token);
    expect((await harness.admin('POST', '/admin/sites/nobody/service-tokens')).status).toBe(404);
  });

  it('is bound to knowledge only where it has what its operator has seen', async () => {
    const { client_id } = await newSite();
    const documents = [{ uri: 'https://a.example/', title: 'A', text: 'Mugs are blue.' }];
    const { collection_id } = (await harness.admin('POST', '/admin/collections', { documents }))
      .body;
    const path = `/admin/sites/${client_id}`;
    const bind = (expected: string | null, name = 'Renamed') =>
      harness.admin('PATCH', path, {
        name,
        kb_collection_id: collection_id,
        expected_kb_collection_id: expected,
      });
    expect((await bind('another', 'Not this')).status).toBe(409);
    expect((await bind(null)).body).toMatchObject({
      kb_collection_id: collection_id,
      name: 'Renamed',
    });
    const elsewhere = await harness.admin('PATCH', path, { kb_collection_id: 'nothing_here' });
    expect(elsewhere.status).toBe(400);
  });

  it.each(['https://shop.example/', 'shop.example', 'null', 'https://Shop.example', '*'])(
    'takes no origin that a browser never sends: %s',
    async (origin) => {
      const { client_id } = await newSite();
      const change = { allowed_origins: [origin] };
      const reply = await harness.admin('PATCH', `/admin/sites/${client_id}`, change);
      expect([reply.status, reply.body.error.message]).toEqual([
        400,
        expect.stringContaining('https://shop.example'),
      ]);
    },
  );

  it('takes visitors from its own pages alone, once it has named them', async () => {
    const { client_id } = await newSite();
    const allowed_origins = ['https://shop.example', 'http://localhost:3000'];
    await harness.admin('PATCH', `/admin/sites/${client_id}`, { allowed_origins });
    const session = await harness.session({ client_id });
    const from = async (origin: string | null, path = session.path) =>
      (
        await harness.gateway.request(path, {
          headers: {
            authorization: `Bearer ${session.token}`,
            ...(origin === null ? {} : { origin }),
          },
        })
      ).status;
    expect(await from('https://shop.example')).toBe(200);
    expect(await from('http://localhost:3000')).toBe(200);
    expect(await from('https://thief.example')).toBe(403);
    const stream = `/v1beta1/sessions/${session.id}/events/stream`;
    expect(await from('https://thief.example', stream)).toBe(403);
    // A server has no origin.
    expect(await from(null)).toBe(200);
    await harness.admin('PATCH', `/admin/sites/${client_id}`, { allowed_origins: null });
    expect(await from('https://thief.example')).toBe(200);
  });
});

describe('a trial', () => {
  const begin = async (body = {}) => (await harness.admin('POST', '/admin/trials', body)).body;
  const call = (path: string, token: string, init: RequestInit = {}) =>
    harness.gateway.request(path, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        origin: 'null',
      },
    });
  const say = (prefix: string, id: string, token: string) =>
    call(`${prefix}/v1/sessions/${id}/events`, token, {
      method: 'POST',
      body: JSON.stringify({ events: [message('Is this counted?')] }),
    });

  it('is talked in from the desk’s frame, which has no origin, whatever origins the gateway lists', async () => {
    const { session_id: id, token } = await begin();
    const sent = await say('/console/trial', id, token);
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, 'null']);
    const past = await say('', id, token);
    expect(past.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await harness.gateway.request(`/console/trial/v1/sessions/${id}/events`, {
      method: 'OPTIONS',
      headers: { origin: 'null', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('null');
  });

  it('is the only kind of conversation on that way', async () => {
    const { id, token } = await harness.session();
    expect((await say('/console/trial', id, token)).status).toBe(404);
    const trial = await begin();
    expect((await call('/console/trial/admin/sites', trial.token)).status).toBe(404);
  });

  it('is in no list and no number, and is read by its id', async () => {
    const before = (await harness.admin('GET', '/admin/numbers')).body.totals;
    const { session_id: id, token } = await begin();
    await say('/console/trial', id, token);
    await harness.settled();
    const { data } = (await harness.admin('GET', '/admin/conversations?limit=100')).body;
    expect(JSON.stringify(data)).not.toContain(id);
    const sessions = (await harness.admin('GET', '/admin/sessions')).body;
    expect(JSON.stringify(sessions)).not.toContain(id);
    const after = (await harness.admin('GET', '/admin/numbers')).body.totals;
    expect(after).toMatchObject({
      visitor_messages: (before as { visitor_messages: number }).visitor_messages,
    });
    expect((await harness.admin('GET', `/admin/conversations/${id}`)).status).toBe(200);
  });

  it('answers as the site does, without being the site’s', async () => {
    const agent = (await harness.admin('POST', '/admin/agents', { name: 'Of the site' })).body;
    const { client_id } = await newSite();
    await harness.admin('PATCH', `/admin/sites/${client_id}`, { agent: agent.agent_id as string });
    const trial = await begin({ client_id });
    expect(trial.agent).toBe(agent.agent_id);
    const session = await harness.admin('GET', `/admin/sessions/${trial.session_id}`);
    expect(session.body.client_id).toBeNull();
    expect((await harness.admin('POST', '/admin/trials', { client_id: 'none' })).status).toBe(400);
    const wrong = { agent: agent.agent_id, agent_version: 9 };
    expect((await harness.admin('POST', '/admin/trials', wrong)).status).toBe(400);
  });

  it('goes a day after its last message', async () => {
    const { session_id: id, token } = await begin();
    await say('/console/trial', id, token);
    await harness.settled();
    // As if that had been long ago: a day of the virtual clock would be thousands of looks into a real database.
    await harness.db.query(
      'UPDATE sessions SET last_event_at = 0, created_at = 0 WHERE session_id = $1',
      [id],
    );
    await harness.clock.advance(61_000);
    await harness.until(
      async () => (await harness.admin('GET', `/admin/sessions/${id}`)).status === 404,
    );
  });
});

describe('the files that the gateway hands out', () => {
  it('are the widget’s, to pages of any origin', async () => {
    const headers = { origin: 'https://anywhere.example' };
    const reply = await harness.gateway.request('/bellhop.js', { headers });
    expect([reply.status, await reply.text()]).toEqual([200, 'launcher']);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await harness.gateway.request('/bellhop/gone-1234.js')).status).toBe(404);
  });

  it('have the preview in a frame without an origin, which the desk alone may show', async () => {
    const reply = await harness.gateway.request('/desk/preview.html');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-scripts$/);
    const desk = await harness.gateway.request('/desk');
    expect(desk.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('have the desk at its former address, which plugins and bookmarks have, as at its own', async () => {
    for (const path of ['', '/sites', '/preview.html']) {
      const [now, former] = await Promise.all(
        ['/desk', '/console'].map((base) => harness.gateway.request(base + path)),
      );
      expect([path, former?.status, await former?.text()]).toEqual([path, 200, await now?.text()]);
    }
  });
});
