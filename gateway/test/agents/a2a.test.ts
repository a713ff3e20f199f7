// An agent that speaks A2A: the protocol's own server in another process, and servers that lie, stall, and say too much.

import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { A2A } from '../../agents/remote/a2a.ts';
import type { TurnContext } from '../../agents/types.ts';
import type { Wire } from '../harness.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';
import { type A2aProcess, startA2a } from './a2a-process.ts';

const scene = createRemoteScene();
const WAYS = ['JSONRPC', 'HTTP+JSON', '0.3'] as const;
const agents = new Map<string, A2aProcess>();
let agent: A2aProcess;

beforeAll(async () => {
  await Promise.all(WAYS.map(async (way) => agents.set(way, await startA2a(way))));
});
afterAll(() => {
  for (const { close } of agents.values()) close();
});

function speakIn(way: (typeof WAYS)[number]): void {
  beforeEach(() => {
    agent = agents.get(way) as A2aProcess;
    agent.heard.length = 0;
  });
}

const make = (more: Wire = {}) =>
  scene.make('a2a', {
    backend: { url: agent.url, headers: { Authorization: 'Bearer hush' } },
    ...more,
  });
const asked = () => agent.heard.filter(({ method }) => /message/i.test(method));

describe.each(WAYS)('an agent that speaks A2A by %s', (way) => {
  speakIn(way);

  it('answers with a message; it gets the visitor’s newest words in the session’s context', async () => {
    const session = await scene.ask(await make({ instructions: 'Be brief.' }), 'good evening');
    await session.say('and now?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual([
      'You said: good evening',
      'You said: and now?',
    ]);
    expect(asked().map(({ params }) => params.message)).toMatchObject([
      { contextId: session.id, metadata: { instructions: 'Be brief.' } },
      { contextId: session.id, parts: [{ text: 'and now?' }] },
    ]);
  });

  it('works at a task: its artifacts’ text is the answer, other parts are files, its progress is a thought', async () => {
    const events = await (await scene.ask(await make(), 'write')).events('include_thinking=true');
    const messages = events.filter(({ type }) => type === 'agent.message');
    expect(messages.flatMap(({ content }) => content)).toMatchObject([
      { type: 'thought', text: 'Counting lamps.\n' },
      { type: 'text', text: 'Every lamp is brass.' },
      {
        type: 'document',
        title: 'lamps.csv',
        source: { type: 'base64', media_type: 'text/csv', data: 'bGFtcDsy' },
      },
    ]);
    expect(events.at(-1)).toMatchObject({ content: { stop_reason: 'end_turn' } });
  });

  it('asks the visitor; the next message goes on with that task', async () => {
    const session = await scene.ask(await make(), 'book');
    await session.say('Monday');
    await scene.harness.settled();
    // Agents of before 1.0 can't be asked for their tasks: another one begins.
    const [said, taskId] =
      way === '0.3'
        ? ['You said: Monday', undefined]
        : ['Booked for Monday.', expect.stringMatching(/./)];
    expect(textsOf(await session.events())).toEqual(['For which day?', said]);
    const { taskId: named } = (asked()[1]?.params.message ?? {}) as Wire;
    expect(named === '' ? undefined : named).toEqual(taskId);
  });

  it('is followed again when its stream breaks, and nothing is said twice', async () => {
    const session = await scene.ask(await make(), 'break');
    expect(textsOf(await session.events())).toEqual(['Every lamp.']);
    expect(agent.heard.some(({ method }) => /subscri/i.test(method))).toBe(true);
  });

  it('has its task cancelled at a Stop', async () => {
    const session = await scene.harness.session({ agent: await make() });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('wait');
    await vi.waitFor(() => expect(stream.frames('event_delta')).toHaveLength(1));
    await session.send([{ type: 'user.interrupt' }]);
    await scene.harness.settled();
    await stream.close();
    await vi.waitFor(() =>
      expect(agent.heard.some(({ method }) => /cancel/i.test(method))).toBe(true),
    );
    expect(await session.last()).toMatchObject({ content: { stop_reason: 'user_cancelled' } });
  });

  it('fails where it says so', async () => {
    expect(await (await scene.ask(await make(), 'fail')).last()).toMatchObject({
      error_code: 'upstream_error',
    });
  });
});

