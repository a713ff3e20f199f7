// The reference gateway beside WordPress: in this process, in memory, with a site registered.

import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import {
  createAgentRegistry,
  createGateway,
  openDatabase,
  openDeskFiles,
} from '../../gateway/index.ts';
import hotel from './hotel-agent.ts';
import { builtFolder } from './plugin.ts';

export interface SiteCredentials {
  site_id: string;
  client_id: string;
  service_token: string;
}

export interface SiteGateway {
  url: string;
  adminKey: string;
  /** One of the operator's calls. @throws where it isn't answered with success */
  admin<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  registerSite(name: string): Promise<SiteCredentials>;
  /** What comes in, as "METHOD /path", with the body's text. */
  requests: { line: string; body: string }[];
  /** Answers instead of the gateway while it is set. */
  interceptor: ((request: Request) => Response | null | Promise<Response | null>) | null;
  close(): Promise<void>;
}

export async function startSiteGateway(port = 0): Promise<SiteGateway> {
  const adminKey = crypto.randomUUID();
  const db = await openDatabase();
  const desk = await openDeskFiles([join(builtFolder(), 'desk')]);
  const gateway = await createGateway({
    db,
    ...(desk === null ? {} : { console: desk }),
    agents: createAgentRegistry([hotel]),
    options: { adminKey },
  });
  const requests: { line: string; body: string }[] = [];
  const handle = async (request: Request): Promise<Response> => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    const body = request.body === null ? '' : await request.clone().text();
    requests.push({ line, body });
    return (await handles.interceptor?.(request)) ?? gateway.fetch(request);
  };
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const made = serve({ fetch: handle, port, hostname: '127.0.0.1' }, () => resolve(made));
    made.once('error', reject);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const handles: SiteGateway = {
    url,
    adminKey,
    requests,
    interceptor: null,
    async admin<T>(method: string, path: string, body?: unknown): Promise<T> {
      const reply = await gateway.request(path, {
        method,
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as T;
    },
    registerSite: (name) => handles.admin('POST', '/admin/sites', { name }),
    async close() {
      await gateway.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await db.close();
    },
  };
  return handles;
}
