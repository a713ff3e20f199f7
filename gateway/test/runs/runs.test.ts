import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RUN_ERROR_CODES } from '../../wire.ts';
import { createHarness, type Harness, message, result, results } from '../harness.ts';
import { createPuppets, end, isRunning, outputs, said, usage } from '../puppets.ts';

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

describe('a run', () => {
  it('keeps a thought from before a pause for the message that follows it', async () => {
    const tools = [{ name: 't', description: 'd', input_schema: { type: 'object' } }];
    const session = await harness.session({
      client_tools: tools,
      script: [
        [{ think: 'first look', ms: 40 }, { call: [{ name: 't', input: {} }] }, { say: 'done' }],
      ],
    });
    await session.say('hi');
    await harness.until(async () => (await session.last()).type === 'session.status_running');
    await harness.clock.advance(1000);
    await harness.settled();
    const call = (await session.events()).find((event) => event.type === 'agent.tool_use');
    const id = call?.content[0]?.id as string;
    await session.send([results(result(id, { content: 'ok' }))]);
    await harness.settled();
    const replies = (await session.events('include_thinking=true')).filter(
      (event) => event.type === 'agent.message',
    );
    expect(replies.map((event) => event.content)).toEqual([
      [
        { type: 'thought', text: 'first look', extra_content: { gateway: { thinking_ms: 40 } } },
        { type: 'text', text: 'done' },
      ],
    ]);
  });

  it('is running, then messages, then usage, then idle with the charge of the cycle', async () => {
    const session = await harness.session({ script: [[{ say: 'hello' }]] });
    await session.say('hi');
    await harness.settled();
    const [, running, reply, turn, idle] = await session.events();
    expect(running).toMatchObject({ type: 'session.status_running', content: [] });
    expect(reply).toMatchObject({
      type: 'agent.message',
      content: [{ type: 'text', text: 'hello' }],
    });
    const figures = turn?.content[0];
    expect(turn).toMatchObject({ type: 'session.turn_usage' });
    expect(turn).not.toHaveProperty('usage');
    expect(figures).toEqual({
      type: 'usage',
      turn: 1,
      model: 'scripted',
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      reasoning_tokens: 0,
      total_tokens: expect.any(Number),
      credits_nano: expect.any(Number),
    });
    expect(idle).toMatchObject({ type: 'session.status_idle' });
    expect(idle?.content).toEqual({
      stop_reason: 'end_turn',
      context_tokens: figures?.total_tokens,
    });
    expect(idle?.usage).toEqual({
      input_tokens: figures?.input_tokens,
      output_tokens: figures?.output_tokens,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      credits_nano: figures?.credits_nano,
    });
  });

  it('marks what it has answered as processed, when it has', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 1000 }, { say: 'hello' }]] });
    await session.say('hi');
    await harness.until(() => isRunning(session));
    expect((await session.events())[0]?.processed_at).toBeNull();
    await harness.clock.advance(1000);
    await harness.settled();
    expect((await session.events()).map((event) => event.processed_at)).not.toContain(null);
  });

  it('ends at once, and free of charge, when the script has no such turn', async () => {
    const session = await harness.session({ script: [] });
    await session.say('hi');
    await harness.settled();
    expect(await session.types()).toEqual([
      'user.message',
      'session.status_running',
      'session.status_idle',
    ]);
    const idle = await session.last();
    expect(idle.content).toEqual({ stop_reason: 'end_turn', context_tokens: 0 });
    expect(idle.usage?.credits_nano).toBe(0);
  });

  it.each(['end_turn', 'max_tokens', 'model_context_window_exceeded'])(
    'may stop with %s',
    async (stop) => {
      const session = await harness.session({ script: [[{ say: 'so far' }, { stop }]] });
      await session.say('hi');
      await harness.settled();
      expect((await session.last()).content).toMatchObject({ stop_reason: stop });
    },
  );

  it.each(RUN_ERROR_CODES)('may fail with %s, in words, with the request’s id', async (code) => {
    const session = await harness.session({ script: [[{ say: 'so far' }, { fail: code }]] });
    const { headers } = await session.say('hi');
    await harness.settled();
    const error = await session.last();
    expect(error).toMatchObject({ type: 'session.error', error_code: code });
    expect(error.content).toEqual([
      {
        type: 'error',
        code,
        text: expect.stringMatching(/\w+ .*\.$/),
        request_id: headers.get('x-request-id'),
      },
    ]);
    expect(error.usage?.credits_nano).toBeGreaterThan(0);
    // A failed turn is billed and not kept.
    expect(await session.types()).not.toContain('session.turn_usage');
  });

  it('plays one turn of the script for each user.message', async () => {
    const session = await harness.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
    for (const text of ['a', 'b', 'c']) {
      await session.say(text);
      await harness.settled();
    }
    const replies = (await session.events()).filter((event) => event.type === 'agent.message');
    expect(replies.map((event) => event.content[0]?.text)).toEqual(['one', 'two']);
  });

  it('plays the turns of all messages that came together', async () => {
    const session = await harness.session({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
    await session.send([message('a'), message('b')]);
    await harness.settled();
    expect((await session.types()).filter((type) => type === 'agent.message')).toHaveLength(2);
    expect((await session.types()).filter((type) => type === 'session.status_idle')).toHaveLength(
      1,
    );
  });

  it('is not begun by a system.message alone', async () => {
    const session = await harness.session({ script: [[{ say: 'one' }]] });
    await session.send([message('be kind', 'system.message')]);
    await harness.settled();
    expect(await session.types()).toEqual(['system.message']);
  });

  it('says blocks with citations', async () => {
    const citations = [
      { type: 'knowledge_base', document_uri: 'https://a.example', document_title: 'A' },
    ];
    const session = await harness.session({
      script: [[{ say: [{ type: 'text', text: 'It is so.' }], citations }]],
    });
    await session.say('is it?');
    await harness.settled();
    const reply = (await session.events()).find((event) => event.type === 'agent.message');
    expect(reply?.content).toEqual([{ type: 'text', text: 'It is so.', citations }]);
  });

  it('that throws ends as internal_error, in words that give nothing away', async () => {
    puppets.play = () => {
      throw new Error('secret detail');
    };
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    const error = await session.last();
    expect(error.error_code).toBe('internal_error');
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(harness.reported.splice(0)).toHaveLength(1);
  });

  it('whose agent this gateway no longer has ends as toolset_incomplete', async () => {
    const session = await harness.session({ script: [[{ say: 'hi' }]] });
    await harness.db.query(`UPDATE sessions SET agent = 'gone' WHERE session_id = $1`, [
      session.id,
    ]);
    const key = (await harness.admin('POST', '/admin/api-keys')).body.api_key;
    await session.send([message('hi')], key);
    await harness.settled();
    const [newest] = (await session.list('order=desc&limit=1', key)).body.data;
    expect(newest?.error_code).toBe('toolset_incomplete');
  });
});

