// Names for what clients send: the same name again does nothing, and answers with what it did the first time.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type WireEvent } from '../harness.ts';

type Named = WireEvent & { intent_id?: string; run_id?: string };

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const say = (text: string, intent_id?: string) => ({
  type: 'user.message',
  content: [{ type: 'text', text }],
  ...(intent_id === undefined ? {} : { intent_id }),
});

describe('a name for what is sent', () => {
  it('is said to be taken on lists and replies, and stands on the event wherever it is served', async () => {
    const session = await harness.session({ script: [[{ say: 'Hi.' }]] });
    const stream = await session.stream();
    const reply = await session.send([say('hello', 'my-name_1')]);
    expect(reply.headers.get('bellhop-intents')).toBe('1');
    expect(reply.body.data).toMatchObject([{ type: 'user.message', intent_id: 'my-name_1' }]);
    const listed = await session.list();
    expect(listed.headers.get('bellhop-intents')).toBe('1');
    expect(listed.body.data[0]).toMatchObject({ intent_id: 'my-name_1' });
    await harness.until(() => stream.frames('user.message').length > 0);
    expect(stream.frames('user.message')[0]).toMatchObject({ intent_id: 'my-name_1' });
    await stream.close();
  });

  it('stores a message once, however often and with whatever it comes, and begins one run', async () => {
    const session = await harness.session({ script: [[{ say: 'One.' }], [{ say: 'Two.' }]] });
    const first = (await session.send([say('hello', 'a')])).body.data[0];
    await harness.settled();
    for (const again of [say('hello', 'a'), say('something else', 'a')]) {
      const reply = await session.send([again]);
      expect(reply.status).toBe(200);
      expect(reply.body.data.map(({ id }) => id)).toEqual([first?.id]);
    }
    await harness.settled();
    expect((await session.types()).filter((type) => type === 'user.message')).toHaveLength(1);
    expect((await session.types()).filter((type) => type === 'agent.message')).toHaveLength(1);
    // Of several, what is new is stored.
    const mixed = await session.send([say('hello', 'a'), say('more', 'b')]);
    expect(mixed.body.data.map((event) => (event as Named).intent_id)).toEqual(['a', 'b']);
    await harness.settled();
    expect((await session.types()).filter((type) => type === 'user.message')).toHaveLength(2);
  });

  it('is taken once of many that come at the same time', async () => {
    const session = await harness.session({ script: [] });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => session.send([say('hello', 'same')])),
    );
    expect(new Set(replies.map(({ body }) => body.data[0]?.id)).size).toBe(1);
    expect((await session.types()).filter((type) => type === 'user.message')).toHaveLength(1);
  });

  it('belongs to its session, and goes with it', async () => {
    const [one, two] = [
      await harness.session({ script: [] }),
      await harness.session({ script: [] }),
    ];
    const ids = await Promise.all(
      [one, two].map(async (session) => (await session.send([say('hello', 'x')])).body.data[0]?.id),
    );
    expect(new Set(ids).size).toBe(2);
    expect((await harness.admin('DELETE', `/admin/sessions/${one.id}`)).status).toBe(200);
    const left = await harness.db.query('SELECT 1 FROM intents WHERE session_id = $1', [one.id]);
    expect(left).toEqual([]);
  });

  it('has the second POST of a result answered with the first, not with a conflict', async () => {
    const session = await harness.session({
      script: [[{ call: [{ name: 'look', input: {} }] }, { say: 'Seen.' }]],
    });
    await session.say('go');
    await harness.settled();
    const [id] = await session.pending();
    const result = (content: string, intent_id?: string) => ({
      type: 'user.tool_result',
      content: [{ type: 'tool_result', tool_use_id: id, content }],
      ...(intent_id === undefined ? {} : { intent_id }),
    });
    expect((await session.send([result('first', 'r')])).status).toBe(200);
    const again = await session.send([result('second', 'r')]);
    expect(again.status).toBe(200);
    expect(again.body.data[0]?.content[0]).toMatchObject({ content: 'first' });
    expect((await session.send([result('third', 'another')])).status).toBe(409);
    expect((await session.send([result('third')])).status).toBe(409);
  });

  it.each(['', 'x'.repeat(65), 'with space', 'ümlaut', 7, null])(
    'can’t be %j: 400',
    async (name) => {
      const session = await harness.session({ script: [] });
      const reply = await session.send([{ ...say('hello'), intent_id: name }]);
      expect(reply.status).toBe(400);
      expect(reply.body.error.message).toContain('intent_id');
      expect(await session.types()).toEqual([]);
    },
  );

  it('can’t be given to two events of one request: 400', async () => {
    const session = await harness.session({ script: [] });
    expect((await session.send([say('a', 'n'), say('b', 'n')])).status).toBe(400);
    expect(await session.types()).toEqual([]);
  });
});

describe('an interrupt that names its run', () => {
  it.each(['', 'a\0b', 'half \ud83d', 'ü', 'x'.repeat(65), 7, null])(
    'can’t name one %j: 400',
    async (run_id) => {
      const session = await harness.session({ script: [] });
      const reply = await session.send([{ type: 'user.interrupt', run_id }]);
      expect(reply.status).toBe(400);
      expect(reply.body.error.message).toContain('run_id');
      expect(await session.types()).toEqual([]);
    },
  );

  it('stops that run, and has no effect on another', async () => {
    const slow = [{ wait_ms: 60_000 }, { say: 'Late.' }];
    const session = await harness.session({ script: [slow, slow] });
    await session.say('one');
    await harness.until(async () => (await session.last()).type === 'session.status_running');
    const { run_id } = (await session.last()) as Named;
    expect(run_id).toBeTruthy();
    await session.send([{ type: 'user.interrupt', run_id: 'run_of_yesterday' }]);
    await harness.clock.advance(1_000);
    expect((await session.types()).at(-1)).toBe('user.interrupt');
    const stop = { type: 'user.interrupt', run_id, intent_id: 'stop-1' };
    await session.send([stop]);
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'user_cancelled' });
    // A copy that arrives late finds the next run.
    await session.say('two');
    await harness.until(async () => (await session.last()).type === 'session.status_running');
    const before = (await session.types()).length;
    expect((await session.send([stop])).body.data[0]).toMatchObject({
      intent_id: 'stop-1',
      run_id,
    });
    await session.send([{ type: 'user.interrupt', run_id }]);
    await harness.clock.advance(1_000);
    expect((await session.types()).slice(before)).toEqual(['user.interrupt']);
    await harness.clock.advance(60_000);
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });
});
