// Tool servers that mean harm: what they say of a tool costs the gateway nothing, and stops no other.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { ANTHROPIC } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';
import { type ListeningToolServer, startToolServer } from './tool-server.ts';

const OBJECT = { type: 'object' };
/** What the server offers, and what each call of any tool gets. */
let tools: Wire[] = [];
let result: Wire = {};
/** Whether a list has another page, and another. */
let isEndless = false;
let pages = 0;
/** Whether each answer is a stream that ends before it has begun, to be opened again at once. */
let isBroken = false;
let opened = 0;
/** The queries of the addresses at which tools were called. */
let called: string[] = [];
let provider: ProviderServer;
let server: ListeningToolServer;
let url = '';
let harness: Harness;

/** The protocol by hand: no package would send such things. */
async function answer(request: Request): Promise<Response> {
  const again = () =>
    new Response('id: 1\nretry: 0\ndata:\n\n', {
      headers: { 'Content-Type': 'text/event-stream' },
    });
  if (request.method === 'GET' && isBroken) {
    opened += 1;
    return again();
  }
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const { id, method } = (await request.json()) as { id?: number; method: string };
  if (id === undefined) return new Response(null, { status: 202 });
  if (method === 'tools/call') called.push(new URL(request.url).search);
  if (method === 'tools/call' && isBroken) return again();
  if (method === 'tools/list') pages += 1;
  const results: Record<string, Wire> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1' },
    },
    'tools/list': { tools, ...(isEndless ? { nextCursor: `page ${pages}` } : {}) },
    'tools/call': result,
  };
  const said = results[method];
  const error = { code: -32601, message: 'Method not found' };
  return Response.json({
    jsonrpc: '2.0',
    id,
    ...(said === undefined ? { error } : { result: said }),
  });
}

