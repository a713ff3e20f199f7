// A gateway that is about to stop finishes what it has begun and takes nothing new: a balancer asks another process, and a client
// the next one.

import type { MiddlewareHandler } from 'hono';
import { HttpError } from '../http-error.ts';
import type { AppEnv } from './route-module.ts';

const RETRY_AFTER_S = 1;
/** Whether the process lives, and how it fares: of interest until its end. */
const STILL_ANSWERED = new Set(['/livez', '/readyz', '/metrics']);

/** Answers 503 once the signal is aborted, save for the calls by which operators watch the process. */
export function refuseWhileDraining(draining: AbortSignal): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (draining.aborted && !STILL_ANSWERED.has(c.req.path)) {
      throw new HttpError(503, 'This gateway is about to stop. Try again.', {
        // Without its connection the caller can't come back to this process.
        headers: { 'Retry-After': String(RETRY_AFTER_S), Connection: 'close' },
      });
    }
    await next();
  };
}
