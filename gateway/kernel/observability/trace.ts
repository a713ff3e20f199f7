// Where a piece of work stands in a trace, by the W3C's Trace Context. A span is told once, when it is over, with the id
// that it was given at its beginning: so that one can begin in a browser or in another process and still be told here.

import { createHash } from 'node:crypto';
import type { LogFields } from './log.ts';

/** A place in a W3C trace: ids in hex. */
export interface SpanContext {
  /** 32 hex digits. */
  trace_id: string;
  /** 16 hex digits. */
  span_id: string;
  is_sampled: boolean;
}

/** Where a request stands in a trace; `parent_span_id`: the caller's span, null where it named none. */
export interface RequestTrace {
  span: SpanContext;
  parent_span_id: string | null;
}

export interface FinishedSpan {
  name: string;
  kind: 'server' | 'client' | 'internal';
  context: SpanContext;
  parent_span_id: string | null;
  /** Unix milliseconds. */
  started_at: number;
  ended_at: number;
  attributes: LogFields;
  /** A code, where it failed. */
  failure: string | null;
}

/** Where finished spans go. */
export interface SpanSink {
  record(span: FinishedSpan): void;
  close(): Promise<void>;
}

/** Null where the header is none, or names no trace. */
export function readTraceparent(header: unknown): SpanContext | null {
  if (typeof header !== 'string') return null;
  const match = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(
    header,
  );
  const [, trace_id = '', span_id = '', flags = ''] = match ?? [];
  if (!/[1-9a-f]/.test(trace_id) || !/[1-9a-f]/.test(span_id)) return null;
  return { trace_id, span_id, is_sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The value of the header `traceparent`. */
export function writeTraceparent({ trace_id, span_id, is_sampled }: SpanContext): string {
  return `00-${trace_id}-${span_id}-${is_sampled ? '01' : '00'}`;
}

/**
 * The span of a run's cycle. It follows from the run and its pauses, so that a process which takes the results of client
 * tools knows under which span they ran, though another one had begun it.
 */
export function cycleSpanId(runId: string, pauses: number): string {
  return createHash('sha256').update(`${runId}/${pauses}`).digest('hex').slice(0, 16);
}
