// What becomes of an answer that is late, cut short, withheld or broken: in both protocols, through the whole gateway. The
// provider is a server on this machine; the limits of time pass on the virtual clock.

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../../agents/model/model-agent.ts';
import { openModel } from '../../../agents/model/provider.ts';
import type { LogFields } from '../../../kernel/observability/log.ts';
import { DEFAULT_OPTIONS } from '../../../options.ts';
import { createHarness, type Harness, type SessionHandle } from '../../harness.ts';
import { createTestClock } from '../../test-database.ts';
import { COUNTED, type Protocol, refuse } from './protocols.ts';
import { createProviderScene, ofType, PROTOCOLS } from './provider-scene.ts';
import type { Reply } from './provider-server.ts';
import { refuseInWords } from './responses-protocol.ts';

const TOOLS = [
  { name: 'order', description: 'Orders.', input_schema: { type: 'object', properties: {} } },
];
const PRICE = { input: 3000, output: 15_000, cacheRead: 300 };

const scene = createProviderScene();

describe.each(PROTOCOLS)('in %s', (_, protocol: Protocol) => {
  let harness: Harness;
  let lines: { event: string; fields: LogFields }[] = [];

  beforeEach(async () => {
    lines = [];
    const clock = createTestClock();
    harness = await createHarness({
      db: scene.db,
      clock,
      agents: { model: scene.agent(protocol, { clock }) },
      log: { write: (_level, event, fields) => lines.push({ event, fields }) },
      options: { stream: { ...DEFAULT_OPTIONS.stream, rotationMs: 3_600_000 } },
    });
  });
  afterEach(() => harness.gateway.close());

  const session = () => harness.session({ agent: 'model', client_tools: TOOLS });
  const texts = async (made: SessionHandle) =>
    ofType(await made.events(), 'agent.message').map((event) => event.content[0]?.text);
  const ask = async (...replies: Reply[]) => {
    scene.server.next(...replies);
    const made = await session();
    await made.say('hello');
    await harness.settled();
    return made;
  };

  /** A reply whose pieces the test sends, and what a listening page has seen of it. */
  async function askSlowly() {
    let response: ServerResponse | undefined;
    scene.server.next((opened) => {
      response = opened;
      protocol.stall('Once')(opened);
    });
    const made = await session();
    const stream = await made.stream('event_deltas[]=agent.message');
    await made.say('hello');
    const shown = () => JSON.stringify(stream.frames('event_delta'));
    await harness.until(() => shown().includes('Once'));
    return {
      made,
      say: async (text: string) => {
        if (response !== undefined) protocol.piece(response, text);
        await harness.until(() => shown().includes(text));
      },
      id: () => (stream.frames('event_start')[0] as unknown as { event: { id: string } }).event.id,
    };
  }

  it('an answer may take minutes, as long as something of it comes', async () => {
    const { made, say } = await askSlowly();
    for (let minute = 1; minute <= 8; minute += 1) {
      await harness.clock.advance(55_000);
      await say(` and ${minute}`);
    }
    expect((await made.last()).type).toBe('session.status_running');
    await made.send([{ type: 'user.interrupt' }]);
    await harness.settled();
  });

  it('an answer that falls silent for a minute is over, and what was shown of it stays', async () => {
    const { made, say, id } = await askSlowly();
    await harness.clock.advance(59_000);
    await say(' upon');
    await harness.clock.advance(59_000);
    expect((await made.last()).type).toBe('session.status_running');
    await harness.clock.advance(2000);
    await harness.settled();
    expect(await made.last()).toMatchObject({ error_code: 'upstream_timeout' });
    const [kept] = ofType(await made.events(), 'agent.message');
    expect(kept).toMatchObject({ id: id(), content: [{ type: 'text', text: 'Once upon' }] });
  });

  it('an answer that never begins is over after a minute', async () => {
    scene.server.next(() => {});
    const made = await session();
    await made.say('hello');
    await harness.until(() => scene.server.asked.length > 0);
    await harness.clock.advance(60_000);
    await harness.settled();
    expect(await made.last()).toMatchObject({ error_code: 'upstream_timeout' });
    expect((await made.last()).usage).toMatchObject({ credits_nano: 0 });
  });

  it('after ten minutes an answer is over in any case, and what was shown of it stays', async () => {
    const { made, say } = await askSlowly();
    for (let minute = 1; minute <= 10; minute += 1) {
      await harness.clock.advance(55_000);
      await say(` and ${minute}`);
    }
    await harness.clock.advance(50_000);
    await harness.settled();
    expect(await made.last()).toMatchObject({ error_code: 'run_timeout' });
    expect((await texts(made))[0]).toMatch(/^Once and 1 .* and 10$/);
    expect((await made.last()).usage?.output_tokens).toBeGreaterThan(15);
  });

  it.each([
    ['breaks off', protocol.breakOff('Once upon a time', 'api_error')],
    ['is gone', protocol.vanish('Once upon a time')],
    ['ends without its end', protocol.answer({ text: ['Once upon', ' a time'], isCut: true })],
  ])('a provider that %s has failed; what came stays, and is charged', async (_how, reply) => {
    const made = await ask(reply);
    const events = await made.events();
    expect(events.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.error',
    ]);
    expect(events.at(-1)).toMatchObject({ error_code: 'upstream_error' });
    expect(await texts(made)).toEqual(['Once upon a time']);
    const { usage } = await made.last();
    expect(usage?.output_tokens).toBe(4);
    if (protocol.provider === 'anthropic') {
      // It says at once what it has read.
      expect(usage).toMatchObject({
        input_tokens: COUNTED.input,
        cache_read_input_tokens: COUNTED.cacheRead,
        credits_nano:
          COUNTED.input * PRICE.input + COUNTED.cacheRead * PRICE.cacheRead + 4 * PRICE.output,
      });
    } else expect(usage?.input_tokens).toBeGreaterThan(50);
  });

  /** The reply with pieces that nobody can read after its first words. */
  const withBad =
    (reply: Reply, pieces: string[]): Reply =>
    (response) => {
      const write = response.write.bind(response) as (text: string) => boolean;
      response.write = ((text: string) => {
        const isWritten = write(text);
        // Once, though some protocols say the whole text again at its end.
        if (text.includes('Once'))
          for (const piece of pieces.splice(0)) write(`data: ${piece}\n\n`);
        return isWritten;
      }) as typeof response.write;
      reply(response);
    };

  it('an answer bears a piece that can’t be read, and the operator hears of it', async () => {
    const whole = protocol.answer({ text: ['Once', ' upon', ' a time'] });
    const made = await ask(withBad(whole, ['{"choices":[{"delta":', '{"moon":1}']));
    expect(await texts(made)).toEqual(['Once upon a time']);
    expect((await made.last()).content.stop_reason).toBe('end_turn');
    expect((await made.last()).usage).toMatchObject({ output_tokens: COUNTED.output });
    expect(lines.find(({ event }) => event === 'provider_answered')).toMatchObject({
      fields: { outcome: 'ok', bad_chunks: 2 },
    });
  });

  it.runIf(protocol.openaiApi === 'responses')(
    'a refusal in the model’s own words is what the visitor reads',
    async () => {
      const made = await ask(refuseInWords('I’d rather not.'));
      expect(await texts(made)).toEqual(['I’d rather not.']);
      expect((await made.last()).content.stop_reason).toBe('end_turn');
    },
  );

  it('an answer in which most pieces can’t be read has failed', async () => {
    const whole = protocol.answer({ text: ['Once', ' upon', ' a time'] });
    const made = await ask(withBad(whole, ['{', '{', '{', '{']));
    expect(await made.last()).toMatchObject({ error_code: 'upstream_error' });
  });

  it.each([{ text: [] }, { text: ['\n '] }, { thinking: 'Hm.', text: [] }])(
    'an answer of nothing (%j) is told in words',
    async (nothing) => {
      const made = await ask(protocol.answer(nothing));
      expect((await texts(made)).at(-1)).toBe(
        'I have no answer to that. Please ask in another way.',
      );
      expect((await made.last()).content.stop_reason).toBe('end_turn');
    },
  );

  it('a turn of nothing after words and a tool is only the end of the answer', async () => {
    const calls = [{ id: 'a', name: 'order', input: '{}' }];
    const made = await ask(protocol.answer({ text: ['I order it.'], calls, end: 'calls' }));
    scene.server.next(protocol.answer({ text: [] }));
    await made.answer('done');
    await harness.settled();
    expect(await texts(made)).toEqual(['I order it.']);
  });

  it('an answer of megabytes ends where a message does, in words, for the operator too, and is asked for no longer', async () => {
    const made = await ask(
      protocol.answer({ text: Array(40).fill('x'.repeat(100_000)), isCut: true }),
    );
    const [event] = ofType(await made.events(), 'agent.message');
    const text = String(event?.content[0]?.text);
    expect(text.length).toBeLessThan(201_000);
    expect(text).toMatch(
      /x\n\n\(This answer is longer than one message can be\. It ends here\.\)$/,
    );
    expect((await made.last()).content.stop_reason).toBe('max_tokens');
    expect((await made.last()).usage?.output_tokens).toBeGreaterThan(40_000);
    expect(lines.find(({ event: name }) => name === 'answer_cut')?.fields.session_id).toBe(made.id);
    expect(lines.find(({ event: name }) => name.startsWith('provider_'))?.fields.outcome).toBe(
      'stopped',
    );
  });

  it('no tool runs whose call was cut short', async () => {
    const made = await ask(
      protocol.answer({ calls: [{ id: 'a', name: 'order', input: '{"n":1}' }], isCut: true }),
    );
    expect(ofType(await made.events(), 'agent.tool_use')).toEqual([]);
    expect(await made.last()).toMatchObject({ error_code: 'upstream_error' });
    expect((await made.last()).usage?.output_tokens).toBeGreaterThan(0);
  });

  it('a visitor is told that the provider withheld the answer, or its rest', async () => {
    const silent = await ask(protocol.answer({ end: 'filtered' }));
    expect((await texts(silent))[0]).toContain('I can’t answer that.');
    expect((await silent.last()).content.stop_reason).toBe('end_turn');
    const begun = await ask(protocol.answer({ text: ['First, take'], end: 'filtered' }));
    expect((await texts(begun))[0]).toMatch(/^First, take\n\n\(.*withheld the rest/);
    expect((await begun.last()).usage).toMatchObject({ output_tokens: COUNTED.output });
  });

  it.each([
    [
      'OpenAI',
      'invalid_prompt',
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
    ],
    [
      'Azure',
      'content_filter',
      'The response was filtered due to the prompt triggering Azure OpenAI’s content management policy.',
    ],
    ['Anthropic', null, 'Output blocked by content filtering policy'],
  ])(
    'a question that the provider refuses, as %s does, is answered in words',
    async (_who, code, message) => {
      const made = await ask(
        refuse(400, {
          type: 'error',
          error: { type: 'invalid_request_error', param: null, message, code },
        }),
      );
      expect(await texts(made)).toEqual([expect.stringMatching(/^I can’t answer that\./)]);
      expect((await made.last()).content.stop_reason).toBe('end_turn');
      expect((await made.last()).usage).toMatchObject({ credits_nano: 0 });
      expect(scene.server.asked).toHaveLength(1);
      expect(lines.find(({ event }) => event.startsWith('provider_'))?.fields.outcome).toBe(
        'refused',
      );
    },
  );

  it('a visitor is told that the provider withheld the rest of an answer that it breaks off for its content', async () => {
    const made = await ask(protocol.breakOff('First, take', 'content_filter'));
    expect((await texts(made))[0]).toMatch(/^First, take\n\n\(.*withheld the rest/);
    expect((await made.last()).content.stop_reason).toBe('end_turn');
    expect((await made.last()).usage?.output_tokens).toBeGreaterThan(0);
  });

  it('no tool runs that a withheld answer had called', async () => {
    const calls = [{ id: 'a', name: 'order', input: '{"n":1}' }];
    const made = await ask(protocol.answer({ calls, end: 'filtered' }));
    expect(ofType(await made.events(), 'agent.tool_use')).toEqual([]);
  });

  it.each(['{"n": one', '"one"', '[1]', 'null', '{"n":1}}'])(
    'a call with the arguments %s never reaches the page: the model is told, and tries again',
    async (input) => {
      const made = await ask(
        protocol.answer({ calls: [{ id: 'a', name: 'order', input }], end: 'calls' }),
        protocol.answer({ calls: [{ id: 'b', name: 'order', input: '{"n":1}' }], end: 'calls' }),
      );
      const events = await made.events();
      const uses = ofType(events, 'agent.tool_use').map((event) => event.content[0]);
      expect(uses.map((use) => use?.input)).toEqual([{}, { n: 1 }]);
      expect(ofType(events, 'user.tool_result')).toMatchObject([
        {
          error_code: 'invalid_input',
          content: [{ tool_use_id: uses[0]?.id, is_error: true, error_code: 'invalid_input' }],
        },
      ]);
      expect(await made.pending()).toEqual([uses[1]?.id]);
      const told = protocol.results(scene.server.asked[1] ?? {});
      expect(told[String(uses[0]?.id)]).toContain('nothing was run');
    },
  );

  it('a sound call beside a broken one is run', async () => {
    const made = await ask(
      protocol.answer({
        calls: [
          { id: 'a', name: 'order', input: '{"n":' },
          { id: 'b', name: 'order', input: '{"n":2}' },
        ],
        end: 'calls',
      }),
    );
    expect(await made.pending()).toHaveLength(1);
    expect(ofType(await made.events(), 'user.tool_result')).toHaveLength(1);
    expect((await made.last()).content.stop_reason).toBe('client_tool_use');
  });

  it('a call without arguments is run', async () => {
    const calls = [{ id: 'a', name: 'order', input: '' }];
    const made = await ask(protocol.answer({ calls, end: 'calls' }));
    expect(await made.pending()).toHaveLength(1);
  });

  it('an interrupt in the middle of a call’s arguments is charged for them', async () => {
    scene.server.next((response) => {
      const whole = protocol.answer({
        calls: [{ id: 'a', name: 'order', input: `{"note":"${'word '.repeat(80)}"}` }],
      });
      const end = response.end.bind(response);
      // Everything but the end.
      response.end = () => response;
      whole(response);
      response.end = end;
    });
    const made = await session();
    await made.say('hello');
    await harness.until(() => scene.server.asked.length > 0);
    for (let i = 0; i < 50; i += 1) await harness.clock.settle();
    await made.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    const { usage, content } = await made.last();
    expect(content.stop_reason).toBe('user_cancelled');
    expect(usage?.output_tokens).toBeGreaterThan(25);
  });

  it('an answer whose server never counts is charged by its length', async () => {
    if (protocol.provider === 'anthropic' || protocol.openaiApi === 'responses') return;
    const made = await ask((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      protocol.piece(response, 'Good evening, dear visitor!');
      const choice = { index: 0, delta: {}, finish_reason: 'stop' };
      response.end(
        `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [choice] })}\n\n`,
      );
    });
    expect((await made.last()).usage).toMatchObject({ output_tokens: 7 });
    expect((await made.last()).usage?.input_tokens).toBeGreaterThan(50);
  });
});

describe('OpenAI’s own models', () => {
  const askOpenAi = async (model: string, baseUrl?: string, chunk: object = { content: 'Hi.' }) => {
    const asked: { url: string; body: Record<string, unknown> }[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push({ url: String(url), body: JSON.parse(String(init?.body)) });
      const part = (choice: object) =>
        `data: ${JSON.stringify({ id: 'c', created: 1, model, choices: [{ index: 0, ...choice }] })}\n\n`;
      return new Response(part({ delta: chunk }) + part({ delta: {}, finish_reason: 'stop' }), {
        headers: { 'Content-Type': 'text/event-stream' },
      });
    };
    const settings = { provider: 'openai', apiKey: 'key', baseUrl, model } as const;
    const agent = createModelAgent({ model: openModel(settings, fetch), name: model });
    const outputs = [];
    for await (const output of agent.turn({
      history: [
        {
          id: 'e',
          processed_at: null,
          type: 'user.message',
          content: [{ type: 'text', text: 'hi' }],
        },
      ],
      contextWindow: 128_000,
      tools: [],
      turn: 1,
      search: async () => [],
      random: () => 0,
      sleep: async () => {},
      signal: new AbortController().signal,
      script: null,
    })) {
      outputs.push(output);
    }
    return { asked, outputs };
  };

  it.each(['gpt-6-luna', 'gpt-5.4-mini', 'gpt-4.1'])(
    '%s is asked in OpenAI’s own interface, where newer ones alone call tools',
    async (model) => {
      const { asked } = await askOpenAi(model);
      expect(asked[0]?.url).toBe('https://api.openai.com/v1/responses');
      expect(asked[0]?.body.max_output_tokens).toBeGreaterThan(0);
    },
  );

  it('any other server is asked with max_tokens', async () => {
    const { asked } = await askOpenAi('o3', 'https://models.example/v1');
    expect(asked[0]?.url).toBe('https://models.example/v1/chat/completions');
    expect(asked[0]?.body.max_tokens).toBeGreaterThan(0);
    expect(asked[0]?.body).not.toHaveProperty('max_completion_tokens');
  });

  it('a refusal in the model’s own words is what the visitor reads', async () => {
    const { outputs } = await askOpenAi('gpt-4.1', 'https://models.example/v1', {
      refusal: 'I’d rather not.',
    });
    expect(outputs.filter(({ kind }) => kind === 'message')).toEqual([
      { kind: 'message', blocks: [{ type: 'text', text: 'I’d rather not.' }] },
    ]);
    expect(outputs.at(-1)).toEqual({ kind: 'end', stop_reason: 'end_turn' });
  });
});
