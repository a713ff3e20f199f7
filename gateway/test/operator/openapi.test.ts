import { Validator } from '@cfworker/json-schema';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppEnv } from '../../kernel/http/route-module.ts';
import { list } from '../../kernel/schema/kinds.ts';
import { ROUTES } from '../../routes.ts';
import { isRecord } from '../../wire.ts';
import { createHarness, type Harness, message, type SessionHandle, type Wire } from '../harness.ts';

let harness: Harness;
let document: Wire;
let session: SessionHandle;

beforeAll(async () => {
  harness = await createHarness();
  const response = await harness.gateway.request('/openapi.json');
  expect(response.status).toBe(200);
  document = await response.json();
  session = await harness.session({ script: [[{ say: 'hi' }, { call: [{ name: 'look' }] }]] });
  await session.say('go');
  await harness.settled();
});
afterAll(() => harness.close());

const FREE = { input: 0, output: 0 };
const OPERATIONS = ['get', 'put', 'post', 'patch', 'delete'];

/** A place in the document, by its keys. */
function at(...keys: string[]): Wire {
  let value: unknown = document;
  for (const key of keys) value = isRecord(value) ? value[key] : undefined;
  if (!isRecord(value)) throw new Error(`The document has no ${keys.join(' → ')}.`);
  return value;
}

function validator(schema: Wire): Validator {
  // References lead into the document itself.
  return new Validator({ ...schema, components: at('components') } as never, '2020-12', false);
}

function documented(): string[] {
  return Object.entries(at('paths')).flatMap(([path, operations]) =>
    Object.keys(operations as Wire)
      .filter((name) => OPERATIONS.includes(name))
      .map((name) => `${name.toUpperCase()} ${path}`),
  );
}

