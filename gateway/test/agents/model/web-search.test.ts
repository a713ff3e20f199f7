// Pages of the web that an answer cites, and the providers' own search that finds them, where an owner has set it up.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelFactory } from '../../../agents/model/open-model-agent.ts';
import { createHarness, type Harness } from '../../harness.ts';
import { ANTHROPIC, OPENAI, type Page, type Protocol } from './protocols.ts';
import { createProviderScene, ofType, PROTOCOLS } from './provider-scene.ts';
import { chunks } from './provider-server.ts';

const MUGS: Page = { url: 'https://mugs.example/blue', title: 'Blue mugs' };
const CUPS: Page = { url: 'https://cups.example/', title: 'Cups' };
const LAMP = { name: 'lamp', description: 'Lights it.', input_schema: { type: 'object' } };
const CALL = { id: 'call_1', name: 'lamp', input: '{}' };
const SEARCHING: readonly [name: string, protocol: Protocol][] = PROTOCOLS.filter(
  ([, protocol]) => protocol !== OPENAI,
);

type Json = Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

const scene = createProviderScene();
beforeEach(() => scene.server.reset());

const factoryOf = ({ provider, openaiApi }: Protocol, model: string) => {
  const name = provider.toUpperCase();
  return createModelFactory({
    [`${name}_API_KEY`]: 'key',
    [`${name}_BASE_URL`]: scene.server.url,
    BELLHOP_MODEL_PROVIDER: provider,
    BELLHOP_OPENAI_API: openaiApi ?? 'chat',
    BELLHOP_MODEL: model,
  });
};

const citation = ({ url, title }: Page) => ({
  type: 'knowledge_base',
  document_uri: url,
  document_title: title,
});

/** A gateway with an agent of these settings, and what it answers when it is asked something. */
function withAgent(protocol: Protocol, settings: Json, model = 'claude-sonnet-4-5') {
  const given: { harness?: Harness; agent_id?: string; problems?: string[] } = {};
  beforeAll(async () => {
    const models = factoryOf(protocol, protocol.provider === 'anthropic' ? model : 'gpt-6-luna');
    given.harness = await createHarness({ db: scene.db, models });
    const name = `Searching ${Math.random()}`;
    const reply = await given.harness.admin('POST', '/admin/agents', { name, ...settings });
    given.agent_id = String(reply.body.agent_id);
    given.problems = reply.body.problems as string[];
  });
  afterAll(() => given.harness?.gateway.close());
  return {
    problems: () => given.problems,
    async session(tools: object[] = []) {
      if (given.harness === undefined) throw new Error('No gateway.');
      return given.harness.session({ agent: given.agent_id, client_tools: tools });
    },
    async settled() {
      await given.harness?.settled();
    },
    async ask(tools: object[] = []) {
      const session = await this.session(tools);
      await session.say('Which mugs are blue?');
      await this.settled();
      const [answer] = ofType(await session.events(), 'agent.message');
      expect((await session.last()).content.stop_reason).toBe('end_turn');
      return answer?.content[0] as { text: string; citations?: Json[] } | undefined;
    },
  };
}

describe.each(PROTOCOLS)('an answer in %s', (_, protocol) => {
  const agent = withAgent(protocol, { web_search: {} });

  it('cites the pages that its provider names, each once, and no unencrypted one', async () => {
    const plain = { url: 'http://mugs.example/', title: 'Mugs' };
    const script = { url: 'javascript:alert(1)', title: 'Mugs' };
    scene.server.next(
      protocol.answer({
        found: [MUGS, CUPS],
        text: ['The blue ones.'],
        cited: [MUGS, plain, script, { ...MUGS, title: 'Again' }],
      }),
    );
    const answer = await agent.ask();
    expect(answer).toEqual({ type: 'text', text: 'The blue ones.', citations: [citation(MUGS)] });
  });

  it('without any has no citations, whatever a search has found', async () => {
    scene.server.next(protocol.answer({ found: [MUGS], text: ['No.'] }));
    expect(await agent.ask()).toEqual({ type: 'text', text: 'No.' });
  });
});

