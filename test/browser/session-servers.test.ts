// `bellhop/server` from its tarball in the servers that docs/session-endpoint.md names, each the real one from the registry, in a
// project of its own, and before the real gateway.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { type AgentGateway, callsTool, startAgentGateway } from './support/agent-gateway.ts';
import { createProject, type Project, packTarball } from './support/project.ts';

const HANDLER = `import { createSessionHandler } from 'bellhop/server';
export const settings = { gateway: process.env.BELLHOP_GATEWAY, key: process.env.BELLHOP_KEY };
export const chat = createSessionHandler({ ...settings, visitor: (request) => request.headers.get('x-user') });`;
const FETCH = `const answer = (request) =>
  new URL(request.url).pathname === '/chat/session' ? chat(request) : new Response('not here', { status: 404 });`;

interface Server {
  name: string;
  packages: readonly string[];
  code: string;
  /** Of the project's folder; Node is the one that runs the tests. */
  command: readonly string[];
}

const SERVERS: readonly Server[] = [
  {
    name: 'Express, with its body parser before the endpoint',
    packages: ['express@5'],
    code: `import express from 'express';
import { createSessionHandler, toNodeHandler } from 'bellhop/server';
import { settings } from './handler.mjs';
const app = express();
app.use(express.json());
// What a site's own sign-in leaves on its request.
app.use((req, _res, next) => { req.user = req.get('x-user'); next(); });
const chat = createSessionHandler({ ...settings, visitor: (_request, req) => req.user ?? null });
app.post('/chat/session', toNodeHandler(chat));
const server = app.listen(0, '127.0.0.1', () => console.log('at http://127.0.0.1:' + server.address().port));`,
    command: [process.execPath],
  },
  {
    name: 'Hono',
    packages: ['hono', '@hono/node-server'],
    code: `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { chat } from './handler.mjs';
const app = new Hono();
app.post('/chat/session', (c) => chat(c.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log('at http://127.0.0.1:' + port));`,
    command: [process.execPath],
  },
  {
    name: 'Bun',
    packages: ['@oven/bun-linux-x64-baseline'],
    code: `import { chat } from './handler.mjs';
${FETCH}
const { port } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
console.log('at http://127.0.0.1:' + port);`,
    command: ['node_modules/@oven/bun-linux-x64-baseline/bin/bun'],
  },
  {
    name: 'Deno',
    packages: ['@deno/linux-x64-glibc'],
    code: `import { chat } from './handler.mjs';
${FETCH}
const onListen = ({ port }) => console.log('at http://127.0.0.1:' + port);
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, answer);`,
    command: [
      'node_modules/@deno/linux-x64-glibc/deno',
      'run',
      '--node-modules-dir=manual',
      '--no-prompt',
      '--allow-net',
      '--allow-env=BELLHOP_GATEWAY,BELLHOP_KEY',
      '--allow-read=.',
    ],
  },
];
/** Bun and Deno come as programs for one kind of machine. */
const isTheirs = process.platform === 'linux' && process.arch === 'x64';

describe('the session endpoint from the tarball', OUTER, () => {
  let scratch = '';
  let tarball = '';
  let gateway: AgentGateway;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'bellhop-servers-'));
    tarball = packTarball(scratch);
    gateway = await startAgentGateway(callsTool('read_cart'));
  });
  afterAll(async () => {
    await gateway?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it.for(SERVERS)('stands in $name', async ({ name, packages, code, command }, { skip }) => {
    skip(!isTheirs && /^(Bun|Deno)$/.test(name), 'played on Linux with x64 alone');
    let project: Project | undefined;
    try {
      project = createProject([tarball, ...packages]);
      project.write('handler.mjs', HANDLER);
      project.write('server.mjs', code);
      const [program = '', ...args] = command;
      const file = program.startsWith('/') ? program : join(project.folder, program);
      const env = { BELLHOP_GATEWAY: gateway.url, BELLHOP_KEY: gateway.key };
      const line = /http:\/\/127\.0\.0\.1:\d+/;
      const site = await project.start(file, [...args, 'server.mjs'], line, env);
      const ask = (body: object, headers: Record<string, string> = {}) =>
        fetch(`${site}/chat/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });

      const first = await ask({
        tools: [{ name: 'read_cart', description: 'Reads.', input_schema: { type: 'object' } }],
      });
      expect(first.status).toBe(200);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const [cookie = ''] = first.headers.getSetCookie();
      expect(cookie).toContain('HttpOnly');
      const ticket = (await first.json()) as { session_id: string; token: string };

      // The token opens the session that was made, at the gateway itself.
      const events = await fetch(`${gateway.url}/v1/sessions/${ticket.session_id}/events`, {
        headers: { authorization: `Bearer ${ticket.token}` },
      });
      expect(events.status).toBe(200);

      const guest = { cookie: cookie.split(';')[0] ?? '', origin: site };
      const again = await ask({ session_id: ticket.session_id }, guest);
      expect(await again.json()).toMatchObject({ session_id: ticket.session_id });
      // Another person's session is nobody's to take.
      const other = (await (
        await ask({ session_id: ticket.session_id }, { 'x-user': 'ada' })
      ).json()) as { session_id: string; owner: string };
      expect(other.session_id).not.toBe(ticket.session_id);
      expect(other.owner).toMatch(/^[\w-]{32}$/);

      const fromElsewhere = await ask({}, { ...guest, origin: 'https://elsewhere.example' });
      expect(fromElsewhere.status).toBe(403);
    } finally {
      await project?.close();
    }
  });
});
