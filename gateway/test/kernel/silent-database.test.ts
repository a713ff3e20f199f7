// Connections to the database that die without a word, as after a failover or behind a firewall that forgets them: a real server
// behind a proxy that swallows whatever comes.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../../test/rings.ts';
import { createSystemClock } from '../../kernel/clock.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { openPostgres } from '../../kernel/db/postgres.ts';
import type { Db } from '../../kernel/db/types.ts';
import { createHarness, type Harness, message, type SessionHandle } from '../harness.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

const bin = findPostgres();

/** Hands on bytes between its clients and the server until it is told to swallow them. What was open then stays dead. */
async function openProxy(target: number) {
  let isSilent = false;
  const dead = new Set<Socket>();
  const live = new Set<Socket>();
  const server: Server = createServer((near) => {
    near.on('error', () => {});
    if (isSilent) {
      dead.add(near);
      return;
    }
    const far = connect(target, '127.0.0.1');
    far.on('error', () => near.destroy());
    live.add(near);
    near.on('data', (bytes) => !dead.has(near) && far.write(bytes));
    far.on('data', (bytes) => !dead.has(near) && near.write(bytes));
    // The server hears nothing of a client that goes from behind the hole, either.
    near.on('close', () => !dead.has(near) && far.destroy());
    far.on('close', () => !dead.has(near) && near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    swallow() {
      isSilent = true;
      for (const socket of live) dead.add(socket);
    },
    heal() {
      isSilent = false;
    },
    close() {
      for (const socket of [...live, ...dead]) socket.destroy();
      server.close();
    },
  };
}

describe.runIf(bin !== null)('a database whose connections have died silently', () => {
  let server: PostgresServer;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let db: Db;
  let harness: Harness;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    const url = new URL(await server.newDatabase());
    proxy = await openProxy(Number(url.port));
    url.port = String(proxy.port);
    // The real limits are some seconds.
    db = await openPostgres(url.href, { max: 10, connectMs: 1000, statementMs: 2000 });
    await migrate(db);
    // Limits of time are what this is about: real time.
    harness = await createHarness({ db, clock: createSystemClock() as never });
  });
  afterAll(async () => {
    proxy.heal();
    await harness.close();
    await db.close();
    proxy.close();
    await server.close();
  });

  const readiness = () => harness.gateway.request('/readyz').then(({ status }) => status);

  it('holds up no visitor for ever, shows in /readyz, and is forgotten with the first good connection', async () => {
    const session = await harness.session({ agent: 'scripted', script: [[{ say: 'hello' }]] });
    const others = await Promise.all(Array.from({ length: 12 }, () => harness.session()));
    // Several connections are open, and idle.
    await Promise.all(others.map((other) => other.list()));
    expect(await readiness()).toBe(200);

    const open = await session.stream();
    const openStream = async (other: SessionHandle) => {
      const stream = await other.stream();
      await stream.close();
      return stream.response.status;
    };
    expect(await openStream(others[0] as SessionHandle)).toBe(200);

    proxy.swallow();
    const inTheHole = await Promise.all([
      ...others.map(openStream),
      ...others.map((other) => other.list().then(({ status }) => status)),
      ...others.map((other) =>
        other.send([message('lost?', 'system.message')]).then(({ status }) => status),
      ),
    ]);
    expect(new Set(inTheHole)).toEqual(new Set([503]));
    expect(await readiness()).toBe(503);

    proxy.heal();
    while ((await readiness()) !== 200) await new Promise((done) => setTimeout(done, 50));
    while ((await session.send([message('back')])).status !== 200);
    const statuses = await Promise.all(others.map((other) => other.list()));
    expect(statuses.map(({ status }) => status)).toEqual(others.map(() => 200));
    while ((await session.last()).type !== 'session.status_idle');
    // A stream that was open all the time has the answer, too.
    while (!open.text().includes('session.status_idle')) {
      await new Promise((done) => setTimeout(done, 50));
    }
    await open.close();
  });

  it(
    'in the middle of a transaction gives its locks back, by the limits that the server has heard of',
    OUTER,
    async () => {
      const session = await harness.session();
      let isLocked = () => {};
      const locked = new Promise<void>((done) => {
        isLocked = done;
      });
      const lost = db
        .transaction(async (tx) => {
          await tx.query('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', [session.id]);
          isLocked();
          proxy.swallow();
          await tx.query('SELECT 1');
        })
        .catch((error: Error) => error.name);
      await locked;
      expect(await lost).toBe('DatabaseUnavailable');
      proxy.heal();
      while ((await session.send([message('mine', 'system.message')])).status !== 200);
    },
  );
});
