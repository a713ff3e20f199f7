// The shop's session endpoint, by `bellhop/server`; what is the shop's own is its registration at the gateway, so that hours,
// roles and numbers by site can be tried, the collection with its documents, and the page that shows visitors their own conversation.

import { createGatewayClient } from '../../src/client.ts';
import { createSessionHandler, type SessionHandler } from '../../src/server.ts';
import type { KnowledgeDocument } from './handbook.ts';

/** As the desk shows it. */
const SITE_NAME = 'Fernway';

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
  const collectionId = once(async () => {
    const body = JSON.stringify({ name: 'The shop’s pages', documents });
    const { collection_id } = await operator('/admin/collections', { method: 'POST', body });
    return String(collection_id);
  });
  /** The gateway keeps a site: the next start finds it. */
  const clientId = once(async () => {
    const { data } = await operator(`/admin/sites?q=${encodeURIComponent(SITE_NAME)}`);
    const known = (data as { client_id: string; name: string | null; status: string }[]).find(
      ({ name, status }) => name === SITE_NAME && status === 'active',
    );
    const body = JSON.stringify({ name: SITE_NAME });
    const { client_id } = known ?? (await operator('/admin/sites', { method: 'POST', body }));
    return String(client_id);
  });

  async function operator(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(new URL(path, gatewayUrl).href, { headers, ...init });
    if (!response.ok) throw new Error(`the gateway answered ${response.status} to ${path}`);
    return (await response.json()) as Record<string, unknown>;
  }

  // No agent is named: the gateway's default answers. That is a model where a provider's key is set, else the shop's assistant.
  const chat = createSessionHandler({
    gateway: gatewayUrl,
    key: adminKey,
    fetch,
    cookie: { name: 'fernway_visitor' },
    session: async () => ({
      client_id: await clientId(),
      collection_id: await collectionId(),
    }),
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

/** Asks once a start; again after a failure. */
function once(ask: () => Promise<string>): () => Promise<string> {
  let known: Promise<string> | null = null;
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
