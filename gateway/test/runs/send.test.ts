import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOL_ERROR_CODES } from '../../wire.ts';
import { createHarness, type Harness, message, result, results, type Wire } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const calls = (...names: string[]) => ({ call: names.map((name) => ({ name })) });

/** A session that waits for the results of these tools. */
async function paused(...names: string[]) {
  const session = await harness.session({ script: [[calls(...names), { say: 'thanks' }]] });
  await session.say('go');
  await harness.settled();
  return { session, ids: await session.pending() };
}

const text = { type: 'text', text: 'x' };

describe('what the send endpoint refuses with 400', () => {
  const document = (source: unknown) => ({
    type: 'user.message',
    content: [{ type: 'document', source }],
  });
  const failing: [string, unknown][] = [
    ['events that are missing', undefined],
    ['events that are no array', {}],
    ['no event', []],
    ['101 events', Array.from({ length: 101 }, () => message('x'))],
    ['an event that is no object', ['user.message']],
    ['an unknown type', [{ type: 'user.shout', content: [text] }]],
    ['an event without a type', [{ content: [text] }]],
    ['an agent’s event', [{ type: 'agent.message', content: [text] }]],
    ['user.tool_confirmation', [{ type: 'user.tool_confirmation', content: [text] }]],
    ['user.custom_tool_result', [{ type: 'user.custom_tool_result', content: [text] }]],
    ['user.define_outcome', [{ type: 'user.define_outcome', content: [text] }]],
    ['a message without content', [{ type: 'user.message' }]],
    ['a message with empty content', [{ type: 'user.message', content: [] }]],
    ['a message whose content is text', [{ type: 'user.message', content: 'hi' }]],
    ['a block that is no object', [{ type: 'user.message', content: ['hi'] }]],
    ['a text block without text', [{ type: 'user.message', content: [{ type: 'text' }] }]],
    [
      'an image in a user.message',
      [
        {
          type: 'user.message',
          content: [{ type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }],
        },
      ],
    ],
    ['a thought', [{ type: 'user.message', content: [{ type: 'thought', text: 'x' }] }]],
    ['a document without a source', [document(undefined)]],
    ['a document of an unknown source', [document({ type: 'file', path: '/etc/passwd' })]],
    [
      'a document at another kind of address',
      [document({ type: 'url', url: 'file:///etc/passwd' })],
    ],
    ['a document that is not base64', [document({ type: 'base64', media_type: 'a/b', data: '§' })]],
    ['a document without a media type', [document({ type: 'text', data: 'x' })]],
    ['a result without an id', [results({ type: 'tool_result' })]],
    ['a result of another type', [results({ type: 'text', text: 'x' })]],
    ['a result with an empty content list', [results()]],
    ['an interrupt with content', [{ type: 'user.interrupt', content: [text] }]],
    ['an interrupt with other content', [{ type: 'user.interrupt', content: {} }]],
    ['an interrupt with a message', [message('x'), { type: 'user.interrupt' }]],
    ['two interrupts', [{ type: 'user.interrupt' }, { type: 'user.interrupt' }]],
  ];

  it.each(failing)('%s, and stores nothing', async (_, events) => {
    const session = await harness.session();
    const { status, body } = await session.send(events);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 400 });
    expect(await session.events()).toEqual([]);
  });

  const badResults: [string, Wire][] = [
    ['an error_code without is_error', { error_code: 'timeout' }],
    ['an error_code on a success', { is_error: false, error_code: 'timeout' }],
    ['an unknown error_code', { is_error: true, error_code: 'bad_luck' }],
    ['the error_code unclassified', { is_error: true, error_code: 'unclassified' }],
    ['a run’s error_code', { is_error: true, error_code: 'run_timeout' }],
    ['an error_code that is no string', { is_error: true, error_code: 7 }],
    ['is_error as text', { is_error: 'true' }],
    ['a success with an object', { content: { a: 1 } }],
    ['a success with a list', { content: [text] }],
    ['a failure with an object that is no envelope', { is_error: true, content: { a: 1 } }],
    ['a traceparent that is no string', { traceparent: 7 }],
    ['a client_timing without its end', { client_timing: { started_at_ms: 1 } }],
    ['a client_timing without its start', { client_timing: { ended_at_ms: 1 } }],
    ['a client_timing in fractions', { client_timing: { started_at_ms: 1.5, ended_at_ms: 2 } }],
    ['a client_timing as text', { client_timing: { started_at_ms: '1', ended_at_ms: '2' } }],
    ['a client_timing that is no object', { client_timing: 5 }],
  ];

  it('a result with a field out of its rules, and stores nothing', async () => {
    const { session, ids } = await paused('look');
    const before = await session.events();
    for (const [what, fields] of badResults) {
      const { status } = await session.send([results(result(ids[0], fields))]);
      expect([what, status]).toEqual([what, 400]);
    }
    expect(await session.events()).toEqual(before);
  });

  it('results together with messages', async () => {
    const { session, ids } = await paused('look');
    const one = results(result(ids[0]));
    expect((await session.send([one, message('x')])).status).toBe(400);
    expect((await session.send([message('x', 'system.message'), one])).status).toBe(400);
    expect(await session.pending()).toEqual(ids);
  });

  it('a result of a call that the session does not have, all of the request with it', async () => {
    const { session, ids } = await paused('look');
    const { status } = await session.send([results(result(ids[0]), result('toolu_other'))]);
    expect(status).toBe(400);
    expect(await session.last()).toMatchObject({ type: 'session.status_idle' });
  });

  it('one call answered twice in a request', async () => {
    const { session, ids } = await paused('look');
    const { status } = await session.send([results(result(ids[0]), result(ids[0]))]);
    expect(status).toBe(400);
  });
});

