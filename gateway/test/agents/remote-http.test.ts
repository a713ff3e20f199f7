// An owner's server that answers a POST: what it is sent, and what may come back. Those of n8n, Flowise, Dify and Langflow answer as
// their documentation has it; none of them runs here.

import { describe, expect, it } from 'vitest';
import type { Wire } from '../harness.ts';
import type { Answer } from '../remote-backends.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';

const scene = createRemoteScene();

/** A reply of that type, in the pieces in which it is sent. */
const reply =
  (type: string, ...pieces: string[]): Answer =>
  async (_body, response) => {
    response.writeHead(200, { 'Content-Type': type });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  };
const json = (value: unknown): Answer => reply('application/json', JSON.stringify(value, null, 2));
const lines = (...values: unknown[]): Answer =>
  reply('application/x-ndjson', ...values.map((value) => `${JSON.stringify(value)}\n`));
const events = (...values: unknown[]): Answer =>
  reply('text/event-stream', ...values.map((value) => `data: ${JSON.stringify(value)}\n\n`));

const answered = async (answer: Answer, backend: Wire = {}) => {
  scene.next(answer);
  const fields = { backend: { url: scene.url, ...backend } };
  const session = await scene.ask(await scene.make('http', fields));
  return session.events('include_thinking=true');
};
const texts = async (answer: Answer) => textsOf(await answered(answer));
const last = async (answer: Answer) => (await answered(answer)).at(-1);

describe('a server of the owner’s is sent', () => {
  it('the conversation with the calls in it, the page’s tools and the instructions', async () => {
    scene.next(
      lines(
        { text: 'I put it in. ' },
        { call: { id: 'c1', name: 'add_to_cart', input: { id: 7 } } },
      ),
      lines({ text: 'Done.' }),
      lines({ text: 'Bye.' }),
    );
    const agent = await scene.make('http', { instructions: 'Sell lamps.' });
    const session = await scene.ask(agent, 'one lamp');
    await session.answer('{"count":1}');
    await scene.harness.settled();
    await session.say('thanks');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['I put it in. ', 'Done.', 'Bye.']);
    const [first, second, third] = scene.asked.map(({ body }) => body);
    expect(first).toEqual({
      text: 'one lamp',
      session_id: session.id,
      run_id: expect.any(String),
      messages: [{ id: expect.any(String), role: 'user', text: 'one lamp' }],
      instructions: 'Sell lamps.',
      tools: [{ name: 'add_to_cart', description: 'Adds.', input_schema: { type: 'object' } }],
    });
    expect(second?.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        text: 'I put it in. ',
        calls: [
          {
            name: 'add_to_cart',
            input: { id: 7 },
            result: { text: '{"count":1}', isFailure: false },
          },
        ],
      },
    ]);
    expect(second?.text).toBe('one lamp');
    expect(third?.text).toBe('thanks');
    expect(scene.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer hush',
      'content-type': 'application/json',
    });
  });

  it('the body that the owner has written, with what it names filled in', async () => {
    scene.next(json({ output: 'One.' }), json({ output: 'Two.' }));
    const body = {
      chatInput: '{{text}}',
      sessionId: '{{session_id}}',
      options: {
        tools: '{{ tools }}',
        note: 'Before: {{transcript}}. Rules: {{instructions}}',
        n: 3,
      },
      list: ['{{text}}!', '{{{text}}}'],
    };
    const fields = { instructions: 'Be brief.', backend: { url: scene.url, body } };
    const session = await scene.ask(await scene.make('http', fields), 'first "quoted" {{tools}}');
    await session.say('second');
    await scene.harness.settled();
    expect(scene.asked[1]?.body).toEqual({
      chatInput: 'second',
      sessionId: session.id,
      options: {
        tools: [{ name: 'add_to_cart', description: 'Adds.', input_schema: { type: 'object' } }],
        note: 'Before: Visitor: first "quoted" {{tools}}\nAgent: One.. Rules: Be brief.',
        n: 3,
      },
      list: ['second!', '{second}'],
    });
  });

  it('nothing that isn’t known: a body with another placeholder is refused with those that there are', async () => {
    const { status, body } = await scene.harness.admin('POST', '/admin/agents', {
      name: 'Wrong',
      kind: 'http',
      backend: { url: scene.url, body: { question: '{{query}}' } },
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain("names {{query}}, which there isn't");
    expect(body.error.message).toContain('{{text}}');
  });

  it('a body as its version has it: kept while the address stays, gone with null', async () => {
    const agent = await scene.make('http', {
      backend: { url: scene.url, body: { q: '{{text}}' } },
    });
    const path = `/admin/agents/${agent}`;
    const kept = await scene.harness.admin('PATCH', path, { backend: { url: scene.url } });
    expect(kept.body.settings).toMatchObject({ backend: { body: { q: '{{text}}' } } });
    const gone = await scene.harness.admin('PATCH', path, {
      backend: { url: scene.url, body: null },
    });
    expect(gone.body.settings).toMatchObject({ backend: { body: null } });
  });
});

