// Tools that the gateway itself calls, on servers of the Model Context Protocol that are made with its published packages.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { ANTHROPIC } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';
import { type ListeningToolServer, startToolServer } from './tool-server.ts';

const ran: unknown[] = [];
const seen: (string | null)[] = [];
let isDown = false;
let provider: ProviderServer;
let server: ListeningToolServer;
let url = '';
let harness: Harness;

/** A shop's stock: one tool that reads, one that fails, one that nobody should call. */
function createStock(): McpServer {
  const stock = new McpServer({ name: 'stock', version: '1' });
  stock.registerTool(
    'count_items',
    { description: 'Counts.', inputSchema: z.object({ item: z.string() }) },
    async ({ item }) => {
      ran.push(['count_items', item]);
      return { content: [{ type: 'text', text: `12 of ${item}` }] };
    },
  );
  stock.registerTool('count_money', { description: 'Breaks.' }, async () => ({
    isError: true,
    content: [{ type: 'text', text: 'The till is shut.' }],
  }));
  stock.registerTool(
    'count_cancel',
    { title: 'Cancel the order', description: '', inputSchema: z.object({ order: z.number() }) },
    async ({ order }) => {
      ran.push(['count_cancel', order]);
      return { content: [{ type: 'text', text: `${order} is cancelled` }] };
    },
  );
  stock.registerTool('delete_all', { description: 'Deletes.' }, async () => {
    ran.push(['delete_all']);
    return { content: [] };
  });
  return stock;
}

beforeAll(async () => {
  provider = await createProviderServer();
  const handler = createMcpHandler(createStock);
  server = await startToolServer((request) => {
    seen.push(request.headers.get('x-shop'));
    return isDown ? new Response('', { status: 503 }) : handler.fetch(request);
  });
  url = server.url;
  harness = await createHarness({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: provider.url,
    }),
  });
});
beforeEach(() => {
  provider.reset();
  ran.length = 0;
  seen.length = 0;
});
afterAll(async () => {
  await harness.close();
  await provider.close();
  server.close();
});

