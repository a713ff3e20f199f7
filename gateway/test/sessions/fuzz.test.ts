// Whatever comes, the gateway refuses it in words or does it wholly: no 500, no part of a request, no rejection
// that nobody hears. The seed of a failing run is printed by fast-check.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { INPUT_EVENT_TYPES, REJECTED_INPUT_TYPES } from '../../wire.ts';
import {
  ADMIN_KEY,
  createHarness,
  type Harness,
  type Reply,
  type SessionHandle,
} from '../harness.ts';

let harness: Harness;
let session: SessionHandle;
const unheard: unknown[] = [];
const onUnheard = (reason: unknown) => unheard.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', onUnheard);
  harness = await createHarness();
  session = await harness.session({ script: [[{ call: [{ name: 'a' }, { name: 'b' }] }]] });
  await session.say('go');
  await harness.settled();
});
afterAll(async () => {
  await harness.close();
  process.off('unhandledRejection', onUnheard);
});

const RUNS = { numRuns: cases(60) };
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', '%00', '-1', '1e9', 'null', 'evt_x'),
);
const junk = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));

function expectInWords(reply: Reply) {
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 400) return;
  expect(reply.body.error).toEqual({
    message: expect.any(String),
    type: expect.any(String),
    code: reply.status,
    request_id: reply.headers.get('x-request-id'),
  });
}

function expectSound() {
  expect(harness.reported).toEqual([]);
  expect(unheard).toEqual([]);
}

const block = fc.record(
  {
    type: fc.oneof(fc.constantFrom('text', 'document', 'image', 'tool_result', 'thought'), junk),
    text: junk,
    tool_use_id: fc.oneof(fc.constantFrom('first', 'second', 'none'), junk),
    is_error: fc.oneof(fc.boolean(), junk),
    error_code: fc.oneof(fc.constantFrom('timeout', 'unclassified'), junk),
    content: junk,
    source: fc.oneof(
      fc.record({
        type: fc.constantFrom('url', 'text', 'base64'),
        url: junk,
        media_type: junk,
        data: junk,
      }),
      junk,
    ),
    client_timing: fc.oneof(fc.record({ started_at_ms: junk, ended_at_ms: junk }), junk),
    traceparent: junk,
  },
  { requiredKeys: ['type'] },
);
const event = fc.record(
  {
    type: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...INPUT_EVENT_TYPES, ...REJECTED_INPUT_TYPES) },
      { weight: 1, arbitrary: junk },
    ),
    content: fc.oneof({ weight: 3, arbitrary: fc.array(block, { maxLength: 3 }) }, junk),
    id: junk,
  },
  { requiredKeys: ['type'] },
);

describe('any body of a send', () => {
  it('is stored whole and echoed, or refused in words and stored not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(event, { maxLength: 4 }), junk), async (events) => {
        const ids = await session.pending();
        const named = JSON.parse(
          (JSON.stringify(events) ?? 'null')
            .replaceAll('"first"', JSON.stringify(ids[0] ?? 'first'))
            .replaceAll('"second"', JSON.stringify(ids[1] ?? 'second')),
        );
        const before = (await session.events()).map((e) => e.id);
        const reply = await session.send(named);
        expectInWords(reply);
        await harness.settled();
        const after = (await session.events()).map((e) => e.id);
        expect(after.slice(0, before.length)).toEqual(before);
        const sent = reply.status === 200 ? reply.body.data.map((e) => e.id) : [];
        expect(after.slice(before.length, before.length + sent.length)).toEqual(sent);
        if (reply.status !== 200) expect(after).toEqual(before);
        expectSound();
      }),
      RUNS,
    );
  });
});

describe('any text as a body', () => {
  it('is refused in words', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
        fc.constantFrom(session.path, '/admin/sessions', '/admin/collections', '/admin/sites'),
        async (body, path) => {
          const token = path.startsWith('/admin') ? ADMIN_KEY : session.token;
          expectInWords(await harness.call('POST', path, body, token));
          expectSound();
        },
      ),
      RUNS,
    );
  });
});

describe('any query of the list', () => {
  it('is answered or refused in words', async () => {
    const names = fc.constantFrom('limit', 'order', 'page', 'after_id', 'include_thinking', 'x');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, text), { maxLength: 4 }), async (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${percentEncode(value)}`).join('&');
        expectInWords(await session.list(query));
        expectSound();
      }),
      RUNS,
    );
  });
});

describe('any field of an operator’s call', () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      'project_id',
      'client_id',
      'agent',
      'owner_id',
      'client_tools',
      'collection_id',
      'script',
      'scopes',
      'expires_in_s',
      'name',
      'status',
      'documents',
      'agent_execution',
      'credits_nano',
    ),
    fc.oneof(
      junk,
      fc.array(fc.array(fc.dictionary(fc.constantFrom('say', 'think', 'call', 'stop'), junk))),
    ),
  );
  it('is taken or refused in words', async () => {
    const calls = fc.constantFrom(
      ['POST', '/admin/sessions'],
      ['PATCH', `/admin/sessions/${session.id}`],
      ['POST', `/admin/sessions/${session.id}/tokens`],
      ['POST', '/admin/sites'],
      ['PATCH', '/admin/sites/client_x'],
      ['PATCH', '/admin/projects/fuzzed'],
      ['POST', '/admin/collections'],
      ['POST', '/admin/api-keys'],
    );
    await fc.assert(
      fc.asyncProperty(calls, fields, async ([method = '', path = ''], body) => {
        expectInWords(await harness.admin(method, path, body));
        expectSound();
      }),
      { numRuns: cases(120) },
    );
  });
});

describe('any path and any token', () => {
  it('is answered in words', async () => {
    const segment = fc.oneof(
      fc.constantFrom('v1', 'v1beta1', 'admin', 'sessions', 'events', 'stream', 'sites', 'tokens'),
      text.map(percentEncode),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 6 }),
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT'),
        fc.oneof(fc.string(), fc.constant(session.token), fc.constant(ADMIN_KEY)),
        async (segments, method, token) => {
          const printable = token.replace(/[^\x20-\x7e]/g, '');
          const path = `/${segments.join('/')}`.replace(/^\/+/, '/');
          expectInWords(
            await harness.call(method, path, method === 'GET' ? undefined : {}, printable),
          );
          expectSound();
        },
      ),
      RUNS,
    );
  });
});

/** As percent-encoded bytes; half a surrogate pair can't be encoded, so it goes as a broken sequence. */
function percentEncode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ED%A0%80%';
  }
}
