// What the conformance checks need in front of a WordPress that answers itself: its interface at the root of an address, and the
// operator's calls that set their scenes. Calls that have no meaning here answer 501: the checks that need them are skipped.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cannotPlay, type Provider, type Script } from './provider.ts';

export interface AdapterOptions {
  /** The WordPress, without a slash at the end. */
  site: string;
  /** What faults/operator.php knows as its key, and the operator's calls take. */
  key: string;
  provider: Provider;
}

export interface Adapter {
  url: string;
  close(): Promise<void>;
}

type Body = Record<string, unknown>;

export async function startAdapter({ site, key, provider }: AdapterOptions): Promise<Adapter> {
  /** Sessions by project, and what was switched for the project before. */
  const projects = new Map<string, { sessions: string[]; state: Body }>();
  const projectOf = (id: unknown) => {
    const found = projects.get(String(id)) ?? { sessions: [], state: {} };
    projects.set(String(id), found);
    return found;
  };
  const operate = async (what: string, body: Body): Promise<Body> => {
    const reply = await fetch(`${site}/wp-json/operator/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${what} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Body;
  };

  async function admin(method: string, path: string, body: Body): Promise<[number, unknown]> {
    const [, kind, id, more] = path.split('/').slice(1);
    if (method === 'POST' && kind === 'sessions' && id === undefined) {
      const script = (body.script ?? []) as Script;
      const reason =
        body.agent === 'scripted' && body.collection_id === undefined
          ? cannotPlay(script)
          : 'no knowledge base here yet';
      if (reason !== null) return [501, { error: reason }];
      const made = await operate('session', body);
      provider.scripts.set(String(made.session_id), script);
      projectOf(body.project_id).sessions.push(String(made.session_id));
      return [201, made];
    }
    if (method === 'POST' && kind === 'sessions' && more === 'tokens')
      return [201, await operate('token', { ...body, session_id: id })];
    if (method === 'PATCH' && kind === 'sessions' && more === undefined) {
      if (!('context_window' in body)) return [501, { error: 'only its window can be changed' }];
      const { context_window } = body;
      await operate('state', { session_id: id, state: { context_window } });
      return [200, { context_window }];
    }
    if (method === 'PATCH' && kind === 'projects') {
      const project = projectOf(id);
      if ('agent_execution' in body) project.state.agent_execution = body.agent_execution;
      if ('credits_nano' in body)
        project.state.limits = body.credits_nano === 0 ? [0, 0] : [100_000, 100_000];
      for (const session_id of project.sessions)
        await operate('state', { session_id, state: project.state });
      return [200, {}];
    }
    return [501, { error: `${method} ${path} has no meaning on a WordPress that answers itself` }];
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (url.startsWith('/admin/')) {
      const isOwn = request.headers.authorization === `Bearer ${key}`;
      const given = body.length === 0 ? {} : (JSON.parse(body.toString()) as Body);
      const [status, reply] = isOwn ? await admin(method, url, given) : [401, {}];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply));
      return;
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const reply = await fetch(`${site}/wp-json/bellhop${url}`, {
      signal: gone.signal,
      method,
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    const passed = [...reply.headers].filter(
      ([name]) => !['content-encoding', 'transfer-encoding', 'connection'].includes(name),
    );
    response.writeHead(reply.status, Object.fromEntries(passed));
    response.flushHeaders();
    for await (const chunk of reply.body ?? []) response.write(chunk);
    response.end();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      // A client may leave a stream; its reply is out.
      if (response.headersSent) return void response.destroy();
      response.writeHead(502, { 'content-type': 'text/plain' });
      response.end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