describe('the turns of a run', () => {
  it('follow each other until one ends, each with its usage; the cycle is charged once', async () => {
    puppets.play = ({ turn }) =>
      turn < 3
        ? outputs(said(`part ${turn}`), usage('scripted', 10 * turn, turn))
        : outputs(usage('librarian', 100, 7), usage('librarian', 1, 1), end);
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    const events = await session.events();
    const turns = events.filter((event) => event.type === 'session.turn_usage');
    expect(turns.map((event) => event.content[0]?.turn)).toEqual([1, 2, 3]);
    const idle = events.at(-1);
    // Two requests in the last turn: both are charged, the latter is the one that was kept.
    const credits = 100 * 30 + 400 * 3 + 200 * 101 + 800 * 8;
    expect(idle?.usage).toMatchObject({
      input_tokens: 131,
      output_tokens: 11,
      credits_nano: credits,
    });
    expect(idle?.content.context_tokens).toBe(2);
    const ledger = await harness.db.query(
      `SELECT model, operation, auth_method, actor_type, application, client_id, credits_nano,
              request_count FROM usage_ledger WHERE session_id = $1 ORDER BY model`,
      [session.id],
    );
    const who = {
      operation: 'chat',
      auth_method: 'browser_session',
      actor_type: 'anonymous',
      application: 'svc-ai-chatbot',
      client_id: '',
    };
    expect(ledger).toEqual([
      { model: 'librarian', ...who, credits_nano: 200 * 101 + 800 * 8, request_count: 2 },
      { model: 'scripted', ...who, credits_nano: 100 * 30 + 400 * 3, request_count: 2 },
    ]);
  });

  it('are charged exactly beyond what a double holds, in the list and in the stream', async () => {
    const written = usage('scripted', 0, 0);
    if (written.kind === 'usage') written.usage.cache_creation_input_tokens = 72_057_594_037_929;
    puppets.play = () => outputs(written, end);
    const session = await harness.session({ agent: 'puppet' });
    const stream = await session.stream();
    await session.say('hi');
    await harness.settled();
    const exact = '"credits_nano":9007199254741125';
    const response = await harness.gateway.request(session.path, {
      headers: { Authorization: `Bearer ${session.token}` },
    });
    expect((await response.text()).match(/"credits_nano":\d+/g)).toEqual([exact, exact]);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(stream.text().match(/"credits_nano":\d+/g)).toEqual([exact, exact]);
    await stream.close();
  });

  it('end as max_iterations when there are too many', async () => {
    puppets.play = () => outputs(usage('scripted', 1, 1));
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'max_iterations' });
    expect(puppets.contexts).toHaveLength(4);
    expect((await session.last()).usage?.input_tokens).toBe(4);
  });

  it('read the history, the tools and where the run stands', async () => {
    puppets.play = () => outputs(said('ok'), end);
    const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }];
    const session = await harness.session({ agent: 'puppet', client_tools: tools });
    await session.say('one');
    await harness.settled();
    await session.say('two');
    await harness.settled();
    expect(puppets.contexts[1]?.tools).toEqual(tools);
    expect(puppets.contexts[1]?.turn).toBe(1);
    expect(puppets.contexts[1]?.position).toEqual({ earlier_messages: 1, messages: 1, pauses: 0 });
    expect(puppets.contexts[1]?.history.map((event) => event.type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.status_idle',
      'user.message',
      'session.status_running',
    ]);
  });

  it('search the knowledge base of the session, best passage first', async () => {
    const { body } = await harness.admin('POST', '/admin/collections', {
      documents: [
        { uri: 'https://kb.example/returns', title: 'Returns', text: 'Send it back in 30 days.' },
        { uri: 'https://kb.example/opening', title: 'Opening hours', text: 'We open at nine.' },
      ],
    });
    const found: unknown[] = [];
    puppets.play = async function* ({ search }) {
      found.push(...(await search('when do you open', 1)));
      yield end;
    };
    const session = await harness.session({
      agent: 'puppet',
      collection_id: body.collection_id,
    });
    await session.say('hi');
    await harness.settled();
    expect(found).toMatchObject([{ uri: 'https://kb.example/opening', title: 'Opening hours' }]);
  });

  it('that load a declared tool go on without a pause, and say tool_loaded', async () => {
    puppets.play = ({ turn }) =>
      turn === 1
        ? outputs({ kind: 'load_tool', name: 'look', input: { a: 1 } }, usage('scripted', 1, 1))
        : outputs(said('loaded'), end);
    const session = await harness.session({ agent: 'puppet' });
    await session.say('hi');
    await harness.settled();
    const [, , use, loaded] = await session.events();
    expect(use).toMatchObject({ type: 'agent.tool_use', content: [{ name: 'look' }] });
    expect(loaded).toMatchObject({ type: 'user.tool_result' });
    expect(loaded?.content).toEqual([
      { type: 'tool_result', tool_use_id: use?.content[0]?.id, status: 'tool_loaded' },
    ]);
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });
});

