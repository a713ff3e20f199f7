// The reference gateway itself, in this process, on a database in memory and a real port.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll } from 'vitest';
import assistant from '../../../demo/assistant/index.ts';
import { createAgentRegistry, createGateway, type Gateway } from '../../../gateway/index.ts';
import { openMemoryDatabase } from '../../doubles/memory-database.ts';
import type { Step, TestGateway, WireEvent } from './test-gateway.ts';

export interface ReferenceOptions {
  script?: Step[][];
  /** Without the stream, as an older gateway: its address answers 404. */
  hasStream?: boolean;
}

const ADMIN_KEY = 'test-admin-key';

/** One for all tests of a file, since a database takes longer to start than most of them take. Sessions share nothing. */
let running: Promise<{ gateway: Gateway; api_key: string; close(): Promise<void> }> | undefined;
afterAll(async () => {
  const mine = running;
  // Files of one worker share this module: the next one starts a gateway of its own.
  running = undefined;
  await (await mine)?.close();
});

async function start() {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([assistant]),
    options: { adminKey: ADMIN_KEY },
  });
  const { api_key = '' } = await ask(gateway, '/admin/api-keys', {});
  const close = async () => {
    await gateway.close();
    await db.close();
  };
  return { gateway, api_key, close };
}

/** What the operator asks of the gateway. */
async function ask(
  gateway: Gateway,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<Record<string, string>> {
  const response = await gateway.request(path, {
    method,
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

export interface ReferenceGateway extends TestGateway {
  /** Every request that came, permissions (preflights) too: "POST /v1/sessions/…/events". */
  requests: readonly string[];
  /** How many connections were opened to it so far. */
  connections(): number;
  /** What is left of the project's credits, in billionths; null: no end of them. */
  setCredits(nano: number | null): Promise<void>;
}

export async function startReferenceGateway(
  options: ReferenceOptions = {},
): Promise<ReferenceGateway> {
  const { script, hasStream = true } = options;
  running ??= start();
  const { gateway, api_key } = await running;
  const requests: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    return !hasStream && pathname.endsWith('/stream')
      ? gateway.fetch(new Request(new URL('/nothing', request.url), request))
      : gateway.fetch(request);
  };
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });

  const admin = (path: string, body: unknown, method?: string) => ask(gateway, path, body, method);

  return {
    url,
    requests,
    connections: () => connections,
    async issue({ session_id, tools = [], new: isNew }) {
      const agent = script === undefined ? { agent: 'concierge' } : { agent: 'scripted', script };
      const sessionId =
        session_id !== undefined && isNew === undefined
          ? session_id
          : (await admin('/admin/sessions', { ...agent, client_tools: tools })).session_id;
      if (session_id !== undefined) {
        await admin(`/admin/sessions/${session_id}`, { client_tools: tools }, 'PATCH');
      }
      const { token } = await admin(`/admin/sessions/${sessionId}/tokens`, {});
      return { session_id: String(sessionId), token: String(token) };
    },
    async events(sessionId) {
      const found: WireEvent[] = [];
      for (let page: string | null = ''; page !== null; ) {
        const query = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
        const response = await gateway.request(
          `/v1/sessions/${sessionId}/events?limit=100${query}`,
          { headers: { authorization: `Bearer ${api_key}` } },
        );
        const body = (await response.json()) as { data: WireEvent[]; next_page?: string | null };
        found.push(...body.data);
        page = body.next_page ?? null;
      }
      return found;
    },
    async setCredits(credits_nano) {
      await admin('/admin/projects/default', { credits_nano }, 'PATCH');
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await admin('/admin/projects/default', { credits_nano: null }, 'PATCH');
    },
  };
}
