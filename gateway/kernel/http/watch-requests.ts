// Each request under its ids: where it stands in a trace when it comes, and one line when it has been answered.

import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Clock } from '../clock.ts';
import { DatabaseUnavailable } from '../db/types.ts';
import { HttpError } from '../http-error.ts';
import type { Ids } from '../ids.ts';
import type { Observer } from '../observability/observer.ts';
import type { Refusal } from '../observability/reports.ts';
import { type RequestTrace, readTraceparent } from '../observability/trace.ts';
import type { AppEnv } from './route-module.ts';

const PROBES = new Set(['/', '/healthz', '/livez', '/readyz', '/metrics']);
/** As this gateway makes them. Text in the place of an id, which could be anything, is in no line. */
const SESSION_ID = /^ses_[0-9a-z]{24}$/;
/** These refusals are fixed sentences of ours; others quote what was sent. */
const FIXED_REASONS = new Set([401, 403, 429, 503]);

/** Sets `trace`, and tells the observer of each request when it was answered. */
export function watchRequests(
  observer: Observer,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  ids: Pick<Ids, 'hex'>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started_at = clock.now();
    const since = clock.monotonic();
    c.set('trace', openTrace(c.req.header('traceparent'), ids));
    await next();
    const request_id = c.get('requestId');
    const { error } = c;
    if (error !== undefined && !(error instanceof HttpError)) {
      observer.failed(error, 'request', { request_id });
    }
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none';
    const session = c.req.param('session_id');
    observer.requestEnded({
      ...c.get('trace'),
      request_id,
      session_id: session !== undefined && SESSION_ID.test(session) ? session : null,
      method: c.req.method,
      route,
      status: c.res.status,
      started_at,
      duration_ms: Math.round(clock.monotonic() - since),
      isProbe: PROBES.has(route) || c.req.method === 'OPTIONS',
      refusal: error === undefined ? null : refusalOf(error),
    });
  };
}

function openTrace(header: string | undefined, ids: Pick<Ids, 'hex'>): RequestTrace {
  const parent = readTraceparent(header);
  return {
    span: {
      trace_id: parent?.trace_id ?? ids.hex(16),
      span_id: ids.hex(8),
      is_sampled: parent?.is_sampled ?? true,
    },
    parent_span_id: parent?.span_id ?? null,
  };
}

function refusalOf(error: Error): Refusal {
  if (error instanceof DatabaseUnavailable) return { type: 'service_unavailable', reason: null };
  if (!(error instanceof HttpError)) return { type: 'api_error', reason: null };
  const { type, status, message } = error;
  return { type, reason: FIXED_REASONS.has(status) ? message : null };
}
