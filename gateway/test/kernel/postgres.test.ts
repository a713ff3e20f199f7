// The same gateway on a PostgreSQL server, and several processes of it on one database. Starts a server of its own
// where PostgreSQL is installed; another one's empty database is named by BELLHOP_TEST_DATABASE_URL=postgres://…

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import { fillWords } from '../../log/words.ts';
import { createHarness, type Harness, message, result, results } from '../harness.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

const sessionIdRow = z.object({
  session_id: z.string(),
});

const given = process.env.BELLHOP_TEST_DATABASE_URL;
const bin = findPostgres();

describe.runIf(given !== undefined || bin !== null)('on a PostgreSQL server', () => {
  // Replies of a server need real time, so the clock lets a little of it pass whenever it settles.
  const clock = createVirtualClock({
    startAt: Date.now(),
    settle: () => new Promise((done) => setTimeout(done, 2)),
  });
  let server: PostgresServer | null = null;
  let db: Db;
  let open: Harness[] = [];

  beforeAll(async () => {
    if (given === undefined && bin !== null) server = await startPostgres(bin);
    db = await openDatabase({ url: given ?? (await server?.newDatabase()) ?? '' });
  });
  afterEach(async () => {
    for (const harness of open) await harness.close();
    open = [];
  });
  afterAll(async () => {
    await db?.close();
    await server?.close();
  });

  async function gateway(): Promise<Harness> {
    const harness = await createHarness({ db, clock, options: { runTimeoutMs: 900_000 } });
    open.push(harness);
    return harness;
  }

  /** Lets time pass in steps, so that the server's replies keep up with it. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 2500) {
      await clock.advance(2500);
      await db.query('SELECT 1');
    }
  }

  it('a conversation with tools goes as it does on the embedded one', async () => {
    const harness = await gateway();
    const session = await harness.session({
      script: [[{ say: 'look' }, { call: [{ name: 'a' }] }, { say: 'seen' }]],
    });
    await session.send([message('a\0b\ud800')]);
    await harness.settled();
    const [id] = await session.pending();
    const sent = await session.send([results(result(id, { is_error: true }))]);
    expect(sent.status).toBe(200);
    await harness.settled();
    const events = await session.events();
    expect(events[0]?.content[0]?.text).toBe('a\0b\ud800');
    expect(events.at(-1)).toMatchObject({ content: { stop_reason: 'end_turn' } });
    expect(harness.reported).toEqual([]);
  });

  it('older messages get their words for the search without waiting for a row that somebody holds', async () => {
    const harness = await gateway();
    const [one, two] = [await harness.session(), await harness.session()];
    for (const session of [one, two]) await session.say('An obelisk');
    await harness.settled();
    const ids = [one.id, two.id];
    await db.query('UPDATE events SET words = NULL WHERE session_id = ANY($1)', [ids]);
    const without = async () =>
      (
        await readRows(
          db,
          sessionIdRow,
          `SELECT DISTINCT session_id FROM events
            WHERE session_id = ANY($1) AND type = 'user.message' AND words IS NULL`,
          [ids],
        )
      ).map(({ session_id }) => session_id);
    await db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM events WHERE session_id = $1 FOR UPDATE', [one.id]);
      await fillWords(db, new AbortController().signal);
      expect(await without()).toEqual([one.id]);
    });
    await fillWords(db, new AbortController().signal);
    expect(await without()).toEqual([]);
  });

  it('a reader who follows the list misses nothing while many write, and reads nothing twice', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session();
    const writers = Array.from({ length: 40 }, (_, i) =>
      (i % 2 === 0 ? one : two).call(
        'POST',
        session.path,
        { events: [message(`m${i}`, 'system.message'), message(`n${i}`, 'system.message')] },
        session.token,
      ),
    );
    const seen: string[] = [];
    const read = async () => {
      const after = seen.length === 0 ? '' : `&after_id=${seen.at(-1)}`;
      const { body } = await session.list(`limit=100${after}`);
      seen.push(...body.data.map((event) => event.id));
    };
    let isWriting = true;
    const written = Promise.all(writers).then((replies) => {
      isWriting = false;
      return replies;
    });
    while (isWriting) await read();
    expect((await written).every((reply) => reply.status === 200)).toBe(true);
    await read();
    expect(seen).toHaveLength(80);
    expect(seen).toEqual((await session.events()).map((event) => event.id));
  });

  it('a stream of one process shows what another wrote', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session();
    const stream = await session.stream();
    const events = [message('elsewhere', 'system.message')];
    await two.call('POST', session.path, { events }, session.token);
    await clock.advance(1000);
    await one.until(() => stream.frames().length === 1);
    await stream.close();
  });

  it('an interrupt that one process accepts stops the run of another', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session({ script: [[{ wait_ms: 100_000 }]] });
    await session.say('hi');
    await one.until(async () => (await session.last()).type === 'session.status_running');
    const events = [{ type: 'user.interrupt' }];
    await two.call('POST', session.path, { events }, session.token);
    await clock.advance(10_000);
    await one.settled();
    expect((await session.last()).content).toMatchObject({ stop_reason: 'user_cancelled' });
  });

  it('a run of a silent process is settled by another when its lease is over, and not before', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const session = await one.session({ script: [[{ wait_ms: 800_000 }]] });
    await session.say('hi');
    await one.until(async () => (await session.last()).type === 'session.status_running');
    await pass(60_000);
    expect((await session.last()).type).toBe('session.status_running');
    // As if the first one had stopped breathing: somebody else's name stands on the lease, which ends by the server's clock.
    await db.query(`UPDATE runs SET worker = 'gone', lease_until = 1 WHERE session_id = $1`, [
      session.id,
    ]);
    await pass(60_000);
    await two.settled();
    await one.settled();
    expect(await session.last()).toMatchObject({ error_code: 'run_abandoned' });
  });
});
