// Authentication: who may do what with a session's events

import { group } from '../check.ts';
import { ensure, same } from '../expect.ts';
import {
  expectError,
  expectStatus,
  expectSuccess,
  message,
  type Reply,
  type World,
} from '../world.ts';

const REALM = /^bearer\b.*\brealm="?ai-services"?/i;

/** 401 in the standard shape, with the documented challenge. */
function expectUnauthenticated(reply: Reply): void {
  expectError(reply, 401);
  const challenge = reply.headers.get('www-authenticate') ?? '';
  ensure(REALM.test(challenge), `${reply.what}: WWW-Authenticate is ${JSON.stringify(challenge)}`);
}

/** Every endpoint, as a call that would be valid with the right token. */
async function endpoints(world: World): Promise<[string, string, unknown?][]> {
  const session = await world.quiet();
  const site = await world.newSite(session.project);
  return [
    ['GET', session.path],
    ['POST', session.path, { events: [message('x')] }],
    ['PATCH', `/v1/sites/${site.siteId}`, { kb_collection_id: null }],
    ['POST', `/v1/sites/${site.clientId}/heartbeat`, {}],
    [
      'GET',
      `/v1/analytics?project_id=${session.project}&start_time=${Math.floor(Date.now() / 1000) - 60}`,
    ],
  ];
}

