import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, message, result, results } from '../harness.ts';
import { createPuppets, end, isRunning, said, usage } from '../puppets.ts';

let harness: Harness;
const puppets = createPuppets();

beforeAll(async () => {
  harness = await createHarness({
    agents: puppets.agents,
    options: { runTimeoutMs: 60_000, maxTurns: 4 },
  });
});
beforeEach(() => puppets.reset());
afterAll(() => harness.close());

describe('a pause for client tools', () => {
  const script = [
    [
      { call: [{ name: 'a', input: { x: 1 } }, { name: 'b' }] },
      { say: 'thanks' },
      { call: [{ name: 'c' }] },
    ],
  ];

  it('names the pending calls and a traceparent for each, with usage', async () => {
    const session = await harness.session({ script });
    await session.say('go');
    await harness.settled();
    const events = await session.events();
    const uses = events.filter((event) => event.type === 'agent.tool_use');
    const ids = uses.map((event) => event.content[0]?.id as string);
    expect(uses[0]?.content).toEqual([
      { type: 'tool_use', id: ids[0], name: 'a', input: { x: 1 } },
    ]);
    const idle = events.at(-1);
    expect(idle?.content).toMatchObject({ stop_reason: 'client_tool_use', tool_use_ids: ids });
    const traces = idle?.content.tool_traceparents as Record<string, string>;
    expect(Object.keys(traces)).toEqual(ids);
    for (const trace of Object.values(traces)) {
      expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    }
    expect(idle?.usage?.credits_nano).toBeGreaterThan(0);
  });

  it('carries on the trace of the request that began the run', async () => {
    const session = await harness.session({ script });
    const trace = '0af7651916cd43dd8448eb211c80319c';
    await harness.gateway.request(session.path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${session.token}`,
        traceparent: `00-${trace}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ events: [message('go')] }),
    });
    await harness.settled();
    const traces = (await session.last()).content.tool_traceparents as Record<string, string>;
    expect(Object.values(traces).every((value) => value.startsWith(`00-${trace}-`))).toBe(true);
  });

  it('ends a cycle, and the next cycle of the run counts its turns on and is charged alone', async () => {
    const session = await harness.session({ script });
    await session.say('go');
    await harness.settled();
    await session.answer('1', '2');
    await harness.settled();
    const events = await session.events();
    const turns = events.filter((event) => event.type === 'session.turn_usage');
    expect(turns.map((event) => event.content[0]?.turn)).toEqual([1, 2]);
    const idles = events.filter((event) => event.type === 'session.status_idle');
    expect(idles.map((event) => event.usage?.credits_nano)).toEqual(
      turns.map((event) => event.content[0]?.credits_nano),
    );
    await session.answer('3');
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });

  it('refuses messages with 400 while its run is still in flight, and takes early results', async () => {
    puppets.play = async function* ({ turn, sleep }) {
      if (turn === 1) {
        yield { kind: 'tool_use', name: 'look', input: {} };
        await sleep(1000);
        yield usage('scripted', 1, 1);
      } else {
        yield said('seen');
        yield end;
      }
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('go');
    await harness.until(async () => (await session.last()).type === 'agent.tool_use');
    const id = (await session.last()).content[0]?.id as string;
    for (const type of ['user.message', 'system.message']) {
      const refused = await session.send([message('wait', type)]);
      expect(refused.status).toBe(400);
      expect(refused.body.error.message).toContain('paused');
    }
    expect((await session.send([results(result(id, { content: 'ok' }))])).status).toBe(200);
    await harness.clock.advance(1000);
    await harness.settled();
    expect((await session.types()).slice(2)).toEqual([
      'agent.tool_use',
      'user.tool_result',
      'session.turn_usage',
      'session.status_idle',
      'session.status_running',
      'agent.message',
      'session.status_idle',
    ]);
  });
});

