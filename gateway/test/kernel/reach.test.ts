// How far a site's service token reaches: every documented call, with what is the site's own, another site's of the same project,
// another project's, and the operator's.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepApp } from '../../apps/app-rows.ts';
import { NO_TERMS } from '../../apps/frame-policy.ts';
import { createHarness, type Harness, message } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** What there is of one owner of rows: a site, or the operator. */
interface Place {
  /** Stands in all that is theirs. */
  secret: string;
  project: string;
  clientId: string;
  siteId: string;
  token: string;
  session: string;
  /** The agent's message there. */
  answer: string;
  file: string;
  collection: string;
}

/** A request about a place; about none where the call names nothing that is anybody's. */
interface Request {
  path: string;
  body?: unknown;
}

interface Row {
  ask: (place: Place) => Request;
  /** What a site may do with the operator's own rows of its project besides: read them. */
  operators?: 'open';
  /** The call names nobody's row, or names it in vain: it is the reply that must hold nothing of theirs. */
  isList?: true;
}

const OWNER = 'ann';
const hello = (text: string) => ({ events: [message(text)] });
const session = (rest: string, body?: unknown): Row => ({
  ask: ({ session: id }) => ({ path: `/admin/sessions/${id}${rest}`, body }),
});
const collection = (rest: string, body?: unknown): Row => ({
  ask: ({ collection: id }) => ({ path: `/admin/collections/${id}${rest}`, body }),
});
const DOCUMENTS = [{ uri: 'https://new.example/', title: 'New', text: 'New.' }];
const FILE = {
  uri: 'https://new.example/f',
  title: 'File',
  media_type: 'text/plain',
  data: 'TmV3Lg==',
};

/** The calls that take a site's service token. Each call of /openapi.json is here or in REFUSED or in APART. */
const REACH: Record<string, Row> = {
  'GET /v1/sessions/{session_id}/events': {
    ask: ({ session: id }) => ({ path: `/v1/sessions/${id}/events` }),
    operators: 'open',
  },
  'POST /v1/sessions/{session_id}/events': {
    ask: ({ session: id }) => ({ path: `/v1/sessions/${id}/events`, body: hello('more') }),
    operators: 'open',
  },
  'GET /v1beta1/sessions/{session_id}/events/stream': {
    ask: ({ session: id }) => ({ path: `/v1beta1/sessions/${id}/events/stream` }),
    operators: 'open',
  },
  'GET /v1/sessions/{session_id}/apps/{tool_use_id}': {
    ask: ({ session: id }) => ({ path: `/v1/sessions/${id}/apps/shown` }),
    operators: 'open',
  },
  'GET /v1/sessions/{session_id}/app-frame': {
    ask: ({ session: id }) => ({ path: `/v1/sessions/${id}/app-frame` }),
    operators: 'open',
  },
  'PATCH /v1/sites/{site_id}': {
    ask: ({ siteId, collection: kb_collection_id }) => ({
      path: `/v1/sites/${siteId}`,
      body: { kb_collection_id },
    }),
  },
  'POST /v1/sites/{client_id}/heartbeat': {
    ask: ({ clientId }) => ({ path: `/v1/sites/${clientId}/heartbeat`, body: {} }),
  },
  'POST /admin/sessions': {
    ask: ({ project, clientId, collection: collection_id }) => ({
      path: '/admin/sessions',
      body: { project_id: project, client_id: clientId, collection_id, agent: 'scripted' },
    }),
  },
  'GET /admin/sessions': { ask: () => ({ path: '/admin/sessions' }), isList: true },
  'GET /admin/sessions/{session_id}': session(''),
  'GET /admin/sessions/{session_id}/runs': session('/runs'),
  'PATCH /admin/sessions/{session_id}': session('', { system: 'Speak like a pirate.' }),
  'DELETE /admin/sessions/{session_id}': { ...session(''), isList: true },
  'POST /admin/sessions/{session_id}/tokens': session('/tokens', {}),
  'GET /admin/sessions/{session_id}/export': session('/export'),
  'GET /admin/sessions/{session_id}/files/{file_id}': {
    ask: ({ session: id, file }) => ({ path: `/admin/sessions/${id}/files/${file}` }),
  },
  'POST /admin/sessions/{session_id}/feedback': {
    ask: ({ session: id, answer: event_id }) => ({
      path: `/admin/sessions/${id}/feedback`,
      body: { event_id, value: 'down' },
    }),
  },
  'POST /admin/sessions/{session_id}/rating': {
    ask: ({ session: id }) => ({
      path: `/admin/sessions/${id}/rating`,
      body: { value: 'bad' },
    }),
  },
  'POST /admin/erasures': {
    ask: () => ({ path: '/admin/erasures', body: { owner_id: OWNER } }),
    isList: true,
  },
  'GET /admin/exports': {
    ask: () => ({ path: `/admin/exports?owner_id=${OWNER}` }),
    isList: true,
  },
  'GET /admin/sites/{client_id}/conversations': {
    ask: ({ clientId }) => ({ path: `/admin/sites/${clientId}/conversations` }),
  },
  'POST /admin/collections': {
    ask: ({ project }) => ({
      path: '/admin/collections',
      body: { project_id: project, documents: DOCUMENTS },
    }),
    isList: true,
  },
  'GET /admin/collections': { ask: () => ({ path: '/admin/collections' }), isList: true },
  'GET /admin/collections/{collection_id}': { ...collection(''), operators: 'open' },
  'PATCH /admin/collections/{collection_id}': collection('', { name: 'Mine now' }),
  'DELETE /admin/collections/{collection_id}': collection(''),
  'GET /admin/collections/{collection_id}/documents': {
    ...collection('/documents?uri=https%3A%2F%2Fa.example%2F'),
    operators: 'open',
  },
  'PUT /admin/collections/{collection_id}/documents': collection('/documents', {
    documents: DOCUMENTS,
  }),
  'DELETE /admin/collections/{collection_id}/documents': collection(
    '/documents?uri=https%3A%2F%2Fa.example%2F',
  ),
  'POST /admin/collections/{collection_id}/imports': collection('/imports', { file: FILE }),
};

