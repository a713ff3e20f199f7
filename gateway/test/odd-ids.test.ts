// Ids and names as no caller should write them: with NUL, with half a surrogate pair, endless. Each is refused or
// not there, in a short sentence, and none of them reaches the database.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Reply, result, results } from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const LONG = 'x'.repeat(200_000);
const ODD: [what: string, id: string][] = [
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud800'],
  ['a line break', 'a\nb'],
  ['no end', LONG],
];

function expectShort(reply: Reply, ...statuses: number[]) {
  expect(statuses).toContain(reply.status);
  expect(JSON.stringify(reply.body).length).toBeLessThan(600);
  expect(harness.reported.splice(0)).toEqual([]);
}

async function paused() {
  const session = await harness.session({ script: [[{ call: [{ name: 'look' }] }]] });
  await session.say('go');
  await harness.settled();
  return session;
}

describe.each(ODD)('an id with %s', (_, id) => {
  const inPath = encodeURIComponent(id.includes('\ud800') ? 'a\ufffd' : id).slice(0, 4000);
  const inQuery = inPath;

  it('as tool_use_id is a 400 that quotes it short, and the call stays open', async () => {
    const session = await paused();
    expectShort(await session.send([results(result(id, { content: 'x' }))]), 400);
    expectShort(await session.send([results(result(id), result(id))]), 400);
    expect((await session.answer('done')).status).toBe(200);
  });

  it('of a session is no session', async () => {
    const { token } = await harness.session();
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { events: [] } : undefined;
      expectShort(await harness.call(method, `/v1/sessions/${inPath}/events`, body, token), 404);
    }
    const stream = `/v1beta1/sessions/${inPath}/events/stream`;
    expectShort(await harness.call('GET', stream, undefined, token), 404);
    expectShort(await harness.admin('GET', `/admin/sessions/${inPath}`), 404);
    expectShort(await harness.admin('PATCH', `/admin/sessions/${inPath}`, {}), 404);
    expectShort(await harness.admin('POST', `/admin/sessions/${inPath}/tokens`, {}), 404);
  });

  it('as after_id or page is a 400', async () => {
    const session = await harness.session();
    expectShort(await session.list(`after_id=${inQuery}`), 400);
    expectShort(await session.list(`page=${inQuery}`), 400);
  });

  it('of a site is no site, and of a collection a 400', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'odd' })).body;
    const { service_token } = site;
    const patch = { kb_collection_id: null };
    expectShort(await harness.call('PATCH', `/v1/sites/${inPath}`, patch, service_token), 404);
    expectShort(
      await harness.call('POST', `/v1/sites/${inPath}/heartbeat`, {}, service_token),
      404,
    );
    expectShort(await harness.admin('GET', `/admin/sites/${inPath}`), 404);
    expectShort(await harness.admin('PATCH', `/admin/sites/${inPath}`, { status: 'active' }), 404);
    expectShort(await harness.admin('DELETE', `/admin/collections/${inPath}`), 404);
    const path = `/v1/sites/${site.site_id}`;
    for (const body of [
      { kb_collection_id: id },
      { kb_collection_id: null, expected_kb_collection_id: id },
    ]) {
      expectShort(await harness.call('PATCH', path, body, service_token), 400);
    }
  });

  it('in a query of analytics is a 400', async () => {
    const { token } = (await harness.admin('POST', '/admin/account-tokens')).body;
    const start = Math.floor(harness.clock.now() / 1000) - 60;
    for (const query of [
      `project_id=${inQuery}&start_time=${start}`,
      ...['client_id', 'auth_method', 'actor_type', 'application', 'group_by', 'bucket_width'].map(
        (name) => `project_id=p&start_time=${start}&${name}=${inQuery}`,
      ),
      `project_id=p&start_time=${inQuery}`,
    ]) {
      expectShort(await harness.call('GET', `/v1/analytics?${query}`, undefined, token), 400);
    }
  });

  it('in the operator’s calls is a 400, wherever it stands', async () => {
    for (const [path, body] of [
      ['/admin/sessions', { project_id: id }],
      ['/admin/sessions', { client_id: id }],
      ['/admin/sessions', { collection_id: id }],
      ['/admin/sessions', { agent: id }],
      ['/admin/sites', { project_id: id }],
      ['/admin/collections', { project_id: id, documents: [] }],
      ['/admin/api-keys', { project_id: id }],
      ['/admin/account-tokens', { project_id: id }],
    ] as const) {
      expectShort(await harness.admin('POST', path, body), 400);
    }
    expectShort(await harness.admin('PATCH', `/admin/projects/${inPath}`, {}), 404);
  });
});

describe('a refusal that quotes its caller', () => {
  it('quotes the beginning only', async () => {
    const tool = { name: 'n'.repeat(250), input_schema: {} };
    expectShort(
      await harness.admin('POST', '/admin/sessions', { client_tools: [tool, tool] }),
      400,
    );
    const session = await paused();
    const unknown = 'u'.repeat(200);
    expectShort(await session.send([results(result(unknown))]), 400);
    expect((await session.send([results(result(unknown))])).body.error.message).not.toContain(
      'u'.repeat(100),
    );
    expect((await session.send([results(result('toolu_nothing'))])).body.error.message).toContain(
      'toolu_nothing',
    );
  });
});

describe('text that is counted', () => {
  it('is counted in characters, so that one outside the basic plane is one', async () => {
    const name = '𝒜'.repeat(2000);
    expect((await harness.admin('POST', '/admin/sites', { name })).status).toBe(201);
    expectShort(await harness.admin('POST', '/admin/sites', { name: `${name}x` }), 400);
    const tools = (length: number) => [{ name: '𝒜'.repeat(length), input_schema: {} }];
    const create = (length: number) =>
      harness.admin('POST', '/admin/sessions', { client_tools: tools(length) });
    expect((await create(256)).status).toBe(201);
    expectShort(await create(257), 400);
  });
});
