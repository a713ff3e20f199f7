// A Redis for one test file, where its program is installed (Debian: `apt-get install redis-server`, or Valkey's): its own port
// on this machine, nothing kept. Knows nothing of the gateway.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { freePort } from './postgres-server.ts';

const PROGRAMS = ['redis-server', 'valkey-server'];
const START_LIMIT_MS = 30_000;

export interface RedisServer {
  url: string;
  /** As if somebody had pulled the plug; the same port may be used again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Null where this machine has none. */
export function findRedis(): string | null {
  return PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
}

/** @throws Error with the server's own words. */
export async function startRedis(program: string): Promise<RedisServer> {
  const port = await freePort();
  let server: ChildProcess | null = null;
  process.once('exit', () => server?.kill('SIGKILL'));
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise<void>((done) => server?.once('exit', () => done()));
      if (server?.exitCode === null && server.kill('SIGKILL')) await gone;
      server = null;
    },
    async start() {
      server = spawn(
        program,
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      await ready(server);
    },
  };
  await redis.start();
  return redis;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`Redis did not start: ${said}`));
    const timer = setTimeout(fail, START_LIMIT_MS);
    server.once('exit', fail);
    server.once('error', fail);
    server.stdout?.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      if (!said.includes('eady to accept connections')) return;
      clearTimeout(timer);
      server.off('exit', fail);
      resolve();
    });
  });
}
