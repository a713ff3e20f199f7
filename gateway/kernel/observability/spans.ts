// Spans for the collector, where there is one and the caller's trace is sampled.

import type { LogFields } from './log.ts';
import type { SpanContext, SpanSink } from './trace.ts';

export interface SpanReport {
  name: string;
  kind: 'server' | 'client' | 'internal';
  context: SpanContext;
  parent_span_id: string | null;
  /** Unix milliseconds. */
  started_at: number;
  duration_ms: number;
  attributes: LogFields;
  /** An error's type or code. */
  failure: string | null;
}

/** Passes a span on, where there is a collector and the trace is sampled. */
export type RecordSpan = (span: SpanReport) => void;

/** @param spans null: no trace leaves the gateway. */
export function createSpanRecorder(spans: SpanSink | null): RecordSpan {
  return ({ duration_ms, ...span }) => {
    if (spans === null || !span.context.is_sampled) return;
    spans.record({ ...span, ended_at: span.started_at + Math.max(0, duration_ms) });
  };
}