describe('/openapi.json', () => {
  it('has each call of /v1, /v1beta1 and /admin, and no other', () => {
    const app = new OpenAPIHono<AppEnv>();
    for (const addRoutes of ROUTES) addRoutes(app, harness.gateway.context);
    const served = app.routes
      .filter(({ path, method }) => /^\/(v1|v1beta1|admin)\/[^*.]+$/.test(path) && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented().toSorted()).toEqual([...new Set(served)].toSorted());
  });

  it('names the parameters of each path, and the bearer token', () => {
    for (const operation of documented()) {
      const [method = '', path = ''] = operation.split(' ');
      const described = at('paths', path, method.toLowerCase());
      const named = ((described.parameters ?? []) as Wire[])
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const isOpen =
        path.startsWith('/v1beta1/sites/{public_id}/') ||
        [
          '/admin/desk/sign-in',
          '/admin/desk/sign-in/passkey',
          '/admin/desk/invitations/look',
          '/admin/desk/invitations/accept',
          '/admin/connections/exchange',
        ].includes(path);
      expect(described.security).toEqual(isOpen ? [] : [{ bearer: [] }]);
    }
    expect(at('components', 'securitySchemes', 'bearer')).toEqual({
      type: 'http',
      scheme: 'bearer',
    });
  });

  it('says of a page’s size what the list takes', () => {
    const { parameters } = at('paths', '/v1/sessions/{session_id}/events', 'get');
    const limit = (parameters as Wire[]).find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    });
  });

  it.each([
    ['a message', { events: [message('hi', 'system.message')] }],
    ['no events', { events: [] }],
    ['a message without content', { events: [{ type: 'user.message', content: [] }] }],
    ['an unknown type', { events: [{ type: 'user.shout', content: [] }] }],
    [
      'a text that is a number',
      { events: [{ type: 'user.message', content: [{ type: 'text', text: 1 }] }] },
    ],
    ['a list instead of a body', []],
  ])('judges %s as the send endpoint does', async (_, body) => {
    const { status } = await harness.call('POST', session.path, body, session.token);
    const { schema } = at(
      'paths',
      '/v1/sessions/{session_id}/events',
      'post',
      'requestBody',
      'content',
      'application/json',
    );
    // The session waits for a result of its tool: a sound message ends that.
    expect(status === 200).toBe(validator(schema as Wire).validate(body).valid);
  });

  it('describes the replies as they are', async () => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    const account = (await harness.admin('POST', '/admin/account-tokens')).body.token;
    const start = Math.floor(harness.clock.now() / 1000) - 3600;
    const calls: [string, string, string, unknown, string | null][] = [
      ['get', '/v1/sessions/{session_id}/events', session.path, undefined, session.token],
      [
        'post',
        '/v1/sessions/{session_id}/events',
        session.path,
        { events: [message('a')] },
        session.token,
      ],
      [
        'patch',
        '/v1/sites/{site_id}',
        `/v1/sites/${site.site_id}`,
        { kb_collection_id: null },
        site.service_token,
      ],
      [
        'post',
        '/v1/sites/{client_id}/heartbeat',
        `/v1/sites/${site.client_id}/heartbeat`,
        { abilities: [] },
        site.service_token,
      ],
      [
        'get',
        '/v1/analytics',
        `/v1/analytics?project_id=default&start_time=${start}`,
        undefined,
        account,
      ],
    ];
    for (const [method, path, address, body, token] of calls) {
      const reply = await harness.call(method.toUpperCase(), address, body, token);
      expect([address, reply.status]).toEqual([address, 200]);
      const schema = at('paths', path, method, 'responses', '200', 'content', 'application/json');
      expect([address, validator(schema.schema as Wire).validate(reply.body).errors]).toEqual([
        address,
        [],
      ]);
    }
    const said = (await session.events()).find(({ type }) => type === 'agent.message');
    const thumb = { event_id: said?.id, value: 'up', comment: 'Yes.' };
    const admin: [string, string, string, unknown][] = [
      [
        'post',
        '/admin/sessions/{session_id}/feedback',
        `/admin/sessions/${session.id}/feedback`,
        thumb,
      ],
      [
        'get',
        '/admin/conversations/{session_id}/events',
        `/admin/conversations/${session.id}/events`,
        undefined,
      ],
      [
        'get',
        '/admin/sessions/{session_id}/export',
        `/admin/sessions/${session.id}/export`,
        undefined,
      ],
      ['get', '/admin/numbers', '/admin/numbers', undefined],
      ['post', '/admin/sessions', '/admin/sessions', {}],
      ['get', '/admin/sessions', '/admin/sessions', undefined],
      ['get', '/admin/sessions/{session_id}', `/admin/sessions/${session.id}`, undefined],
      ['patch', '/admin/sessions/{session_id}', `/admin/sessions/${session.id}`, {}],
      ['post', '/admin/sessions/{session_id}/tokens', `/admin/sessions/${session.id}/tokens`, {}],
      ['patch', '/admin/projects/{project_id}', '/admin/projects/default', {}],
      ['post', '/admin/projects/{project_id}/outage', '/admin/projects/default/outage', { ms: 0 }],
      ['post', '/admin/sites', '/admin/sites', {}],
      ['get', '/admin/sites', '/admin/sites', undefined],
      ['get', '/admin/sites/{site_id}', `/admin/sites/${site.site_id}`, undefined],
      ['patch', '/admin/sites/{client_id}', `/admin/sites/${site.client_id}`, { status: 'active' }],
      ['post', '/admin/collections', '/admin/collections', { documents: [] }],
      ['post', '/admin/api-keys', '/admin/api-keys', {}],
      ['post', '/admin/agents', '/admin/agents', { name: 'Described', prices: { m: FREE } }],
      ['get', '/admin/agents', '/admin/agents', undefined],
      ['get', '/admin/sessions/{session_id}/runs', `/admin/sessions/${session.id}/runs`, undefined],
      ['post', '/admin/account-tokens', '/admin/account-tokens', {}],
    ];
    for (const [method, path, address, body] of admin) {
      const reply = await harness.admin(method.toUpperCase(), address, body);
      expect([address, Math.floor(reply.status / 100)]).toEqual([address, 2]);
      const schema = at(
        'paths',
        path,
        method,
        'responses',
        String(reply.status),
        'content',
        'application/json',
      );
      expect([address, validator(schema.schema as Wire).validate(reply.body).errors]).toEqual([
        address,
        [],
      ]);
    }
    const refused = await harness.admin('POST', '/admin/sites', { name: 1 });
    const schema = at('components', 'schemas', 'Error');
    expect(validator(schema).validate(refused.body)).toMatchObject({ valid: true });
  });
});

