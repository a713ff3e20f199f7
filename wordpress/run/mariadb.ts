// A MariaDB of its own for one WordPress: Debian's, in a folder that goes away with it, on a socket that nobody else reaches.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Missing } from './missing.ts';
import { installPackages } from './php.ts';
import { startGroup } from './process-group.ts';

export interface MariaDb {
  /** As WordPress's DB_HOST wants it. */
  host: string;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const PACKAGES = ['mariadb-server', 'mariadb-client', 'php-mysql'];

/** @throws Missing where this machine can't have it. */
export function ensureMariaDb(): void {
  if (isThere()) return;
  installPackages(PACKAGES);
  if (!isThere()) {
    throw new Missing('MariaDB or PHP’s mysqli is not there, and no apt to install it as root.');
  }
}

export async function startMariaDb(): Promise<MariaDb> {
  ensureMariaDb();
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const options = [`--datadir=${data}`, '--user=root'];
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', ...options, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { stdio: 'ignore' },
  );
  const server = startGroup('mariadbd', [
    '--no-defaults',
    ...options,
    ...[`--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`, '--skip-networking'],
  ]);
  const ask = (words: string) =>
    spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', words]).status;
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (ask('CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4') !== 0) {
    if (Date.now() > deadline || server.hasEnded()) {
      await close();
      throw new Error(`MariaDB does not start: ${server.said()}`);
    }
    await sleep(100);
  }
  return { host: `localhost:${socket}`, close };
}

function isThere(): boolean {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout ?? '';
  return (
    /^mysqli$/m.test(modules) &&
    existsSync('/usr/sbin/mariadbd') &&
    spawnSync('mariadb', ['--version']).status === 0
  );
}
