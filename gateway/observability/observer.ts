// What the gateway's rooms tell of their work, each in its own words; here it becomes lines, figures and spans.
// A teller passes ids, codes and numbers. No text of a visitor, a page or a model comes this way, and no token.

import type { AgentUsage, OpenCall, ProviderCall } from '../agents/types.ts';
import type { Clock } from '../clock.ts';
import { DatabaseUnavailable } from '../db/types.ts';
import type { Ids } from '../ids.ts';
import type { CycleUsage } from '../runs/ledger.ts';
import { errorFields, type LineLevel, type Log, type LogFields, plainWord } from './log.ts';
import type { Fault, Metrics } from './metrics.ts';
import { type SpanContext, type SpanSink, writeTraceparent } from './trace.ts';

export interface RequestEnd {
  request_id: string;
  span: SpanContext;
  parent_span_id: string | null;
  session_id: string | null;
  method: string;
  /** The pattern, never the address itself. */
  route: string;
  status: number;
  /** Unix milliseconds. */
  started_at: number;
  duration_ms: number;
  /** Asked by a machine by itself: a probe, or a browser before its real request. */
  isProbe: boolean;
  refusal: Refusal | null;
}

/** An error of the interface's, with a sentence of the gateway's own where that quotes nothing. */
export interface Refusal {
  type: string;
  reason: string | null;
}

/** A run's cycle, as every line, figure and span about it names it. */
export interface RunScope {
  run_id: string;
  session_id: string;
  request_id: string;
  span: SpanContext;
  /** Of the request that began it. */
  parent_span_id: string | null;
}

export interface RunEnd {
  /** A stop reason or an error's code. */
  outcome: string;
  isFailure: boolean;
  turns: number;
  usage: CycleUsage;
  /** Unix milliseconds; null where another process had begun it. */
  started_at: number | null;
}

export interface ToolEnd {
  tool_use_id: string;
  /** Null where it succeeded. */
  error_code: string | null;
  /** The span that the client was given for it, and the cycle that it belongs to. */
  span: SpanContext | null;
  parent_span_id: string | null;
  /** Unix milliseconds, by the client's clock. */
  started_at: number | null;
  ended_at: number | null;
}

export interface TurnWatch {
  openCall(): OpenCall;
  end(usage: AgentUsage | null, outcome: string): void;
}

export interface Observer {
  readonly metrics: Metrics;
  readonly hasSpans: boolean;
  requestEnded(end: RequestEnd): void;
  toolAnswered(where: Pick<RequestEnd, 'request_id' | 'session_id' | 'span'>, end: ToolEnd): void;
  runBegan(scope: RunScope): void;
  /** This process has let go of it, whether it was the one to settle it or not. */
  runLeft(): void;
  runEnded(scope: RunScope, end: RunEnd): void;
  /** @param turn position in the run, or a summary between two. */
  openTurn(scope: RunScope, turn: number | 'summary'): TurnWatch;
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
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'hex'>;
  /** Also gets each error itself, for a program that the gateway is a part of. */
  report: (error: unknown, what: string) => void;
}

