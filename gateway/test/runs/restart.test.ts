import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryDatabase, prepareFolder } from '../../../test/doubles/memory-database.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import type { Db } from '../../kernel/db/types.ts';
import { createHarness, type Harness, type SessionHandle } from '../harness.ts';

let db: Db;

beforeAll(async () => {
  db = await openMemoryDatabase();
});
afterAll(() => db.close());

const isRunning = async (session: SessionHandle) =>
  (await session.types()).at(-1) === 'session.status_running';

/** The same session, seen through another gateway on the same data. */
async function through(harness: Harness, session: SessionHandle) {
  const { body } = await harness.call('GET', `${session.path}?limit=100`, undefined, session.token);
  return body.data;
}

describe('a gateway that is stopped', () => {
  it('settles its runs as run_interrupted', async () => {
    const first = await createHarness({ db });
    const session = await first.session({ script: [[{ wait_ms: 50_000 }, { say: 'late' }]] });
    await session.say('hi');
    await first.until(() => isRunning(session));
    await first.close();
    const second = await createHarness({ db, clock: first.clock });
    const events = await through(second, session);
    expect(events.at(-1)).toMatchObject({
      type: 'session.error',
      error_code: 'run_interrupted',
      usage: { credits_nano: 0 },
    });
    await second.close();
  });

  it('loses no message that waited: the next one answers it', async () => {
    const first = await createHarness({ db });
    const session = await first.session({ script: [[{ wait_ms: 50_000 }], [{ say: 'two' }]] });
    await session.say('first');
    await first.until(() => isRunning(session));
    await session.say('second');
    await first.close();
    const second = await createHarness({ db, clock: first.clock });
    await second.settled();
    const events = await through(second, session);
    expect(events.map((event) => event.type).slice(-5)).toEqual([
      'session.error',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
    await second.close();
  });

  it('keeps tokens, cursors and pauses good for the next one', async () => {
    const first = await createHarness({ db });
    const session = await first.session({
      script: [[{ call: [{ name: 'look' }] }, { say: 'seen' }]],
    });
    await session.say('go');
    await first.settled();
    const { next_page } = (await session.list('limit=2')).body;
    const [id] = await session.pending();
    await first.close();
    const second = await createHarness({ db, clock: first.clock });
    const page = await second.call(
      'GET',
      `${session.path}?limit=2&page=${next_page}`,
      undefined,
      session.token,
    );
    expect(page.status).toBe(200);
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];
    const events = [{ type: 'user.tool_result', content }];
    expect((await second.call('POST', session.path, { events }, session.token)).status).toBe(200);
    await second.settled();
    const all = await through(second, session);
    expect(all.find((event) => event.type === 'agent.message')?.content[0]?.text).toBe('seen');
    await second.close();
  });
});

describe('what a gateway that died has left', () => {
  it('is settled as run_abandoned at the next start, with kept turns charged', async () => {
    const dead = await createHarness({
      db,
      agents: {
        worker: {
          async *turn({ turn, sleep }) {
            if (turn > 1) await sleep(1e9);
            yield {
              kind: 'usage',
              usage: { model: 'scripted', input_tokens: 7, output_tokens: 2 },
            };
          },
        },
      },
    });
    const session = await dead.session({ agent: 'worker', project_id: 'abandoned' });
    await session.say('hi');
    await dead.until(async () => (await session.types()).includes('session.turn_usage'));
    // Not closed: as if the process had been killed.
    const next = await createHarness({ db, clock: dead.clock });
    const events = await through(next, session);
    expect(events.at(-1)).toMatchObject({
      type: 'session.error',
      error_code: 'run_abandoned',
      usage: { input_tokens: 7, output_tokens: 2, credits_nano: 1500 },
    });
    const ledger = await db.query(
      `SELECT credits_nano, request_count FROM usage_ledger WHERE project_id = 'abandoned'`,
    );
    expect(ledger).toEqual([{ credits_nano: 1500, request_count: 1 }]);
    // The dead one's last breath changes nothing any more.
    await dead.close();
    expect(await through(next, session)).toEqual(events);
    await next.close();
  });
});

describe('a directory of data', () => {
  it('keeps everything for the next start', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bellhop-gateway-'));
    try {
      await prepareFolder(directory);
      const first = await openDatabase({ directory });
      await first.query(`INSERT INTO projects (project_id, created_at) VALUES ('kept', 1)`);
      await first.close();
      const second = await openDatabase({ directory });
      expect(await second.query('SELECT project_id, created_at FROM projects')).toEqual([
        { project_id: 'kept', created_at: 1 },
      ]);
      await second.close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
