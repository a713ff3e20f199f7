// What tests of a model in the gateway begin with: a provider on this machine, a database, and agents that ask that provider in
// each protocol. One for each test file.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createModelAgent } from '../../../agents/model/model-agent.ts';
import type { ModelAgentOptions } from '../../../agents/model/options.ts';
import { openModel } from '../../../agents/model/provider.ts';
import type { Agent } from '../../../agents/types.ts';
import type { Db } from '../../../kernel/db/types.ts';
import type { WireEvent } from '../../harness.ts';
import { openTestDatabase } from '../../test-database.ts';
import { ANTHROPIC, OPENAI, type Protocol } from './protocols.ts';
import { createProviderServer, type ProviderServer } from './provider-server.ts';
import { RESPONSES } from './responses-protocol.ts';

export const PROTOCOLS: readonly [name: string, protocol: Protocol][] = [
  ['the OpenAI protocol', OPENAI],
  ['OpenAI’s own interface', RESPONSES],
  ['the Anthropic protocol', ANTHROPIC],
];

export interface ProviderScene {
  readonly db: Db;
  /** Forgets before each test what it was asked, and what was to be answered. */
  readonly server: ProviderServer;
  /** A model `m` of that provider. */
  model(protocol: Pick<Protocol, 'provider' | 'openaiApi'>): ReturnType<typeof openModel>;
  /** An agent that asks it, once for each turn. */
  agent(
    protocol: Pick<Protocol, 'provider' | 'openaiApi'>,
    more?: Partial<ModelAgentOptions>,
  ): Agent;
}

export function createProviderScene(): ProviderScene {
  let db: Db;
  let server: ProviderServer;
  beforeAll(async () => {
    [db, server] = await Promise.all([openTestDatabase(), createProviderServer()]);
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    await server.close();
    await db.close();
  });
  const scene: ProviderScene = {
    get db() {
      return db;
    },
    get server() {
      return server;
    },
    model: ({ provider, openaiApi }) =>
      openModel({ provider, openaiApi, apiKey: 'key', baseUrl: server.url, model: 'm' }),
    agent: (protocol, more = {}) =>
      createModelAgent({ model: scene.model(protocol), name: 'm', maxRetries: 0, ...more }),
  };
  return scene;
}

export const ofType = (events: readonly WireEvent[], type: string) =>
  events.filter((event) => event.type === type);
