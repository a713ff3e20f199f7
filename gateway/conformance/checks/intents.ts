// Names for what clients send, an extension of the interface: a gateway that has it says `Bellhop-Intents: 1` on its lists, and is
// then held to all of it. Of any other these checks are skipped.

import { type Check, group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { openStream } from '../open-stream.ts';
import { paused, types } from '../scenes.ts';
import {
  eventsOf,
  expectError,
  interrupt,
  message,
  ofType,
  only,
  result,
  type SessionOptions,
  type TestSession,
  type WireEvent,
  type World,
} from '../world.ts';

const HEADER = 'bellhop-intents';
const PAUSE_MS = 300;

type Named = Record<string, unknown>;

const named = (text: string, intent_id: unknown): Named => ({ ...message(text), intent_id });
const nameOf = (event: unknown) => get(event, 'intent_id');
const said = (events: readonly { type: string }[]) =>
  events.filter(({ type }) => type === 'user.message').length;

/** A rule of the extension as a check: skipped where the list doesn't say that the gateway has it. */
function tried(
  title: string,
  options: SessionOptions | null,
  run: (session: TestSession, world: World) => Promise<void>,
): [string, Check['run']] {
  return [
    title,
    async (world) => {
      const session = await (options === null ? world.quiet() : world.session(options));
      await needNames(world, session);
      await run(session, world);
    },
  ];
}

async function needNames(world: World, session: TestSession): Promise<void> {
  const { headers } = await session.call('GET');
  if (headers.get(HEADER) !== '1') world.skip('this gateway doesn’t say Bellhop-Intents');
}

export const intents = group('intents', {
  served: tried(
    'The reply to a send says Bellhop-Intents too, and the name stands on the event in reply and list',
    null,
    async (session) => {
      const reply = await session.post(named('hello', 'My-name_1'));
      same(reply.headers.get(HEADER), '1', `${HEADER} of the reply`);
      same(eventsOf(reply).map(nameOf), ['My-name_1'], 'intent_id in the reply');
      same((await session.list()).map(nameOf), ['My-name_1'], 'intent_id in the list');
      await session.send(message('without one'));
      ensure(
        !('intent_id' in Object((await session.list())[1])),
        'an event that was sent without a name has one',
      );
    },
  ),
  streamed: tried('The name stands on the event in the stream', null, async (session, world) => {
    const opened = await openStream(world, session);
    try {
      const [sent] = await session.send(named('hello', 'streamed'));
      await opened.sees('the event', (frames) => frames.some(({ id }) => id === sent?.id));
      same(opened.events().map(nameOf), ['streamed'], 'intent_id in the stream');
    } finally {
      opened.close();
    }
  }),
  once: tried(
    'The same name again, with whatever it comes, answers with the first event, stores nothing and begins no run',
    { script: [[{ say: 'One.' }], [{ say: 'Two.' }]] },
    async (session, world) => {
      const [first] = await session.send(named('hello', 'a'));
      const before = await session.ended();
      for (const text of ['hello', 'something else']) {
        const again = await session.send(named(text, 'a'));
        same(
          again.map(({ id, content }) => [id, content]),
          [[first?.id, first?.content]],
          'the reply to the copy',
        );
      }
      await world.sleep(PAUSE_MS);
      same(types(await session.all()), types(before), 'events after the copies');
    },
  ),
  mixed: tried(
    'Of several events those are stored whose names are new; the reply has all, in the list’s order',
    null,
    async (session) => {
      await session.send(named('a', 'a'));
      const reply = await session.send(named('b', 'b'), named('a', 'a'), message('c'));
      const listed = await session.list();
      same(said(listed), 3, 'user.message events');
      same(
        reply.map(({ id }) => id),
        listed.map(({ id }) => id),
        'the reply',
      );
    },
  ),
  'at-once': tried(
    'Of copies that arrive at the same time one is stored',
    null,
    async (session) => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => session.send(named('hello', 'same'))),
      );
      same(new Set(replies.map(([event]) => event?.id)).size, 1, 'different events in the replies');
      same(said(await session.list()), 1, 'user.message events');
    },
  ),
  'of-session': tried('A name belongs to its session', null, async (session, world) => {
    const other = await world.quiet();
    const [[one], [two]] = [
      await session.send(named('hello', 'x')),
      await other.send(named('hello', 'x')),
    ];
    ensure(one?.id !== two?.id, 'two sessions answer with one event');
    same([said(await session.list()), said(await other.list())], [1, 1], 'user.message events');
  }),
  case: tried('Names differ by case', null, async (session) => {
    await session.send(named('small', 'name'));
    await session.send(named('capital', 'NAME'));
    same((await session.list()).map(nameOf), ['name', 'NAME'], 'names in the list');
  }),
  results: [
    'The second send of a result is answered with the first event, not with a conflict',
    async (world) => {
      const { session, ids } = await paused(world);
      await needNames(world, session);
      const answer = (content: string, intent_id: string) => ({
        ...result(ids[0] ?? '', { content }),
        intent_id,
      });
      const [first] = await session.send(answer('first', 'r'));
      const again = await session.send(answer('second', 'r'));
      same([again[0]?.id, get(only(again[0]), 'content')], [first?.id, 'first'], 'the reply');
      expectError(await session.post(answer('third', 'another')), 409);
    },
  ],
  malformed: tried(
    'A name is 1 to 64 of A–Z a–z 0–9 _ -; anything else, and one name on two events of a request, is 400',
    null,
    async (session) => {
      for (const name of ['', 'x'.repeat(65), 'with space', 'ü', 'a\n', 7, null])
        expectError(await session.post(named('hello', name)), 400);
      expectError(await session.post(named('a', 'n'), named('b', 'n')), 400);
      same(await session.list(), [], 'events');
      await session.send(named('hello', 'x'.repeat(64)));
    },
  ),
  'run-id': tried(
    'An interrupt that names its run stops that run, and has no effect on another, however late it arrives',
    { script: [[{ wait_ms: 60_000 }], [{ wait_ms: 1_000 }, { say: 'Two.' }]] },
    async (session, world) => {
      const running = async (count: number) => {
        let runs: WireEvent[] = [];
        await world.until(`run ${count} to start`, async () => {
          runs = ofType(await session.all(), 'session.status_running');
          return runs.length >= count;
        });
        return get(runs[count - 1], 'run_id');
      };
      await session.say('1');
      const run_id = await running(1);
      ensure(typeof run_id === 'string', 'session.status_running has no run_id');
      const [other] = await session.send({ ...interrupt(), run_id: 'run-of-yesterday' });
      same(get(other, 'run_id'), 'run-of-yesterday', 'run_id of the interrupt');
      ensure(
        ofType(await session.all(), 'session.status_idle').length === 0,
        'an interrupt of another run ended this one',
      );
      const stop = { ...interrupt(), run_id, intent_id: 'stop' };
      const [first] = await session.send(stop);
      same(get(only((await session.ended()).at(-1)), 'stop_reason'), 'user_cancelled', 'the end');
      await session.say('2');
      await running(2);
      const [copy] = await session.send(stop);
      same(copy?.id, first?.id, 'the reply to the copy');
      await session.send({ ...interrupt(), run_id });
      const events = await session.ended(2);
      same(get(only(events.at(-1)), 'stop_reason'), 'end_turn', 'the end of the second run');
      same(ofType(events, 'user.interrupt').length, 3, 'user.interrupt events');
    },
  ),
});
