// The query and the reply of the operator's lists, so that each has pages and a bound.

import { z } from '@hono/zod-openapi';
import { integer } from './kinds.ts';

const MAX_PAGE = 200;

/** The fields `page` and `limit` of a list's query. @param most rows of a page */
export const paged = (most = MAX_PAGE) => ({
  /** The next_page of the page before. */
  page: z.string().max(800).optional(),
  limit: z.coerce
    .number()
    .pipe(integer(1, most))
    .default(most)
    .meta({ type: 'integer', minimum: 1, maximum: most, default: most }),
});

/** Null: there are no more. */
export const nextPage = { next_page: z.string().nullable() };
