// Apps of tool servers, MCP Apps: shown with the call's result, kept as they were then, and asking nothing but their own server.

import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { ANTHROPIC } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';
import { type ListeningToolServer, startToolServer } from './tool-server.ts';

const APP_TYPE = 'text/html;profile=mcp-app';
const ran: unknown[] = [];
const asked: string[] = [];
let html = '';
let meta: Wire = {};
let mimeType = APP_TYPE;
let description = 'Shows the price.';
let provider: ProviderServer;
let server: ListeningToolServer;
let url = '';
let harness: Harness;

function createShop(): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  const ui = { resourceUri: 'ui://shop/price' };
  shop.registerTool(
    'price',
    { title: 'Price', description, inputSchema: z.object({ item: z.string() }), _meta: { ui } },
    async ({ item }) => {
      ran.push(['price', item]);
      return {
        content: [{ type: 'text', text: `${item}: 12 €` }],
        structuredContent: { item, cents: 1200 },
        _meta: { secret: 'for the app alone' },
      };
    },
  );
  shop.registerTool(
    'old_price',
    { description: 'As before.', _meta: { 'ui/resourceUri': 'ui://shop/price' } },
    async () => ({ content: [{ type: 'text', text: 'old' }] }),
  );
  shop.registerTool(
    'refresh',
    { description: 'For the app.', _meta: { ui: { visibility: ['app'] } } },
    async () => {
      ran.push(['refresh']);
      return { content: [{ type: 'text', text: 'fresh' }], structuredContent: { cents: 1300 } };
    },
  );
  shop.registerTool(
    'for_model',
    { description: 'For the model.', _meta: { ui: { visibility: ['model'] } } },
    async () => ({ content: [] }),
  );
  shop.registerTool('order', { title: 'Order it', description: 'Orders.' }, async () => {
    ran.push(['order']);
    return { content: [{ type: 'text', text: 'ordered' }] };
  });
  shop.registerTool('delete_all', { description: 'Deletes.' }, async () => ({ content: [] }));
  shop.registerResource('price', 'ui://shop/price', { mimeType }, async () => {
    asked.push('resource');
    return { contents: [{ uri: 'ui://shop/price', mimeType, text: html, _meta: { ui: meta } }] };
  });
  shop.registerResource('rates', 'data://rates', {}, async () => ({
    contents: [{ uri: 'data://rates', text: '1.1' }],
  }));
  return shop;
}

