// Client tools: the pause, the results, and what happens to calls without a result

import { BEYOND, group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { answers, paused, types } from '../scenes.ts';
import {
  eventsOf,
  expectError,
  expectSuccess,
  interrupt,
  isEnd,
  message,
  ofType,
  only,
  result,
  system,
  toolUseIds,
} from '../world.ts';

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

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
  'message-in-flight': [
    'A message after the call of a tool and before the pause, while the run is in flight, is refused with 400',
    async (world) => {
      // The longer the run takes from its call to its pause, the surer the messages fall between.
      for (const ms of [1500, 6000, 12_000]) {
        const session = await world.session({
          client_tools: [{ name: 't', description: 'Does.', input_schema: { type: 'object' } }],
          script: [[{ call: [{ name: 't' }], ms }, { say: 'after' }], [{ say: 'next' }]],
        });
        await session.say('go');
        await session.sees('the call', ({ type }) => type === 'agent.tool_use');
        const replies = [await session.post(message('x')), await session.post(system('x'))];
        // If the pause is there by now, it may have come before the messages: then this try proves nothing.
        if ((await session.all()).some(isEnd)) continue;
        for (const reply of replies) expectError(reply, 400);
        const events = await session.ended();
        same(
          events.filter(({ type }) => /^(user|system)\.message$/.test(type)).length,
          1,
          'messages stored',
        );
        const [id] = toolUseIds(events);
        await session.send(result(String(id)));
        same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
        return;
      }
      world.skip('the pause came together with its call, so no message could come between');
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
    BEYOND,
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
    BEYOND,
  ],

  'message-resolves-rest': [
    'A message during a pause cancels only the calls that are still open',
    async (world) => {
      const { session, ids } = await paused(world, 2);
      await session.send(result(String(ids[0])));
      await session.say('never mind the other');
      await session.ended(2);
      const [first] = await answers(session, String(ids[0]));
      const [second, more] = await answers(session, String(ids[1]));
      ensure(first !== undefined && !('error_code' in first), 'the answered call was cancelled');
      same(second?.error_code, 'cancelled', 'error_code of the open call');
      same([(await answers(session, String(ids[0]))).length, more], [1, undefined], 'results');
    },
  ],
  'tool-loaded': [
    'A call of a tool that had to be loaded is answered tool_loaded at once; the real call follows in a later turn',
    async (world) => {
      const session = await world.session({
        client_tools: [{ name: 't', description: 'Does.', input_schema: { type: 'object' } }],
        script: [[{ load: [{ name: 't' }] }, { call: [{ name: 't' }] }, { say: 'done' }]],
      });
      await session.say('go');
      const events = await session.ended();
      const [loaded, called] = ofType(events, 'agent.tool_use').map((event) =>
        get(only(event), 'id'),
      );
      same(toolUseIds(events), [called], 'tool_use_ids');
      const [answer] = await answers(session, String(loaded));
      same(get(only(answer), 'status'), 'tool_loaded', 'status');
      ensure(get(only(answer), 'is_error') !== true, 'the result is a failure');
      const turns = types(events);
      ensure(
        turns.indexOf('session.turn_usage') < turns.lastIndexOf('agent.tool_use'),
        'the call is in the same turn',
      );
      await session.send(result(String(called)));
      same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
    },
  ],
});
