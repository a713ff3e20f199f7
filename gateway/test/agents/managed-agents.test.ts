// An agent that runs at Anthropic as a managed agent: a server of that protocol on this machine, spoken to by the official client.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionHandle, Wire, WireEvent } from '../harness.ts';
import { createHarness } from '../harness.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';
import {
  fail,
  type ManagedAgentsServer,
  type ServedSession,
  startManagedAgents,
  textOf,
  USAGE,
} from './managed-agents-server.ts';

const scene = createRemoteScene();
let server: ManagedAgentsServer;

beforeAll(async () => {
  server = await startManagedAgents();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const BODY = { agent: 'agent_1', environment_id: 'env_1' };
const backend = (body: Wire = BODY) => ({
  url: server.url,
  headers: { 'x-api-key': 'hush' },
  body,
});
const make = (more: Wire = {}) => scene.make('managed_agents', { backend: backend(), ...more });
/** What was sent to sessions in this test, one array for each request. */
const sent = () =>
  server.heard
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))
    .map(({ body }) => body.events as Wire[]);
const begun = () =>
  server.heard.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/sessions');
const newest = (): ServedSession => {
  const session = [...server.sessions.values()].at(-1);
  if (session === undefined) throw new Error('No session was begun.');
  return session;
};
const codeOf = async (session: SessionHandle) => (await session.last()).error_code;
const user = (text: string) => ({ type: 'user.message', content: [{ type: 'text', text }] });

describe('an agent that is a managed agent', () => {
  it('answers in one session for a conversation, which gets the visitor’s new words each time', async () => {
    const session = await scene.ask(await make(), 'good evening');
    await session.say('and now?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual([
      'You said: good evening',
      'You said: and now?',
    ]);
    expect(sent()).toEqual([[user('good evening')], [user('and now?')]]);
    expect(begun()).toMatchObject([{ body: BODY }]);
  });

  it('is shown as it is written, and not twice', async () => {
    server.play = (session) => {
      session.say('Every lamp is brass.', 'Every ', 'lamp');
      session.emit({ type: 'agent.thinking' });
      session.say('All sold.');
      session.idle();
    };
    const session = await scene.harness.session({ agent: await make() });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('go');
    await scene.harness.settled();
    await vi.waitFor(() => expect(stream.frames('session.status_idle')).toHaveLength(1));
    const deltas = stream.frames('event_delta') as unknown as { delta: Wire }[];
    expect(deltas.map(({ delta }) => (delta.content as Wire).text)).toEqual([
      'Every ',
      'lamp',
      ' is brass.',
      'All sold.',
    ]);
    await stream.close();
    expect(textsOf(await session.events())).toEqual(['Every lamp is brass.', 'All sold.']);
  });

  it('costs what its session’s model used, by the maker’s list or the owner’s prices', async () => {
    const usageOf = (events: WireEvent[]) =>
      events.find(({ type }) => type === 'session.turn_usage')?.content[0];
    const first = await scene.ask(await make());
    const own = await first.events();
    await first.say('and now?');
    await scene.harness.settled();
    expect((await first.last()).usage).toMatchObject({ input_tokens: USAGE.input_tokens });
    expect(usageOf(own)).toMatchObject({
      model: 'claude-sonnet-5',
      ...USAGE,
      credits_nano: 100 * 2000 + 20 * 10_000 + 1000 * 200 + 10 * 2500,
    });
    const prices = { 'claude-sonnet-5': { input: 1, output: 2 } };
    const priced = await (await scene.ask(await make({ prices }))).events();
    expect(usageOf(priced)).toMatchObject({ credits_nano: 100 + 40 + 1000 + 10 });
  });

  it('gets the owner’s and the site’s instructions, or as words where its model takes none', async () => {
    const agent = await make({ instructions: 'Be brief.' });
    const say = async () => {
      const session = await scene.harness.session({ agent, system: 'Sell lamps.' });
      await session.say('hi');
      await scene.harness.settled();
      return textsOf(await session.events());
    };
    const system = (text: string) => ({
      type: 'system.message',
      content: [{ type: 'text', text }],
    });
    server.play = (session, events) => {
      session.say(`${events.length}: ${events.map(textOf).join(' ')}`);
      session.idle();
    };
    expect(await say()).toEqual(['3: Be brief. Sell lamps. hi']);
    expect(sent()).toEqual([[system('Be brief.'), system('Sell lamps.'), user('hi')]]);
    server.before = (request, response, body) => {
      const events = (body.events ?? []) as Wire[];
      if (!events.some(({ type }) => type === 'system.message')) return undefined;
      fail(
        response,
        400,
        'invalid_request_error',
        'model_does_not_support_mid_conversation_system',
      );
      return request;
    };
    const [text = ''] = await say();
    expect(text).toMatch(/^3: \[The site’s own word.*\nBe brief\..*Sell lamps\. hi$/s);
  });

  it('hears what others told the visitor meanwhile', async () => {
    const session = await scene.ask(await make({ fallback: 'librarian' }), 'hi');
    server.before = (request, response) => {
      fail(response, 500, 'api_error', 'Away.');
      return request;
    };
    await session.say('and then?');
    await scene.harness.settled();
    const [, other = ''] = textsOf(await session.events());
    server.reset();
    await session.say('and now?');
    await scene.harness.settled();
    expect(other).not.toBe('');
    expect(sent()).toEqual([
      [
        user(`[What others said to the visitor meanwhile]\n${other}`),
        user('and then?'),
        user('and now?'),
      ],
    ]);
  });

  it('tolerates events of types, and of shapes, that it doesn’t know', async () => {
    server.play = (session) => {
      for (const event of [
        { type: 'agent.daydreamed', content: 7 },
        { type: 'agent.message', content: 'no list' },
        { type: 'agent.message', content: [{ type: 'redacted' }, null, { type: 'text' }] },
        { type: 'workflow_run.created', name: 'x' },
        { type: 'span.model_request_end', model_usage: { input_tokens: -5, output_tokens: 'x' } },
        { type: 'agent.custom_tool_use' },
      ]) {
        session.emit(event);
      }
      session.say('Still here.');
      session.idle();
    };
    const session = await scene.ask(await make());
    expect(textsOf(await session.events())).toEqual(['Still here.']);
  });
});

