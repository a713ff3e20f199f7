// What becomes of a tool server's result: what the model reads, and what the visitor is shown.

import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness } from '../harness.ts';
import { ANTHROPIC, OPENAI, type Protocol } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';
import { type ListeningToolServer, startToolServer } from './tool-server.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const base64 = (text: string) => Buffer.from(text).toString('base64');

let provider: ProviderServer;
let server: ListeningToolServer;
let harness: Harness;
let result: CallToolResult = { content: [] };

beforeAll(async () => {
  provider = await createProviderServer();
  const handler = createMcpHandler(() => {
    const shop = new McpServer({ name: 'shop', version: '1' });
    shop.registerTool('draw', { title: 'Draw a mug', description: 'Draws.' }, async () => result);
    return shop;
  });
  server = await startToolServer((request) => handler.fetch(request));
  harness = await createHarness({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: provider.url,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: provider.url,
    }),
  });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await harness.close();
  await provider.close();
  server.close();
});

let agents = 0;
/** @returns what the model reads of a result, what the visitor is shown of it, and the request that the model answers then. */
async function give(given: CallToolResult, protocol: Protocol = ANTHROPIC, fields = {}) {
  result = given;
  provider.next(
    protocol.answer({ calls: [{ id: 'c1', name: 'shop_draw', input: '{}' }], end: 'calls' }),
    protocol.answer({ text: ['There.'] }),
  );
  agents += 1;
  const made = await harness.admin('POST', '/admin/agents', {
    name: `Clerk ${agents}`,
    provider: protocol.provider,
    tool_servers: [{ name: 'shop', url: server.url, tools: ['*'] }],
    ...fields,
  });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const session = await harness.session({ agent: String(made.body.agent_id) });
  await session.say('Draw a mug');
  await harness.settled();
  const events = await session.events();
  const at = events.findIndex(({ type }) => type === 'user.tool_result');
  const next = events[at + 1];
  return {
    text: String(events[at]?.content[0]?.content),
    shown: next?.type === 'agent.message' ? next.content : [],
    asked: provider.asked[1] ?? {},
    said: (await session.events()).filter(({ type }) => type === 'agent.message').at(-1),
  };
}

describe('a picture in a result', () => {
  const PICTURE = { type: 'image', data: PNG, mimeType: 'image/png' } as const;

  it('stands in a message of the agent, and the model is told that it does', async () => {
    const { text, shown } = await give({ content: [{ type: 'text', text: 'Here:' }, PICTURE] });
    expect(text).toBe('Here:\n\n[Picture: "Draw a mug", image/png, 1 KB. The visitor sees it.]');
    expect(shown).toEqual([
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: PNG },
        alt: 'Draw a mug',
      },
    ]);
  });

  it.each<[string, Protocol, string]>([
    ['Anthropic’s', ANTHROPIC, '"type":"base64","media_type":"image/png"'],
    ['OpenAI’s', OPENAI, `data:image/png;base64,${PNG}`],
  ])('is seen by a model of %s protocol, after the result', async (_, protocol, written) => {
    const { asked } = await give({ content: [PICTURE] }, protocol);
    const request = JSON.stringify(protocol.said(asked));
    expect(request).toContain(written);
    expect(request.indexOf(written)).toBeGreaterThan(request.indexOf('[Picture:'));
    // The last word isn't the agent's own, which a provider would refuse or go on with.
    expect(protocol.said(asked).at(-1)?.role).toBe('user');
  });

  it('is words alone for a model that reads no pictures', async () => {
    const { asked } = await give({ content: [PICTURE] }, ANTHROPIC, { files: [] });
    const request = JSON.stringify(asked);
    expect(request).not.toContain(PNG);
    expect(request).toContain('[Picture: ');
    expect(ANTHROPIC.said(asked).at(-1)?.role).toBe('user');
  });

  it('that is none is neither shown nor sent on, whatever the server calls it', async () => {
    const page = base64('<script>alert(1)</script>   ');
    const { text, shown, asked } = await give({ content: [{ ...PICTURE, data: page }] });
    expect(shown).toEqual([]);
    expect(text).toContain('A picture that can’t be shown');
    expect(JSON.stringify(asked)).not.toContain(page);
  });

  it('has the type of its bytes', async () => {
    const { shown } = await give({ content: [{ ...PICTURE, mimeType: 'image/svg+xml' }] });
    expect(shown[0]?.source).toMatchObject({ media_type: 'image/png' });
  });

  it('for the model alone isn’t shown', async () => {
    const { text, shown } = await give({
      content: [{ ...PICTURE, annotations: { audience: ['assistant'] } }],
    });
    expect(shown).toEqual([]);
    expect(text).toContain('The visitor doesn’t see it.');
  });

  it('beyond three megabytes in all, or eight, is named and left out', async () => {
    const large = PNG.slice(0, 40).padEnd(1024 * 1024, 'A');
    const four = await give({
      content: Array.from({ length: 4 }, () => ({ ...PICTURE, data: large })),
    });
    expect(four.shown).toHaveLength(3);
    expect(four.text.match(/doesn’t see it/g)).toHaveLength(1);
    const many = await give({ content: Array.from({ length: 12 }, () => PICTURE) });
    expect(many.shown).toHaveLength(8);
  });
});

