// docs/session-endpoint.md: its endpoints in PHP and Python, run as they stand there, before the real gateway. Skipped where a
// machine has no such interpreter.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  type EchoGateway,
  openEchoGateway,
} from '../../../test/doubles/echo-gateway.ts';
import { createSessionHandler } from '../../server.ts';

const DOCUMENT = readFileSync(
  join(import.meta.dirname, '../../../docs/session-endpoint.md'),
  'utf8',
);
const SECRET = 'a-secret-of-this-test';

const blockOf = (language: string): string => {
  const [, code = ''] =
    new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\`\n`).exec(DOCUMENT) ?? [];
  return code;
};
const has = (command: string) => spawnSync(command, ['--version']).status === 0;

let echo: EchoGateway;
let gateway: Server;
let folder = '';
beforeAll(async () => {
  echo = await openEchoGateway();
  gateway = serve({ fetch: echo.handle, port: 0 }) as Server;
  await new Promise((resolve) => gateway.once('listening', resolve));
  folder = mkdtempSync(join(tmpdir(), 'bellhop-endpoint-'));
});
afterAll(async () => {
  gateway.close();
  gateway.closeAllConnections();
  await echo.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Site {
  url: string;
  /** Headers of somebody who is signed in as this account. */
  signIn(account: string): Promise<Record<string, string>>;
  process: ChildProcess;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function run(command: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const { port: gatewayPort } = gateway.address() as AddressInfo;
  const child = spawn(command, args, {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      BELLHOP_GATEWAY: `http://127.0.0.1:${gatewayPort}`,
      BELLHOP_KEY: ADMIN_KEY,
      BELLHOP_SECRET: SECRET,
    },
  });
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return child;
    } catch (error) {
      if (tries > 200 || child.exitCode !== null) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
}

async function startPhp(): Promise<Site> {
  writeFileSync(join(folder, 'chat-session.php'), blockOf('php'));
  writeFileSync(
    join(folder, 'sign-in.php'),
    "<?php session_start(); $_SESSION['user'] = ['id' => $_GET['as'], 'name' => ucfirst($_GET['as'])];",
  );
  const port = await freePort();
  const child = await run('php', ['-S', `127.0.0.1:${port}`], port);
  return {
    url: `http://127.0.0.1:${port}/chat-session.php`,
    process: child,
    async signIn(account) {
      const reply = await fetch(`http://127.0.0.1:${port}/sign-in.php?as=${account}`);
      return { cookie: reply.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    },
  };
}

async function startPython(): Promise<Site> {
  writeFileSync(join(folder, 'chat_session.py'), blockOf('python'));
  writeFileSync(
    join(folder, 'serve.py'),
    `import sys
from wsgiref.simple_server import make_server
from chat_session import application

def signed_in(environ, start_response):
    environ["REMOTE_USER"] = environ.get("HTTP_X_TEST_USER", "")
    return application(environ, start_response)

make_server("127.0.0.1", int(sys.argv[1]), signed_in).serve_forever()
`,
  );
  const port = await freePort();
  const child = await run('python3', ['serve.py', String(port)], port);
  return {
    url: `http://127.0.0.1:${port}/chat/session`,
    process: child,
    signIn: async (account) => ({ 'x-test-user': account }),
  };
}

describe.each([
  ['PHP', 'php', startPhp],
  ['Python', 'python3', startPython],
] as const)('the session endpoint in %s', (_name, command, start) => {
  let site: Site;
  beforeAll(async () => {
    if (has(command)) site = await start();
  });
  afterAll(() => {
    site?.process.kill();
  });
  const test = it.skipIf(!has(command));

  async function ask(body: unknown, headers: Record<string, string> = {}, query = '') {
    const reply = await fetch(site.url + query, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
      cookies: reply.headers.getSetCookie(),
      cookie: reply.headers
        .getSetCookie()
        .find((one) => /^(__Host-)?bellhop_visitor=[^;]/.test(one))
        ?.split(';')[0],
    };
  }

  async function answerTo({ session_id, token }: Record<string, string>): Promise<string> {
    const url = `http://gateway.test/v1/sessions/${session_id}/events`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const content = [{ type: 'text', text: 'Hi' }];
    const events = [{ type: 'user.message', content }];
    await echo.fetch(url, { method: 'POST', headers, body: JSON.stringify({ events }) });
    for (;;) {
      const text = await (await echo.fetch(`${url}?order=desc`, { headers })).text();
      if (text.includes('session.status_idle')) return text;
    }
  }

  test('gives a guest a session, and takes the same guest back to it with the tools of now', async () => {
    const first = await ask({ tools: [{ name: 'read', description: '', input_schema: {} }] });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/i);
    const { session_id } = first.body;
    const cookie = first.cookie ?? '';
    const again = await ask({ session_id, tools: [{ name: 'pay' }] }, { cookie });
    expect(again.body.session_id).toBe(session_id);
    expect(await answerTo(again.body)).toContain('tools: pay');
    expect((await ask({ session_id, new: true }, { cookie })).body.session_id).not.toBe(session_id);
  });

  test('gives nobody another’s session, and no page of another site any', async () => {
    const { session_id } = (await ask({})).body;
    const { cookie = '' } = await ask({});
    expect((await ask({ session_id }, { cookie })).body.session_id).not.toBe(session_id);
    expect((await ask({ session_id })).body.session_id).not.toBe(session_id);
    expect((await ask({}, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await ask({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({}, { origin: new URL(site.url).origin })).status).toBe(200);
    expect((await ask({}, { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await ask([])).status).toBe(400);
  });

  test('knows who is signed in, marks the session so, and tells the agent', async () => {
    const ada = await ask({}, await site.signIn('ada'));
    expect(ada.body.owner).toMatch(/^[\w-]{32}$/);
    expect(ada.cookie).toBeUndefined();
    expect(await answerTo(ada.body)).toContain('Ada');
    const { session_id } = ada.body;
    const again = await ask({ session_id }, await site.signIn('ada'));
    expect(again.body).toMatchObject({ session_id, owner: ada.body.owner });
    const bob = await ask({ session_id }, await site.signIn('bob'));
    expect(bob.body.session_id).not.toBe(session_id);
    expect(bob.body.owner).not.toBe(ada.body.owner);
  });

  test('deletes a visitor’s own conversation, and nobody else’s', async () => {
    const { body, cookie = '' } = await ask({});
    const { session_id } = body;
    expect((await ask({ session_id }, await site.signIn('eve'), '?delete')).status).toBe(404);
    expect((await ask({ session_id }, { cookie }, '?delete')).status).toBe(204);
    expect((await ask({ session_id }, { cookie })).body.session_id).not.toBe(session_id);
  });

  test('has the cookies, owners and marks of bellhop/server', async () => {
    const chat = createSessionHandler({
      gateway: 'http://gateway.test',
      key: ADMIN_KEY,
      secret: SECRET,
      fetch: (url, init) => echo.fetch(url, init),
      visitor: (request) => request.headers.get('x-user'),
    });
    const move = async (session_id: string | undefined, headers: Record<string, string>) => {
      const reply = await chat(
        new Request('http://shop.test/', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ session_id }),
        }),
      );
      return (await reply.json()) as Record<string, string>;
    };
    const guest = await ask({});
    const moved = await move(guest.body.session_id, { cookie: guest.cookie ?? '' });
    expect(moved.session_id).toBe(guest.body.session_id);
    const ada = await ask({}, await site.signIn('ada'));
    expect(await move(ada.body.session_id, { 'x-user': 'ada' })).toMatchObject({
      session_id: ada.body.session_id,
      owner: ada.body.owner,
    });
  });

  describe('by https', () => {
    const HTTPS = { 'x-forwarded-proto': 'https' };
    const own = /^__Host-bellhop_visitor=[\w-]{24}\.[\w-]{43}$/;
    const newest = (cookie: string) => cookie.replace('bellhop_visitor', '__Host-bellhop_visitor');

    test('has a cookie that no neighbour of the domain can plant', async () => {
      const first = await ask({}, HTTPS);
      expect(first.cookie).toMatch(own);
      expect(first.cookies).toHaveLength(1);
      expect(first.cookies[0]).toMatch(/; path=\/;/i);
      expect(first.cookies[0]).toMatch(/; secure/i);
      expect(first.cookies[0]).not.toMatch(/domain/i);
      const { session_id } = first.body;
      const planted = (await ask({})).cookie;
      const cookie = `${planted}; ${first.cookie}`;
      for (const headers of [{ ...HTTPS, cookie }, { cookie }]) {
        const again = await ask({ session_id }, headers);
        expect([again.body.session_id, again.cookie]).toEqual([session_id, first.cookie]);
        expect(
          again.cookies.filter((line) => /^bellhop_visitor=(;|deleted;)/.test(line)),
        ).toHaveLength(1);
      }
    });

    test('takes the cookie of before only with a conversation of its own, and then by the new name', async () => {
      const [old, other] = [await ask({}), await ask({})];
      const { session_id } = old.body;
      const cookie = old.cookie ?? '';
      for (const body of [{}, { session_id: other.body.session_id }, { session_id, new: true }]) {
        const planted = await ask(body, { ...HTTPS, cookie });
        expect([session_id, other.body.session_id]).not.toContain(planted.body.session_id);
        expect(planted.cookie).toMatch(own);
        expect(planted.cookie).not.toBe(newest(cookie));
        const theirs = await ask({ session_id: planted.body.session_id }, { cookie });
        expect(theirs.body.session_id).not.toBe(planted.body.session_id);
      }
      const moved = await ask({ session_id }, { ...HTTPS, cookie });
      expect([moved.body.session_id, moved.cookie]).toEqual([session_id, newest(cookie)]);
    });

    test('takes neither of two that it has signed', async () => {
      const [one, two] = [await ask({}), await ask({})];
      const ids = [one.body.session_id, two.body.session_id];
      for (const name of [newest, (cookie: string) => cookie])
        for (const headers of [HTTPS, {}])
          for (const [a, b] of [
            [one, two],
            [two, one],
          ]) {
            const cookie = `${name(a?.cookie ?? '')}; ${name(b?.cookie ?? '')}`;
            const reply = await ask({ session_id: ids[0] }, { ...headers, cookie });
            expect(ids).not.toContain(reply.body.session_id);
          }
    });
  });

  test('says that it will pass where the gateway fails', async () => {
    const { status, headers, body } = await ask({ tools: [{ nameless: true }] });
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '10', 'unavailable']);
  });
});
