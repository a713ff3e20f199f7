// Long conversations: the window of a session is made small by the operator's PATCH (`context_window`, tokens), where
// the gateway has such a setting; skipped elsewhere.

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { paused, shrinkWindow, types } from '../scenes.ts';
import { isEnd, ofType, only, result, type TestSession, type World } from '../world.ts';

const WINDOW = 400;
const LONG = 'Some words that take up room in the window. '.repeat(5);
const MESSAGES = 12;

async function small(world: World): Promise<TestSession> {
  const session = await world.session({
    script: Array.from({ length: MESSAGES }, (_, n) => [{ say: `answer ${n}: ${LONG}` }]),
  });
  if (!(await shrinkWindow(world, session, WINDOW)))
    world.skip('this gateway has no context_window that could be made small');
  return session;
}

export const compaction = group('compaction', {
  automatic: [
    'A conversation that comes near the window is summarised while its run is in flight, and goes on',
    async (world) => {
      const session = await small(world);
      for (let n = 1; n <= MESSAGES; n += 1) {
        await session.say(`question ${n}: ${LONG}`);
        await session.ended(n);
      }
      const events = await session.all();
      const order = types(events);
      ensure(order.includes('session.compaction'), `no session.compaction in ${MESSAGES} messages`);
      for (const [index, type] of order.entries()) {
        if (type !== 'session.compaction') continue;
        const runningAt = order.lastIndexOf('session.status_running', index);
        ensure(
          runningAt !== -1 && !events.slice(runningAt, index).some(isEnd),
          'a compaction outside of a run',
        );
        const block = only(events[index]);
        ensure(get(block, 'text') !== '', 'an empty summary');
      }
      for (const event of events.filter(isEnd))
        same(get(only(event), 'stop_reason'), 'end_turn', 'the end of each run');
    },
  ],
  'originals-kept': [
    'The events that a summary stands for stay in the list, as they were',
    async (world) => {
      const session = await small(world);
      await session.say(`question 1: ${LONG}`);
      const before = await session.ended();
      for (let n = 2; n <= 6; n += 1) {
        await session.say(`question ${n}: ${LONG}`);
        await session.ended(n);
      }
      const after = await session.all();
      ensure(types(after).includes('session.compaction'), 'no session.compaction in 6 messages');
      same(after.slice(0, before.length), before, 'the oldest events');
    },
  ],
  'context-tokens': [
    'After a cycle that compacted, context_tokens is the estimate of what is left',
    async (world) => {
      const session = await small(world);
      for (let n = 1; n <= MESSAGES; n += 1) {
        await session.say(`question ${n}: ${LONG}`);
        const events = await session.ended(n);
        const ends = events.filter(isEnd);
        const tokens = (end: number) => Number(get(only(ends.at(end)), 'context_tokens'));
        ensure(tokens(-1) > 0 && tokens(-1) <= WINDOW, `context_tokens is ${tokens(-1)}`);
        const cycle = events.slice(
          events.findLastIndex((e) => e.type === 'session.status_running'),
        );
        if (!types(cycle).includes('session.compaction')) continue;
        ensure(tokens(-1) < tokens(-2), `${tokens(-2)} before the compaction, ${tokens(-1)} after`);
        return;
      }
      ensure(false, `no session.compaction in ${MESSAGES} messages`);
    },
  ],
  'usage-once': [
    'A cycle that compacted is charged once, by its idle event',
    async (world) => {
      const session = await small(world);
      for (let n = 1; n <= 6; n += 1) {
        await session.say(`question ${n}: ${LONG}`);
        await session.ended(n);
      }
      const events = await session.all();
      for (const event of ofType(events, 'session.compaction'))
        ensure(!('usage' in event), 'usage on a session.compaction');
      same(events.filter((event) => 'usage' in event).length, 6, 'events with usage');
    },
  ],
  pauses: [
    'Calls and their results survive a compaction between the turns of a run',
    async (world) => {
      const { session, ids } = await paused(world, 1, [
        { call: [{ name: 'tool_0', input: {} }] },
        { call: [{ name: 'tool_0', input: {} }] },
        { say: 'after' },
      ]);
      if (!(await shrinkWindow(world, session, WINDOW)))
        world.skip('this gateway has no context_window that could be made small');
      let [id] = ids;
      for (let cycle = 2; cycle <= 4; cycle += 1) {
        await session.send(result(String(id), { content: LONG.repeat(3) }));
        const idle = only((await session.ended(cycle)).filter(isEnd).at(-1));
        [id] = (get(idle, 'tool_use_ids') as string[] | undefined) ?? [];
      }
      const events = await session.all();
      same(get(only(events.at(-1)), 'stop_reason'), 'end_turn', 'the end');
      same(ofType(events, 'user.tool_result').length, 3, 'results');
    },
  ],
  exceeded: [
    'Where a summary can’t help the run ends as context_exceeded, and the session goes on',
    async (world) => {
      const session = await small(world);
      await session.say(LONG.repeat(20));
      const error = (await session.ended()).at(-1);
      same(
        [error?.type, error?.error_code],
        ['session.error', 'context_exceeded'],
        'the end of a message longer than the window',
      );
      await session.say('shorter');
      same(get(only((await session.ended(2)).at(-1)), 'stop_reason'), 'end_turn', 'the next run');
    },
  ],
  filled: [
    'An answer that fills the window ends with model_context_window_exceeded',
    async (world) => {
      const session = await world.session({ script: [[{ say: LONG.repeat(20) }]] });
      if (!(await shrinkWindow(world, session, WINDOW)))
        world.skip('this gateway has no context_window that could be made small');
      await session.say('tell me');
      same(
        get(only((await session.ended()).at(-1)), 'stop_reason'),
        'model_context_window_exceeded',
        'stop_reason',
      );
    },
  ],
});
