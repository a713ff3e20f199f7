// States and transitions: what a run writes into the session, and how it ends

import { ensure, get, group, isInteger, same } from '../check.ts';
import {
  expectError,
  expectSuccess,
  interrupt,
  isEnd,
  message,
  ofType,
  only,
  type WireEvent,
} from '../world.ts';

const USAGE = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'credits_nano',
];
const TURN_USAGE = ['turn', ...USAGE, 'reasoning_tokens', 'total_tokens'];
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

const types = (events: readonly WireEvent[]) => events.map(({ type }) => type);

function ensureUsage(event: WireEvent | undefined): void {
  for (const field of USAGE) {
    const value = get(event?.usage, field);
    ensure(
      isInteger(value) && value >= 0,
      `usage.${field} of ${event?.type} is ${JSON.stringify(value)}`,
    );
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
  thoughts: [
    'Thought blocks come with include_thinking=true only, and then first',
    async (world) => {
      const session = await world.session({
        script: [[{ think: 'let me see', ms: 20 }, { say: 'x' }]],
      });
      await session.say('hi');
      const [plain] = ofType(await session.ended(), 'agent.message');
      same(plain?.content, [{ type: 'text', text: 'x' }], 'content without include_thinking');
      const [full] = ofType(await session.all('?limit=100&include_thinking=true'), 'agent.message');
      same(
        [get(full?.content, '0.type'), get(full?.content, '0.text')],
        ['thought', 'let me see'],
        'the first block',
      );
      same(get(full?.content, '1.text'), 'x', 'the text after it');
      const ms = get(full?.content, '0.extra_content.gateway.thinking_ms');
      ensure(
        ms === undefined || (typeof ms === 'number' && ms >= 0),
        `thinking_ms is ${JSON.stringify(ms)}`,
      );
    },
  ],
  citations: [
    'Citations stand on text blocks, each with type, document_uri and document_title',
    async (world) => {
      const citation = {
        type: 'knowledge_base',
        document_uri: 'https://a.example/d',
        document_title: 'D',
      };
      const session = await world.session({
        script: [[{ say: 'As written.', citations: [citation] }]],
      });
      await session.say('hi');
      const [reply] = ofType(await session.ended(), 'agent.message');
      same(only(reply), { type: 'text', text: 'As written.', citations: [citation] }, 'the block');
    },
  ],
  compaction: [
    'session.compaction is one text block, and the original events stay',
    async (world) => {
      const session = await world.session({
        script: [[{ say: 'one' }], [{ compact: 'they said one' }, { say: 'two' }]],
      });
      const first = await session.say('1');
      await session.ended();
      await session.say('2');
      const events = await session.ended(2);
      const [compaction] = ofType(events, 'session.compaction');
      same(compaction?.content, [{ type: 'text', text: 'they said one' }], 'the content');
      same(events[0]?.id, first.id, 'the oldest event');
    },
  ],
  interrupt: [
    'A user.interrupt stops the run: idle with user_cancelled',
    async (world) => {
      const session = await world.session({ script: [[{ wait_ms: 60_000 }, { say: 'never' }]] });
      await session.say('hi');
      await session.sees('the run to start', ({ type }) => type === 'session.status_running');
      const [event] = await session.send(interrupt());
      same(event?.type, 'user.interrupt', 'the reply');
      const events = await session.ended();
      const end = events.at(-1);
      same(
        [end?.type, get(only(end), 'stop_reason')],
        ['session.status_idle', 'user_cancelled'],
        'the end',
      );
      ensureUsage(end);
      same(ofType(events, 'agent.message'), [], 'replies');
    },
  ],
  'interrupt-without-run': [
    'A user.interrupt without a run is appended, and has no other effect',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'x' }]] });
      await session.send(interrupt());
      await world.sleep(300);
      same(types(await session.all()), ['user.interrupt'], 'events');
      await session.say('hi');
      same(get(only((await session.ended()).at(-1)), 'stop_reason'), 'end_turn', 'the next run');
    },
  ],
  'interrupt-once': [
    'An interrupt stops that run only: the next one runs',
    async (world) => {
      const session = await world.session({ script: [[{ wait_ms: 60_000 }], [{ say: 'second' }]] });
      await session.say('1');
      await session.sees('the run to start', ({ type }) => type === 'session.status_running');
      await session.send(interrupt());
      await session.ended();
      await session.say('2');
      same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'the second run');
    },
  ],
  'message-during-run': [
    'A message during a run is accepted or refused, and never lost',
    async (world) => {
      const session = await world.session({
        script: [[{ wait_ms: 400 }, { say: 'first' }], [{ say: 'second' }]],
      });
      await session.say('1');
      await session.sees('the run to start', ({ type }) => type === 'session.status_running');
      const reply = await session.post(message('2'));
      ensure(reply.status < 500, `answered ${reply.status}`);
      const stored = (await session.all()).filter(({ type }) => type === 'user.message').length;
      same(stored, reply.status < 300 ? 2 : 1, 'user.message events');
      if (reply.status < 300) await session.ended(2);
      world.note(
        `a user.message while a run is in flight answers ${reply.status}${reply.status < 300 ? ' and gets a run of its own' : ''}`,
      );
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
});