describe('what the send endpoint takes', () => {
  it('answers with the events as they are stored, with ids, and never with the agent’s reply', async () => {
    const session = await harness.session({ script: [[{ say: 'hello' }]] });
    const { status, body } = await session.send([
      message('be kind', 'system.message'),
      message('hi'),
    ]);
    expect(status).toBe(200);
    expect(body.data.map((event) => event.type)).toEqual(['system.message', 'user.message']);
    await harness.settled();
    const stored = await session.events();
    expect(stored.slice(0, 2).map((event) => event.id)).toEqual(body.data.map((e) => e.id));
  });

  it('takes 100 events at once', async () => {
    const session = await harness.session();
    const { body } = await session.send(
      Array.from({ length: 100 }, (_, i) => message(`m${i}`, 'system.message')),
    );
    expect(body.data.map((event) => event.content[0]?.text)).toEqual(
      Array.from({ length: 100 }, (_, i) => `m${i}`),
    );
  });

  it.each([
    [{ type: 'text', media_type: 'text/plain', data: 'Hello' }],
    [{ type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }],
    [{ type: 'url', url: 'https://docs.example/a.pdf' }],
  ])('stores a document as it was sent, without unknown fields: %j', async (source) => {
    const session = await harness.session();
    const block = { type: 'document', title: 'Terms', source };
    const sent = { ...block, extra: 1, source: { ...source, extra: 1 } };
    const { status, body } = await session.send([{ type: 'system.message', content: [sent] }]);
    expect(status).toBe(200);
    expect(body.data[0]?.content).toEqual([block]);
  });

  it('an interrupt, with content left out or empty', async () => {
    const session = await harness.session();
    for (const event of [{ type: 'user.interrupt' }, { type: 'user.interrupt', content: [] }]) {
      const { status, body } = await session.send([event]);
      expect(status).toBe(200);
      expect(body.data).toMatchObject([{ type: 'user.interrupt', content: [] }]);
    }
    expect(await session.types()).toEqual(['user.interrupt', 'user.interrupt']);
  });
});