/** The calls that refuse every service token, whatever they name. */
const REFUSED = new Set([
  'POST /admin/webhooks/{webhook_id}/deliveries/{delivery_id}/send',
  'POST /admin/desk/me/second-factor',
  'POST /admin/desk/me/second-factor/confirm',
  'POST /admin/desk/me/second-factor/recovery-codes',
  'POST /admin/desk/me/second-factor/end',
  'DELETE /admin/desk/people/{person_id}/second-factor',
  'GET /admin/desk/me/passkeys',
  'POST /admin/desk/me/passkeys',
  'POST /admin/desk/me/passkeys/options',
  'PATCH /admin/desk/me/passkeys/{passkey_id}',
  'DELETE /admin/desk/me/passkeys/{passkey_id}',
  'POST /admin/desk/invitations',
  'GET /admin/desk/invitations',
  'POST /admin/desk/people/{person_id}/password-link',
  'DELETE /admin/desk/invitations/{invitation_id}',
  'GET /v1/analytics',
  'GET /admin/sites',
  'POST /admin/sites',
  'GET /admin/sites/{site_id}',
  'PATCH /admin/sites/{client_id}',
  'POST /admin/sites/{client_id}/service-tokens',
  'GET /admin/sites/{client_id}/public',
  'PATCH /admin/sites/{client_id}/public',
  'POST /admin/sites/{client_id}/public-id',
  'POST /admin/sites/{client_id}/user-secret',
  'DELETE /admin/sites/{client_id}/user-secret',
  'GET /admin/projects',
  'PATCH /admin/projects/{project_id}',
  'POST /admin/projects/{project_id}/outage',
  'POST /admin/account-tokens',
  'GET /admin/agents',
  'POST /admin/agents',
  'GET /admin/agents/{agent_id}',
  'PATCH /admin/agents/{agent_id}',
  'DELETE /admin/agents/{agent_id}',
  'GET /admin/agents/{agent_id}/versions',
  'GET /admin/agents/{agent_id}/card',
  'GET /admin/agents/{agent_id}/server-tools',
  'POST /admin/agents/{agent_id}/tool-servers',
  'POST /admin/agents/{agent_id}/server-tools/{server}/{tool}/allow',
  'POST /admin/agents/{agent_id}/publish',
  'GET /admin/agents/{agent_id}/questions',
  'PATCH /admin/agents/{agent_id}/comparison',
  'POST /admin/agents/{agent_id}/comparison',
  'PUT /admin/agents/{agent_id}/questions',
  'POST /admin/connections',
  'GET /admin/desk/me',
  'PATCH /admin/desk/me',
  'GET /admin/desk/mail',
  'GET /admin/desk/push',
  'POST /admin/desk/push',
  'POST /admin/desk/push/end',
  'POST /admin/desk/mail/trial',
  'GET /admin/desk/sessions',
  'DELETE /admin/desk/sessions/{desk_session_id}',
  'GET /admin/desk/people',
  'POST /admin/desk/people',
  'PATCH /admin/desk/people/{person_id}',
  'GET /admin/desk/filters',
  'GET /admin/desk/stream',
  'GET /admin/conversations',
  'GET /admin/conversations/{session_id}',
  'GET /admin/conversations/{session_id}/visitor',
  'GET /admin/conversations/{session_id}/apps/{tool_use_id}',
  'PATCH /admin/conversations/{session_id}',
  'POST /admin/conversations/changes',
  'GET /admin/desk/colleagues',
  'PUT /admin/desk/presence',
  'GET /admin/conversations/{session_id}/notes',
  'POST /admin/conversations/{session_id}/notes',
  'DELETE /admin/conversations/{session_id}/notes/{note_id}',
  'GET /admin/projects/{project_id}/colleague',
  'PATCH /admin/projects/{project_id}/colleague',
  'GET /admin/numbers/colleague',
  'GET /admin/conversations/{session_id}/colleague',
  'POST /admin/conversations/{session_id}/colleague/draft',
  'POST /admin/conversations/{session_id}/colleague/summary',
  'POST /admin/conversations/{session_id}/colleague/questions',
  'POST /admin/conversations/{session_id}/colleague/suggestion',
  'DELETE /admin/conversations/{session_id}/colleague/{text_id}',
  'POST /admin/conversations/{session_id}/learned',
  'GET /admin/conversations/{session_id}/learned/{learned_id}',
  'GET /admin/learned',
  'DELETE /admin/learned/{learned_id}',
  'GET /admin/desk/replies',
  'POST /admin/desk/replies',
  'PATCH /admin/desk/replies/{reply_id}',
  'DELETE /admin/desk/replies/{reply_id}',
  'GET /admin/desk/tags',
  'POST /admin/desk/tags',
  'PATCH /admin/desk/tags/{tag_id}',
  'DELETE /admin/desk/tags/{tag_id}',
  'GET /admin/desk/rules',
  'POST /admin/desk/rules',
  'PATCH /admin/desk/rules/{rule_id}',
  'DELETE /admin/desk/rules/{rule_id}',
  'GET /admin/desk/views',
  'POST /admin/desk/views',
  'PATCH /admin/desk/views/{view_id}',
  'DELETE /admin/desk/views/{view_id}',
  'GET /admin/conversations/{session_id}/events',
  'POST /admin/conversations/{session_id}/read',
  'PUT /admin/conversations/{session_id}/presence',
  'POST /admin/sessions/{session_id}/takeover',
  'POST /admin/sessions/{session_id}/messages',
  'POST /admin/sessions/{session_id}/typing',
  'POST /admin/sessions/{session_id}/handback',
  'POST /admin/api-keys',
  'GET /admin/keys',
  'POST /admin/keys/{key_id}/rotate',
  'DELETE /admin/keys/{key_id}',
  'GET /admin/signing-secrets',
  'POST /admin/signing-secrets/{purpose}/rotate',
  'DELETE /admin/signing-secrets/{purpose}/previous',
  'GET /admin/audit',
  'GET /admin/numbers',
  'GET /admin/numbers/team',
  'GET /admin/numbers/topics',
  'GET /admin/numbers/unanswered',
  'POST /admin/trials',
  'GET /admin/webhooks',
  'POST /admin/webhooks',
  'POST /admin/webhooks/{webhook_id}/rotate',
  'DELETE /admin/webhooks/{webhook_id}',
  'GET /admin/webhooks/{webhook_id}/deliveries',
]);

