// The reports that the gateway's folders give the observer: ids, codes, numbers and times. None has a word of a visitor, a page or
// a model, and none a token.

import type { SpanContext } from './trace.ts';

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
