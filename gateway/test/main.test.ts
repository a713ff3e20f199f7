import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, UsageError } from '../cli.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

let directory: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-main-'));
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

interface Program {
  child: ChildProcess;
  output: () => string;
  /** Resolves to the exit code. */
  exit: Promise<number | null>;
}

function run(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => output, exit };
}

/** The address that it prints when it answers. */
function address({ child, output, exit }: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = /http:\/\/localhost:\d+/.exec(output());
      if (found !== null) resolve(found[0]);
    };
    child.stdout?.on('data', look);
    exit.then(() => reject(new Error(output())));
  });
}

describe('the program', () => {
  it('prints its address and an admin key that works, and stops when asked', async () => {
    const program = run(['--port', '0', '--data', directory]);
    const base = await address(program);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    const key = /^Admin key: (\S+)$/m.exec(program.output())?.[1];
    const created = await fetch(`${base}/admin/api-keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(created.status).toBe(201);

    const second = run(['--port', '0', '--data', directory]);
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain('in use by another gateway');

    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });

  it('takes the agent of a module, and gives it to sessions that name none', async () => {
    const data = join(directory, 'with-an-agent');
    const module = join(import.meta.dirname, 'librarian.ts');
    const program = run(['--port', '0', '--data', data, '--agent', module], {
      BELLHOP_ADMIN_KEY: 'key',
    });
    const base = await address(program);
    const ask = async (path: string, method: string): Promise<Record<string, unknown>> => {
      const reply = await fetch(`${base}${path}`, {
        method,
        headers: { Authorization: 'Bearer key' },
      });
      return (await reply.json()) as Record<string, unknown>;
    };
    const { session_id } = await ask('/admin/sessions', 'POST');
    expect(await ask(`/admin/sessions/${session_id}`, 'GET')).toMatchObject({ agent: 'librarian' });
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });

  it('starts with no agent that it can’t load, and says why', async () => {
    const program = run(['--port', '0', '--data', directory, '--agent', './nowhere.ts']);
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain("The agent “./nowhere.ts” can't be loaded");
  });

  it('says so when its port is taken, and exits with 1', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, done));
    const { port } = server.address() as AddressInfo;
    const program = run(['--port', String(port), '--data', directory]);
    expect(await program.exit).toBe(1);
    expect(program.output()).toContain(`port ${port} is taken`);
    server.close();
  });
});

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings([], {})).toMatchObject({
      port: 4320,
      data: '.data',
      databaseUrl: undefined,
      adminKey: undefined,
      allowedOrigins: null,
      rateLimit: undefined,
    });
  });

  it('come from the environment, and the command line wins', () => {
    const env = {
      GATEWAY_PORT: '5000',
      DATABASE_URL: 'postgres://host/db',
      BELLHOP_ADMIN_KEY: 'key',
      BELLHOP_ALLOWED_ORIGINS: 'https://a.example, http://localhost:8080',
      BELLHOP_RATE_LIMIT: '5',
      BELLHOP_TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
    };
    expect(readSettings(['--data', '/tmp/x'], env)).toMatchObject({
      port: 5000,
      data: '/tmp/x',
      databaseUrl: 'postgres://host/db',
      adminKey: 'key',
      allowedOrigins: ['https://a.example', 'http://localhost:8080'],
      rateLimit: { perSecond: 5, burst: 200 },
      trustedProxies: ['127.0.0.1', 'fd00::/8'],
    });
    expect(readSettings(['--port', '6000'], env).port).toBe(6000);
  });

  it.each([
    [['--port', 'x'], {}],
    [['--port', '65536'], {}],
    [['--prot', '1'], {}],
    [['stray'], {}],
    [[], { GATEWAY_PORT: '-1' }],
    [[], { DATABASE_URL: 'mysql://host/db' }],
    [[], { BELLHOP_ALLOWED_ORIGINS: 'https://a.example/path' }],
    [[], { BELLHOP_RATE_BURST: '0' }],
    [[], { BELLHOP_TRUSTED_PROXIES: 'proxy.example' }],
    [[], { BELLHOP_TRUSTED_PROXIES: '10.0.0.0/33' }],
  ])('%j with %j are refused in words', (args, env) => {
    expect(() => readSettings(args, env)).toThrow(UsageError);
  });
});
