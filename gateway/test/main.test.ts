import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareFolder } from '../../test/doubles/memory-database.ts';
import { OUTER } from '../../test/rings.ts';
import { readSettings, UsageError } from '../cli.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { USAGE } from '../usage.ts';

const KEY = 'Zk3vQ9xT5mB1wR7pH2sLd8Ya';
const ROOM = join(import.meta.dirname, '..');
const MAIN = join(ROOM, 'main.ts');
const MIB = 1024 * 1024;

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

  it('takes the agent of a module, and gives it to sessions that name none', OUTER, async () => {
    const data = join(directory, 'with-an-agent');
    await prepareFolder(data);
    const module = join(import.meta.dirname, 'librarian.ts');
    const program = run(['--port', '0', '--data', data, '--agent', module], {
      BELLHOP_ADMIN_KEY: KEY,
    });
    const base = await address(program);
    const ask = async (path: string, method: string): Promise<Record<string, unknown>> => {
      const reply = await fetch(`${base}${path}`, {
        method,
        headers: { Authorization: `Bearer ${KEY}` },
      });
      return (await reply.json()) as Record<string, unknown>;
    };
    const { session_id } = await ask('/admin/sessions', 'POST');
    expect(await ask(`/admin/sessions/${session_id}`, 'GET')).toMatchObject({ agent: 'librarian' });
    expect(program.output()).toContain('Agent that answers by default: librarian');
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
  });

  it('says what it does in lines of JSON, unless a person reads them', OUTER, async () => {
    const data = join(directory, 'with-lines');
    await prepareFolder(data);
    const program = run(['--port', '0', '--data', data], { BELLHOP_ADMIN_KEY: KEY });
    const base = await address(program);
    expect((await fetch(`${base}/livez`)).status).toBe(200);
    expect((await fetch(`${base}/metrics`)).status).toBe(401);
    const headers = { Authorization: `Bearer ${KEY}` };
    const metrics = await (await fetch(`${base}/metrics`, { headers })).text();
    expect(metrics).toContain('process_resident_memory_bytes');
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    const events = program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events[0]).toBe('migration_applied');
    expect(events).toContain('gateway_started');
    expect(events).toContain('auth_refused');
    expect(events.at(-1)).toBe('gateway_stopping');
    expect(program.output()).not.toContain(KEY);

    const quiet = run(['--port', '0', '--data', data], {
      BELLHOP_LOG_LEVEL: 'warn',
      BELLHOP_LOG_FORMAT: 'text',
    });
    await address(quiet);
    quiet.child.kill('SIGTERM');
    expect(await quiet.exit).toBe(0);
    expect(quiet.output()).not.toMatch(/[{}]|info|started/);
  });

  it('sends its traces to a collector where there is one', OUTER, async () => {
    const sent: string[] = [];
    const collector = createServer((request, response) => {
      request.on('data', (chunk) => sent.push(String(chunk)));
      request.on('end', () => response.end('{}'));
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const { port } = collector.address() as AddressInfo;
    const data = join(directory, 'with-traces');
    await prepareFolder(data);
    const program = run(['--port', '0', '--data', data], {
      BELLHOP_ADMIN_KEY: KEY,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'shop-gateway',
    });
    const base = await address(program);
    await fetch(`${base}/admin/sessions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}` },
    });
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);
    collector.close();
    expect(sent.join('')).toContain('shop-gateway');
    expect(sent.join('')).toContain('POST /admin/sessions');
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
      host: '127.0.0.1',
      drainMs: 20_000,
      allowedOrigins: null,
      limits: {
        rateLimit: DEFAULT_OPTIONS.rateLimit,
        sessionLimits: DEFAULT_OPTIONS.sessionLimits,
        auditDays: 400,
      },
      silenceMs: 60_000,
      runTimeoutMs: 600_000,
      logLevel: 'info',
      logFormat: 'json',
      metrics: 'admin',
      hasTraces: false,
    });
  });

  it('come from the environment, and the command line wins', () => {
    const env = {
      GATEWAY_PORT: '5000',
      DATABASE_URL: 'postgres://host/db',
      BELLHOP_ADMIN_KEY: KEY,
      BELLHOP_ALLOWED_ORIGINS: 'https://a.example, http://localhost:8080',
      BELLHOP_RATE_LIMIT: '5',
      BELLHOP_EVENT_BURST: '7',
      BELLHOP_BYTE_LIMIT: '2048',
      BELLHOP_SESSION_MIB_PER_DAY: '2',
      BELLHOP_AUDIT_DAYS: '0',
      BELLHOP_TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
      BELLHOP_SILENCE_LIMIT: '90',
      BELLHOP_PRICES: '{"m": {"input": 400, "output": 1600, "cache_read": 100}}',
      BELLHOP_LOG_LEVEL: 'warn',
      BELLHOP_METRICS: 'loopback',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    };
    expect(readSettings(['--data', '/tmp/x'], env)).toMatchObject({
      port: 5000,
      data: '/tmp/x',
      databaseUrl: 'postgres://host/db',
      adminKey: KEY,
      allowedOrigins: ['https://a.example', 'http://localhost:8080'],
      limits: {
        rateLimit: { perSecond: 5, burst: 200 },
        messageLimit: { perSecond: 50, burst: 7 },
        byteLimit: { perSecond: 2048, burst: 16 * MIB },
        sessionLimits: { waiting: 32, events: 200_000, bytesPerDay: 2 * MIB },
        auditDays: 0,
      },
      trustedProxies: ['127.0.0.1', 'fd00::/8'],
      silenceMs: 90_000,
      prices: new Map([
        ['m', { input: 400n, output: 1600n, cache_read: 100n, cache_creation: 400n }],
      ]),
      logLevel: 'warn',
      metrics: 'loopback',
      hasTraces: true,
    });
    expect(readSettings(['--silence-limit', '5', '--run-limit', '30'], env)).toMatchObject({
      silenceMs: 5000,
      runTimeoutMs: 30_000,
    });
    expect(readSettings(['--port', '6000'], env).port).toBe(6000);
  });

  it('open the gateway to other machines where an admin key was chosen, or a host', () => {
    expect(readSettings([], { BELLHOP_ADMIN_KEY: KEY }).host).toBe(undefined);
    expect(readSettings([], { GATEWAY_HOST: '10.0.0.1' }).host).toBe('10.0.0.1');
    expect(readSettings(['--host', '::'], { GATEWAY_HOST: '10.0.0.1' }).host).toBe('::');
  });

  it.each([
    [['--port', 'x'], {}],
    [[], { BELLHOP_PRICES: 'cheap' }],
    [[], { BELLHOP_PRICES: '{"m": {"input": -1, "output": 1}}' }],
    [['--port', '65536'], {}],
    [['--prot', '1'], {}],
    [['stray'], {}],
    [[], { GATEWAY_PORT: '-1' }],
    [[], { DATABASE_URL: 'mysql://host/db' }],
    [[], { BELLHOP_ALLOWED_ORIGINS: 'https://a.example/path' }],
    [[], { BELLHOP_RATE_BURST: '0' }],
    [[], { BELLHOP_SESSION_EVENTS: 'many' }],
    [[], { BELLHOP_AUDIT_DAYS: '-1' }],
    [[], { REDIS_URL: 'redis://host' }],
    [[], { REDIS_URL: 'http://host', DATABASE_URL: 'postgres://host/db' }],
    [[], { BELLHOP_DRAIN_SECONDS: '-1' }],
    [[], { BELLHOP_ADMIN_KEY: 'Zk3vQ9xT5mB1wR7pH2sLd8Y' }],
    [[], { BELLHOP_ADMIN_KEY: 'change-this-admin-password-please' }],
    [[], { BELLHOP_ADMIN_KEY: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
    [[], { BELLHOP_LOG_LEVEL: 'loud' }],
    [[], { BELLHOP_LOG_FORMAT: 'xml' }],
    [[], { BELLHOP_METRICS: 'all' }],
    [['--run-limit', '0'], {}],
    [[], { BELLHOP_TRUSTED_PROXIES: 'proxy.example' }],
    [[], { BELLHOP_TRUSTED_PROXIES: '10.0.0.0/33' }],
  ])('%j with %j are refused in words', (args, env) => {
    expect(() => readSettings(args, env)).toThrow(UsageError);
  });

  it('of the environment stand in --help and in the documents, each of them', () => {
    const page = ['reference/gateway-settings.md', 'gateway/desk.md']
      .map((file) => readFileSync(join(ROOM, '../docs', file), 'utf8'))
      .join('');
    const sources = globSync('**/*.ts', {
      cwd: ROOM,
      exclude: (path) => /^(?:node_modules|test|bench|dist|examples)$/.test(path),
    }).map((path) => readFileSync(join(ROOM, path), 'utf8'));
    const names = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/\benv\.([A-Z][A-Z\d_]+)|'(BELLHOP_[A-Z\d_]+)'/g)].map(
          ([, read, named]) => read ?? named ?? '',
        ),
      ),
    );
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !USAGE.includes(name))).toEqual([]);
    expect([...names].filter((name) => !page.includes(name))).toEqual([]);
  });
});
