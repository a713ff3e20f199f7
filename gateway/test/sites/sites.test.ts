import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
let other = 0;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** A site of a project of its own, with two collections and an API key. */
async function setUp() {
  const project_id = `shop-${++other}`;
  const site = (await harness.admin('POST', '/admin/sites', { project_id, name: 'Shop' })).body;
  const collection = async (text = 'Mugs are blue.') =>
    (
      await harness.admin('POST', '/admin/collections', {
        project_id,
        documents: [{ uri: 'https://shop.example/a', title: 'A', text }],
      })
    ).body.collection_id;
  const { api_key } = (await harness.admin('POST', '/admin/api-keys', { project_id })).body;
  const bind = (body: unknown, { id = site.site_id, token = api_key as string | null } = {}) =>
    harness.call('PATCH', `/v1/sites/${id}`, body, token);
  return {
    project_id,
    site,
    api_key,
    collection,
    bind,
    first: await collection(),
    second: await collection(),
  };
}

describe('binding a site to a collection', () => {
  it('answers with the site record', async () => {
    const { site, bind, first, project_id } = await setUp();
    const reply = await bind({ kb_collection_id: first });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 'active',
      kb_collection_id: first,
      site_id: site.site_id,
      client_id: site.client_id,
      project_id,
    });
  });

  it('takes the client_id in the site id’s place', async () => {
    const { site, bind, first } = await setUp();
    const reply = await bind({ kb_collection_id: first }, { id: site.client_id });
    expect(reply.body).toMatchObject({ site_id: site.site_id, kb_collection_id: first });
  });

  it('takes the site’s own service token', async () => {
    const { site, bind, first } = await setUp();
    expect((await bind({ kb_collection_id: first }, { token: site.service_token })).status).toBe(
      200,
    );
  });

  it('clears with null, and says null', async () => {
    const { bind, first } = await setUp();
    await bind({ kb_collection_id: first });
    expect((await bind({ kb_collection_id: null })).body.kb_collection_id).toBeNull();
  });

  it('updates only from the expected collection', async () => {
    const { bind, first, second } = await setUp();
    await bind({ kb_collection_id: first });
    const refused = await bind({ kb_collection_id: second, expected_kb_collection_id: second });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ type: 'conflict_error', code: 409 });
    const done = await bind({ kb_collection_id: second, expected_kb_collection_id: first });
    expect(done.body.kb_collection_id).toBe(second);
  });

  it('takes an expectation of null for "unbound"', async () => {
    const { bind, first, second } = await setUp();
    expect((await bind({ kb_collection_id: first, expected_kb_collection_id: null })).status).toBe(
      200,
    );
    expect((await bind({ kb_collection_id: second, expected_kb_collection_id: null })).status).toBe(
      409,
    );
    expect((await bind({ kb_collection_id: null, expected_kb_collection_id: first })).status).toBe(
      200,
    );
  });

  it('lets one of two rivals win who expect the same', async () => {
    const { bind, first, second } = await setUp();
    const replies = await Promise.all([
      bind({ kb_collection_id: first, expected_kb_collection_id: null }),
      bind({ kb_collection_id: second, expected_kb_collection_id: null }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['nothing', {}],
    ['only an expectation', { expected_kb_collection_id: null }],
    ['an empty id', { kb_collection_id: '' }],
    ['a number', { kb_collection_id: 7 }],
    ['an array', { kb_collection_id: ['x'] }],
    ['an unknown collection', { kb_collection_id: 'col_nowhere' }],
    ['an id with NUL', { kb_collection_id: 'col_\0' }],
    ['an expectation that is empty', { kb_collection_id: null, expected_kb_collection_id: '' }],
    ['an expectation that is a number', { kb_collection_id: null, expected_kb_collection_id: 1 }],
    ['no JSON', '{'],
    ['an array as body', []],
  ])('refuses %s with 400', async (_, body) => {
    const { bind } = await setUp();
    const reply = await bind(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.type).toBe('invalid_request_error');
  });

  it('refuses a collection of another project with 400, and binds nothing', async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    expect((await mine.bind({ kb_collection_id: theirs.first })).status).toBe(400);
    const state = await harness.admin('GET', `/admin/sites/${mine.site.client_id}`);
    expect(state.body.kb_collection_id).toBeNull();
  });

  it('shows a site of others as one that is not there', async () => {
    const [mine, theirs] = [await setUp(), await setUp()];
    const sibling = (await harness.admin('POST', '/admin/sites', { project_id: mine.project_id }))
      .body;
    const nowhere = await mine.bind({ kb_collection_id: null }, { id: 'site_nowhere' });
    expect(nowhere.status).toBe(404);
    for (const token of [theirs.api_key, theirs.site.service_token, sibling.service_token]) {
      const reply = await mine.bind({ kb_collection_id: mine.first }, { token: token as string });
      expect(reply.status).toBe(404);
      expect(reply.body.error.message).toBe(nowhere.body.error.message);
    }
    expect((await mine.bind({ kb_collection_id: null }, { id: 'a%20b' })).status).toBe(404);
  });

  it('refuses visitors and accounts with 403, strangers with 401 and the challenge', async () => {
    const { bind } = await setUp();
    const visitor = await harness.session();
    const account = (await harness.admin('POST', '/admin/account-tokens')).body.token;
    for (const token of [visitor.token, account]) {
      expect((await bind({ kb_collection_id: null }, { token })).status).toBe(403);
    }
    for (const token of [null, 'bhk_wrong']) {
      const reply = await bind({ kb_collection_id: null }, { token });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toContain('realm="ai-services"');
    }
  });

  it('refuses the token of a suspended site with 403, of a revoked one with 401', async () => {
    const { site, bind } = await setUp();
    const withToken = () => bind({ kb_collection_id: null }, { token: site.service_token });
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'suspended' });
    expect((await withToken()).status).toBe(403);
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'revoked' });
    expect((await withToken()).status).toBe(401);
  });

  it('answers every body without an error of its own', async () => {
    const { bind } = await setUp();
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.record(
            { kb_collection_id: value, expected_kb_collection_id: value },
            { requiredKeys: [] },
          ),
          fc.jsonValue(),
          fc.string({ unit: 'binary' }),
        ),
        async (body) => {
          expect([200, 400, 409]).toContain((await bind(body)).status);
        },
      ),
      { numRuns: cases(80) },
    );
    expect(harness.reported).toEqual([]);
  });
});

