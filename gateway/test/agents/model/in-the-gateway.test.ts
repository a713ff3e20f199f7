// The whole way of a real model: a gateway whose agent asks a provider over HTTP, in both protocols, streaming.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModelAgent } from '../../../agents/model/open-model-agent.ts';
import { createHarness, type Harness } from '../../harness.ts';
import { COUNTED, type Protocol } from './protocols.ts';
import { createProviderScene, ofType, PROTOCOLS } from './provider-scene.ts';

const TOOLS = [
  {
    name: 'shop/add-to-cart',
    description: 'Adds to the cart.',
    input_schema: { type: 'object', properties: { id: { type: 'string' } } },
  },
];
const TIMEOUT_MS = 250;

const scene = createProviderScene();

describe.each(PROTOCOLS)('a model that speaks %s', (_, protocol: Protocol) => {
  let harness: Harness;

  beforeAll(async () => {
    const name = protocol.provider.toUpperCase();
    const open = async (more: Record<string, string>) => {
      const agent = await openModelAgent({
        [`${name}_API_KEY`]: 'key',
        [`${name}_BASE_URL`]: scene.server.url,
        BELLHOP_MODEL_PROVIDER: protocol.provider,
        BELLHOP_OPENAI_API: protocol.openaiApi,
        ...more,
      });
      if (agent === null) throw new Error('No agent, though there is a key.');
      return agent;
    };
    const [thinker, older, unasked] = await Promise.all([
      open({ BELLHOP_REASONING_EFFORT: 'low' }),
      open({ BELLHOP_REASONING_EFFORT: 'low', BELLHOP_MODEL: 'claude-haiku-4-5' }),
      open({}),
    ]);
    const hasty = scene.agent(protocol, { timeoutMs: TIMEOUT_MS });
    const once = scene.agent(protocol);
    const model = scene.agent(protocol, { maxRetries: 1 });
    harness = await createHarness({
      db: scene.db,
      agents: { model, once, hasty, thinker, older, unasked },
    });
  });
  afterAll(() => harness.gateway.close());

  const session = (more: object = {}) =>
    harness.session({ agent: 'model', client_tools: TOOLS, ...more });

  it('answers: previews on the stream, the message, figures of the turn, idle with the charge', async () => {
    scene.server.next(protocol.answer({ text: ['Good ', 'evening', '!'] }));
    const made = await session();
    const stream = await made.stream('event_deltas[]=agent.message');
    await made.say('hello');
    await harness.settled();
    const events = await made.events();
    expect(events.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    expect(events[2]?.content).toEqual([{ type: 'text', text: 'Good evening!' }]);
    const figures = {
      input_tokens: COUNTED.input,
      output_tokens: COUNTED.output,
      cache_read_input_tokens: COUNTED.cacheRead,
      cache_creation_input_tokens: 0,
    };
    expect(events[3]?.content[0]).toMatchObject({
      ...figures,
      turn: 1,
      model: 'm',
      reasoning_tokens: protocol.countsReasoning ? COUNTED.reasoning : 0,
      total_tokens: COUNTED.input + COUNTED.cacheRead + COUNTED.output,
    });
    expect(events[4]).toMatchObject({
      content: { stop_reason: 'end_turn', context_tokens: 130 },
      usage: { ...figures, credits_nano: 60 * 3000 + 30 * 15_000 + 40 * 300 },
    });
    await harness.until(() => stream.frames('session.status_idle').length > 0);
    const previews = stream.frames('event_delta').map((frame) => {
      const { delta } = frame as unknown as { delta: { content: { text: string } } };
      return delta.content.text;
    });
    expect(previews.join('')).toBe('Good evening!');
    expect(previews.length).toBeGreaterThan(1);
    await stream.close();
  });

  it('shows its thoughts to those who ask for them', async () => {
    scene.server.next(protocol.answer({ thinking: 'Greet back.', text: ['Hi.'] }));
    const made = await session();
    await made.say('hello');
    await harness.settled();
    const [plain] = ofType(await made.events(), 'agent.message');
    expect(plain?.content).toEqual([{ type: 'text', text: 'Hi.' }]);
    const [full] = ofType(await made.events('include_thinking=true'), 'agent.message');
    expect(full?.content[0]).toEqual({
      type: 'thought',
      text: 'Greet back.',
      extra_content: { gateway: { thinking_ms: expect.any(Number) } },
    });
  });

  it('calls the page’s tools, waits, and goes on with what they gave', async () => {
    scene.server.next(
      protocol.answer({
        text: ['I add both.'],
        calls: [
          { id: 'call_a', name: 'shop_add-to-cart', input: '{"id":"mug"}' },
          { id: 'call_b', name: 'shop_add-to-cart', input: '{"id":"cup"}' },
        ],
        end: 'calls',
      }),
      protocol.answer({ text: ['One is in the cart.'] }),
    );
    const made = await session();
    await made.say('add a mug and a cup');
    await harness.settled();
    expect(protocol.toolNames(scene.server.asked[0] ?? {})).toEqual(['shop_add-to-cart']);
    const uses = ofType(await made.events(), 'agent.tool_use').map((event) => event.content[0]);
    expect(uses.map((use) => [use?.name, use?.input])).toEqual([
      ['shop/add-to-cart', { id: 'mug' }],
      ['shop/add-to-cart', { id: 'cup' }],
    ]);
    const pending = await made.pending();
    expect(pending).toEqual(uses.map((use) => use?.id));
    await made.send([
      {
        type: 'user.tool_result',
        content: [
          { type: 'tool_result', tool_use_id: pending[0], content: '{"count":1}' },
          {
            type: 'tool_result',
            tool_use_id: pending[1],
            is_error: true,
            error_code: 'not_found',
            content: 'No cups.',
          },
        ],
      },
    ]);
    await harness.settled();
    const results = protocol.results(scene.server.asked[1] ?? {});
    expect(results[String(pending[0])]).toBe('{"count":1}');
    expect(results[String(pending[1])]).toContain('No cups.');
    const events = await made.events();
    expect(events.at(-1)?.content.stop_reason).toBe('end_turn');
    const turns = ofType(events, 'session.turn_usage').map((event) => event.content[0]?.turn);
    expect(turns).toEqual([1, 2]);
  });

  /** The two requests of a run that goes on after a tool. */
  async function askTwice(agent: string) {
    scene.server.next(
      protocol.answer({
        thinking: 'A mug.',
        calls: [{ id: 'call_a', name: 'shop_add-to-cart', input: '{"id":"mug"}' }],
        end: 'calls',
      }),
      protocol.answer({ text: ['Done.'] }),
    );
    const made = await session({ agent });
    await made.say('add a mug');
    await harness.settled();
    await made.answer('{"count":1}');
    await harness.settled();
    expect((await made.last()).content.stop_reason).toBe('end_turn');
    return [scene.server.asked[0] ?? {}, scene.server.asked[1] ?? {}] as const;
  }
  /** What a request says of thinking, in its protocol's words. */
  const thoughts = ({ thinking, output_config, reasoning_effort, reasoning, store }: Asked) =>
    JSON.parse(JSON.stringify({ thinking, output_config, reasoning_effort, reasoning, store }));
  type Asked = Record<string, unknown>;

  const isAnthropic = protocol.provider === 'anthropic';
  const LOW = isAnthropic
    ? { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } }
    : protocol.openaiApi === 'responses'
      ? { reasoning: { effort: 'low', summary: 'auto' }, store: false }
      : { reasoning_effort: 'low' };

  it('thinks as much as the environment says, before and after a result', async () => {
    const asked = await askTwice('thinker');
    expect(asked.map(thoughts)).toEqual([LOW, LOW]);
    const [{ max_tokens, max_output_tokens }] = asked;
    expect(max_tokens ?? max_output_tokens).toBe(2048 + 2048);
  });

  it('that thinks by itself does so shortly, and shows nothing of it', async () => {
    const { thinking: _, ...shortly } = structuredClone(LOW) as {
      thinking?: unknown;
      reasoning?: { summary?: string };
    };
    delete shortly.reasoning?.summary;
    const asked = await askTwice('unasked');
    expect(asked.map(thoughts)).toEqual([shortly, shortly]);
    const [{ max_tokens, max_output_tokens }] = asked;
    expect(max_tokens ?? max_output_tokens).toBe(2048 + 2048);
  });

  it.runIf(isAnthropic)(
    'of the kind that thinks by a budget goes on thinking after a result',
    async () => {
      const [first, resumed] = await askTwice('older');
      expect(thoughts(first)).toEqual({ thinking: { type: 'enabled', budget_tokens: 2048 } });
      expect(first.max_tokens).toBe(2048 + 2048);
      expect(thoughts(resumed)).toEqual(thoughts(first));
    },
  );

  it.each([
    ['no_such_tool', '{"x":1}', 'tool_unavailable', 'There is no such tool'],
    ['shop_add-to-cart', '{"id":7}', 'invalid_input', '"id" must be of type string'],
  ])(
    'hears at once that its call of %s with %s can’t be run; no page is asked',
    async (name, input, code, why) => {
      scene.server.next(
        protocol.answer({ calls: [{ id: 'call_b', name, input }], end: 'calls' }),
        protocol.answer({ text: ['Sorry, I can’t do that.'] }),
      );
      const made = await session();
      await made.say('add a mug');
      await harness.settled();
      const events = await made.events();
      const results = ofType(events, 'user.tool_result');
      expect(results).toMatchObject([{ error_code: code }]);
      expect(events.some(({ content }) => content?.stop_reason === 'client_tool_use')).toBe(false);
      const heard = Object.values(protocol.results(scene.server.asked[1] ?? {})).join();
      expect(heard.replaceAll('\\', '')).toContain(why);
      expect((await made.last()).content.stop_reason).toBe('end_turn');
    },
  );

  it('says when its answer was cut off', async () => {
    scene.server.next(protocol.answer({ text: ['Once upon'], end: 'length' }));
    const made = await session();
    await made.say('a story');
    await harness.settled();
    expect((await made.last()).content.stop_reason).toBe('max_tokens');
  });

  it.each([
    [429, 'rate_limit_error', 'Slow down', 'rate_limit_error'],
    [429, 'insufficient_quota', 'You exceeded your current quota', 'upstream_error'],
    [529, 'overloaded_error', 'Overloaded', 'rate_limit_error'],
    [500, 'api_error', 'Internal error', 'upstream_error'],
    [503, 'api_error', 'Unavailable', 'upstream_error'],
    [401, 'authentication_error', 'invalid x-api-key', 'upstream_error'],
    [504, 'timeout_error', 'Timed out', 'upstream_timeout'],
    [400, 'invalid_request_error', "Invalid schema for function 'a'", 'invalid_tool_schema'],
    [
      400,
      'invalid_request_error',
      'tools.0.custom.input_schema: JSON schema is invalid',
      'invalid_tool_schema',
    ],
    [400, 'invalid_request_error', 'prompt is too long', 'context_exceeded'],
  ])(
    'ends as the interface says when it is refused: %i %s “%s” → %s',
    async (status, kind, text, code) => {
      const refusal = protocol.refuse(status, text, kind);
      scene.server.next(refusal);
      const made = await session({ agent: 'once' });
      await made.say('hello');
      await harness.settled();
      expect(await made.last()).toMatchObject({
        type: 'session.error',
        error_code: code,
        content: [{ type: 'error', code, request_id: expect.any(String) }],
        usage: { credits_nano: 0 },
      });
      // What the provider said is for the operator's eyes.
      expect(JSON.stringify(await made.last())).not.toContain(text);
    },
  );

  it('asks once more after a failure that may pass', async () => {
    scene.server.next(
      protocol.refuse(500, 'Oops', 'api_error'),
      protocol.answer({ text: ['Hello.'] }),
    );
    const made = await session();
    await made.say('hello');
    await harness.settled();
    expect((await made.last()).content.stop_reason).toBe('end_turn');
    expect(scene.server.asked).toHaveLength(2);
  });

  it.each([
    ['overloaded_error', 'rate_limit_error'],
    ['rate_limit_error', 'rate_limit_error'],
    ['api_error', 'upstream_error'],
    ['server_error', 'upstream_error'],
    ['timeout_error', 'upstream_timeout'],
    ['insufficient_quota', 'upstream_error'],
  ])('ends as the interface says when it breaks off with %s: %s', async (kind, code) => {
    scene.server.next(protocol.breakOff('Once', kind));
    const made = await session({ agent: 'once' });
    await made.say('hello');
    await harness.settled();
    expect(await made.last()).toMatchObject({ type: 'session.error', error_code: code });
    // The visitor has read it already.
    const [kept] = ofType(await made.events(), 'agent.message');
    expect(kept?.content).toEqual([{ type: 'text', text: 'Once' }]);
  });

  it('ends as upstream_error when the connection is lost in the middle of an answer', async () => {
    scene.server.next(protocol.vanish('Once'));
    const made = await session({ agent: 'once' });
    await made.say('hello');
    await harness.settled();
    expect(await made.last()).toMatchObject({ error_code: 'upstream_error' });
  });

  it('ends as upstream_timeout when the answer stops coming, or never begins', async () => {
    for (const silence of [protocol.stall('Once'), () => {}]) {
      scene.server.next(silence);
      const made = await session({ agent: 'hasty' });
      await made.say('hello');
      await harness.settled();
      expect(await made.last()).toMatchObject({ error_code: 'upstream_timeout' });
    }
  });

  it('hangs up on the provider when the visitor interrupts', async () => {
    let isClosed = false;
    scene.server.next((response) => {
      response.on('close', () => {
        isClosed = true;
      });
      protocol.stall('Once')(response);
    });
    const made = await session();
    await made.say('hello');
    await harness.until(() => scene.server.asked.length === 1);
    await made.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    expect((await made.last()).content.stop_reason).toBe('user_cancelled');
    await harness.until(() => isClosed);
  });

  it('sums up its own long conversation, is charged for it, and goes on from there', async () => {
    const made = await session({ context_window: 500 });
    const long = 'The visitor likes green things. '.repeat(20);
    scene.server.next(
      protocol.answer({ text: [long] }),
      protocol.answer({ text: [long] }),
      protocol.answer({ text: [long] }),
      protocol.answer({ text: ['They like green; order 4711 is open.'] }),
      protocol.answer({ text: ['Green it is.'] }),
    );
    for (const text of ['one', 'two', 'three', 'four']) {
      await made.say(text);
      await harness.settled();
    }
    const events = await made.events();
    const [compaction] = ofType(events, 'session.compaction');
    expect(compaction?.content).toEqual([
      { type: 'text', text: 'They like green; order 4711 is open.' },
    ]);
    const [, , , summary, last] = scene.server.asked;
    expect(JSON.stringify(summary)).toContain('Visitor: one');
    expect(protocol.toolNames(summary ?? {})).toEqual([]);
    expect(JSON.stringify(last)).toContain('order 4711');
    expect(JSON.stringify(last)).not.toContain('"one"');
    expect(events.at(-1)?.usage?.input_tokens).toBe(2 * COUNTED.input);
    expect(ofType(events, 'session.turn_usage')).toHaveLength(4);
  });

  it('is asked again with a summary where the provider’s window is smaller than we know', async () => {
    const made = await session();
    scene.server.next(protocol.answer({ text: ['First answer.'] }));
    await made.say('the first question, which is somewhat longer than a word');
    await harness.settled();
    scene.server.next(
      protocol.refuse(400, 'prompt is too long: 9000 tokens > 8000 maximum'),
      protocol.answer({ text: ['Summary.'] }),
      protocol.answer({ text: ['Second answer.'] }),
    );
    await made.say('the second');
    await harness.settled();
    const events = await made.events();
    expect(events.at(-1)?.content.stop_reason).toBe('end_turn');
    expect(ofType(events, 'session.compaction')).toHaveLength(1);
  });
});
