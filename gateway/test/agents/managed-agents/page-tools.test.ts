// The tools of the page, as a managed agent has and calls them.

import { describe, expect, it } from 'vitest';
import type { Wire } from '../../harness.ts';
import { textsOf } from '../../remote-scene.ts';
import { fail, type ServedSession } from '../managed-agents-server.ts';
import { codeOf, createManagedAgentsStage } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, make, sent, newest } = stage;

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
    stage.server.play = (session, [first]) => {
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
    stage.server.play = (session, [first]) => {
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
    const updates = stage.server.heard.filter(({ body }) => body.agent instanceof Object);
    expect(updates).toHaveLength(2);
  });

  it('that the provider refuses are told as that', async () => {
    stage.server.before = (request, response) => {
      if (!/^POST \/v1\/sessions\/\w+$/.test(request)) {
        return undefined;
      }
      fail(response, 400, 'invalid_request_error', 'input_schema');
      return request;
    };
    expect(await codeOf(await ask())).toBe('invalid_tool_schema');
  });
});
