// Starts the reference gateway on a free port with a database in memory, and gives the referee what it needs: sessions
// that play a script, tickets, another device that writes, and the true log, as it grows and as it is listed.

import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createGateway, toWire } from '../../../gateway/index.ts';
import type { ToolDefinition } from '../../../src/protocol/index.ts';
import { openMemoryDatabase } from '../../doubles/memory-database.ts';
import type { ModelEvent } from '../model-types.ts';

export interface GatewayWorld {
  port: number;
  createSession(script: readonly unknown[], tools?: readonly ToolDefinition[]): Promise<string>;
  issue(sessionId: string): Promise<{ session_id: string; token: string; expires_at: string }>;
  /** Writes as another device, not through the proxy. */
  write(sessionId: string, text: string): Promise<void>;
  /** Follows the log: `events` are those committed until now, oldest first. */
  follow(sessionId: string): { events: readonly ModelEvent[]; stop(): void };
  /** Lists the whole log, oldest first. */
  list(sessionId: string): Promise<ModelEvent[]>;
  close(): Promise<void>;
}

export interface GatewayWorldOptions {
  /** The gateway closes a stream after this time. */
  rotationMs?: number;
}

const ADMIN_KEY = 'simulation';
const ANY = { perSecond: 1e12, burst: 1e12 };

export async function createGatewayWorld(options: GatewayWorldOptions = {}): Promise<GatewayWorld> {
  const { rotationMs = 4_000 } = options;
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    options: {
      adminKey: ADMIN_KEY,
      // Many visitors use the referee's key here, so don't limit its rate.
      rateLimit: ANY,
      adminRateLimit: ANY,
      messageLimit: ANY,
      byteLimit: ANY,
      stream: {
        keepAliveMs: 15_000,
        pollMs: 1_000,
        pollWithBusMs: 1000,
        rotationMs,
        maxPerSession: 64,
      },
    },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch: gateway.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(made),
    );
  });

  async function call(path: string, key: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await gateway.request(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
  const apiKey = String((await call('/admin/api-keys', ADMIN_KEY, {})).api_key);

  return {
    port: (server.address() as AddressInfo).port,
    async createSession(script, tools = []) {
      const body = { agent: 'scripted', script, client_tools: tools };
      return String((await call('/admin/sessions', ADMIN_KEY, body)).session_id);
    },
    async issue(sessionId) {
      const ticket = await call(`/admin/sessions/${sessionId}/tokens`, ADMIN_KEY, {});
      return {
        session_id: sessionId,
        token: String(ticket.token),
        expires_at: String(ticket.expires_at),
      };
    },
    async write(sessionId, text) {
      const content = [{ type: 'text', text }];
      await call(`/v1/sessions/${sessionId}/events`, apiKey, {
        events: [{ type: 'user.message', content }],
      });
    },
    follow(sessionId) {
      const events: ModelEvent[] = [];
      const stop = gateway.context.hub.subscribe(sessionId, {
        onEvents: (stored) => {
          for (const event of stored) events.push(toWire(event, false) as unknown as ModelEvent);
        },
        onPreview: () => {},
        onNotice: () => null,
      });
      return { events, stop };
    },
    async list(sessionId) {
      const found: ModelEvent[] = [];
      for (let page: string | null = ''; page !== null; ) {
        const query: string = page === '' ? '' : `&page=${encodeURIComponent(page)}`;
        const body = await call(`/v1/sessions/${sessionId}/events?limit=100${query}`, apiKey);
        found.push(...(body.data as ModelEvent[]));
        page = (body.next_page as string | null | undefined) ?? null;
      }
      return found;
    },
    async close() {
      await gateway.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await db.close();
    },
  };
}
