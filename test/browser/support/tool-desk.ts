// A gateway with its desk whose agents may have tools of a server that the test writes; the model alone is a double.

import type { McpServer } from '@modelcontextprotocol/server';
import { createModelFactory } from '../../../gateway/agents/model/open-model-agent.ts';
import {
  createProviderServer,
  type ProviderServer,
} from '../../../gateway/test/agents/model/provider-server.ts';
import {
  createSessionHandler,
  type ListeningToolServer,
  startToolServer,
} from '../../../gateway/test/agents/tool-server.ts';
import { type DeskServer, startDesk } from './desk.ts';

export interface ToolDesk {
  provider: ProviderServer;
  server: ListeningToolServer;
  desk: DeskServer;
  close(): Promise<void>;
}

/** @param createServer called for each session of the protocol. */
export async function startToolDesk(createServer: () => McpServer): Promise<ToolDesk> {
  const provider = await createProviderServer();
  const server = await startToolServer(createSessionHandler(createServer));
  const desk = await startDesk({
    options: { agentsMayBePrivate: true },
    models: createModelFactory({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: provider.url }),
  });
  return {
    provider,
    server,
    desk,
    async close() {
      await desk.close();
      await provider.close();
      server.close();
    },
  };
}
