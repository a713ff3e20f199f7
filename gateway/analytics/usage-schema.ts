// Usage analytics: the query and the report.

import { z } from '@hono/zod-openapi';
import { isIdShaped } from '../kernel/ids.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import {
  ACTOR_TYPES,
  APPLICATIONS,
  AUTH_METHODS,
  BUCKET_WIDTHS,
  GROUP_DIMENSIONS,
  type GroupDimension,
} from '../wire.ts';

/** The last second of the year 9999. */
const MAX_TIME_S = 253_402_300_799;
const SECONDS = 'must be a whole number of Unix seconds';
const PROJECT = 'is required, and must be a project’s id';
const DIMENSION = `must be one of: ${GROUP_DIMENSIONS.join(', ')}`;
/** More commas than this is no list of six names. */
const MAX_GROUP_BY = 200;

const time = (missing: string) =>
  z
    .string({ error: missing })
    .regex(/^\d{1,12}$/, { error: SECONDS })
    .transform(Number)
    .refine((seconds) => seconds <= MAX_TIME_S, { error: SECONDS })
    .meta({ type: 'integer', minimum: 0, maximum: MAX_TIME_S });

export const usageQuery = z.object({
  project_id: z.string({ error: PROJECT }).refine(isIdShaped, { error: PROJECT }),
  start_time: time('is required, in Unix seconds'),
  end_time: time(SECONDS).optional(),
  bucket_width: z
    .enum(BUCKET_WIDTHS)
    .optional()
    .transform((width) => width ?? '1d')
    .meta({ default: '1d' }),
  // Usage with no site has the empty client_id, and this filter can't select it.
  client_id: z
    .string()
    .refine(isIdShaped, { error: 'must be the id of a registered site' })
    .optional(),
  auth_method: z.enum(AUTH_METHODS).optional(),
  actor_type: z.enum(ACTOR_TYPES).optional(),
  application: z.enum(APPLICATIONS).optional(),
  group_by: z
    .string()
    .max(MAX_GROUP_BY, { error: DIMENSION })
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine(
      (names): names is GroupDimension[] =>
        names.every((name) => GROUP_DIMENSIONS.some((dimension) => dimension === name)),
      { error: DIMENSION },
    )
    .optional()
    .meta({ description: `Comma-separated: ${GROUP_DIMENSIONS.join(', ')}.` }),
});

const sums = {
  credits_nano: z.int(),
  request_count: z.int(),
  models: z.array(
    z.object({
      ...Object.fromEntries(GROUP_DIMENSIONS.map((name) => [name, z.string().optional()])),
      credits_nano: z.int(),
      request_count: z.int(),
    }),
  ),
};

export const readUsage = endpoint({
  method: 'get',
  path: '/v1/analytics',
  tag: 'Analytics',
  summary: 'Usage in time buckets',
  auth: 'an account token of the identity provider',
  query: usageQuery,
  replies: {
    200: z.object({
      bucket_width: z.enum(BUCKET_WIDTHS),
      start_time: z.int(),
      end_time: z.int(),
      totals: z.object(sums),
      buckets: z.array(z.object({ start_time: z.int(), ...sums })),
    }),
  },
});
