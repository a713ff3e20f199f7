// The real gateway on a port, with an agent of the test's own: for sites that make their sessions themselves.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Agent } from '../../../gateway/agent.ts';
import { createAgentRegistry, createGateway } from '../../../gateway/index.ts';
import { openMemoryDatabase } from '../../doubles/memory-database.ts';

export interface AgentGateway {
  url: string;
  /** The operator's, which a site's server may hold. */
  key: string;
  close(): Promise<void>;
}

/** Calls this tool of the page once it has it, and says what came back. */
export const callsTool = (name: string): Agent => ({
  async *turn({ history, tools }) {
    const result = history.findLast((event) => event.type === 'user.tool_result');
    const asked = history.findLastIndex((event) => event.type === 'user.message');
    const isBack = result !== undefined && history.indexOf(result) > asked;
    if (!isBack && tools.some((tool) => tool.name === name)) {
      yield { kind: 'tool_use', name, input: {} };
      return;
    }
    const text = isBack ? `It says: ${JSON.stringify(result)}` : `No ${name} here.`;
    yield { kind: 'message', blocks: [{ type: 'text', text }] };
    yield { kind: 'end', stop_reason: 'end_turn' };
  },
});

export async function startAgentGateway(agent: Agent): Promise<AgentGateway> {
  const key = 'admin-key-of-this-test';
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([{ name: 'concierge', agent }]),
    options: { adminKey: key },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const fetch = async (request: Request): Promise<Response> => gateway.fetch(request);
    const made = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await gateway.close();
      await db.close();
    },
  };
}
