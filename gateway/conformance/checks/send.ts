// POST /v1/sessions/{session_id}/events, as far as no agent is needed

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import {
  eventsOf,
  expectError,
  expectSuccess,
  interrupt,
  message,
  result,
  system,
  type TestSession,
} from '../world.ts';

const text = (value: string) => ({ type: 'text', text: value });

/** Refused with 400, in the standard shape, and nothing of it is stored. */
async function refuses(session: TestSession, ...events: unknown[]): Promise<void> {
  const before = (await session.all()).length;
  expectError(await session.post(...events), 400);
  same(
    (await session.all()).length,
    before,
    `events stored by a refused request (${JSON.stringify(events).slice(0, 120)})`,
  );
}

export const send = group('send', {
  echo: [
    'The reply holds the persisted events, each with its id, as they were sent',
    async (world) => {
      const session = await world.quiet();
      const reply = await session.post(message('one'), system('two'));
      const events = eventsOf(reply);
      same(
        events.map(({ type }) => type),
        ['user.message', 'system.message'],
        'types',
      );
      same(
        events.map(({ content }) => content),
        [[text('one')], [text('two')]],
        'content',
      );
      same(
        events.map(({ processed_at }) => processed_at),
        [null, null],
        'processed_at',
      );
      world.note(`success is HTTP ${reply.status}`);
    },
  ],
  persisted: [
    'What was accepted is listed with the same ids, in the order of the request',
    async (world) => {
      const session = await world.quiet();
      const sent = await session.send(...Array.from({ length: 9 }, (_, n) => message(`n ${n}`)));
      const listed = await session.all();
      same(
        listed.map(({ id, content }) => [id, content]),
        sent.map(({ id, content }) => [id, content]),
        'the list',
      );
    },
  ],
  'text-round-trip': [
    'Text comes back as it was sent, whatever is in it',
    async (world) => {
      const session = await world.quiet();
      for (const value of [
        ' ',
        'ä€😀',
        '<script>alert(1)</script>',
        'a\r\nb\n\tc',
        '"\\',
        'é e\u0301',
        '\u202E rtl',
        "'; DROP TABLE events; --",
        '$1 %s {{x}}',
      ]) {
        const [event] = await session.send(message(value));
        same(get(event?.content, '0.text'), value, 'the text');
      }
    },
  ],
  'event-count': [
    'A request takes 1 to 100 events',
    async (world) => {
      const session = await world.quiet();
      const many = Array.from({ length: 101 }, (_, n) => message(`n ${n}`));
      same((await session.send(...many.slice(0, 100))).length, 100, 'a request of 100');
      await refuses(session);
      await refuses(session, ...many);
    },
  ],
  'body-shape': [
    'A body without an array of event objects is refused with 400',
    async (world) => {
      const session = await world.quiet();
      for (const body of [
        {},
        [],
        5,
        null,
        'x',
        { events: {} },
        { events: null },
        { events: [5] },
        { events: [null] },
      ]) {
        expectError(await session.call('POST', '', { body }), 400);
      }
      for (const broken of ['', '{', '{"events":[', 'events=1']) {
        expectError(await session.call('POST', '', { text: broken }), 400);
      }
    },
  ],
  types: [
    'Only the four input types are taken',
    async (world) => {
      const session = await world.quiet();
      for (const type of [
        'agent.message',
        'agent.tool_use',
        'session.status_idle',
        'session.status_running',
        'session.error',
        'session.compaction',
        'session.turn_usage',
        'user.nonsense',
        '',
        5,
        undefined,
      ]) {
        await refuses(session, { type, content: [text('x')] });
      }
    },
  ],
  'rejected-types': [
    'user.tool_confirmation, user.custom_tool_result and user.define_outcome are refused with 400',
    async (world) => {
      const session = await world.quiet();
      for (const type of [
        'user.tool_confirmation',
        'user.custom_tool_result',
        'user.define_outcome',
      ]) {
        await refuses(session, { type, content: [text('x')] });
      }
    },
  ],
  'content-required': [
    'Messages and results need at least one block',
    async (world) => {
      const session = await world.quiet();
      for (const type of ['user.message', 'system.message', 'user.tool_result']) {
        for (const content of [undefined, [], null, 'x', {}])
          await refuses(session, { type, content });
      }
    },
  ],
  'message-blocks': [
    'A message takes text and document blocks, and no others',
    async (world) => {
      const session = await world.quiet();
      const source = { type: 'text', media_type: 'text/plain', data: 'hello' };
      const document = { type: 'document', title: 'T', source };
      const [event] = await session.send({
        type: 'user.message',
        content: [text('see'), document],
      });
      same(event?.content, [text('see'), document], 'the content');
      const image = { type: 'image', source: { type: 'url', url: 'https://a.example/x.png' } };
      for (const block of [
        image,
        { type: 'thought', text: 'x' },
        { type: 'tool_use', id: 'a', name: 'n', input: {} },
        { type: 'tool_result', tool_use_id: 'a' },
        { type: 'hologram' },
        { text: 'x' },
        'x',
        null,
      ]) {
        await refuses(session, { type: 'user.message', content: [block] });
      }
    },
  ],
  'text-block-shape': [
    'A text block without text is refused with 400',
    async (world) => {
      const session = await world.quiet();
      for (const block of [
        { type: 'text' },
        { type: 'text', text: 5 },
        { type: 'text', text: null },
      ]) {
        await refuses(session, { type: 'user.message', content: [block] });
      }
    },
  ],
  'interrupt-alone': [
    'A user.interrupt must be the only event in its request',
    async (world) => {
      const session = await world.quiet();
      await refuses(session, interrupt(), message('x'));
      await refuses(session, message('x'), interrupt());
      await refuses(session, interrupt(), interrupt());
      await refuses(session, interrupt(), result('t'));
    },
  ],
  'interrupt-content': [
    'The content of a user.interrupt may be omitted or empty, and comes back empty',
    async (world) => {
      const session = await world.quiet();
      for (const event of [{ type: 'user.interrupt' }, { type: 'user.interrupt', content: [] }]) {
        const [stored] = await session.send(event);
        same([stored?.type, stored?.content], ['user.interrupt', []], 'the event');
      }
      const reply = await session.post({ type: 'user.interrupt', content: [text('x')] });
      world.note(`a user.interrupt with content answers ${reply.status}`);
    },
  ],
  mixed: [
    'Results and messages in one request are refused with 400',
    async (world) => {
      const session = await world.quiet();
      await refuses(session, result('t'), message('x'));
      await refuses(session, message('x'), result('t'));
      await refuses(session, system('x'), result('t'));
    },
  ],
  atomic: [
    'One bad event refuses the whole request',
    async (world) => {
      const session = await world.quiet();
      await refuses(session, message('good'), { type: 'user.message', content: [] });
      await refuses(session, message('good'), { type: 'user.define_outcome' });
    },
  ],
  'execution-off': [
    'While agent execution is off, events are stored and echoed, and nothing answers',
    async (world) => {
      const session = await world.quiet({ script: [[{ say: 'never' }]] });
      await session.say('hello');
      await world.sleep(300);
      same(
        (await session.all()).map(({ type }) => type),
        ['user.message'],
        'types',
      );
    },
  ],
  'no-reply-inside': [
    'The reply never contains the agent’s reply',
    async (world) => {
      const session = await world.session({ script: [[{ say: 'at once' }]] });
      const events = await session.send(message('hello'));
      same(
        events.map(({ type }) => type),
        ['user.message'],
        'types',
      );
    },
  ],
  'unknown-fields': [
    'A field that the interface does not know does no harm',
    async (world) => {
      const session = await world.quiet();
      const reply = await session.call('POST', '', {
        body: {
          events: [
            { ...message('x'), id: 'mine', processed_at: '2020-01-01T00:00:00Z', colour: 1 },
          ],
          more: 1,
        },
      });
      ensure(reply.status < 500, `answered ${reply.status}`);
      if (reply.status < 300) {
        const [event] = eventsOf(reply);
        ensure(
          event?.id !== 'mine' && event?.processed_at === null,
          'the client could set id or processed_at',
        );
      }
      world.note(`unknown fields answer ${reply.status}`);
    },
  ],
  'document-only': [
    'A message may be a document alone',
    async (world) => {
      const session = await world.quiet();
      const source = { type: 'base64', media_type: 'text/plain', data: 'aGVsbG8=' };
      expectSuccess(
        await session.post({ type: 'user.message', content: [{ type: 'document', source }] }),
      );
    },
  ],

  concurrent: [
    'Requests at the same time are all stored, each whole and in one place',
    async (world) => {
      const session = await world.quiet();
      const sent = await Promise.all(
        Array.from({ length: 12 }, (_, n) => session.send(message(`${n} a`), message(`${n} b`))),
      );
      const listed = (await session.all('?limit=7')).map(({ id }) => id);
      same(listed.length, 24, 'events listed');
      for (const events of sent) {
        const at = listed.indexOf(String(events[0]?.id));
        same(
          listed.slice(at, at + 2),
          events.map(({ id }) => id),
          'the events of one request',
        );
      }
    },
  ],
});