describe('a message while a run is in flight', () => {
  it('is stored, and answered by the run that follows', async () => {
    const session = await harness.session({
      script: [[{ wait_ms: 1000 }, { say: 'one' }], [{ say: 'two' }]],
    });
    await session.say('first');
    await harness.until(() => isRunning(session));
    expect((await session.say('second')).status).toBe(200);
    await harness.clock.advance(1000);
    await harness.settled();
    const events = await session.events();
    expect(events.map((event) => event.type)).toEqual([
      'user.message',
      'session.status_running',
      'user.message',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    expect(events.map((event) => event.processed_at)).not.toContain(null);
  });

  it('is not seen by the turns of the run that it came too late for', async () => {
    puppets.play = async function* ({ turn, sleep }) {
      await sleep(1000);
      yield said(`turn ${turn}`);
      if (turn === 2) yield end;
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('first');
    await harness.until(() => isRunning(session));
    await session.say('second');
    await harness.clock.advance(1000);
    await harness.until(() => puppets.contexts.length === 2);
    const asked = puppets.contexts[1]?.history.filter((event) => event.type === 'user.message');
    expect(asked).toHaveLength(1);
    await harness.until(async () => {
      await harness.clock.advance(1000);
      const types = await session.types();
      return types.filter((type) => type === 'session.status_idle').length === 2;
    });
    await harness.settled();
  });

  it('stands, for the agent, where its own run began', async () => {
    puppets.play = async function* ({ sleep }) {
      await sleep(1000);
      yield said('ok');
      yield end;
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('first');
    await harness.until(() => isRunning(session));
    await session.say('second');
    expect(
      puppets.contexts[0]?.history.filter((event) => event.type === 'user.message'),
    ).toHaveLength(1);
    await harness.clock.advance(1000);
    await harness.until(() => puppets.contexts.length === 2);
    await harness.clock.advance(1000);
    await harness.settled();
    expect(puppets.contexts[1]?.history.map((event) => event.type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.status_idle',
      'user.message',
      'session.status_running',
    ]);
  });
});

describe('an interrupt', () => {
  it('stops the run, which becomes idle with user_cancelled', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 60_000 }, { say: 'late' }]] });
    await session.say('hi');
    await harness.until(() => isRunning(session));
    const { status, body } = await session.send([{ type: 'user.interrupt' }]);
    expect([status, body.data.length]).toEqual([200, 1]);
    await harness.settled();
    const events = await session.events();
    expect(events.map((event) => event.type)).toEqual([
      'user.message',
      'session.status_running',
      'user.interrupt',
      'session.status_idle',
    ]);
    expect(events.at(-1)?.content).toMatchObject({ stop_reason: 'user_cancelled' });
    expect(events.at(-1)?.usage).toBeDefined();
    expect(events.map((event) => event.processed_at)).not.toContain(null);
  });

  it('stops an agent that does not listen', async () => {
    puppets.play = async function* () {
      await new Promise(() => {});
      yield end;
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.until(() => puppets.contexts.length === 1);
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'user_cancelled' });
  });

  it('cancels the calls that the run had made, so that late results get 409', async () => {
    puppets.play = async function* ({ sleep }) {
      yield { kind: 'tool_use', name: 'look', input: {} };
      await sleep(60_000);
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.until(async () => (await session.last()).type === 'agent.tool_use');
    const id = (await session.last()).content[0]?.id as string;
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    const [cancelled] = (await session.events()).filter((e) => e.type === 'user.tool_result');
    expect(cancelled).toMatchObject({ error_code: 'cancelled' });
    expect((await session.send([results(result(id))])).status).toBe(409);
  });

  it('that another process has accepted lets the run write nothing more, and not end otherwise', async () => {
    puppets.play = async function* ({ turn, sleep }) {
      await sleep(1000);
      if (turn === 1) yield said('too late');
      yield end;
    };
    const writing = await harness.session({ agent: 'puppet' });
    const ending = await harness.session({ script: [[{ wait_ms: 1000 }]] });
    for (const session of [writing, ending]) {
      await session.say('hi');
      await harness.until(() => isRunning(session));
      await harness.db.query('UPDATE sessions SET cancel_run_id = run_id WHERE session_id = $1', [
        session.id,
      ]);
    }
    await harness.clock.advance(2000);
    await harness.settled();
    for (const session of [writing, ending]) {
      expect(await session.types()).not.toContain('agent.message');
      expect((await session.last()).content).toMatchObject({ stop_reason: 'user_cancelled' });
    }
  });

  it('does nothing but stand in the log when no run is in flight', async () => {
    const session = await harness.session({ script: [[{ say: 'one' }]] });
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect(await session.types()).toEqual(['user.interrupt']);
    await session.say('hi');
    await harness.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });

  it('stops one run only: the message that waited is answered', async () => {
    const session = await harness.session({
      script: [[{ wait_ms: 60_000 }], [{ say: 'two' }]],
    });
    await session.say('first');
    await harness.until(() => isRunning(session));
    await session.say('second');
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    const idles = (await session.events()).filter((e) => e.type === 'session.status_idle');
    expect(idles.map((event) => event.content.stop_reason)).toEqual(['user_cancelled', 'end_turn']);
  });
});
