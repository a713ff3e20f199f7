import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../../agents/model/model-agent.ts';
import { openModel } from '../../../agents/model/provider.ts';
import type { AgentOutput, AgentUsage, Passage, TurnContext } from '../../../agents/types.ts';
import type { SessionEvent, ToolDefinition } from '../../../wire.ts';
import {
  chunks,
  createProviderServer,
  type ProviderServer,
  refusal,
  USAGE,
} from './provider-server.ts';

let server: ProviderServer;

beforeAll(async () => {
  server = await createProviderServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

let count = 0;
const base = () => ({ id: `event_${++count}`, processed_at: null });
const user = (text: string): SessionEvent => ({
  ...base(),
  type: 'user.message',
  content: [{ type: 'text', text }],
});
const TOOL: ToolDefinition = {
  name: 'shop/add-to-cart',
  description: 'Adds to the cart.',
  input_schema: { type: 'object', properties: { id: { type: 'string' } } },
};

interface Asked {
  messages: {
    role: string;
    content?: unknown;
    tool_calls?: { function: { name: string } }[];
    tool_call_id?: string;
  }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  max_tokens?: number;
}

async function take(
  history: SessionEvent[],
  given: {
    tools?: ToolDefinition[];
    passages?: Passage[];
    signal?: AbortSignal;
    timeoutMs?: number;
    url?: string;
  } = {},
): Promise<AgentOutput[]> {
  const settings = {
    provider: 'openai',
    apiKey: 'test',
    baseUrl: given.url ?? server.url,
    model: 'm',
  } as const;
  const agent = createModelAgent({
    model: openModel(settings),
    name: 'm',
    maxRetries: 0,
    timeoutMs: given.timeoutMs ?? 5_000,
  });
  const context: TurnContext = {
    history,
    tools: given.tools ?? [],
    turn: 1,
    search: async () => given.passages ?? [],
    random: () => 0.5,
    sleep: async () => {},
    signal: given.signal ?? new AbortController().signal,
    meter: (usage) => metered.push(usage),
    contextWindow: 128_000,
    script: null,
  };
  metered = [];
  const outputs: AgentOutput[] = [];
  for await (const output of agent.turn(context)) outputs.push(output);
  return outputs;
}

/** What the last turn told of its usage on the way. */
let metered: AgentUsage[] = [];

const asked = (): Asked => server.asked.at(-1) as unknown as Asked;

describe('a turn of the model', () => {
  it('previews the text as it comes, then says it whole, with what it used', async () => {
    server.next(
      chunks(
        { role: 'assistant', content: 'Hel' },
        { content: 'lo!' },
        { finish_reason: 'stop' },
        USAGE,
      ),
    );
    expect(await take([user('hi')])).toEqual([
      { kind: 'delta', text: 'Hel' },
      { kind: 'delta', text: 'lo!' },
      { kind: 'message', blocks: [{ type: 'text', text: 'Hello!' }] },
      {
        kind: 'usage',
        usage: {
          model: 'm',
          input_tokens: 100,
          output_tokens: 30,
          cache_read_input_tokens: 20,
          cache_creation_input_tokens: 0,
          reasoning_tokens: 5,
        },
      },
      { kind: 'end', stop_reason: 'end_turn' },
    ]);
  });

  it('thinks before it speaks, where the model shows it', async () => {
    server.next(
      chunks(
        { reasoning_content: 'Greet ' },
        { reasoning_content: 'back.' },
        { content: 'Hi.' },
        { finish_reason: 'stop' },
        USAGE,
      ),
    );
    const outputs = await take([user('hi')]);
    expect(outputs.find((output) => output.kind === 'thought')).toMatchObject({
      text: 'Greet back.',
      thinking_ms: expect.any(Number),
    });
  });

  it.each([
    ['in pieces', ['<th', 'ink>Greet ', 'back.</thi', 'nk>\n\n', 'Hi.'], 'Greet back.', 'Hi.'],
    ['at once', ['\n<think>\nGreet.\n</think>\n\nHi.'], '\nGreet.\n', 'Hi.'],
    ['twice', ['<think>a</think>\n<thinking>b</thinking>Hi.'], 'ab', 'Hi.'],
    ['without a beginning', ['Greet.\n', '</think>\n\nHi.'], 'Greet.', 'Hi.'],
    [
      'not at all',
      ['Write `<think>` and `</think>` ', '<th'],
      undefined,
      'Write `<think>` and `</think>` <th',
    ],
    ['with an empty thought', ['<think>\n\n</think>\n\nHi.'], '\n\n', 'Hi.'],
  ])(
    'parts its thoughts from its words where both come as text: %s',
    async (_, pieces, thought, said) => {
      server.next(
        chunks(...pieces.map((content) => ({ content })), { finish_reason: 'stop' }, USAGE),
      );
      const outputs = await take([user('hi')]);
      const found = outputs.find(({ kind }) => kind === 'thought');
      expect(found && 'text' in found ? found.text : undefined).toBe(thought);
      const blocks = [{ type: 'text', text: said }];
      expect(outputs.find(({ kind }) => kind === 'message')).toEqual({ kind: 'message', blocks });
      const previews = outputs.filter((output) => output.kind === 'delta');
      if (_ !== 'without a beginning') {
        expect(previews.map(({ text }) => text).join('')).toBe(said);
      }
    },
  );

  it('says in words that a thought was all there was', async () => {
    server.next(
      chunks({ content: '<think>Hm' }, { content: 'm' }, { finish_reason: 'stop' }, USAGE),
    );
    const outputs = await take([user('hi')]);
    expect(outputs.find(({ kind }) => kind === 'thought')).toMatchObject({ text: 'Hmm' });
    expect(outputs.find(({ kind }) => kind === 'message')).toEqual({
      kind: 'message',
      blocks: [{ type: 'text', text: 'I have no answer to that. Please ask in another way.' }],
    });
  });

  it('calls the page’s tools by their own names, in letters that the provider takes', async () => {
    server.next(
      chunks(
        {
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: { name: 'shop_add-to-cart', arguments: '{"id":' },
            },
          ],
        },
        { tool_calls: [{ index: 0, function: { arguments: '"mug"}' } }] },
        { finish_reason: 'tool_calls' },
        USAGE,
      ),
    );
    const outputs = await take([user('add a mug')], { tools: [TOOL] });
    expect(outputs.map((output) => output.kind)).toEqual(['tool_use', 'usage']);
    expect(outputs[0]).toEqual({
      kind: 'tool_use',
      name: 'shop/add-to-cart',
      input: { id: 'mug' },
    });
    expect(asked().tools?.[0]?.function).toMatchObject({
      name: 'shop_add-to-cart',
      parameters: TOOL.input_schema,
    });
  });

  it('tells tools apart whose names differ only in odd letters', async () => {
    server.next(chunks({ content: 'ok' }, { finish_reason: 'stop' }, USAGE));
    await take([user('hi')], { tools: [TOOL, { ...TOOL, name: 'shop.add-to-cart' }] });
    const names = asked().tools?.map((one) => one.function.name);
    expect(new Set(names).size).toBe(2);
  });

  it('gives each call its result, the failed and the unanswered too', async () => {
    server.next(chunks({ content: 'Done.' }, { finish_reason: 'stop' }, USAGE));
    const call = (id: string): SessionEvent => ({
      ...base(),
      type: 'agent.tool_use',
      content: [{ type: 'tool_use', id, name: TOOL.name, input: { id } }],
    });
    await take(
      [
        user('add three'),
        call('a'),
        call('b'),
        call('c'),
        {
          ...base(),
          type: 'session.status_idle',
          content: { stop_reason: 'client_tool_use', context_tokens: 1 },
        },
        {
          ...base(),
          type: 'user.tool_result',
          content: [
            { type: 'tool_result', tool_use_id: 'b', is_error: true, error_code: 'declined' },
          ],
        },
        {
          ...base(),
          type: 'user.tool_result',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: '{"ok":true}' }],
        },
      ],
      { tools: [TOOL] },
    );
    const [, , assistant, ...results] = asked().messages;
    expect(assistant?.tool_calls).toHaveLength(3);
    expect(results.map(({ role, tool_call_id, content }) => [role, tool_call_id, content])).toEqual(
      [
        ['tool', 'a', '{"ok":true}'],
        ['tool', 'b', 'It failed: declined.'],
        ['tool', 'c', 'No result came.'],
      ],
    );
  });

  it('puts the site’s own instructions and the passages before the model, and cites what the answer drew on', async () => {
    const passages = [
      {
        uri: 'https://shop.example/s',
        title: 'Shipping',
        text: 'Standard delivery takes two to four working days within Europe.',
        score: 2,
      },
      {
        uri: 'https://shop.example/w',
        title: 'Warranty',
        text: 'Lamps carry a warranty against faults.',
        score: 1,
      },
    ];
    server.next(
      chunks(
        { content: 'Standard delivery takes two to four working days.' },
        { finish_reason: 'stop' },
        USAGE,
      ),
    );
    const outputs = await take(
      [
        {
          ...base(),
          type: 'system.message',
          content: [{ type: 'text', text: 'Speak like a gardener.' }],
        },
        user('How long is delivery?'),
      ],
      { passages },
    );
    const system = JSON.stringify(asked().messages[0]);
    expect(system).toContain('Speak like a gardener.');
    const [reference, question] = asked().messages.slice(1);
    expect(reference?.content).toContain('two to four working days within Europe');
    expect(question?.content).toBe('How long is delivery?');
    expect(outputs.find((output) => output.kind === 'message')).toMatchObject({
      blocks: [
        {
          citations: [
            {
              type: 'knowledge_base',
              document_uri: 'https://shop.example/s',
              document_title: 'Shipping',
            },
          ],
        },
      ],
    });
  });

  it('says when the answer was cut off', async () => {
    server.next(chunks({ content: 'Once upon' }, { finish_reason: 'length' }, USAGE));
    expect((await take([user('a story')])).at(-1)).toEqual({
      kind: 'end',
      stop_reason: 'max_tokens',
    });
  });

  it('leaves off at once when the run is cancelled', async () => {
    const stop = new AbortController();
    server.next((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': waiting\n\n');
      stop.abort(new Error('cancelled'));
    });
    await expect(take([user('hi')], { signal: stop.signal })).rejects.toThrow('cancelled');
  });
});

