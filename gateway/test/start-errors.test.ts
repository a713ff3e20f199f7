// A gateway that can't start: each cause is real here, and its program says in a sentence or two what is wrong and what to do.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../test/rings.ts';
import { explainPostgres } from '../kernel/db/explain-postgres.ts';
import { findPostgres, freePort, type PostgresServer, startPostgres } from './postgres-server.ts';
import { createPrograms } from './program.ts';

const PASSWORD = 'Zk3vQ9xT5mB1wR7p';
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const programs = createPrograms();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-start-'));
  await chmod(directory, 0o755);
});
afterAll(async () => {
  programs.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** Its only line, where it has ended as it should: with 1, and without a stack. */
async function refusal(
  args: readonly string[],
  { env = {}, ...options }: { env?: Record<string, string>; uid?: number } = {},
): Promise<string> {
  const program = programs.run(['--port', '0', ...args], { ...options, env, cwd: directory });
  expect(await program.exit).toBe(1);
  const said = program.output();
  expect(said).not.toMatch(/^ +at /m);
  expect(said).not.toContain(PASSWORD);
  expect(said).toMatch(/^The gateway could not start: .*\n$/);
  return said;
}

const withDatabase = (url: string) => refusal([], { env: { DATABASE_URL: url } });

describe('a database that can’t be reached is told with its host, its port and the cause', () => {
  it('when nothing listens there', async () => {
    const port = await freePort();
    const said = await withDatabase(`postgres://shop:${PASSWORD}@127.0.0.1:${port}/shop`);
    expect(said).toContain(`127.0.0.1:${port} refused the connection`);
    expect(said).toContain('Start PostgreSQL');
  });

  it('when its host is unknown', OUTER, async () => {
    const said = await withDatabase(`postgres://shop:${PASSWORD}@database.invalid/shop`);
    expect(said).toMatch(/the host database\.invalid .*(unknown|could not be looked up)/);
  });

  it('when the address can’t be read', async () => {
    const said = await withDatabase(`postgres://shop:${PASSWORD}#1@127.0.0.1/shop`);
    expect(said).toContain('DATABASE_URL can’t be read');
    expect(said).toContain('%23');
  });

  it('when another kind of server answers', OUTER, async () => {
    const server: Server = createServer((socket) => socket.end('220 mail\r\n'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const said = await withDatabase(`postgres://shop:${PASSWORD}@127.0.0.1:${port}/shop`);
    server.close();
    expect(said).toContain(`127.0.0.1:${port}`);
  });
});

const bin = findPostgres();

// In the inner ring a refused connection shows the way, and the words for each code stand below.
describe.skipIf(bin === null)('a PostgreSQL server (where it is installed)', OUTER, () => {
  let server: PostgresServer;
  let address: URL;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '', ['host all locked 127.0.0.1/32 scram-sha-256']);
    address = new URL(await server.newDatabase());
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    await client.query("CREATE ROLE locked LOGIN PASSWORD 'right'");
    await client.query('CREATE ROLE reader LOGIN');
    await client.end();
  });
  afterAll(() => server?.close());

  const as = (user: string, password: string, database = address.pathname) => {
    const url = new URL(address);
    Object.assign(url, { username: user, password, pathname: database });
    return url.href;
  };

  it('that refuses the password is told with the user', async () => {
    const said = await withDatabase(as('locked', PASSWORD));
    expect(said).toContain(`${address.host} refused the password of the user locked`);
  });

  it('that wants one is told where DATABASE_URL has none', async () => {
    expect(await withDatabase(as('locked', ''))).toContain('wants a password for the user locked');
  });

  it('that knows no such user, or no such database, is told so', async () => {
    expect(await withDatabase(as('stranger', PASSWORD))).toContain(
      'role "stranger" does not exist',
    );
    expect(await withDatabase(as('tests', PASSWORD, '/missing'))).toContain(
      'has no database missing',
    );
  });

  it('whose user may make no tables is told with the statement that lets it', async () => {
    expect(await withDatabase(as('reader', PASSWORD))).toContain(
      'GRANT CREATE ON SCHEMA public TO reader',
    );
  });

  it('that has no TLS is told where DATABASE_URL asks for it', async () => {
    expect(
      await withDatabase(`${as('tests', PASSWORD)}?uselibpqcompat=true&sslmode=require`),
    ).toContain(`${address.host} speaks no TLS`);
  });
});

describe('of a server’s other refusals', () => {
  const url = `postgres://shop:${PASSWORD}@db.example:6432/shop`;
  const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'is not trusted'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption', 'by TLS alone'],
    ['53300', 'sorry, too many clients already', 'has no connection left'],
    ['57P03', 'the database system is starting up', 'starting up'],
    ['ETIMEDOUT', '', 'does not answer'],
    ['XX000', `odd, ${PASSWORD}`, 'can’t be used: odd, ***'],
  ])('%s is told in words that name the server', (code, message, words) => {
    const said = explainPostgres(failure(code, message), url);
    expect(said).toContain('db.example:6432');
    expect(said).toContain(words);
    expect(said).not.toContain(PASSWORD);
  });
});

