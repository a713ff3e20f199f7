// The standard error body, and requests that are meant to hurt

import { BEYOND, group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { paused } from '../scenes.ts';
import { expectError, expectSuccess, message, ofType, only, type Reply, result } from '../world.ts';

const REQUEST_ID = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** More than a burst, and few enough for anyone's gateway. */
const MANY = 400;

function ensureAlive(reply: Reply): void {
  ensure(
    reply.status >= 400 && reply.status < 500,
    `${reply.what}: HTTP ${reply.status} for a request that is at fault itself`,
  );
}

export const errors = group('errors', {
  'request-id': [
    'Every reply has an X-Request-ID of its own: 32 hexadecimal characters, or a UUID',
    async (world) => {
      const session = await world.quiet();
      const replies = [
        await session.call('GET'),
        await session.post(message('x')),
        await session.call('GET', '?limit=0'),
        await session.call('GET', '', { token: 'x' }),
        await world.call('GET', '/v1/sessions/none/events', { token: session.token }),
      ];
      const ids = replies.map(({ headers }) => headers.get('x-request-id') ?? '');
      for (const id of ids) ensure(REQUEST_ID.test(id), `X-Request-ID is ${JSON.stringify(id)}`);
      same(new Set(ids).size, ids.length, 'distinct ids');
    },
  ],
  'invalid-type': [
    'A 400 has the type invalid_request_error',
    async (world) => {
      const session = await world.quiet();
      same(
        expectError(await session.call('GET', '?limit=0'), 400),
        'invalid_request_error',
        'error.type',
      );
      same(expectError(await session.post(), 400), 'invalid_request_error', 'error.type');
    },
  ],
  json: [
    'Errors are JSON, and say so',
    async (world) => {
      const session = await world.quiet();
      for (const reply of [
        await session.call('GET', '?limit=0'),
        await session.call('GET', '', { token: null }),
        await world.call('GET', '/v1/nothing', { token: session.token }),
      ]) {
        const type = reply.headers.get('content-type') ?? '';
        ensure(
          type.startsWith('application/json'),
          `${reply.what}: Content-Type is ${JSON.stringify(type)}`,
        );
      }
    },
  ],
  'no-such-address': [
    'An address that does not exist is a 404 in the standard shape; a wrong method is refused',
    async (world) => {
      const session = await world.quiet();
      expectError(await world.call('GET', '/v1/nothing', { token: session.token }), 404);
      const reply = await session.call('DELETE');
      expectError(reply, 404, 405);
      world.note(`DELETE on events answers ${reply.status}`);
    },
    BEYOND,
  ],
  'too-large': [
    'A body of 4 MiB is refused, not swallowed',
    async (world) => {
      const session = await world.quiet();
      const reply = await session.post(message('x'.repeat(4 * 1024 * 1024))).catch(() => null);
      if (reply === null) return world.note('a body of 4 MiB ends the connection');
      ensureAlive(reply);
      world.note(`a body of 4 MiB answers ${reply.status}`);
      same(await session.all(), [], 'events');
    },
    BEYOND,
  ],
  'too-deep': [
    'JSON that is nested too deep is refused, not crashed on',
    async (world) => {
      const session = await world.quiet();
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      ensureAlive(await session.call('POST', '', { text: `{"events":${deep}}` }));
      expectSuccess(await session.post(message('still there')));
    },
  ],
  'odd-keys': [
    'Keys such as __proto__ do no harm',
    async (world) => {
      const session = await world.quiet();
      const text =
        '{"events":[{"type":"user.message","__proto__":{"x":1},"content":[{"type":"text","text":"x","constructor":{"y":1}}]}]}';
      const reply = await session.call('POST', '', { text });
      ensure(reply.status < 500, `answered ${reply.status}`);
      expectSuccess(await session.post(message('x')));
    },
    BEYOND,
  ],
  'odd-text': [
    'NUL and lone surrogates are stored or refused, and break nothing',
    async (world) => {
      const session = await world.quiet();
      for (const text of ['a\u0000b', '\uD800', '\uDC00x']) {
        const reply = await session.post(message(text));
        ensure(reply.status < 500, `${JSON.stringify(text)} answered ${reply.status}`);
        world.note(`the text ${JSON.stringify(text)} answers ${reply.status}`);
      }
      expectSuccess(await session.call('GET'));
    },
    BEYOND,
  ],
  'odd-ids': [
    'An id with NUL is refused, or not there, wherever it stands; it crashes nothing',
    async (world) => {
      const { session, ids } = await paused(world);
      const site = await world.newSite(session.project);
      const account = await world.newAccountToken();
      const start = Math.floor(Date.now() / 1000) - 60;
      const patch = (id: string, body: unknown) =>
        world.call('PATCH', `/v1/sites/${id}`, { token: site.token, body });
      const analytics = (query: string) =>
        world.call('GET', `/v1/analytics?start_time=${start}&${query}`, { token: account });
      for (const id of [`${ids[0]}\u0000`, 'a\u0000b']) {
        expectError(await session.post(result(id)), 400, 404, 409);
        same(ofType(await session.all(), 'user.tool_result'), [], 'results stored');
      }
      expectError(await session.call('GET', '?after_id=a%00b'), 400);
      expectError(await session.call('GET', '?page=a%00b'), 400);
      expectError(await patch(site.siteId, { kb_collection_id: 'a\u0000b' }), 400);
      const expected = { kb_collection_id: null, expected_kb_collection_id: 'a\u0000b' };
      expectError(await patch(site.siteId, expected), 400, 409);
      // A server in front may refuse such an address by itself, in its own words.
      for (const reply of [
        await world.call('GET', '/v1/sessions/a%00b/events', { token: session.token }),
        await patch('a%00b', { kb_collection_id: null }),
        await world.call('POST', '/v1/sites/a%00b/heartbeat', { token: site.token, body: {} }),
      ]) {
        ensureAlive(reply);
      }
      for (const query of [`project_id=${session.project}&client_id=a%00b`, 'project_id=a%00b']) {
        const { status, what } = await analytics(query);
        ensure(status < 500, `${what}: HTTP ${status} for a request that is at fault itself`);
      }
      expectSuccess(await session.post(result(String(ids[0]))));
    },
  ],
  'endless-ids': [
    'An id without end is refused, and not repeated in the refusal',
    async (world) => {
      const { session } = await paused(world);
      const reply = await session.post(result('x'.repeat(200_000)));
      ensureAlive(reply);
      ensure(reply.text.length < 4000, `the refusal has ${reply.text.length} characters`);
    },
    BEYOND,
  ],
  'no-leak': [
    'An error tells nothing of the inside: no stack, no SQL, no token',
    async (world) => {
      const session = await world.quiet();
      for (const reply of [
        await session.call('GET', "?after_id=' OR 1=1 --"),
        await session.call('POST', '', { text: '{' }),
        await session.call('GET', '?page=%F0%28%8C%28'),
      ]) {
        ensureAlive(reply);
        ensure(
          !/\.\w{1,4}:\d{1,6}:\d{1,6}|SELECT |INSERT |node_modules|syntax error at/i.test(
            reply.text,
          ),
          `${reply.what}: ${reply.text.slice(0, 200)}`,
        );
        ensure(!reply.text.includes(session.token), `${reply.what} repeats the token`);
      }
    },
  ],

  'error-types': [
    'Every refusal has a type and an integer code, in the standard shape',
    async (world) => {
      const session = await world.quiet();
      const site = await world.newSite(session.project);
      const patch = (body: unknown) =>
        world.call('PATCH', `/v1/sites/${site.siteId}`, { token: site.token, body });
      const refusals: [number, Reply][] = [
        [400, await session.call('GET', '?limit=0')],
        [401, await session.call('GET', '', { token: 'x' })],
        [
          404,
          await world.call('PATCH', '/v1/sites/nothing', {
            token: site.token,
            body: { kb_collection_id: null },
          }),
        ],
        [409, await patch({ kb_collection_id: null, expected_kb_collection_id: 'other' })],
      ];
      for (const [status, reply] of refusals) {
        const type = expectError(reply, status);
        const code = get(get(reply.body, 'error'), 'code');
        world.note(`${status} has the type ${type} and the code ${JSON.stringify(code)}`);
      }
    },
  ],
  unavailable: [
    'A dependency that is away for a while is a 503 in the standard shape; after it all goes on',
    async (world) => {
      const session = await world.quiet();
      const outage = (ms: number) =>
        world.admin('POST', `/projects/${session.project}/outage`, { ms });
      expectSuccess(await session.post(message('before')));
      await outage(60_000);
      const refused = [await session.call('GET'), await session.post(message('during'))];
      await outage(0);
      for (const reply of refused) {
        const type = expectError(reply, 503);
        world.note(
          `503 has the type ${type} and Retry-After ${reply.headers.get('retry-after') ?? 'none'}`,
        );
      }
      expectSuccess(await session.post(message('after')));
      const texts = (await session.all()).map((event) => get(only(event), 'text'));
      same([texts[0], texts.at(-1)], ['before', 'after'], 'the messages before and after');
    },
  ],
  'rate-limit': [
    'A refusal for too many requests is a 429 in the standard shape, not one for credits',
    async (world) => {
      const session = await world.quiet();
      const token = await world.newToken(session.id);
      for (let sent = 0; sent < MANY; sent += 50) {
        const replies = await Promise.all(
          Array.from({ length: 50 }, () => session.call('GET', '?limit=1', { token })),
        );
        const limited = replies.find(({ status }) => status === 429);
        for (const { status, what } of replies)
          ensure(status === 200 || status === 429, `${what}: HTTP ${status} under load`);
        if (limited === undefined) continue;
        const type = expectError(limited, 429);
        ensure(!/credit/i.test(type), `the type is ${type}`);
        return world.note(
          `after about ${sent + 50} requests: 429 with type ${type} and Retry-After ${limited.headers.get('retry-after')}`,
        );
      }
      world.note(`${MANY} requests met no limit`);
    },
  ],
});
