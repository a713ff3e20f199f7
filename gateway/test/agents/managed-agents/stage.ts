// What each test of a managed agent begins with: a server of that protocol on this machine, spoken to by the official client, and a
// gateway that asks it. One for each test file.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SessionHandle, Wire } from '../../harness.ts';
import { createRemoteScene, type RemoteScene } from '../../remote-scene.ts';
import {
  type ManagedAgentsServer,
  type ServedSession,
  startManagedAgents,
} from '../managed-agents-server.ts';

export const BODY = { agent: 'agent_1', environment_id: 'env_1' };

/** The first test of a file also waits until the official client is loaded, which takes a busy machine seconds. */
export const STUCK = { timeout: 60_000 };

export const codeOf = async (session: SessionHandle) => (await session.last()).error_code;

export const user = (text: string) => ({
  type: 'user.message',
  content: [{ type: 'text', text }],
});

export interface ManagedAgentsStage {
  readonly scene: RemoteScene;
  /** The provider. */
  readonly server: ManagedAgentsServer;
  /** Of an agent's record. */
  backend(body?: Wire): Wire;
  /** An agent that the provider runs. */
  make(more?: Wire): Promise<string>;
  /** What was sent to sessions in this test, one array for each request. */
  sent(): Wire[][];
  /** Requests of this test that began a session. */
  begun(): ManagedAgentsServer['heard'];
  newest(): ServedSession;
}

export function createManagedAgentsStage(): ManagedAgentsStage {
  const scene = createRemoteScene();
  let server: ManagedAgentsServer;

  beforeAll(async () => {
    server = await startManagedAgents();
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());

  const backend = (body: Wire = BODY) => ({
    url: server.url,
    headers: { 'x-api-key': 'hush' },
    body,
  });
  return {
    scene,
    get server() {
      return server;
    },
    backend,
    make: (more = {}) => scene.make('managed_agents', { backend: backend(), ...more }),
    sent: () =>
      server.heard
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))
        .map(({ body }) => body.events as Wire[]),
    begun: () =>
      server.heard.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/sessions'),
    newest() {
      const session = [...server.sessions.values()].at(-1);
      if (session === undefined) throw new Error('No session was begun.');
      return session;
    },
  };
}
