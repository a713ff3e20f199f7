// An agent that runs at Anthropic as a managed agent: a server of that protocol on this machine, spoken to by the official client.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wire } from '../harness.ts';
import { createRemoteScene, textsOf } from '../remote-scene.ts';
import { type ManagedAgentsServer, startManagedAgents } from './managed-agents-server.ts';

const scene = createRemoteScene();
let server: ManagedAgentsServer;

beforeAll(async () => {
  server = await startManagedAgents();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const BODY = { agent: 'agent_1', environment_id: 'env_1' };
const make = (more: Wire = {}, body: Wire = BODY) =>
  scene.make('managed_agents', {
    backend: { url: server.url, headers: { 'x-api-key': 'hush' }, body },
    ...more,
  });
const sent = () =>
  server.heard
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))
    .map(({ body }) => body.events as Wire[]);

describe('an agent that is a managed agent', () => {
  it('answers in one session for a conversation, which gets the visitor’s new words each time', async () => {
    const session = await scene.ask(await make(), 'good evening');
    await session.say('and now?');
    await scene.harness.settled();
    expect(textsOf(await session.events())).toEqual([
      'You said: good evening',
      'You said: and now?',
    ]);
    expect(sent()).toMatchObject([
      [{ type: 'user.message', content: [{ type: 'text', text: 'good evening' }] }],
      [{ type: 'user.message', content: [{ type: 'text', text: 'and now?' }] }],
    ]);
    expect(
      server.heard.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/sessions'),
    ).toMatchObject([{ body: BODY }]);
  });
});
