// A model that has thought before it called a tool gets its thoughts back with the tool's result, in its provider's own words: so
// it goes on thinking, and no provider refuses the request.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openModelAgent } from '../../../agents/model/open-model-agent.ts';
import { withFallback } from '../../../agents/with-fallback.ts';
import { createHarness, type Harness } from '../../harness.ts';
import { ANTHROPIC, OPENAI } from './protocols.ts';
import { createProviderScene, ofType } from './provider-scene.ts';
import { chunks } from './provider-server.ts';
import { RESPONSES, SEALED } from './responses-protocol.ts';

const LAMP = { name: 'lamp', description: 'Lights it.', input_schema: { type: 'object' } };
const CALL = { id: 'call_1', name: 'lamp', input: '{}' };
/** Of the kind that wants all of its thoughts back, or none. */
const OLDER = 'claude-haiku-4-5';
const SIGNED = { type: 'thinking', thinking: 'Light it.', signature: 'c2lnbmVk' };

type Json = Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

const scene = createProviderScene();
let harness: Harness;

async function openAgents() {
  const open = async (provider: string, more: Record<string, string> = {}) => {
    const name = provider.toUpperCase();
    const agent = await openModelAgent({
      [`${name}_API_KEY`]: 'key',
      [`${name}_BASE_URL`]: scene.server.url,
      BELLHOP_MODEL_PROVIDER: provider,
      ...more,
    });
    if (agent === null) throw new Error('No agent, though there is a key.');
    return agent;
  };
  const low = { BELLHOP_REASONING_EFFORT: 'low' };
  const responses = { ...low, BELLHOP_OPENAI_API: 'responses' };
  const [older, newer, openai, plain, chat] = await Promise.all([
    open('anthropic', { ...low, BELLHOP_MODEL: OLDER }),
    open('anthropic', low),
    open('openai', responses),
    open('openai', { BELLHOP_OPENAI_API: 'responses', BELLHOP_MODEL: 'gpt-4.1' }),
    open('openai', { ...low, BELLHOP_OPENAI_API: 'chat', BELLHOP_MODEL: 'deepseek-v4-pro' }),
  ]);
  const replaced = withFallback(older, scene.agent(OPENAI));
  return { older, newer, openai, plain, chat, replaced };
}

const openHarness = async () => createHarness({ db: scene.db, agents: await openAgents() });

beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(() => scene.server.reset());
afterAll(() => harness.gateway.close());

/** Says something and lets the page answer as many calls as the agent makes. */
async function play(agent: string) {
  const session = await harness.session({ agent, client_tools: [LAMP] });
  await session.say('light the lamp');
  await harness.settled();
  while ((await session.pending()).length > 0) {
    await session.answer('lit');
    await harness.settled();
  }
  expect((await session.last()).content.stop_reason).toBe('end_turn');
  return session;
}

const asked = (n: number): Json => scene.server.asked[n] ?? {};
const isThinking = (n: number) => (asked(n).thinking as Json | undefined)?.type ?? null;
/** The model's own messages in a request, block by block. */
const ownBlocks = (n: number) =>
  list(asked(n).messages)
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) => list(content));
const typesOf = (n: number) => ownBlocks(n).map((blocks) => blocks.map(({ type }) => type));

async function keptRows(): Promise<number> {
  return (await scene.db.query('SELECT 1 FROM run_reasoning')).length;
}

