// Client tools: the pause, the results, and what becomes of calls that nobody answers

import { ensure, get, group, same } from '../check.ts';
import {
  eventsOf,
  expectError,
  expectSuccess,
  interrupt,
  message,
  ofType,
  only,
  result,
  type Script,
  type TestSession,
  toolUseIds,
  type World,
} from '../world.ts';

const CODES = [
  'invalid_input',
  'permission_denied',
  'not_found',
  'tool_unavailable',
  'declined',
  'cancelled',
  'rate_limited',
  'timeout',
  'unavailable',
  'wp_fatal_error',
  'execution_failed',
  'internal_error',
];
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: 'object' },
});

/** A session whose first message leads to `count` calls in one pause. */
async function paused(world: World, count = 1, then: Script[number] = [{ say: 'after' }]) {
  const names = Array.from({ length: count }, (_, n) => `tool_${n}`);
  const session = await world.session({
    client_tools: names.map(tool),
    script: [
      [{ call: names.map((name, n) => ({ name, input: { n } })) }, ...then],
      [{ say: 'next' }],
    ],
  });
  await session.say('go');
  const events = await session.ended();
  return { session, events, ids: toolUseIds(events) };
}

const failure = (id: string, error_code?: string, more: object = {}) =>
  result(id, {
    is_error: true,
    content: 'it broke',
    ...(error_code === undefined ? {} : { error_code }),
    ...more,
  });

/** The results that the log shows for a call. */
async function answers(session: TestSession, id: string) {
  return ofType(await session.all(), 'user.tool_result').filter(
    (event) => get(only(event), 'tool_use_id') === id,
  );
}