describe('the page’s tools', () => {
  const TOOLS = [
    { name: 'cart/add', description: 'Adds.', input_schema: { type: 'object' } },
    { name: 'look', description: '', input_schema: { type: 'object' } },
  ];
  const ask = async (text = 'buy', client_tools: Wire[] = TOOLS) => {
    const session = await scene.harness.session({ agent: await make(), client_tools });
    await session.say(text);
    await scene.harness.settled();
    return session;
  };
  const callBoth = (session: ServedSession) => {
    session.emit({ type: 'session.status_running' });
    const event_ids = ['cart_add', 'look'].map((name, n) =>
      session.emit({ type: 'agent.custom_tool_use', name, input: { n } }),
    );
    session.idle({ type: 'requires_action', event_ids });
  };

  it('are tools of the session besides its agent’s own; calls go to the page, results back', async () => {
    server.play = (session, [first]) => {
      if (first?.type !== 'user.custom_tool_result') return callBoth(session);
      // Until the second result is read it tells that it still waits for it.
      const [, second] = session.events.filter(({ type }) => type === 'agent.custom_tool_use');
      session.idle({ type: 'requires_action', event_ids: [second?.id ?? ''] });
      session.say('Both done.');
      session.idle();
    };
    const session = await ask();
    expect(newest().tools).toMatchObject([
      { type: 'agent_toolset_20260401' },
      { type: 'custom', name: 'cart_add', description: 'Adds.' },
      { type: 'custom', name: 'look', description: 'look' },
    ]);
    const calls = (await session.events()).filter(({ type }) => type === 'agent.tool_use');
    expect(calls.map(({ content }) => content[0])).toMatchObject([
      { name: 'cart/add', input: { n: 0 } },
      { name: 'look', input: { n: 1 } },
    ]);
    await session.answer('two', 'three');
    await scene.harness.settled();
    expect(sent()[1]).toMatchObject([
      { type: 'user.custom_tool_result', content: [{ text: 'two' }], is_error: false },
      { type: 'user.custom_tool_result', content: [{ text: 'three' }], is_error: false },
    ]);
    expect(textsOf(await session.events())).toEqual(['Both done.']);
  });

  it('that aren’t there, or get broken arguments, are answered without the page', async () => {
    server.play = (session, [first]) => {
      if (first?.type === 'user.message') {
        const id = session.emit({ type: 'agent.custom_tool_use', name: 'fly', input: {} });
        session.idle({ type: 'requires_action', event_ids: [id] });
      } else {
        session.say('I can’t.');
        session.idle();
      }
    };
    const session = await ask();
    expect(sent()[1]).toMatchObject([
      { content: [{ text: expect.stringContaining('There is no such tool') }], is_error: true },
    ]);
    expect(textsOf(await session.events())).toEqual(['I can’t.']);
  });

  it('are given to the session anew where they have changed, and its own stay', async () => {
    const session = await ask('hello');
    newest().tools.push({ type: 'custom', name: 'its_own' });
    const path = `/admin/sessions/${session.id}`;
    await scene.harness.admin('PATCH', path, { client_tools: TOOLS.slice(1) });
    for (const text of ['again', 'and again']) {
      await session.say(text);
      await scene.harness.settled();
    }
    expect(newest().tools.map(({ type, name }) => name ?? type)).toEqual([
      'agent_toolset_20260401',
      'its_own',
      'look',
    ]);
    const updates = server.heard.filter(({ body }) => body.agent instanceof Object);
    expect(updates).toHaveLength(2);
  });

  it('that the provider refuses are told as that', async () => {
    server.before = (request, response) => {
      if (!/^POST \/v1\/sessions\/\w+$/.test(request)) {
        return undefined;
      }
      fail(response, 400, 'invalid_request_error', 'input_schema');
      return request;
    };
    expect(await codeOf(await ask())).toBe('invalid_tool_schema');
  });
});

