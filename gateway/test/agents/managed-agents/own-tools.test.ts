// A managed agent’s own tools, of which some run only when the visitor allows it.

import { describe, expect, it } from 'vitest';
import type { Wire } from '../../harness.ts';
import { textsOf } from '../../remote-scene.ts';
import type { ServedSession } from '../managed-agents-server.ts';
import { createManagedAgentsStage } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, make, sent, newest } = stage;

describe('the agent’s own tools', () => {
  const PAGE = [
    { name: 'allow_server_tool', description: 'Asks.', input_schema: { type: 'object' } },
  ];
  const wantsToRun =
    (event: Wire) =>
    (session: ServedSession, [first]: { type: string }[]) => {
      if (first?.type === 'user.message') {
        const id = session.emit({ ...event, evaluated_permission: 'ask' });
        session.idle({ type: 'requires_action', event_ids: [id] });
      } else {
        session.say('Thanks.');
        session.idle();
      }
    };
  const BASH = { type: 'agent.tool_use', name: 'bash', input: { command: 'rm x' } };
  const ask = async (client_tools: Wire[] = PAGE) => {
    const session = await scene.harness.session({ agent: await make(), client_tools });
    await session.say('clean up');
    await scene.harness.settled();
    return session;
  };

  it('that need a confirmation are run when the visitor allows it', async () => {
    stage.server.play = wantsToRun({
      type: 'agent.mcp_tool_use',
      mcp_server_name: 'shop/eu',
      name: 'cancel',
      input: { order: 7 },
    });
    const session = await ask();
    const call = (await session.events()).find(({ type }) => type === 'agent.tool_use');
    expect(call?.content[0]).toMatchObject({
      name: 'allow_server_tool',
      input: { tool: 'shop:eu: cancel', input: { order: 7 } },
    });
    await session.answer('{"allowed":true}');
    await scene.harness.settled();
    expect(sent()[1]).toMatchObject([{ type: 'user.tool_confirmation', result: 'allow' }]);
    expect(textsOf(await session.events())).toEqual(['Thanks.']);
  });

  it.each(['{"allowed":false}', 'yes', '{}'])('are not run after the answer %s', async (words) => {
    stage.server.play = wantsToRun(BASH);
    const session = await ask();
    await session.answer(words);
    await scene.harness.settled();
    expect(sent()[1]).toMatchObject([
      { type: 'user.tool_confirmation', result: 'deny', deny_message: expect.any(String) },
    ]);
  });

  it('are not run where the page can’t ask', async () => {
    stage.server.play = wantsToRun(BASH);
    const session = await ask([]);
    expect(sent()[1]).toMatchObject([
      { result: 'deny', deny_message: 'The visitor could not be asked.' },
    ]);
    expect(textsOf(await session.events())).toEqual(['Thanks.']);
  });

  it('can’t be allowed by the agent itself, which has no such tool', async () => {
    stage.server.play = (session, [first]) => {
      if (first?.type === 'user.message') {
        const input = { tool: 'bash', input: {} };
        const id = session.emit({
          type: 'agent.custom_tool_use',
          name: 'allow_server_tool',
          input,
        });
        session.idle({ type: 'requires_action', event_ids: [id] });
      } else session.idle();
    };
    await ask();
    expect(newest().tools).toHaveLength(1);
    expect(sent()[1]).toMatchObject([{ type: 'user.custom_tool_result', is_error: true }]);
  });

  it('that nobody has to allow are its provider’s own business', async () => {
    stage.server.play = (session) => {
      const tool_use_id = session.emit({ ...BASH, evaluated_permission: 'allow' });
      session.emit({ type: 'agent.tool_result', tool_use_id, content: [] });
      session.say('Clean.');
      session.idle();
    };
    expect(textsOf(await (await ask()).events())).toEqual(['Clean.']);
  });
});
