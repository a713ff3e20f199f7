// A conversation with a managed agent that is stopped, breaks off or is taken over: nothing is lost, and nothing said twice.

import { describe, expect, it, vi } from 'vitest';
import { createHarness, type Wire } from '../../harness.ts';
import { textsOf } from '../../remote-scene.ts';
import { fail, type ServedSession, textOf, USAGE } from '../managed-agents-server.ts';
import { codeOf, createManagedAgentsStage, STUCK, user } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, make, sent, begun, newest } = stage;

describe('a conversation that is cut', () => {
  it('interrupts the session at a Stop, and nobody is told what it said after', async () => {
    stage.server.play = (session, [first]) => {
      if (first?.type === 'user.interrupt') {
        session.emit({
          type: 'agent.message',
          content: [{ type: 'text', text: 'I begin and end.' }],
        });
        return session.idle();
      }
      if (first !== undefined && textOf(first) === 'wait') {
        session.emit({ type: 'session.status_running' });
        return session.preview('m', 'I begin');
      }
      session.say('Now this.');
      session.idle();
    };
    const session = await scene.harness.session({ agent: await make() });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('wait');
    await vi.waitFor(() => expect(stream.frames('event_delta')).toHaveLength(1), STUCK);
    await session.send([{ type: 'user.interrupt' }]);
    await scene.harness.settled();
    await stream.close();
    await vi.waitFor(() => expect(sent()[1]).toEqual([{ type: 'user.interrupt' }]), STUCK);
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'user_cancelled' } });
    await session.say('something else');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['Now this.']);
  });

  it('interrupts it once more at the next message where the first word of it was lost', async () => {
    let interrupts = 0;
    stage.server.before = (request, response, body) => {
      const [first] = (body.events ?? []) as Wire[];
      if (first?.type !== 'user.interrupt') return undefined;
      interrupts += 1;
      if (interrupts > 1) return undefined;
      fail(response, 500, 'api_error', 'Away.');
      return request;
    };
    stage.server.play = (session, [first]) => {
      if (first?.type === 'user.interrupt') return session.idle();
      if (interrupts === 0) return session.emit({ type: 'session.status_running' });
      session.say('Now this.');
      return session.idle();
    };
    const session = await scene.harness.session({ agent: await make() });
    await session.say('wait');
    await vi.waitFor(() => expect(sent()).toHaveLength(1), STUCK);
    await session.send([{ type: 'user.interrupt' }]);
    await scene.harness.settled();
    await session.say('something else');
    await scene.harness.settled();
    expect(interrupts).toBe(2);
    expect(textsOf(await session.events())).toEqual(['Now this.']);
  });

  it('keeps what was shown of a message that its model gave up, and goes on with the next', async () => {
    stage.server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      session.preview('m', 'Every l');
      session.emit({ type: 'span.model_request_end', is_error: true, model_usage: USAGE });
      session.say('Every lamp.', 'Every lamp');
      session.idle();
    };
    expect(textsOf(await (await scene.ask(await make())).events())).toEqual([
      'Every l',
      'Every lamp.',
    ]);
  });

  it('hears once what comes by the list and by the stream', async () => {
    stage.server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      stage.server.before = (request) => {
        if (!/^GET .*\/events$/.test(request)) return undefined;
        stage.server.before = null;
        session.say('Once.');
        setTimeout(() => session.idle(), 20);
        return undefined;
      };
      session.cut();
    };
    const session = await scene.ask(await make());
    expect(textsOf(await session.events())).toEqual(['Once.']);
    expect((await session.last()).usage).toMatchObject({ input_tokens: USAGE.input_tokens });
  });

  it('goes on where its stream breaks, and says nothing twice', async () => {
    stage.server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      session.preview('m', 'Every ');
      setTimeout(() => {
        session.cut();
        const content = [{ type: 'text', text: 'Every lamp.' }];
        session.emit({ type: 'agent.message', id: 'm', content });
        session.say('All sold.');
        session.idle();
      }, 20);
    };
    const session = await scene.ask(await make());
    expect(textsOf(await session.events())).toEqual(['Every lamp.', 'All sold.']);
  });

  it('fails where its stream breaks again and again, and says the rest at the next message', async () => {
    stage.server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      stage.server.before = (request, response) => {
        if (!request.endsWith('/stream')) return undefined;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
        return request;
      };
      session.cut();
    };
    const session = await scene.ask(await make());
    expect(await codeOf(session)).toBe('upstream_error');
    stage.server.reset();
    newest().say('The rest.');
    newest().idle();
    await session.say('hello?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['The rest.', 'You said: hello?']);
  });

  it.each(['died', 'was stopped'])(
    'by a gateway that %s goes on with the rest, once, and without what was read',
    async (how) => {
      stage.server.play = (session) => {
        session.say('One.');
        session.preview('m', 'Two ');
      };
      const { db, clock } = scene.harness;
      // On a server the run of a dead gateway waits for its lease to end, by the server's clock.
      if (how === 'died' && !db.isExclusive) return;
      const first = await createHarness({ db, clock, options: { agentsMayBePrivate: true } });
      const session = await first.session({ agent: await make() });
      await session.say('count');
      await vi.waitFor(
        async () => expect(textsOf(await session.events())).toEqual(['One.']),
        STUCK,
      );
      if (how === 'was stopped') await first.close();
      const second = await createHarness({ db, clock, options: { agentsMayBePrivate: true } });
      expect(
        (await second.call('GET', `${session.path}?order=desc&limit=1`, undefined, session.token))
          .body.data[0],
      ).toMatchObject({ error_code: how === 'died' ? 'run_abandoned' : 'run_interrupted' });
      // Meanwhile the session went on.
      newest().emit({
        type: 'agent.message',
        id: 'm',
        content: [{ type: 'text', text: 'Two and three.' }],
      });
      newest().idle();
      stage.server.reset();
      const say = async (text: string) => {
        const events = [user(text)];
        await second.call('POST', session.path, { events }, session.token);
        await second.settled();
        const { body } = await second.call(
          'GET',
          `${session.path}?limit=100`,
          undefined,
          session.token,
        );
        return textsOf(body.data);
      };
      // What was shown before an orderly end is kept, so that only the rest is new.
      const read = how === 'died' ? ['One.', 'Two and three.'] : ['One.', 'Two ', 'and three.'];
      expect(await say('go on')).toEqual([...read, 'You said: go on']);
      expect(sent()).toEqual([[user('go on')]]);
      expect(await say('more')).toEqual([...read, 'You said: go on', 'You said: more']);
      expect(begun()).toEqual([]);
      await second.close();
    },
  );

  it('doesn’t ask again what the visitor sends once more, where the answer is there by then', async () => {
    stage.server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      session.emit({
        type: 'session.error',
        error: { type: 'unknown_error', message: 'x', retry_status: { type: 'exhausted' } },
      });
      session.idle({ type: 'retries_exhausted' });
    };
    const session = await scene.ask(await make(), 'how much?');
    expect(await codeOf(session)).toBe('upstream_error');
    newest().say('Seven.');
    newest().idle();
    stage.server.reset();
    await session.say('how much?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['Seven.']);
    expect(sent()).toEqual([]);
    await session.say('and two?');
    await scene.harness.settled();
    expect(sent()).toEqual([[user('and two?')]]);
  });

  it('sends again what never arrived', async () => {
    stage.server.before = (request, response) => {
      if (!/^POST .*\/events$/.test(request)) return undefined;
      response.destroy();
      return request;
    };
    const session = await scene.ask(await make(), 'first');
    expect(await codeOf(session)).toBe('upstream_error');
    stage.server.before = null;
    stage.server.heard.length = 0;
    await session.say('second');
    await scene.harness.settled();
    expect(sent()).toEqual([[user('first'), user('second')]]);
  });

  it.each([{}, { fallback: 'librarian' }])(
    'sends again what never arrived, whatever was said meanwhile: %o',
    async (more) => {
      stage.server.play = (session) => session.idle({ type: 'retries_exhausted' });
      const session = await scene.ask(await make(more), 'first');
      newest().say('The rest.');
      newest().idle();
      stage.server.before = (request, response) => {
        if (!/^POST .*\/events$/.test(request)) return undefined;
        fail(response, 500, 'api_error', 'Away.');
        return request;
      };
      await session.say('second');
      await scene.harness.settled();
      stage.server.reset();
      await session.say('third');
      await scene.harness.settled();
      const news = sent()
        .flat()
        .filter((event) => !JSON.stringify(event).includes('meanwhile'));
      expect(news).toEqual([user('second'), user('third')]);
    },
  );

  it('answers calls that waited when it was cut: nothing was run', async () => {
    stage.server.play = (session, events) => {
      if (events.some(({ type }) => type === 'user.custom_tool_result')) {
        session.say('Then not.');
        return session.idle();
      }
      const id = session.emit({ type: 'agent.custom_tool_use', name: 'add_to_cart', input: {} });
      session.idle({ type: 'requires_action', event_ids: [id] });
    };
    const session = await scene.ask(await make(), 'buy');
    await session.send([{ type: 'user.interrupt' }]);
    await session.say('never mind');
    await scene.harness.settled();
    expect(sent().at(-1)).toMatchObject([
      { type: 'user.custom_tool_result', is_error: true },
      user('never mind'),
    ]);
    expect(textsOf(await session.events())).toEqual(['Then not.']);
  });

  it('runs no call that came while nobody listened', async () => {
    stage.server.play = (session) => session.idle({ type: 'retries_exhausted' });
    const session = await scene.ask(await make(), 'buy');
    const call = newest().emit({ type: 'agent.custom_tool_use', name: 'add_to_cart', input: {} });
    newest().idle({ type: 'requires_action', event_ids: [call] });
    stage.server.reset();
    await session.say('hello?');
    await scene.harness.settled();
    expect(sent()).toMatchObject([
      [
        {
          custom_tool_use_id: call,
          content: [{ text: expect.stringContaining('nothing was run') }],
          is_error: true,
        },
        user('hello?'),
      ],
    ]);
  });

  it.each<[string, (session: ServedSession) => unknown]>([
    ['is deleted', (session) => stage.server.sessions.delete(session.id)],
    ['is over', (session) => session.emit({ type: 'session.status_terminated' })],
  ])('begins a new session where the old one %s, and tells it what was said', async (_, end) => {
    const session = await scene.ask(await make(), 'good evening');
    end(newest());
    await session.say('and now?');
    await scene.harness.settled();
    expect(begun()).toHaveLength(2);
    const [, news = []] = sent();
    expect(news.map((event) => textOf(event as never))).toEqual([
      '[What was said so far]\nVisitor: good evening\n\nYou: You said: good evening',
      'and now?',
    ]);
  });
});
