// Usage analytics: the query and the reply. The interface doesn't name the fields for the window, the bucket's start
// and the count; `start_time`, `end_time` (Unix seconds) and `request_count` are the reference gateway's names.

import type { Open } from './codes.ts';
import { asExact, asString, type ExactInteger, isRecord } from './json.ts';

export const BUCKET_WIDTHS = ['10m', '1h', '1d'] as const;
export type BucketWidth = (typeof BUCKET_WIDTHS)[number];

export const AUTH_METHODS = [
  'browser_session',
  'api_key',
  'service_token',
  'okta',
  'internal_service',
  'unknown',
] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const ACTOR_TYPES = ['anonymous', 'authenticated', 'service', 'unknown'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const APPLICATIONS = [
  'svc-ai-chatbot',
  'svc-ai-playground',
  'svc-coworker',
  'svc-connector',
  'svc-agents',
  'svc-kb-sync',
  'third_party',
  'unknown',
] as const;
export type Application = (typeof APPLICATIONS)[number];

export const GROUP_DIMENSIONS = [
  'model',
  'operation',
  'client_id',
  'auth_method',
  'actor_type',
  'application',
] as const;
export type GroupDimension = (typeof GROUP_DIMENSIONS)[number];

export interface AnalyticsQuery {
  project_id: string;
  /** Unix seconds, inclusive. */
  start_time: number;
  /** Unix seconds, exclusive. Default: the current time. */
  end_time?: number;
  bucket_width?: BucketWidth;
  client_id?: string;
  auth_method?: AuthMethod;
  actor_type?: ActorType;
  application?: Application;
  group_by?: readonly GroupDimension[];
}

export interface AnalyticsRow {
  model?: string;
  operation?: string;
  client_id?: string;
  auth_method?: Open<AuthMethod>;
  actor_type?: Open<ActorType>;
  application?: Open<Application>;
  /** Exact, in nanocredits; above 2^53 its digits as a string. */
  credits_nano: ExactInteger;
  request_count: number;
}

export interface AnalyticsTotals {
  /** Exact, in nanocredits; above 2^53 its digits as a string. */
  credits_nano: ExactInteger;
  request_count: number;
  models: AnalyticsRow[];
}

export interface AnalyticsBucket extends AnalyticsTotals {
  /** Unix seconds, UTC. */
  start_time: number;
}

export interface AnalyticsReport {
  bucket_width: Open<BucketWidth>;
  start_time: number;
  end_time: number;
  totals: AnalyticsTotals;
  buckets: AnalyticsBucket[];
}

/** Null if `totals` or `buckets` is missing. */
export function parseAnalytics(body: unknown): AnalyticsReport | null {
  if (!isRecord(body) || !isRecord(body.totals) || !Array.isArray(body.buckets)) return null;
  return {
    bucket_width: asString(body.bucket_width) ?? '1d',
    start_time: asInteger(body.start_time),
    end_time: asInteger(body.end_time),
    totals: parseTotals(body.totals),
    buckets: body.buckets
      .filter(isRecord)
      .map((bucket) => ({ start_time: asInteger(bucket.start_time), ...parseTotals(bucket) })),
  };
}

function parseTotals(value: Record<string, unknown>): AnalyticsTotals {
  return {
    credits_nano: asExact(value.credits_nano) ?? 0,
    request_count: asInteger(value.request_count),
    models: Array.isArray(value.models) ? value.models.filter(isRecord).map(parseRow) : [],
  };
}

function parseRow(value: Record<string, unknown>): AnalyticsRow {
  const row: AnalyticsRow = {
    credits_nano: asExact(value.credits_nano) ?? 0,
    request_count: asInteger(value.request_count),
  };
  for (const dimension of GROUP_DIMENSIONS) {
    const cell = value[dimension];
    if (typeof cell === 'string') row[dimension] = cell;
  }
  return row;
}

function asInteger(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : 0;
}