/** These read no bearer token: a body or a cookie says who calls. Apps' own calls need a server: agents/apps.test.ts has them. */
const APART = new Set([
  'POST /v1/sessions/{session_id}/apps/{tool_use_id}/call',
  'POST /v1/sessions/{session_id}/apps/{tool_use_id}/read',
  'POST /v1beta1/sites/{public_id}/session',
  'POST /v1beta1/sites/{public_id}/deletions',
  'POST /v1beta1/sites/{public_id}/feedback',
  'POST /admin/connections/exchange',
  'GET /admin/desk/sign-in',
  'POST /admin/desk/sign-in',
  'POST /admin/desk/sign-in/passkey',
  'POST /admin/desk/sign-out',
  'POST /admin/desk/invitations/look',
  'POST /admin/desk/invitations/accept',
]);

let places = 0;
let refusedPlace: Promise<Place> | undefined;

/** A site with a conversation, a file in it and knowledge; or the same of the operator's own. */
async function placeOf(project: string, of: 'site' | 'operator' = 'site'): Promise<Place> {
  places += 1;
  const secret = `secret${places}x`;
  const site = (await harness.admin('POST', '/admin/sites', { project_id: project, name: secret }))
    .body;
  const token = of === 'site' ? site.service_token : null;
  const as = (method: string, path: string, body?: unknown) =>
    token === null
      ? harness.admin(method, path, body)
      : harness.call(method, path, body, token as string);
  const kept = await as('POST', '/admin/collections', {
    project_id: project,
    name: secret,
    documents: [{ uri: 'https://a.example/', title: secret, text: secret }],
  });
  const made = await as('POST', '/admin/sessions', {
    project_id: project,
    agent: 'scripted',
    owner_id: OWNER,
    system: secret,
    script: [[{ say: secret }], [{ say: 'more' }]],
  });
  const id = made.body.session_id;
  const issued = (await harness.admin('POST', `/admin/sessions/${id}/tokens`, {})).body.token;
  const source = { type: 'text', media_type: 'text/plain', data: secret };
  const content = [
    { type: 'text', text: secret },
    { type: 'document', title: secret, source },
  ];
  const sent = await harness.call(
    'POST',
    `/v1/sessions/${id}/events`,
    { events: [{ type: 'user.message', content }] },
    issued,
  );
  expect(sent.status).toBe(200);
  await harness.settled();
  await keepApp(
    harness.db,
    { session_id: id, tool_use_id: 'shown', input: {} },
    {
      agentId: 'a',
      server: 's',
      url: 'https://s.example/',
      uri: 'ui://s/a',
      title: secret,
      tool: {},
      result: { content: [] },
      resource: { ...NO_TERMS, html: secret, digest: 'f'.repeat(64) },
    },
  );
  const { data } = (await harness.call('GET', `/v1/sessions/${id}/events`, undefined, issued)).body;
  return {
    secret,
    project,
    clientId: site.client_id,
    siteId: site.site_id,
    token: site.service_token,
    session: id,
    answer: data.find(({ type }) => type === 'agent.message')?.id ?? '',
    file: `${data.find(({ type }) => type === 'user.message')?.id}.1`,
    collection: kept.body.collection_id,
  };
}

