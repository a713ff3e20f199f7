// The card of an A2A agent as its owner reads it: what servers of the protocol say of themselves, and what stands there instead.

import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Wire } from '../harness.ts';
import { createRemoteScene } from '../remote-scene.ts';

const scene = createRemoteScene();
const origin = () => new URL(scene.url).origin;

const cardOf = (more: Wire = {}) => ({
  name: 'Lamp seller',
  description: 'Sells lamps.',
  version: '7',
  provider: { organization: 'Lamps Ltd', url: 'https://lamps.example' },
  capabilities: { streaming: true },
  supportedInterfaces: [
    { url: `${origin()}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
    token: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
  },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
  skills: [{ id: 'find', name: 'Find a lamp', description: 'By its light.', tags: ['lamps'] }],
  ...more,
});

const gives = (body: unknown) => (_: Wire, response: ServerResponse) =>
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
const answers = (status: number) => (_: Wire, response: ServerResponse) =>
  response.writeHead(status).end();

async function read(...next: Parameters<typeof scene.next>) {
  const id = await scene.make('a2a');
  scene.next(...next);
  return scene.harness.admin('GET', `/admin/agents/${id}/card`);
}

describe('an A2A agent’s card', () => {
  it('is read below the agent’s address by the record’s headers, with what an owner wants to know', async () => {
    const { status, body } = await read(gives(cardOf()));
    expect([status, body]).toEqual([
      200,
      {
        card: {
          name: 'Lamp seller',
          description: 'Sells lamps.',
          version: '7',
          provider: { organization: 'Lamps Ltd', url: 'https://lamps.example' },
          streams: true,
          interfaces: [{ url: `${origin()}/rpc`, transport: 'JSONRPC', protocol_version: '1.0' }],
          security: [{ kind: 'http', detail: 'Bearer' }],
          skills: [{ name: 'Find a lamp', description: 'By its light.', tags: ['lamps'] }],
        },
        problem: null,
      },
    ]);
    expect(scene.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer hush']);
  });

  it('of before 1.0 is read, too', async () => {
    const { body } = await read(
      gives({
        protocolVersion: '0.3.0',
        name: 'Old seller',
        description: 'Sells old lamps.',
        version: '3',
        url: `${origin()}/old`,
        preferredTransport: 'JSONRPC',
        capabilities: {},
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        security: [{ key: [] }],
        skills: [{ id: 'a', name: 'Find', description: 'Finds.', tags: [] }],
      }),
    );
    expect(body).toMatchObject({
      card: {
        name: 'Old seller',
        streams: false,
        interfaces: [{ url: `${origin()}/old`, transport: 'JSONRPC' }],
        security: [{ kind: 'api_key', detail: 'X-Key' }],
        skills: [{ name: 'Find' }],
      },
      problem: null,
    });
  });

  it.each<[string, () => Wire, string]>([
    [
      'sends conversations to another server',
      () => ({
        supportedInterfaces: [
          { url: 'https://other.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        ],
      }),
      'another server, https://other.example/rpc',
    ],
    [
      'names no protocol that the gateway speaks',
      () => ({
        supportedInterfaces: [
          { url: `${origin()}/grpc`, protocolBinding: 'GRPC', protocolVersion: '1.0' },
        ],
      }),
      'The agent speaks GRPC',
    ],
  ])('that %s is shown, with what is wrong', async (_, more, words) => {
    const { status, body } = await read(gives(cardOf(more())));
    expect([status, body.problem]).toEqual([200, expect.stringContaining(words)]);
  });

  it('is cut to size', async () => {
    const skills = Array.from({ length: 5000 }, (_, id) => ({
      id: `${id}`,
      name: 'n'.repeat(1000),
      description: 'd'.repeat(3000),
      tags: Array.from({ length: 100 }, () => 't'),
    }));
    const { body } = await read(gives(cardOf({ name: 'x'.repeat(5000), skills })));
    expect(JSON.stringify(body).length).toBeLessThan(150_000);
  });

  it.each<[string, () => Parameters<typeof scene.next>[0], string]>([
    ['asks for a key', () => answers(401), 'wants to know who asks (401)'],
    ['has none', () => answers(404), 'There is no agent’s card'],
    ['fails', () => answers(503), 'answered with 503'],
    ['gives something else', () => gives([1, 2]), 'is no agent’s card'],
    ['gives a card without a name', () => gives({ skills: 'many' }), 'is no agent’s card'],
    [
      'gives no JSON',
      () => (_: Wire, response: ServerResponse) => response.end('<h1>Lamps</h1>'),
      'is no agent’s card',
    ],
    [
      'gives 50 MB',
      () => (_: Wire, response: ServerResponse) => response.end('x'.repeat(50_000_000)),
      'far too long',
    ],
    [
      'breaks off',
      () => (_: Wire, response: ServerResponse) => response.destroy(),
      'can’t be reached',
    ],
  ])('that there isn’t is told in words where the server %s', async (_, answer, words) => {
    const { status, body } = await read(answer());
    expect([status, body.error.message]).toEqual([502, expect.stringContaining(words)]);
  });

  it('is given up after ten seconds of silence', async () => {
    let hear = () => {};
    const begun = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const reply = read(() => hear());
    await begun;
    await scene.harness.clock.advance(10_001);
    expect((await reply).body.error.message).toContain('didn’t answer within 10 s');
  });

  it('isn’t asked for where the agent speaks something else', async () => {
    const id = await scene.make('http');
    expect((await scene.harness.admin('GET', `/admin/agents/${id}/card`)).status).toBe(409);
    expect((await scene.harness.admin('GET', '/admin/agents/none/card')).status).toBe(404);
    expect(scene.asked).toEqual([]);
  });
});