describe('Anthropic’s models that think by a budget', () => {
  it('get the thought with its signature at the beginning of the turn, and go on thinking', async () => {
    scene.server.next(
      ANTHROPIC.answer({
        thinking: 'Light it.',
        text: ['One moment.'],
        calls: [CALL],
        end: 'calls',
      }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    await play('older');
    expect([isThinking(0), isThinking(1)]).toEqual(['enabled', 'enabled']);
    expect(typesOf(1)).toEqual([['thinking', 'text', 'tool_use']]);
    expect(ownBlocks(1)[0]?.[0]).toEqual(SIGNED);
  });

  it('go on thinking through several tools, though they think before the first alone', async () => {
    const again = ANTHROPIC.answer({ calls: [CALL], end: 'calls' });
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      again,
      again,
      ANTHROPIC.answer({ text: ['All are on.'] }),
    );
    await play('older');
    expect([0, 1, 2, 3].map(isThinking)).toEqual(Array(4).fill('enabled'));
    expect(typesOf(3)).toEqual([['thinking', 'tool_use'], ['tool_use'], ['tool_use']]);
  });

  it('get a thought back that their provider hides', async () => {
    scene.server.next(
      ANTHROPIC.answer({ redacted: 'aGlkZGVu', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    await play('older');
    expect(isThinking(1)).toBe('enabled');
    expect(ownBlocks(1)[0]?.[0]).toEqual({ type: 'redacted_thinking', data: 'aGlkZGVu' });
  });

  it('get it where the gateway itself answers a call that can’t be run', async () => {
    scene.server.next(
      ANTHROPIC.answer({
        thinking: 'Light it.',
        calls: [{ ...CALL, name: 'lantern' }],
        end: 'calls',
      }),
      ANTHROPIC.answer({ text: ['There is no lantern.'] }),
    );
    await play('older');
    expect(isThinking(1)).toBe('enabled');
    expect(ownBlocks(1)[0]?.[0]).toEqual(SIGNED);
  });

  it('get it from another process, where the first was stopped while the page was asked', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    const session = await harness.session({ agent: 'older', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    const [pending = ''] = await session.pending();
    await harness.gateway.close();
    harness = await openHarness();
    const content = [{ type: 'tool_result', tool_use_id: pending, content: 'lit' }];
    await harness.call(
      'POST',
      `/v1/sessions/${session.id}/events`,
      { events: [{ type: 'user.tool_result', content }] },
      session.token,
    );
    await harness.settled();
    expect(isThinking(1)).toBe('enabled');
    expect(ownBlocks(1)[0]?.[0]).toEqual(SIGNED);
  });

  it('go on without thinking where a thought is missing', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    const session = await harness.session({ agent: 'older', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    await scene.db.query('DELETE FROM run_reasoning WHERE session_id = $1', [session.id]);
    await session.answer('lit');
    await harness.settled();
    await session.answer('lit');
    await harness.settled();
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    expect([0, 1, 2].map(isThinking)).toEqual(['enabled', null, null]);
    expect(typesOf(2)).toEqual([['tool_use'], ['tool_use']]);
  });

  it('go on without thinking where another model has answered for them, which gets nothing of theirs', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.refuse(401, 'invalid x-api-key', 'authentication_error'),
      OPENAI.answer({ calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    await play('replaced');
    expect(JSON.stringify(asked(2))).not.toContain('Light it.');
    expect(isThinking(3)).toBeNull();
    expect(typesOf(3)).toEqual([['tool_use'], ['tool_use']]);
  });

  it('go on without where their provider doesn’t take its thought back', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.refuse(400, 'messages.1.content.0: Invalid `signature` in `thinking` block'),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    await play('older');
    expect([0, 1, 2].map(isThinking)).toEqual(['enabled', 'enabled', null]);
    expect(typesOf(2)).toEqual([['tool_use']]);
  });

  it('think anew with the next question, without the thoughts of the one before', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
      ANTHROPIC.answer({ thinking: 'Thanked.', text: ['You’re welcome.'] }),
    );
    const session = await play('older');
    await session.say('thanks');
    await harness.settled();
    expect(isThinking(2)).toBe('enabled');
    expect(typesOf(2)).toEqual([['tool_use'], ['text']]);
  });
});

describe('a thought that is kept', () => {
  it('is in the export while its run waits, on no wire, and gone with the run’s end', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    const session = await harness.session({ agent: 'older', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    const [{ content: [call] = [] } = {}] = ofType(await session.events(), 'agent.tool_use');
    const exported = await harness.admin('GET', `/admin/sessions/${session.id}/export`);
    expect(exported.body.reasoning).toMatchObject([{ tool_use_id: call?.id }]);
    expect(JSON.stringify(exported.body.reasoning)).toContain('c2lnbmVk');
    expect(JSON.stringify(await session.events('include_thinking=true'))).not.toContain('c2lnbmVk');
    await session.answer('lit');
    await harness.settled();
    expect(await keptRows()).toBe(0);
  });

  it('goes with its session', async () => {
    scene.server.next(ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }));
    const session = await harness.session({ agent: 'older', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    expect(await keptRows()).toBe(1);
    await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect(await keptRows()).toBe(0);
  });

  it('goes with a message in place of the page’s answer', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ thinking: 'Never mind.', text: ['As you wish.'] }),
    );
    const session = await harness.session({ agent: 'older', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    await session.say('no, leave it');
    await harness.settled();
    expect(isThinking(1)).toBe('enabled');
    expect(typesOf(1)).toEqual([['tool_use']]);
    expect(await keptRows()).toBe(0);
  });
});

describe('Anthropic’s later models', () => {
  it('get their thoughts back, too', async () => {
    scene.server.next(
      ANTHROPIC.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ calls: [CALL], end: 'calls' }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    await play('newer');
    expect([0, 1, 2].map(isThinking)).toEqual(Array(3).fill('adaptive'));
    expect(ownBlocks(2)[0]?.[0]).toEqual(SIGNED);
  });
});

describe('OpenAI’s models', () => {
  const reasoning = (n: number) => list(asked(n).input).filter(({ type }) => type === 'reasoning');

  it('get their sealed thoughts back before the call, and a summary is shown', async () => {
    scene.server.next(
      RESPONSES.answer({
        thinking: 'Light it.',
        text: ['One moment.'],
        calls: [CALL],
        end: 'calls',
      }),
      RESPONSES.answer({ thinking: 'Lit.', text: ['It is on.'] }),
    );
    const session = await play('openai');
    expect(asked(0)).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
    });
    expect(reasoning(1)).toEqual([
      {
        type: 'reasoning',
        id: 'rs_0',
        encrypted_content: SEALED,
        summary: [{ type: 'summary_text', text: 'Light it.' }],
      },
    ]);
    const kinds = list(asked(1).input).map(({ type, role }) => type ?? role);
    expect(kinds.slice(-4)).toEqual([
      'reasoning',
      'assistant',
      'function_call',
      'function_call_output',
    ]);
    expect(list(asked(1).input).find(({ role }) => role === 'assistant')).toMatchObject({
      phase: 'commentary',
    });
    const messages = ofType(await session.events('include_thinking=true'), 'agent.message');
    expect(messages.map(({ content }) => content[0]?.text)).toEqual(['Light it.', 'Lit.']);
  });

  it('are asked again without a summary where their provider grants none', async () => {
    const why = 'Your organization must be verified to generate reasoning summaries.';
    scene.server.next(RESPONSES.refuse(400, why), RESPONSES.answer({ text: ['Hello.'] }));
    const session = await harness.session({ agent: 'openai' });
    await session.say('hello');
    await harness.settled();
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    expect(asked(1).reasoning).toEqual({ effort: 'low' });
  });

  it('go on without where their provider can’t read its thought any more', async () => {
    scene.server.next(
      RESPONSES.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      RESPONSES.refuse(400, 'The encrypted content for item rs_0 could not be verified.'),
      RESPONSES.answer({ text: ['It is on.'] }),
    );
    await play('openai');
    expect(reasoning(1)).toHaveLength(1);
    expect(reasoning(2)).toEqual([]);
  });

  it('that don’t think leave nothing to keep', async () => {
    scene.server.next(RESPONSES.answer({ calls: [CALL], end: 'calls' }));
    const session = await harness.session({ agent: 'plain', client_tools: [LAMP] });
    await session.say('light the lamp');
    await harness.settled();
    expect(await session.pending()).toHaveLength(1);
    expect(await keptRows()).toBe(0);
  });
});

describe('a server with OpenAI’s older protocol', () => {
  const own = (n: number) => list(asked(n).messages).filter(({ role }) => role === 'assistant');
  const call = {
    tool_calls: [
      { index: 0, id: 'c', type: 'function', function: { name: 'lamp', arguments: '{}' } },
    ],
  };
  const end = { finish_reason: 'tool_calls' };

  it('that writes thoughts into reasoning_content gets them back there', async () => {
    scene.server.next(
      OPENAI.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      OPENAI.answer({ text: ['It is on.'] }),
    );
    await play('chat');
    expect(own(1)).toMatchObject([{ reasoning_content: 'Light it.' }]);
  });

  it('that wants a thought before each word gets an empty one where none is kept', async () => {
    const why = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
    scene.server.next(
      OPENAI.answer({ thinking: 'Light it.', calls: [CALL], end: 'calls' }),
      OPENAI.answer({ thinking: 'Lit.', text: ['It is on.'] }),
      OPENAI.refuse(400, why),
      OPENAI.answer({ thinking: 'Again.', calls: [CALL], end: 'calls' }),
      OPENAI.refuse(400, why),
      OPENAI.answer({ text: ['It is on again.'] }),
    );
    const session = await play('chat');
    await session.say('again');
    await harness.settled();
    await session.answer('lit');
    await harness.settled();
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    const fields = (n: number) => own(n).map(({ reasoning_content }) => reasoning_content);
    expect([2, 3, 4, 5].map(fields)).toEqual([
      [undefined, undefined],
      ['', ''],
      [undefined, undefined, 'Again.'],
      ['', '', 'Again.'],
    ]);
  });

  it('that writes them elsewhere gets no field that it may not know', async () => {
    scene.server.next(
      chunks({ reasoning: 'Light it.' }, call, end),
      OPENAI.answer({ text: ['It is on.'] }),
    );
    await play('chat');
    expect(own(1)).toHaveLength(1);
    expect(own(1)[0]).not.toHaveProperty('reasoning_content');
  });

  it('that signs its calls, as Google’s, gets the signature back', async () => {
    const [made] = call.tool_calls;
    const extra_content = { google: { thought_signature: 'Z29vZ2xl' } };
    scene.server.next(
      chunks({ tool_calls: [{ ...made, extra_content }] }, end),
      OPENAI.answer({ text: ['It is on.'] }),
    );
    await play('chat');
    expect(list(own(1)[0]?.tool_calls)).toMatchObject([{ extra_content }]);
  });
});
