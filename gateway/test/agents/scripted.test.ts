import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

describe('a scripted tool that has to be loaded', () => {
  it('is answered by the service with tool_loaded; the call follows in a later turn, and pauses', async () => {
    const session = await harness.session({
      script: [
        [
          { load: [{ name: 'cart', input: { a: 1 } }] },
          { call: [{ name: 'cart', input: { a: 1 } }] },
          { say: 'done' },
        ],
      ],
    });
    await session.say('hi');
    await harness.settled();
    const events = await session.events();
    const [loaded, called] = events.filter((event) => event.type === 'agent.tool_use');
    const [answer] = events.filter((event) => event.type === 'user.tool_result');
    expect(answer?.content).toEqual([
      { type: 'tool_result', tool_use_id: loaded?.content[0]?.id, status: 'tool_loaded' },
    ]);
    expect(await session.pending()).toEqual([called?.content[0]?.id]);
    await session.answer('ok');
    await harness.settled();
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    const turns = (await session.events()).filter((event) => event.type === 'session.turn_usage');
    expect(turns.map((event) => event.content[0]?.turn)).toEqual([1, 2, 3]);
  });
});
