// An owner asks a tool server what it offers: servers of the protocol's own package, and what stands there instead.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { freePort } from '../postgres-server.ts';
import { createSessionHandler, type ListeningToolServer, startToolServer } from './tool-server.ts';

let harness: Harness;
let server: ListeningToolServer;
let agentId = '';
let answer: (request: Request) => Response | Promise<Response>;
let keys: (string | null)[] = [];

function createShop(): McpServer {
  const shop = new McpServer({ name: 'Lamp shop', version: '7' });
  shop.registerTool(
    'find_lamp',
    {
      title: 'Find a lamp',
      description: 'By its light.',
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: 'ui://shop/lamp' } },
    },
    async () => ({ content: [] }),
  );
  shop.registerTool('cancel', { description: 'x'.repeat(3000) }, async () => ({ content: [] }));
  shop.registerTool('redraw', { _meta: { ui: { visibility: ['app'] } } }, async () => ({
    content: [],
  }));
  return shop;
}

beforeAll(async () => {
  harness = await createHarness({ options: { agentsMayBePrivate: true } });
  server = await startToolServer((request) => {
    // Farewells may come later.
    if (request.method === 'POST') keys.push(request.headers.get('x-key'));
    return answer(request);
  });
  const made = await harness.admin('POST', '/admin/agents', {
    name: 'Shop',
    tool_servers: [
      { name: 'shop', url: server.url, headers: { 'X-Key': 'saved' }, tools: ['find_*'] },
    ],
  });
  agentId = String(made.body.agent_id);
});
afterAll(async () => {
  await harness.close();
  server.close();
});
beforeEach(() => {
  keys = [];
  answer = createMcpHandler(createShop).fetch;
});

const ask = (body: Wire, to = harness) =>
  to.admin('POST', `/admin/agents/${agentId}/tool-servers`, body);
const errorOf = ({ status, body }: { status: number; body: Wire }) => [
  status,
  (body.error as Wire).message,
];

describe('what a tool server offers', () => {
  it('is asked with the saved headers, and says which tools the saved patterns allow', async () => {
    const { status, body } = await ask({ url: server.url });
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Lamp shop',
      version: '7',
      tools: [
        {
          name: 'find_lamp',
          title: 'Find a lamp',
          description: 'By its light.',
          is_allowed: true,
          has_app: true,
          is_for_model: true,
          is_read_only: true,
        },
        {
          name: 'cancel',
          title: null,
          description: 'x'.repeat(2000),
          is_allowed: false,
          has_app: false,
          is_for_model: true,
          is_read_only: false,
        },
        {
          name: 'redraw',
          title: null,
          description: '',
          is_allowed: false,
          has_app: false,
          is_for_model: false,
          is_read_only: false,
        },
      ],
    });
    expect(new Set(keys)).toEqual(new Set(['saved']));
  });

  it('is the same from a server of the protocol before 2026', async () => {
    answer = createSessionHandler(createShop);
    const { body } = await ask({ url: server.url, tools: ['*'] });
    expect([body.name, body.version]).toEqual(['Lamp shop', '7']);
    expect((body.tools as Wire[]).map((tool) => tool.is_allowed)).toEqual([true, true, true]);
  });

  it('is asked with headers and patterns that aren’t saved yet, and saves none', async () => {
    await ask({ url: server.url, headers: { 'X-Key': 'typed' }, tools: ['cancel'] });
    expect(new Set(keys)).toEqual(new Set(['typed']));
    const { body } = await harness.admin('GET', `/admin/agents/${agentId}`);
    expect((body.settings as Wire).tool_servers).toEqual([
      { name: 'shop', url: server.url, header_names: ['X-Key'], tools: ['find_*'] },
    ]);
  });

  it('shows the saved headers to no other address', async () => {
    await ask({ url: `${server.url}/other` });
    expect(new Set(keys)).toEqual(new Set([null]));
  });

  it.each([
    [401, 'The server wants to know who asks (401): look at the headers.'],
    [403, 'The server wants to know who asks (403): look at the headers.'],
    [404, 'There is no tool server at that address (404).'],
    [503, 'The server answered with 503.'],
    [302, 'The server answered with 302.'],
  ])('is none where the server answers with %s', async (status, why) => {
    answer = () => new Response('', { status, headers: { Location: 'https://elsewhere.example' } });
    expect(errorOf(await ask({ url: server.url }))).toEqual([502, why]);
  });

  it('is none where another thing stands, and where nothing does', async () => {
    answer = () => new Response('<p>Welcome', { headers: { 'Content-Type': 'text/html' } });
    expect(errorOf(await ask({ url: server.url }))).toEqual([
      502,
      'What stands at that address is no tool server.',
    ]);
    expect(errorOf(await ask({ url: `http://127.0.0.1:${await freePort()}/mcp` }))).toEqual([
      502,
      'The server can’t be reached (ECONNREFUSED).',
    ]);
  });

  it('is waited for ten seconds', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((done) => {
      isAsked = done;
    });
    answer = () => {
      isAsked();
      return new Promise(() => {});
    };
    const reply = ask({ url: server.url });
    await asked;
    await harness.clock.advance(10_000);
    expect(errorOf(await reply)).toEqual([502, 'The server didn’t answer within 10 s.']);
  });

  it('isn’t asked of a private address, unless the operator allows it', async () => {
    const strict = await createHarness();
    const made = await strict.admin('POST', '/admin/agents', { name: 'Strict' });
    const reply = await strict.admin('POST', `/admin/agents/${made.body.agent_id}/tool-servers`, {
      url: server.url.replace('http:', 'https:'),
    });
    expect(reply.status).toBe(502);
    expect(keys).toEqual([]);
    await strict.close();
  });

  it('is asked for agents that there are', async () => {
    const reply = await harness.admin('POST', '/admin/agents/none/tool-servers', {
      url: server.url,
    });
    expect(reply.status).toBe(404);
  });
});