describe('an agent that speaks A2A', () => {
  speakIn('JSONRPC');

  it('that was at work when its gateway died says the rest before it is asked the next thing', async () => {
    const request = {
      url: agent.url,
      template: null,
      heard: () => {},
      instructions: '',
      files: [],
      signal: new AbortController().signal,
      fetch: (to: string | URL, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('Authorization', 'Bearer hush');
        return fetch(to, { ...init, headers });
      },
    };
    const context = (text: string) =>
      ({
        history: [{ id: 'e', type: 'user.message', content: [{ type: 'text', text }] }],
        place: { session_id: 'orphan', run_id: 'r' },
      }) as unknown as TurnContext;
    for await (const part of A2A.talk(context('break'), request)) {
      if (part.kind === 'text') break;
    }
    const texts: string[] = [];
    for await (const part of A2A.talk(context('hello'), request)) {
      if (part.kind === 'text') texts.push(part.text);
    }
    expect(texts.join('')).toBe('Every lamp.You said: hello');
  });

  it('fails where its key is refused, and where its card names another server', async () => {
    const code = async (id: string, text: string) =>
      (await (await scene.ask(id, text)).last()).error_code;
    expect(await code(await make({ backend: { url: agent.url } }), 'hello')).toBe('upstream_error');
    const lying = (_: Wire, response: ServerResponse) =>
      response.end(
        JSON.stringify({
          name: 'x',
          supportedInterfaces: [
            { url: `${agent.url}rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        }),
      );
    scene.next(lying);
    expect(await code(await scene.make('a2a'), 'hello')).toBe('upstream_error');
    expect(agent.heard.filter(({ params }) => JSON.stringify(params).includes('hello'))).toEqual(
      [],
    );
  });

  it.each<[string, string]>([
    ['no JSON', 'nonsense'],
    ['no card', '[]'],
    ['50 MB', 'x'.repeat(50_000_000)],
  ])('is given up where its card is %s', async (_, body) => {
    scene.next((_asked, response) => response.end(body));
    expect(await (await scene.ask(await scene.make('a2a'))).last()).toMatchObject({
      type: 'session.error',
      error_code: 'upstream_error',
    });
  });

  it('is given up when it has said nothing for too long', async () => {
    let hear = () => {};
    const begun = new Promise<void>((resolve) => {
      hear = resolve;
    });
    scene.next(() => hear());
    const session = await scene.harness.session({ agent: await scene.make('a2a') });
    await session.say('hello');
    await begun;
    await scene.harness.clock.advance(61_000);
    await scene.harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'upstream_timeout' });
  });

  /** A card of this server, whose stream is then played. */
  const streams = (play: (response: ServerResponse) => void) => {
    const { origin } = new URL(scene.url);
    scene.next(
      (_, response) =>
        response.setHeader('Content-Type', 'application/json').end(
          JSON.stringify({
            name: 'x',
            capabilities: { streaming: true },
            supportedInterfaces: [
              { url: `${origin}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
            ],
          }),
        ),
      // It has no tasks of this conversation.
      (_, response) => response.end('{}'),
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        play(response);
      },
    );
  };
  const event = (text: string) =>
    `data: ${JSON.stringify({ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] } })}\n\n`;

  it.each<[string, (response: ServerResponse) => void]>([
    ['one line of 50 MB', (response) => response.end(event('x'.repeat(50_000_000)))],
    ['a line without an end', (response) => pour(response, `data: ${'x'.repeat(1_000_000)}`)],
    ['nothing that can be read', (response) => response.end('data: {"message": \n\n')],
    ['no word of A2A', (response) => response.end('data: {"hello": "there"}\n\n')],
    ['an end without a word', (response) => response.end()],
  ])('is given up where its stream is %s', async (_, play) => {
    streams(play);
    expect(await (await scene.ask(await scene.make('a2a'))).last()).toMatchObject({
      type: 'session.error',
      error_code: 'upstream_error',
    });
  });

  it('is given up when its stream falls silent, with what it had said', async () => {
    streams((response) =>
      response.write(
        `data: ${JSON.stringify({
          artifactUpdate: {
            taskId: 't',
            contextId: 'c',
            artifact: { artifactId: 'a', parts: [{ text: 'Every ' }] },
          },
        })}\n\n`,
      ),
    );
    const session = await scene.harness.session({ agent: await scene.make('a2a') });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('hello');
    await vi.waitFor(() => expect(stream.frames('event_delta')).toHaveLength(1));
    await scene.harness.clock.advance(61_000);
    await scene.harness.settled();
    await stream.close();
    expect(await session.last()).toMatchObject({ error_code: 'upstream_timeout' });
  });
});

/** Goes on for as long as somebody reads. */
function pour(response: ServerResponse, text: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(text));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
