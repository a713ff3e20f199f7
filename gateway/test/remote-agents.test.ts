// Agents whose backend is the owner's: one that speaks AG-UI, written with that protocol's published packages, and one that
// speaks the AI SDK's UI message stream, written with the AI SDK.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BaseEvent, EventType } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { EventEncoder } from '@ag-ui/encoder';
import { convertToModelMessages, jsonSchema, streamText, tool, type UIMessage } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutsideFetch } from '../http/outside-fetch.ts';
import {
  createHarness,
  type Harness,
  type SessionHandle,
  type Wire,
  type WireEvent,
} from './harness.ts';

type Answer = (asked: Wire, response: ServerResponse) => unknown;

const TOOLS = [{ name: 'add_to_cart', description: 'Adds.', input_schema: { type: 'object' } }];
let answers: Answer[] = [];
const asked: { headers: IncomingHttpHeaders; body: Wire }[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const body = text === '' ? {} : (JSON.parse(text) as Wire);
    asked.push({ headers: request.headers, body });
    const answer = answers.shift();
    if (answer === undefined) response.writeHead(500).end();
    else void answer(body, response);
  });
});
let url = '';
let harness: Harness;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
  harness = await createHarness({ options: { agentsMayBePrivate: true } });
});
beforeEach(() => {
  answers = [];
  asked.length = 0;
});
afterAll(async () => {
  await harness.close();
  server.closeAllConnections();
  server.close();
});

let names = 0;
async function make(kind: string, fields: Wire = {}): Promise<string> {
  names += 1;
  const { status, body } = await harness.admin('POST', '/admin/agents', {
    name: `Remote ${names}`,
    kind,
    backend: { url, headers: { Authorization: 'Bearer hush' } },
    ...fields,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return String(body.agent_id);
}

async function ask(agent: string, text = 'hello'): Promise<SessionHandle> {
  const session = await harness.session({ agent, client_tools: TOOLS });
  await session.say(text);
  await harness.settled();
  return session;
}

const textsOf = (events: readonly WireEvent[]) =>
  events.flatMap(({ type, content }) => (type === 'agent.message' ? [content[0]?.text] : []));

/** A backend of that protocol, made with its own packages: what it is asked is checked, its events are encoded. */
function agUi(...events: (Wire & { type: EventType })[]): Answer {
  return (body, response) => {
    const input = RunAgentInputSchema.parse(body);
    const ids = { threadId: input.threadId, runId: input.runId };
    const encoder = new EventEncoder();
    response.writeHead(200, { 'Content-Type': encoder.getContentType() });
    for (const event of [{ type: EventType.RUN_STARTED, ...ids }, ...events]) {
      response.write(encoder.encode({ ...ids, ...event } as BaseEvent));
    }
    response.end();
  };
}
const FINISHED = { type: EventType.RUN_FINISHED };
const says = (id: string, ...deltas: string[]) => [
  { type: EventType.TEXT_MESSAGE_START, messageId: id, role: 'assistant' },
  ...deltas.map((delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta })),
  { type: EventType.TEXT_MESSAGE_END, messageId: id },
];
const calls = (id: string, name: string, ...args: string[]) => [
  { type: EventType.TOOL_CALL_START, toolCallId: id, toolCallName: name },
  ...args.map((delta) => ({ type: EventType.TOOL_CALL_ARGS, toolCallId: id, delta })),
  { type: EventType.TOOL_CALL_END, toolCallId: id },
];

/** A backend as the AI SDK's guide has it: the page's tools have no `execute`, so that the page runs them. */
function aiSdk(
  stream: Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'],
  prompts: unknown[] = [],
): Answer {
  return async (body, response) => {
    const model = new MockLanguageModelV3({
      doStream: async ({ prompt }) => {
        prompts.push(prompt);
        return { stream };
      },
    });
    const given = body.tools as Record<string, { description: string; parameters: Wire }>;
    const result = streamText({
      model,
      ...(typeof body.system === 'string' ? { system: body.system } : {}),
      messages: await convertToModelMessages(body.messages as UIMessage[]),
      tools: Object.fromEntries(
        Object.entries(given).map(([name, { description, parameters }]) => [
          name,
          tool({ description, inputSchema: jsonSchema(parameters) }),
        ]),
      ),
      onError: () => {},
    });
    result.pipeUIMessageStreamToResponse(response);
  };
}
const USED = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const chunks = (...parts: Wire[]) =>
  simulateReadableStream({ chunks: parts }) as Awaited<
    ReturnType<MockLanguageModelV3['doStream']>
  >['stream'];
const finish = (unified: string) => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: USED,
});
const writes = (...deltas: string[]) => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
];
const callPart = (input: string, toolName = 'add_to_cart') => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName,
  input,
});