describe('other parts of a result', () => {
  it('sound and files are there to be saved', async () => {
    const { text, shown } = await give({
      content: [
        { type: 'audio', data: base64('RIFF'), mimeType: 'audio/wav' },
        {
          type: 'resource',
          resource: {
            uri: 'demo://files/invoice.pdf?x=1',
            mimeType: 'application/pdf',
            blob: base64('%PDF-1'),
          },
        },
      ],
    });
    expect(shown.map(({ type, title }) => [type, title])).toEqual([
      ['document', 'Draw a mug.wav'],
      ['document', 'invoice.pdf'],
    ]);
    expect(text).toContain('[File: "invoice.pdf", application/pdf, 1 KB. The visitor sees it.]');
  });

  it('a text inside is read by the model, and shown where the server says that it is the visitor’s', async () => {
    const resource = { uri: 'demo://notes/a.txt', mimeType: 'text/plain', text: 'A note.' };
    const quiet = await give({ content: [{ type: 'resource', resource }] });
    expect([quiet.text, quiet.shown]).toEqual(['A note.', []]);
    const shown = await give({
      content: [{ type: 'resource', resource, annotations: { audience: ['user'] } }],
    });
    expect(shown.shown).toEqual([
      {
        type: 'document',
        title: 'a.txt',
        source: { type: 'text', media_type: 'text/plain', data: 'A note.' },
      },
    ]);
    const blob = { uri: 'demo://notes/b.txt', mimeType: 'text/plain', blob: base64('Ä note.') };
    expect((await give({ content: [{ type: 'resource', resource: blob }] })).text).toBe('Ä note.');
  });

  it('a link by https is the visitor’s to press; another is words alone', async () => {
    const { text, shown } = await give({
      content: [
        { type: 'resource_link', uri: 'https://shop.example/mug', name: 'mug', title: 'The mug' },
        { type: 'resource_link', uri: 'demo://mug/1', name: 'Mug 1', description: 'Blue.' },
        { type: 'resource_link', uri: 'javascript:alert(1)', name: 'Press' },
      ],
    });
    expect(shown).toEqual([
      {
        type: 'document',
        title: 'The mug',
        source: { type: 'url', url: 'https://shop.example/mug' },
      },
    ]);
    expect(text).toBe(
      [
        '[Link: "The mug" (https://shop.example/mug); the visitor sees it]',
        '[Link: "Mug 1" (demo://mug/1): Blue.]',
        '[Link: "Press" (javascript:alert(1))]',
      ].join('\n\n'),
    );
  });

  it('structured content is read by the model, once', async () => {
    const structuredContent = { count: 12, of: 'mugs' };
    const alone = await give({ content: [], structuredContent });
    expect(alone.text).toBe('{"count":12,"of":"mugs"}');
    const twice = await give({
      content: [{ type: 'text', text: JSON.stringify(structuredContent, null, 2) }],
      structuredContent,
    });
    expect(twice.text.match(/12/g)).toHaveLength(1);
    const beside = await give({ content: [{ type: 'text', text: 'Counted.' }], structuredContent });
    expect(beside.text).toBe('Counted.\n\n{"count":12,"of":"mugs"}');
  });
});
