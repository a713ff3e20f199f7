// A request of a caller's, and the result of a client tool that one brought: lines, figures and spans of each.

import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { RequestEnd, ToolEnd } from './reports.ts';
import type { RecordSpan } from './spans.ts';

export interface RequestObserver {
  requestEnded(end: RequestEnd): void;
  toolAnswered(where: Pick<RequestEnd, 'request_id' | 'session_id' | 'span'>, end: ToolEnd): void;
}

export interface RequestObserverParts {
  log: Log;
  metrics: Metrics;
  record: RecordSpan;
}

export function observeRequests({ log, metrics, record }: RequestObserverParts): RequestObserver {
  return {
    requestEnded(end) {
      const { request_id, session_id, method, route, status, duration_ms, span, refusal } = end;
      metrics.request(method, route, status, duration_ms / 1000);
      if (refusal !== null) metrics.refusal(refusal.type);
      log.write(end.isProbe && status < 400 ? 'debug' : 'info', eventOf(end), {
        request_id,
        session_id,
        trace_id: span.trace_id,
        method,
        route,
        status,
        duration_ms,
        ...(refusal === null ? {} : { type: refusal.type, reason: refusal.reason }),
      });
      if (end.isProbe) return;
      record({
        name: `${method} ${route}`,
        kind: 'server',
        context: span,
        parent_span_id: end.parent_span_id,
        started_at: end.started_at,
        duration_ms,
        attributes: {
          request_id,
          session_id,
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        },
        failure: status >= 500 ? (refusal?.type ?? 'api_error') : null,
      });
    },

    toolAnswered({ request_id, session_id, span }, end) {
      const { tool_use_id, error_code, started_at, ended_at } = end;
      const duration_ms = started_at === null || ended_at === null ? null : ended_at - started_at;
      metrics.tool(error_code);
      log.write('info', 'tool_result', {
        request_id,
        session_id,
        trace_id: span.trace_id,
        tool_use_id,
        error_code,
        duration_ms,
      });
      if (end.span === null || started_at === null || duration_ms === null) return;
      record({
        name: 'client tool',
        kind: 'client',
        context: end.span,
        parent_span_id: end.parent_span_id,
        started_at,
        duration_ms,
        attributes: { session_id, tool_use_id },
        failure: error_code,
      });
    },
  };
}

function eventOf({ status }: RequestEnd): string {
  if (status === 401 || status === 403) return 'auth_refused';
  return status === 429 ? 'rate_limited' : 'request';
}
