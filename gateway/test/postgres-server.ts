// A PostgreSQL server for one test file, where its programs are installed (Debian: `apt-get install postgresql`):
// its own data directory, its own port on this machine, nothing kept. Knows nothing of the gateway.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** A fresh, empty database. */
  newDatabase(): Promise<string>;
  /** As if somebody had pulled the plug. */
  stop(): Promise<void>;
  /** Again, on the same port, with what it had. */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

const DEBIAN = '/usr/lib/postgresql';
const USER = 'tests';
const START_LIMIT_MS = 30_000;

/** Where `initdb` and `postgres` are; null where this machine has none, or no account to run them. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'));
  const named = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const found = [...folders, ...(named ? [named] : [])].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  return found === undefined || accountToUse() === null ? null : found;
}

/**
 * Starts one from the programs in `bin`.
 * @param access lines of pg_hba.conf that count before the one that trusts everybody
 * @throws Error with the server's own words.
 */
export async function startPostgres(
  bin: string,
  access: readonly string[] = [],
): Promise<PostgresServer> {
  const account = accountToUse() ?? {};
  const directory = await mkdtemp(join(tmpdir(), 'bellhop-postgres-'));
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid ?? account.uid);
  const data = join(directory, 'data');
  const options = { ...account, cwd: directory, env: { ...process.env, HOME: directory } };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  if (access.length > 0) {
    const file = join(data, 'pg_hba.conf');
    await writeFile(file, [...access, await readFile(file, 'utf8')].join('\n'));
  }
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
  ];
  let server: ChildProcess;
  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(server);
  };
  const stop = async () => {
    const gone = new Promise<void>((done) => server.once('exit', () => done()));
    // Immediate shutdown: nothing here is worth a checkpoint.
    if (server.exitCode === null && server.kill('SIGQUIT')) await gone;
  };
  // A test run that is broken off takes its server with it.
  process.once('exit', () => server.kill('SIGQUIT'));
  await start();
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  let databases = 0;
  return {
    async newDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return url(name);
    },
    stop,
    start,
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root; there it gets an account that owns nothing. Null where there is none. */
export function accountToUse(): Account | null {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || Number.NaN);
    const [uid, gid] = [id('-u'), id('-g')];
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  return null;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`PostgreSQL did not start: ${said}`));
    const timer = setTimeout(fail, START_LIMIT_MS);
    server.once('exit', fail);
    server.once('error', fail);
    server.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      if (!said.includes('ready to accept connections')) return;
      clearTimeout(timer);
      server.off('exit', fail);
      resolve();
    });
  });
}
