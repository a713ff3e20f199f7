// Sums whole hours of all projects and keeps the sums, a day at a time, from the first row on; and anew the hours in which
// something was changed since, by an erasure say. Several processes may do it at once: they take turns.

import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db, Queryable } from '../../kernel/db/types.ts';
import type { Observer } from '../../kernel/observability/observer.ts';
import {
  charges,
  countedEvents,
  DAY_MS,
  HOUR_MS,
  talkedSessions,
  thumbs,
  waits,
} from './counted.ts';

/** Any number that no other lock has. */
const LOCK = 7_241_987;
/** No transaction that writes is open for so long: an hour has all its rows by then. */
const LATE_MS = 5 * 60_000;
const EVERY_MS = 10 * 60_000;

/** Sums the hours that are over, so that reports read few rows. */
export interface RollUp {
  /** Resolves when all whole hours until now are summed as they stand. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export interface RollUpParts {
  db: Db;
  clock: Clock;
  observer: Pick<Observer, 'failed'>;
}

/** Looks every ten minutes for hours that are over or have changed, until `close`. */
export function startRollUp({ db, clock, observer }: RollUpParts): RollUp {
  let isClosed = false;
  let running: Promise<void> | null = null;
  let timer = clock.setTimeout(look, EVERY_MS);

  return {
    catchUp,
    async close() {
      isClosed = true;
      clock.clearTimeout(timer);
      await running?.catch(() => {});
    },
  };

  async function look(): Promise<void> {
    await catchUp().catch((error) => observer.failed(error, 'request', { what: 'numbers' }));
    if (!isClosed) timer = clock.setTimeout(look, EVERY_MS);
  }

  /** Those who ask while it runs are told when it has ended. */
  function catchUp(): Promise<void> {
    running ??= all().finally(() => {
      running = null;
    });
    return running;
  }

  async function all(): Promise<void> {
    while (!isClosed && (await isBehind(db, clock.now()))) {
      await db.transaction((tx) => oneDay(tx, clock.now()), { isLong: true });
    }
  }
}

const lastHour = (now: number) => Math.floor((now - LATE_MS) / HOUR_MS) * HOUR_MS;

const untilDirtyRow = z.object({
  until: z.number().nullable(),
  dirty: z.number().nullable(),
});

async function isBehind(db: Queryable, now: number): Promise<boolean> {
  const [row] = await readRows(
    db,
    untilDirtyRow,
    'SELECT (SELECT max(until) FROM number_state) AS until, (SELECT min(at) FROM number_dirty) AS dirty',
  );
  return (row?.until ?? 0) < lastHour(now) || (row?.dirty ?? null) !== null;
}

const atRow = z.object({
  at: z.number().nullable(),
});

const sumHourRow = z.object({
  at: z.number(),
});

const untilRow = z.object({
  until: z.number(),
});

/** Sums the oldest hours that need it, at most those of one day. */
async function oneDay(tx: Queryable, now: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
  // Compiling such statements takes longer than running them.
  await tx.query('SET LOCAL jit = off');
  const end = lastHour(now);
  const [dirty] = await readRows(tx, atRow, 'SELECT min(at) AS at FROM number_dirty');
  const at = dirty?.at ?? null;
  if (at !== null) {
    // Taken away first: what is changed while the sums are made is noted again.
    const to = Math.floor(at / DAY_MS) * DAY_MS + DAY_MS;
    const gone = await readRows(
      tx,
      sumHourRow,
      'DELETE FROM number_dirty WHERE at < $1 RETURNING at',
      [to],
    );
    const [state] = await readRows(tx, untilRow, 'SELECT until FROM number_state');
    const last = Math.max(...gone.map((row) => row.at)) + HOUR_MS;
    await sum(tx, at, Math.min(last, state?.until ?? 0));
    return;
  }
  const [state] = await readRows(tx, untilRow, 'SELECT until FROM number_state');
  const until = state?.until ?? 0;
  if (until >= end) return;
  const from = await firstRow(tx, until);
  const to =
    from === null || from >= end ? end : Math.min(end, Math.floor(from / DAY_MS) * DAY_MS + DAY_MS);
  if (from !== null && from < to) await sum(tx, Math.floor(from / HOUR_MS) * HOUR_MS, to);
  await tx.query('DELETE FROM number_state');
  await tx.query('INSERT INTO number_state (until) VALUES ($1)', [to]);
}

/** Days without a row cost nothing. */
async function firstRow(tx: Queryable, until: number): Promise<number | null> {
  const [row] = await readRows(
    tx,
    atRow,
    `SELECT LEAST(
       (SELECT min(created_at) FROM events WHERE created_at >= $1
           AND type IN ('user.message', 'agent.message', 'session.error', 'agent.tool_use', 'user.tool_result')),
       (SELECT min(created_at) FROM runs WHERE created_at >= $1),
       (SELECT min(created_at) FROM usage_ledger WHERE created_at >= $1)) AS at`,
    [until],
  );
  return row?.at ?? null;
}

async function sum(tx: Queryable, from: number, to: number): Promise<void> {
  if (from >= to) return;
  const stretch = { from: '$1', to: '$2' };
  const span = [from, to];
  for (const [table, columns, sql] of [
    [
      'number_hours',
      'conversations, visitor_messages, agent_messages, failed_runs, tools, failed_tools, thumbs_up, thumbs_down',
      countedEvents(stretch),
    ],
    ['number_charges', 'model, credits_nano, requests', charges(stretch)],
    ['number_thumbs', 'model, thumbs_up, thumbs_down', thumbs(stretch)],
    ['number_waits', 'step, runs', waits(stretch)],
  ] as const) {
    await tx.query(`DELETE FROM ${table} WHERE at >= $1 AND at < $2`, span);
    await tx.query(`INSERT INTO ${table} (project_id, at, client_id, ${columns}) ${sql}`, span);
  }
  await tx.query(
    `INSERT INTO number_sessions (session_id, project_id, client_id, last_at) ${talkedSessions(stretch)}
     ON CONFLICT (session_id) DO UPDATE SET last_at = GREATEST(number_sessions.last_at, excluded.last_at)`,
    span,
  );
  const day = Math.floor(from / DAY_MS) * DAY_MS;
  await tx.query('DELETE FROM number_days WHERE at = $1', [day]);
  await tx.query(
    `INSERT INTO number_days (project_id, at, client_id, conversations)
     SELECT project_id, $1::bigint, client_id, count(*)
       FROM (${talkedSessions({ from: '$1::bigint', to: '$2::bigint' })}) talked GROUP BY project_id, client_id`,
    [day, day + DAY_MS],
  );
}
