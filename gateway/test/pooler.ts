// A pgbouncer in front of a PostgreSQL server, for one test file, where its program is installed (Debian: `apt-get install
// pgbouncer`). Knows nothing of the gateway.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountToUse, freePort } from './postgres-server.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const START_LIMIT_MS = 30_000;

export interface Pooler {
  /** Of the same database as before, by way of the pooler. */
  url: string;
  /** Its connections are shared from now on as this mode says. */
  setMode(mode: 'transaction' | 'session'): Promise<void>;
  close(): Promise<void>;
}

/** Null where this machine has none. */
export function findPooler(): string | null {
  const found = PROGRAMS.find((path) => existsSync(path)) ?? null;
  return found === null || spawnSync(found, ['--version']).status !== 0 ? null : found;
}

/** @param target postgres://… of the server itself. @throws Error with the program's own words. */
export async function startPooler(program: string, target: string): Promise<Pooler> {
  const account = accountToUse() ?? {};
  const { hostname, port: targetPort, username, pathname } = new URL(target);
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-pooler-'));
  await chmod(directory, 0o755);
  const port = await freePort();
  const settings = join(directory, 'pgbouncer.ini');
  const write = (mode: string) =>
    writeFile(
      settings,
      [
        '[databases]',
        `* = host=${hostname} port=${targetPort} user=${username}`,
        '[pgbouncer]',
        `pool_mode = ${mode}`,
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'default_pool_size = 20',
        '',
      ].join('\n'),
    );
  let pooler: ChildProcess | null = null;
  process.once('exit', () => pooler?.kill('SIGKILL'));
  const start = async () => {
    pooler = spawn(program, [settings], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(pooler);
  };
  const stop = async () => {
    const gone = new Promise<void>((done) => pooler?.once('exit', () => done()));
    if (pooler?.exitCode === null && pooler.kill('SIGKILL')) await gone;
  };
  await write('transaction');
  await start();
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async setMode(mode) {
      await write(mode);
      await stop();
      await start();
    },
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function ready(pooler: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`pgbouncer did not start: ${said}`));
    const timer = setTimeout(fail, START_LIMIT_MS);
    pooler.once('exit', fail);
    pooler.once('error', fail);
    pooler.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      if (!said.includes('process up')) return;
      clearTimeout(timer);
      pooler.off('exit', fail);
      resolve();
    });
  });
}
