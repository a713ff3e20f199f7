// The desk in a real browser: the gateway with the built console, on a port of this machine, and what shops say to it.

import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { ModelFactory } from '../../../gateway/agents/model/open-model-agent.ts';
import {
  createAgentRegistry,
  createGateway,
  type Gateway,
  type GatewayOptions,
  openDeskFiles,
  openWidget,
} from '../../../gateway/index.ts';
import type { Mailer } from '../../../gateway/mail/mailer.ts';
import { openMemoryDatabase } from '../../doubles/memory-database.ts';
import type { Step } from './test-gateway.ts';

export const DESK_KEY = 'desk-test-admin-key';

export interface DeskServer {
  gateway: Gateway;
  url: string;
  admin<Reply = Record<string, string>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Reply>;
  /** A conversation in which the visitor has said these things, and the script's agent has answered. */
  converse(said: readonly string[], script: Step[][], more?: object): Promise<string>;
  /** One more message of its visitor. */
  say(sessionId: string, text: string): Promise<void>;
  /** What its visitor says of the last answer. */
  rate(sessionId: string, value: 'up' | 'down' | null, comment?: string): Promise<void>;
  close(): Promise<void>;
}

export interface DeskOptions {
  /** A port of this machine that is free; none: any. */
  at?: number;
  options?: Partial<GatewayOptions>;
  /** Sends mail; without it none is sent. */
  mailer?: Mailer;
  /** Makes the models of agents; without it those can't answer. */
  models?: ModelFactory;
}

export async function startDesk({
  at = 0,
  options = {},
  mailer,
  models,
}: DeskOptions = {}): Promise<DeskServer> {
  const db = await openMemoryDatabase();
  const dist = join(import.meta.dirname, '../../../dist');
  const files = await openDeskFiles([join(dist, 'desk')]);
  const widget = await openWidget([dist]);
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry([]),
    options: { adminKey: DESK_KEY, ...options },
    ...(models === undefined ? {} : { models }),
    ...(mailer === undefined ? {} : { mailer }),
    ...(files === null ? {} : { console: files }),
    ...(widget === null ? {} : { widget }),
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch: gateway.fetch, port: at, hostname: '127.0.0.1' }, () =>
      resolve(made),
    );
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = new Map<string, string>();

  const desk: DeskServer = {
    gateway,
    url,
    async admin<Reply>(method: string, path: string, body?: unknown) {
      const response = await gateway.request(path, {
        method,
        headers: { authorization: `Bearer ${DESK_KEY}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return (text === '' ? {} : JSON.parse(text)) as Reply;
    },
    async converse(said, script, more = {}) {
      const { session_id: id = '' } = await desk.admin('POST', '/admin/sessions', {
        agent: 'scripted',
        script,
        ...more,
      });
      const { token = '' } = await desk.admin('POST', `/admin/sessions/${id}/tokens`, {});
      tokens.set(id, token);
      for (const text of said) {
        await desk.say(id, text);
        await gateway.context.runs.settled();
      }
      return id;
    },
    async say(id, text) {
      const response = await gateway.request(`/v1/sessions/${id}/events`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens.get(id)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
        }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async rate(id, value, comment) {
      const { data } = await desk.admin<{ data: { id: string; type: string }[] }>(
        'GET',
        `/admin/conversations/${id}/events`,
      );
      const { id: event_id } = data.findLast(({ type }) => type === 'agent.message') ?? {};
      await desk.admin('POST', `/admin/sessions/${id}/feedback`, { event_id, value, comment });
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
  return desk;
}