describe('time', () => {
  it('ends a run that takes too long as run_timeout', async () => {
    const session = await harness.session({ script: [[{ wait_ms: 600_000 }]] });
    await session.say('hi');
    await harness.until(() => isRunning(session));
    await harness.clock.advance(60_000);
    await harness.settled();
    expect(await session.last()).toMatchObject({
      type: 'session.error',
      error_code: 'run_timeout',
    });
  });
});

describe('a compaction', () => {
  it('replaces the oldest turns for the agent, and keeps every event in the list', async () => {
    puppets.play = ({ history }) =>
      history.some((event) => event.type === 'session.compaction')
        ? outputs(said('fresh'), end)
        : history.filter((event) => event.type === 'user.message').length < 2
          ? outputs(said('old'), usage('scripted', 5000, 5), end)
          : outputs(
              { kind: 'compact', summary: 'They said hello.' },
              said('new'),
              usage('scripted', 9000, 5),
              end,
            );
    const session = await harness.session({ agent: 'puppet' });
    for (const text of ['hello', 'more', 'again']) {
      await session.say(text);
      await harness.settled();
    }
    const events = await session.events();
    const compaction = events.find((event) => event.type === 'session.compaction');
    expect(compaction?.content).toEqual([{ type: 'text', text: 'They said hello.' }]);
    expect(events.filter((event) => event.type === 'user.message')).toHaveLength(3);
    const types = puppets.contexts[2]?.history.map((event) => event.type);
    expect(types?.slice(0, 2)).toEqual(['session.compaction', 'user.message']);
    expect(JSON.stringify(puppets.contexts[2]?.history)).not.toContain('"hello"');
    expect(JSON.stringify(puppets.contexts[2]?.history)).toContain('"more"');
    // After a cycle that compacted, context_tokens is an estimate of what remains.
    const idles = events.filter((event) => event.type === 'session.status_idle');
    expect(idles[1]?.content.context_tokens).toBeLessThan(2000);
    expect(idles[1]?.content.context_tokens).toBeGreaterThan(0);
  });
});
