// The query of the analytics endpoint, read and checked.

import { invalid } from '../http/http-error.ts';
import { isIdShaped } from '../ids.ts';
import {
  ACTOR_TYPES,
  APPLICATIONS,
  AUTH_METHODS,
  BUCKET_WIDTHS,
  type BucketWidth,
  GROUP_DIMENSIONS,
  type GroupDimension,
  MAX_ANALYTICS_WINDOW_S,
} from '../wire.ts';

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
/** The last second of the year 9999. */
const MAX_TIME_S = 253_402_300_799;

export interface UsageQuery {
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

/** @param get a query parameter by name. @throws HttpError 400 */
export function readUsageQuery(
  get: (name: string) => string | undefined,
  nowMs: number,
): UsageQuery {
  const projectId = get('project_id') ?? '';
  if (!isIdShaped(projectId)) throw invalid('project_id is required, and must be a project’s id.');
  const start = readTime('start_time', get('start_time'));
  if (start === undefined) throw invalid('start_time is required, in Unix seconds.');
  const givenEnd = readTime('end_time', get('end_time'));
  const end = givenEnd ?? Math.floor(nowMs / 1000);
  const width = readChoice('bucket_width', get('bucket_width'), BUCKET_WIDTHS) ?? '1d';
  requireWindow(start, end, width, givenEnd === undefined ? DEFAULT_END_SLACK_S : 0);
  return {
    projectId,
    start,
    end,
    endMs: givenEnd === undefined ? nowMs + 1 : end * 1000,
    width,
    groupBy: readGroupBy(get('group_by')),
    filters: readFilters(get),
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

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= MAX_TIME_S) return value;
  throw invalid(`${name} must be a whole number of Unix seconds.`);
}

function readChoice<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw invalid(`${name} must be one of: ${choices.join(', ')}.`);
  return choice;
}

function readGroupBy(text: string | undefined): GroupDimension[] {
  if (text === undefined) return ['model', 'operation'];
  const names = text
    .split(',')
    .map((name) => readChoice('group_by', name.trim(), GROUP_DIMENSIONS));
  return GROUP_DIMENSIONS.filter((dimension) => names.includes(dimension));
}

function readFilters(get: (name: string) => string | undefined): UsageQuery['filters'] {
  const filters: UsageQuery['filters'] = {};
  const clientId = get('client_id');
  if (clientId !== undefined) {
    // Usage with no site has the empty client_id, and this filter can't select it.
    if (!isIdShaped(clientId)) throw invalid('client_id must be the id of a registered site.');
    filters.client_id = clientId;
  }
  const authMethod = readChoice('auth_method', get('auth_method'), AUTH_METHODS);
  if (authMethod !== undefined) filters.auth_method = authMethod;
  const actorType = readChoice('actor_type', get('actor_type'), ACTOR_TYPES);
  if (actorType !== undefined) filters.actor_type = actorType;
  const application = readChoice('application', get('application'), APPLICATIONS);
  if (application !== undefined) filters.application = application;
  return filters;
}
