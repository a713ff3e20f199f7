// The shop's session endpoint, by `bellhop/server`; what is the shop's own is the collection with its documents, and the
// page that shows visitors their own conversation.

import { createGatewayClient } from '../../src/client.ts';
import { createSessionHandler, type SessionHandler } from '../../src/server.ts';
import type { KnowledgeDocument } from './handbook.ts';

export interface SessionEndpointOptions {
  gatewayUrl: string;
  adminKey: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  documents: KnowledgeDocument[];
}

export interface SessionEndpoint {
  /** Sessions, deletion and feedback, of visitors who are all guests here. */
  chat: SessionHandler;
  /** The events of this visitor's newest conversation; null where there is none. */
  listOwnEvents(request: Request): Promise<unknown[] | null>;
}

export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  const { gatewayUrl, adminKey, fetch, documents } = options;
  let collection: Promise<string> | null = null;

  async function operator(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(new URL(path, gatewayUrl).href, { headers, ...init });
    if (!response.ok) throw new Error(`the gateway answered ${response.status} to ${path}`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Registers the shop's documents once a start; tried again after a failure. */
  function collectionId(): Promise<string> {
    const body = JSON.stringify({ name: 'The shop’s pages', documents });
    collection ??= operator('/admin/collections', { method: 'POST', body })
      .then(({ collection_id }) => String(collection_id))
      .catch((error: unknown) => {
        collection = null;
        throw error;
      });
    return collection;
  }

  // No agent is named: the gateway's default answers. That is a model where a provider's key is set, else the shop's assistant.
  const chat = createSessionHandler({
    gateway: gatewayUrl,
    key: adminKey,
    fetch,
    cookie: { name: 'fernway_visitor' },
    session: async () => ({ collection_id: await collectionId() }),
    onError: (error) => console.error('[shop] no session:', error),
  });

  return {
    chat,
    async listOwnEvents(request) {
      const owner = await chat.ownerOf(request);
      if (owner === null) return null;
      const { data } = await operator(`/admin/conversations?limit=1&owner_id=${owner}`);
      const [newest] = data as { session_id: string }[];
      if (newest === undefined) return null;
      const client = (token: string) =>
        createGatewayClient({
          baseUrl: gatewayUrl,
          token,
          fetch: (url, init = {}) => fetch(String(url), init),
        });
      const { token } = await client(adminKey).mintToken(newest.session_id, { owner_id: owner });
      const events: unknown[] = [];
      const query = { include_thinking: true };
      for await (const event of client(token).listAll(newest.session_id, query)) events.push(event);
      return events;
    },
  };
}
