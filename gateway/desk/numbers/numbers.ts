// The numbers of a project, bucket by bucket: from the sums of whole hours (roll-up.ts), and since then from the rows.

import { z } from 'zod';
import { int8, readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import {
  CHARGES,
  countedEvents,
  DAY_MS,
  EVENT_COUNTS,
  HOUR_MS,
  SINCE,
  STEP,
  SUMMED,
  talkedSessions,
  waits,
} from './counted.ts';
import { countShares } from './shares.ts';

/** Up to so many days the buckets are hours. */
const HOURLY_DAYS = 1;

const COUNTS = ['conversations', ...EVENT_COUNTS] as const;
type EventCounts = Record<(typeof COUNTS)[number], number>;
type Charges = { credits_nano: number | bigint; requests: number };

const eventCountsRow = z.object({
  at: z.number(),
  conversations: z.number(),
  visitor_messages: z.number(),
  agent_messages: z.number(),
  failed_runs: z.number(),
  tools: z.number(),
  failed_tools: z.number(),
  thumbs_up: z.number(),
  thumbs_down: z.number(),
});
const chargesRow = z.object({ at: z.number(), credits_nano: int8, requests: z.number() });

/** Milliseconds, of the runs that have said something; null: none has. */
type Waits = { first_word_ms: number | null };
type Counts = EventCounts & Charges & Waits;

const stepRow = z.object({
  at: z.number(),
  step: z.number(),
  runs: z.number(),
});
type Step = z.output<typeof stepRow>;

export interface NumbersPlan {
  projectId: string;
  clientId: string | null;
  days: number;
  now: number;
}

const untilRow = z.object({
  until: z.number(),
});

export async function countNumbers(db: Queryable, { projectId, clientId, days, now }: NumbersPlan) {
  const width = days <= HOURLY_DAYS ? HOUR_MS : DAY_MS;
  const end = now + 1;
  const start = Math.floor((now - days * DAY_MS) / width) * width + width;
  const [state] = await readRows(db, untilRow, 'SELECT until FROM number_state');
  const until = state?.until ?? 0;
  const params = [projectId, start, end, clientId, until];
  const at = `at / ${width} * ${width}`;
  const sums = COUNTS.map((name) => `sum(${name})::bigint AS ${name}`).join(', ');

  const [byTime, paid, talked, total, steps, shares] = await Promise.all([
    readRows(
      db,
      eventCountsRow,
      `SELECT ${at} AS at, ${sums} FROM (
         SELECT at, ${COUNTS.join(', ')} FROM number_hours WHERE ${SUMMED}
         UNION ALL SELECT at, ${COUNTS.join(', ')} FROM (${countedEvents(SINCE)}) since) hours
        GROUP BY 1`,
      params,
    ),
    readRows(
      db,
      chargesRow,
      `SELECT ${at} AS at, sum(credits_nano)::bigint AS credits_nano, sum(requests)::bigint AS requests
         FROM ${CHARGES} charges GROUP BY 1`,
      params,
    ),
    width === DAY_MS ? talkedByDay(db, params) : [],
    countTalked(db, params),
    readRows(
      db,
      stepRow,
      `SELECT ${at} AS at, step, sum(runs)::bigint AS runs FROM (
         SELECT at, step, runs FROM number_waits WHERE ${SUMMED}
         UNION ALL SELECT at, step, runs FROM (${waits(SINCE)}) since) waits
        GROUP BY 1, 2 ORDER BY 2`,
      params,
    ),
    countShares(db, params),
  ]);
  const eventsAt = new Map(byTime.map((row) => [row.at, row]));
  const chargesAt = new Map(paid.map((row) => [row.at, row]));
  const talkedAt = new Map(talked.map((row) => [row.at, row.conversations]));
  const stepsAt = new Map<number, Step[]>();
  for (const row of steps) stepsAt.set(row.at, [...(stepsAt.get(row.at) ?? []), row]);
  const buckets: ({ start_time: string } & Counts)[] = [];
  // Every bucket is there, empty or not.
  for (let from = start; from < end; from += width) {
    const counted = countsOf(eventsAt.get(from));
    buckets.push({
      start_time: new Date(from).toISOString(),
      ...counted,
      ...(width === DAY_MS ? { conversations: Number(talkedAt.get(from) ?? 0) } : {}),
      ...chargesOf(chargesAt.get(from)),
      first_word_ms: waitAt(stepsAt.get(from) ?? [], 0.5),
    });
  }
  const sum = (name: keyof EventCounts) => buckets.reduce((all, one) => all + one[name], 0);
  return {
    bucket_width: width === HOUR_MS ? ('1h' as const) : ('1d' as const),
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    totals: {
      ...(Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as EventCounts),
      conversations: total,
      ...totalCharges(paid),
      first_word_ms: waitAt(steps, 0.5),
      slow_first_word_ms: waitAt(steps, 0.95),
    },
    buckets,
    ...shares,
  };
}

const atConversationsRow = z.object({
  at: z.number(),
  conversations: z.number(),
});

/** Days that aren't over are counted from their rows: an hour's sum doesn't say which conversations it has. */
function talkedByDay(db: Queryable, params: readonly unknown[]) {
  const wholeDays = `($5::bigint / ${DAY_MS} * ${DAY_MS})`;
  const since = { ...SINCE, from: `GREATEST($2::bigint, ${wholeDays})` };
  return readRows(
    db,
    atConversationsRow,
    `SELECT at, sum(conversations)::bigint AS conversations FROM (
       SELECT at, conversations FROM number_days WHERE project_id = $1 AND at >= $2
          AND at < ${wholeDays} AND ($4::text IS NULL OR client_id = $4)
       UNION ALL SELECT day, count(DISTINCT session_id) FROM (
          SELECT e.session_id, e.created_at / ${DAY_MS} * ${DAY_MS} AS day
            FROM events e JOIN sessions s ON s.session_id = e.session_id
           WHERE e.type = 'user.message' AND e.created_at >= ${since.from} AND e.created_at < $3
             AND NOT s.is_trial AND ${since.where}) talked GROUP BY day) days
      GROUP BY 1`,
    params,
  );
}

const conversationsRow = z.object({
  /** A sum of int8, which is numeric: the drivers give it as text. */
  conversations: z.string(),
});

/** Since every time ends now, a conversation has a message in it if its last one is. */
async function countTalked(db: Queryable, params: readonly unknown[]): Promise<number> {
  const [row] = await readRows(
    db,
    conversationsRow,
    `SELECT (SELECT COALESCE(sum(conversations), 0) FROM number_lasts
              WHERE project_id = $1 AND at >= $2 AND ($4::text IS NULL OR client_id = $4))
          + (SELECT count(*) FROM (${talkedSessions(SINCE)}) talked
              LEFT JOIN number_sessions known ON known.session_id = talked.session_id
             WHERE known.session_id IS NULL OR known.last_at < $2) AS conversations`,
    params,
  );
  return Number(row?.conversations ?? 0);
}

/** The end of the step in which so large a part of the runs had said something. */
function waitAt(steps: readonly Step[], part: number): number | null {
  const runs = new Map<number, number>();
  for (const { step, runs: more } of steps) runs.set(step, (runs.get(step) ?? 0) + Number(more));
  const all = [...runs.values()].reduce((sum, more) => sum + more, 0);
  let seen = 0;
  for (const [step, more] of [...runs].sort(([a], [b]) => a - b)) {
    seen += more;
    if (seen >= all * part) return Math.round(STEP ** (step + 1));
  }
  return null;
}

function countsOf(events: EventCounts | undefined): EventCounts {
  const counted = Object.fromEntries(COUNTS.map((name) => [name, Number(events?.[name] ?? 0)]));
  return counted as EventCounts;
}

const chargesOf = (charged: Charges | undefined): Charges => ({
  credits_nano: charged?.credits_nano ?? 0,
  requests: Number(charged?.requests ?? 0),
});

function totalCharges(paid: readonly Charges[]): Charges {
  const credits = paid.reduce((sum, { credits_nano }) => sum + BigInt(credits_nano), 0n);
  const isExact = credits <= BigInt(Number.MAX_SAFE_INTEGER);
  return {
    credits_nano: isExact ? Number(credits) : credits,
    requests: paid.reduce((sum, { requests }) => sum + Number(requests), 0),
  };
}