export const clientTools = group('client-tools', {
  pause: [
    'A call of a client tool pauses the run: agent.tool_use, then idle with client_tool_use and tool_use_ids',
    async (world) => {
      const { events, ids } = await paused(world);
      const [use] = ofType(events, 'agent.tool_use');
      const block = only(use);
      same(
        [get(block, 'type'), get(block, 'name'), get(block, 'input')],
        ['tool_use', 'tool_0', { n: 0 }],
        'the call',
      );
      const idle = events.at(-1);
      same(
        [idle?.type, get(only(idle), 'stop_reason')],
        ['session.status_idle', 'client_tool_use'],
        'the last event',
      );
      same(ids, [get(block, 'id')], 'tool_use_ids');
      ensure(idle !== undefined && 'usage' in idle, 'no usage on the idle event');
    },
  ],
  traceparents: [
    'tool_traceparents, where there are any, map pending calls to W3C traceparents',
    async (world) => {
      const { events, ids } = await paused(world, 2);
      const map = get(only(events.at(-1)), 'tool_traceparents');
      world.note(`tool_traceparents are ${map === undefined ? 'absent' : 'present'}`);
      if (map === undefined) return;
      same(Object.keys(map as object).sort(), [...ids].sort(), 'keys');
      for (const value of Object.values(map as object))
        ensure(TRACEPARENT.test(String(value)), `${value} is no traceparent`);
    },
  ],
  resume: [
    'The result resumes the run, which ends like any other',
    async (world) => {
      const { session, ids } = await paused(world);
      const reply = await session.post(result(String(ids[0])));
      const [echo] = eventsOf(reply);
      same(
        [echo?.type, get(only(echo), 'tool_use_id'), get(only(echo), 'content')],
        ['user.tool_result', ids[0], 'done'],
        'the reply',
      );
      const events = await session.ended(2);
      same(get(only(events.at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
      same(get(only(ofType(events, 'agent.message').at(-1)), 'text'), 'after', 'the answer');
      const turns = ofType(events, 'session.turn_usage').map((event) => get(only(event), 'turn'));
      world.note(`turns of a run that paused once: ${turns.join(', ')}`);
    },
  ],
  'all-results': [
    'A pause for several calls ends when each has its result, in one request or in several',
    async (world) => {
      const together = await paused(world, 3);
      await together.session.send(...together.ids.map((id) => result(id)));
      same(
        get(only((await together.session.ended(2)).at(-1)), 'stop_reason'),
        'end_turn',
        'after one request',
      );

      const { session, ids } = await paused(world, 3);
      await session.send(result(String(ids[2])));
      await session.send(result(String(ids[0])));
      await world.sleep(200);
      ensure(
        ofType(await session.all(), 'agent.message').length === 0,
        'the run went on while a call was open',
      );
      await session.send(result(String(ids[1])));
      same(
        get(only((await session.ended(2)).at(-1)), 'stop_reason'),
        'end_turn',
        'after three requests',
      );
    },
  ],
  'one-event': [
    'One user.tool_result may carry the blocks of several calls',
    async (world) => {
      const { session, ids } = await paused(world, 2);
      await session.send({
        type: 'user.tool_result',
        content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
      });
      same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
    },
  ],
  'content-omitted': [
    'content may be omitted',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.send({
        type: 'user.tool_result',
        content: [{ type: 'tool_result', tool_use_id: ids[0] }],
      });
      await session.ended(2);
    },
  ],
  codes: [
    'Each of the twelve error codes is taken, and comes back on event, block and envelope',
    async (world) => {
      await Promise.all(
        CODES.map(async (code) => {
          const { session, ids } = await paused(world);
          await session.send(failure(String(ids[0]), code));
          const [event] = await answers(session, String(ids[0]));
          const block = only(event);
          same(
            [event?.error_code, get(block, 'error_code'), get(block, 'is_error')],
            [code, code, true],
            `what came back of ${code}`,
          );
          const envelope = get(block, 'content');
          same(
            Object.keys((envelope ?? {}) as object),
            ['error'],
            `the envelope's keys (${JSON.stringify(envelope)})`,
          );
          same(get(envelope, 'error.code'), code, 'error.code');
          ensure(typeof get(envelope, 'error.message') === 'string', 'error.message is no string');
          ensure(
            typeof get(envelope, 'error.retryable') === 'boolean',
            'error.retryable is no boolean',
          );
        }),
      );
    },
  ],
  envelope: [
    'An error envelope is taken as content of a failure, and its field and retryable come back',
    async (world) => {
      const envelope = {
        error: { code: 'invalid_input', message: 'bad colour', field: 'colour', retryable: true },
      };
      for (const content of [envelope, JSON.stringify(envelope)]) {
        const { session, ids } = await paused(world);
        await session.send(failure(String(ids[0]), 'invalid_input', { content }));
        const [event] = await answers(session, String(ids[0]));
        same(get(only(event), 'content'), envelope, `the envelope sent as ${typeof content}`);
      }
    },
  ],
  unclassified: [
    'A failure without a code is taken, and reported as unclassified',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.send(failure(String(ids[0])));
      const [event] = await answers(session, String(ids[0]));
      same(event?.error_code, 'unclassified', 'error_code of the event');
    },
  ],
  'first-failure': [
    'Of several failing blocks the event takes the first one’s code',
    async (world) => {
      const { session, ids } = await paused(world, 3);
      const block = (id: string | undefined, more: object) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'x',
        ...more,
      });
      const [event] = await session.send({
        type: 'user.tool_result',
        content: [
          block(ids[0], {}),
          block(ids[1], { is_error: true, error_code: 'timeout' }),
          block(ids[2], { is_error: true, error_code: 'declined' }),
        ],
      });
      same(event?.error_code, 'timeout', 'error_code');
    },
  ],
  'success-without-code': [
    'A success has no error_code, neither on the event nor on the block',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.send(result(String(ids[0]), { is_error: false }));
      const [event] = await answers(session, String(ids[0]));
      ensure(event !== undefined && !('error_code' in event), 'error_code on the event');
      ensure(get(only(event), 'error_code') === undefined, 'error_code on the block');
      ensure(get(only(event), 'status') === undefined, 'status on an ordinary result');
    },
  ],
  'bad-codes': [
    'An unknown error_code, or one where is_error is not true, is refused with 400',
    async (world) => {
      const { session, ids } = await paused(world);
      const id = String(ids[0]);
      for (const code of ['nonsense', 'unclassified', 'run_timeout', '', 5]) {
        expectError(await session.post(result(id, { is_error: true, error_code: code })), 400);
      }
      for (const is_error of [false, undefined]) {
        expectError(await session.post(result(id, { is_error, error_code: 'timeout' })), 400);
      }
      same((await answers(session, id)).length, 0, 'results stored');
    },
  ],
  shape: [
    'A result without tool_use_id, or of another shape, is refused with 400',
    async (world) => {
      const { session, ids } = await paused(world);
      const block = { type: 'tool_result', tool_use_id: ids[0], content: 'x' };
      for (const bad of [
        { ...block, tool_use_id: undefined },
        { ...block, tool_use_id: 5 },
        { ...block, type: 'text', text: 'x' },
        { ...block, is_error: 'yes' },
        { ...block, content: 5 },
        { ...block, client_timing: { started_at_ms: 1 } },
        { ...block, client_timing: { started_at_ms: 1.5, ended_at_ms: 2 } },
        { ...block, client_timing: { started_at_ms: '1', ended_at_ms: '2' } },
      ]) {
        expectError(await session.post({ type: 'user.tool_result', content: [bad] }), 400);
      }
    },
  ],
  timing: [
    'client_timing and traceparent are taken; traceparent is not returned in later history',
    async (world) => {
      const { session, events, ids } = await paused(world);
      const given = get(only(events.at(-1)), `tool_traceparents.${ids[0]}`);
      const traceparent =
        typeof given === 'string' ? given : `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const client_timing = { started_at_ms: 1_760_000_000_000, ended_at_ms: 1_760_000_000_250 };
      await session.send(result(String(ids[0]), { traceparent, client_timing }));
      const [event] = await answers(session, String(ids[0]));
      ensure(get(only(event), 'traceparent') === undefined, 'traceparent is in the history');
      world.note(
        `client_timing ${get(only(event), 'client_timing') === undefined ? 'is not' : 'is'} returned in history`,
      );
    },
  ],
  'message-resolves': [
    'A message during a pause without a run cancels the open calls, is persisted, and starts a run',
    async (world) => {
      const { session, ids } = await paused(world, 2);
      const reply = await session.post(message('never mind'));
      const sent = eventsOf(reply);
      ensure(
        sent.some(({ type }) => type === 'user.message'),
        'the reply lacks the message',
      );
      const events = await session.ended(2);
      const results = ofType(events, 'user.tool_result');
      const cancelled = results.flatMap(({ content }) =>
        Array.isArray(content) ? content : [content],
      );
      same(
        cancelled.map((block) => get(block, 'tool_use_id')).sort(),
        [...ids].sort(),
        'the cancelled calls',
      );
      for (const event of results) same(event.error_code, 'cancelled', 'error_code of the event');
      for (const block of cancelled)
        same([get(block, 'is_error'), get(block, 'error_code')], [true, 'cancelled'], 'the block');
      const order = events.map(({ type }) => type);
      ensure(
        order.lastIndexOf('user.tool_result') < order.lastIndexOf('user.message'),
        'the cancellation is not before the message',
      );
      same(get(only(events.at(-1)), 'stop_reason'), 'end_turn', 'the new run');
      world.note(
        `the reply to the message ${sent.length > 1 ? 'includes' : 'leaves out'} the synthetic results, ${results.length} event(s) for ${ids.length} calls`,
      );
    },
  ],
  'late-result': [
    'A result for a cancelled call is refused with 409',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.say('never mind');
      await session.ended(2);
      const before = (await session.all()).length;
      expectError(await session.post(result(String(ids[0]))), 409);
      same((await session.all()).length, before, 'events stored');
    },
  ],
  'system-resolves': [
    'A system.message during a pause resolves it as well',
    async (world) => {
      const { session, ids } = await paused(world);
      expectSuccess(
        await session.post({ type: 'system.message', content: [{ type: 'text', text: 'go on' }] }),
      );
      expectError(await session.post(result(String(ids[0]))), 409);
    },
  ],
  'second-result': [
    'A second result for an answered call changes nothing',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.send(result(String(ids[0])));
      await session.ended(2);
      const reply = await session.post(result(String(ids[0]), { content: 'again' }));
      expectError(reply, 400, 404, 409);
      same((await answers(session, String(ids[0]))).length, 1, 'results stored');
      world.note(`a second result for one call answers ${reply.status}`);
    },
  ],
  'unknown-call': [
    'A result for a call that does not exist, or of another session, is refused',
    async (world) => {
      const [{ session }, other] = [await paused(world), await paused(world)];
      const unknown = await session.post(result('toolu_nothing'));
      expectError(unknown, 400, 404, 409);
      expectError(await session.post(result(String(other.ids[0]))), 400, 404, 409);
      world.note(`a result for an unknown call answers ${unknown.status}`);
      await other.session.send(result(String(other.ids[0])));
      await other.session.ended(2);
    },
  ],
  'interrupt-in-pause': [
    'A user.interrupt during a pause without a run is appended, and the calls stay open',
    async (world) => {
      const { session, ids } = await paused(world);
      await session.send(interrupt());
      await world.sleep(200);
      same((await session.all()).at(-1)?.type, 'user.interrupt', 'the last event');
      await session.send(result(String(ids[0])));
      same(
        get(only((await session.ended(2)).at(-1)), 'stop_reason'),
        'end_turn',
        'the resumed run',
      );
    },
  ],
  'atomic-batch': [
    'One refused result refuses the whole request',
    async (world) => {
      const { session, ids } = await paused(world, 2);
      expectError(
        await session.post(result(String(ids[0])), result('toolu_nothing')),
        400,
        404,
        409,
      );
      same((await answers(session, String(ids[0]))).length, 0, 'results stored');
    },
  ],
});