interface Spoken {
  kind: string;
  /** Says these pieces. */
  answer(...pieces: string[]): Answer;
  call(input: string, name?: string): Answer;
  fail(): Answer;
  /** Says it, and the connection is gone. */
  vanish(text: string): Answer;
}

const cutAfter =
  (frame: object): Answer =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(frame)}\n\n`, () => response.destroy());
  };

const PROTOCOLS: [string, Spoken][] = [
  [
    'AG-UI',
    {
      kind: 'ag_ui',
      answer: (...pieces) => agUi(...says('m1', ...pieces), FINISHED),
      call: (input, name = 'add_to_cart') => agUi(...calls('c1', name, input), FINISHED),
      fail: () => agUi({ type: EventType.RUN_ERROR, message: 'rate limit reached' }),
      vanish: (delta) => cutAfter({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta }),
    },
  ],
  [
    'the AI SDK’s UI message stream',
    {
      kind: 'ai_sdk',
      answer: (...pieces) => aiSdk(chunks(...writes(...pieces), finish('stop'))),
      call: (input, name) => aiSdk(chunks(callPart(input, name), finish('tool-calls'))),
      fail: () => cutAfter({ type: 'error', errorText: 'Too many requests' }),
      vanish: (delta) => cutAfter({ type: 'text-delta', id: 't', delta }),
    },
  ],
];

describe.each(PROTOCOLS)('a backend that speaks %s', (_, { kind, answer, call, fail, vanish }) => {
  it('answers: previews, the message, the end; it gets the headers and the trace', async () => {
    answers = [answer('Good ', 'evening!')];
    const agent = await make(kind);
    const session = await harness.session({ agent });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('hello');
    await harness.settled();
    const events = await session.events();
    expect(textsOf(events)).toEqual(['Good evening!']);
    expect(events.at(-1)).toMatchObject({
      content: { stop_reason: 'end_turn' },
      usage: { credits_nano: 0 },
    });
    expect(stream.frames('event_delta')).toHaveLength(2);
    await stream.close();
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer hush',
      traceparent: expect.stringMatching(/^00-/),
    });
  });

  it('calls a tool of the page, and goes on with its result', async () => {
    answers = [call('{"id":"mug"}'), answer('It is in.')];
    const session = await ask(await make(kind, { instructions: 'You sell mugs.' }), 'a mug please');
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'client_tool_use' } });
    await session.answer('{"count":1}');
    await harness.settled();
    expect(textsOf(await session.events())).toEqual(['It is in.']);
    const second = JSON.stringify(asked[1]?.body);
    for (const word of ['You sell mugs.', 'a mug please', 'add_to_cart', 'mug', 'count']) {
      expect(second).toContain(word);
    }
  });

  it('fails where it says so, where it refuses, and where its stream is cut; what was shown stays', async () => {
    const agent = await make(kind);
    const outcome = async (given: Answer) => {
      answers = [given];
      const events = await (await ask(agent)).events();
      return [...textsOf(events), events.at(-1)?.error_code];
    };
    expect(await outcome(fail())).toEqual(['rate_limit_error']);
    const refuse = (_asked: Wire, response: ServerResponse) => response.writeHead(429).end();
    expect(await outcome(refuse)).toEqual(['rate_limit_error']);
    expect(await outcome(vanish('I thi'))).toEqual(['I thi', 'upstream_error']);
    const redirect = (_asked: Wire, response: ServerResponse) =>
      response.writeHead(302, { Location: url }).end();
    expect(await outcome(redirect)).toEqual(['upstream_error']);
    expect(asked).toHaveLength(4);
    const junk = (_asked: Wire, response: ServerResponse) =>
      response.writeHead(200).end('data: {"type":7}\n\ndata: nonsense\n\n');
    expect(await outcome(junk)).toEqual(['upstream_error']);
  });

  it('is given up when it has said nothing for too long', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    answers = [() => hear()];
    const session = await harness.session({ agent: await make(kind) });
    await session.say('hello');
    await heard;
    await harness.clock.advance(61_000);
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'upstream_timeout' });
  });

  it('gets no broken call as far as the page', async () => {
    answers = [call('[1]'), answer('Sorry.')];
    const events = await (await ask(await make(kind))).events();
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result?.error_code).toBe('invalid_input');
    expect(textsOf(events)).toEqual(['Sorry.']);
  });
});

describe('with AG-UI', () => {
  it('thoughts, several messages, its own tools and usage by model are taken as they are meant', async () => {
    answers = [
      agUi(
        { type: EventType.REASONING_MESSAGE_CONTENT, messageId: 'r', delta: 'Hm.' },
        ...says('a', 'Looking…'),
        ...calls('own', 'lookup', '{}'),
        { type: EventType.TOOL_CALL_RESULT, messageId: 'x', toolCallId: 'own', content: '42' },
        ...calls('silent', 'internal', '{}'),
        { type: EventType.STATE_SNAPSHOT, snapshot: { a: 1 } },
        ...says('b', 'It is 42.'),
        { ...FINISHED, usage: [{ model: 'big', inputTokens: 10, outputTokens: 4 }] },
      ),
    ];
    const prices = { big: { input: 100, output: 1000 } };
    const session = await ask(await make('ag_ui', { prices }));
    const events = await session.events('include_thinking=true');
    const said = events.filter(({ type }) => type === 'agent.message');
    expect(said.map(({ content }) => content.map(({ text }) => text))).toEqual([
      ['Hm.', 'Looking…'],
      ['It is 42.'],
    ]);
    expect(events.some(({ type }) => type === 'agent.tool_use')).toBe(false);
    expect(events.at(-1)?.usage).toMatchObject({ input_tokens: 10, credits_nano: 5000 });
  });
});

describe('with the AI SDK', () => {
  it('the conversation arrives as the model’s own messages', async () => {
    const prompts: unknown[] = [];
    answers = [
      aiSdk(chunks(...writes('One.'), finish('stop'))),
      aiSdk(chunks(...writes('Two.'), finish('stop')), prompts),
    ];
    const session = await ask(await make('ai_sdk', { instructions: 'Be brief.' }), 'first');
    await session.say('second');
    await harness.settled();
    expect(prompts[0]).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ text: 'first' }] },
      { role: 'assistant', content: [{ text: 'One.' }] },
      { role: 'user', content: [{ text: 'second' }] },
    ]);
  });

  it('a call of a tool that nobody has is answered here, and the backend hears of it', async () => {
    answers = [
      cutShort({ type: 'tool-input-available', toolCallId: 'c', toolName: 'nothing', input: {} }),
      aiSdk(chunks(...writes('I can’t.'), finish('stop'))),
    ];
    const events = await (await ask(await make('ai_sdk'))).events();
    expect(events.find(({ type }) => type === 'user.tool_result')?.error_code).toBe(
      'tool_unavailable',
    );
    expect(textsOf(events)).toEqual(['I can’t.']);
  });
});

/** A whole answer of one chunk. */
function cutShort(chunk: Wire): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const frames = [chunk, { type: 'finish' }].map((one) => `data: ${JSON.stringify(one)}\n\n`);
    response.end(`${frames.join('')}data: [DONE]\n\n`);
  };
}

describe('its record', () => {
  it('shows the headers by name alone, and keeps them only while the address stays', async () => {
    const id = await make('ag_ui');
    const path = `/admin/agents/${id}`;
    const seen = [
      await harness.admin('GET', path),
      await harness.admin('GET', `${path}/versions`),
      await harness.admin('PATCH', path, { backend: { url }, instructions: 'x' }),
    ];
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain('hush');
    const backend = (body: Wire) => (body.settings as Wire).backend;
    expect(backend(seen[2]?.body ?? {})).toEqual({ url, header_names: ['Authorization'] });
    const moved = await harness.admin('PATCH', path, { backend: { url: `${url}/v2` } });
    expect(backend(moved.body)).toEqual({ url: `${url}/v2`, header_names: [] });
  });

  it.each([
    [{ kind: 'ag_ui', backend: null }, 'backend is required where kind is ag_ui'],
    [{ backend: { url: 'http://10.0.0.1/' } }, 'backend.url must be an https address'],
    [{ backend: { url: 'https://10.0.0.1/' } }, 'backend.url is an address of a private network'],
    [{ backend: { url: 'https://u:p@x.example/' } }, 'backend.url must have no user'],
    [{ backend: { url: 'https://x.example/', headers: { Host: 'y' } } }, 'backend.headers.Host'],
    [{ backend: { url: 'https://x.example/', headers: { 'X-A': 'a\r\nb' } } }, 'backend.headers'],
    [{ backend: { url: 'file:///etc/passwd' } }, 'backend.url must be an https address'],
  ])('isn’t made of %j: %s', async (fields, words) => {
    const strict = await createHarness({ db: harness.db, clock: harness.clock });
    const reply = await strict.admin('POST', '/admin/agents', {
      name: 'Wrong',
      kind: 'ai_sdk',
      ...fields,
    });
    await strict.close();
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(words);
  });
});

describe('requests to servers of others', () => {
  it('reach no private network, also by a name, and end where a reply is too long', async () => {
    const strict = createOutsideFetch({ mayBePrivate: false, maxBytes: 10 });
    const { port } = new URL(url);
    await expect(strict(`https://127.0.0.1:${port}/`)).rejects.toThrow('private network');
    await expect(strict(`http://example.com/`)).rejects.toThrow('https');
    await expect(strict(`https://localhost:${port}/`)).rejects.toMatchObject({
      cause: { name: 'PrivateAddress' },
    });
    expect(asked).toHaveLength(0);
    answers = [(_, response) => response.end('x'.repeat(11))];
    const reply = await createOutsideFetch({ mayBePrivate: true, maxBytes: 10 })(url);
    await expect(reply.text()).rejects.toThrow('10 bytes');
  });
});

