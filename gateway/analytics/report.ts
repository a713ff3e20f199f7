// Usage by time: reads the ledger once, in buckets and groups, and adds up in bigints, so that every nanocredit
// is accounted for however large the sum.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import { invalid } from '../kernel/http-error.ts';
import { type AnalyticsReport, GROUP_DIMENSIONS, type GroupDimension } from '../wire.ts';
import { type UsagePlan, WIDTH_S } from './plan-usage.ts';

/** Groups in buckets: some megabytes. */
const MOST_ROWS = 20_000;

type Labels = Partial<Record<GroupDimension, string>>;

const label = z.string().nullable().optional();

/** Integers as text: sums may be larger than an int8. A dimension stands in it where the report is grouped by it. */
const ledgerRow = z.object({
  bucket: z.string(),
  credits: z.string(),
  requests: z.string(),
  model: label,
  operation: label,
  client_id: label,
  auth_method: label,
  actor_type: label,
  application: label,
});
type LedgerRow = z.output<typeof ledgerRow>;

interface Sum {
  labels: Labels;
  credits: bigint;
  requests: bigint;
}

/** A report whose integers may be larger than a double holds: `toJson` writes them out in full. */
export interface ExactReport {
  toJson(): string;
}

export async function reportUsage(db: Queryable, query: UsagePlan): Promise<ExactReport> {
  const widthMs = WIDTH_S[query.width] * 1000;
  const rows = await readLedger(db, query, widthMs);
  if (rows.length > MOST_ROWS) {
    throw invalid(
      `The report would have more than ${MOST_ROWS} sums. Ask for a shorter time, wider buckets, fewer dimensions, or filter.`,
    );
  }
  const totals = new Map<string, Sum>();
  const buckets = new Map<number, Map<string, Sum>>();
  // Every bucket of the window is there, empty or not: a chart needs no gaps filled in.
  const last = Math.max(query.start * 1000, query.end * 1000 - 1);
  for (let at = align(query.start * 1000, widthMs); at <= last; at += widthMs)
    buckets.set(at, new Map());
  for (const row of rows) {
    const at = Number(row.bucket);
    const bucket = buckets.get(at) ?? new Map<string, Sum>();
    buckets.set(at, bucket);
    add(bucket, row, query.groupBy);
    add(totals, row, query.groupBy);
  }
  const report = {
    bucket_width: query.width,
    start_time: query.start,
    end_time: query.end,
    totals: present(totals),
    buckets: [...buckets.entries()].map(([at, sums]) => ({
      start_time: at / 1000,
      ...present(sums),
    })),
  } satisfies { [Field in keyof AnalyticsReport]: unknown };
  return { toJson: () => writeExactly(report) };
}

function align(ms: number, widthMs: number): number {
  return Math.floor(ms / widthMs) * widthMs;
}

function readLedger(db: Queryable, query: UsagePlan, widthMs: number): Promise<LedgerRow[]> {
  const params: unknown[] = [query.projectId, query.start * 1000, query.endMs, widthMs];
  const conditions = Object.entries(query.filters).map(([column, value]) => {
    params.push(value);
    return `AND ${column} = $${params.length}`;
  });
  // Column names come from a fixed list, never from the request.
  const columns = GROUP_DIMENSIONS.filter((dimension) => query.groupBy.includes(dimension));
  return readRows(
    db,
    ledgerRow,
    `SELECT (created_at / $4::bigint * $4::bigint)::text AS bucket,
            ${columns.map((column) => `${column}, `).join('')}
            sum(credits_nano)::text AS credits, sum(request_count)::text AS requests
       FROM usage_ledger
      WHERE project_id = $1 AND created_at >= $2 AND created_at < $3 ${conditions.join(' ')}
      GROUP BY 1 ${columns.map((column) => `, ${column}`).join('')}
      ORDER BY 1 LIMIT ${MOST_ROWS + 1}`,
    params,
  );
}

function add(sums: Map<string, Sum>, row: LedgerRow, groupBy: readonly GroupDimension[]): void {
  const labels: Labels = {};
  for (const dimension of groupBy) labels[dimension] = row[dimension] ?? '';
  const key = JSON.stringify(groupBy.map((dimension) => labels[dimension]));
  const sum = sums.get(key) ?? { labels, credits: 0n, requests: 0n };
  sum.credits += BigInt(row.credits);
  sum.requests += BigInt(row.requests);
  sums.set(key, sum);
}

function present(sums: ReadonlyMap<string, Sum>) {
  const ordered = [...sums.values()].sort(compare);
  return {
    credits_nano: ordered.reduce((total, { credits }) => total + credits, 0n),
    request_count: ordered.reduce((total, { requests }) => total + requests, 0n),
    models: ordered.map(({ labels, credits, requests }) => ({
      ...labels,
      credits_nano: credits,
      request_count: requests,
    })),
  };
}

/** Credits, most first; ties by the dimensions' names, in their order. */
function compare(a: Sum, b: Sum): number {
  if (a.credits !== b.credits) return a.credits > b.credits ? -1 : 1;
  for (const dimension of GROUP_DIMENSIONS) {
    const left = a.labels[dimension] ?? '';
    const right = b.labels[dimension] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
