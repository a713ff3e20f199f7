import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/types.ts';
import { ADMIN_KEY, createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;

/** Says the titles of what it finds. */
const librarian: Agent = {
  async *turn({ search }) {
    for (const { title } of await search('parcel', 3)) {
      yield { kind: 'message', blocks: [{ type: 'text', text: title }] };
    }
    yield { kind: 'end', stop_reason: 'end_turn' };
  },
};

beforeAll(async () => {
  harness = await createHarness({ agents: { librarian } });
});
afterAll(() => harness.close());

describe('the operator’s calls', () => {
  it.each([
    ['POST', '/admin/sessions'],
    ['PATCH', '/admin/sessions/ses_x'],
    ['POST', '/admin/sessions/ses_x/tokens'],
    ['POST', '/admin/sites'],
    ['PATCH', '/admin/sites/client_x'],
    ['PATCH', '/admin/projects/default'],
    ['POST', '/admin/collections'],
    ['POST', '/admin/api-keys'],
  ])('%s %s takes the admin key and nothing like it', async (method, path) => {
    for (const token of [null, 'test-admin-ke', 'test-admin-key2', '']) {
      expect((await harness.call(method, path, {}, token)).status).toBe(401);
    }
  });

  it.each([
    ['POST', '/admin/sites'],
    ['PATCH', '/admin/projects/default'],
    ['POST', '/admin/api-keys'],
  ])('%s %s is not for a site’s service token', async (method, path) => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    expect((await harness.call(method, path, {}, site.service_token)).status).toBe(401);
  });

  it('create a session with nothing said about it', async () => {
    const { status, body } = await harness.admin('POST', '/admin/sessions', { agent: 'scripted' });
    expect(status).toBe(201);
    expect(body).toEqual({ session_id: expect.stringMatching(/^ses_\w+$/) });
  });

  it.each([
    ['an unknown agent', { agent: 'oracle' }],
    ['an agent that is no text', { agent: 7 }],
    ['an unknown collection', { collection_id: 'col_none' }],
    ['an unknown site', { client_id: 'client_none' }],
    ['a project id that is none', { project_id: 'a b' }],
    ['an owner that is no text', { owner_id: { a: 1 } }],
    ['tools that are no list', { client_tools: {} }],
    ['a tool without a name', { client_tools: [{ description: 'x' }] }],
    ['a tool twice', { client_tools: [{ name: 'a' }, { name: 'a' }] }],
    ['a tool whose schema is no object', { client_tools: [{ name: 'a', input_schema: 'x' }] }],
    ['a script that is no list', { script: {} }],
    ['a turn that is no list', { script: [{}] }],
    ['an empty step', { script: [[{}]] }],
    ['an unknown stop', { script: [[{ stop: 'user_cancelled' }]] }],
    ['an unknown failure', { script: [[{ fail: 'bad_luck' }]] }],
    ['a call without a name', { script: [[{ call: [{}] }]] }],
    ['a call of nothing', { script: [[{ call: [] }]] }],
    ['a wait that never ends', { script: [[{ wait_ms: 1e12 }]] }],
    ['blocks of the wrong shape', { script: [[{ say: [{ type: 'text' }] }]] }],
    ['citations of the wrong shape', { script: [[{ say: 'x', citations: [{}] }]] }],
  ])('refuse %s with 400', async (_, body) => {
    const reply = await harness.admin('POST', '/admin/sessions', { agent: 'scripted', ...body });
    expect(reply.status).toBe(400);
  });

  it('change what a session offers, and read it', async () => {
    const session = await harness.session();
    const collection = (await harness.admin('POST', '/admin/collections', { documents: [] })).body;
    const client_tools = [{ name: 'look', description: '', input_schema: { type: 'object' } }];
    const patched = await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      client_tools: [{ name: 'look' }],
      collection_id: collection.collection_id,
    });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      session_id: session.id,
      agent: 'scripted',
      client_tools,
      collection_id: collection.collection_id,
      status: 'idle',
    });
    const cleared = await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      collection_id: null,
    });
    expect(cleared.body).toMatchObject({ client_tools, collection_id: null });
    const read = await harness.admin('GET', `/admin/sessions/${session.id}`);
    expect(read.body).toEqual(cleared.body);
  });

  it('refuse a collection of another project', async () => {
    const { body } = await harness.admin('POST', '/admin/collections', {
      project_id: 'elsewhere',
      documents: [],
    });
    const session = await harness.session();
    const patched = await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      client_tools: [{ name: 'look' }],
      collection_id: body.collection_id,
    });
    expect(patched.status).toBe(400);
    // All or nothing.
    const read = await harness.admin('GET', `/admin/sessions/${session.id}`);
    expect(read.body).toMatchObject({ client_tools: [] });
  });

  it('issue tokens that last as long as asked for, at most a day', async () => {
    const session = await harness.session();
    const path = `/admin/sessions/${session.id}/tokens`;
    const issue = async (body?: unknown) => (await harness.admin('POST', path, body)).body;
    const lasts = (expiresAt: string) => (Date.parse(expiresAt) - harness.clock.now()) / 1000;
    expect(lasts((await issue()).expires_at)).toBeCloseTo(900, -1);
    expect(lasts((await issue({ expires_in_s: 60 })).expires_at)).toBeCloseTo(60, -1);
    for (const expires_in_s of [0, -1, 1.5, 'soon', 86_401]) {
      expect((await harness.admin('POST', path, { expires_in_s })).status).toBe(400);
    }
    expect((await harness.admin('POST', path, { scopes: ['a b'] })).status).toBe(400);
    expect((await harness.admin('POST', '/admin/sessions/ses_none/tokens')).status).toBe(404);
  });

  it('issue two tokens of one second as two', async () => {
    const session = await harness.session();
    const path = `/admin/sessions/${session.id}/tokens`;
    const [a, b] = [await harness.admin('POST', path), await harness.admin('POST', path)];
    expect(a.body.token).not.toBe(b.body.token);
  });

  it('register a site and change its status', async () => {
    const created = await harness.admin('POST', '/admin/sites', { name: 'Shop' });
    expect(created.status).toBe(201);
    const { site_id, client_id } = created.body;
    const patched = await harness.admin('PATCH', `/admin/sites/${client_id}`, {
      status: 'suspended',
    });
    expect(patched.body).toEqual({
      site_id,
      client_id,
      project_id: 'default',
      name: 'Shop',
      status: 'suspended',
      kb_collection_id: null,
      agent: null,
      allowed_origins: null,
    });
    const strange = await harness.admin('PATCH', `/admin/sites/${client_id}`, { status: 'asleep' });
    expect(strange.status).toBe(400);
    const missing = await harness.admin('PATCH', '/admin/sites/client_x', { status: 'active' });
    expect(missing.status).toBe(404);
  });

  it('set up a project, before its first session too', async () => {
    const path = '/admin/projects/fresh';
    const first = await harness.admin('PATCH', path, { credits_nano: 5 });
    expect(first.body).toEqual({ project_id: 'fresh', agent_execution: true, credits_nano: 5 });
    const second = await harness.admin('PATCH', path, { agent_execution: false });
    expect(second.body).toEqual({ project_id: 'fresh', agent_execution: false, credits_nano: 5 });
    const third = await harness.admin('PATCH', path, { credits_nano: null });
    expect(third.body).toMatchObject({ credits_nano: null });
    for (const bad of [{ credits_nano: -1 }, { credits_nano: 1.5 }, { agent_execution: 'no' }]) {
      expect((await harness.admin('PATCH', path, bad)).status).toBe(400);
    }
  });

  it('set a balance exactly, up to what the database holds', async () => {
    const patch = async (credits: string) => {
      const response = await harness.gateway.request('/admin/projects/rich', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
        body: `{"credits_nano":${credits}}`,
      });
      return `${response.status} ${await response.text()}`;
    };
    for (const credits of ['9007199254740993', '9223372036854775807', '0']) {
      expect(await patch(credits)).toContain(`"credits_nano":${credits}}`);
    }
    for (const bad of ['9223372036854775808', '-9007199254740993', '9007199254740993.5']) {
      expect(await patch(bad)).toMatch(/^400 /);
    }
  });

  it('refuse a collection whose documents are incomplete', async () => {
    const post = (documents: unknown) => harness.admin('POST', '/admin/collections', { documents });
    expect((await post([{ uri: 'https://a.example', title: 'A', text: 'x' }])).status).toBe(201);
    for (const bad of [undefined, {}, [{}], [{ uri: 'https://a.example', title: 'A' }]]) {
      expect((await post(bad)).status).toBe(400);
    }
  });
});