describe('tool results', () => {
  it('come back as they were sent, but without the traceparent', async () => {
    const { session, ids } = await paused('look');
    const client_timing = { started_at_ms: 1_700_000_000_000, ended_at_ms: 1_700_000_000_250 };
    const { body } = await session.send([
      results(result(ids[0], { content: 'ok', traceparent: '00-a-b-01', client_timing })),
    ]);
    expect(body.data[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: ids[0], content: 'ok', client_timing },
    ]);
    await harness.settled();
    expect(JSON.stringify(await session.events())).not.toContain('00-a-b-01');
  });

  it('may have no content at all', async () => {
    const { session, ids } = await paused('look');
    const { body } = await session.send([results(result(ids[0]))]);
    expect(body.data[0]).not.toHaveProperty('error_code');
    expect(body.data[0]?.content).toEqual([{ type: 'tool_result', tool_use_id: ids[0] }]);
  });

  it.each(TOOL_ERROR_CODES)('may fail with %s', async (code) => {
    const { session, ids } = await paused('look');
    const { status, body } = await session.send([
      results(result(ids[0], { is_error: true, error_code: code })),
    ]);
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ error_code: code });
  });

  it.each([
    [
      'an envelope',
      { error: { code: 'not_found', message: 'No such order.', field: 'order', retryable: false } },
    ],
    [
      'an envelope as text',
      '{"error":{"code":"not_found","message":"No such order.","field":"order","retryable":false}}',
    ],
  ])('that fail with %s come back with it', async (_, content) => {
    const { session, ids } = await paused('look');
    const { body } = await session.send([
      results(result(ids[0], { is_error: true, error_code: 'not_found', content })),
    ]);
    expect(body.data[0]?.content[0]?.content).toEqual({
      error: { code: 'not_found', message: 'No such order.', field: 'order', retryable: false },
    });
  });

  it('that fail with words alone, or none, come back with an envelope too', async () => {
    const { session, ids } = await paused('a', 'b');
    const { body } = await session.send([
      results(
        result(ids[0], { is_error: true, error_code: 'timeout', content: 'It took too long.' }),
        result(ids[1], { is_error: true, error_code: 'declined' }),
      ),
    ]);
    const [a, b] = body.data[0]?.content ?? [];
    expect(a?.content).toEqual({
      error: { code: 'timeout', message: 'It took too long.', retryable: false },
    });
    expect(b?.content).toMatchObject({ error: { code: 'declined', retryable: false } });
  });

  it('that fail without a code count as unclassified', async () => {
    const { session, ids } = await paused('look');
    const { body } = await session.send([results(result(ids[0], { is_error: true }))]);
    expect(body.data[0]).toMatchObject({ error_code: 'unclassified' });
    expect(body.data[0]?.content[0]).toMatchObject({
      error_code: 'unclassified',
      content: { error: { code: 'unclassified' } },
    });
  });

  it.each([
    ['as an object', (error: object) => ({ error })],
    ['as text', (error: object) => JSON.stringify({ error })],
  ])('that fail with a code in their envelope alone (%s) keep it', async (_, write) => {
    const { session, ids } = await paused('a', 'b');
    const { body } = await session.send([
      results(
        result(ids[0], { is_error: true, content: write({ code: 'not_found', message: 'No.' }) }),
        result(ids[1], { is_error: true, content: write({ code: 'made_up', message: 'No.' }) }),
      ),
    ]);
    expect(body.data[0]?.error_code).toBe('not_found');
    const [known, unknown] = body.data[0]?.content ?? [];
    expect(known).toMatchObject({
      error_code: 'not_found',
      content: { error: { code: 'not_found', message: 'No.' } },
    });
    expect(unknown).toMatchObject({
      error_code: 'unclassified',
      content: { error: { code: 'unclassified', message: 'No.' } },
    });
  });

  it.each([
    ['ends before it starts', { started_at_ms: 5, ended_at_ms: 4 }],
    ['is before 1970', { started_at_ms: -5, ended_at_ms: 4 }],
    ['is beyond what a number holds exactly', { started_at_ms: 1, ended_at_ms: 2 ** 60 }],
  ])('are taken without their client_timing where it %s', async (_, client_timing) => {
    const { session, ids } = await paused('look');
    const { status, body } = await session.send([
      results(result(ids[0], { content: 'ok', client_timing })),
    ]);
    expect(status).toBe(200);
    expect(body.data[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: ids[0], content: 'ok' },
    ]);
  });

  it('put the first failing block’s code on the event', async () => {
    const { session, ids } = await paused('a', 'b', 'c');
    const { body } = await session.send([
      results(
        result(ids[0], { content: 'ok' }),
        result(ids[1], { is_error: true, error_code: 'timeout' }),
        result(ids[2], { is_error: true, error_code: 'declined' }),
      ),
    ]);
    expect(body.data[0]?.error_code).toBe('timeout');
  });

  it('resume the run when the last of them is in', async () => {
    const { session, ids } = await paused('a', 'b');
    expect((await session.send([results(result(ids[0]))])).status).toBe(200);
    await harness.settled();
    expect((await session.last()).type).toBe('user.tool_result');
    expect((await session.send([results(result(ids[1]))])).status).toBe(200);
    await harness.settled();
    expect((await session.types()).slice(-6)).toEqual([
      'user.tool_result',
      'user.tool_result',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
  });

  it('are refused with 409 where the call was answered already', async () => {
    const { session, ids } = await paused('a', 'b');
    await session.send([results(result(ids[0]))]);
    const again = await session.send([results(result(ids[0]), result(ids[1]))]);
    expect(again.status).toBe(409);
    expect(again.body.error.type).toBe('conflict_error');
    // Nothing of the refused request was stored: the other call is still open.
    expect((await session.send([results(result(ids[1]))])).status).toBe(200);
  });

  it('are refused with 409 where a message has cancelled the call', async () => {
    const { session, ids } = await paused('look');
    await session.say('never mind');
    const { status, body } = await session.send([results(result(ids[0]))]);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ type: 'conflict_error', code: 409 });
  });
});

