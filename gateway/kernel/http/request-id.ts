// One id for each request, on the reply and in every error body, so that a person can quote it.

import type { MiddlewareHandler } from 'hono';
import type { Ids } from '../ids.ts';
import type { AppEnv } from './route-module.ts';

// A UUID, or the 32 hex digits that a load balancer in front gives.
const ADOPTED = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Sets `requestId`, and X-Request-ID on the reply: the caller's own id where it is a UUID or 32 hex digits. */
export function requestId(ids: Ids): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id');
    const id = given !== undefined && ADOPTED.test(given) ? given.toLowerCase() : ids.uuid();
    c.set('requestId', id);
    await next();
    c.res.headers.set('X-Request-ID', id);
  };
}