beforeAll(async () => {
  provider = await createProviderServer();
  const handler = createMcpHandler(createShop);
  server = await startToolServer((request) => handler.fetch(request));
  url = server.url;
  harness = await createHarness({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
});
beforeEach(() => {
  provider.reset();
  ran.length = 0;
  asked.length = 0;
  html = '<h1>Price</h1>';
  meta = {};
  mimeType = APP_TYPE;
  description = 'Shows the price.';
});
afterAll(async () => {
  await harness.close();
  await provider.close();
  server.close();
});

let names = 0;
async function make(fields: Wire = {}, of: Wire = {}): Promise<string> {
  names += 1;
  const tools = ['*price', 'refresh', 'for_model', 'order'];
  const tool_servers = [{ name: 'shop', url, headers: {}, tools, ask: ['order'], ...of }];
  const made = await harness.admin('POST', '/admin/agents', {
    name: `Seller ${names}`,
    tool_servers,
    ...fields,
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return String(made.body.agent_id);
}

async function ask(agent: string, tool = 'shop_price', input = '{"item":"mug"}') {
  provider.next(
    ANTHROPIC.answer({ calls: [{ id: 'c', name: tool, input }], end: 'calls' }),
    ANTHROPIC.answer({ text: ['There.'] }),
  );
  const session = await harness.session({ agent });
  await session.say('What does it cost?');
  await harness.settled();
  const events = await session.events();
  const call = events.find(({ type }) => type === 'agent.tool_use');
  const block = call?.content[0] as Wire & { id: string; ui?: Wire & { digest: string } };
  const to = (path: string, body?: Wire) =>
    harness.call(
      body === undefined ? 'GET' : 'POST',
      `/v1/sessions/${session.id}/apps/${block.id}${path}`,
      body,
      session.token,
    );
  return { session, events, block, to, digest: block.ui?.digest ?? '' };
}

describe('a tool whose server names an app', () => {
  it('stands in the list with the app’s name and digest, and its text is what the model reads', async () => {
    meta = { prefersBorder: false };
    const { block, events } = await ask(await make());
    expect(block.ui).toEqual({
      resource: 'ui://shop/price',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: 'Price',
      border: false,
    });
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result?.content[0]).toMatchObject({ content: 'mug: 12 €' });
    expect(JSON.stringify(events)).not.toContain('for the app alone');
  });

  it('gives the app to the chat: HTML, terms, the whole input and result', async () => {
    meta = {
      csp: {
        connectDomains: ['https://api.shop.example'],
        resourceDomains: ['https://*.cdn.example'],
      },
      permissions: { camera: {}, location: {} },
    };
    const { to, digest } = await ask(await make());
    const { status, body } = await to('');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      digest,
      html: '<h1>Price</h1>',
      policy: {
        connect: ['https://api.shop.example'],
        resource: ['https://*.cdn.example'],
        frame: [],
        base: [],
      },
      permissions: { camera: true },
      tool: { name: 'price', title: 'Price', inputSchema: { type: 'object' } },
      input: { item: 'mug' },
      result: { structuredContent: { cents: 1200 }, _meta: { secret: 'for the app alone' } },
    });
    expect(String(body.sandbox)).toMatch(new RegExp(`/app-frame/${digest}$`));
  });

  it('takes the older name of the resource as well', async () => {
    const { block } = await ask(await make(), 'shop_old_price', '{}');
    expect(block.ui?.resource).toBe('ui://shop/price');
  });

  it('shows what was shown, whatever the server says later', async () => {
    const agent = await make();
    const first = await ask(agent);
    html = '<h1>Swapped</h1>';
    const second = await ask(agent);
    expect(second.digest).not.toBe(first.digest);
    expect((await first.to('')).body.html).toBe('<h1>Price</h1>');
    expect((await second.to('')).body.html).toBe('<h1>Swapped</h1>');
  });

  it.each([
    [
      'of another type',
      () => {
        mimeType = 'text/html';
      },
    ],
    [
      'of more than 8 MiB',
      () => {
        html = 'x'.repeat(8 * 1024 * 1024 + 1);
      },
    ],
    [
      'of 50 MB',
      () => {
        html = 'x'.repeat(50_000_000);
      },
    ],
  ])('answers in text alone where the app is %s', async (_, spoil) => {
    spoil();
    const { block, events } = await ask(await make());
    expect(block.ui).toBeUndefined();
    expect(JSON.stringify(events)).toContain('mug: 12 €');
    expect(events.at(-1)?.type).toBe('session.status_idle');
  });

  it('is not shown to the model where it is for apps alone', async () => {
    await ask(await make());
    const shown = JSON.stringify(provider.asked[0]);
    expect(shown).toContain('shop_price');
    expect(shown).toContain('shop_for_model');
    expect(shown).not.toContain('shop_refresh');
  });
});

describe('an app in a conversation', () => {
  it('calls a tool of its own server that is for apps', async () => {
    const { to, digest } = await ask(await make());
    const { status, body } = await to('/call', { digest, name: 'refresh', arguments: {} });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.result).toMatchObject({ structuredContent: { cents: 1300 } });
  });

  it('has a tool that asks run only once the visitor has allowed it', async () => {
    const { to, digest } = await ask(await make());
    const first = await to('/call', { digest, name: 'order' });
    expect(first.status).toBe(409);
    expect(first.body).toMatchObject({
      error: { type: 'approval_required' },
      title: 'Order it',
      tool: 'order',
    });
    expect(ran).not.toContainEqual(['order']);
    const second = await to('/call', { digest, name: 'order', is_allowed: true });
    expect(second.status).toBe(200);
    expect(ran).toContainEqual(['order']);
  });

  it.each([
    ['that the owner hasn’t given the agent', 'delete_all'],
    ['that is for models alone', 'for_model'],
    ['that isn’t there', 'nothing'],
  ])('may not call a tool %s', async (_, name) => {
    const { to, digest } = await ask(await make({}, { tools: ['*price', 'for_model', 'nothing'] }));
    expect((await to('/call', { digest, name })).status).toBe(403);
  });

  it('calls what the server’s patterns name, as a model does, whatever the agent may call of the page', async () => {
    const { to, digest } = await ask(await make({ tools: ['cart/*'] }));
    expect((await to('/call', { digest, name: 'refresh' })).status).toBe(200);
    expect((await to('/call', { digest, name: 'delete_all' })).status).toBe(403);
  });

  it('may not call a tool whose description has changed since the owner allowed it', async () => {
    const { to, digest } = await ask(await make());
    description = 'Shows the price, and sends it elsewhere.';
    const { status } = await to('/call', { digest, name: 'price', arguments: { item: 'x' } });
    expect(status).toBe(403);
    expect(ran).toEqual([['price', 'mug']]);
  });

  it('reads a resource of its own server', async () => {
    const { to, digest } = await ask(await make());
    const { status, body } = await to('/read', { digest, uri: 'data://rates' });
    expect([status, body.contents]).toEqual([200, [{ uri: 'data://rates', text: '1.1' }]]);
    expect((await to('/read', { digest, uri: 'data://none' })).status).toBe(502);
  });

  it('is refused with another app’s digest, and in another conversation', async () => {
    const agent = await make();
    const { session, to, block, digest } = await ask(agent);
    const wrong = await to('/call', { digest: '0'.repeat(64), name: 'refresh' });
    expect(wrong.status).toBe(409);
    const other = await harness.session({ agent });
    const theirs = await harness.call(
      'GET',
      `/v1/sessions/${other.id}/apps/${block.id}`,
      undefined,
      other.token,
    );
    expect(theirs.status).toBe(404);
    const called = await harness.call(
      'POST',
      `/v1/sessions/${session.id}/apps/${block.id}/call`,
      { digest, name: 'refresh' },
      other.token,
    );
    expect(called.status).toBe(404);
    expect(ran).not.toContainEqual(['refresh']);
  });

  it('is held up when it asks too often', async () => {
    const { to, digest } = await ask(await make());
    const statuses = [];
    for (let i = 0; i < 32; i += 1) {
      statuses.push((await to('/read', { digest, uri: 'data://rates' })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses).toContain(429);
  });

  it('loses its server with the agent’s settings', async () => {
    const agent = await make();
    const { to, digest } = await ask(agent);
    await harness.admin('PATCH', `/admin/agents/${agent}`, { tool_servers: [] });
    expect((await to('/call', { digest, name: 'refresh' })).status).toBe(403);
    expect((await to('')).status).toBe(200);
  });

  it('goes with its conversation', async () => {
    const { session } = await ask(await make());
    await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    const rows = await harness.db.query(
      'SELECT 1 FROM shown_apps NATURAL FULL JOIN app_resources WHERE session_id = $1',
      [session.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('the frame of an app', () => {
  const frame = (digest: string) => harness.gateway.request(`/app-frame/${digest}`);

  it('has no origin, and reaches what the app’s server has declared and nothing else', async () => {
    meta = {
      csp: {
        connectDomains: [
          'https://api.shop.example',
          'https://a.example; script-src *',
          '*',
          'https:',
        ],
      },
    };
    const { digest } = await ask(await make());
    const reply = await frame(digest);
    expect(reply.status).toBe(200);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox allow-scripts allow-forms;');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain('connect-src https://api.shop.example;');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('a.example');
    expect(reply.headers.get('permissions-policy')).toContain('camera=()');
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it('of a page’s own HTML reaches nothing at all', async () => {
    const policy = (await frame('none')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/https?:/);
  });

  it('is not there for an app that nobody was shown', async () => {
    expect((await frame('0'.repeat(64))).status).toBe(404);
  });
});

describe('frames that have a host of their own', () => {
  it('are served there and nowhere else, and nothing else is', async () => {
    const apart = await createHarness({ options: { sandboxOrigin: 'https://apps.example' } });
    const at = async (address: string) => (await apart.gateway.request(address)).status;
    expect(await at('https://apps.example/app-frame/none')).toBe(200);
    expect(await at('https://apps.example/admin/sites')).toBe(404);
    expect(await at('https://apps.example/v1/sessions/x/events')).toBe(404);
    expect(await at('https://gateway.example/app-frame/none')).toBe(404);
    expect(await at('https://gateway.example/admin/sites')).toBe(401);
    await apart.close();
  });

  it('are named to a chat whose page draws a call by HTML of its own', async () => {
    const apart = await createHarness({ options: { sandboxOrigin: 'https://apps.example' } });
    for (const [at, origin] of [
      [apart, 'https://apps.example'],
      [harness, 'http://localhost'],
    ] as const) {
      const session = await at.session();
      const path = `/v1/sessions/${session.id}/app-frame`;
      const { body } = await at.call('GET', path, undefined, session.token);
      expect(body).toEqual({ sandbox: `${origin}/app-frame/none` });
      expect((await at.call('GET', path)).status).toBe(401);
    }
    await apart.close();
  });

  it('are held to their hosts by protocols that no content policy knows', async () => {
    const apart = await createHarness({ options: { sandboxOrigin: 'https://apps.example' } });
    const { headers } = await apart.gateway.request('https://apps.example/app-frame/none');
    expect(headers.get('connection-allowlist')).toBe('()');
    await apart.close();
  });
});