describe('the agent’s own tools', () => {
  const PAGE = [
    { name: 'allow_server_tool', description: 'Asks.', input_schema: { type: 'object' } },
  ];
  const wantsToRun =
    (event: Wire) =>
    (session: ServedSession, [first]: { type: string }[]) => {
      if (first?.type === 'user.message') {
        const id = session.emit({ ...event, evaluated_permission: 'ask' });
        session.idle({ type: 'requires_action', event_ids: [id] });
      } else {
        session.say('Thanks.');
        session.idle();
      }
    };
  const BASH = { type: 'agent.tool_use', name: 'bash', input: { command: 'rm x' } };
  const ask = async (client_tools: Wire[] = PAGE) => {
    const session = await scene.harness.session({ agent: await make(), client_tools });
    await session.say('clean up');
    await scene.harness.settled();
    return session;
  };

  it('that need a confirmation are run when the visitor allows it', async () => {
    server.play = wantsToRun({
      type: 'agent.mcp_tool_use',
      mcp_server_name: 'shop/eu',
      name: 'cancel',
      input: { order: 7 },
    });
    const session = await ask();
    const call = (await session.events()).find(({ type }) => type === 'agent.tool_use');
    expect(call?.content[0]).toMatchObject({
      name: 'allow_server_tool',
      input: { tool: 'shop:eu: cancel', input: { order: 7 } },
    });
    await session.answer('{"allowed":true}');
    await scene.harness.settled();
    expect(sent()[1]).toMatchObject([{ type: 'user.tool_confirmation', result: 'allow' }]);
    expect(textsOf(await session.events())).toEqual(['Thanks.']);
  });

  it.each(['{"allowed":false}', 'yes', '{}'])('are not run after the answer %s', async (words) => {
    server.play = wantsToRun(BASH);
    const session = await ask();
    await session.answer(words);
    await scene.harness.settled();
    expect(sent()[1]).toMatchObject([
      { type: 'user.tool_confirmation', result: 'deny', deny_message: expect.any(String) },
    ]);
  });

  it('are not run where the page can’t ask', async () => {
    server.play = wantsToRun(BASH);
    const session = await ask([]);
    expect(sent()[1]).toMatchObject([
      { result: 'deny', deny_message: 'The visitor could not be asked.' },
    ]);
    expect(textsOf(await session.events())).toEqual(['Thanks.']);
  });

  it('can’t be allowed by the agent itself, which has no such tool', async () => {
    server.play = (session, [first]) => {
      if (first?.type === 'user.message') {
        const input = { tool: 'bash', input: {} };
        const id = session.emit({
          type: 'agent.custom_tool_use',
          name: 'allow_server_tool',
          input,
        });
        session.idle({ type: 'requires_action', event_ids: [id] });
      } else session.idle();
    };
    await ask();
    expect(newest().tools).toHaveLength(1);
    expect(sent()[1]).toMatchObject([{ type: 'user.custom_tool_result', is_error: true }]);
  });

  it('that nobody has to allow are its provider’s own business', async () => {
    server.play = (session) => {
      const tool_use_id = session.emit({ ...BASH, evaluated_permission: 'allow' });
      session.emit({ type: 'agent.tool_result', tool_use_id, content: [] });
      session.say('Clean.');
      session.idle();
    };
    expect(textsOf(await (await ask()).events())).toEqual(['Clean.']);
  });
});