describe('what it answers may be', () => {
  it.each<[string, Answer]>([
    ['text as it comes', reply('text/plain; charset=utf-8', 'Every lamp ', 'is brass.')],
    ['text without a type', reply('application/octet-stream', 'Every lamp is brass.')],
    ['one JSON object', json({ text: 'Every lamp is brass.' })],
    ['lines of JSON', lines({ text: 'Every lamp ' }, { text: 'is brass.' })],
    [
      'lines that are called JSON',
      reply('application/json', '{"text":"Every lamp "}\n{"te', 'xt":"is brass."}\n'),
    ],
    ['events', events({ text: 'Every lamp ' }, { text: 'is brass.' })],
    [
      'events whose data are text',
      reply('text/event-stream', 'data: Every lamp\n\ndata: [DONE]\n\n', 'data:  is brass.\n\n'),
    ],
    ['what n8n’s “Respond to Webhook” says', json([{ output: 'Every lamp is brass.' }])],
    [
      'what n8n streams',
      lines(
        { type: 'begin', metadata: { nodeName: 'AI Agent' } },
        { type: 'item', content: 'Every lamp ', metadata: {} },
        { type: 'item', content: 'is brass.', metadata: {} },
        { type: 'end', metadata: {} },
      ),
    ],
    ['what Flowise says', json({ text: 'Every lamp is brass.', question: 'hello', chatId: 'c' })],
    [
      'what Flowise streams',
      events(
        { event: 'start', data: '' },
        { event: 'token', data: 'Every lamp ' },
        { event: 'token', data: 'is brass.' },
        { event: 'metadata', data: { chatId: 'c' } },
        { event: 'end', data: '[DONE]' },
      ),
    ],
    [
      'what Dify says',
      json({ event: 'message', answer: 'Every lamp is brass.', conversation_id: 'c' }),
    ],
    [
      'what Dify streams',
      events(
        { event: 'workflow_started', data: { id: 'w' } },
        { event: 'message', answer: 'Every lamp ', conversation_id: 'c' },
        { event: 'agent_message', answer: 'is brass.', conversation_id: 'c' },
        { event: 'agent_thought', thought: '', message_id: 'm' },
        { event: 'message_end', metadata: { usage: { prompt_tokens: 3 } } },
      ),
    ],
    [
      'what Langflow says',
      json({
        session_id: 's',
        outputs: [
          {
            inputs: { input_value: 'hello' },
            outputs: [
              { results: { message: { text: 'Every lamp is brass.', sender: 'Machine' } } },
            ],
          },
        ],
      }),
    ],
    [
      'what Langflow streams',
      lines(
        { event: 'add_message', data: { text: '', sender: 'Machine' } },
        { event: 'token', data: { chunk: 'Every lamp ', id: 'm' } },
        { event: 'token', data: { chunk: 'is brass.', id: 'm' } },
        { event: 'end', data: { result: { outputs: [{ text: 'Every lamp is brass.' }] } } },
      ),
    ],
  ])('%s', async (_what, answer) => {
    expect(await texts(answer)).toEqual(['Every lamp is brass.']);
  });

  it('thoughts, sources, and what it used', async () => {
    const [message, ...more] = (
      await answered(
        lines(
          { thought: 'Lamps.' },
          { text: 'Brass.', sources: [{ url: 'https://shop.example/lamps', title: 'Lamps' }] },
          { usage: { input_tokens: 10, output_tokens: 4 } },
        ),
      )
    ).filter(({ type }) => /^agent\.|idle/.test(type));
    expect(message?.content).toMatchObject([
      { text: 'Lamps.' },
      { text: 'Brass.', citations: [{ document_uri: 'https://shop.example/lamps' }] },
    ]);
    expect(more.at(-1)?.usage).toMatchObject({ input_tokens: 10, output_tokens: 4 });
  });

  it('a call whose arguments can’t be read, or of a tool that isn’t there: the server hears of it', async () => {
    scene.next(
      json({ calls: [{ name: 'add_to_cart', input: 'x' }, { name: 'cook' }] }),
      json({ text: 'Sorry.' }),
    );
    const session = await scene.ask(await scene.make('http'));
    const results = (await session.events()).filter(({ type }) => type === 'user.tool_result');
    expect(results.map(({ error_code }) => error_code)).toEqual([
      'invalid_input',
      'tool_unavailable',
    ]);
    expect(textsOf(await session.events())).toEqual(['Sorry.']);
  });
});

describe('it has failed', () => {
  it.each<[string, Answer]>([
    ['with a word of its own', json({ error: 'Workflow is off' })],
    ['as n8n says it', lines({ type: 'item', content: 'Ev' }, { type: 'error', content: 'No.' })],
    ['as Dify says it', events({ event: 'error', code: 'x', message: 'No.', status: 400 })],
    ['with a page, as a proxy or a login answers', reply('text/html', '<p>Sign in</p>')],
    ['with JSON that isn’t', reply('application/json', '{"text": "Ev')],
  ])('%s', async (_how, answer) => {
    expect(await last(answer)).toMatchObject({
      type: 'session.error',
      error_code: 'upstream_error',
    });
  });

  it('when its connection breaks in the middle; what came stays', async () => {
    const session = await answered((_body, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write('Every lamp', () => response.destroy());
    });
    expect(textsOf(session)).toEqual(['Every lamp']);
    expect(session.at(-1)).toMatchObject({ error_code: 'upstream_error' });
  });

  it('with a limit of its own', async () => {
    expect(await last(json({ error: { message: 'Rate limit reached' } }))).toMatchObject({
      error_code: 'rate_limit_error',
    });
  });
});