describe('a picture and a PDF that the visitor attached', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
  const PDF = Buffer.from('%PDF-1.4 tiny').toString('base64');
  const content = [
    {
      type: 'document',
      title: 'a.png',
      source: { type: 'base64', media_type: 'image/png', data: PNG },
    },
    {
      type: 'document',
      title: 'b.pdf',
      source: { type: 'base64', media_type: 'application/pdf', data: PDF },
    },
    { type: 'text', text: 'What is this?' },
  ];
  const send = async (kind: string, fields: Wire, answer: Answer) => {
    answers = [answer];
    const session = await harness.session({ agent: await make(kind, fields) });
    await session.send([{ type: 'user.message', content }]);
    await harness.settled();
    expect(textsOf(await session.events())).toEqual(['Seen.']);
  };

  it('reach a backend that speaks AG-UI where its record says that it reads them', async () => {
    await send('ag_ui', { files: ['image', 'pdf'] }, agUi(...says('m', 'Seen.'), FINISHED));
    const [message] = (asked[0]?.body.messages ?? []) as Wire[];
    expect(message?.content).toEqual([
      { type: 'image', source: { type: 'data', value: PNG, mimeType: 'image/png' } },
      { type: 'document', source: { type: 'data', value: PDF, mimeType: 'application/pdf' } },
      { type: 'text', text: '[File: a.png]\n\n[File: b.pdf]\n\nWhat is this?' },
    ]);
  });

  it('reach the model behind an AI SDK backend', async () => {
    const prompts: unknown[] = [];
    const stream = chunks(
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Seen.' },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USED },
    );
    await send('ai_sdk', { files: ['image'] }, aiSdk(stream, prompts));
    expect(JSON.stringify(prompts)).toContain('"mediaType":"image/png","filename":"a.png"');
    expect(JSON.stringify(prompts)).toContain('b.pdf\\" (application/pdf), which you can\'t read');
  });

  it('are named, and not sent, where the record says nothing of files', async () => {
    await send('ag_ui', {}, agUi(...says('m', 'Seen.'), FINISHED));
    const [message] = (asked[0]?.body.messages ?? []) as Wire[];
    expect(message?.content).toContain('"a.png" (image/png), which you can\'t read');
    expect(message?.content).not.toContain(PNG);
  });
});

