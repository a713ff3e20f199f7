// What an upgrade costs a big database that goes on serving: a million events as an old version left them, the steps of the
// schema since, and the sends of visitors meanwhile, in the statements of that old version.

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { migrate } from '../kernel/db/migrate.ts';
import { MIGRATIONS } from '../kernel/db/migrations/index.ts';
import { openPostgres } from '../kernel/db/postgres.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { fillWords } from '../log/words.ts';
import { median, ms, quantile, type Row, row } from './rows.ts';

const EVENTS = 1_000_000;
const SESSIONS = 10_000;
/** The last step of the version that is upgraded: before the desk and its search. */
const FROM = '043-synonyms';
const PAUSE_MS = 20;
const QUIET_MS = 3000;
/** For how long messages get their words. */
const FILL_MS = 15_000;
/** Of a send, while the schema changes: a visitor waits that long once. */
const MOST_MS = 2000;

const countRow = z.object({
  count: z.number(),
});

export async function benchUpgrade(url: string): Promise<Row[]> {
  const db = await openPostgres(url);
  const ids = MIGRATIONS.map(({ id }) => id);
  await migrate(db, ids.slice(0, ids.indexOf(FROM) + 1));
  await fill(db);
  const quiet = await during(db, () => sleep(QUIET_MS));
  let began = performance.now();
  const upgrading = await during(db, () => migrate(db));
  const tookMs = performance.now() - began;
  began = performance.now();
  const filling = await during(db, () => fillWords(db, AbortSignal.timeout(FILL_MS)));
  const fillMs = performance.now() - began;
  const [done] = await readRows(
    db,
    countRow,
    'SELECT count(*) AS count FROM events WHERE words IS NOT NULL',
  );
  await db.close();
  const reference = (times: readonly number[]) =>
    `quiet ${ms(median(quiet))}, p99 ${ms(quantile(times, 0.99))}`;
  const most = Math.max(...upgrading);
  return [
    row('PostgreSQL, 1,000,000 events: all steps since the first desk', ms(tookMs), tookMs, null),
    row(
      'the longest send meanwhile',
      ms(most),
      most,
      { value: MOST_MS, text: `${MOST_MS} ms` },
      { reference: reference(upgrading) },
    ),
    row(
      'then messages a second that get their words for the search',
      String(Math.round(((done?.count ?? 0) / fillMs) * 1000)),
      0,
      null,
      { reference: `send ${ms(median(filling))}, ${reference(filling)}` },
    ),
  ];
}

async function fill(db: Db): Promise<void> {
  await db.alone(async (connection) => {
    await connection.query(
      `INSERT INTO projects (project_id, created_at) VALUES ('big', 0) ON CONFLICT DO NOTHING`,
    );
    await connection.query(
      `INSERT INTO sessions (session_id, project_id, agent, client_tools, created_at, last_event_at, last_seq)
       SELECT 'ses_' || n, 'big', 'scripted', '[]', 0, 0, ${EVENTS} FROM generate_series(0, ${SESSIONS - 1}) AS n`,
    );
    await connection.query(
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, history_seq)
       SELECT 'ses_' || n % ${SESSIONS}, n, 'evt_' || n,
              CASE n % 2 WHEN 0 THEN 'user.message' ELSE 'agent.message' END,
              '[{"type":"text","text":"A sentence of the usual length, as people write them, ' || n || '."}]',
              n * 1000::bigint, n
         FROM generate_series(1, ${EVENTS}) AS n`,
    );
  });
}

/** Milliseconds that each send took while `work` was under way. */
async function during(db: Db, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isOver = false;
  const over = work().finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n += 1) {
    const began = performance.now();
    await send(db, `ses_${n % SESSIONS}`);
    took.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  await over;
  return took;
}

const lastSeqRow = z.object({
  last_seq: z.number(),
});

/** The statements of a send, as far as every version has them. */
function send(db: Db, sessionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [session] = await readRows(
      tx,
      lastSeqRow,
      'UPDATE sessions SET last_seq = last_seq + 1 WHERE session_id = $1 RETURNING last_seq',
      [sessionId],
    );
    const seq = session?.last_seq ?? 0;
    await tx.query(
      `INSERT INTO events (session_id, seq, event_id, type, content, created_at, history_seq)
       VALUES ($1, $2, $3, 'system.message', '[]', 0, $2)`,
      [sessionId, seq, `evt_sent_${sessionId}_${seq}`],
    );
  });
}