describe('a server that names its search’s results', () => {
  const agent = withAgent(OPENAI, {});

  it('has them cited, as its answer speaks of them by number', async () => {
    scene.server.next((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const chunk = {
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        search_results: [MUGS],
        choices: [{ index: 0, delta: { content: 'Blue [1].' }, finish_reason: 'stop' }],
      };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    expect((await agent.ask())?.citations).toEqual([citation(MUGS)]);
  });
});

describe.each(SEARCHING)('an agent that may search, in %s', (_, protocol) => {
  const agent = withAgent(protocol, { web_search: { domains: ['mugs.example'], max_uses: 2 } });

  it('asks with its provider’s own tool, within its owner’s bounds', async () => {
    scene.server.next(protocol.answer({ text: ['The blue ones.'] }));
    await agent.ask([LAMP]);
    const [{ tools, max_tool_calls, include = [] } = {}] = scene.server.asked;
    const search = list(tools).find(({ name, type }) => (name ?? type) === 'web_search');
    expect(search).toMatchObject(
      protocol.provider === 'anthropic'
        ? { type: 'web_search_20250305', max_uses: 2, allowed_domains: ['mugs.example'] }
        : { type: 'web_search', filters: { allowed_domains: ['mugs.example'] } },
    );
    if (protocol.provider === 'openai') expect(max_tool_calls).toBe(2);
    expect(JSON.stringify(include)).not.toContain('sources');
    expect(agent.problems()).toEqual([]);
  });

  it('shows no step of the search, and calls the page’s tool of the same name by another one', async () => {
    scene.server.next(
      protocol.answer({
        found: [MUGS],
        text: ['One moment.'],
        calls: [{ ...CALL, name: 'web_search_2' }],
        end: 'calls',
      }),
    );
    const session = await agent.session([{ ...LAMP, name: 'web_search' }]);
    await session.say('Which mugs are blue?');
    await agent.settled();
    const uses = ofType(await session.events(), 'agent.tool_use').map(({ content }) => content[0]);
    expect(uses.map((use) => use?.name)).toEqual(['web_search']);
    expect(await session.pending()).toEqual([uses[0]?.id]);
  });

  it('says what it says before and after its search in two paragraphs', async () => {
    scene.server.next(
      protocol.answer({ preface: 'I look.', found: [MUGS], text: ['The blue', ' ones.'] }),
    );
    expect((await agent.ask())?.text).toBe('I look.\n\nThe blue ones.');
  });

  it('reads what its search has found again after the page’s tool', async () => {
    scene.server.next(
      protocol.answer({ found: [MUGS], text: ['One moment.'], calls: [CALL], end: 'calls' }),
      protocol.answer({ text: ['It is on.'] }),
    );
    const session = await agent.session([LAMP]);
    await session.say('Light the blue lamp.');
    await agent.settled();
    await session.answer('lit');
    await agent.settled();
    const [, { messages, input } = {}] = scene.server.asked;
    const kinds =
      protocol.provider === 'anthropic'
        ? list(list(messages).find(({ role }) => role === 'assistant')?.content)
        : list(input);
    expect(kinds.map(({ type, role }) => type ?? role)).toEqual(
      expect.arrayContaining(
        protocol.provider === 'anthropic'
          ? ['server_tool_use', 'web_search_tool_result', 'text', 'tool_use']
          : ['web_search_call', 'assistant', 'function_call', 'function_call_output'],
      ),
    );
  });

  it('answers without a search where its model has none', async () => {
    scene.server.next(
      protocol.refuse(400, 'Hosted tool web_search is not supported with this model.'),
      protocol.answer({ text: ['The blue ones.'] }),
    );
    expect((await agent.ask([LAMP]))?.text).toBe('The blue ones.');
    expect(JSON.stringify(scene.server.asked[1])).not.toContain('web_search');
    expect(protocol.toolNames(scene.server.asked[1] ?? {})).toEqual(['lamp']);
  });
});

describe('an agent that thinks by a budget and has searched', () => {
  const agent = withAgent(
    ANTHROPIC,
    { web_search: {}, reasoning_effort: 'low' },
    'claude-haiku-4-5',
  );

  it('gets back thought, search and text in the order in which they came', async () => {
    scene.server.next(
      ANTHROPIC.answer({
        thinking: 'Look first.',
        found: [MUGS],
        text: ['One moment.'],
        calls: [CALL],
        end: 'calls',
      }),
      ANTHROPIC.answer({ text: ['It is on.'] }),
    );
    const session = await agent.session([LAMP]);
    await session.say('Light the blue lamp.');
    await agent.settled();
    await session.answer('lit');
    await agent.settled();
    const [, { messages, thinking } = {}] = scene.server.asked;
    expect(thinking).toMatchObject({ type: 'enabled' });
    const own = list(list(messages).find(({ role }) => role === 'assistant')?.content);
    expect(own.map(({ type }) => type)).toEqual([
      'thinking',
      'server_tool_use',
      'web_search_tool_result',
      'text',
      'tool_use',
    ]);
  });
});

describe('an agent whose provider has no search', () => {
  const agent = withAgent(OPENAI, { web_search: {} });

  it('answers without one, and its owner reads so', async () => {
    scene.server.next(chunks({ content: 'The blue ones.' }, { finish_reason: 'stop' }));
    expect((await agent.ask())?.text).toBe('The blue ones.');
    expect(scene.server.asked[0]).not.toHaveProperty('tools');
    expect(agent.problems()).toEqual([expect.stringContaining('web_search')]);
  });
});
