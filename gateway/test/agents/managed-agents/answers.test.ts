// What a managed agent says is shown, counted and paid for as any other agent’s words.

import { describe, expect, it, vi } from 'vitest';
import type { Wire, WireEvent } from '../../harness.ts';
import { textsOf } from '../../remote-scene.ts';
import { fail, textOf, USAGE } from '../managed-agents-server.ts';
import { BODY, createManagedAgentsStage, STUCK, user } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, make, sent, begun } = stage;

describe('an agent that is a managed agent', () => {
  it('answers in one session for a conversation, which gets the visitor’s new words each time', async () => {
    const session = await scene.ask(await make(), 'good evening');
    await session.say('and now?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual([
      'You said: good evening',
      'You said: and now?',
    ]);
    expect(sent()).toEqual([[user('good evening')], [user('and now?')]]);
    expect(begun()).toMatchObject([{ body: BODY }]);
  });

  it('is shown as it is written, and not twice', async () => {
    stage.server.play = (session) => {
      session.say('Every lamp is brass.', 'Every ', 'lamp');
      session.emit({ type: 'agent.thinking' });
      session.say('All sold.');
      session.idle();
    };
    const session = await scene.harness.session({ agent: await make() });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('go');
    await scene.harness.settled();
    await vi.waitFor(() => expect(stream.frames('session.status_idle')).toHaveLength(1), STUCK);
    const deltas = stream.frames('event_delta') as unknown as { delta: Wire }[];
    expect(deltas.map(({ delta }) => (delta.content as Wire).text)).toEqual([
      'Every ',
      'lamp',
      ' is brass.',
      'All sold.',
    ]);
    await stream.close();
    expect(textsOf(await session.events())).toEqual(['Every lamp is brass.', 'All sold.']);
  });

  it('costs what its session’s model used, by the maker’s list or the owner’s prices', async () => {
    const usageOf = (events: WireEvent[]) =>
      events.find(({ type }) => type === 'session.turn_usage')?.content[0];
    const first = await scene.ask(await make());
    const own = await first.events();
    await first.say('and now?');
    await scene.harness.settled();
    expect((await first.last()).usage).toMatchObject({ input_tokens: USAGE.input_tokens });
    expect(usageOf(own)).toMatchObject({
      model: 'claude-sonnet-5',
      ...USAGE,
      credits_nano: 100 * 2000 + 20 * 10_000 + 1000 * 200 + 10 * 2500,
    });
    const prices = { 'claude-sonnet-5': { input: 1, output: 2 } };
    const priced = await (await scene.ask(await make({ prices }))).events();
    expect(usageOf(priced)).toMatchObject({ credits_nano: 100 + 40 + 1000 + 10 });
  });

  it('gets the owner’s and the site’s instructions, or as words where its model takes none', async () => {
    const agent = await make({ instructions: 'Be brief.' });
    const say = async () => {
      const session = await scene.harness.session({ agent, system: 'Sell lamps.' });
      await session.say('hi');
      await scene.harness.settled();
      return textsOf(await session.events());
    };
    const system = (text: string) => ({
      type: 'system.message',
      content: [{ type: 'text', text }],
    });
    stage.server.play = (session, events) => {
      session.say(`${events.length}: ${events.map(textOf).join(' ')}`);
      session.idle();
    };
    expect(await say()).toEqual(['3: Be brief. Sell lamps. hi']);
    expect(sent()).toEqual([[system('Be brief.'), system('Sell lamps.'), user('hi')]]);
    stage.server.before = (request, response, body) => {
      const events = (body.events ?? []) as Wire[];
      if (!events.some(({ type }) => type === 'system.message')) return undefined;
      fail(
        response,
        400,
        'invalid_request_error',
        'model_does_not_support_mid_conversation_system',
      );
      return request;
    };
    const [text = ''] = await say();
    expect(text).toMatch(/^3: \[The site’s own word.*\nBe brief\..*Sell lamps\. hi$/s);
  });

  it('hears what others told the visitor meanwhile', async () => {
    const session = await scene.ask(await make({ fallback: 'librarian' }), 'hi');
    stage.server.before = (request, response) => {
      fail(response, 500, 'api_error', 'Away.');
      return request;
    };
    await session.say('and then?');
    await scene.harness.settled();
    const [, other = ''] = textsOf(await session.events());
    stage.server.reset();
    await session.say('and now?');
    await scene.harness.settled();
    expect(other).not.toBe('');
    expect(sent()).toEqual([
      [
        user(`[What others said to the visitor meanwhile]\n${other}`),
        user('and then?'),
        user('and now?'),
      ],
    ]);
  });

  it('tolerates events of types, and of shapes, that it doesn’t know', async () => {
    stage.server.play = (session) => {
      for (const event of [
        { type: 'agent.daydreamed', content: 7 },
        { type: 'agent.message', content: 'no list' },
        { type: 'agent.message', content: [{ type: 'redacted' }, null, { type: 'text' }] },
        { type: 'workflow_run.created', name: 'x' },
        { type: 'span.model_request_end', model_usage: { input_tokens: -5, output_tokens: 'x' } },
        { type: 'agent.custom_tool_use' },
      ]) {
        session.emit(event);
      }
      session.say('Still here.');
      session.idle();
    };
    const session = await scene.ask(await make());
    expect(textsOf(await session.events())).toEqual(['Still here.']);
  });
});