/** Everything that the database has of a place. */
async function rowsOf({ session: id, collection: kept, clientId }: Place): Promise<string> {
  const rows: unknown[] = [];
  for (const table of ['sessions', 'events', 'runs', 'feedback', 'tool_calls']) {
    rows.push(await harness.db.query(`SELECT * FROM ${table} WHERE session_id = $1`, [id]));
  }
  for (const table of ['collections', 'documents']) {
    rows.push(await harness.db.query(`SELECT * FROM ${table} WHERE collection_id = $1`, [kept]));
  }
  for (const table of ['sites', 'credentials']) {
    rows.push(await harness.db.query(`SELECT * FROM ${table} WHERE client_id = $1`, [clientId]));
  }
  const count = 'SELECT count(*) AS sessions FROM sessions WHERE client_id = $1';
  rows.push(await harness.db.query(count, [clientId]));
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

interface Told {
  status: number;
  text: string;
}

async function ask(call: string, { path, body }: Request, token: string): Promise<Told> {
  const [method = ''] = call.split(' ');
  const response = await harness.gateway.request(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (path.endsWith('/stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

/** A reply without what differs from call to call. */
const withoutIds = ({ text }: Told) => text.replace(/"request_id":"[^"]*"/, '');

const NOT_THERE: Place = {
  secret: 'nothing',
  project: 'nowhere',
  clientId: 'client_not_there',
  siteId: 'site_not_there',
  token: '',
  session: 'ses_not_there',
  answer: 'evt_not_there',
  file: 'evt_not_there.1',
  collection: 'col_not_there',
};

describe('a site’s service token', () => {
  it('has a word said of each documented call', async () => {
    const reply = await harness.gateway.request('/openapi.json');
    const { paths } = (await reply.json()) as { paths: Record<string, object> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = [...Object.keys(REACH), ...REFUSED, ...APART];
    expect(calls.filter((call) => !known.includes(call))).toEqual([]);
    expect(known.filter((call) => !calls.includes(call))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  it.each(Object.entries(REACH))('reaches its own by %s, and nobody else’s', async (call, row) => {
    const own = await placeOf('shared');
    const places = {
      'another site': await placeOf('shared'),
      'another project': await placeOf('elsewhere'),
      'the operator': await placeOf('shared', 'operator'),
    };
    const before = new Map<Place, string>();
    for (const place of Object.values(places)) before.set(place, await rowsOf(place));
    const missing = await ask(call, row.ask(NOT_THERE), own.token);
    for (const [whose, place] of Object.entries(places)) {
      const told = await ask(call, row.ask(place), own.token);
      await harness.settled();
      if (whose === 'the operator' && row.operators === 'open') {
        expect([call, whose, told.status]).toEqual([call, whose, 200]);
        continue;
      }
      expect([call, whose, told.text]).not.toContain(place.secret);
      expect(await rowsOf(place)).toBe(before.get(place));
      if (row.isList === true) continue;
      const isNamed = call === 'POST /admin/sessions';
      const isOperators = whose === 'the operator' && call.includes('/admin/collections/');
      expect([call, whose, told.status]).toEqual([call, whose, isNamed || isOperators ? 403 : 404]);
      // What isn't theirs looks like what isn't there.
      if (!isNamed && !isOperators) expect(withoutIds(told)).toBe(withoutIds(missing));
    }
    const told = await ask(call, row.ask(own), own.token);
    expect([call, told.status]).toEqual([call, expect.toSatisfy((n: number) => n < 300)]);
    await harness.settled();
    for (const [whose, place] of Object.entries(places)) {
      if (whose !== 'the operator') expect(told.text).not.toContain(place.secret);
    }
  });

  it.each([...REFUSED])('is refused by %s', async (call) => {
    refusedPlace ??= placeOf('refused');
    const own = await refusedPlace;
    const [, template = ''] = call.split(' ');
    const ids: Record<string, string> = {
      session_id: own.session,
      client_id: own.clientId,
      site_id: own.siteId,
      project_id: own.project,
    };
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing_here');
    const body = call.startsWith('GET') ? undefined : {};
    const before = await rowsOf(own);
    const told = await ask(call, body === undefined ? { path } : { path, body }, own.token);
    expect([call, told.status]).toEqual([
      call,
      expect.toSatisfy((status: number) => status === 401 || status === 403),
    ]);
    expect(told.text).not.toContain(own.secret);
    expect(await rowsOf(own)).toBe(before);
  });

  it('binds no other site’s knowledge, and opens no session that is answered from it', async () => {
    const [own, other] = [await placeOf('shared'), await placeOf('shared')];
    const far = await placeOf('elsewhere');
    for (const { collection: id } of [other, far]) {
      const bind = { path: `/v1/sites/${own.siteId}`, body: { kb_collection_id: id } };
      const open = { path: '/admin/sessions', body: { agent: 'scripted', collection_id: id } };
      const move = { path: `/admin/sessions/${own.session}`, body: { collection_id: id } };
      expect((await ask('PATCH', bind, own.token)).status).toBe(400);
      expect((await ask('POST', open, own.token)).status).toBe(400);
      expect((await ask('PATCH', move, own.token)).status).toBe(400);
    }
  });

  it('finds what the operator has made for that site alone, and no other site does', async () => {
    const [own, other] = [await placeOf('shared'), await placeOf('shared')];
    const make = (fields: Record<string, unknown>) =>
      harness.admin('POST', '/admin/collections', { ...fields, documents: DOCUMENTS });
    const made = await make({ client_id: own.clientId });
    expect(made.status).toBe(201);
    const read = { path: `/admin/collections/${made.body.collection_id}` };
    expect((await ask('GET', read, own.token)).status).toBe(200);
    expect((await ask('GET', read, other.token)).status).toBe(404);
    expect((await make({ client_id: own.clientId, project_id: 'elsewhere' })).status).toBe(400);
    expect((await make({ client_id: 'client_none' })).status).toBe(400);
  });

  it('names no other site and no other project', async () => {
    const [own, other] = [await placeOf('shared'), await placeOf('shared')];
    for (const { path, method, body } of [
      { method: 'POST', path: '/admin/sessions', body: { client_id: other.clientId } },
      { method: 'POST', path: '/admin/sessions', body: { project_id: 'elsewhere' } },
      {
        method: 'POST',
        path: '/admin/collections',
        body: { project_id: 'elsewhere', documents: [] },
      },
      {
        method: 'POST',
        path: '/admin/erasures',
        body: { owner_id: OWNER, project_id: 'elsewhere' },
      },
      {
        method: 'GET',
        path: `/admin/exports?owner_id=${OWNER}&project_id=elsewhere`,
        body: undefined,
      },
    ]) {
      expect([path, (await ask(method, { path, body }, own.token)).status]).toEqual([path, 403]);
    }
  });

  it('loses a stream of a session that becomes another site’s', async () => {
    const [own, other] = [await placeOf('shared'), await placeOf('shared')];
    const response = await harness.gateway.request(
      `/v1beta1/sessions/${own.session}/events/stream`,
      { headers: { Authorization: `Bearer ${own.token}` } },
    );
    expect(response.status).toBe(200);
    let isOver = false;
    const reading = response.text().then(() => {
      isOver = true;
    });
    await harness.db.query('UPDATE sessions SET client_id = $2 WHERE session_id = $1', [
      own.session,
      other.clientId,
    ]);
    for (let n = 0; n < 20 && !isOver; n += 1) await harness.clock.advance(15_000);
    await reading;
    expect(isOver).toBe(true);
  });
});

describe('the routes', () => {
  // What finds rows that belong to a site takes a reach. A route that takes service tokens and asks the database itself for such
  // rows would look without one.
  const FOLDER = join(import.meta.dirname, '../..');
  const BELONGING =
    /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:sessions|collections|sites|documents|events)\b/;
  const ALLOWED = new Map([
    // Written by ids of rows that were found within reach.
    ['sessions/sessions-routes.ts', 4],
    ['knowledge/collections-routes.ts', 2],
    ['sites/heartbeat-routes.ts', 2],
  ]);

  it('ask for no rows of a site without a reach', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /-routes\.ts$|\/rate-limits\.ts$/.test(file) && !/^(dist|node_modules)/.test(file),
    );
    expect(files.length).toBeGreaterThan(30);
    for (const file of files) {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      if (!/requireOperator|authenticate\(/.test(text)) continue;
      const found = text.match(new RegExp(BELONGING, 'g'))?.length ?? 0;
      expect([file, found]).toEqual([file, ALLOWED.get(file) ?? 0]);
    }
  });
});