beforeAll(async () => {
  provider = await createProviderServer();
  server = await startToolServer(answer);
  url = server.url;
  harness = await createHarness({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
});
beforeEach(() => {
  provider.reset();
  isEndless = false;
  isBroken = false;
  called = [];
  tools = [{ name: 'count', description: 'Counts.', inputSchema: OBJECT }];
  result = { content: [{ type: 'text', text: 'Twelve.' }] };
});
afterAll(async () => {
  await harness.close();
  await provider.close();
  server.close();
});

let agents = 0;
async function ask(fields: Wire = {}, client_tools: Wire[] = []) {
  agents += 1;
  const made = await harness.admin('POST', '/admin/agents', {
    name: `Clerk ${agents}`,
    tool_servers: [{ name: 'shop', url: `${url}?${agents}`, tools: ['*'], ...fields }],
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const session = await harness.session({ agent: String(made.body.agent_id), client_tools });
  await session.say('How many mugs?');
  await harness.settled();
  return session;
}

const call = (name: string, input = '{}') =>
  ANTHROPIC.answer({ calls: [{ id: 'c1', name, input }], end: 'calls' });

describe('what a server says of its results', () => {
  it('is not run: a pattern that takes for ever holds up nobody', async () => {
    tools = [
      {
        name: 'count',
        inputSchema: OBJECT,
        outputSchema: {
          type: 'object',
          properties: { word: { type: 'string', pattern: '^(a+)+$' } },
        },
      },
    ];
    result = {
      content: [{ type: 'text', text: 'Twelve.' }],
      // To run the pattern on it would take years.
      structuredContent: { word: `${'a'.repeat(60)}!` },
    };
    provider.next(call('shop_count'), ANTHROPIC.answer({ text: ['Well.'] }));
    const session = await ask();
    const results = (await session.events()).filter(({ type }) => type === 'user.tool_result');
    expect(results.map(({ content }) => content[0]?.content)).toEqual([
      `Twelve.\n\n{"word":"${'a'.repeat(60)}!"}`,
    ]);
  });
});

describe('a list of tools', () => {
  const padded = (name: string) => ({ name, description: 'x'.repeat(60_000), inputSchema: OBJECT });

  it('of a megabyte ends the run before a model is asked, whether it comes whole or in pages', async () => {
    tools = Array.from({ length: 20 }, (_, i) => padded(`count_${i}`));
    expect((await (await ask()).last()).error_code).toBe('toolset_incomplete');
    tools = [padded('count')];
    isEndless = true;
    pages = 0;
    expect((await (await ask()).last()).error_code).toBe('toolset_incomplete');
    expect(pages).toBeLessThan(20);
    expect(provider.asked).toEqual([]);
  });

  it('is no limit for what a call gives, of which the model reads the beginning', async () => {
    result = { content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] };
    provider.next(call('shop_count'), ANTHROPIC.answer({ text: ['Well.'] }));
    const events = await (await ask()).events();
    const said = events.find(({ type }) => type === 'user.tool_result')?.content[0]?.content;
    expect(said).toBe('x'.repeat(100_000));
  });
});

describe('a result of fifty megabytes', () => {
  it.each<[string, () => Wire]>([
    ['a text', () => ({ type: 'text', text: 'x'.repeat(50_000_000) })],
    ['a picture', () => ({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(50_000_000) })],
  ])('of %s fails the call, and nothing of it is kept', async (_, part) => {
    result = { content: [part()] };
    provider.next(call('shop_count'), ANTHROPIC.answer({ text: ['Well.'] }));
    const events = await (await ask()).events();
    const said = events.find(({ type }) => type === 'user.tool_result')?.content[0];
    expect(said).toMatchObject({ is_error: true, error_code: 'execution_failed' });
    expect(JSON.stringify(events).length).toBeLessThan(10_000);
    expect(events.at(-1)?.type).toBe('session.status_idle');
  });
});

describe('a tool that only runs as a task of the protocol’s', () => {
  it('isn’t shown to the model, which couldn’t call it', async () => {
    tools = [
      ...tools,
      { name: 'study', inputSchema: OBJECT, execution: { taskSupport: 'required' } },
    ];
    provider.next(ANTHROPIC.answer({ text: ['Well.'] }));
    await ask();
    expect(ANTHROPIC.toolNames(provider.asked[0] ?? {})).toEqual(['shop_count']);
  });
});

describe('a stream that ends at once and says that it goes on', () => {
  it('is opened so many times, and the call fails long before its time is over', async () => {
    isBroken = true;
    provider.next(call('shop_count'), ANTHROPIC.answer({ text: ['Well.'] }));
    const began = performance.now();
    const events = await (await ask()).events();
    expect(performance.now() - began).toBeLessThan(5000);
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThan(200);
    const said = events.find(({ type }) => type === 'user.tool_result')?.content[0];
    expect(said).toMatchObject({ is_error: true, error_code: 'execution_failed' });
  });
});

describe('a fallback with a server of the same name', () => {
  it('asks the visitor nothing, since a yes would be taken to the server of the agent itself', async () => {
    tools = [{ name: 'cancel', inputSchema: OBJECT }];
    const of = (place: string) => [
      { name: 'shop', url: `${url}?${place}`, tools: ['*'], ask: ['cancel'] },
    ];
    const make = async (name: string, fields: Wire) =>
      String((await harness.admin('POST', '/admin/agents', { name, ...fields })).body.agent_id);
    const fallback = await make('Other clerk', { tool_servers: of('fallback') });
    const asked = '{"tool":"shop/cancel","input":{}}';
    provider.next(call('allow_server_tool', asked), ANTHROPIC.answer({ text: ['Well.'] }));
    // It has no key here, so that each of its turns is the fallback's.
    const own = { provider: 'openai', tool_servers: of('own'), fallback };
    const session = await harness.session({
      agent: await make('Clerk without a key', own),
      client_tools: [{ name: 'allow_server_tool' }],
    });
    await session.say('Cancel it');
    await harness.settled();
    expect(ANTHROPIC.toolNames(provider.asked[0] ?? {})).toEqual([]);
    expect(await session.pending()).toEqual([]);
    const refused = (await session.events()).find(({ type }) => type === 'user.tool_result');
    expect(refused?.error_code).toBe('permission_denied');
    expect(called).toEqual([]);
  });

  it('is refused the question also where it is an agent by code', async () => {
    const fields = { name: 'Clerk by code', provider: 'openai', fallback: 'scripted' };
    const agent = (await harness.admin('POST', '/admin/agents', fields)).body.agent_id;
    const input = { tool: 'shop/cancel', input: {} };
    const session = await harness.session({
      agent,
      client_tools: [{ name: 'allow_server_tool' }],
      script: [[{ call: [{ name: 'allow_server_tool', input }] }]],
    });
    await session.say('Cancel it');
    await harness.settled();
    expect(await session.pending()).toEqual([]);
    const refused = (await session.events()).find(({ type }) => type === 'user.tool_result');
    expect(refused?.error_code).toBe('permission_denied');
  });
});
