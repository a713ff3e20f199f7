// A tool server that asks the visitor while it runs a call: by cards of the page, in both versions of the protocol.

import {
  createMcpHandler,
  type ElicitInputParams,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  inputRequired,
  McpServer,
  type ServerContext,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness, type SessionHandle, type Wire } from '../harness.ts';
import { ANTHROPIC } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';
import {
  createDiary,
  createSessionHandler,
  type ListeningToolServer,
  startToolServer,
} from './tool-server.ts';

const PAGE = [{ name: 'ask_form' }, { name: 'offer_choices' }];
const TABLE = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name' },
    'e-mail': { type: 'string', format: 'email' },
    seats: { type: 'integer', minimum: 1, maximum: 8, description: 'How many come' },
    window: { type: 'boolean', title: 'At the window' },
    room: {
      type: 'string',
      oneOf: [
        { const: 'r1', title: 'Garden' },
        { const: 'r2', title: 'Hall' },
      ],
    },
  },
  required: ['name', 'seats'],
};

let provider: ProviderServer;
let harness: Harness;
let earlier: ListeningToolServer;
let newest: ListeningToolServer;
const diary = createDiary();
/** What the tool asks, and what it was told. */
let asked: Wire = {};
let told: unknown[] = [];
/** Pages that the tool wants to be opened before it does anything. */
let wanted: ElicitRequestURLParams[] | null = null;
/** Whether the tool goes on until it is cancelled once it has its answer. */
let isSlow = false;

function createShop(isNewest: boolean): McpServer {
  const shop = new McpServer({ name: 'shop', version: '1' });
  const ask = async (context: ServerContext) => {
    const params = { mode: 'form', message: 'Which table?', ...asked } as ElicitRequestFormParams;
    if (!isNewest) return context.mcpReq.elicitInput(params);
    return context.mcpReq.inputResponses?.table ?? null;
  };
  shop.registerTool('book', { title: 'Book a table', description: 'Books.' }, async (context) => {
    diary.note('called');
    if (wanted !== null) throw new UrlElicitationRequiredError(wanted);
    context.mcpReq.signal.addEventListener('abort', () => diary.note('cancelled'));
    const answer = await ask(context);
    if (answer === null) {
      const { message = 'Which table?', url, requestedSchema } = asked;
      const table =
        url === undefined
          ? inputRequired.elicit({ message, requestedSchema } as ElicitInputParams)
          : inputRequired.elicitUrl({ message, url } as ElicitRequestURLParams);
      return inputRequired({ inputRequests: { table } });
    }
    told.push(answer);
    if (isSlow)
      await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve));
    return { content: [{ type: 'text', text: 'Booked.' }] };
  });
  shop.registerTool('count', { description: 'Counts.' }, async () => ({
    content: [{ type: 'text', text: 'Twelve.' }],
  }));
  return shop;
}

