// What the gateway's rooms tell the observer, as shapes: ids, codes, numbers and times. None has a word of a visitor, a page or
// a model, and none a token.

import type { AgentUsage, OpenCall } from '../../agents/types.ts';
import type { CycleUsage } from '../../runs/ledger.ts';
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
