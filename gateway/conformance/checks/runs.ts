// States and transitions: what a run writes into the session, and how it ends

import { group } from '../check.ts';
import { Broken, cut, ensure, get, isInteger, same } from '../expect.ts';
import { ensureUsage, paused, TURN_USAGE, types } from '../scenes.ts';
import {
  expectError,
  expectSuccess,
  isEnd,
  message,
  ofType,
  only,
  result,
  toolUseIds,
  type WireEvent,
} from '../world.ts';

const RUN_CODES = [
  'upstream_error',
  'rate_limit_error',
  'context_exceeded',
  'upstream_timeout',
  'max_iterations',
  'invalid_tool_schema',
  'toolset_incomplete',
  'run_timeout',
  'run_interrupted',
  'run_abandoned',
  'internal_error',
];

const text = (value: string) => ({ type: 'text', text: value });

/** What the interface's tables say of each type. */
function ensureContent(event: WireEvent): void {
  const { type, content } = event;
  const what = `${type} ${cut(JSON.stringify(content), 160)}`;
  const blocks = Array.isArray(content) ? content.map((block) => get(block, 'type')) : [];
  const block = only(event);
  const isFailure =
    type === 'session.error' ||
    (type === 'user.tool_result' &&
      (content as unknown[]).some((one) => get(one, 'is_error') === true));
  same('error_code' in event, isFailure, `error_code on ${what}`);
  switch (type) {
    case 'user.message':
    case 'system.message':
    case 'agent.message':
      ensure(blocks.length > 0, `no blocks in ${what}`);
      for (const kind of blocks)
        ensure(['text', 'image', 'document'].includes(String(kind)), `a block in ${what}`);
      return;
    case 'agent.tool_use':
      for (const one of content as unknown[]) {
        same(
          Object.keys(one as object).sort(),
          ['id', 'input', 'name', 'type'],
          `the fields of ${what}`,
        );
        same(get(one, 'type'), 'tool_use', `the type in ${what}`);
      }
      return;
    case 'user.tool_result':
      for (const kind of blocks) same(kind, 'tool_result', `the type in ${what}`);
      return;
    case 'user.interrupt':
      same(content, [], 'the content of a user.interrupt');
      return;
    case 'session.status_running':
      return;
    case 'session.status_idle': {
      const isPause = get(block, 'stop_reason') === 'client_tool_use';
      same(get(block, 'tool_use_ids') !== undefined, isPause, `tool_use_ids in ${what}`);
      ensure(
        isPause || get(block, 'tool_traceparents') === undefined,
        `tool_traceparents in ${what}`,
      );
      ensure(isInteger(get(block, 'context_tokens')), `context_tokens in ${what}`);
      return;
    }
    case 'session.turn_usage':
      ensure(get(block, 'usage') === undefined, `a usage object in ${what}`);
      return;
    case 'session.error':
      same(get(block, 'type'), 'error', `the type in ${what}`);
      return;
    case 'session.compaction':
      same(blocks, ['text'], `the blocks of ${what}`);
      return;
    default:
      throw new Broken(`an event of the undocumented type ${type}`);
  }
}

