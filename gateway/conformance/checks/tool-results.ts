// The tool_result block: what is taken, what is refused, and in which form it comes back

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { answers, failure, paused } from '../scenes.ts';
import { expectError, only, result } from '../world.ts';

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
export const toolResults = group('tool-results', {
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
});
