// What comes while a run is in flight, or while none is: interrupts, and further messages

import { group } from '../check.ts';
import { ensure, get, same } from '../expect.ts';
import { ensureUsage, types } from '../scenes.ts';
import { interrupt, message, ofType, only } from '../world.ts';

export const interrupts = group('interrupts', {
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
});
