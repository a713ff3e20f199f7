// Agents whose backend is the owner's, in either of two protocols.

import type { ServerResponse } from 'node:http';
import { EventType } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { createOutsideFetch } from '../../kernel/outside-fetch.ts';
import { createHarness, type Wire } from '../harness.ts';
import {
  type Answer,
  agUi,
  aiSdk,
  callPart,
  calls,
  chunks,
  cutAfter,
  FINISHED,
  finish,
  says,
  writes,
} from '../remote-backends.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';

const scene = createRemoteScene();

interface Spoken {
  kind: string;
  /** Says these pieces. */
  answer(...pieces: string[]): Answer;
  call(input: string, name?: string): Answer;
  fail(): Answer;
  /** Says it, and the connection is gone. */
  vanish(text: string): Answer;
}

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
    scene.next(answer('Good ', 'evening!'));
    const agent = await scene.make(kind);
    const session = await scene.harness.session({ agent });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('hello');
    await scene.harness.settled();
    const events = await session.events();
    expect(textsOf(events)).toEqual(['Good evening!']);
    expect(events.at(-1)).toMatchObject({
      content: { stop_reason: 'end_turn' },
      usage: { credits_nano: 0 },
    });
    expect(stream.frames('event_delta')).toHaveLength(2);
    await stream.close();
    expect(scene.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer hush',
      traceparent: expect.stringMatching(/^00-/),
    });
  });

  it('that says nothing, or too much for a message, has the visitor told so in words', async () => {
    scene.next(answer(), answer(...Array(3).fill('x'.repeat(100_000))));
    const agent = await scene.make(kind);
    const silent = await scene.ask(agent);
    expect(textsOf(await silent.events())).toEqual([
      'I have no answer to that. Please ask in another way.',
    ]);
    const [long = ''] = textsOf(await (await scene.ask(agent)).events());
    expect(String(long).length).toBeLessThan(201_000);
    expect(long).toMatch(/longer than one message can be\. It ends here\.\)$/);
  });

  it('calls a tool of the page, and goes on with its result', async () => {
    scene.next(call('{"id":"mug"}'), answer('It is in.'));
    const session = await scene.ask(
      await scene.make(kind, { instructions: 'You sell mugs.' }),
      'a mug please',
    );
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'client_tool_use' } });
    await session.answer('{"count":1}');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual(['It is in.']);
    const second = JSON.stringify(scene.asked[1]?.body);
    for (const word of ['You sell mugs.', 'a mug please', 'add_to_cart', 'mug', 'count']) {
      expect(second).toContain(word);
    }
  });

  it('fails where it says so, where it refuses, and where its stream is cut; what was shown stays', async () => {
    const agent = await scene.make(kind);
    const outcome = async (given: Answer) => {
      scene.next(given);
      const events = await (await scene.ask(agent)).events();
      return [...textsOf(events), events.at(-1)?.error_code];
    };
    expect(await outcome(fail())).toEqual(['rate_limit_error']);
    const refuse = (_asked: Wire, response: ServerResponse) => response.writeHead(429).end();
    expect(await outcome(refuse)).toEqual(['rate_limit_error']);
    expect(await outcome(vanish('I thi'))).toEqual(['I thi', 'upstream_error']);
    const redirect = (_asked: Wire, response: ServerResponse) =>
      response.writeHead(302, { Location: scene.url }).end();
    expect(await outcome(redirect)).toEqual(['upstream_error']);
    expect(scene.asked).toHaveLength(4);
    const junk = (_asked: Wire, response: ServerResponse) =>
      response.writeHead(200).end('data: {"type":7}\n\ndata: nonsense\n\n');
    expect(await outcome(junk)).toEqual(['upstream_error']);
  });

  it('is given up when it has said nothing for too long', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    scene.next(() => hear());
    const session = await scene.harness.session({ agent: await scene.make(kind) });
    await session.say('hello');
    await heard;
    await scene.harness.clock.advance(61_000);
    await scene.harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'upstream_timeout' });
  });

  it('gets no broken call as far as the page', async () => {
    scene.next(call('[1]'), answer('Sorry.'));
    const events = await (await scene.ask(await scene.make(kind))).events();
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result?.error_code).toBe('invalid_input');
    expect(textsOf(events)).toEqual(['Sorry.']);
  });
});

describe('its record', () => {
  it('shows the headers by name alone, and keeps them only while the address stays', async () => {
    const id = await scene.make('ag_ui');
    const path = `/admin/agents/${id}`;
    const seen = [
      await scene.harness.admin('GET', path),
      await scene.harness.admin('GET', `${path}/versions`),
      await scene.harness.admin('PATCH', path, { backend: { url: scene.url }, instructions: 'x' }),
    ];
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain('hush');
    const backend = (body: Wire) => (body.settings as Wire).backend;
    expect(backend(seen[2]?.body ?? {})).toEqual({
      url: scene.url,
      header_names: ['Authorization'],
    });
    const moved = await scene.harness.admin('PATCH', path, { backend: { url: `${scene.url}/v2` } });
    expect(backend(moved.body)).toEqual({ url: `${scene.url}/v2`, header_names: [] });
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
    const strict = await createHarness({ db: scene.harness.db, clock: scene.harness.clock });
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
    const { port } = new URL(scene.url);
    await expect(strict(`https://127.0.0.1:${port}/`)).rejects.toThrow('private network');
    await expect(strict(`http://example.com/`)).rejects.toThrow('https');
    await expect(strict(`https://localhost:${port}/`)).rejects.toMatchObject({
      cause: { name: 'PrivateAddress' },
    });
    expect(scene.asked).toHaveLength(0);
    scene.next((_, response) => response.end('x'.repeat(11)));
    const reply = await createOutsideFetch({ mayBePrivate: true, maxBytes: 10 })(scene.url);
    await expect(reply.text()).rejects.toThrow('10 bytes');
  });
});