export function createObserver(parts: ObserverParts): Observer {
  const { log, metrics, spans, clock, ids, report } = parts;

  return {
    metrics,
    hasSpans: spans !== null,

    requestEnded(end) {
      const { method, route, status, duration_ms, span, refusal } = end;
      metrics.request(method, route, status, duration_ms / 1000);
      if (refusal !== null) metrics.refusal(refusal.type);
      const fields = { method, route, status, duration_ms };
      const ids = { request_id: end.request_id, session_id: end.session_id };
      log.write(end.isProbe && status < 400 ? 'debug' : 'info', eventOf(end), {
        ...ids,
        trace_id: span.trace_id,
        ...fields,
        ...(refusal === null ? {} : { type: refusal.type, reason: refusal.reason }),
      });
      if (end.isProbe) return;
      record(
        `${method} ${route}`,
        'server',
        span,
        end.parent_span_id,
        end.started_at,
        duration_ms,
        {
          ...ids,
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        },
        status >= 500 ? (refusal?.type ?? 'api_error') : null,
      );
    },

    toolAnswered({ request_id, session_id, span: request }, end) {
      const { tool_use_id, error_code, started_at, ended_at } = end;
      metrics.tool(error_code);
      log.write('info', 'tool_result', {
        request_id,
        session_id,
        trace_id: request.trace_id,
        tool_use_id,
        error_code,
        duration_ms: started_at === null || ended_at === null ? null : ended_at - started_at,
      });
      if (end.span === null || started_at === null || ended_at === null) return;
      record(
        'client tool',
        'client',
        end.span,
        end.parent_span_id,
        started_at,
        ended_at - started_at,
        {
          session_id,
          tool_use_id,
        },
        error_code,
      );
    },

    runBegan(scope) {
      metrics.runBegan();
      log.write('debug', 'run_began', names(scope));
    },
    runLeft: () => metrics.runLeft(),

    runEnded(scope, { outcome, isFailure, turns, usage, started_at }) {
      const duration_ms = started_at === null ? null : clock.now() - started_at;
      const { input_tokens, output_tokens } = usage;
      const { cache_read_input_tokens: cache_read, cache_creation_input_tokens } = usage;
      metrics.runEnded(outcome, duration_ms === null ? null : duration_ms / 1000);
      metrics.charge(
        {
          input: input_tokens,
          output: output_tokens,
          cache_read,
          cache_creation: cache_creation_input_tokens,
        },
        usage.credits_nano,
      );
      const fields = {
        turns,
        input_tokens,
        output_tokens,
        credits_nano: String(usage.credits_nano),
      };
      log.write(isFailure ? 'warn' : 'info', isFailure ? 'run_failed' : 'run_ended', {
        ...names(scope),
        outcome: plainWord(outcome) ?? 'other',
        duration_ms,
        ...fields,
      });
      if (started_at === null || duration_ms === null) return;
      record(
        'run',
        'internal',
        scope.span,
        scope.parent_span_id,
        started_at,
        duration_ms,
        {
          run_id: scope.run_id,
          session_id: scope.session_id,
          outcome,
          ...fields,
        },
        isFailure ? outcome : null,
      );
    },

    openTurn(scope, turn) {
      const context = { ...scope.span, span_id: ids.hex(8) };
      const startedAt = clock.now();
      return {
        openCall: () => openCall(scope, context),
        end(usage, outcome) {
          const duration_ms = clock.now() - startedAt;
          const fields = {
            turn,
            outcome: plainWord(outcome) ?? 'other',
            model: plainWord(usage?.model),
            input_tokens: usage?.input_tokens,
            output_tokens: usage?.output_tokens,
          };
          log.write('debug', 'turn_ended', { ...names(scope), ...fields, duration_ms });
          record(
            'turn',
            'internal',
            context,
            scope.span.span_id,
            startedAt,
            duration_ms,
            fields,
            null,
          );
        },
      };
    },

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

  function openCall(scope: RunScope, turn: SpanContext): OpenCall {
    const context = { ...turn, span_id: ids.hex(8) };
    const startedAt = clock.now();
    return {
      traceparent: writeTraceparent(context),
      end(call) {
        metrics.call(call, call.duration_ms, call.first_word_ms);
        const fields = callFields(call);
        const isFailure = !['ok', 'stopped', 'refused'].includes(call.outcome);
        log.write(
          isFailure ? 'warn' : 'info',
          isFailure ? 'provider_failed' : 'provider_answered',
          {
            ...names(scope),
            ...fields,
          },
        );
        record(
          `${call.operation} ${plainWord(call.model) ?? ''}`.trim(),
          'client',
          context,
          turn.span_id,
          startedAt,
          call.duration_ms,
          fields,
          isFailure ? call.outcome : null,
        );
      },
    };
  }

  function record(
    name: string,
    kind: 'server' | 'client' | 'internal',
    context: SpanContext,
    parent_span_id: string | null,
    started_at: number,
    durationMs: number,
    attributes: LogFields,
    failure: string | null,
  ): void {
    if (spans === null || !context.is_sampled) return;
    const ended_at = started_at + Math.max(0, durationMs);
    spans.record({
      name,
      kind,
      context,
      parent_span_id,
      started_at,
      ended_at,
      attributes,
      failure,
    });
  }
}

function eventOf({ status }: RequestEnd): string {
  if (status === 401 || status === 403) return 'auth_refused';
  return status === 429 ? 'rate_limited' : 'request';
}

const names = ({ run_id, session_id, request_id, span }: RunScope) => ({
  request_id,
  session_id,
  trace_id: span.trace_id,
  run_id,
});

function callFields(call: ProviderCall): LogFields {
  const { operation, duration_ms, first_word_ms, status, kind, upstream_request_id } = call;
  return {
    provider: plainWord(call.provider),
    model: plainWord(call.model),
    operation,
    outcome: plainWord(call.outcome),
    status,
    kind,
    upstream_request_id,
    duration_ms,
    first_word_ms,
  };
}