beforeAll(async () => {
  provider = await createProviderServer();
  earlier = await startToolServer(createSessionHandler(() => createShop(false)));
  const handler = createMcpHandler(({ era }) => createShop(era === 'modern'));
  newest = await startToolServer((request) => handler.fetch(request));
  harness = await createHarness({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
});
beforeEach(() => {
  provider.reset();
  diary.clear();
  asked = { requestedSchema: TABLE };
  told = [];
  isSlow = false;
  wanted = null;
});
afterAll(async () => {
  await harness.close();
  await provider.close();
  earlier.close();
  newest.close();
});

let agents = 0;
async function book(
  server: ListeningToolServer = earlier,
  client_tools: Wire[] = PAGE,
  tools: readonly string[] = ['book'],
): Promise<SessionHandle> {
  agents += 1;
  const made = await harness.admin('POST', '/admin/agents', {
    name: `Clerk ${agents}`,
    tool_servers: [{ name: 'shop', url: `${server.url}?${agents}`, tools: ['*'] }],
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const calls = tools.map((name, i) => ({ id: `c${i}`, name: `shop_${name}`, input: '{}' }));
  provider.next(
    ANTHROPIC.answer({ calls, end: 'calls' }),
    ANTHROPIC.answer({ text: ['There you are.'] }),
  );
  const session = await harness.session({ agent: String(made.body.agent_id), client_tools });
  await session.say('A table please');
  await harness.settled();
  return session;
}

const cards = async (session: SessionHandle) =>
  (await session.events())
    .flatMap(({ type, content }) => (type === 'agent.tool_use' ? content : []))
    .filter(({ name }) => name === 'ask_form' || name === 'offer_choices');
const answer = async (session: SessionHandle, content: unknown) => {
  const reply = await session.answer(JSON.stringify(content));
  await harness.settled();
  return reply;
};
const refuse = async (session: SessionHandle, error_code: string) => {
  const [tool_use_id] = await session.pending();
  const content = [{ type: 'tool_result', tool_use_id, is_error: true, error_code }];
  await session.send([{ type: 'user.tool_result', content }]);
  await harness.settled();
};
const resultOf = async (session: SessionHandle, name = 'shop/book') => {
  const events = await session.events();
  const made = events
    .flatMap(({ type, content }) => (type === 'agent.tool_use' ? content : []))
    .find((call) => call.name === name);
  return events
    .flatMap(({ type, content }) => (type === 'user.tool_result' ? content : []))
    .find((block) => block.tool_use_id === made?.id);
};

describe.each([
  ['before 2026', () => earlier],
  ['the newest', () => newest],
])('a question of a server of the protocol’s version: %s', (_, server) => {
  it('is a form of the page, which names the server; its answers go back, and the call goes on', async () => {
    const session = await book(server());
    const [card, ...more] = await cards(session);
    expect(more).toEqual([]);
    expect(card?.input).toEqual({
      title: `shop (${new URL(server().url).host})`,
      text: 'Which table?',
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true },
        { name: 'field_2', label: 'e-mail', type: 'email' },
        {
          name: 'seats',
          label: 'seats: How many come',
          type: 'number',
          required: true,
          min: 1,
          max: 8,
        },
        { name: 'window', label: 'At the window', type: 'consent' },
        { name: 'room', label: 'room', type: 'choice', options: ['Garden', 'Hall'] },
      ],
    });
    expect(await session.pending()).toEqual([card?.id]);
    expect(await resultOf(session)).toBeUndefined();
    expect(provider.asked).toHaveLength(1);
    const values = { name: 'Ada', field_2: 'ada@x.example', seats: 2, window: false, room: 'Hall' };
    await answer(session, { values });
    expect(told).toEqual([
      {
        action: 'accept',
        content: { name: 'Ada', 'e-mail': 'ada@x.example', seats: 2, window: false, room: 'r2' },
      },
    ]);
    expect((await resultOf(session))?.content).toBe('Booked.');
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    const results = ANTHROPIC.results(provider.asked[1] ?? {});
    expect(Object.values(results)).toContain('Booked.');
  });

  it.each([
    ['declined', 'decline'],
    ['cancelled', 'cancel'],
    ['unavailable', 'cancel'],
  ])('that ends as %s is told as a %s', async (code, action) => {
    const session = await book(server());
    await refuse(session, code);
    expect(told).toEqual([{ action }]);
    expect((await resultOf(session))?.content).toBe('Booked.');
  });

  it('is told as cancelled where the page can’t ask it', async () => {
    const session = await book(server(), []);
    expect(told).toEqual([{ action: 'cancel' }]);
    expect((await resultOf(session))?.content).toBe('Booked.');
  });

  it('is dropped where the visitor writes instead, and the server is told', async () => {
    const session = await book(server());
    provider.reset();
    provider.next(ANTHROPIC.answer({ text: ['As you like.'] }));
    await session.say('Never mind');
    await harness.settled();
    expect((await resultOf(session))?.error_code).toBe('cancelled');
    expect(told).toEqual([]);
    expect((await session.last()).content.stop_reason).toBe('end_turn');
  });
});

describe('a server’s question', () => {
  it('with more fields than a form has comes in forms that follow each other, and lists to choose from in their own', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [`f${i}`, { type: 'string' }]),
    );
    const items = { type: 'string', enum: ['cheese', 'olives', 'bread'] };
    const several = { type: 'array', title: 'What else?', items };
    asked = { requestedSchema: { type: 'object', properties: { ...properties, several } } };
    const session = await book();
    await answer(session, { values: { f0: 'a' } });
    expect(provider.asked).toHaveLength(1);
    await answer(session, { values: { f9: 'z' } });
    const [, , choices] = await cards(session);
    expect(choices).toMatchObject({
      name: 'offer_choices',
      input: {
        question: expect.stringMatching(/^shop \(127.*\): Which table\? What else\?$/),
        options: ['cheese', 'olives', 'bread'],
        several: true,
      },
    });
    await answer(session, { chosen: ['bread', 'cheese'] });
    expect(told).toEqual([
      { action: 'accept', content: { f0: 'a', f9: 'z', several: ['cheese', 'bread'] } },
    ]);
  });

  it('that the page refuses for its words is asked once more, without what the server says of the fields', async () => {
    const session = await book();
    await refuse(session, 'invalid_input');
    expect(told).toEqual([]);
    const labels = (await cards(session)).map(({ input }) =>
      (input as { fields: Wire[] }).fields.map(({ label }) => label),
    );
    expect(labels.map((one) => one[2])).toEqual(['seats: How many come', 'seats']);
    await refuse(session, 'invalid_input');
    expect(told).toEqual([{ action: 'cancel' }]);
  });

  it('that is only a yes or no is a form with one tick', async () => {
    asked = { message: 'Really?', requestedSchema: { type: 'object', properties: {} } };
    const session = await book();
    const [card] = await cards(session);
    expect(card?.input).toEqual({
      title: `shop (${new URL(earlier.url).host})`,
      fields: [{ name: 'agreed', label: 'Really?', type: 'consent', required: true }],
    });
    await answer(session, { values: { agreed: true } });
    expect(told).toEqual([{ action: 'accept', content: {} }]);
  });

  it.each([
    ['before 2026', () => earlier],
    ['the newest', () => newest],
  ])('to open a page is a link to press, and a tick when that is done (%s)', async (_, server) => {
    asked = {
      mode: 'url',
      message: 'Sign in at the shop',
      url: 'https://shop.example/in',
      elicitationId: 'e1',
    };
    const session = await book(server());
    const events = await session.events();
    expect(events.find(({ type }) => type === 'agent.message')?.content).toEqual([
      {
        type: 'document',
        title: 'Sign in at the shop',
        source: { type: 'url', url: 'https://shop.example/in' },
      },
    ]);
    await answer(session, { values: { agreed: true } });
    expect(told).toEqual([{ action: 'accept' }]);
  });

  it('to open a page that isn’t by https is told as cancelled, and no link is shown', async () => {
    asked = { mode: 'url', message: 'Press', url: 'http://shop.example/', elicitationId: 'e1' };
    const session = await book();
    expect(told).toEqual([{ action: 'cancel' }]);
    const shown = (await session.events()).filter(({ type }) => type === 'agent.message');
    expect(JSON.stringify(shown)).not.toContain('shop.example');
  });

  it('to open a page before it runs anything fails the call, with the link', async () => {
    wanted = [
      { mode: 'url', message: 'Sign in', url: 'https://shop.example/in', elicitationId: 'e1' },
    ];
    const session = await book();
    expect(JSON.stringify(await resultOf(session))).toContain(
      'wants the visitor to open a page first',
    );
    const [link] = (await session.events()).filter(({ type }) => type === 'agent.message');
    expect(link?.content[0]?.source).toEqual({ type: 'url', url: 'https://shop.example/in' });
  });

  it('with more than can be asked is told as cancelled', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`f${i}`, { type: 'string' }]),
    );
    asked = { requestedSchema: { type: 'object', properties } };
    await book();
    expect(told).toEqual([{ action: 'cancel' }]);
  });

  it('takes no answer but to what it asks, and none of another kind', async () => {
    asked = { requestedSchema: { ...TABLE, required: [] } };
    const session = await book();
    const values = {
      name: 7,
      seats: '2',
      room: 'Cellar',
      window: 'yes',
      more: 'x',
      constructor: 1,
    };
    await answer(session, { values });
    expect(told).toEqual([{ action: 'accept', content: {} }]);
  });

  it('waits ten minutes; then its call is cancelled, and a late answer says that nobody knows', async () => {
    const session = await book();
    await harness.clock.advance(599_000);
    expect(diary.seen).not.toContain('cancelled');
    await harness.clock.advance(2_000);
    await diary.has('cancelled');
    await answer(session, { values: { name: 'Ada', seats: 2 } });
    expect(told).toEqual([]);
    const said = await resultOf(session);
    expect(said?.error_code).toBe('execution_failed');
    expect(JSON.stringify(said)).toContain('no longer waits');
    expect((await session.last()).content.stop_reason).toBe('end_turn');
  });

  it('whose answer comes to another process has no one to give it to, which the model is told', async () => {
    // On a server the process that holds the call may take up the answer, whoever got it.
    if (!harness.db.isExclusive) return;
    const session = await book();
    const other = await createHarness({
      db: harness.db,
      options: { agentsMayBePrivate: true },
      models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
    });
    const [tool_use_id] = await session.pending();
    const content = [{ type: 'tool_result', tool_use_id, content: '{"values":{"name":"Ada"}}' }];
    const events = [{ type: 'user.tool_result', content }];
    await other.call('POST', session.path, { events }, session.token);
    await other.settled();
    expect(JSON.stringify(await resultOf(session))).toContain('no longer waits');
    expect((await session.last()).content.stop_reason).toBe('end_turn');
    await other.gateway.close();
  });

  it('holds up no other call of the same answer', async () => {
    const session = await book(earlier, PAGE, ['book', 'count']);
    expect((await resultOf(session, 'shop/count'))?.content).toBe('Twelve.');
    await answer(session, { values: { name: 'Ada', seats: 2 } });
    expect((await resultOf(session))?.content).toBe('Booked.');
  });

  it('may be two, each answered by itself', async () => {
    const session = await book(earlier, PAGE, ['book', 'book']);
    expect(await session.pending()).toHaveLength(2);
    const values = ['Ada', 'Ben'].map((name) => JSON.stringify({ values: { name, seats: 2 } }));
    await session.answer(...values);
    await harness.settled();
    expect(told.map((one) => (one as { content: Wire }).content.name)).toEqual(['Ada', 'Ben']);
  });

  it('is answered, and then stopped: the call is cancelled at the server', async () => {
    isSlow = true;
    const session = await book();
    await session.answer(JSON.stringify({ values: { name: 'Ada', seats: 2 } }));
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await session.send([{ type: 'user.interrupt' }]);
    await harness.settled();
    await diary.has('cancelled');
    expect((await resultOf(session))?.error_code).toBe('cancelled');
    expect((await session.last()).content.stop_reason).toBe('user_cancelled');
  });
});
