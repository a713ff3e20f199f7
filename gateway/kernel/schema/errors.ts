// The standard error body, as /openapi.json describes it.

import { z } from '@hono/zod-openapi';

export const errorReply = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      code: z.union([z.int(), z.string()]),
      request_id: z.string(),
    }),
  })
  .openapi('Error');

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The body, the query or the state of the session doesn’t allow it.',
  401: 'The bearer token is missing, unknown or over.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or it isn’t the caller’s.',
  413: 'The body is too large.',
  429: 'Too much at once; Retry-After says when to come back.',
  503: 'A dependency is away for the moment; Retry-After says when to come back.',
};

export const ERROR_REPLIES = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: errorReply } } },
  ]),
);