describe('a data folder that can’t be used is named, with the reason', () => {
  it('when a file stands at its path', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    expect(await refusal(['--data', file])).toContain(`${file} can’t be made: a file stands`);
  });

  it.runIf(isRoot)(
    'when the account may not write it (tried as nobody, by root alone)',
    OUTER,
    async () => {
      const data = join(directory, 'of-root');
      await mkdir(data, { mode: 0o755 });
      const said = await refusal(['--data', data], { uid: NOBODY });
      expect(said).toContain(`${data} may not be written by this account (user id ${NOBODY})`);
      await mkdir(join(data, 'postgres'));
      expect(await refusal(['--data', data], { uid: NOBODY })).toContain('may not be written');
    },
  );

  it('when its files are no database', OUTER, async () => {
    const data = join(directory, 'damaged');
    await mkdir(join(data, 'postgres'), { recursive: true });
    await writeFile(join(data, 'postgres/PG_VERSION'), '99');
    expect(await refusal(['--data', data])).toContain(`the database in ${data} can’t be opened`);
  });

  it('when another process has it', async () => {
    const data = join(directory, 'taken');
    await mkdir(data);
    const holder: ChildProcess = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, '../kernel/db/lock-directory.ts'))};
       lockDirectory(${JSON.stringify(data)}); console.log('held'); setInterval(() => {}, 1000);`,
    ]);
    await new Promise((done) => holder.stdout?.once('data', done));
    expect(await refusal(['--data', data])).toContain(`${data} is in use by another gateway`);
    holder.kill();
  });
});

describe('a port', () => {
  it('that is taken is named', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const program = programs.run(['--port', String(port), '--data', join(directory, 'port')]);
    expect(await program.exit).toBe(1);
    expect(program.output()).toBe(
      `The gateway could not start: port ${port} is taken by another program. End that one, or choose another port with --port or GATEWAY_PORT.\n`,
    );
    server.close();
  });
});

it('a stack is shown to an operator who asks for all lines', OUTER, async () => {
  const program = programs.run(['--port', '0', '--data', join(directory, 'file/x')], {
    env: { BELLHOP_LOG_LEVEL: 'debug' },
  });
  expect(await program.exit).toBe(1);
  expect(program.output()).toMatch(/^ +at /m);
});

it('a backup from a database that is away says the same', OUTER, async () => {
  const port = await freePort();
  const program = programs.run(['backup', join(directory, 'all.gz')], {
    env: { DATABASE_URL: `postgres://shop:${PASSWORD}@127.0.0.1:${port}/shop` },
  });
  expect(await program.exit).toBe(1);
  expect(program.output()).toMatch(
    new RegExp(
      `^The backup failed: the database at 127.0.0.1:${port} refused the connection.*\\n$`,
    ),
  );
});

describe('settings of a file', () => {
  it('count as those of the environment, which come first', OUTER, async () => {
    const file = join(directory, 'settings.env');
    await writeFile(file, 'DATABASE_URL=mysql://host\nGATEWAY_PORT=many\n');
    const program = programs.run(['--env', file], { env: { GATEWAY_PORT: '0' } });
    expect(await program.exit).toBe(1);
    expect(program.output()).toMatch(/^DATABASE_URL must begin with postgres/);
    const without = programs.run(['--env=nowhere.env']);
    expect(await without.exit).toBe(1);
    expect(without.output()).toContain('nowhere.env can’t be read');
  });
});
