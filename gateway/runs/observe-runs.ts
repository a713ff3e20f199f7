// A run, its turns and its requests to a provider: lines, figures and spans of each.

import type { OpenCall, ProviderCall } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';
import { type Log, type LogFields, plainWord } from '../kernel/observability/log.ts';
import type { Metrics } from '../kernel/observability/metrics.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { RecordSpan } from '../kernel/observability/spans.ts';
import { type SpanContext, writeTraceparent } from '../kernel/observability/trace.ts';
import type { RunEnd, RunScope, TurnWatch } from './run-reports.ts';

export interface RunObserver {
  runBegan(scope: RunScope): void;
  /** This process has let go of it, whether it was the one to settle it or not. */
  runLeft(): void;
  runEnded(scope: RunScope, end: RunEnd): void;
  /** @param turn position in the run, or a summary between two. */
  openTurn(scope: RunScope, turn: number | 'summary'): TurnWatch;
}

/** The whole observer, as the run loop needs it. */
export type RunsObserver = Observer & RunObserver;

export interface RunObserverParts {
  log: Log;
  metrics: Metrics;
  record: RecordSpan;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'hex'>;
}

/** The reports of runs, as lines, figures and spans. */
export function observeRuns({ log, metrics, record, clock, ids }: RunObserverParts): RunObserver {
  return {
    runBegan(scope) {
      metrics.runBegan();
      log.write('debug', 'run_began', names(scope));
    },

    runLeft: () => metrics.runLeft(),

    runEnded(scope, end) {
      const { outcome, isFailure, started_at } = end;
      const duration_ms = started_at === null ? null : clock.now() - started_at;
      count(end, duration_ms);
      const fields = runFields(end);
      log.write(isFailure ? 'warn' : 'info', isFailure ? 'run_failed' : 'run_ended', {
        ...names(scope),
        outcome: plainWord(outcome) ?? 'other',
        duration_ms,
        ...fields,
      });
      if (started_at === null || duration_ms === null) return;
      const { run_id, session_id } = scope;
      record({
        name: 'run',
        kind: 'internal',
        context: scope.span,
        parent_span_id: scope.parent_span_id,
        started_at,
        duration_ms,
        attributes: { run_id, session_id, outcome, ...fields },
        failure: isFailure ? outcome : null,
      });
    },

    openTurn(scope, turn) {
      const context = { ...scope.span, span_id: ids.hex(8) };
      const started_at = clock.now();
      return {
        openCall: () => openCall(scope, context),
        end(usage, outcome) {
          const duration_ms = clock.now() - started_at;
          const attributes = {
            turn,
            outcome: plainWord(outcome) ?? 'other',
            model: plainWord(usage?.model),
            input_tokens: usage?.input_tokens,
            output_tokens: usage?.output_tokens,
          };
          log.write('debug', 'turn_ended', { ...names(scope), ...attributes, duration_ms });
          record({
            name: 'turn',
            kind: 'internal',
            context,
            parent_span_id: scope.span.span_id,
            started_at,
            duration_ms,
            attributes,
            failure: null,
          });
        },
      };
    },
  };

  function count({ outcome, usage }: RunEnd, duration_ms: number | null): void {
    metrics.runEnded(outcome, duration_ms === null ? null : duration_ms / 1000);
    metrics.charge(
      {
        input: usage.input_tokens,
        output: usage.output_tokens,
        cache_read: usage.cache_read_input_tokens,
        cache_creation: usage.cache_creation_input_tokens,
      },
      usage.credits_nano,
    );
  }

  function openCall(scope: RunScope, turn: SpanContext): OpenCall {
    const context = { ...turn, span_id: ids.hex(8) };
    const started_at = clock.now();
    return {
      traceparent: writeTraceparent(context),
      end(call) {
        metrics.call(call, call.duration_ms, call.first_word_ms);
        const attributes = callFields(call);
        const isFailure = !['ok', 'stopped', 'refused'].includes(call.outcome);
        log.write(
          isFailure ? 'warn' : 'info',
          isFailure ? 'provider_failed' : 'provider_answered',
          { ...names(scope), ...attributes },
        );
        record({
          name: `${call.operation} ${plainWord(call.model) ?? ''}`.trim(),
          kind: 'client',
          context,
          parent_span_id: turn.span_id,
          started_at,
          duration_ms: call.duration_ms,
          attributes,
          failure: isFailure ? call.outcome : null,
        });
      },
    };
  }
}

const names = ({ run_id, session_id, request_id, span }: RunScope) => ({
  request_id,
  session_id,
  trace_id: span.trace_id,
  run_id,
});

const runFields = ({ turns, usage }: RunEnd) => ({
  turns,
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
  credits_nano: String(usage.credits_nano),
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
    ...(call.bad_chunks ? { bad_chunks: call.bad_chunks } : {}),
  };
}
