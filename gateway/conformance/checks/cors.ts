// What a browser on another origin needs. The interface doesn't speak of it; a widget can't work without.

import { BEYOND, group } from '../check.ts';
import { ensure } from '../expect.ts';
import { expectError, expectSuccess, message, type Reply } from '../world.ts';

const ORIGIN = 'https://shop.example';
const headers = { origin: ORIGIN };

function ensureReadable(reply: Reply): void {
  const allowed = reply.headers.get('access-control-allow-origin');
  ensure(
    allowed === '*' || allowed === ORIGIN,
    `${reply.what} (${reply.status}): Access-Control-Allow-Origin is ${JSON.stringify(allowed)}`,
  );
  if (allowed !== '*') {
    const vary = reply.headers.get('vary') ?? '';
    ensure(
      /\borigin\b/i.test(vary),
      `${reply.what}: Vary is ${JSON.stringify(vary)}, so a cache may serve one origin’s reply to another`,
    );
  }
  ensure(
    allowed !== '*' || reply.headers.get('access-control-allow-credentials') === null,
    'credentials allowed for every origin',
  );
}

export const cors = group(
  'cors',
  {
    preflight: [
      'A preflight for list and send is allowed, with the Authorization header',
      async (world) => {
        const session = await world.quiet();
        for (const method of ['GET', 'POST']) {
          const reply = await session.call('OPTIONS', '', {
            token: null,
            headers: {
              ...headers,
              'access-control-request-method': method,
              'access-control-request-headers': 'authorization,content-type',
            },
          });
          expectSuccess(reply);
          ensureReadable(reply);
          const allowed = (reply.headers.get('access-control-allow-headers') ?? '').toLowerCase();
          for (const name of ['authorization', 'content-type'])
            ensure(
              allowed.includes(name),
              `Access-Control-Allow-Headers is ${JSON.stringify(allowed)}`,
            );
          const methods = reply.headers.get('access-control-allow-methods') ?? '';
          ensure(
            methods.includes(method),
            `Access-Control-Allow-Methods is ${JSON.stringify(methods)}`,
          );
        }
      },
    ],
    replies: [
      'Replies can be read from another origin, refusals too',
      async (world) => {
        const session = await world.quiet();
        ensureReadable(await session.call('GET', '', { headers }));
        ensureReadable(
          await session.call('POST', '', { headers, body: { events: [message('x')] } }),
        );
        const refusals = [
          await session.call('GET', '?limit=0', { headers }),
          await session.call('GET', '', { headers, token: 'x' }),
          await world.call('GET', '/v1/sessions/none/events', { headers, token: session.token }),
          await session.call('POST', '', { headers, text: '{' }),
        ];
        for (const reply of refusals) {
          expectError(reply, reply.status);
          ensureReadable(reply);
        }
      },
    ],
    exposed: [
      'Retry-After, X-Request-ID and WWW-Authenticate can be read from another origin',
      async (world) => {
        const session = await world.quiet();
        for (const reply of [
          await session.call('GET', '', { headers }),
          await session.call('GET', '', { headers, token: 'x' }),
        ]) {
          const exposed = (reply.headers.get('access-control-expose-headers') ?? '').toLowerCase();
          for (const name of ['retry-after', 'x-request-id', 'www-authenticate']) {
            ensure(
              exposed === '*' || exposed.includes(name),
              `${name} is not in Access-Control-Expose-Headers (${exposed})`,
            );
          }
        }
      },
    ],
  },
  BEYOND,
);