describe('a refusal', () => {
  const block = (content: unknown) => ({ events: [{ type: 'user.message', content }] });
  it.each([
    [{}, 'events must be an array.'],
    [{ events: [] }, 'events must have 1 to 100 items.'],
    [{ events: [1] }, 'events[0] must be an object.'],
    [
      { events: [{ type: 'a' }] },
      'events[0].type must be one of: user.message, system.message, user.tool_result, user.interrupt.',
    ],
    [
      { events: [{ type: 'user.define_outcome' }] },
      'events[0].type user.define_outcome is not accepted here.',
    ],
    [block('x'), 'events[0].content must be an array of at least one block.'],
    [block([]), 'events[0].content must be an array of at least one block.'],
    [
      block([{ type: 'text', text: 'x' }, { type: 'text' }]),
      'events[0].content[1].text must be a string.',
    ],
    [block([{ type: 'image' }]), 'events[0].content[0].type must be text or document.'],
    [
      block([{ type: 'document', source: { type: 'url', url: 'ftp://x' } }]),
      'events[0].content[0].source.url must be an http or https address.',
    ],
    [
      block([{ type: 'document', source: { type: 'base64', media_type: 'a/b', data: '§' } }]),
      'events[0].content[0].source.data is not valid base64.',
    ],
    [
      { events: [{ type: 'user.interrupt', content: [1] }] },
      'events[0].content of a user.interrupt must be left out or empty.',
    ],
    [
      { events: [{ type: 'user.tool_result', content: [{ type: 'tool_result' }] }] },
      'events[0].content[0].tool_use_id is not a valid id.',
    ],
    [
      {
        events: [
          {
            type: 'user.tool_result',
            content: [{ type: 'tool_result', tool_use_id: 'a', error_code: 'timeout' }],
          },
        ],
      },
      'events[0].content[0].error_code is allowed only where is_error is true.',
    ],
    [
      {
        events: [
          {
            type: 'user.tool_result',
            content: [{ type: 'tool_result', tool_use_id: 'a', content: {} }],
          },
        ],
      },
      'events[0].content[0].content must be a string.',
    ],
  ])(
    'of the send endpoint names the place and says what belongs there: %j',
    async (body, words) => {
      const { status, body: reply } = await harness.call('POST', session.path, body, session.token);
      expect([status, reply.error.message]).toEqual([400, words]);
    },
  );

  it.each([
    [
      '/admin/sessions',
      { project_id: 'a b' },
      'project_id must be an id: 1 to 200 letters, digits and _ . : -.',
    ],
    [
      '/admin/sessions',
      { client_tools: [{ name: 'a' }, { name: 'a' }] },
      'client_tools[1].name "a" is there twice.',
    ],
    [
      '/admin/sessions',
      { client_tools: [{ name: '' }] },
      'client_tools[0].name must be a string of 1 to 256 characters.',
    ],
    [
      '/admin/sessions',
      { script: [[{}]] },
      'script[0][0] must have one of: think, say, call, load, wait_ms, compact, stop, fail.',
    ],
    ['/admin/sessions', { script: {} }, 'script must be an array of turns.'],
    [
      '/admin/sessions',
      { context_window: 1 },
      'context_window must be an integer from 100 to 100000000.',
    ],
    [
      '/admin/sites',
      { name: 'a\0b' },
      'name must be a string of at most 2000 characters, without NUL.',
    ],
    ['/admin/collections', {}, 'documents must be an array.'],
    [
      '/admin/collections',
      { documents: [{ uri: '' }] },
      'documents[0].uri must be a non-empty string.',
    ],
    ['/admin/projects/p/outage', {}, 'ms is required: how long the outage lasts; 0 ends it.'],
    ['/admin/account-tokens', { account: '' }, 'account must not be empty.'],
  ])('of %s with %j says: %s', async (path, body, words) => {
    const { status, body: reply } = await harness.admin('POST', path, body);
    expect([status, reply.error.message]).toEqual([400, words]);
  });

  it.each([
    ['limit=101', 'limit must be an integer from 1 to 100.'],
    ['limit=x', 'limit must be an integer from 1 to 100.'],
    ['order=up', 'order must be asc or desc.'],
    ['include_thinking=1', 'include_thinking must be true or false.'],
  ])('of the list with %s says: %s', async (query, words) => {
    expect((await session.list(query)).body.error.message).toBe(words);
  });

  it('comes at the first wrong item of a list, however many follow', () => {
    let looked = 0;
    const item = z.custom<string>((value) => {
      looked += 1;
      return value === 'right';
    });
    const items = Array.from({ length: 500_000 }, (_, index) => (index < 100 ? 'right' : 'wrong'));
    const result = list(item).safeParse(items);
    expect(result.error?.issues).toMatchObject([{ path: [100] }]);
    expect(looked).toBeLessThan(200);
  });
});
