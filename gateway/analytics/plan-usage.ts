// Reads a query of the analytics endpoint: the window, its buckets, the groups and the filters.

import type { z } from '@hono/zod-openapi';
import { invalid } from '../kernel/http-error.ts';
import {
  type BucketWidth,
  GROUP_DIMENSIONS,
  type GroupDimension,
  MAX_ANALYTICS_WINDOW_S,
} from '../wire.ts';
import type { usageQuery } from './usage-schema.ts';

const MINUTE_S = 60;

export const WIDTH_S: Readonly<Record<BucketWidth, number>> = {
  '10m': 10 * MINUTE_S,
  '1h': 60 * MINUTE_S,
  '1d': 24 * 60 * MINUTE_S,
};
const WINDOW_WORDS: Readonly<Record<BucketWidth, string>> = {
  '10m': '24 hours',
  '1h': '7 days',
  '1d': '30 days',
};

/**
 * Without an end_time the window ends when the request is read, a moment after its start was reckoned: a full
 * window must not fail for the time that the request was under way.
 */
const DEFAULT_END_SLACK_S = MINUTE_S;

export interface UsagePlan {
  projectId: string;
  /** Unix seconds, inclusive. */
  start: number;
  /** Unix seconds, exclusive. */
  end: number;
  /** Unix milliseconds, exclusive: where `end` is now, all that has happened so far. */
  endMs: number;
  width: BucketWidth;
  groupBy: GroupDimension[];
  filters: Partial<Record<Exclude<GroupDimension, 'model' | 'operation'>, string>>;
}

/** @throws HttpError 400 for a window that is empty or too long. */
export function planUsage(query: z.output<typeof usageQuery>, nowMs: number): UsagePlan {
  const { project_id, start_time: start, end_time, bucket_width: width, group_by } = query;
  const end = end_time ?? Math.floor(nowMs / 1000);
  requireWindow(start, end, width, end_time === undefined ? DEFAULT_END_SLACK_S : 0);
  const { client_id, auth_method, actor_type, application } = query;
  const filters = Object.entries({ client_id, auth_method, actor_type, application });
  return {
    projectId: project_id,
    start,
    end,
    endMs: end_time === undefined ? nowMs + 1 : end * 1000,
    width,
    groupBy: GROUP_DIMENSIONS.filter((name) => (group_by ?? ['model', 'operation']).includes(name)),
    filters: Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
  };
}

function requireWindow(start: number, end: number, width: BucketWidth, slack: number): void {
  if (start >= end) throw invalid('start_time must be before end_time.');
  if (end - start > MAX_ANALYTICS_WINDOW_S[width] + slack) {
    throw invalid(
      `The window of ${width} buckets is ${WINDOW_WORDS[width]} at most. Ask for less, or for wider buckets.`,
    );
  }
}
