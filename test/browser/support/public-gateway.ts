// A gateway that hands out sessions by a site's public id, and the script: the double of that part, by HTTP, before a
// gateway that has the conversations. It also stands below a path, as behind a proxy.

import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { createPublicGateway, type PublicGateway } from '../../doubles/public-gateway.ts';
import { listen, readBody } from './listen.ts';
import type { TestGateway } from './test-gateway.ts';
import { DIST } from './world.ts';

export interface ListeningPublicGateway {
  url: string;
  site: PublicGateway;
  /** The headers of each request for a session. */
  heads: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

export async function startPublicGateway(
  conversations: TestGateway,
): Promise<ListeningPublicGateway> {
  const site = createPublicGateway((request) => conversations.issue(request));
  const heads: ListeningPublicGateway['heads'] = [];
  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://gateway.test');
    const path = normalize(url.pathname).replace(/^\/below/, '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, accept');
    response.setHeader('access-control-allow-methods', 'GET, POST');
    response.setHeader('access-control-expose-headers', 'retry-after, x-request-id');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const [, call] = path.split('/v1beta1/sites/');
    if (call !== undefined) {
      heads.push(request.headers);
      const body = JSON.parse(await readBody(request));
      const { origin } = request.headers;
      const { status, body: reply } = await site.answer(call, origin, body);
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      return void response.end(reply === undefined ? '' : JSON.stringify(reply));
    }
    if (/^\/v1(beta1)?\//.test(path)) {
      const { authorization = '' } = request.headers;
      const asked = await fetch(conversations.url + path + url.search, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': 'application/json' },
        ...(request.method === 'POST' ? { body: await readBody(request) } : {}),
      });
      const type = asked.headers.get('content-type') ?? 'application/json';
      response.writeHead(asked.status, { 'content-type': type });
      return void response.end(await asked.text());
    }
    const bytes = await readFile(join(DIST, path)).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': 'text/javascript' });
    response.end(bytes ?? 'not here');
  });
  return {
    url: server.url,
    site,
    heads,
    close: async () => {
      await Promise.all([server.close(), conversations.close()]);
    },
  };
}