describe('what the binding is for', () => {
  it('lets the site’s sessions answer from the bound collection, and no longer after it is cleared', async () => {
    const { site, bind, collection } = await setUp();
    await bind({ kb_collection_id: await collection('Standard delivery takes nine days.') });
    const session = await harness.session({ agent: 'librarian', client_id: site.client_id });
    const ask = async () => {
      await session.say('How long does delivery take?');
      await harness.settled();
      const events = await session.events();
      return events.filter((event) => event.type === 'agent.message').at(-1);
    };
    expect(await ask()).toMatchObject({
      content: [
        {
          type: 'text',
          text: expect.stringContaining('nine days'),
          citations: [{ document_uri: 'https://shop.example/a' }],
        },
      ],
    });
    await bind({ kb_collection_id: null });
    expect(JSON.stringify(await ask())).not.toContain('nine days');
  });

  it('ends the run with toolset_incomplete when the collection is gone', async () => {
    const { site, bind, first } = await setUp();
    await bind({ kb_collection_id: first });
    const session = await harness.session({ agent: 'librarian', client_id: site.client_id });
    await session.say('hello');
    await harness.settled();
    expect((await session.last()).type).toBe('session.status_idle');
    expect((await harness.admin('DELETE', `/admin/collections/${first}`)).status).toBe(204);
    await session.say('hello again');
    await harness.settled();
    expect(await session.last()).toMatchObject({
      type: 'session.error',
      error_code: 'toolset_incomplete',
    });
    expect((await harness.admin('DELETE', `/admin/collections/${first}`)).status).toBe(404);
  });
});