describe('when the provider fails', () => {
  it.each([
    [429, 'Rate limit reached', 'rate_limit_error'],
    [529, 'Overloaded', 'rate_limit_error'],
    [400, "Invalid schema for function 'add': bad type", 'invalid_tool_schema'],
    [400, 'tools.0.custom.input_schema: JSON schema is invalid', 'invalid_tool_schema'],
    [400, 'Something else is wrong', 'upstream_error'],
    [401, 'Incorrect API key provided', 'upstream_error'],
    [500, 'The server had an error', 'upstream_error'],
    [504, 'Gateway time-out', 'upstream_timeout'],
  ])('turns %i “%s” into %s', async (status, message, code) => {
    server.next(refusal(status, message));
    expect(await take([user('hi')], { tools: [TOOL] })).toEqual([{ kind: 'fail', code }]);
  });

  it.each([
    [400, "This model's maximum context length is 8192 tokens."],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    [413, 'Request too large'],
  ])(
    'reads %i “%s” as a request that is too long, which a summary may help',
    async (status, message) => {
      server.next(refusal(status, message));
      expect(await take([user('hi')], { tools: [TOOL] })).toEqual([{ kind: 'too_long' }]);
    },
  );

  it('gives up after its time', async () => {
    server.next(() => {});
    expect(await take([user('hi')], { timeoutMs: 60 })).toEqual([
      { kind: 'fail', code: 'upstream_timeout' },
    ]);
  });

  it('gives up after its time in the middle of an answer, too', async () => {
    server.next((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(
        'data: {"id":"c","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n',
      );
    });
    expect((await take([user('hi')], { timeoutMs: 120 })).at(-1)).toEqual({
      kind: 'fail',
      code: 'upstream_timeout',
    });
    // The provider never came to say what it used, so the run is charged by the length of the text.
    expect(metered.at(-1)).toMatchObject({ model: 'm', output_tokens: 1, reasoning_tokens: 0 });
    expect(metered.at(-1)?.input_tokens).toBeGreaterThan(50);
  });

  it('says upstream_error where nobody listens, and where the answer is no stream', async () => {
    expect(await take([user('hi')], { url: 'http://127.0.0.1:9/v1' })).toEqual([
      { kind: 'fail', code: 'upstream_error' },
    ]);
    server.next((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end('data: {"error":{"message":"broken"}}\n\n');
    });
    expect((await take([user('hi')])).at(-1)).toEqual({ kind: 'fail', code: 'upstream_error' });
  });
});

describe('the other provider', () => {
  it('speaks its own protocol, with the same outcome', async () => {
    const events = [
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'claude',
          content: [],
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello!' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 4 },
      },
      { type: 'message_stop' },
    ];
    server.next((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(
        events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
      );
    });
    const model = openModel({
      provider: 'anthropic',
      apiKey: 'test',
      baseUrl: server.url,
      model: 'claude',
    });
    const outputs: AgentOutput[] = [];
    for await (const output of createModelAgent({ model, name: 'claude', maxRetries: 0 }).turn({
      history: [user('hi')],
      tools: [TOOL],
      turn: 1,
      search: async () => [],
      random: () => 0,
      sleep: async () => {},
      signal: new AbortController().signal,
      contextWindow: 128_000,
      script: null,
    })) {
      outputs.push(output);
    }
    expect(outputs.map((output) => output.kind)).toEqual(['delta', 'message', 'usage', 'end']);
  });
});