describe('the sources that an AI SDK backend names', () => {
  it('are the message’s citations, also where they come after its text; others than web addresses are none', async () => {
    const source = (url: string, title?: string) => ({
      type: 'source' as const,
      sourceType: 'url' as const,
      id: url,
      url,
      ...(title === undefined ? {} : { title }),
    });
    answers = [
      async (_, response) => {
        const model = new MockLanguageModelV3({
          doStream: async () => ({
            stream: chunks(
              source('https://shop.example/a', 'Care of stoneware'),
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: 'By hand.' },
              { type: 'text-end', id: '1' },
              source('https://shop.example/b'),
              source('javascript:alert(1)', 'Bad'),
              { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USED },
            ),
          }),
        });
        const result = streamText({ model, prompt: 'x', onError: () => {} });
        result.pipeUIMessageStreamToResponse(response, { sendSources: true });
      },
    ];
    const session = await ask(await make('ai_sdk'));
    const message = (await session.events()).find(({ type }) => type === 'agent.message');
    expect(message?.content).toEqual([
      {
        type: 'text',
        text: 'By hand.',
        citations: [
          {
            type: 'knowledge_base',
            document_uri: 'https://shop.example/a',
            document_title: 'Care of stoneware',
          },
          {
            type: 'knowledge_base',
            document_uri: 'https://shop.example/b',
            document_title: 'shop.example',
          },
        ],
      },
    ]);
  });
});
