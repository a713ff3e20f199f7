// Counts what happened in a project, bucket by bucket: messages and failures from the events, credits from the ledger.

import type { Queryable } from '../db/types.ts';
import { isByPerson } from './by-person.ts';
import { countShares } from './shares.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Up to so many days the buckets are hours. */
const HOURLY_DAYS = 1;

const EVENT_COUNTS = [
  'conversations',
  'visitor_messages',
  'agent_messages',
  'failed_runs',
  'tools',
  'failed_tools',
  'thumbs_up',
  'thumbs_down',
] as const;
type EventCounts = Record<(typeof EVENT_COUNTS)[number], number>;
type Charges = { credits_nano: number | bigint; requests: number };
/** Milliseconds, of the runs that have said something; null: none has. */
type Waits = { first_word_ms: number | null };
type Counts = EventCounts & Charges & Waits;

export interface NumbersPlan {
  projectId: string;
  clientId: string | null;
  days: number;
  now: number;
}

export async function countNumbers(db: Queryable, { projectId, clientId, days, now }: NumbersPlan) {
  const width = days <= HOURLY_DAYS ? HOUR_MS : DAY_MS;
  const end = now + 1;
  const start = Math.floor((now - days * DAY_MS) / width) * width + width;
  const params = [projectId, start, end, clientId];
  const inProject =
    's.project_id = $1 AND NOT s.is_trial AND ($4::text IS NULL OR s.client_id = $4)';
  const events = `FROM sessions s JOIN events e ON e.session_id = s.session_id
    LEFT JOIN feedback f ON f.event_id = e.event_id
    WHERE ${inProject} AND s.last_event_at >= $2 AND e.created_at >= $2 AND e.created_at < $3`;
  const counts = `count(DISTINCT e.session_id) FILTER (WHERE e.type = 'user.message') AS conversations,
    count(*) FILTER (WHERE e.type = 'user.message') AS visitor_messages,
    count(*) FILTER (WHERE e.type = 'agent.message' AND NOT ${isByPerson('e.content')}) AS agent_messages,
    count(*) FILTER (WHERE e.type = 'session.error') AS failed_runs,
    count(*) FILTER (WHERE e.type = 'agent.tool_use') AS tools,
    count(*) FILTER (WHERE e.type = 'user.tool_result' AND e.error_code IS NOT NULL) AS failed_tools,
    count(*) FILTER (WHERE f.value = 'up') AS thumbs_up,
    count(*) FILTER (WHERE f.value = 'down') AS thumbs_down`;
  // A site's usage has its client_id; usage with none has the empty one.
  const ledger = `FROM usage_ledger l WHERE l.project_id = $1 AND l.created_at >= $2
    AND l.created_at < $3 AND ($4::text IS NULL OR l.client_id = $4)`;
  const charges =
    'COALESCE(sum(l.credits_nano), 0)::bigint AS credits_nano, COALESCE(sum(l.request_count), 0)::bigint AS requests';
  const runs = `FROM sessions s JOIN runs r ON r.session_id = s.session_id
    WHERE ${inProject} AND s.last_event_at >= $2 AND r.created_at >= $2 AND r.created_at < $3
      AND r.first_word_at IS NOT NULL`;
  const wait = (part: number) =>
    `round(percentile_cont(${part}) WITHIN GROUP (ORDER BY (r.first_word_at - r.created_at)::float8))::bigint`;
  const at = (table: string) => `${table}.created_at / ${width} * ${width} AS at`;

  const [byTime, paid, [said], [charged], shares, waited, [waits]] = await Promise.all([
    db.query<EventCounts & { at: number }>(
      `SELECT ${at('e')}, ${counts} ${events} GROUP BY 1`,
      params,
    ),
    db.query<Charges & { at: number }>(
      `SELECT ${at('l')}, ${charges} ${ledger} GROUP BY 1`,
      params,
    ),
    db.query<EventCounts>(`SELECT ${counts} ${events}`, params),
    db.query<Charges>(`SELECT ${charges} ${ledger}`, params),
    countShares(db, { ledger, events, params }),
    db.query<{ at: number; first_word_ms: number }>(
      `SELECT ${at('r')}, ${wait(0.5)} AS first_word_ms ${runs} GROUP BY 1`,
      params,
    ),
    db.query<{ first_word_ms: number | null; slow_first_word_ms: number | null }>(
      `SELECT ${wait(0.5)} AS first_word_ms, ${wait(0.95)} AS slow_first_word_ms ${runs}`,
      params,
    ),
  ]);
  const waitsAt = new Map(waited.map((row) => [row.at, row]));
  const eventsAt = new Map(byTime.map((row) => [row.at, row]));
  const chargesAt = new Map(paid.map((row) => [row.at, row]));
  const buckets: ({ start_time: string } & Counts)[] = [];
  // Every bucket is there, empty or not.
  for (let from = start; from < end; from += width) {
    buckets.push({
      start_time: new Date(from).toISOString(),
      ...sumOf(eventsAt.get(from), chargesAt.get(from), waitsAt.get(from)),
    });
  }
  return {
    bucket_width: width === HOUR_MS ? ('1h' as const) : ('1d' as const),
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    totals: {
      ...sumOf(said, charged, waits),
      slow_first_word_ms: numberOf(waits?.slow_first_word_ms),
    },
    buckets,
    ...shares,
  };
}

function numberOf(value: number | bigint | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function sumOf(
  events: EventCounts | undefined,
  charges: Charges | undefined,
  waits: Waits | undefined,
): Counts {
  const counted = Object.fromEntries(
    EVENT_COUNTS.map((name) => [name, Number(events?.[name] ?? 0)]),
  );
  return {
    ...(counted as EventCounts),
    credits_nano: charges?.credits_nano ?? 0,
    requests: Number(charges?.requests ?? 0),
    first_word_ms: numberOf(waits?.first_word_ms),
  };
}
