// What goes wrong at a managed agent’s provider, and what the visitor is told.

import { describe, expect, it, vi } from 'vitest';
import { textsOf } from '../../remote-scene.ts';
import { fail, type ManagedAgentsServer, type ServedSession } from '../managed-agents-server.ts';
import { codeOf, createManagedAgentsStage, STUCK } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, make, sent, newest } = stage;

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
    stage.server.play = play;
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
    stage.server.before = (request, response) => {
      fail(response, status, 'some_error', 'No.');
      return request;
    };
    expect(await codeOf(await scene.ask(await make()))).toBe(code);
  });

  it('is a refusal in words', async () => {
    stage.server.play = (session) => session.idle({ type: 'refusal' });
    const [text] = textsOf(await (await scene.ask(await make())).events());
    expect(text).toContain('I can’t answer that.');
  });

  it.each<[string, string]>([
    ['no JSON', 'nonsense'],
    ['no session', '{}'],
    ['a list', '[]'],
    ['50 MB', `{"id":"${'x'.repeat(50_000_000)}"}`],
  ])('ends where a session begins with %s', async (_, body) => {
    stage.server.before = (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      return request;
    };
    expect(await codeOf(await scene.ask(await make()))).toBe('upstream_error');
  });

  it('is cut where an answer has no end, and the session is interrupted', async () => {
    stage.server.play = (session, [first]) => {
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
    await vi.waitFor(() => expect(sent().at(-1)).toEqual([{ type: 'user.interrupt' }]), STUCK);
  });

  it('ends where the list of what was missed has no end', async () => {
    const session = await scene.ask(await make());
    stage.server.before = (request, response) => {
      if (!/^GET .*\/events$/.test(request)) return undefined;
      const data = [{ type: 'agent.thinking', id: `e${Math.random()}` }];
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data, next_page: 'more' }));
      return request;
    };
    stage.server.heard.length = 0;
    await session.say('again');
    await scene.harness.settled();
    expect(await codeOf(session)).toBeUndefined();
    expect(
      stage.server.heard.filter(({ path, method }) => method === 'GET' && path.endsWith('/events'))
        .length,
    ).toBeLessThan(20);
  });

  it('is given up when it has said nothing for too long, and not while its stream lives', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    stage.server.play = () => hear();
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
    await vi.waitFor(() => expect(sent().at(-1)).toEqual([{ type: 'user.interrupt' }]), STUCK);
  });
});