let names = 0;
async function make(fields: Wire = {}): Promise<string> {
  names += 1;
  const tool_servers = [{ name: 'stock', url, headers: { 'X-Shop': 'tea' }, tools: ['count_*'] }];
  const made = await harness.admin('POST', '/admin/agents', {
    name: `Clerk ${names}`,
    tool_servers,
    ...fields,
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return String(made.body.agent_id);
}

async function ask(agent: string, client_tools: Wire[] = []) {
  const session = await harness.session({ agent, client_tools });
  await session.say('How many mugs?');
  await harness.settled();
  return session;
}

const calls = (...named: [name: string, input: string][]) =>
  ANTHROPIC.answer({
    calls: named.map(([name, input], i) => ({ id: `c${i}`, name, input })),
    end: 'calls',
  });

describe('a tool of a server that the owner names', () => {
  it('is called by the gateway: the call and its result stand in the list, and the model goes on', async () => {
    provider.next(
      calls(['stock_count_items', '{"item":"mugs"}']),
      ANTHROPIC.answer({ text: ['Twelve.'] }),
    );
    const session = await ask(await make());
    const events = await session.events();
    expect(events.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.tool_use',
      'user.tool_result',
      'session.turn_usage',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    expect(events[2]?.content[0]).toMatchObject({
      name: 'stock/count_items',
      input: { item: 'mugs' },
    });
    expect(events[3]?.content[0]).toMatchObject({ content: '12 of mugs' });
    expect(ran).toEqual([['count_items', 'mugs']]);
    expect(new Set(seen)).toEqual(new Set(['tea']));
    const [first = {}, second = {}] = provider.asked;
    expect(ANTHROPIC.toolNames(first)).toEqual([
      'stock_count_items',
      'stock_count_money',
      'stock_count_cancel',
    ]);
    expect(Object.values(ANTHROPIC.results(second))).toEqual(['12 of mugs']);
  });

  it('beyond the owner’s list is neither shown nor called, whatever the model says', async () => {
    provider.next(calls(['stock/delete_all', '{}']), ANTHROPIC.answer({ text: ['No.'] }));
    const events = await (await ask(await make())).events();
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result?.error_code).toBe('permission_denied');
    expect(ran).toEqual([]);
  });

  it('is the agent’s by its server’s patterns, whatever `tools` leaves out of the page’s', async () => {
    provider.next(
      calls(
        ['stock_count_items', '{}'],
        ['stock_count_items', '{"item":"mugs"}'],
        ['search', '{}'],
      ),
      ANTHROPIC.answer({ text: ['Twelve.'] }),
    );
    const session = await ask(await make({ tools: ['cart/*'] }), [
      { name: 'cart/add' },
      { name: 'search' },
    ]);
    expect(ANTHROPIC.toolNames(provider.asked[0] ?? {})).toEqual([
      'cart_add',
      'stock_count_items',
      'stock_count_money',
      'stock_count_cancel',
    ]);
    const results = (await session.events()).filter(({ type }) => type === 'user.tool_result');
    expect(results.map(({ error_code }) => error_code)).toEqual([
      'invalid_input',
      undefined,
      'permission_denied',
    ]);
    expect(ran).toEqual([['count_items', 'mugs']]);
  });

  it('may fail, which the model hears', async () => {
    provider.next(calls(['stock_count_money', '{}']), ANTHROPIC.answer({ text: ['Shut.'] }));
    const events = await (await ask(await make())).events();
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result).toMatchObject({ error_code: 'execution_failed' });
    expect(Object.values(ANTHROPIC.results(provider.asked[1] ?? {}))[0]).toContain(
      'The till is shut.',
    );
  });

  it('stands beside the page’s own in one turn: the page is asked for its part alone', async () => {
    provider.next(
      calls(['stock_count_items', '{"item":"mugs"}'], ['show', '{}']),
      ANTHROPIC.answer({ text: ['There.'] }),
    );
    const session = await ask(await make(), [{ name: 'show' }]);
    expect(await session.pending()).toHaveLength(1);
    await session.answer('shown');
    await harness.settled();
    expect(Object.values(ANTHROPIC.results(provider.asked[1] ?? {}))).toEqual([
      '12 of mugs',
      'shown',
    ]);
    expect((await session.events()).at(-3)?.content[0]?.text).toBe('There.');
  });

  it('whose server is away ends the run as toolset_incomplete before a model is asked', async () => {
    isDown = true;
    const agent = await make({
      tool_servers: [{ name: 'stock', url: `${url}?down`, tools: ['*'] }],
    });
    const session = await ask(agent);
    isDown = false;
    expect(await session.last()).toMatchObject({ error_code: 'toolset_incomplete' });
    expect(provider.asked).toHaveLength(0);
  });

  it('whose server goes away between two turns fails as a call', async () => {
    const agent = await make();
    provider.next(ANTHROPIC.answer({ text: ['Hello.'] }));
    const session = await ask(agent);
    provider.next(
      calls(['stock_count_items', '{"item":"a"}']),
      ANTHROPIC.answer({ text: ['Hm.'] }),
    );
    isDown = true;
    await session.say('And now?');
    await harness.settled();
    isDown = false;
    const result = (await session.events()).find(({ type }) => type === 'user.tool_result');
    expect(result?.error_code).toBe('execution_failed');
  });
});

describe('a tool of a server that asks the visitor', () => {
  const asking = () =>
    make({
      tool_servers: [{ name: 'stock', url, tools: ['count_*'], ask: ['*_cancel'] }],
      tools: ['stock/*'],
    });
  const PAGE = [{ name: 'allow_server_tool' }];
  const CANCEL = () => calls(['stock_count_cancel', '{"order":7}']);
  const lastResult = async (session: Awaited<ReturnType<typeof ask>>) =>
    (await session.events()).findLast(({ type }) => type === 'user.tool_result');

  it('runs once the visitor has allowed the exact call, and once alone', async () => {
    provider.next(CANCEL(), ANTHROPIC.answer({ text: ['Done.'] }));
    const session = await ask(await asking(), PAGE);
    expect(ran).toEqual([]);
    const asked = (await session.events()).find(({ type }) => type === 'agent.tool_use');
    expect(asked?.content[0]).toMatchObject({
      name: 'allow_server_tool',
      input: { tool: 'stock/count_cancel', title: 'Cancel the order', input: { order: 7 } },
    });
    await session.answer('{"allowed":true}');
    await harness.settled();
    expect(ran).toEqual([['count_cancel', 7]]);
    const calledFor = (await session.events()).filter(({ type }) => type === 'agent.tool_use');
    expect(calledFor.map(({ content }) => content[0]?.name)).toEqual([
      'allow_server_tool',
      'stock/count_cancel',
    ]);
    expect((await lastResult(session))?.content[0]).toMatchObject({ content: '7 is cancelled' });
    expect(Object.values(ANTHROPIC.results(provider.asked[1] ?? {}))).toContain('7 is cancelled');
    expect(ANTHROPIC.toolNames(provider.asked[0] ?? {})).not.toContain('allow_server_tool');
    provider.next(ANTHROPIC.answer({ text: ['Yes.'] }));
    await session.say('Really?');
    await harness.settled();
    expect(ran).toHaveLength(1);
  });

  it.each(['{"allowed":false}', 'yes', '', '{"allowed":"true"}'])(
    'doesn’t run where the page answers %j',
    async (said) => {
      provider.next(CANCEL(), ANTHROPIC.answer({ text: ['Hm.'] }));
      const session = await ask(await asking(), PAGE);
      await session.answer(said);
      await harness.settled();
      expect(ran).toEqual([]);
      expect((await session.events()).at(-3)?.content[0]?.text).toBe('Hm.');
    },
  );

  it('doesn’t run where the visitor declines, or writes instead, and not later either', async () => {
    provider.next(CANCEL(), ANTHROPIC.answer({ text: ['As you like.'] }));
    const declined = await ask(await asking(), PAGE);
    const [id] = await declined.pending();
    const content = [
      { type: 'tool_result', tool_use_id: id, is_error: true, error_code: 'declined' },
    ];
    await declined.send([{ type: 'user.tool_result', content }]);
    await harness.settled();
    provider.next(CANCEL(), ANTHROPIC.answer({ text: ['Then not.'] }));
    const left = await ask(await asking(), PAGE);
    await left.say('Wait');
    await harness.settled();
    expect((await lastResult(left))?.error_code).toBe('cancelled');
    expect(ran).toEqual([]);
  });

  it('is neither shown nor run where the page can’t ask', async () => {
    provider.next(CANCEL(), ANTHROPIC.answer({ text: ['I can’t.'] }));
    const session = await ask(await asking());
    expect(ANTHROPIC.toolNames(provider.asked[0] ?? {})).toEqual([
      'stock_count_items',
      'stock_count_money',
    ]);
    expect((await lastResult(session))?.error_code).toBe('permission_denied');
    expect(ran).toEqual([]);
  });

  it('is asked for by the gateway alone: a model that calls the page’s tool is refused', async () => {
    provider.next(
      calls(['allow_server_tool', '{"tool":"stock/delete_all","input":{}}']),
      ANTHROPIC.answer({ text: ['No.'] }),
    );
    const session = await ask(await asking(), PAGE);
    expect((await lastResult(session))?.error_code).toBe('permission_denied');
    expect(ran).toEqual([]);
  });
});

describe('the record of tool servers', () => {
  it('shows headers by name alone, and keeps them while the address stays', async () => {
    const id = await make();
    const path = `/admin/agents/${id}`;
    const server = { name: 'stock', url, tools: ['*'] };
    const change = await harness.admin('PATCH', path, { tool_servers: [server] });
    expect((change.body.settings as Wire).tool_servers).toEqual([
      { ...server, header_names: ['X-Shop'] },
    ]);
    const moved = await harness.admin('PATCH', path, {
      tool_servers: [{ ...server, url: `${url}/2` }],
    });
    expect((moved.body.settings as Wire).tool_servers).toMatchObject([{ header_names: [] }]);
  });

  it.each([
    [[{ name: 'a', url: 'https://x.example/', tools: [] }], 'tool_servers[0].tools must have'],
    [[{ name: 'A b', url: 'https://x.example/', tools: ['*'] }], 'tool_servers[0].name must be'],
    [[{ name: 'a', url: 'ftp://x.example/', tools: ['*'] }], 'tool_servers[0].url must be'],
    [
      [
        { name: 'a', url: 'https://x.example/', tools: ['*'] },
        { name: 'a', url: 'https://y.example/', tools: ['*'] },
      ],
      'tool_servers[1].name is there twice',
    ],
  ])('isn’t made of %j: %s', async (tool_servers, words) => {
    const reply = await harness.admin('POST', '/admin/agents', { name: 'Wrong', tool_servers });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(words);
  });
});