export const runs = group('runs', {
  turn: [
    'A user.message starts a run: running, agent.message, turn_usage, idle with end_turn',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'Hello there.' }]] });
      const sent = await session.say('hi');
      const events = await session.ended();
      same(events[0]?.id, sent.id, 'the first event');
      const produced = types(events).slice(1);
      same(
        [produced[0], produced.at(-1)],
        ['session.status_running', 'session.status_idle'],
        'first and last',
      );
      same(
        [...produced].sort(),
        ['agent.message', 'session.status_idle', 'session.status_running', 'session.turn_usage'],
        'what the run wrote',
      );
      same(
        only(ofType(events, 'agent.message')[0]),
        { type: 'text', text: 'Hello there.' },
        'the reply',
      );
      same(get(only(events.at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
    },
  ],
  processed: [
    'processed_at is null until a run has processed the event',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      const sent = await session.say('hi');
      same(sent.processed_at, null, 'processed_at in the reply');
      const [stored] = await session.ended();
      ensure(typeof stored?.processed_at === 'string', 'processed_at is still null after the run');
    },
  ],
  idle: [
    'session.status_idle has stop_reason, context_tokens and usage, and no error_code',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      await session.say('hi');
      const idle = (await session.ended()).at(-1);
      const tokens = get(only(idle), 'context_tokens');
      ensure(isInteger(tokens) && tokens >= 0, `context_tokens is ${JSON.stringify(tokens)}`);
      ensureUsage(idle);
      ensure(idle !== undefined && !('error_code' in idle), 'error_code on a successful event');
      ensure(get(only(idle), 'tool_use_ids') === undefined, 'tool_use_ids without client_tool_use');
      world.note(
        `the content of session.status_idle is ${Array.isArray(idle.content) ? 'an array with one object' : 'an object'}`,
      );
    },
  ],
  'turn-usage': [
    'session.turn_usage is one block with its figures, from turn 1, without a usage object',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      await session.say('hi');
      const [event] = ofType(await session.ended(), 'session.turn_usage');
      const block = only(event);
      for (const field of TURN_USAGE) {
        const value = get(block, field);
        ensure(isInteger(value) && value >= 0, `${field} is ${JSON.stringify(value)}`);
      }
      same(get(block, 'turn'), 1, 'turn');
      ensure(typeof get(block, 'model') === 'string', 'model is no string');
      ensure(event !== undefined && !('usage' in event), 'the event carries a usage object');
      world.note(
        `the content of session.turn_usage is ${Array.isArray(event.content) ? 'an array with one block' : 'an object'} of type ${JSON.stringify(get(block, 'type'))}`,
      );
    },
  ],
  'usage-where': [
    'usage is present only on session.status_idle and session.error',
    async (world) => {
      const session = await world.session({
        script: [[{ think: 'hm' }, { say: 'x' }], [{ fail: 'run_timeout' }]],
      });
      await session.say('one');
      await session.ended();
      await session.say('two');
      for (const event of await session.ended(2))
        same('usage' in event, isEnd(event), `usage on ${event.type}`);
    },
  ],
  'stop-reasons': [
    'A run ends with max_tokens or model_context_window_exceeded where that is why',
    async (world) => {
      for (const reason of ['max_tokens', 'model_context_window_exceeded']) {
        const session = await world.session({ script: [[{ say: 'cut' }, { stop: reason }]] });
        await session.say('hi');
        same(get(only((await session.ended()).at(-1)), 'stop_reason'), reason, 'stop_reason');
      }
    },
  ],
  failures: [
    'A failed run ends with session.error: block, code, error_code and usage agree, for each run code',
    async (world) => {
      await Promise.all(
        RUN_CODES.map(async (code) => {
          const session = await world.session({ script: [[{ fail: code }]] });
          await session.say('hi');
          const error = (await session.ended()).at(-1);
          same(error?.type, 'session.error', `the end of a run that fails with ${code}`);
          const block = only(error);
          same(
            [get(block, 'type'), get(block, 'code'), error?.error_code],
            ['error', code, code],
            'type, code and error_code',
          );
          ensure(
            typeof get(block, 'text') === 'string' && get(block, 'text') !== '',
            'no text for the client',
          );
          const requestId = get(block, 'request_id');
          ensure(
            requestId === undefined || typeof requestId === 'string',
            'request_id is no string',
          );
          ensureUsage(error);
        }),
      );
    },
  ],
  'one-end': [
    'A run cycle ends exactly once, and nothing follows',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'a' }, { say: 'b' }]] });
      await session.say('hi');
      const events = await session.ended();
      await world.sleep(300);
      same(types(await session.all()), types(events), 'the events a moment later');
      same(events.filter(isEnd).length, 1, 'ends');
    },
  ],
  'second-run': [
    'Each user.message after an end starts another run, with its own end and usage',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
      await session.say('1');
      await session.ended();
      await session.say('2');
      const events = await session.ended(2);
      same(
        ofType(events, 'agent.message').map((event) => get(only(event), 'text')),
        ['one', 'two'],
        'replies',
      );
      for (const end of events.filter(isEnd)) ensureUsage(end);
      same(
        ofType(events, 'session.turn_usage').map((event) => get(only(event), 'turn')),
        [1, 1],
        'turns',
      );
    },
  ],
  'after-failure': [
    'A session goes on after a failed run',
    async (world) => {
      const session = await world.session({
        script: [[{ fail: 'upstream_error' }], [{ say: 'back' }]],
      });
      await session.say('1');
      await session.ended();
      await session.say('2');
      same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'stop_reason');
    },
  ],
  'system-message': [
    'A system.message goes with a user.message',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      const sent = await session.send(
        { type: 'system.message', content: [{ type: 'text', text: 'be kind' }] },
        message('hi'),
      );
      same(types(sent), ['system.message', 'user.message'], 'the reply');
      await session.ended();
    },
  ],
  'system-message-alone': [
    'A system.message alone is accepted',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      expectSuccess(
        await session.post({
          type: 'system.message',
          content: [{ type: 'text', text: 'be kind' }],
        }),
      );
      await world.sleep(300);
      const started = types(await session.all()).includes('session.status_running');
      world.note(`a system.message alone ${started ? 'starts a run' : 'starts no run'}`);
    },
  ],
  'no-credits': [
    'With an exhausted balance POST events is refused in words, and works again after a top-up',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      await world.admin('PATCH', `/projects/${session.project}`, { credits_nano: 0 });
      const reply = await session.post(message('hi'));
      const type = expectError(reply, 400, 402, 403, 429);
      ensure(/credit/i.test(reply.text), 'neither type nor message speaks of credits');
      same(await session.all(), [], 'events stored');
      world.note(`exhausted credits answer ${reply.status} with type ${type}`);
      await world.admin('PATCH', `/projects/${session.project}`, { credits_nano: null });
      expectSuccess(await session.post(message('hi')));
    },
  ],

  'content-by-type': [
    'Every event is of a documented type with the content that belongs to it; error_code stands on failures alone',
    async (world) => {
      const session = await world.session({
        client_tools: [{ name: 't', description: 'Does.', input_schema: { type: 'object' } }],
        script: [
          [
            { think: 'hm', ms: 5 },
            { say: 'look' },
            { call: [{ name: 't', input: { a: 1 } }] },
            { say: 'seen' },
          ],
          [{ compact: 'they looked' }, { fail: 'run_timeout' }],
        ],
      });
      await session.send({ type: 'system.message', content: [text('be kind')] }, message('go'));
      const [id] = toolUseIds(await session.ended());
      await session.send(result(String(id), { is_error: true, error_code: 'declined' }));
      await session.ended(2);
      await session.say('again');
      await session.ended(3);
      await session.send({ type: 'user.interrupt' });
      for (const event of await session.all()) ensureContent(event);
    },
  ],
  'context-tokens': [
    'context_tokens is the total of the latest turn, and 0 when the cycle made no model request',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      await session.say('hi');
      const events = await session.ended();
      const [turn] = ofType(events, 'session.turn_usage');
      const total = get(only(turn), 'total_tokens');
      same(get(only(events.at(-1)), 'context_tokens'), total, 'context_tokens');
      // The script has no second turn, so there is nothing to ask a model.
      await session.say('and?');
      const second = (await session.ended(2)).slice(events.length);
      if (ofType(second, 'session.turn_usage').length > 0)
        return world.note('a turn that the script lacks asks a model');
      same(get(only(second.at(-1)), 'context_tokens'), 0, 'context_tokens without a request');
    },
  ],
  'request-id': [
    'The request_id of a session.error, where there is one, is a string, and the same for one run',
    async (world) => {
      const session = await world.session({ script: [[{ fail: 'upstream_error' }]] });
      const reply = await session.post(message('hi'));
      const error = only((await session.ended()).at(-1));
      const id = get(error, 'request_id');
      ensure(id === undefined || typeof id === 'string', `request_id is ${JSON.stringify(id)}`);
      const isSame = id === reply.headers.get('x-request-id');
      world.note(
        `request_id is ${id === undefined ? 'absent' : isSame ? 'the X-Request-ID of the message' : 'another than the X-Request-ID of the message'}`,
      );
    },
  ],
  'processed-results': [
    'Results and interrupts, too, have processed_at once a run has read them',
    async (world) => {
      const { session, ids } = await paused(world);
      const [sent] = await session.send(result(String(ids[0])));
      same(sent?.processed_at, null, 'processed_at in the reply');
      const events = await session.ended(2);
      for (const event of ofType(events, 'user.tool_result'))
        ensure(typeof event.processed_at === 'string', 'processed_at of a result is still null');
    },
  ],
  'missing-collection': [
    'An agent whose knowledge base is gone stops with toolset_incomplete',
    async (world) => {
      const project_id = world.newProject();
      const collection_id = await world.newCollection(project_id);
      const session = await world.session({ project_id, collection_id, script: [[{ say: 'x' }]] });
      await world.admin('DELETE', `/collections/${collection_id}`, undefined);
      await session.say('hi');
      const error = (await session.ended()).at(-1);
      same(error?.error_code, 'toolset_incomplete', 'error_code');
      same(ofType(await session.all(), 'agent.message'), [], 'replies');
    },
  ],
});
