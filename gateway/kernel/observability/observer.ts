// Takes the reports that the gateway's folders give of their work, and makes lines, figures and spans of them.
// A teller passes ids, codes and numbers. No text of a visitor, a page or a model comes this way, and no token.

import { DatabaseUnavailable } from '../db/types.ts';
import { errorFields, type LineLevel, type Log, type LogFields } from './log.ts';
import type { Fault, Metrics } from './metrics.ts';
import { observeRequests, type RequestObserver } from './observe-requests.ts';
import { createSpanRecorder } from './spans.ts';
import type { SpanSink } from './trace.ts';

/** Takes reports of the gateway's work. */
export interface Observer extends RequestObserver {
  readonly metrics: Metrics;
  readonly hasSpans: boolean;
  /** An error that no caller is at fault for. */
  failed(error: unknown, where: Fault, ids: LogFields): void;
  /** Anything of the process's own: started, stopping, a migration. */
  say(level: LineLevel, event: string, fields: LogFields): void;
}

export interface ObserverParts {
  log: Log;
  metrics: Metrics;
  /** Null: no trace leaves the gateway. */
  spans: SpanSink | null;
  /** Also gets each error itself, for a program that the gateway is a part of. */
  report: (error: unknown, what: string) => void;
}

/** Made once for each gateway. */
export function createObserver(parts: ObserverParts): Observer {
  const { log, metrics, spans, report } = parts;
  const record = createSpanRecorder(spans);

  return {
    metrics,
    hasSpans: spans !== null,
    ...observeRequests({ log, metrics, record }),

    failed(error, where, ids) {
      if (error instanceof DatabaseUnavailable) {
        metrics.databaseAway();
        log.write('warn', 'database_unavailable', { ...ids, where, ...errorFields(error) });
        return;
      }
      metrics.fault(where);
      log.write('error', 'internal_error', { ...ids, where, ...errorFields(error) });
      report(error, `${where} ${ids.run_id ?? ids.request_id ?? ''}`.trim());
    },

    say: (level, event, fields) => log.write(level, event, fields),
  };
}