describe('a conversation that is cut', () => {
  it('interrupts the session at a Stop, and nobody is told what it said after', async () => {
    server.play = (session, [first]) => {
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
    await vi.waitFor(() => expect(stream.frames('event_delta')).toHaveLength(1));
    await session.send([{ type: 'user.interrupt' }]);
    await scene.harness.settled();
    await stream.close();
    await vi.waitFor(() => expect(sent()[1]).toEqual([{ type: 'user.interrupt' }]));
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'user_cancelled' } });
    await session.say('something else');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['Now this.']);
  });

  it('interrupts it once more at the next message where the first word of it was lost', async () => {
    let interrupts = 0;
    server.before = (request, response, body) => {
      const [first] = (body.events ?? []) as Wire[];
      if (first?.type !== 'user.interrupt') return undefined;
      interrupts += 1;
      if (interrupts > 1) return undefined;
      fail(response, 500, 'api_error', 'Away.');
      return request;
    };
    server.play = (session, [first]) => {
      if (first?.type === 'user.interrupt') return session.idle();
      if (interrupts === 0) return session.emit({ type: 'session.status_running' });
      session.say('Now this.');
      return session.idle();
    };
    const session = await scene.harness.session({ agent: await make() });
    await session.say('wait');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    await session.send([{ type: 'user.interrupt' }]);
    await scene.harness.settled();
    await session.say('something else');
    await scene.harness.settled();
    expect(interrupts).toBe(2);
    expect(textsOf(await session.events())).toEqual(['Now this.']);
  });

  it('keeps what was shown of a message that its model gave up, and goes on with the next', async () => {
    server.play = (session) => {
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
    server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      server.before = (request) => {
        if (!/^GET .*\/events$/.test(request)) return undefined;
        server.before = null;
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
    server.play = (session) => {
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
    server.play = (session) => {
      session.emit({ type: 'session.status_running' });
      server.before = (request, response) => {
        if (!request.endsWith('/stream')) return undefined;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
        return request;
      };
      session.cut();
    };
    const session = await scene.ask(await make());
    expect(await codeOf(session)).toBe('upstream_error');
    server.reset();
    newest().say('The rest.');
    newest().idle();
    await session.say('hello?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['The rest.', 'You said: hello?']);
  });

  it.each(['died', 'was stopped'])(
    'by a gateway that %s goes on with the rest, once, and without what was read',
    async (how) => {
      server.play = (session) => {
        session.say('One.');
        session.preview('m', 'Two ');
      };
      const { db, clock } = scene.harness;
      // On a server the run of a dead gateway waits for its lease to end, by the server's clock.
      if (how === 'died' && !db.isExclusive) return;
      const first = await createHarness({ db, clock, options: { agentsMayBePrivate: true } });
      const session = await first.session({ agent: await make() });
      await session.say('count');
      await vi.waitFor(async () => expect(textsOf(await session.events())).toEqual(['One.']));
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
      server.reset();
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
    server.play = (session) => {
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
    server.reset();
    await session.say('how much?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['Seven.']);
    expect(sent()).toEqual([]);
    await session.say('and two?');
    await scene.harness.settled();
    expect(sent()).toEqual([[user('and two?')]]);
  });

  it('sends again what never arrived', async () => {
    server.before = (request, response) => {
      if (!/^POST .*\/events$/.test(request)) return undefined;
      response.destroy();
      return request;
    };
    const session = await scene.ask(await make(), 'first');
    expect(await codeOf(session)).toBe('upstream_error');
    server.before = null;
    server.heard.length = 0;
    await session.say('second');
    await scene.harness.settled();
    expect(sent()).toEqual([[user('first'), user('second')]]);
  });

  it.each([{}, { fallback: 'librarian' }])(
    'sends again what never arrived, whatever was said meanwhile: %o',
    async (more) => {
      server.play = (session) => session.idle({ type: 'retries_exhausted' });
      const session = await scene.ask(await make(more), 'first');
      newest().say('The rest.');
      newest().idle();
      server.before = (request, response) => {
        if (!/^POST .*\/events$/.test(request)) return undefined;
        fail(response, 500, 'api_error', 'Away.');
        return request;
      };
      await session.say('second');
      await scene.harness.settled();
      server.reset();
      await session.say('third');
      await scene.harness.settled();
      const news = sent()
        .flat()
        .filter((event) => !JSON.stringify(event).includes('meanwhile'));
      expect(news).toEqual([user('second'), user('third')]);
    },
  );

  it('answers calls that waited when it was cut: nothing was run', async () => {
    server.play = (session, events) => {
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
    server.play = (session) => session.idle({ type: 'retries_exhausted' });
    const session = await scene.ask(await make(), 'buy');
    const call = newest().emit({ type: 'agent.custom_tool_use', name: 'add_to_cart', input: {} });
    newest().idle({ type: 'requires_action', event_ids: [call] });
    server.reset();
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
    ['is deleted', (session) => server.sessions.delete(session.id)],
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

describe('what goes wrong there', () => {
  const failing =
    (type: string, stop: string, retry = 'exhausted') =>
    (session: ServedSession) => {
      session.emit({
        type: 'session.error',
        error: { type, message: '', retry_status: { type: retry } },
      });
      if (retry === 'retrying') {
        session.emit({ type: 'agent.message', content: [{ type: 'text', text: 'After all.' }] });
      }
      session.idle({ type: stop } as never);
    };

  it.each<[string, ManagedAgentsServer['play'], string | undefined]>([
    ['a busy model', failing('model_overloaded_error', 'retries_exhausted'), 'rate_limit_error'],
    [
      'a limited model',
      failing('model_rate_limited_error', 'retries_exhausted'),
      'rate_limit_error',
    ],
    ['no credit', failing('billing_error', 'end_turn'), 'upstream_error'],
    ['a budget', (session) => session.idle({ type: 'budget_reached' }), 'upstream_error'],
    ['another try', failing('model_overloaded_error', 'end_turn', 'retrying'), undefined],
  ])('is told in words: %s', async (_, play, code) => {
    server.play = play;
    const last = await (await scene.ask(await make())).last();
    expect(last.error_code).toBe(code);
    if (code !== undefined) expect(last.content[0]?.text).toMatch(/\w+ \w+/);
  });

  it.each([
    [401, 'upstream_error'],
    [429, 'rate_limit_error'],
    [529, 'rate_limit_error'],
    [413, 'context_exceeded'],
    [500, 'upstream_error'],
  ])('is told by the status %i as %s', async (status, code) => {
    server.before = (request, response) => {
      fail(response, status, 'some_error', 'No.');
      return request;
    };
    expect(await codeOf(await scene.ask(await make()))).toBe(code);
  });

  it('is a refusal in words', async () => {
    server.play = (session) => session.idle({ type: 'refusal' });
    const [text] = textsOf(await (await scene.ask(await make())).events());
    expect(text).toContain('I can’t answer that.');
  });

  it.each<[string, string]>([
    ['no JSON', 'nonsense'],
    ['no session', '{}'],
    ['a list', '[]'],
    ['50 MB', `{"id":"${'x'.repeat(50_000_000)}"}`],
  ])('ends where a session begins with %s', async (_, body) => {
    server.before = (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      return request;
    };
    expect(await codeOf(await scene.ask(await make()))).toBe('upstream_error');
  });

  it('is cut where an answer has no end, and the session is interrupted', async () => {
    server.play = (session, [first]) => {
      if (first?.type !== 'user.message') return;
      session.emit({ type: 'session.status_running' });
      const piece = 'x'.repeat(1_000_000);
      for (let i = 0; i < 50; i += 1) {
        session.emit({ type: 'agent.message', content: [{ type: 'text', text: piece }] });
      }
    };
    const texts = textsOf(await (await scene.ask(await make())).events());
    expect(texts).toHaveLength(1);
    expect(String(texts[0]).length).toBeLessThan(201_000);
    await vi.waitFor(() => expect(sent().at(-1)).toEqual([{ type: 'user.interrupt' }]));
  });

  it('ends where the list of what was missed has no end', async () => {
    const session = await scene.ask(await make());
    server.before = (request, response) => {
      if (!/^GET .*\/events$/.test(request)) return undefined;
      const data = [{ type: 'agent.thinking', id: `e${Math.random()}` }];
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data, next_page: 'more' }));
      return request;
    };
    server.heard.length = 0;
    await session.say('again');
    await scene.harness.settled();
    expect(await codeOf(session)).toBeUndefined();
    expect(
      server.heard.filter(({ path, method }) => method === 'GET' && path.endsWith('/events'))
        .length,
    ).toBeLessThan(20);
  });

  it('is given up when it has said nothing for too long, and not while its stream lives', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    server.play = () => hear();
    const session = await scene.harness.session({ agent: await make() });
    await session.say('hello');
    await heard;
    await scene.harness.clock.advance(40_000);
    newest().emit({ type: 'agent.thinking' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await scene.harness.clock.advance(40_000);
    expect((await session.last()).type).toBe('session.status_running');
    await scene.harness.clock.advance(61_000);
    await scene.harness.settled();
    expect(await codeOf(session)).toBe('upstream_timeout');
    await vi.waitFor(() => expect(sent().at(-1)).toEqual([{ type: 'user.interrupt' }]));
  });
});

describe('a record of the kind', () => {
  it.each(['agent', 'environment_id'])('needs %s in its body', async (field) => {
    const { [field as 'agent']: _, ...body } = BODY;
    const reply = await scene.harness.admin('POST', '/admin/agents', {
      name: `Without ${field}`,
      kind: 'managed_agents',
      backend: backend(body as Wire),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(`backend.body.${field}`);
  });

  it('shows the provider nothing of the gateway’s environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'operator');
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'X-Secret: operator');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
    await scene.ask(await make());
    vi.unstubAllEnvs();
    expect(server.heard.length).toBeGreaterThan(2);
    for (const { headers } of server.heard) {
      expect(headers['x-api-key']).toBe('hush');
      expect(JSON.stringify(headers)).not.toContain('operator');
    }
  });

  it('keeps where a conversation is: it is in its export, and goes with it', async () => {
    const session = await scene.ask(await make());
    const count = async () =>
      (
        await scene.harness.db.query('SELECT 1 FROM backend_sessions WHERE session_id = $1', [
          session.id,
        ])
      ).length;
    const exported = await scene.harness.admin('GET', `/admin/sessions/${session.id}/export`);
    expect(exported.body.backends).toMatchObject([
      { backend: expect.stringContaining(server.url), state: { session: newest().id } },
    ]);
    expect(await count()).toBe(1);
    await scene.harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect(await count()).toBe(0);
  });
});