export const access = group('access', {
  'no-token': [
    'Without a token every endpoint answers 401 with a Bearer challenge of realm ai-services',
    async (world) => {
      for (const [method, path, body] of await endpoints(world)) {
        expectUnauthenticated(await world.call(method, path, body === undefined ? {} : { body }));
      }
    },
  ],
  'bad-token': [
    'A token that nobody issued is refused with 401 everywhere',
    async (world) => {
      for (const [method, path, body] of await endpoints(world)) {
        for (const token of ['nonsense', 'a.b.c', 'x'.repeat(5_000)]) {
          expectUnauthenticated(
            await world.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
          );
        }
      }
    },
  ],
  'other-schemes': [
    'Only a bearer token in the Authorization header counts',
    async (world) => {
      const session = await world.quiet();
      for (const authorization of [`Basic ${session.token}`, session.token, 'Bearer', 'Bearer ']) {
        expectUnauthenticated(
          await session.call('GET', '', { token: null, headers: { authorization } }),
        );
      }
      for (const name of ['token', 'access_token', 'api_key']) {
        expectUnauthenticated(
          await session.call('GET', `?${name}=${session.token}`, { token: null }),
        );
      }
      const lower = await session.call('GET', '', {
        token: null,
        headers: { authorization: `bearer ${session.token}` },
      });
      world.note(`the scheme in lower case answers ${lower.status}`);
    },
  ],
  'tampered-token': [
    'A session token of which one character was changed is refused with 401',
    async (world) => {
      const session = await world.quiet();
      const at = Math.floor(session.token.length / 2);
      const other = session.token[at] === 'A' ? 'B' : 'A';
      const token = session.token.slice(0, at) + other + session.token.slice(at + 1);
      expectUnauthenticated(await session.call('GET', '', { token }));
    },
  ],
  'refused-post': [
    'A POST that is refused with 401 stores nothing',
    async (world) => {
      const session = await world.quiet();
      expectUnauthenticated(
        await session.call('POST', '', { token: 'x', body: { events: [message('x')] } }),
      );
      same(await session.all(), [], 'events');
    },
  ],
  expired: [
    'An expired session token is refused with 401',
    async (world) => {
      const session = await world.quiet();
      const token = await world.newToken(session.id, { expires_in_s: 1 });
      await world.sleep(2_100);
      expectUnauthenticated(await session.call('GET', '', { token }));
    },
  ],
  'session-token': [
    'A browser session token with the scope session_events lists and sends',
    async (world) => {
      const session = await world.quiet();
      expectSuccess(await session.post(message('x')));
      expectSuccess(await session.call('GET'));
    },
  ],
  'missing-scope': [
    'A session token without session_events is refused with 403 and permission_error',
    async (world) => {
      const session = await world.quiet();
      const token = await world.newToken(session.id, { scopes: ['something_else'] });
      same(
        expectError(await session.call('GET', '', { token }), 403),
        'permission_error',
        'error.type',
      );
      same(
        expectError(
          await session.call('POST', '', { token, body: { events: [message('x')] } }),
          403,
        ),
        'permission_error',
        'error.type',
      );
    },
  ],
  'other-session': [
    'A session token opens no other session',
    async (world) => {
      const [one, two] = [await world.quiet(), await world.quiet()];
      const list = await two.call('GET', '', { token: one.token });
      expectError(list, 403, 404);
      expectError(
        await two.call('POST', '', { token: one.token, body: { events: [message('x')] } }),
        403,
        404,
      );
      same(await two.all(), [], 'events');
      world.note(`another session’s token answers ${list.status}`);
    },
  ],
  'other-owner': [
    'Where the session records an owner, only that visitor’s token opens it',
    async (world) => {
      const session = await world.quiet({ owner_id: 'visitor-1' });
      const token = await world.newToken(session.id, { owner_id: 'visitor-2' });
      expectError(await session.call('GET', '', { token }), 403, 404);
      expectError(
        await session.call('POST', '', { token, body: { events: [message('x')] } }),
        403,
        404,
      );
      expectSuccess(await session.call('GET'));
    },
  ],
  'api-key': [
    'An API key of the session’s project lists and sends; another project’s does not',
    async (world) => {
      const session = await world.quiet();
      const token = await world.newApiKey(session.project);
      expectSuccess(await session.call('GET', '', { token }));
      expectSuccess(await session.call('POST', '', { token, body: { events: [message('x')] } }));
      const foreign = await world.newApiKey(world.newProject());
      const reply = await session.call('GET', '', { token: foreign });
      expectError(reply, 403, 404);
      expectError(
        await session.call('POST', '', { token: foreign, body: { events: [message('x')] } }),
        403,
        404,
      );
      world.note(`an API key of another project answers ${reply.status}`);
    },
  ],
  'service-token': [
    'A site’s service token lists and sends in its project, and nowhere else',
    async (world) => {
      const session = await world.quiet();
      const { token } = await world.newSite(session.project);
      expectSuccess(await session.call('GET', '', { token }));
      expectSuccess(await session.call('POST', '', { token, body: { events: [message('x')] } }));
      const foreign = await world.newSite(world.newProject());
      expectError(await session.call('GET', '', { token: foreign.token }), 403, 404);
    },
  ],
  'session-token-elsewhere': [
    'A session token opens neither sites nor analytics',
    async (world) => {
      const session = await world.quiet();
      for (const [method, path, body] of (await endpoints(world)).slice(2)) {
        expectError(
          await world.call(method, path, {
            token: session.token,
            ...(body === undefined ? {} : { body }),
          }),
          401,
          403,
          404,
        );
      }
    },
  ],
  'no-such-session': [
    'A session that does not exist is a 404',
    async (world) => {
      const project = world.newProject();
      const token = await world.newApiKey(project);
      for (const id of ['sess_nothing', 'a b', '%00', '..%2F..', 'x'.repeat(2_000)]) {
        const reply = await world.call('GET', `/v1/sessions/${id}/events`, { token });
        expectStatus(reply, 400, 404);
        expectError(reply, reply.status);
      }
      expectError(await world.call('GET', '/v1/sessions/sess_nothing/events', { token }), 404);
    },
  ],

  'site-status': [
    'The service token of a suspended or revoked site opens no session and binds nothing; an active one’s does',
    async (world) => {
      const session = await world.quiet();
      const site = await world.newSite(session.project);
      const tries = async () => [
        await session.call('GET', '', { token: site.token }),
        await session.call('POST', '', { token: site.token, body: { events: [message('x')] } }),
        await world.call('PATCH', `/v1/sites/${site.siteId}`, {
          token: site.token,
          body: { kb_collection_id: null },
        }),
      ];
      for (const reply of await tries()) expectSuccess(reply);
      const stored = (await session.all()).length;
      for (const status of ['suspended', 'revoked']) {
        await world.admin('PATCH', `/sites/${site.clientId}`, { status });
        const refused = await tries();
        for (const reply of refused) expectError(reply, 401, 403, 404);
        world.note(`a ${status} site answers ${refused.map((reply) => reply.status).join(', ')}`);
      }
      same((await session.all()).length, stored, 'events stored');
    },
  ],
  'account-elsewhere': [
    'An account’s token reads analytics, and opens no session',
    async (world) => {
      const session = await world.quiet();
      const token = await world.newAccountToken();
      expectError(await session.call('GET', '', { token }), 401, 403, 404);
      expectError(
        await session.call('POST', '', { token, body: { events: [message('x')] } }),
        401,
        403,
        404,
      );
      same(await session.all(), [], 'events');
    },
  ],
});