describe('a site’s own server', () => {
  async function register(project_id: string) {
    return (await harness.admin('POST', '/admin/sites', { project_id })).body;
  }

  it('creates a session of its own, changes it and issues its tokens', async () => {
    const site = await register('shop');
    const as = (method: string, path: string, body?: unknown) =>
      harness.call(method, path, body, site.service_token);
    const created = await as('POST', '/admin/sessions', { agent: 'scripted' });
    expect(created.status).toBe(201);
    const path = `/admin/sessions/${created.body.session_id}`;
    const patched = await as('PATCH', path, { client_tools: [{ name: 'look' }] });
    expect(patched.body).toMatchObject({ project_id: 'shop', client_id: site.client_id });
    const { body } = await as('POST', `${path}/tokens`);
    const events = `/v1/sessions/${created.body.session_id}/events`;
    expect((await harness.call('GET', events, undefined, body.token)).status).toBe(200);
  });

  it('finds nothing of another project, and creates nothing there', async () => {
    const [site, other] = [await register('shop'), await register('rival')];
    const session = await harness.session({ project_id: 'rival' });
    const as = (method: string, path: string, body?: unknown) =>
      harness.call(method, path, body, site.service_token);
    expect((await as('PATCH', `/admin/sessions/${session.id}`, {})).status).toBe(404);
    expect((await as('POST', `/admin/sessions/${session.id}/tokens`, {})).status).toBe(404);
    expect((await as('GET', `/admin/sessions/${session.id}`)).status).toBe(404);
    expect(JSON.stringify((await as('GET', '/admin/sessions')).body)).not.toContain(session.id);
    const all = await harness.admin('GET', '/admin/sessions');
    expect(JSON.stringify(all.body)).toContain(session.id);
    expect((await as('POST', '/admin/sessions', { project_id: 'rival' })).status).toBe(403);
    const posing = await as('POST', '/admin/sessions', { client_id: other.client_id });
    expect(posing.status).toBe(403);
  });

  it('is refused while its registration is not active', async () => {
    const site = await register('shop');
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'suspended' });
    const refused = await harness.call('POST', '/admin/sessions', {}, site.service_token);
    expect(refused.status).toBe(403);
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'revoked' });
    const revoked = await harness.call('POST', '/admin/sessions', {}, site.service_token);
    expect(revoked.status).toBe(401);
  });

  it('is not an API key, nor a visitor', async () => {
    const key = (await harness.admin('POST', '/admin/api-keys')).body.api_key;
    const session = await harness.session();
    for (const token of [key, session.token]) {
      expect((await harness.call('POST', '/admin/sessions', {}, token)).status).toBe(403);
    }
  });

  it('has its visitors answered from the collection it is bound to', async () => {
    const site = await register('shop');
    const { body } = await harness.admin('POST', '/admin/collections', {
      project_id: 'shop',
      documents: [
        { uri: 'https://a.example/parcels', title: 'Parcels', text: 'Where is my parcel?' },
      ],
    });
    await harness.db.query('UPDATE sites SET kb_collection_id = $2 WHERE client_id = $1', [
      site.client_id,
      body.collection_id,
    ]);
    const created = await harness.call(
      'POST',
      '/admin/sessions',
      { agent: 'librarian' },
      site.service_token,
    );
    const events = `/v1/sessions/${created.body.session_id}/events`;
    await harness.call('POST', events, { events: [message('hi')] }, site.service_token);
    await harness.settled();
    const list = await harness.call('GET', events, undefined, site.service_token);
    const reply = list.body.data.find((event) => event.type === 'agent.message');
    expect(reply?.content).toEqual([{ type: 'text', text: 'Parcels' }]);
  });
});