describe('a message while the session waits for results', () => {
  it.each(['user.message', 'system.message'])(
    '(%s) cancels the open calls, in the reply too, and starts a run',
    async (type) => {
      const { session, ids } = await paused('a', 'b', 'c');
      await session.send([results(result(ids[1], { content: 'done' }))]);
      const { status, body } = await session.send([message('rather this', type)]);
      expect(status).toBe(200);
      expect(body.data.map((event) => event.type)).toEqual([
        'user.tool_result',
        'user.tool_result',
        type,
      ]);
      expect(body.data.slice(0, 2).map((event) => event.content[0]?.tool_use_id)).toEqual([
        ids[0],
        ids[2],
      ]);
      for (const event of body.data.slice(0, 2)) {
        expect(event.error_code).toBe('cancelled');
        expect(event.content[0]).toMatchObject({
          is_error: true,
          error_code: 'cancelled',
          content: { error: { code: 'cancelled', retryable: false } },
        });
      }
      await harness.settled();
      const types = await session.types();
      expect(types.filter((t) => t === 'session.status_running')).toHaveLength(2);
      expect(types.at(-1)).toBe('session.status_idle');
    },
  );

  it('leaves the pause alone when it is refused', async () => {
    const { session, ids } = await paused('look');
    expect((await session.send([{ type: 'user.message', content: [] }])).status).toBe(400);
    expect((await session.send([results(result(ids[0]))])).status).toBe(200);
  });

  it('an interrupt changes nothing about the pause', async () => {
    const { session, ids } = await paused('look');
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect((await session.last()).type).toBe('user.interrupt');
    expect((await session.send([results(result(ids[0]))])).status).toBe(200);
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });
});

describe('a project whose agents do not answer', () => {
  it('stores and echoes what is sent, and starts no run', async () => {
    const session = await harness.session({ project_id: 'quiet', script: [[{ say: 'hi' }]] });
    await harness.admin('PATCH', '/admin/projects/quiet', { agent_execution: false });
    const { status, body } = await session.say('hello?');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    await harness.settled();
    expect(await session.types()).toEqual(['user.message']);
    expect((await session.last()).processed_at).toBeNull();
    await harness.admin('PATCH', '/admin/projects/quiet', { agent_execution: true });
    await session.say('and now?');
    await harness.settled();
    expect((await session.last()).type).toBe('session.status_idle');
    expect((await session.events()).every((event) => event.processed_at !== null)).toBe(true);
  });
});

describe('a project without credits', () => {
  it('refuses a user.message with 402 and stores nothing, until there are credits again', async () => {
    const session = await harness.session({ project_id: 'poor', script: [[{ say: 'hi' }]] });
    await harness.admin('PATCH', '/admin/projects/poor', { credits_nano: 1 });
    expect((await session.say('the last')).status).toBe(200);
    await harness.settled();
    const before = await session.types();
    const refused = await session.say('one too many');
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({ type: 'insufficient_credits', code: 402 });
    expect(await session.types()).toEqual(before);
    await harness.admin('PATCH', '/admin/projects/poor', { credits_nano: null });
    expect((await session.say('again')).status).toBe(200);
    await harness.settled();
  });
});
