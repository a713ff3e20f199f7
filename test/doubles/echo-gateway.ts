// The real gateway in this process, on a database in memory, with an agent that answers with what it was told: the session's
// own instructions, and the names of its tools.

import type { Agent } from '../../gateway/agent.ts';
import { createAgentRegistry, createGateway } from '../../gateway/index.ts';
import { openMemoryDatabase } from './memory-database.ts';

export const ADMIN_KEY = 'admin-key-of-this-test';

const echo: Agent = {
  async *turn({ system = 'nothing', tools }) {
    const text = `system: ${system}; tools: ${tools.map(({ name }) => name).join(' ')}`;
    yield { kind: 'message', blocks: [{ type: 'text', text }] };
    yield { kind: 'end', stop_reason: 'end_turn' };
  },
};

export interface EchoGateway {
  /** Reaches it at any address. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The same for a server that listens. */
  handle(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function openEchoGateway(): Promise<EchoGateway> {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([{ name: 'concierge', agent: echo }]),
    options: { adminKey: ADMIN_KEY },
  });
  return {
    fetch: async (url, init) => {
      // Node's Request knows no page: without one, "no-referrer" has no meaning.
      const { referrerPolicy: _, ...rest } = init;
      return gateway.fetch(new Request(url, rest));
    },
    handle: async (request) => gateway.fetch(request),
    async close() {
      await gateway.close();
      await db.close();
    },
  };
}
